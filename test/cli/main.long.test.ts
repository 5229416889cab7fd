import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MAIN, cli, shell } from './support';
import * as answers from '../e2e/support/upstream';
import { Upstream, startUpstream } from '../e2e/support/upstream';
import { startScraper } from '../verify/fake-scraper';

jest.setTimeout(120_000);

const APP = resolve(__dirname, '../../dist/oam/hello-helidon.k8s.yaml');
const scrapeUrl = 'http://10.0.0.1:8081/metrics';
const labels = { app_oam_dev_name: 'hello-helidon', app_oam_dev_component: 'hello-helidon-component', namespace: 'hello-helidon' };

let server: Upstream | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Starts a scraper of the application. */
const scraper = async (isUp: boolean) => (server = await startScraper({ targets: [{ labels, isUp, scrapeUrl }] }));

/** Starts a scraper with this many series. */
async function large(count: number): Promise<Upstream> {
  const result = Array.from({ length: count }, (_, index) => ({ metric: { index: String(index) }, value: [1, '1'] }));
  return server = await startUpstream(answers.reply(200, JSON.stringify({ status: 'success', data: { resultType: 'vector', result } })));
}

describe('the command ends with', () => {
  test.each<[number, string]>([
    [0, '--version'], [0, 'help'], [0, 'verify --help'], [2, ''], [2, 'query'], [2, 'query up'], [2, 'query up --url=http://localhost:1'],
    [2, 'verify /nowhere --url=http://localhost:1'],
  ])('%i: %s', async (code, args) => {
    expect(await cli(args.split(' ').filter(each => each !== ''))).toMatchObject({ code });
  });

  test.each<[number, string]>([[0, '--help'], [2, 'quer']])('%i, as a process: %s', async (code, args) => {
    expect(await shell(`cdk8s-oam ${args}`)).toMatchObject({ code });
  });

  test('0 where all is up, 1 where something is not', async () => {
    const { url } = await scraper(true);
    expect(await shell(`cdk8s-oam verify ${APP} --url=${url}`)).toMatchObject({ code: 0, stderr: '1 of 1 endpoint is up\n' });
    await server!.stop();
    const { url: other } = await scraper(false);
    expect(await shell(`cdk8s-oam verify ${APP} --url=${other}`)).toMatchObject({ code: 1, stderr: '0 of 1 endpoint is up\n' });
  });
});

describe('who reads the output may go', () => {
  const status = (command: string, reader: string) => `${command} | ${reader}; echo "\${PIPESTATUS[0]}" >&2`;

  test.each(['', '--json'])('before its end (%s)', async option => {
    const { url } = await large(100_000);
    const { stdout, stderr } = await shell(status(`cdk8s-oam query up --url=${url} ${option}`, 'head -n 1'));
    expect([stdout, stderr]).toEqual([option ? '{\n' : 'SERIES           VALUE  TIME\n', '0\n']);
  });

  test('before its beginning, and the code is the same', async () => {
    const { url } = await scraper(false);
    for (const option of ['', '--json']) {
      expect(await shell(status(`(sleep 0.2; cdk8s-oam verify ${APP} --url=${url} ${option})`, 'true'))).toEqual({ code: 0, stdout: '', stderr: '0 of 1 endpoint is up\n1\n' });
    }
  });

  test('with all that is told', async () => {
    const { url } = await scraper(true);
    expect(await shell(`exec 3>&1; (sleep 0.2; cdk8s-oam verify ${APP} --url=${url}; echo $? >&3) 2>&1 | true`)).toMatchObject({ stdout: '0\n' });
    expect(await shell('exec 3>&1; (sleep 0.2; cdk8s-oam quer; echo $? >&3) 2>&1 | true')).toMatchObject({ stdout: '2\n' });
  });

  test('while something is waited for', async () => {
    const start = Date.now();
    const { url } = server = await startScraper(() => ({ targets: [{ labels, scrapeUrl, isUp: Date.now() > start + 1000 }] }));
    expect(await shell(`exec 3>&1; cdk8s-oam verify ${APP} --url=${url} --wait 10s 2> >(true); echo $? >&3`)).toMatchObject({ stdout: expect.stringMatching(/\n0\n$/) });
  });
});

test('a disk that is full is no answer', async () => {
  const { url } = await scraper(true);
  const { code, stderr } = await shell(`cdk8s-oam verify ${APP} --url=${url} > /dev/full`);
  expect(code).toBe(2);
  expect(stderr).toContain('ENOSPC');
});

test('a defect is no answer, and shows where it lies', async () => {
  const preload = join(mkdtempSync(join(tmpdir(), 'cdk8s-oam-defect-')), 'defect.js');
  writeFileSync(preload, "process.stdout.write = () => { throw new TypeError('a defect\\n::error::forged'); };");
  const { url } = await scraper(true);
  const { code, stderr } = await shell(`cdk8s-oam verify ${APP} --url=${url}`, { NODE_OPTIONS: `--require ${preload}` });
  rmSync(dirname(preload), { recursive: true });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^TypeError: a defect ::error::forged\n    at [^]*cli\/verify\.js/)]);
});

