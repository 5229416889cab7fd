import { mkdirSync } from 'fs';
import { join } from 'path';
import { run } from './projects';

/** The versions of Node that the library supports, as the registry has them. */
export const NODE_VERSIONS: Readonly<Record<string, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };

/** A Node of a major version: the one that runs, or one that npm gets. */
export async function nodeOf(major: string, folder: string): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const own = join(folder, `node-${major}`);
  mkdirSync(own);
  await run(own, 'npm', 'pack', '--prefer-offline', `${name}@${NODE_VERSIONS[major]}`);
  await run(own, 'tar', '-xzf', `${name}-${NODE_VERSIONS[major]}.tgz`, 'package/bin/node');
  return join(own, 'package/bin/node');
}

/** Prints what `require` and `import` find in a package, and what of it is not the same object. */
export const NAMES_PROGRAM = `
import { createRequire } from 'module';

const required = createRequire(import.meta.url)(process.argv[2]);
const imported = await import(process.argv[2]);
const own = ['__esModule', 'default', 'module.exports'];
const names = Object.keys(required).filter(name => required[name] !== undefined).sort();
console.log(JSON.stringify({
  required: names,
  imported: Object.keys(imported).filter(name => imported[name] !== undefined && !own.includes(name)).sort(),
  copied: names.filter(name => required[name] !== imported[name]),
}));
`;

/** Prints the files of the library that a statement loads. */
export const LOAD_PROGRAM = `
import module, { createRequire } from 'module';

const require = createRequire(import.meta.url);
STATEMENT;
const parts = Object.keys(module._cache).map(file => file.split(/[/\\\\]cdk8s-oam[/\\\\]lib[/\\\\]src[/\\\\]/)[1]);
console.log(JSON.stringify(parts.filter(part => part).map(part => part.replace(/\\\\/g, '/'))));
`;

/** A program whose types are right if the declared values of a package are exactly these. */
export function consumer(entry: string, names: readonly string[]): string {
  return `import { ${names.join(', ')} } from '${entry}';
import * as all from '${entry}';
type Undeclared = Exclude<keyof typeof all, ${names.map((name) => `'${name}'`).join(' | ')} | 'default' | 'module.exports'>;
export const undeclared: [Undeclared] extends [never] ? true : Undeclared = true;
export const values = { ${names.join(', ')} };
`;
}

/** How programs find modules: the options of the compiler, and what files are called. */
export const RESOLUTIONS: Readonly<Record<string, { options: object; extensions: string[] }>> = {
  node16: { options: { module: 'node16', moduleResolution: 'node16' }, extensions: ['mts', 'cts'] },
  nodenext: { options: { module: 'nodenext', moduleResolution: 'nodenext' }, extensions: ['mts', 'cts'] },
  bundler: { options: { module: 'esnext', moduleResolution: 'bundler' }, extensions: ['ts'] },
  node10: { options: { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }, extensions: ['ts'] },
};

/** Programs that an error of the library ends: what they print, and the line that is theirs. */
export const UNCAUGHT: Readonly<Record<string, { program: string; message: string; line: number }>> = {
  'ModelError': {
    program: "import { ContainerizedWorkload } from 'cdk8s-oam';\n\nnew ContainerizedWorkload({ name: 'cart', containers: [] });\n",
    message: "ModelError: [ContainerizedWorkload 'cart'] missing-field: 'containers' must have at least 1 container",
    line: 3,
  },
  'ManifestError': {
    program: "import { readManifestFiles } from 'cdk8s-oam/manifest';\n\nreadManifestFiles(['missing.yaml']);\n",
    message: 'ManifestError: missing.yaml: manifest-not-readable: does not exist; check the path',
    line: 3,
  },
  'a validation of GitOpsApp': {
    program: `import { Chart } from 'cdk8s';
import { CustomObject, GitOpsApp } from 'cdk8s-oam';

const app = new GitOpsApp();
const chart = new Chart(app, 'chart');
chart.node.addValidation({ validate: () => ['is not good'] });
app.synth();
`,
    message: 'Error: Validation failed with the following errors:\n  [chart] is not good',
    line: 7,
  },
};

/** Tests of a program, the second of which fails. */
export const ASSERTIONS = `
import { test } from 'node:test';
import { ApiObject, App, Chart } from 'cdk8s';
import { testing } from 'cdk8s-oam';
import { Manifests, Match } from 'cdk8s-oam/testing';

const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
new ApiObject(chart, 'cart', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart' }, spec: { replicas: 2 } });
const manifests = Manifests.ofChart(chart);

test('the cart has two replicas', () => {
  manifests.has({ kind: 'Deployment' }, { spec: { replicas: testing.Match.anyOf(1, Match.any()) } });
});
test('the cart has three replicas', () => {
  manifests.has({ kind: 'Deployment' }, { spec: { replicas: 3 } });
});
`;

/** Tests for jest, which knows the matchers by `setupFilesAfterEnv`. */
export const JEST_PROGRAM = `
import { ApiObject, App, Chart } from 'cdk8s';
import { Manifests } from 'cdk8s-oam/testing';

test('the cart has two replicas', () => {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  new ApiObject(chart, 'cart', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart' }, spec: { replicas: 2 } });
  const manifests = Manifests.ofChart(chart);
  expect(manifests).toHaveManifest({ kind: 'Deployment' }, { spec: { replicas: expect.any(Number) } });
  expect(manifests).not.toHaveManifest({ kind: 'Deployment' }, { spec: { replicas: 3 } });
  expect(manifests).toMatchSnapshot();
});
`;
