import { spawn } from 'child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, statSync } from 'fs';
import { createServer } from 'http';
import { AddressInfo } from 'net';
import { tmpdir } from 'os';
import { join } from 'path';
import { inspect } from 'util';
import { HashKind, LOOPBACK, curl, describeWith, eventually, expectNoSecret, freePort, hashOf, htpasswdVerifies, randomPassword, startWorkload, temporaryFolder, withoutPorts } from '.';
import { guard } from './launch';
import { failureOf } from './refusals';
import * as servers from '../../../build-tools/servers';
import { ScraperClient, ScraperError } from '../../../src/verify/query';
import { unspoken } from '../../support/findings';

jest.mock('../../../build-tools/servers', () => ({ __esModule: true, ...jest.requireActual<object>('../../../build-tools/servers') }));

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Of a process that may have ended meanwhile. */
const argumentsOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0/g, ' ');
  } catch {
    return '';
  }
};
const gone = async (folder: string, pid: number) => {
  await eventually(async () => !existsSync(folder) && !isAlive(pid) || undefined, () => `${folder} or process ${pid} is left`);
};

describe('a guard', () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'guard-test-'));
  const pidIn = async (output: () => string) => eventually(async () => /^pid (\d+)$/m.exec(output())?.[1], () => 'no process').then(Number);

  test('ends its command and removes its folder', async () => {
    const folder = newFolder();
    const guarded = guard(folder, ['/bin/sh', '-c', 'echo pid $$; exec sleep 60']);
    const pid = await pidIn(guarded.output);
    expect(guarded.ended()).toBeUndefined();
    await guarded.stop();
    expect([existsSync(folder), isAlive(pid), guarded.ended()]).toEqual([false, false, 'exit code 143']);
    await guarded.stop();
  });

  test('kills a command that does not want to end', async () => {
    const folder = newFolder();
    const guarded = guard(folder, ['/bin/sh', '-c', 'trap "" TERM; echo pid $$; while :; do sleep 0.2; done'], { patience: 1 });
    const pid = await pidIn(guarded.output);
    await guarded.stop();
    expect([existsSync(folder), isAlive(pid), guarded.ended()]).toEqual([false, false, 'exit code 137']);
  });

  test('knows of a command that ends by itself', async () => {
    const folder = newFolder();
    const guarded = guard(folder, ['/bin/sh', '-c', 'echo said; echo complained >&2; exit 3']);
    await eventually(async () => guarded.ended(), () => 'it runs');
    expect([guarded.ended(), guarded.output().split('\n').sort(), existsSync(folder)]).toEqual(['exit code 3', ['', 'complained', 'said'], false]);
    await guarded.stop();
  });

  test('does its work when the process of the tests is killed', async () => {
    const folder = newFolder();
    const program = `require('${join(__dirname, 'launch.ts')}').guard('${folder}', ['/bin/sh', '-c', 'echo $$ >pid; exec sleep 60']);
      setTimeout(() => {}, 60_000);`;
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), '--eval', program], { stdio: ['ignore', 'ignore', 'inherit'] });
    const file = join(folder, 'pid');
    const pid = await eventually(async () => existsSync(file) && Number(readFileSync(file)) || undefined, () => 'no process');
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await gone(folder, pid);
  });
});

describe('a server of these tests', () => {
  test('has a folder that no other user reads', () => {
    expect((statSync(temporaryFolder()).mode % 0o1000).toString(8)).toBe('700');
  });

  test('has a port that nobody else has', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(20);
  });
});

