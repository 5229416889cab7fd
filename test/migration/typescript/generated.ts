import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as cdk8s from 'cdk8s';
import * as plus from 'cdk8s-plus-27';
import * as constructs from 'constructs';
import { ManifestChecks } from '../../../src/cluster/checks/manifest-checks';
import { platformCode } from '../../../src/cli/import';
import { settingsOfValue } from '../../cli/settings/support';
import { readManifests } from '../../../src/files/reading';
import { ImportedProject, importManifests } from '../../../src/migration/typescript/import-manifests';
import { compiled } from '../../support/compiled';
import * as library from 'cdk8s-oam';

const MODULES: Readonly<Record<string, unknown>> = { 'cdk8s': cdk8s, 'cdk8s-oam': library, 'cdk8s-plus-27': plus, constructs };

/** The documents of a text, as Kubernetes reads them. */
export function documentsOf(text: string, file = 'manifests.yaml'): any[] {
  const { yaml, unread } = readManifests(text, file);
  expect(unread).toEqual([]);
  return yaml.map(({ value }) => value);
}

/** The project that is made of a text, for the platform of settings. */
export function projectOf(text: string, file = 'manifests.yaml', spec?: object): ImportedProject {
  const settings = spec && settingsOfValue(spec);
  return importManifests(readManifests(text, file), 'project', library, settings && { ...settings, code: platformCode(settings) });
}

/** What the program of a project writes. */
export function synthesize({ files }: ImportedProject): any[] {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-import-'));
  const { CDK8S_OUTDIR: before } = process.env;
  process.env.CDK8S_OUTDIR = folder;
  try {
    // objects that no server takes are compared too
    jest.spyOn(ManifestChecks.prototype, 'checkSubject').mockReturnValue([]);
    runFile('main', files, new Map());
    const written = readdirSync(folder).sort();
    return written.flatMap(file => documentsOf(readFileSync(join(folder, file), 'utf8'), file));
  } finally {
    jest.mocked(ManifestChecks.prototype.checkSubject).mockRestore();
    if (before === undefined) delete process.env.CDK8S_OUTDIR;
    else process.env.CDK8S_OUTDIR = before;
    rmSync(folder, { recursive: true });
  }
}

/** Runs a file of a project, which sees nothing but the modules that it imports. */
function runFile(name: string, files: ReadonlyMap<string, string>, loaded: Map<string, object>): object {
  const known = loaded.get(name);
  if (known) return known;
  const exports = {};
  loaded.set(name, exports);
  const load = (module: string) => module.startsWith('./') ? runFile(basename(module), files, loaded) : MODULES[module];
  new Function('require', 'exports', compiled(files.get(`${name}.ts`)!))(load, exports);
  return exports;
}

/** The program of a project writes these objects, each whole, and no other. */
export function expectSame(project: ImportedProject, documents: readonly any[]): void {
  expect(inOrder(synthesize(project))).toEqual(inOrder(documents));
}

/** One order for all that holds the same. */
function inOrder(documents: readonly any[]): any[] {
  return [...documents].map(document => ({ document, key: JSON.stringify(sorted(document)) }))
    .sort((a, b) => a.key < b.key ? -1 : 1)
    .map(({ document }) => document);
}

function sorted(value: any): any {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, element]) => [key, sorted(element)]);
}

export { original, testWithCorpus } from '../../examples/corpus';


/** The originals that are there: none where OAM_CORPUS names no folder. */
export function corpus(): string[] {
  const folder = process.env.OAM_CORPUS;
  return folder ? readdirSync(folder).filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length)).sort() : [];
}
