import { WriteStream } from 'node:tty';
import { Checked, OBJECT, reported } from './support';
import { paintFor } from '../../../src/cli/output';
import { humanReport, reportOf } from '../../../src/cli/validate';
import { Shown } from '../../../src/base/findings/finding';
import { collectManifests } from '../../../src/files/reading';

const PLAIN = paintFor({ isTTY: false } as WriteStream);
const lines = (...all: string[]) => all.map(line => `${line}\n`).join('');

/** What is printed of texts, with what checks have found in them. */
function printed(texts: Readonly<Record<string, string>>, found: readonly Checked[], paint = PLAIN): string {
  const { report, manifests } = reported(texts, found);
  return humanReport(report, manifests.sources, paint);
}

const PORT = `${OBJECT}spec:\n  port: 99999\n`;
const WRONG: Checked = { line: 4, column: 3, problem: 'must be a port from 1 to 65535', parameters: { value: Shown.of(99999) }, remedy: 'give another' };

test('nothing is said where nothing is wrong', () => {
  expect(printed({ 'f.yaml': PORT }, [])).toBe('');
});

test('a finding has its place, its line and what to do', () => {
  expect(printed({ 'f.yaml': PORT }, [WRONG])).toBe(lines(
    "f.yaml:4:3: error invalid-port: 'spec.port' must be a port from 1 to 65535, got 99999",
    '    4 |   port: 99999',
    '      |   ^^^^',
    '      fix: give another',
  ));
});

test('findings of several files, with lines and without', () => {
  expect(printed({ 'b.yaml': PORT, 'a.yaml': `${OBJECT}spec: "` }, [{ ...WRONG, file: 'b.yaml', isWarning: true }, { ...WRONG, file: 'b.yaml', line: 1, column: 1, field: '' }])).toBe(lines(
    'b.yaml:1:1: error invalid-port: must be a port from 1 to 65535, got 99999',
    '    1 | apiVersion: …',
    '      | ^^^^^^^^^^',
    '      fix: give another',
    "b.yaml:4:3: warning invalid-port: 'spec.port' must be a port from 1 to 65535, got 99999",
    '    4 |   port: 99999',
    '      |   ^^^^',
    '      fix: give another',
    'a.yaml:3:7: error yaml-syntax: has a quote that is not closed, or a string in quotes whose next line is not indented',
    '      fix: close it, and indent all its lines',
  ));
});

test('a file that cannot be read has no place', () => {
  const manifests = collectManifests(['/nowhere.yaml']);
  expect(humanReport(reportOf(manifests, []), manifests.sources, PLAIN)).toBe(lines('/nowhere.yaml: error manifest-not-readable: does not exist', '      fix: check the path'));
});

test('what is wrong further down has the same columns', () => {
  const text = `${OBJECT}${'\n'.repeat(123_456)}port: 1`;
  expect(printed({ 'f.yaml': text }, [{ ...WRONG, line: 123_459, column: 1 }])).toBe(lines(
    "f.yaml:123459:1: error invalid-port: 'spec.port' must be a port from 1 to 65535, got 99999",
    '123459 | port: …',
    '       | ^^^^',
    '      fix: give another',
  ));
});

test.each<[string, string, string]>([
  ['windows', 'spec:\r\n  port: 99999\r\n', '  port: 99999'],
  ['a tab behind the key', 'spec:\n  port:\t99999\n', '  port: 99999'],
  ['a byte order mark', 'spec:\n  port: 99999', '  port: 99999'],
])('a text of %s is shown as any other', (_, text, line) => {
  expect(printed({ 'f.yaml': `\ufeff${OBJECT}${text}` }, [WRONG])).toContain(lines(`    4 | ${line}`, '      |   ^^^^'));
});

test('nothing steers the terminal', () => {
  const odd = '\u001b[2J\u009b\u202e\u2028';
  const text = printed({ [`${odd}.yaml`]: `${OBJECT}"a${odd}": x` }, [{ line: 3, column: 1, file: `${odd}.yaml`, field: odd, problem: `must be another, got "${odd}"`, remedy: odd }]);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});

describe('colours', () => {
  const terminal = () => Object.create(WriteStream.prototype, { isTTY: { value: true } }) as WriteStream;
  const painted = (found: Checked, environment: NodeJS.ProcessEnv) => printed({ 'f.yaml': PORT }, [found], paintFor(terminal(), environment));

  test('are those of a terminal', () => {
    const environment = { TERM: 'xterm-256color' };
    const [bold, red, yellow, faint, end] = ['\u001b[1m', '\u001b[1;31m', '\u001b[1;33m', '\u001b[2m', '\u001b[0m'];
    expect(painted(WRONG, environment)).toBe(lines(
      `${bold}f.yaml:4:3${end}: ${red}error${end} invalid-port: 'spec.port' must be a port from 1 to 65535, got 99999`,
      `${faint}    4 |${end}   port: 99999`,
      `${faint}      |${end} ${bold}  ^^^^${end}`,
      `      ${faint}fix:${end} give another`,
    ));
    expect(painted({ ...WRONG, isWarning: true }, environment)).toContain(`${yellow}warning${end}`);
  });

  test.each([[{ TERM: 'xterm-256color', NO_COLOR: '1' }], [{ TERM: 'dumb' }]])('are not there with %j', environment => {
    expect(painted(WRONG, environment)).toBe(printed({ 'f.yaml': PORT }, [WRONG]));
  });
});
