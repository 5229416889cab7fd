import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GITHUB, GITLAB, runsOf } from './ci';
import { bash, bashAside, install, Ran, repository } from './support';

// each step of the files that check pull requests, in a repository with a change

jest.setTimeout(120_000);

const GIT = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

/** `npm ci` has been done before. */
const NPM = { npm: `[ "$1" = ci ] && exit 0\nexec "${execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()}" "$@"` };
const MARK = '<!-- cdk8s-oam diff -->';

/** What a report says that has no comparison. */
const notCompared = (branch: string, ...why: string[]) =>
  `${MARK}\n\n### Not compared with the ${branch} branch\n\nThe log of the job \`manifests\` shows why.\n\n${why.map((line) => `    ${line}\n`).join('')}`;

/** Repositories whose manifests are written, to copy. */
const TEMPLATES = new Map<string, string>();
afterAll(() => TEMPLATES.forEach(remove));

function synthesized(ci: 'github' | 'gitlab'): string {
  const template = TEMPLATES.get(ci) ?? repository({ ci, codeScanning: ci === 'github' });
  if (!TEMPLATES.has(ci)) expect(bash(template, 'npm run --silent synth')).toMatchObject({ code: 0 });
  TEMPLATES.set(ci, template);
  const folder = join(mkdtempSync(join(tmpdir(), 'cdk8s-oam-init-')), 'deployments');
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** A repository of a code host: what is in its branch main, a change of that, and both merged; `broken` is what is wrong in main. */
function changed(ci: 'github' | 'gitlab', change: string, broken = ''): { readonly folder: string; readonly base: string } {
  const folder = synthesized(ci);
  const git = (...args: string[]) => execFileSync('git', [...GIT, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  const commit = () => {
    git('add', '.');
    git('commit', '--quiet', '--message', 'A change');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  expect(bash(folder, broken)).toMatchObject({ code: 0 });
  commit();
  const base = git('rev-parse', 'HEAD');
  git('checkout', '--quiet', '-b', 'change');
  expect(bash(folder, change)).toMatchObject({ code: 0 });
  commit();
  git('checkout', '--quiet', '--detach', 'main');
  git('merge', '--quiet', '--no-ff', '--no-edit', 'change');
  return { folder, base };
}

const remove = (folder: string) => rmSync(dirname(folder), { recursive: true });

const BOOM = "echo 'throw new Error(\"boom\");' >> settings.ts";
const GOOD = "sed -i 's/replicas: 2/replicas: 3/' settings.ts && npm run --silent synth";
/** What is wrong, and the step that finds it. */
const BAD: readonly (readonly [string, RegExp])[] = [
  ["sed -i 's/replicas: 2/replicas: 3/' settings.ts", /git diff --exit-code/],
  ["echo 'kind: Secret' > dist/prod/shop/mine.yaml", /validate/],
  ["sed -i 's/replicas: 1 /replicas: 0 /' settings.ts && npm run --silent synth", /npm test/],
  // a wrong type
  ["sed -i 's/replicas: 1 /replicas: 1, more: 1 /' settings.ts", /npm test/],
];
/** Committed files that the program does not write. */
const NOT_WRITTEN = [
  'echo "# by hand" >> dist/prod/shop/Service.web.yaml',
  'sed s/dev-shop/mine/ dist/_argocd/dev/Application.dev-shop.yaml > dist/_argocd/dev/Application.mine.yaml',
  "echo '{}' > dist/prod/shop/mine.jsonnet && echo '*.jsonnet' > dist/.gitignore && git add --force dist",
];
/** A manifest of main that no command can read, which the program writes again. */
const BROKEN = "echo '{' > dist/prod/shop/Service.web.yaml";
const REPAIR = 'npm run --silent synth';
const FROM_BASE = 'base/dist/prod/shop/Service.web.yaml:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes';

describe('for GitHub Actions', () => {
  const { folder } = changed('github', GOOD);
  afterAll(() => remove(folder));

  /** Runs the steps of the first job, or some of them, in a clone as checkout makes it, until one fails; a second time, in the same clone. */
  function check(source: string, some = /^/): { readonly runs: readonly (Ran & { readonly run: string })[]; readonly reports: string; readonly summary: string } {
    const place = join(dirname(source), 'runner');
    const [clone, temporary] = [join(place, 'work'), join(place, 'temp')];
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    if (!existsSync(clone)) {
      execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--depth', '2', `file://${source}`, clone]);
      install(clone);
    }
    const summary = join(place, 'summary.md');
    const runs: (Ran & { run: string })[] = [];
    for (const run of runsOf(GITHUB.jobs.manifests).filter((each) => some.test(each))) {
      runs.push({ run, ...bash(clone, run, { RUNNER_TEMP: temporary, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: join(place, 'outputs') }, NPM) });
      if (runs.at(-1)!.code !== 0) break;
    }
    return { runs, reports: join(temporary, 'reports'), summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
  }

  describe('a change', () => {
    let checked: ReturnType<typeof check>;
    beforeAll(() => checked = check(folder));

    test('passes each step', () => {
      expect(checked.runs.map(({ code, stderr }) => code === 0 ? 0 : stderr)).toEqual(runsOf(GITHUB.jobs.manifests).map(() => 0));
    });

    test('passes each step a second time in the same clone', () => {
      expect(check(folder).runs.map(({ code }) => code)).toEqual(runsOf(GITHUB.jobs.manifests).map(() => 0));
    });

    test('is in the summary, by the files of the repository, and in SARIF', () => {
      expect(checked.summary).toContain(' in dist/prod/shop/Deployment.web.yaml\n');
      expect(checked.summary).toMatch(new RegExp(`^${MARK}\n[^]*\`prod\`[^]*spec.replicas`));
      const { runs: [{ results, invocations }] } = JSON.parse(readFileSync(join(checked.reports, 'manifests.sarif'), 'utf8'));
      expect([results, invocations[0].exitCode]).toEqual([[], 0]);
    });

    const comment = (comments?: object[], prepare = '') => {
      const place = join(dirname(folder), 'comment');
      rmSync(place, { recursive: true, force: true });
      cpSync(checked.reports, join(place, 'reports'), { recursive: true });
      if (comments) writeFileSync(join(place, 'comments.json'), JSON.stringify(comments));
      expect(bash(place, prepare)).toMatchObject({ code: 0 });
      // as gh: it prints what the expression selects, and sends the contents of a file
      const gh = `[ "$2" = --paginate ] && { echo "GET $3" >> calls; exec jq -r "$5" comments.json; }
        echo "$3 $4 $5 $7" >> calls; cp "\${6#body=@}" posted.md`;
      const [step] = GITHUB.jobs.comment.steps.filter(({ run }) => run);
      const env = Object.fromEntries(Object.entries(step.env!).map(([name, value]) => [name,
        value.replace('${{ github.repository }}', 'acme/deployments').replace('${{ github.event.pull_request.number }}', '7').replace('${{ github.token }}', 'token')]));
      const ran = bash(place, step.run!, env, { gh });
      const read = (name: string) => existsSync(join(place, name)) ? readFileSync(join(place, name), 'utf8') : '';
      return { ran, calls: read('calls').trim().split('\n'), posted: read('posted.md') };
    };
    const OF_ISSUE = 'repos/acme/deployments/issues/7/comments';

    test('is told in a comment', () => {
      const others = [{ id: 1, user: { login: 'mallory' }, body: MARK }, { id: 2, user: { login: 'github-actions[bot]' }, body: 'Thanks' }];
      const { ran, calls, posted } = comment(others);
      expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(calls).toEqual([`GET ${OF_ISSUE}`, `POST ${OF_ISSUE} --field --silent`]);
      expect(posted).toBe(checked.summary);
    });

    test('fails the job if the comments are not listed, and is not posted', () => {
      const { ran, calls } = comment();
      expect([ran.code, calls]).toEqual([2, [`GET ${OF_ISSUE}`]]);
    });

    test('is left out if there is none', () => {
      expect(comment([], ': > reports/diff.md')).toEqual({ ran: { code: 0, stdout: '', stderr: '' }, calls: [''], posted: '' });
    });

    test('fails the job if the report is a link', () => {
      expect(comment([], 'ln -sf /proc/self/environ reports/diff.md')).toEqual({ ran: { code: 1, stdout: '', stderr: 'diff.md is a link\n' }, calls: [''], posted: '' });
    });

    test('is told in place of an earlier one', () => {
      const { calls, posted } = comment([3, 4].map((id) => ({ id, user: { login: 'github-actions[bot]' }, body: `${MARK}\nold` })));
      expect(calls).toEqual([`GET ${OF_ISSUE}`, 'PATCH repos/acme/deployments/issues/comments/3 --field --silent']);
      expect(posted).toBe(checked.summary);
    });
  });

  test('a manifest of the base branch that cannot be read is in the report, and stops nothing', () => {
    const { folder: source } = changed('github', REPAIR, BROKEN);
    const { runs, reports, summary } = check(source);
    expect(runs.map(({ code, stderr }) => code === 0 ? 0 : stderr)).toEqual(runsOf(GITHUB.jobs.manifests).map(() => 0));
    expect([readFileSync(join(reports, 'diff.md'), 'utf8'), summary]).toEqual(Array(2).fill(notCompared('base', FROM_BASE)));
    expect(runs.flatMap(({ stdout }) => /^::warning::.*$/m.exec(stdout) ?? [])).toEqual(['::warning::The manifests could not be compared with the base branch. The log of this step shows why.']);
    remove(source);
  });

  test('a program that throws is not compared, which the report says, and its manifests are checked', () => {
    const { folder: source } = changed('github', BOOM);
    const { runs, reports } = check(source);
    expect(runs.at(-1)).toMatchObject({ run: 'npm test', code: 1 });
    expect(readFileSync(join(reports, 'diff.md'), 'utf8')).toBe(notCompared('base', '[cdk8s-oam diff] app-failed: the app ended with exit code 1; see its output above'));
    expect(JSON.parse(readFileSync(join(reports, 'manifests.sarif'), 'utf8')).runs[0].results).toEqual([]);
    expect(readFileSync(join(dirname(source), 'runner/outputs'), 'utf8')).toBe('written=true\n');
    remove(source);
  });

  test.each(BAD)('%s: the step that fails is %s', (change, step) => {
    const { folder: source } = changed('github', change);
    const { run, code } = check(source).runs.at(-1)!;
    expect([run, code]).toEqual([expect.stringMatching(step), expect.any(Number)]);
    expect(code).not.toBe(0);
    remove(source);
  });

  test.each(NOT_WRITTEN)('%s: what is committed is not what the program writes', (change) => {
    const { folder: source } = changed('github', change);
    const [{ code, stdout }] = check(source, /git diff --exit-code/).runs;
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^diff --git a\/dist\//m)]);
    remove(source);
  });
});

describe('for GitLab', () => {
  const { folder, base } = changed('gitlab', GOOD);
  afterAll(() => remove(folder));

  /** Runs the lines of the first job, until one fails, and those that follow in any case. */
  function check(place: string, env: NodeJS.ProcessEnv): Ran & { readonly line?: string } {
    const { script, after_script: after } = GITLAB.manifests;
    let ran: Ran & { readonly line?: string } = { code: 0, stdout: '', stderr: '' };
    for (const line of script) {
      ran = { ...bash(place, line, env, NPM), line };
      if (ran.code !== 0) break;
    }
    for (const line of after) expect(bash(place, line, env, NPM)).toEqual({ code: 0, stdout: '', stderr: '' });
    return ran;
  }

  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  test('a change passes each line, and is a report and code quality', () => {
    const [last] = GITLAB.manifests.script.slice(-1);
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, TMPDIR: dirname(folder) };
    expect(check(folder, env)).toMatchObject({ code: 0, line: last });
    // on a runner that keeps its folders
    expect(check(folder, env)).toMatchObject({ code: 0, line: last });
    expect(read('diff.md')).toContain(' in dist/prod/shop/Deployment.web.yaml\n');
    expect(read('diff.md')).toMatch(new RegExp(`^${MARK}\n[^]*\`prod\`[^]*spec.replicas`));
    expect(JSON.parse(read('quality.json'))).toEqual([]);
  });

  test('what is wrong with a manifest is in the report of code quality', () => {
    const { folder: source } = changed('gitlab', "sed -i 's/kind: Service/kind: Serbice/' dist/prod/shop/Service.web.yaml");
    expect(check(source, {})).toMatchObject({ code: 1, line: expect.stringContaining('validate'), stdout: expect.stringContaining('Service.web.yaml') });
    const [first] = JSON.parse(readFileSync(join(source, 'quality.json'), 'utf8'));
    expect(first).toEqual({
      description: '\'kind\' is no kind of "v1". Fix: did you mean "Service"?',
      check_name: expect.any(String),
      fingerprint: expect.any(String),
      severity: 'major',
      location: { path: 'dist/prod/shop/Service.web.yaml', lines: { begin: expect.any(Number) } },
    });
    remove(source);
  });

  test.each([
    ['a manifest of the target branch cannot be read', REPAIR, BROKEN, /git diff/, 0, FROM_BASE],
    ['the program throws', BOOM, '', /npm test/, 1, '[cdk8s-oam diff] app-failed: the app ended with exit code 1; see its output above'],
  ])('if %s, the report says that nothing is compared, and the next lines decide', (_, change, broken, line, code, why) => {
    const { folder: source, base: of } = changed('gitlab', change, broken);
    expect(check(source, { CI_MERGE_REQUEST_DIFF_BASE_SHA: of, TMPDIR: dirname(source) })).toMatchObject({ code, line: expect.stringMatching(line) });
    expect(readFileSync(join(source, 'diff.md'), 'utf8')).toBe(notCompared('target', why));
    remove(source);
  });

  describe('the comment', () => {
    let server: Server;
    const calls: { readonly call: string; readonly token: unknown; readonly body?: string }[] = [];
    let notes: object[] = [];
    beforeAll(async () => {
      server = createServer((request, response) => {
        const pieces: Buffer[] = [];
        request.on('data', (piece) => pieces.push(piece)).on('end', () => {
          const text = Buffer.concat(pieces).toString();
          const call = `${request.method} ${request.url}`;
          calls.push({ call, token: request.headers['private-token'], ...text && { body: JSON.parse(text).body } });
          const page = Number(/&page=(\d+)$/.exec(call)?.[1] ?? 1);
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(call === 'GET /user' ? { id: 5 } : request.method === 'GET' ? notes.slice(100 * page - 100, 100 * page) : {}));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => server.close());

    /** Runs the job in a folder with the artifacts alone; the server answers in this process. */
    async function comment(env: NodeJS.ProcessEnv, prepare = ''): Promise<Ran> {
      calls.splice(0);
      const place = join(dirname(folder), 'comment');
      mkdirSync(place, { recursive: true });
      rmSync(join(place, 'diff.md'), { force: true });
      writeFileSync(join(place, 'diff.md'), read('diff.md'));
      expect(bash(place, prepare)).toMatchObject({ code: 0 });
      const all = { CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, CI_PROJECT_ID: '12', CI_MERGE_REQUEST_IID: '7', ...env };
      return bashAside(place, GITLAB.comment.script.join('\n'), all);
    }
    const PATH = '/projects/12/merge_requests/7/notes';

    test('is made', async () => {
      notes = [{ id: 1, author: { id: 6 }, body: MARK }, { id: 2, author: { id: 5 }, body: 'Thanks' }];
      expect(await comment({ COMMENT_TOKEN: 'secret' })).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(calls).toEqual([
        { call: 'GET /user', token: 'secret' }, { call: `GET ${PATH}?per_page=100&page=1`, token: 'secret' },
        { call: `POST ${PATH}`, token: 'secret', body: read('diff.md') },
      ]);
    });

    test('takes the place of an earlier one, on whatever page', async () => {
      notes = [...Array.from({ length: 100 }, (_, id) => ({ id, author: { id: 5 }, body: 'Thanks' })), { id: 101, author: { id: 5 }, body: `${MARK}\nold` }];
      expect(await comment({ COMMENT_TOKEN: 'secret' })).toMatchObject({ code: 0 });
      expect(calls.map(({ call }) => call)).toEqual(['GET /user', `GET ${PATH}?per_page=100&page=1`, `GET ${PATH}?per_page=100&page=2`, `PUT ${PATH}/101`]);
      expect(calls.at(-1)!.body).toBe(read('diff.md'));
    });

    test('is left out without a token, which is said', async () => {
      expect(await comment({})).toEqual({
        code: 0, stderr: '', stdout: 'There is no comment: the variable COMMENT_TOKEN is not set. The report is diff.md among the artifacts of "manifests".\n',
      });
      expect(calls).toEqual([]);
    });

    test('is left out if there is no report', async () => {
      expect([await comment({ COMMENT_TOKEN: 'secret' }, ': > diff.md'), calls]).toEqual([{ code: 0, stdout: '', stderr: '' }, []]);
    });

    test('fails the job if the report is a link, and sends nothing', async () => {
      const { code, stderr } = await comment({ COMMENT_TOKEN: 'secret' }, 'ln -sf /proc/self/environ diff.md');
      expect([code, stderr, calls]).toEqual([1, 'diff.md is a link\n', []]);
    });

    test('fails the job where the server refuses it', async () => {
      const { code, stderr } = await comment({ COMMENT_TOKEN: 'secret', CI_API_V4_URL: 'http://127.0.0.1:1' });
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('secret');
    });
  });
});
