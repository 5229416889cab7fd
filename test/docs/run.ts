import { Console } from 'node:console';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Testing } from 'cdk8s';
import { compareFolders, FolderObject } from '../../src/cli/diff/compare';
import { consequencesOf } from '../../src/cli/diff/consequences';
import { diffAsText } from '../../src/cli/diff/report';
import { objectsOf } from '../examples/programs';
import { compiled } from '../support/compiled';

/** What became of a program. */
export interface Outcome {
  /** The objects in the files that it wrote, and those that it had from `Testing.synth()`. */
  readonly objects: any[];
  /** The objects that it wrote, with the paths of their files. */
  readonly written: readonly FolderObject[];
  readonly stdout: string;
  readonly stderr: string;
  /** The warnings of the process. */
  readonly warnings: string;
  /** The error that ended it, with its name as Node shows it. */
  readonly error?: string;
}

/** Runs a program in this process, with a console and an output folder of its own. */
export function run(code: string): Outcome {
  const program = new Function('require', 'exports', 'console', compiled(code));
  const stdout = new Text();
  const stderr = new Text();
  const warned: string[] = [];
  const synth = jest.spyOn(Testing, 'synth');
  // Node adds the number of the process
  const warnings = jest.spyOn(process, 'emitWarning').mockImplementation((text, name) => { warned.push(`(node) ${String(name)}: ${String(text)}\n`); });
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-docs-'));
  const { CDK8S_OUTDIR: before } = process.env;
  process.env.CDK8S_OUTDIR = folder;
  try {
    const error = errorOf(() => program(require, {}, new Console({ stdout, stderr })));
    const returned = synth.mock.results.flatMap(({ type, value }) => type === 'return' ? value : []);
    const written = objectsIn(folder);
    return { objects: [...written.map(({ value }) => value), ...returned], written, stdout: stdout.text, stderr: stderr.text, warnings: warned.join(''), error };
  } finally {
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
    rmSync(folder, { recursive: true });
    synth.mockRestore();
    warnings.mockRestore();
  }
}

/** Runs a program after a change; on standard output is what `cdk8s-oam diff` prints there about its manifests. */
export function runChanged(code: string, before: string): Outcome {
  const [from, to] = [run(before), run(code)];
  const objects = compareFolders(from.written, to.written);
  return { ...to, stdout: diffAsText(objects, { before: 'dist', after: 'dist' }, consequencesOf(objects)) };
}

/** A stream that keeps what is written. */
class Text extends Writable {
  public text = '';

  public override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function errorOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function objectsIn(folder: string): FolderObject[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => objectsOf(readFileSync(join(folder, file), 'utf8')).map((value) => ({ value, file })));
}
