import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSarif } from './sarif-shape';
import { Checked, OBJECT, reported } from './support';
import { reportOf, sarifReport } from '../../../src/cli/validate';
import { ErrorCode, CATALOGUE } from '../../../src/base/findings/catalogue/all';
import { Shown } from '../../../src/base/findings/finding';
import { collectManifests } from '../../../src/files/reading';

const ERROR = { line: 1, column: 1 } as const;

/** The run that is told of texts, with what checks have found in them. */
function run(texts: Readonly<Record<string, string>>, found: readonly Checked[] = [], options: { strict?: boolean } = {}): any {
  return readSarif(JSON.stringify(sarifReport(reported(texts, found, options).report)));
}

const prints = (of: any): string[] => of.results.map(({ partialFingerprints }: any) => partialFingerprints['cdk8sOamFinding/v1']);

test('a log says who wrote it, and how it went', () => {
  const { version } = JSON.parse(readFileSync(resolve(__dirname, '../../../package.json'), 'utf8'));
  const { report } = reported({ 'f.yaml': OBJECT });
  expect(sarifReport(report)).toEqual({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'cdk8s-oam', version, informationUri: 'https://github.com/cdk8s-oam/cdk8s-oam', rules: [], notifications: [] } },
      originalUriBaseIds: { SRCROOT: { description: { text: 'The folder in which the command was run.' } } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: true, exitCode: 0, toolExecutionNotifications: [] }],
      results: [],
    }],
  });
});

test('a finding with a place is a result', () => {
  const { tool, results, invocations } = run({ 'a b/ü.yaml': OBJECT }, [{ file: 'a b/ü.yaml', line: 2, column: 7, problem: 'must be a port from 1 to 65535', parameters: { value: Shown.of(99999) } }]);
  expect(results).toEqual([{
    ruleId: 'invalid-port',
    ruleIndex: 0,
    level: 'error',
    message: { text: "'spec.port' must be a port from 1 to 65535, got 99999. Fix: give the number of the port; a named port is not supported here" },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b/%C3%BC.yaml', uriBaseId: 'SRCROOT' }, region: { startLine: 2, startColumn: 7 } } }],
    partialFingerprints: { 'cdk8sOamFinding/v1': expect.stringMatching(/^[0-9a-f]{32}:1$/) },
    properties: { path: ['spec', 'port'], parameters: { value: 99999, reason: 'must be a port from 1 to 65535, got {value}' } },
  }]);
  expect(tool.driver.rules).toEqual([{
    id: 'invalid-port',
    shortDescription: { text: 'A port is neither an integer from 1 to 65535 nor the name of a declared port, or is a number in quotes, which Kubernetes reads as a name.' },
    fullDescription: { text: 'A port is neither an integer from 1 to 65535 nor the name of a declared port, or is a number in quotes, which Kubernetes reads as a name.' },
    help: {
      text: 'A port is neither an integer from 1 to 65535 nor the name of a declared port, or is a number in quotes, which Kubernetes reads as a name. Use a port from 1 to 65535, or where names are allowed, the name of a declared port.',
      markdown: 'A port is neither an integer from 1 to 65535 nor the name of a declared port, or is a number in quotes, which Kubernetes reads as a name.\n\nUse a port from 1 to 65535, or where names are allowed, the name of a declared port.',
    },
    helpUri: 'https://github.com/cdk8s-oam/cdk8s-oam/blob/main/docs/errors.md#invalid-port',
  }]);
  expect(invocations).toEqual([{ executionSuccessful: true, exitCode: 1, toolExecutionNotifications: [] }]);
});

test('a finding about a whole file is a notification', () => {
  const { tool, results, invocations } = readSarif(JSON.stringify(sarifReport(reportOf(collectManifests(['/nowhere/a b.yaml']), []))));
  expect(results).toEqual([]);
  expect(tool.driver.notifications.map(({ id }: any) => id)).toEqual(['manifest-not-readable']);
  expect(invocations).toEqual([{
    executionSuccessful: false,
    exitCode: 2,
    toolExecutionNotifications: [{
      descriptor: { id: 'manifest-not-readable', index: 0 },
      level: 'error',
      message: { text: '/nowhere/a b.yaml does not exist. Fix: check the path' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'file:///nowhere/a%20b.yaml' } } }],
      properties: { path: [], parameters: expect.any(Object) },
    }],
  }]);
});

test('what is read is told beside what is not', () => {
  const { results, invocations: [{ exitCode }] } = run({ 'f.yaml': `${OBJECT}---\na: "` }, [ERROR]);
  expect([exitCode, results.map(({ ruleId }: any) => ruleId)]).toEqual([2, ['invalid-port', 'yaml-syntax']]);
});

