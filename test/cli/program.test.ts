import { resolve } from 'node:path';
import { MAIN, cli, shell } from './support';

/** The files that are loaded while the command runs, of the library and its packages. */
async function loadedFiles(...args: string[]): Promise<string[]> {
  const program = `const { run } = require("${resolve(MAIN, '../program.js')}"); run(${JSON.stringify(args)}).then(() => console.error(Object.keys(require.cache).join("\\n")));`;
  const { stderr } = await shell(`"${process.execPath}" -e '${program}'`);
  return stderr.split('\n').flatMap(file => /\/((?:node_modules\/[^/]+|lib\/src)\/.*)/.exec(file)?.[1] ?? []);
}

/** The packages, and the folders of the library. */
async function loaded(...args: string[]): Promise<string[]> {
  const files = await loadedFiles(...args);
  return [...new Set(files.map(file => /^(node_modules|lib\/src)\/[^/]+/.exec(file)![0]))].sort();
}

const PROGRAM = ['lib/src/cli', 'lib/src/findings', 'lib/src/private', 'lib/src/query', 'node_modules/commander'];
const READER = [...PROGRAM, 'lib/src/manifest', 'node_modules/yaml'];

test('a command loads what it needs, and not what others need', async () => {
  expect(await loaded('--version')).toEqual(PROGRAM);
  expect(await loaded('query')).toEqual(PROGRAM);
  // it checks traits and workloads by their definitions
  const model = ['application', 'definitions', 'objects', 'traits', 'workloads'].map(folder => `lib/src/${folder}`);
  expect(await loaded('verify')).toEqual([...READER, 'lib/src/verify', ...model, 'node_modules/constructs'].sort());
  expect(await loaded('synth', '--app=false')).toEqual([...READER, 'lib/src/writing'].sort());
  expect(await loaded('render')).toEqual(expect.arrayContaining(['node_modules/cdk8s', 'lib/src/kubernetes', 'lib/src/application']));
}, 30_000);

test('synth loads the reader of cdk8s.yaml, of the index and no more', async () => {
  const files = await loadedFiles('synth', '--stdout', '--app=echo {} > $CDK8S_OUTDIR/a.yaml');
  const isAllowed = (file: string) => /^node_modules\/(commander|yaml)\/|^lib\/src\/(cli(\/(app|synth))?|findings(\/catalogue)?|manifest\/reading|private|writing)\/[\w-]+\.js$/
    .test(file);
  // the name of the password's variable
  expect(files.filter(file => !isAllowed(file))).toEqual(['lib/src/query/kubectl.js']);
}, 30_000);

describe('all commands are told of, whichever is asked for', () => {
  const NAMES = ['diff', 'import', 'query', 'render', 'synth', 'validate', 'verify'];
  const named = (text: string) => [...text.matchAll(/^ {2}(\w+) .*(?:\[|<)/gm)].map(([, name]) => name);

  test.each([[['--help']], [['help']], [[]]])('%j', async args => {
    const { stdout, stderr } = await cli(args);
    expect(named(stdout + stderr)).toEqual([...NAMES, 'help']);
  });

  test.each(NAMES)('%s --help', async name => {
    const { code, stdout } = await cli([name, '--help']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(`^Usage: cdk8s-oam ${name} \\[options\\]`)]);
    expect(await cli(['help', name])).toEqual({ code, stdout, stderr: '' });
  });

  test('by what they are nearly called', async () => {
    expect(await cli(['rendr'])).toEqual({ code: 2, stdout: '', stderr: '[cdk8s-oam] usage: "rendr" is not a command; did you mean "render"?\n' });
    expect((await cli(['constructor'])).stderr).toBe('[cdk8s-oam] usage: "constructor" is not a command; see `cdk8s-oam help`\n');
  });
});
