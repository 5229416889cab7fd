import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPackage, projectFiles, tarballNotes, tarballOf } from '../../../src/migration/typescript/node-project';

let place: string;
beforeEach(() => place = mkdtempSync(join(tmpdir(), 'cdk8s-oam-project-')));
afterEach(() => rmSync(place, { recursive: true }));

/** The folder of our package in a project, beside a hidden lockfile of npm. */
function installed(lockfile: string): string {
  const modules = join(place, 'project', 'node_modules');
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, '.package-lock.json'), lockfile);
  return join(modules, 'cdk8s-oam');
}

const lockfile = (entry: object) => JSON.stringify({ packages: { 'node_modules/cdk8s-oam': entry } });

test('a package that npm has installed from a tarball names it', () => {
  expect(tarballOf(installed(lockfile({ version: '0.0.0', resolved: 'file:../cdk8s-oam-0.0.0.tgz' })))).toBe(join(place, 'cdk8s-oam-0.0.0.tgz'));
});

test.each([
  ['is from a registry', lockfile({ resolved: 'https://registry.npmjs.org/cdk8s-oam/-/cdk8s-oam-0.1.0.tgz' })],
  ['is a link to a folder', lockfile({ resolved: '../cdk8s-oam', link: true })],
  ['is not listed', '{}'],
  ['has a lockfile that cannot be read', '{'],
])('a package that %s has none', (_, text) => {
  expect(tarballOf(installed(text))).toBeUndefined();
});

test('a project depends on a version, or else on the tarball, by its path from the project', () => {
  const own = { ...ownPackage(), version: '0.1.0' };
  const dependency = (tarball?: string) => {
    const files = projectFiles({ folder: join(place, 'a', 'shop'), otherwise: 'x', scripts: {}, own: { ...own, tarball } });
    return JSON.parse(files.get('package.json')!).dependencies['cdk8s-oam'];
  };
  expect([dependency(), dependency(join(place, 'cdk8s-oam-0.0.0.tgz'))]).toEqual(['^0.1.0', 'file:../../cdk8s-oam-0.0.0.tgz']);
  expect(tarballNotes(own)).toEqual([]);
  expect(tarballNotes({ ...own, tarball: join(place, 'cdk8s-oam-0.0.0.tgz') })).toEqual(['package.json names the tarball cdk8s-oam-0.0.0.tgz: replace it with a version once one is published']);
});
