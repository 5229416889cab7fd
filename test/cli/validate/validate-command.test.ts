import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSarif } from './sarif-shape';
import { cli, shell } from '../support';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-validate-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** Writes files, and says where they are. */
function files(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).map(([file, text]) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
    return file;
  });
}

const lines = (...all: string[]) => all.map(line => `${line}\n`).join('');

const APPLICATION = `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata:
  name: shop
  namespace: shop
spec:
  components:
    - componentName: cart
      traits:
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: MetricsTrait
            spec:
              port: 8080
`;
const COMPONENT = `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata:
  name: cart
  namespace: shop
spec:
  workload:
    apiVersion: core.oam.dev/v1alpha2
    kind: ContainerizedWorkload
    metadata:
      name: cart
    spec:
      containers:
        - name: cart
          image: example/cart:1.0
`;
const WRONG = APPLICATION.replace('8080', '99999');

const TOLD = lines(
  "app.yaml:14:15: error invalid-port: 'spec.components[0].traits[0].trait.spec.port' must be an integer from 1 to 65535, got 99999",
  '   14 |               port: 99999',
  '      |               ^^^^',
  '      fix: give the number of the port; a named port is not supported here',
);

const NOT_FOUND = lines(
  'nowhere.yaml: error manifest-not-readable: does not exist',
  '      fix: check the path',
);

describe('it prints', () => {
  test('nothing but its last line where nothing is wrong', async () => {
    const paths = files({ 'app.yaml': APPLICATION, 'cart.yaml': COMPONENT });
    expect(await cli(['validate', ...paths])).toEqual({ code: 0, stdout: '', stderr: 'nothing wrong in 2 files\n' });
  });

  test('what is wrong', async () => {
    const paths = files({ 'app.yaml': WRONG, 'cart.yaml': COMPONENT });
    expect(await cli(['validate', ...paths])).toEqual({ code: 1, stdout: TOLD, stderr: '1 error in 2 files\n' });
  });

  test('what is wrong in a folder', async () => {
    files({ 'folder/app.yaml': WRONG, 'folder/cart.yaml': COMPONENT });
    expect(await cli(['validate', 'folder'])).toEqual({ code: 1, stdout: `folder/${TOLD}`, stderr: '1 error in 2 files\n' });
  });

  test('what is wrong beside what cannot be read', async () => {
    const paths = files({ 'app.yaml': WRONG, 'cart.yaml': COMPONENT });
    expect(await cli(['validate', ...paths, 'nowhere.yaml'])).toEqual({ code: 2, stdout: NOT_FOUND + TOLD, stderr: '2 errors in 3 files\n' });
  });

  test('what is wrong with one document beside one that is no YAML', async () => {
    const [path] = files({ 'app.yaml': `${WRONG}---\n${COMPONENT}---\nspec:\n  password: "hunter2\n` });
    expect(await cli(['validate', path])).toEqual({
      code: 2,
      stdout: TOLD + lines(
        'app.yaml:33:13: error yaml-syntax: has a quote that is not closed, or a string in quotes whose next line is not indented',
        '      fix: close it, and indent all its lines',
      ),
      stderr: '2 errors in 1 file\n',
    });
  });

  test('warnings, that end well', async () => {
    const [path] = files({ 'app.yaml': APPLICATION });
    const warning = lines(
      "app.yaml:8:7: warning component-not-found: 'spec.components[0]' binds component \"cart\", which is not among the manifests: nothing is checked against it",
      '    8 |     - componentName: cart',
      '      |       ^^^^^^^^^^^^^',
      '      fix: give its file too, if there is one',
    );
    const ended = await cli(['validate', path]);
    expect(ended).toEqual({ code: 0, stdout: warning, stderr: '1 warning in 1 file\n' });
    expect(await cli(['validate', path, '--strict'])).toEqual({ code: 1, stdout: ended.stdout.replace('warning', 'error'), stderr: '1 error in 1 file\n' });
  });

  test('one of several empty files, if all are', async () => {
    const paths = files({ 'a.yaml': '# nothing\n', 'b.yaml': '' });
    expect(await cli(['validate', ...paths])).toEqual({
      code: 0,
      stdout: lines('a.yaml: warning no-objects: holds no Kubernetes object, so that nothing is checked', '      fix: check the path, and what has written the file'),
      stderr: '1 warning in 2 files\n',
    });
  });
});

