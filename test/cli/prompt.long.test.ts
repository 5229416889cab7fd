import { spawn, spawnSync } from 'node:child_process';
import { MAIN, environment } from './support';
import * as answers from '../e2e/support/upstream';
import { Upstream, startUpstream } from '../e2e/support/upstream';
import { kubectlWith } from '../verify/query/fake-kubectl';

/** Whether this machine has what opens a terminal: the `script` of Linux. */
const HAS_TERMINAL = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

/** What was seen on a terminal, and how the command has ended. */
interface Session {
  readonly code: number;
  /** With line breaks of one character. */
  readonly seen: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs the compiled command on a terminal of its own, and types as soon as it asks for a password. */
async function typeTo(args: readonly string[], typed: string): Promise<Session> {
  const command = [process.execPath, MAIN, ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: environment({ SHELL: '/bin/sh' }), timeout: 20_000, killSignal: 'SIGKILL' });
  let seen = '';
  let isTyped = false;
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    if (isTyped || !/^Password of .*: $/.test(seen)) return;
    isTyped = true;
    // nobody types before the terminal is told to show nothing
    setTimeout(() => child.stdin.write(typed), 100);
  });
  const code = await new Promise<number>((resolve, reject) => child.on('error', reject).on('close', status => resolve(status ?? -1)));
  return { code, seen: seen.replaceAll('\r\n', '\n') };
}

jest.setTimeout(120_000);

const { skip } = describe;
const onTerminal = HAS_TERMINAL ? describe : skip;
const TABLE = 'VALUE  TIME\n2      1970-01-01T00:00:01.000Z\n';

onTerminal(`the prompt${HAS_TERMINAL ? '' : ' (without the `script` of util-linux)'}`, () => {
  let server: Upstream;

  beforeEach(async () => {
    server = await startUpstream(answers.reply(200, '{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}'));
  });
  afterEach(async () => server.stop());

  const type = async (typed: string, ...args: string[]) => typeTo(['query', '1 + 1', `--url=${server.url}`, '--user=metrics', ...args], typed);
  const askedBy = () => server.requests.map(({ headers: { authorization } }) => Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString('utf8'));

  test.each([
    ['a password', 'hunter2\r', 'hunter2'], ['what is corrected', 'hunter3\u007f2\r', 'hunter2'], ['what is begun anew', 'wrong\u0015hunter2\r', 'hunter2'],
    ['other letters', 'jägerin 😀\r', 'jägerin 😀'], ['spaces', ' hunter 2 \n', ' hunter 2 '],
  ])('shows nothing of %s', async (_, typed, password) => {
    expect(await type(typed)).toEqual({ code: 0, seen: `Password of metrics at ${server.url}: \n${TABLE}` });
    expect(askedBy()).toEqual([`metrics:${password}`]);
  });

  test.each([['nothing', '\r'], ['Ctrl-C', 'hunter2\u0003'], ['Ctrl-D', '\u0004']])('takes %s for none', async (_, typed) => {
    expect(await type(typed)).toEqual({
      code: 2,
      seen: `Password of metrics at ${server.url}: \n[cdk8s-oam] no-password: no password was given; type it, set CDK8S_OAM_PASSWORD, or give --password-file\n`,
    });
    expect(askedBy()).toEqual([]);
  });

  test.each([
    ['the CA file is missing', ['--ca-file=/nowhere/ca.crt'], "[cdk8s-oam] invalid-certificate: '--ca-file' cannot be read: ENOENT \"/nowhere/ca.crt\"; check the path and its permissions\n"],
    ['the time is none', ['--time='], expect.stringContaining("'time' must be")],
  ])('does not come where %s', async (_, args, seen) => {
    const session = await type('hunter2\r', ...args);
    expect(session).toEqual({ code: 2, seen });
    expect(session.seen).not.toContain('Password of');
  });

  test('does not come where the URL holds a password', async () => {
    const { code, seen } = await typeTo(['query', '1', '--url=https://metrics:hunter2@localhost', '--user=metrics'], 'hunter3\r');
    expect([code, seen.includes('hunter')]).toEqual([2, false]);
  });

  test('does not steer the terminal, whatever is found in the cluster', async () => {
    const rules = [{ host: 'localhost', http: { paths: [{ path: '/a\u001b[2J\u202e', pathType: 'Prefix' }] } }];
    kubectlWith({ 'ingresses.networking.k8s.io': { kind: 'Ingress', spec: { rules } } });
    const { code, seen } = await typeTo(['query', '1', '--namespace=a', '--ingress=b', '--user=metrics'], 'hunter2\r');
    expect([code, seen.includes('Password of metrics at https://localhost/a'), seen.replaceAll('\n', '')]).toEqual([2, true, expect.not.stringMatching(/[\p{Cc}\p{Cf}]/u)]);
  });

  test('comes once, however long is waited', async () => {
    await server.stop();
    const { code, seen } = await typeTo(['verify', 'dist/oam/hello-helidon.k8s.yaml', `--url=${server.url}`, '--user=metrics', '--wait=300ms'], 'hunter2\r');
    expect([code, seen.match(/Password of/g)!.length, seen.includes('hunter')]).toEqual([2, 1, false]);
  });
});
