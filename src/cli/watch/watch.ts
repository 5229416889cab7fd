import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Sources } from './sources';
import { FINE, found } from '../../findings/finding';
import { printable } from '../../findings/shown';
import { collectManifests } from '../../manifest/reading';
import { attempt } from '../../private/attempt';
import { refuse } from '../../private/errors';
import type { WrittenByRun } from '../../writing/run-report';
import type { App } from '../app/app';
import { interruptible, runReported } from '../app/run-app';
import { consequencesOf } from '../diff/consequences';
import { compareFolders, FolderDifference, FolderObject } from '../diff/objects';
import { textReport } from '../diff/report';
import { ExitCode, guard } from '../exit';
import { note, print, tell } from '../output';
import { paintFor, paintSigns } from '../paint';

/** The synthesis that is repeated on each change. */
export interface WatchedSynth {
  /** The file with the command, in the watched folder. */
  readonly config: string;
  /** Reads `config`. */
  readonly app: () => App;
  /** Runs the app by means of `run`, and prints the changes of the files. */
  readonly write: (app: App, run: (folder: string) => Promise<WrittenByRun[]>) => Promise<void>;
}

/** Runs an app, and again whenever a file in its folder changes, until a signal arrives. */
export async function watchSources(synth: WatchedSynth): Promise<void> {
  const folder = dirname(synth.config);
  const app = checked(synth.app(), folder);
  await interruptible(async interruption => {
    const sources = new Sources(app.subject, folder, basename(synth.config));
    try {
      await new Watch(synth, folder, sources, interruption, app).run();
    } finally {
      sources.close();
    }
  });
}

/** Rejects an output folder that contains the watched folder: without the output, nothing would be left to watch. */
function checked(app: App, folder: string): App {
  const [output, sources] = [app.output, folder].map(path => attempt(() => realpathSync(path)) ?? resolve(path));
  const isAround = sources === output || sources.startsWith(output.endsWith(sep) ? output : output + sep);
  refuse(app.subject, isAround ? found('watch-failed', '', { reason: 'output-around', folder: app.output }) : FINE);
  return app;
}

/** The number of consecutive runs, each started by a change during the previous one, after which the app itself must change the file. */
const MOST_RUNS = 3;

class Watch {
  /** The number of consecutive runs during which each file has changed. */
  private readonly rows = new Map<string, number>();
  private objects: readonly FolderObject[] | undefined;
  private environments: readonly string[] = [];

  constructor(
    private readonly synth: WatchedSynth, private readonly folder: string, private readonly sources: Sources,
    private readonly interruption: AbortSignal, private app: App,
  ) {}

  public async run(): Promise<void> {
    this.sources.changes(this.app.output);
    await this.once();
    while (!this.interruption.aborted) {
      const during = this.ofOthers(await this.sources.settled(this.app.output, this.interruption));
      const names = during.length > 0 ? during : await this.idle();
      if (this.interruption.aborted) return;
      note(`${named(names.map(name => join(this.folder, name)))} changed`);
      await this.once();
    }
  }

  private async idle(): Promise<string[]> {
    if (this.interruption.aborted) return [];
    tell(`watching ${JSON.stringify(this.folder)} for changes; press Ctrl-C to stop`);
    const names = await this.sources.next(this.app.output, this.interruption);
    this.rows.clear();
    return names;
  }

  /** Runs the app once. Reports an error and continues, since the next change may fix it. */
  private async once(): Promise<void> {
    await guard({}, async () => {
      try {
        this.app = checked(this.synth.app(), this.folder);
        await this.synth.write(this.app, async folder => this.runApp(folder));
        this.tellFields();
      } catch (error) {
        // the failure of an interrupted app is expected
        if (!this.interruption.aborted) throw error;
      }
      return ExitCode.FINE;
    });
  }

  private async runApp(folder: string): Promise<WrittenByRun[]> {
    const written = await runReported(this.app, folder, this.interruption);
    this.interruption.throwIfAborted();
    // those of earlier runs name the folders of objects that are gone
    this.environments = [...new Set([...this.environments, ...written.flatMap(({ environments = [] }) => environments)])];
    return written;
  }

  /** Prints the differences between objects since the last run with readable manifests; nothing after the first run. */
  private tellFields(): void {
    const { output } = this.app;
    const [before, after] = [this.objects, objectsIn(output)];
    if (before && after) this.printDifference(compareFolders(before, after, this.environments), output);
    this.objects = after ?? before;
  }

  private printDifference(difference: FolderDifference, folder: string): void {
    const report = textReport(difference, { before: folder, after: folder }, consequencesOf(difference, this.environments));
    print(paintSigns(report, paintFor(process.stdout)));
  }

  /** The files that something other than the app may have changed during its run. */
  private ofOthers(names: readonly string[]): string[] {
    const rows = names.map(name => [name, (this.rows.get(name) ?? 0) + 1] as const);
    this.rows.clear();
    return rows.flatMap(([name, runs]) => {
      if (runs === MOST_RUNS) return this.ignore(name);
      this.rows.set(name, runs);
      return [name];
    });
  }

  private ignore(name: string): [] {
    const file = JSON.stringify(join(this.folder, name));
    note(`note: ${file} changes in each run, so that the app seems to write it: it is no longer watched`);
    this.sources.ignore(name);
    return [];
  }
}

/** The objects of a folder; `undefined` if some cannot be read. */
function objectsIn(folder: string): FolderObject[] | undefined {
  const { documents, findings } = collectManifests([folder]);
  if (findings.some(({ isWarning }) => !isWarning)) return undefined;
  return documents.map(({ value, file }) => ({ value, file: relative(folder, file) }));
}

/** `"a.ts"`, or `"a.ts" and 2 more files`. */
function named([first, ...others]: readonly string[]): string {
  const more = others.length === 1 ? ' and 1 more file' : ` and ${others.length} more files`;
  return printable(JSON.stringify(first)) + (others.length > 0 ? more : '');
}