test('for other programs it prints JSON', async () => {
  const paths = files({ 'app.yaml': WRONG, 'cart.yaml': COMPONENT });
  const { code, stdout, stderr } = await cli(['validate', ...paths, 'nowhere.yaml', '--json']);
  expect([code, stderr]).toEqual([2, '2 errors in 3 files\n']);
  expect(stdout).toBe(`{
  "valid": false,
  "errors": 2,
  "warnings": 0,
  "notes": 0,
  "accepted": 0,
  "files": 3,
  "findings": [
    {
      "file": "nowhere.yaml",
      "level": "error",
      "code": "manifest-not-readable",
      "field": "",
      "path": [],
      "parameters": {
        "reason": "missing"
      },
      "problem": "does not exist",
      "remedy": "check the path",
      "documentation": "https://github.com/cdk8s-oam/cdk8s-oam/blob/main/docs/errors.md#manifest-not-readable"
    },
    {
      "file": "app.yaml",
      "line": 14,
      "column": 15,
      "level": "error",
      "code": "invalid-port",
      "field": "spec.components[0].traits[0].trait.spec.port",
      "path": [
        "spec",
        "components",
        0,
        "traits",
        0,
        "trait",
        "spec",
        "port"
      ],
      "parameters": {
        "reason": "expected",
        "shape": "port",
        "value": 99999
      },
      "problem": "must be an integer from 1 to 65535, got 99999",
      "remedy": "give the number of the port; a named port is not supported here",
      "documentation": "https://github.com/cdk8s-oam/cdk8s-oam/blob/main/docs/errors.md#invalid-port"
    }
  ]
}
`);
});

test('for code hosts it prints SARIF', async () => {
  const paths = files({ 'app.yaml': WRONG, 'cart.yaml': COMPONENT });
  const { code, stdout, stderr } = await cli(['validate', ...paths, 'nowhere.yaml', '--sarif']);
  expect([code, stderr]).toEqual([2, '2 errors in 3 files\n']);
  const { results, invocations } = readSarif(stdout);
  expect(results.map((result: any) => [result.ruleId, result.level, result.locations[0].physicalLocation])).toEqual([
    ['invalid-port', 'error', { artifactLocation: { uri: 'app.yaml', uriBaseId: 'SRCROOT' }, region: { startLine: 14, startColumn: 15 } }],
  ]);
  expect(invocations[0].toolExecutionNotifications.map(({ descriptor }: any) => descriptor.id)).toEqual(['manifest-not-readable']);
});

test('what is printed does not change from one run to the next', async () => {
  const paths = files({ 'app.yaml': WRONG, 'cart.yaml': COMPONENT });
  for (const format of [[], ['--json'], ['--sarif']]) {
    expect(await cli(['validate', ...paths, ...format])).toEqual(await cli(['validate', ...paths, ...format]));
  }
});

describe('standard input', () => {
  test('is read', async () => {
    expect(await shell('cdk8s-oam validate -', {}, `${WRONG}---\n${COMPONENT}`))
      .toEqual({ code: 1, stdout: TOLD.replace('app.yaml', '<stdin>'), stderr: '1 error in 1 file\n' });
  });

  test('has a name in SARIF', async () => {
    const { code, stdout } = await cli(['validate', '-', '--sarif'], { input: `${WRONG}---\n${COMPONENT}` });
    expect([code, readSarif(stdout).results[0].locations[0].physicalLocation.artifactLocation]).toEqual([1, { uri: '%3Cstdin%3E', uriBaseId: 'SRCROOT' }]);
  });

  test('may hold nothing', async () => {
    expect(await cli(['validate', '-', '--strict'], { input: '' })).toEqual({
      code: 1,
      stdout: lines('<stdin>: error no-objects: holds no Kubernetes object, so that nothing is checked', '      fix: check the path, and what has written the file'),
      stderr: '1 error in 1 file\n',
    });
  });
});