describeWith(['curl'], 'curl', () => {
  test('sends any name and password', async () => {
    const [user, password] = ['näme "of" \\all', 'a:b"c\\d\té%2f\'$x'];
    const workload = await startWorkload({ metrics: 'a 1\n', user, password });
    expect(await curl({ url: `http://any.example.com:${workload.port}/metrics`, user, password })).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'text/plain; version=0.0.4' }),
      body: 'a 1\n',
    });
    expect(await curl({ url: `http://any.example.com:${workload.port}/metrics` })).toMatchObject({ status: 401 });
    expect(workload.statuses).toEqual([200, 401]);
  });

  test('sends a method, headers and a form', async () => {
    const server = createServer(async (request, response) => {
      const body = (await request.setEncoding('utf8').toArray()).join('');
      response.writeHead(200, [['A', '1'], ['A', '2']].flat()).end(`${request.method} ${request.headers.b} ${body}`);
    });
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    const url = `http://any.example.com:${(server.address() as AddressInfo).port}/`;
    expect(await curl({ url, method: 'PUT', headers: ['B: c'], data: 'd=e' })).toMatchObject({ headers: { a: '1, 2' }, body: 'PUT c d=e' });
    server.close();
  });

  (existsSync('/proc/self/cmdline') ? test : test.skip)('is not seen with a password in the list of processes', async () => {
    const password = randomPassword();
    let seen: string[] = [];
    const server = createServer((_, response) => {
      seen = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(argumentsOf);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    await curl({ url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`, user: 'user', password });
    server.close();
    expect(seen).toContainEqual(expect.stringMatching(/curl --disable --config - $/));
    expect(seen.join('\n')).not.toContain(password);
  });

  test('fails when nothing answers', async () => {
    const url = `http://any.example.com:${await freePort()}/`;
    await expect(curl({ url })).rejects.toThrow(/^curl: \(7\) Failed to connect to any.example.com port/);
  });
});

describeWith(['htpasswd', 'openssl'], 'htpasswd', () => {
  test.each<HashKind>(['bcrypt', 'apr1', 'md5', 'sha', 'sha256', 'sha512'])('verifies %s', async (kind) => {
    const password = randomPassword();
    const lines = `first:x\nuser:${await hashOf(password, kind)}\n`;
    const tries = [['user', password], ['user', 'x'], ['user', ''], ['other', password]];
    expect(await Promise.all(tries.map(async ([user, tried]) => htpasswdVerifies(lines, user, tried)))).toEqual([true, false, false, false]);
  });
});

describe('a suite that needs servers', () => {
  const { CI } = process.env;
  const tests = () => {};
  const registered = (isCi: boolean) => {
    if (isCi) process.env.CI = 'true';
    else delete process.env.CI;
    const skipped = jest.spyOn(describe, 'skip').mockImplementation();
    const suites = jest.spyOn(global, 'describe').mockImplementation((_, body) => (body as () => void)());
    Object.assign(describe, { skip: skipped });
    const single = jest.spyOn(global, 'test').mockImplementation();
    describeWith(['nginx', 'prometheus', 'promtool'], 'title', tests);
    const calls = { suites: suites.mock.calls, skipped: skipped.mock.calls, single: single.mock.calls };
    [suites, skipped, single].forEach((spy) => spy.mockRestore());
    return calls;
  };
  afterEach(() => {
    jest.restoreAllMocks();
    if (CI === undefined) delete process.env.CI;
    else process.env.CI = CI;
  });

  test.each([true, false])('runs when all are there (CI: %s)', (isCi) => {
    jest.spyOn(servers, 'missing').mockReturnValue([]);
    expect(registered(isCi)).toEqual({ suites: [['title', tests]], skipped: [], single: [] });
  });

  test('is skipped when one is missing', () => {
    jest.spyOn(servers, 'missing').mockReturnValue(['prometheus', 'promtool']);
    expect(registered(false)).toEqual({ suites: [], skipped: [['title (without prometheus, promtool)', tests]], single: [] });
  });

  test('fails when one is missing in CI', () => {
    jest.spyOn(servers, 'missing').mockReturnValue(['prometheus', 'promtool']);
    const { suites, skipped, single: [[title, run]] } = registered(true);
    expect([suites.length, skipped.length, title]).toEqual([1, 0, 'has prometheus, promtool']);
    expect(run).toThrow('prometheus, promtool not found: install the Debian packages prometheus');
  });
});

const credentials = { user: 'metrics', password: 'p%ss word' };
const { user, password } = credentials;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const client = new ScraperClient({ url: 'http://localhost:1/', credentials });

/** Whether it is found that a thing shows the password, which must then not be shown by what says so. */
function isFound(...things: readonly unknown[]): boolean {
  try {
    expectNoSecret(credentials, ...things);
    return false;
  } catch (error) {
    expect(inspect(error)).not.toContain(password);
    return true;
  }
}

class Holder {
  public readonly open = password;
  readonly #closed = password;

  public get closed(): number {
    return this.#closed.length;
  }
}

test.each<[string, unknown]>([
  ['a text', `a ${password}.`],
  ['a message', new Error(password)],
  ['the field of an error', Object.assign(new Error('a'), { request: { headers: { authorization: `Basic ${base64(`${user}:${password}`)}` } } })],
  ['the cause of an error', new Error('a', { cause: [base64(password)] })],
  ['what is not enumerable', Object.defineProperty(new Error('a'), 'b', { value: { c: { d: { e: { f: password } } } } })],
  ['a symbol', { [Symbol('a')]: password }],
  ['what is encoded', `http://${user}:${encodeURIComponent(password)}@a`],
  ['a field', new Holder()],
  ['what becomes JSON', { toJSON: () => password }],
])('a password is found in %s', (_, thing) => {
  expect(isFound('a', thing)).toBe(true);
});

test('nothing is found where nothing is', () => {
  expect(isFound(new Error(user), client, { a: 'pass word' }, undefined)).toBe(false);
});

test('of a failure, its parts are told', async () => {
  const error = new ScraperError('http://localhost:1', unspoken({ code: 'network', field: '', problem: 'at 127.0.0.1:20' }), { systemCode: 'A' });
  const call = async () => { throw error; };
  expect(await failureOf(client, credentials, call)).toEqual({ code: 'network', systemCode: 'A', message: '[http://localhost:PORT] network: at 127.0.0.1:PORT' });
  await expect(failureOf(client, credentials, async () => 'fine')).rejects.toThrow('no error, but \'fine\'');
  await expect(failureOf(client, credentials, async () => { throw new TypeError('other'); })).rejects.toThrow('other');
});

test('a host keeps no port', () => {
  expect(withoutPorts('http://localhost:1234/a 127.0.0.1:1 b:1')).toBe('http://localhost:PORT/a 127.0.0.1:PORT b:1');
});
