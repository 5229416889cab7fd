import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { objectsOf } from '../examples/programs';

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/leaving-the-platform.md'), 'utf8');

/** The function of the page that cuts out the objects of some kinds. */
const ONLY = /^only\(\) .*$/m.exec(PAGE)![0];

const manifests = (platform: string, name: string) => objectsOf(readFileSync(join(ROOT, 'dist', platform, name), 'utf8'));

function only(kinds: string, name: string): any[] {
  const script = `${ONLY}\nonly "$1" "$2"`;
  return objectsOf(execFileSync('sh', ['-c', script, 'sh', kinds, join(ROOT, 'dist/kubernetes', name)], { encoding: 'utf8' }));
}

/** The names behind a command of the page, in their order. */
function namesIn(command: RegExp): string[][] {
  return [...PAGE.matchAll(command)].map(([, names]) => names.split(' '));
}

const named = (objects: any[], kind: string) => objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);

/** The Deployments that the platform makes of HelidonWorkloads. */
const madeOfHelidon = (name: string) => manifests('oam', name).filter(({ kind }) => kind === 'Component')
  .map(({ spec }) => spec.workload.spec?.deploymentTemplate?.metadata.name).filter(Boolean);

test.each(readdirSync(join(ROOT, 'dist/kubernetes')))('what the page cuts out of %s are whole objects, and all of their kinds', (name) => {
  const all = manifests('kubernetes', name);
  for (const kinds of ['PodMonitor|Ingress', 'Service']) {
    expect(only(kinds, name)).toEqual(all.filter(({ kind }) => kinds.split('|').includes(kind)));
  }
});

test('the page deletes the Deployments whose selectors cannot be changed, and no other', () => {
  const [hello, books] = namesIn(/delete deployment ([^\n`]+) --cascade=orphan/g);
  expect(hello).toEqual(madeOfHelidon('hello-helidon.k8s.yaml'));
  expect(books).toEqual(madeOfHelidon('bobs-books.k8s.yaml'));
});

test('the page names the Services of bobs-books', () => {
  const [, services] = /^- \*\*6:\*\* the Services (.+)\.$/m.exec(PAGE)!;
  expect([...services.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(named(manifests('kubernetes', 'bobs-books.k8s.yaml'), 'Service'));
});