describe('of very much that is wrong, the first thousand are listed', () => {
  const FIELDS = APPLICATION + Array.from({ length: 3000 }, (_, i) => `  field${i}: 1\n`).join('');
  const PROBLEM = 'begins what is not checked (2000 unknown fields): those before have 1000 findings or more';
  const OMITTED = 'not listed: 500 more findings, beginning here';
  const FIX = 'start with what is listed, then run the command again';

  test('as text: unknown fields', async () => {
    const { code, stdout, stderr } = await cli(['validate', ...files({ 'app.yaml': FIELDS, 'cart.yaml': COMPONENT })]);
    expect([code, stderr]).toEqual([1, '1 error and 1000 warnings in 2 files\n']);
    expect(stdout.match(/ unknown-field: /g)).toHaveLength(1000);
    expect(stdout.endsWith(lines(`app.yaml:1015:3: error findings-omitted: 'spec.field1000' ${PROBLEM}`, ' 1015 |   field1000: …', '      |   ^^^^^^^^^', `      fix: ${FIX}`))).toBe(true);
  });

  test('as text, JSON and SARIF: documents', async () => {
    const [path] = files({ 'many.yaml': 'a: [\n---\n'.repeat(1500) });
    const { code, stdout, stderr } = await cli(['validate', path]);
    expect([code, stderr]).toEqual([2, '1001 errors in 1 file\n']);
    expect(stdout.endsWith(lines(`many.yaml:2002:1: error findings-omitted: ${OMITTED}`, `      fix: ${FIX}`))).toBe(true);
    const json = JSON.parse((await cli(['validate', path, '--json'])).stdout);
    expect(json).toMatchObject({ valid: false, errors: 1001 });
    expect(json.findings.at(-1)).toMatchObject({ file: path, line: 2002, code: 'findings-omitted', problem: OMITTED, remedy: FIX });
    const sarif = await cli(['validate', path, '--sarif']);
    expect(sarif.code).toBe(2);
    expect(readSarif(sarif.stdout).results.at(-1)).toMatchObject({ ruleId: 'findings-omitted', message: { text: `${OMITTED}. Fix: ${FIX}` } });
  });

  test('of all files together', async () => {
    const wrong = APPLICATION.replace('8080', '99999');
    const paths = files(Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`wrong/${String(i).padStart(4, '0')}.yaml`, wrong.replaceAll('shop', `shop-${i}`)])));
    const { findings, errors } = JSON.parse((await cli(['validate', ...paths, '--json'])).stdout);
    expect([errors, findings.length]).toEqual([1001, 1001]);
    expect(findings.filter(({ code }: any) => code === 'findings-omitted')).toMatchObject([{ level: 'error', file: 'wrong/0000.yaml', problem: 'not listed: 1200 more findings, beginning here' }]);
  });
});

describe('--environments', () => {
  const config = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\n`;
  const TWICE = 'duplicate-object: ConfigMap "a" in namespace "shop" is also made by';
  afterEach(() => rmSync(join(folder, 'envs'), { recursive: true, force: true }));

  test('checks each environment by itself, with what delivers it', async () => {
    files({ 'envs/dev/shop/a.yaml': config('a'), 'envs/prod/shop/a.yaml': config('a'), 'envs/_flux/dev.yaml': config('b'), 'envs/_flux/prod.yaml': config('b') });
    expect(await cli(['validate', 'envs', '--environments'])).toEqual({ code: 0, stdout: '', stderr: 'nothing wrong in 4 files\n' });
    expect(await cli(['validate', 'envs'])).toMatchObject({ code: 1, stdout: expect.stringContaining(TWICE), stderr: '2 errors in 4 files\n' });
  });

  test('finds what is there twice in one of them', async () => {
    files({ 'envs/dev/shop/a.yaml': config('a'), 'envs/prod/shop/a.yaml': config('a'), 'envs/_flux/prod/a.yaml': config('a') });
    const { code, stdout, stderr } = await cli(['validate', './envs/', '--environments']);
    expect([code, stderr]).toEqual([1, '1 error in 3 files\n']);
    expect(stdout).toContain(`envs/prod/shop/a.yaml:1:1: error ${TWICE} envs/_flux/prod/a.yaml:1`);
  });
});

test('its help has its own options', async () => {
  const asked = await cli(['validate', '--help']);
  expect(await cli(['help', 'validate'])).toEqual(asked);
  expect([asked.code, asked.stderr]).toEqual([0, '']);
  const options = [...asked.stdout.matchAll(/^ {2}(?:-h, )?(--[\w-]+)/gm)].map(([, option]) => option);
  expect(options).toEqual(expect.arrayContaining(['--platform', '--settings', '--default-namespace', '--strict', '--environments', '--json', '--sarif', '--help']));
});

describe('fails with 2 when', () => {
  test('no file is named', async () => {
    expect(await cli(['validate'])).toEqual({ code: 2, stdout: '', stderr: "[cdk8s-oam validate] usage: '<paths>' is required; write cdk8s-oam validate <paths>\n" });
  });

  test('two formats are asked for', async () => {
    const message = "[cdk8s-oam validate] usage: '--sarif' cannot be used with --json; leave one of them out";
    const { code, stdout, stderr } = await cli(['validate', 'app.yaml', '--json', '--sarif']);
    const findings = [{ code: 'usage', path: ['--sarif'], parameters: { reason: 'beside', other: '--json' } }];
    expect([code, JSON.parse(stdout), stderr]).toEqual([2, { error: { code: 'usage', message, findings } }, `${message}\n`]);
  });

  test.each([['--platform', 'none'], ['--default-namespace', 'A']])('%s is wrong', async (...flags) => {
    const [path] = files({ 'app.yaml': APPLICATION });
    const { code, stdout, stderr } = await cli(['validate', path, ...flags]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`'${flags[0]}'`)]);
    expect(JSON.parse((await cli(['validate', path, '--json', ...flags])).stdout)).toEqual({
      error: { code: expect.any(String), message: stderr.trimEnd(), findings: [expect.objectContaining({ path: [flags[0]] })] },
    });
  });
});
