import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

interface Job {
  readonly permissions?: Record<string, string>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const FOLDER = resolve(__dirname, '../../.github/workflows');
const WORKFLOWS: [file: string, jobs: Record<string, Job>][] = readdirSync(FOLDER).map((file) => [file, parse(readFileSync(join(FOLDER, file), 'utf8')).jobs]);
const JOBS = WORKFLOWS.flatMap(([file, jobs]) => Object.entries(jobs).map(([name, job]): [string, Job] => [`${file}: ${name}`, job]));

const runsOf = ({ steps }: Job) => steps.flatMap(({ run = [] }) => run);
const actionsOf = ({ steps }: Job) => steps.flatMap(({ uses = [] }) => uses);
/** Commands that run what packages bring, be it the scripts of their installation. */
const RUNS_PACKAGES = /\bnpm (ci|install|i|exec|x|run|test)\b|\b(npx|yarn|pnpm|projen)\b/;

test('the workflows are those that are known', () => {
  expect(WORKFLOWS.map(([file]) => file)).toEqual(['build.yml', 'pull-request-lint.yml', 'release.yml', 'upgrade-main.yml']);
});

test.each(JOBS)('%s uses actions of a commit, and packages of a version', (_, job) => {
  expect(actionsOf(job).filter((action) => !/^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  expect(runsOf(job).filter((run) => /@(latest|next)\b|npx .*-p\b/.test(run))).toEqual([]);
});

test.each(JOBS)('%s has rights of its own, and only reads if it runs what packages bring', (_, job) => {
  const { permissions } = job;
  expect(permissions).toBeDefined();
  if (runsOf(job).some((run) => RUNS_PACKAGES.test(run))) expect(permissions).toEqual({ contents: 'read' });
});

test('a release starts by hand, with the version of the changelog', () => {
  expect(Object.keys(parse(readFileSync(join(FOLDER, 'release.yml'), 'utf8')).on)).toEqual(['workflow_dispatch']);
  const { tasks } = JSON.parse(readFileSync(resolve(FOLDER, '../../.projen/tasks.json'), 'utf8'));
  expect(tasks['bump:next-version'].steps).toEqual([{ exec: expect.stringMatching(/ build-tools\/next-version\.ts$/) }]);
});

describe('the job that publishes', () => {
  const publishing = JOBS.filter(([, { permissions = {} }]) => 'id-token' in permissions);

  test('is one, and has no other right', () => {
    expect(publishing.map(([name, { permissions }]) => [name, permissions])).toEqual([['release.yml: release_npm', { 'id-token': 'write' }]]);
  });

  test('downloads the tarballs and gives them to npm, whose scripts do not run; a version that is published is passed over', () => {
    const [[, job]] = publishing;
    expect(actionsOf(job).map((action) => action.split('@')[0])).toEqual(['actions/setup-node', 'actions/download-artifact']);
    const [script, ...others] = runsOf(job);
    expect([others, script.match(RUNS_PACKAGES)]).toEqual([[], null]);
    const publish = (file: string) => `publish ./packages/${file} --ignore-scripts --access public --tag latest`;
    const [library, rules] = [publish('js/cdk8s-oam-1.2.3.tgz'), publish('server-rules/cdk8s-oam-server-rules-1.34.0.tgz')];
    const [ofLibrary, ofRules] = ['view cdk8s-oam@1.2.3 version', 'view cdk8s-oam-server-rules@1.34.0 version'];
    expect(calls(script, '')).toEqual([ofLibrary, library, ofRules, rules]);
    expect(calls(script, '1.2.3')).toEqual([ofLibrary, ofRules, rules]);
    expect(calls(script, '1.34.0')).toEqual([ofLibrary, library, ofRules]);
  });
});

/** What a script calls npm with, beside tarballs of versions 1.2.3 and 1.34.0, where the registry prints a version. */
function calls(script: string, printed: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-test-'));
  try {
    mkdirSync(join(folder, 'packages/js'), { recursive: true });
    writeFileSync(join(folder, 'packages/version.txt'), '1.2.3');
    writeFileSync(join(folder, 'packages/js/cdk8s-oam-1.2.3.tgz'), '');
    mkdirSync(join(folder, 'packages/server-rules'));
    writeFileSync(join(folder, 'packages/server-rules/version.txt'), '1.34.0');
    writeFileSync(join(folder, 'packages/server-rules/cdk8s-oam-server-rules-1.34.0.tgz'), '');
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> calls\necho "${printed}"\n`, { mode: 0o755 });
    execFileSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
    return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