test('a large result comes whole through a pipe', async () => {
  const { url } = await large(100_000);
  const { code, stdout } = await shell(`cdk8s-oam query up --url=${url} | wc -l`);
  expect([code, stdout.trim()]).toEqual([0, '100001']);
});

test('it is started as a program', async () => {
  expect(await shell(`head -n 1 ${MAIN}`)).toMatchObject({ stdout: '#!/usr/bin/env node\n' });
});

/** The files that are loaded while the command runs, of the library and its packages. */
async function loadedFiles(...args: string[]): Promise<string[]> {
  const program = `const { runCommand } = require("${resolve(MAIN, '../program.js')}"); runCommand(${JSON.stringify(args)}).then(() => console.error(Object.keys(require.cache).join("\\n")));`;
  const { stderr } = await shell(`"${process.execPath}" -e '${program}'`);
  return stderr.split('\n').flatMap(file => /\/((?:node_modules\/[^/]+|lib\/src)\/.*)/.exec(file)?.[1] ?? []);
}

/** The packages, and the folders of the library. */
async function loaded(...args: string[]): Promise<string[]> {
  const files = await loadedFiles(...args);
  return [...new Set(files.map(file => /^(node_modules\/[^/]+|lib\/src\/(base|cli|[^/]+(\/[^/]+(?=\/))?))/.exec(file)![0]))].sort();
}

const PROGRAM = ['lib/src/base', 'lib/src/cli', 'lib/src/verify/query', 'node_modules/commander'];
const READER = [...PROGRAM, 'lib/src/files/reading', 'node_modules/yaml'];

test('a command loads what it needs, and not what others need', async () => {
  expect(await loaded('--version')).toEqual(PROGRAM);
  expect(await loaded('query')).toEqual(PROGRAM);
  // it checks traits and workloads by their definitions, and follows monitors to pods
  const model = ['cluster', 'cluster/objects', 'cluster/scraping', 'model/application', 'model/platform', 'model/traits'].map(folder => `lib/src/${folder}`);
  expect(await loaded('verify')).toEqual([...READER, 'lib/src/verify', ...model, 'node_modules/constructs'].sort());
  expect(await loaded('synth', '--app=false')).toEqual([...READER, 'lib/src/cluster/rules', 'lib/src/files/writing'].sort());
  expect(await loaded('render')).toEqual(expect.arrayContaining(['node_modules/cdk8s', 'lib/src/targets/kubernetes', 'lib/src/model/application']));
}, 30_000);

test('synth loads the reader of cdk8s.yaml, of the index and no more', async () => {
  const files = await loadedFiles('synth', '--stdout', '--app=echo {} > $CDK8S_OUTDIR/a.yaml');
  const isAllowed = (file: string) => /^node_modules\/(commander|yaml)\/|^lib\/src\/(cli(\/(app|synth))?|base(\/findings(\/catalogue)?)?|files\/(reading|writing))\/[\w-]+\.js$/
    .test(file);
  // the name of the password's variable, and the file of accepted findings
  expect(files.filter(file => !isAllowed(file))).toEqual(['lib/src/verify/query/kubectl.js', 'lib/src/cluster/rules/acceptances.js']);
}, 30_000);

describe('all commands are told of, whichever is asked for', () => {
  const NAMES = [
    'diff', 'explain', 'graph', 'import', 'init', 'query', 'render', 'set-image', 'synth', 'validate', 'verify',
  ];
  const named = (text: string) => [...text.matchAll(/^ {2}([\w-]+) .*(?:\[|<)/gm)].map(([, name]) => name);

  test.each([[['--help']], [['help']], [[]]])('%j', async args => {
    const { stdout, stderr } = await cli(args);
    expect(named(stdout + stderr)).toEqual([...NAMES, 'help']);
  });

  test.each(NAMES)('%s --help', async name => {
    const { code, stdout } = await cli([name, '--help']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(`^Usage: cdk8s-oam ${name} \\[options\\]`)]);
    expect(await cli(['help', name])).toEqual({ code, stdout, stderr: '' });
  });

  test('help of one that is none is a mistake', async () => {
    expect(await cli(['help', 'help'])).toEqual(await cli(['help']));
    expect(await cli(['help', 'verfy'])).toEqual({ code: 2, stdout: '', stderr: '[cdk8s-oam] usage: \'verfy\' is not a command; did you mean "verify"?\n' });
  });

  test('by what they are nearly called', async () => {
    expect(await cli(['rendr'])).toEqual({ code: 2, stdout: '', stderr: '[cdk8s-oam] usage: \'rendr\' is not a command; did you mean "render"?\n' });
    expect((await cli(['constructor'])).stderr).toBe('[cdk8s-oam] usage: \'constructor\' is not a command; see `cdk8s-oam help`\n');
  });
});
