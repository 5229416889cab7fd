import * as fc from 'fast-check';
import { cli } from './command';

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
