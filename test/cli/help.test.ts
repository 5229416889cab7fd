import { cli } from './support';

/** The commands as the help lists them. */
async function commands(): Promise<string[]> {
  const { stdout } = await cli(['--help']);
  return [...stdout.matchAll(/^ {2}([\w-]+) .*(?:\[|<)/gm)].map(([, name]) => name).filter(name => name !== 'help');
}

/** The lines of a part of a help. */
const part = (help: string, title: string) => new RegExp(`^${title}:\n((?:  .*\n)+)`, 'm').exec(help)?.[1].trimEnd().split('\n') ?? [];

test('the help of each command has examples, which it understands, and the exit codes', async () => {
  for (const name of await commands()) {
    const { stdout: help } = await cli([name, '--help']);
    const examples = part(help, 'Examples').filter(line => !line.startsWith('  # '));
    expect({ name, examples }).toEqual({ name, examples: expect.arrayContaining([expect.stringContaining(`npx cdk8s-oam ${name}`)]) });
    const options = part(help, 'Options').flatMap(line => /^ {2}(?:-\w, )?(--[\w-]+)/.exec(line)?.[1].replace(/^--no-/, '--no-') ?? []);
    const used = examples.flatMap(line => line.match(/(?<= )--[\w-]+/g) ?? []);
    expect({ name, unknown: used.filter(option => !options.includes(option)) }).toEqual({ name, unknown: [] });
    // a comment is in front of each
    expect(part(help, 'Examples').filter((_, i) => i % 2 === 0).every(line => line.startsWith('  # '))).toBe(true);
    expect(part(help, 'Exit codes').map(line => line.trim()[0]).join('')).toMatch(/^01?2$/);
  }
});

test('no sentence of the help mentions what the exit codes already do', async () => {
  for (const name of await commands()) expect((await cli([name, '--help'])).stdout).not.toMatch(/Ends with/);
});
