/** Writes crds/ from the definitions of the kinds, and imports/ from crds/: one file a CRD, by `cdk8s import`. Needs no network. */
import { execFileSync } from 'child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { parse, stringify } from 'yaml';
import { crdOf } from './crd';
import { OAM_KINDS } from '../src/model/traits/all';

const ROOT = resolve(__dirname, '..');
const CLI = resolve(require.resolve('cdk8s-cli/package.json'), '../bin/cdk8s');

interface Crd {
  readonly source: string;
  readonly group: string;
  readonly kind: string;
}

function readCrds(folder: string): Crd[] {
  return readdirSync(folder).filter((name) => name.endsWith('.yaml')).sort().map((name) => {
    const source = join(folder, name);
    const { spec } = parse(readFileSync(source, 'utf8'));
    return { source, group: spec.group, kind: spec.names.kind.toLowerCase() };
  });
}

/** One start of the command line for all: it takes a list only from its configuration file. */
function generate(crds: Crd[], folder: string): Map<string, string> {
  const imports = crds.map(({ kind, source }) => `${kind}:=${source}`);
  writeFileSync(join(folder, 'cdk8s.yaml'), stringify({ language: 'typescript', imports }));
  execFileSync(process.execPath, [CLI, 'import', '-l', 'typescript', '-o', 'imports', '--no-save'], {
    cwd: folder,
    env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const text = ({ kind, group }: Crd) => readFileSync(join(folder, 'imports', `${kind}-${group}.ts`), 'utf8');
  return new Map(crds.map((crd) => [`${crd.group}-${crd.kind}.ts`, text(crd)]));
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Leaves files alone whose content is right, so that incremental builds see no change. */
function update(folder: string, files: Map<string, string>) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (!files.has(name)) rmSync(join(folder, name), { recursive: true });
  }
  for (const [name, text] of files) {
    if (contentOf(join(folder, name)) !== text) writeFileSync(join(folder, name), text);
  }
}

const crds = OAM_KINDS.map(crdOf).map(({ file, crd }) => [file, stringify(crd, { lineWidth: 0, aliasDuplicateObjects: false })] as const);
update(join(ROOT, 'crds'), new Map(crds));

const scratch = mkdtempSync(join(tmpdir(), 'import-crds-'));
try {
  update(join(ROOT, 'imports'), generate(readCrds(join(ROOT, 'crds')), scratch));
} finally {
  rmSync(scratch, { recursive: true });
}
