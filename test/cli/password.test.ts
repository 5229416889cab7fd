import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './support';
import { runCommand } from '../../src/cli/program';
import * as answers from '../e2e/support/upstream';
import { Upstream, startUpstream } from '../e2e/support/upstream';
import { kubectlWith } from '../verify/query/fake-kubectl';

const SCALAR = '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}';
const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-password-'));

let server: Upstream;
let written = 0;
beforeEach(async () => { server = await startUpstream(answers.reply(200, SCALAR)); });
afterEach(async () => server.stop());
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string | Buffer): string {
  const file = join(folder, `password-${written++}`);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Who the scraper was asked by. */
const askedBy = () => server.requests.map(({ headers: { authorization } }) => authorization && Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8'));

const ask = async (args: readonly string[], password?: string) => cli(['query', '1 + 1', `--url=${server.url}`, ...args], { password });

describe('the password', () => {
  test('is that of the environment, and is there for nothing else', async () => {
    expect(await ask(['--user=metrics'], 'hunter2')).toMatchObject({ code: 0 });
    expect(askedBy()).toEqual(['metrics:hunter2']);
    process.env.CDK8S_OAM_PASSWORD = 'hunter2';
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await runCommand(['--version']);
    write.mockRestore();
    expect('CDK8S_OAM_PASSWORD' in process.env).toBe(false);
  });

  test('is that of the file before that of the environment', async () => {
    expect(await ask(['--user=metrics', '--password-file', fileWith('hunter3')], 'hunter2')).toMatchObject({ code: 0 });
    expect(askedBy()).toEqual(['metrics:hunter3']);
  });

  test('is no one\'s where there is no user', async () => {
    expect(await ask([], 'hunter2')).toMatchObject({ code: 0 });
    expect(askedBy()).toEqual([undefined]);
  });

  test.each([
    ['without a line break', 'hunter2', 'hunter2'], ['with one', 'hunter2\n', 'hunter2'], ['with that of Windows', 'hunter2\r\n', 'hunter2'],
    ['with spaces', ' hunter 2 ', ' hunter 2 '], ['with other letters', 'jägerin 😀', 'jägerin 😀'], ['with a mark of its encoding', '\ufeffhunter2\n', 'hunter2'],
  ])('is in a file %s', async (_, content, password) => {
    expect(await ask(['--user=metrics', `--password-file=${fileWith(content)}`])).toMatchObject({ code: 0 });
    expect(askedBy()).toEqual([`metrics:${password}`]);
  });
});

describe('fails with 2 when the password', () => {
  const INVALID = "[cdk8s-oam] invalid-password: 'password' must be a non-empty string, without line breaks and control characters; it is not shown; a "
    + 'line break often comes from reading a file: trim it\n';

  test.each<[string, string | Buffer]>([
    ['has two lines', 'hunter2\nhunter3\n'], ['has two line breaks', 'hunter2\n\n'], ['has a tab', 'hunter\t2'], ['is empty', ''], ['is a line break', '\n'],
  ])('of the file %s', async (_, content) => {
    expect(await ask(['--user=metrics', '--password-file', fileWith(content)], 'hunter4')).toEqual({ code: 2, stdout: '', stderr: INVALID });
    expect(askedBy()).toEqual([]);
  });

  test('of the environment has a line break', async () => {
    expect(await ask(['--user=metrics'], 'hunter2\n')).toEqual({ code: 2, stdout: '', stderr: INVALID });
  });

  test('of the file is not UTF-8', async () => {
    const { code, stdout, stderr } = await ask(['--user=metrics', '--password-file', fileWith(Buffer.from([0x61, 0xff]))]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\[cdk8s-oam\] no-password: '--password-file' .*UTF-8/);
  });

  test.each([
    ['is not there', () => join(folder, 'nowhere'), 'ENOENT'], ['is a folder', () => folder, 'EISDIR'],
    ...process.getuid?.() === 0 ? [] : [['may not be read', () => unreadable(), 'EACCES'] as [string, () => string, string]],
  ])('\'s file %s', async (_, file, code) => {
    expect(await ask(['--user=metrics', '--password-file', file()], 'hunter2')).toEqual({
      code: 2, stdout: '', stderr: `[cdk8s-oam] no-password: '--password-file' cannot be read: ${code} ${JSON.stringify(file())}; check the path, and who may read it\n`,
    });
  });

  test.each([[undefined], ['']])('is %p, and nobody can be asked', async password => {
    const { stdin } = process;
    const { isTTY } = stdin;
    stdin.isTTY = false;
    try {
      expect(await ask(['--user=metrics'], password)).toEqual({
        code: 2, stdout: '', stderr: '[cdk8s-oam] no-password: there is no password for user "metrics"; set CDK8S_OAM_PASSWORD, or give --password-file; it is never an argument\n',
      });
    } finally {
      stdin.isTTY = isTTY;
    }
  });

  function unreadable(): string {
    const file = fileWith('hunter2');
    chmodSync(file, 0);
    return file;
  }
});

describe('found in the cluster', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const discovery = ['query', '1', '--namespace=monitoring', '--ingress=prometheus'];
  /** A host that refuses every connection: who is asked does not matter here. */
  const ingress = { kind: 'Ingress', spec: { rules: [{ host: 'localhost', http: { paths: [{ path: '/nothing', pathType: 'Prefix' }] } }] } };
  const secret = (data: object) => ({ kind: 'Secret', data });

  test('nothing is asked for where something is wrong', async () => {
    const kubectl = kubectlWith({ 'ingresses.networking.k8s.io': ingress });
    for (const args of [['--wait=5'], ['--password=x'], ['--url=x']]) expect(await cli(['verify', 'dist', ...discovery.slice(2), ...args])).toMatchObject({ code: 2 });
    expect(kubectl.calls()).toEqual([]);
  });

  test('what is missing is named', async () => {
    kubectlWith({ 'ingresses.networking.k8s.io': ingress, 'secrets': secret({ auth: 'eA==' }) });
    expect(await cli([...discovery, '--secret=credentials'], { password: 'hunter2' })).toEqual({
      code: 2,
      stdout: '',
      stderr: '[namespace monitoring] missing-secret-key: Secret "credentials" has no key "password" with a value; '
        + 'it has "auth": name another Secret or key\n',
    });
  });

  test('the password goes to no other program', async () => {
    const kubectl = kubectlWith({ 'ingresses.networking.k8s.io': ingress, 'secrets': secret({ username: base64('a'), password: base64('b') }) });
    const { code } = await cli([...discovery, '--secret=credentials', '--context=production'], { password: 'hunter2' });
    expect(code).toBe(2);
    expect(kubectl.calls().map(({ args, env }) => [args[0], 'CDK8S_OAM_PASSWORD' in env, JSON.stringify([args, env]).includes('hunter2')]))
      .toEqual([['--context=production', false, false], ['--context=production', false, false]]);
  });
});