test.each([[{}, 'warning', 0], [{ strict: true }, 'error', 1]])('a warning, with %j', (options, level, code) => {
  const { results, invocations: [{ exitCode }] } = run({ 'f.yaml': OBJECT }, [{ ...ERROR, isWarning: true }], options);
  expect([results[0].level, exitCode]).toEqual([level, code]);
});

test('rules are in order, each once', () => {
  const codes: ErrorCode[] = ['no-platform', 'invalid-port', 'no-platform', 'invalid-name'];
  const { tool, results } = run({ 'f.yaml': OBJECT }, codes.map((code, i) => ({ ...ERROR, column: i + 1, code })));
  expect(tool.driver.rules.map(({ id }: any) => id)).toEqual(['invalid-name', 'invalid-port', 'no-platform']);
  expect(results.map(({ ruleIndex }: any) => ruleIndex)).toEqual([2, 1, 2, 0]);
});

test('every code can be told, but for what cannot be judged: there is nothing to fix', () => {
  const codes = (Object.keys(CATALOGUE) as ErrorCode[]).sort();
  const { tool } = run({ 'f.yaml': OBJECT }, codes.map((code, i) => ({ line: i + 1, column: 1, code })));
  expect(tool.driver.rules.map(({ id }: any) => id)).toEqual(codes.filter(code => code !== 'cannot-judge'));
});

test('the short description is the cause in one sentence', () => {
  const { tool } = run({ 'f.yaml': OBJECT }, [{ ...ERROR, code: 'yaml-syntax' }, { ...ERROR, code: 'unknown-field' }]);
  expect(tool.driver.rules.map(({ shortDescription }: any) => shortDescription.text)).toEqual([
    'A field does not exist here, and the cluster would drop it.', 'A file is not valid YAML; its text may hold a password and is not shown.',
  ]);
});

describe('fingerprints', () => {
  const at = (line: number, more: Partial<Checked> = {}) => ({ line, column: 1, ...more });

  test('stay where lines move', () => {
    expect(prints(run({ 'f.yaml': OBJECT }, [at(1), at(2, { field: 'other' })]))).toEqual(prints(run({ 'f.yaml': `\n\n${OBJECT}` }, [at(3), at(4, { field: 'other' })])));
  });

  test('of the same field in several documents have numbers', () => {
    const [first, second, third] = prints(run({ 'f.yaml': OBJECT }, [at(1), at(2), at(3)]));
    expect([second, third]).toEqual([first.replace(/1$/, '2'), first.replace(/1$/, '3')]);
  });

  test('tell codes, fields and files apart', () => {
    const of = prints(run({ 'f.yaml': OBJECT, 'g.yaml': OBJECT }, [at(1), at(1, { field: 'other' }), at(1, { code: 'invalid-value' }), at(1, { file: 'g.yaml' })]));
    expect([new Set(of.map(print => print.slice(0, 32))).size, of.every(print => print.endsWith(':1'))]).toEqual([4, true]);
  });
});

describe('a file is', () => {
  const uriOf = (file: string) => run({ [file]: OBJECT }, [{ ...ERROR, file }]).results[0].locations[0].physicalLocation.artifactLocation;

  test.each([
    ['a.yaml', 'a.yaml'], ['./a.yaml', 'a.yaml'], ['a/../b/c.yaml', 'b/c.yaml'], [resolve('a/b.yaml'), 'a/b.yaml'], ['<stdin>', '%3Cstdin%3E'], ['..a/b.yaml', '..a/b.yaml'],
    ['a:b%?#\\ [1].yaml', 'a%3Ab%25%3F%23%5C%20%5B1%5D.yaml'], ['größe/😀.yaml', 'gr%C3%B6%C3%9Fe/%F0%9F%98%80.yaml'],
  ])('%s below the folder in which the command was run', (file, uri) => {
    expect(uriOf(file)).toEqual({ uri, uriBaseId: 'SRCROOT' });
  });

  test.each([['../a b.yaml', 'a%20b.yaml'], ['..', '']])('%s elsewhere', (file, end) => {
    expect(uriOf(file)).toEqual({ uri: expect.stringMatching(new RegExp(`^file:///.*${end}$`)) });
  });

  test('the folder itself', () => {
    expect(uriOf('.')).toEqual({ uri: '.', uriBaseId: 'SRCROOT' });
  });
});

test('a message has no links, and nothing that steers a terminal', () => {
  const { results } = run({ 'f.yaml': OBJECT }, [{ ...ERROR, field: 'a[0]', problem: 'got "[x](https://example.com)\u001b[2J\u202e\n"', remedy: '{0} {{' }]);
  expect(results[0].message.text).toBe("'a[0]' got \"[x] (https://example.com) [2J \". Fix: {0} {{");
});
