import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bash, contents, repository, ROOT } from './support';
import type { InitFlags } from '../../../src/cli/init/answers';

// what works in a repository that `init` has written

jest.setTimeout(120_000);

describe.each<[string, Partial<InitFlags>, { files: number; paths: string[] }]>([
  ['Argo CD and GitHub', {}, { files: 22, paths: ['.github/workflows/manifests.yml', 'dist/_argocd/prod.yaml'] }],
  ['Flux and GitLab', { delivery: 'flux', ci: 'gitlab', owner: '@acme/platform', ingressController: 'kong', name: 'my-2nd-app', image: 'localhost:5000/cart@sha256:' + 'a'.repeat(64), repository: "ssh://git@gitlab.com/it's-$a.git" },
    { files: 22, paths: ['.gitlab-ci.yml', 'applications/my-2nd-app.ts', 'dist/_flux/prod.yaml'] }],
  ['neither, with one environment', { delivery: 'none', ci: 'none', environments: 'live', name: 'web', image: 'acme/cart:true', port: '80', ingressController: 'ingress-nginx', metricsPath: '/actuator/prometheus' },
    { files: 6, paths: ['applications/web.ts', 'dist/live/web/Deployment.web.yaml'] }],
])('with %s', (_, flags, { files, paths }) => {
  let folder: string;
  beforeAll(() => folder = repository(flags));
  afterAll(() => rmSync(dirname(folder), { recursive: true }));

  test('the program writes manifests, and a second time none', () => {
    expect(bash(folder, 'npm run --silent synth')).toMatchObject({ code: 0, stderr: `${files} added, 0 files without a change\n` });
    expect(bash(folder, 'npm run --silent synth')).toEqual({ code: 0, stdout: '', stderr: `no change in ${files} files\n` });
    expect(Object.keys(contents(folder))).toEqual(expect.arrayContaining(paths));
    expect(bash(folder, 'npm run --silent diff')).toMatchObject({ code: 0 });
  });

  test('its tests, types and manifests are fine', () => {
    expect(bash(folder, 'npm test')).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Tests: +\d+ passed, \d+ total$/m) });
    const validated = bash(folder, 'npm run --silent validate');
    expect(validated).toEqual({ code: 0, stdout: '', stderr: `nothing wrong in ${files} files\n` });
  });

  test('cdk8s synth writes the same', () => {
    const before = contents(folder);
    expect(bash(folder, 'npx cdk8s synth --no-check-upgrade')).toMatchObject({ code: 0 });
    expect(contents(folder)).toEqual(before);
  });

  test('its README names what is there, and CODEOWNERS owns all of it', () => {
    const { 'README.md': readme, CODEOWNERS = '' } = contents(folder);
    const named = [...readme.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(CODEOWNERS.match(/^[^#].*$/gm)).toEqual(flags.owner === undefined ? null : [`*  ${flags.owner}`]);
    expect(readme).not.toMatch(/undefined|\n\n\n/);
  });
});

test.each<[string, Partial<InitFlags>]>([
  ['a worker', { port: 'none', ci: 'gitlab' }],
  ['a worker without ports', { port: 'none', metricsPort: 'none', image: 'acme/worker:1' }],
  ['haproxy, without metrics', { ingressController: 'haproxy', metricsPort: 'none' }],
  ['f5-nginx, with a path for metrics', { ingressController: 'f5-nginx', metricsPath: '/actuator/prometheus' }],
  ['haproxy-ingress, with another release', { ingressController: 'haproxy-ingress', release: 'prom', releaseNamespace: 'observability' }],
])('a repository with %s passes its tests', (_, flags) => {
  const folder = repository({ delivery: 'none', environments: 'live', ...flags });
  expect(bash(folder, 'npm run --silent synth && npm run --silent validate')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('warning') });
  expect(bash(folder, 'npm test')).toMatchObject({ code: 0 });
  rmSync(dirname(folder), { recursive: true });
});

test('a copy of the library that npm has installed from a tarball makes a repository that depends on the tarball', () => {
  const place = mkdtempSync(join(tmpdir(), 'cdk8s-oam-tarball-'));
  const modules = join(place, 'npx', 'node_modules');
  const copy = join(modules, 'cdk8s-oam');
  for (const name of ['lib', 'templates', 'package.json']) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  for (const name of ['schemas', 'node_modules']) symlinkSync(join(ROOT, name), join(copy, name));
  writeFileSync(join(modules, '.package-lock.json'), '{"packages":{"node_modules/cdk8s-oam":{"resolved":"file:../cdk8s-oam-0.0.0.tgz"}}}');
  const note = 'package.json names the tarball cdk8s-oam-0.0.0.tgz: replace it with a version once one is published\n';
  const run = (script: string) => expect(bash(place, `"${process.execPath}" "${copy}/lib/src/cli/main.js" ${script}`)).toMatchObject({ code: 0, stderr: expect.stringContaining(note) });
  run('init deployments');
  writeFileSync(join(place, 'x.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x }\n');
  run('import x.yaml --out imported/x');
  const dependency = (folder: string) => JSON.parse(readFileSync(join(place, folder, 'package.json'), 'utf8')).dependencies['cdk8s-oam'];
  expect(['deployments', 'imported/x'].map(dependency)).toEqual(['file:../cdk8s-oam-0.0.0.tgz', 'file:../../cdk8s-oam-0.0.0.tgz']);
  rmSync(place, { recursive: true });
});

test('a test of the repository fails with the program', () => {
  const folder = repository();
  const file = join(folder, 'applications/shop.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("name: 'metrics', port: 9090", "name: 'metrics', port: 9191"));
  expect(bash(folder, 'npm test')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ +✕ its metrics are scraped/m) });
  rmSync(dirname(folder), { recursive: true });
});
