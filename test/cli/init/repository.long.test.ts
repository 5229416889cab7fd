import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bash, contents, repository } from './support';
import type { InitFlags } from '../../../src/cli/init/answers';

// what works in a repository that `init` has written

jest.setTimeout(120_000);

describe.each<[string, Partial<InitFlags>, { files: number; paths: string[] }]>([
  ['Argo CD and GitHub', {}, { files: 22, paths: ['.github/workflows/manifests.yml', 'dist/_argocd/prod.yaml'] }],
  ['Flux and GitLab', { delivery: 'flux', ci: 'gitlab', name: 'my-2nd-app', image: 'localhost:5000/cart@sha256:' + 'a'.repeat(64), repository: "ssh://git@gitlab.com/it's-$a.git" },
    { files: 22, paths: ['.gitlab-ci.yml', 'applications/my-2nd-app.ts', 'dist/_flux/prod.yaml'] }],
  ['neither, with one environment', { delivery: 'none', ci: 'none', environments: 'live', name: 'web', image: 'acme/cart:true', port: '80', metricsPort: '80', metricsPath: '/actuator/prometheus' },
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
    expect(bash(folder, 'npm test')).toMatchObject({ code: 0, stdout: expect.stringContaining('\n# fail 0\n') });
    expect(bash(folder, 'npx tsc')).toEqual({ code: 0, stdout: '', stderr: '' });
    const validated = bash(folder, 'npm run --silent validate');
    // no file says which monitors the Prometheus selects
    const notes = validated.stdout.split('\n').filter((line) => /^dist\S* note cannot-judge: .* no object here selects a PodMonitor/.test(line)).length;
    expect(validated.stdout).not.toMatch(/^\S+ (error|warning)/m);
    expect({ code: validated.code, stderr: validated.stderr }).toEqual({ code: 0, stderr: `nothing wrong in ${files} files; ${notes === 1 ? '1 note' : `${notes} notes`}\n` });
  });

  test('its README names what is there, and CODEOWNERS owns all of it', () => {
    const { 'README.md': readme, CODEOWNERS } = contents(folder);
    const named = [...readme.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(CODEOWNERS.match(/^[^#].*$/gm)).toEqual(['*  @acme/platform']);
    expect(readme).not.toMatch(/undefined|\n\n\n/);
  });
});

test('a test of the repository fails with the program', () => {
  const folder = repository();
  const file = join(folder, 'applications/shop.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("name: 'metrics', port: 9090", "name: 'metrics', port: 9191"));
  expect(bash(folder, 'npm test')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^ +not ok 2 - its metrics are scraped$/m) });
  rmSync(dirname(folder), { recursive: true });
});
