import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import * as fc from 'fast-check';
import { cli } from './support';
import { CheckedCommand } from '../../src/cli/program';
import { ageText } from '../../src/cli/verify';

describe('any arguments', () => {
  const SECRET = 'hunter2';

  /** What may stand among the arguments; nothing of it leads to a scraper. */
  const WORDS = [
    'query', 'verify', 'help', 'up', '/nowhere', '--', '-', '', '--help', '-h', '--version', '--json', '--wait', '--wait=1s', '--time=0', '--url', '--url=x',
    '--url=ftp://localhost', '--namespace', '--namespace=A', '--ingress=-', '--user', '--user=', '--ca-file=/nowhere', '--password-file=/nowhere', '--default-namespace',
    '--insecure-plain-http', '--no-json', '\u0000', '--\u001b[2J',
  ];
  const SECRETS = [`--password=${SECRET}`, `--pass=${SECRET}`, `-p${SECRET}`, `-p=${SECRET}`, `--Password=${SECRET}`];

  test('whatever the arguments are, the command ends with 0 or 2, and shows no password', async () => {
    const some = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 });
    await fc.assert(fc.asyncProperty(some, fc.constantFrom(...SECRETS), some, async (before, secret, after) => {
      for (const args of [[...before, ...after], [...before, secret, ...after]]) {
        const { code, stdout, stderr } = await cli(args);
        expect([0, 2]).toContain(code);
        // what follows an option is its value, whatever it looks like
        const isValue = ['--wait', '--url', '--namespace', '--user', '--default-namespace', '--'].includes(args[args.indexOf(secret) - 1]);
        expect(!isValue && (stdout + stderr).includes(SECRET)).toBe(false);
      }
    }), { numRuns: 300 });
  }, 30_000);
});

test.each([
  [-3, '0s'], [0, '0s'], [0.4, '0s'], [7.6, '8s'], [119.4, '119s'], [119.6, '2m'], [299, '4m'], [7199, '119m'], [7200, '2h'], [90_000, '25h'],
])('%d seconds are read as %s', (seconds, expected) => {
  expect(ageText(seconds)).toBe(expected);
});

