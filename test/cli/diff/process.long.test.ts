import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, lines, manifest, shell } from '../support';

jest.setTimeout(120_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-test-'));
  for (const name of ['dist', 'temporary']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'dist/a.yaml'), manifest('Service', 'greet'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command with an app, in the folder of its cdk8s.yaml. */
async function diff(app: string, args = '', script = 'cdk8s-oam diff') {
  writeFileSync(join(folder, 'cdk8s.yaml'), `app: ${JSON.stringify(app)}\n`);
  const ended = await shell(`cd "${folder}"; ${script} ${args}`, { TMPDIR: join(folder, 'temporary'), CDK8S_OAM_PASSWORD: 'hunter2' }, 'typed');
  expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  return ended;
}

const COPY = 'cp dist/* "$CDK8S_OUTDIR"';

test.each<[number, string, string]>([[0, COPY, ''], [1, 'sed s/Service/Other/ dist/a.yaml > $CDK8S_OUTDIR/a.yaml', ''], [2, 'exit 1', ''], [2, COPY, 'nowhere'], [2, COPY, 'dist --wait 5m']])('it ends with %i: %s %s', async (code, app, args) => {
  expect(await diff(app, args)).toMatchObject({ code });
});

test('what the app prints goes to standard error, in order, and what it reads is what is typed', async () => {
  const app = `echo one; echo two >&2; cat; echo; echo "[$CDK8S_OAM_PASSWORD]"; ${COPY}`;
  expect(await diff(app)).toEqual({ code: 0, stdout: '', stderr: lines('one', 'two', 'typed', '[]', 'no difference in 1 object') });
  const { code, stdout, stderr } = await diff(app, '--json');
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, { equal: true, notes: [], added: [], removed: [], moved: [], changed: [] }, lines('one', 'two', 'typed', '[]', 'no difference in 1 object')]);
});

test('an app that prints much is not held up', async () => {
  const { code, stdout } = await diff(`head -c 3000000 /dev/zero | tr '\\0' x; ${COPY}`, '2> >(sleep 0.5; wc -c)');
  expect([code, Number(stdout)]).toEqual([0, 3_000_000 + 'no difference in 1 object\n'.length]);
});

test('what an app leaves running is not waited for', async () => {
  const start = Date.now();
  expect(await diff(`sleep 10 > /dev/null 2>&1 & ${COPY}`)).toMatchObject({ code: 0 });
  expect(Date.now() - start).toBeLessThan(8000);
});

test('what is committed in dist/ is what the examples write', async () => {
  // the examples warn of what an OAM platform applies as it is
  jest.replaceProperty(process, 'env', { ...process.env, NODE_NO_WARNINGS: '1' });
  expect(await cli(['diff', 'dist'])).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^no difference in \d+ objects\n$/) });
  jest.restoreAllMocks();
}, 120_000);