describe('usage', () => {
  const ROOT = resolve(__dirname, '../..');
  const APP = resolve(ROOT, 'dist/oam/hello-helidon.k8s.yaml');
  const URL = '--url=http://localhost:1';
  /** Nothing that is told holds it. */
  const SECRET = 'hunter2';

  test.each([
    [['diff', 'dist', '--live'], "'--live' is not an option; run `kubectl diff --server-side -R -f` with the folder of the manifests"],
    [['validate', 'dist', '--server'], "'--server' is not an option; run `kubectl apply --dry-run=server --server-side -R -f` with the manifests"],
    [['synth', '--watch'], "'--watch' is not an option; run `npx tsx watch main.ts`, which runs the program again after each change"],
  ])('fails when %j is asked for, which another tool does: its command', async (args, message) => {
    const { code, stdout, stderr } = await cli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`usage: ${message}`);
  });

  test('an argument makes no line of its own', async () => {
    expect(await cli(['query', '--x\n::error::forged\u202e'])).toEqual({ code: 2, stdout: '', stderr: "[cdk8s-oam query] usage: '--x ::error::forged ' is not an option; see `cdk8s-oam query --help`\n" });
    expect(await cli(['query', '--jsn'])).toEqual({ code: 2, stdout: '', stderr: "[cdk8s-oam query] usage: '--jsn' is not an option; did you mean \"--json\"?\n" });
  });

  describe('what ends well', () => {
    test.each([['--version'], ['-V']])('%s', async (...args) => {
      const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'));
      expect(await cli(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    });

    test.each([[['--help']], [['-h']], [['help']]])('%j', async args => {
      const { code, stdout, stderr } = await cli(args);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Usage: cdk8s-oam \[options\] \[command\]\n/);
      expect(stdout).toMatch(/^ {2}query .*expression/m);
      expect(stdout).toMatch(/^ {2}verify .*paths/m);
    });

    test.each(['query', 'verify'])('%s --help', async command => {
      const asked = await cli([command, '--help']);
      expect(await cli(['help', command])).toEqual(asked);
      expect([asked.code, asked.stderr]).toEqual([0, '']);
      const options = [...asked.stdout.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm)].map(([, option]) => option);
      expect(options.filter(option => !OWN.includes(option))).toEqual([
        '--url', '--namespace', '--ingress', '--http-route', '--secret', '--context', '--user', '--password-file', '--ca-file', '--insecure-skip-tls-verify',
        '--insecure-plain-http',
      ]);
      expect(asked.stdout).toContain('\nPasswords are never arguments, because other users of the machine can see the arguments of a process.\n');
    });
  });

  const OWN = ['--time', '--json', '--no-rules', '--wait', '--default-namespace', '--help'];

  describe('fails with 2 when the command', () => {
    test.each<[string, string[], string]>([
      ['is not known', ['quer'], '[cdk8s-oam] usage: \'quer\' is not a command; did you mean "query"?'],
      ['has no expression', ['query', URL], "[cdk8s-oam query] usage: '<expression>' is required; write cdk8s-oam query <expression>"],
      ['has two expressions', ['query', 'a', 'b', URL], '[cdk8s-oam query] usage: the command takes 1 argument, got 2; leave out the rest; an argument with spaces needs quotes'],
      ['has no manifests', ['verify', URL], "[cdk8s-oam verify] usage: '<paths>' is required; write cdk8s-oam verify <paths>"],
      ['has an option that is not known', ['query', 'up', '--pasword-file'], "[cdk8s-oam query] usage: '--pasword-file' is not an option; did you mean \"--password-file\"?"],
      ['has an option of the other one', ['query', 'up', '--wait', '5m'], "[cdk8s-oam query] usage: '--wait' is not an option; see `cdk8s-oam query --help`"],
      ['has an option without its value', ['query', 'up', '--user'], "[cdk8s-oam query] usage: '--user' is required; write --user <name>"],
    ])('%s', async (_, args, text) => {
      expect(await cli(args)).toEqual({ code: 2, stdout: '', stderr: `${text}\n` });
    });

    test('is missing', async () => {
      const { code, stdout, stderr } = await cli([]);
      expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', 'Usage: cdk8s-oam [options] [command]']);
    });
  });

  describe.each([['query', 'up'], ['verify', APP]])('%s fails with 2 when', (...command) => {
    const said = (text: string) => ({ code: 2, stdout: '', stderr: `[cdk8s-oam] ${text}\n` });

    test.each<[string, string[], string]>([
      ['nothing leads to the scraper', [], "usage: '--url' is required, or --namespace with --ingress or --http-route; say where the scraper is"],
      ['a namespace alone leads to it', ['--namespace', 'a'], "usage: '--url' is required, or --namespace with --ingress or --http-route; say where the scraper is"],
      ['an Ingress alone leads to it', ['--ingress', 'a'], "usage: '--url' is required, or --namespace with --ingress or --http-route; say where the scraper is"],
      ['two ways lead to it', [URL, '--namespace', 'a', '--http-route', 'b', '--context', 'c'],
        "usage: '--url' cannot be used with --namespace, --http-route, --context; leave one of them out"],
      ['an Ingress and a route lead to it', ['--namespace', 'a', '--ingress', 'b', '--http-route', 'c'], "usage: '--ingress' cannot be used with --http-route; leave one of them out"],
      ['a password is nobody\'s', [URL, '--password-file', 'a'], "usage: '--user' is required beside --password-file; name the user whose password it is"],
    ])('%s', async (_, args, text) => {
      expect(await cli([...command, ...args])).toEqual(said(text));
    });

    test('several things are wrong: all are told', async () => {
      expect(await cli([...command, URL, '--ingress', 'a', '--http-route', 'b', '--password-file', 'c'])).toEqual(said([
        '3 findings:',
        "  usage: '--url' cannot be used with --ingress, --http-route; leave one of them out",
        "  usage: '--ingress' cannot be used with --http-route; leave one of them out",
        "  usage: '--user' is required beside --password-file; name the user whose password it is",
      ].join('\n')));
    });

    test.each([[[`--password=${SECRET}`]], [['--password', SECRET]], [['--password']], [['--password=']]])('a password is an argument (%#)', async args => {
      const ended = await cli([...command, URL, '--user', 'a', ...args]);
      expect(ended).toEqual(said(
        "usage: '--password' is not an option: other users see arguments in the list of processes; set CDK8S_OAM_PASSWORD, or give --password-file",
      ));
    });

    test.each([
      ['--pass', `--pass=${SECRET}`], ['--pass', `--pass=hunt'er2=${SECRET}`], ['--passwort', `--passwort=${SECRET}\n${SECRET}`], ['--ca-file-x', `--ca-file-x=${SECRET}`],
      ['-p', `-p${SECRET}`], ['-p', `-p=${SECRET}`], ['-p', `-p-${SECRET}`],
    ])('the option %s with a value is not known (%#)', async (name, option) => {
      for (const args of [[...command, URL, option], [option, ...command], [command[0], option], [command[0], '--json', option, ...command.slice(1)]]) {
        const { code, stdout, stderr } = await cli(args);
        expect([code, (stdout + stderr).includes(SECRET)]).toEqual([2, false]);
        expect(stderr).toContain(`usage: '${name}' is not an option`);
      }
    });

    test('the URL holds the password', async () => {
      expect(await cli([...command, `--url=https://a:${SECRET}@localhost`])).toEqual({
        code: 2, stdout: '', stderr: "[cdk8s-oam] invalid-url: '--url' must not hold user and password: URLs end up in logs; give them in --user\n",
      });
    });

    test('the user holds the password', async () => {
      expect(await cli([...command, URL, `--user=a:${SECRET}`], { password: 'x' })).toEqual({
        code: 2, stdout: '', stderr: "[cdk8s-oam] invalid-user: '--user' must be a non-empty string, without ':' and control characters; the value is not shown; give the name of the user alone\n",
      });
    });

    test('there is no such CA file', async () => {
      const { code, stderr } = await cli([...command, URL, '--ca-file=/nowhere/ca.crt']);
      expect([code, stderr]).toEqual([2, '[cdk8s-oam] invalid-certificate: \'--ca-file\' cannot be read: ENOENT "/nowhere/ca.crt"; check the path and its permissions\n']);
    });

    test('the password would be sent without TLS', async () => {
      const { code, stderr } = await cli([...command, '--url=http://prometheus.example.com', '--user=a'], { password: SECRET });
      expect([code, stderr]).toEqual([2, "[cdk8s-oam] password-in-the-clear: '--url' would carry the password to prometheus.example.com without TLS; use https://; --insecure-plain-http allows it\n"]);
    });
  });

  describe('with --json, a wrong argument is JSON too', () => {
    test.each<[string, string[], object]>([
      ['option', ['query', 'up', `--pass=${SECRET}`], { path: ['--pass'], parameters: { reason: 'unknown', what: 'an option', remedy: 'see `cdk8s-oam query --help`' } }],
      ['option with a name that is nearly right', ['query', 'up', '--usr=a'], { path: ['--usr'], parameters: { reason: 'unknown', what: 'an option', remedy: 'see `cdk8s-oam query --help`', meant: '--user' } }],
      ['number of arguments', ['query', 'a', 'b'], { path: [], parameters: { reason: 'excess-arguments', most: 1, count: 2 } }],
      ['missing argument', ['query'], { path: ['<expression>'], parameters: { reason: 'missing', write: 'cdk8s-oam query <expression>' } }],
    ])('%s', async (_, args, finding) => {
      const { code, stdout, stderr } = await cli([...args, '--json']);
      const { error: { message, ...error } } = JSON.parse(stdout);
      expect([code, error, stderr]).toEqual([2, { code: 'usage', findings: [{ code: 'usage', ...finding }] }, `${message}\n`]);
    });
  });

  test('what commander says of anything else is not shown', () => {
    const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(() => new CheckedCommand('cdk8s-oam').error(`error: ${SECRET}`, { code: 'commander.odd' })).toThrow(CommanderError);
      expect(told.mock.calls).toEqual([['[cdk8s-oam] usage: the arguments are wrong (commander.odd); see `cdk8s-oam --help`\n']]);
    } finally {
      told.mockRestore();
    }
  });

  test('with --json, what is wrong is JSON too', async () => {
    const { code, stdout, stderr } = await cli(['query', 'up', '--json']);
    const message = "[cdk8s-oam] usage: '--url' is required, or --namespace with --ingress or --http-route; say where the scraper is";
    const findings = [{ code: 'usage', path: ['--url'], parameters: expect.objectContaining({ remedy: 'say where the scraper is' }) }];
    expect([code, JSON.parse(stdout), stderr]).toEqual([2, { error: { code: 'usage', message, findings } }, `${message}\n`]);
  });
});
