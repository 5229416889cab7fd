import { execFileSync, spawnSync } from 'node:child_process';
import { Place } from './support';
import { formatIndex, hashOf, parseIndex, together, without } from '../../src/writing/index-file';

const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
const entries = (given: Record<string, string[]>) => new Map(Object.entries(given).map(([path, hashes]) => [path, new Set(hashes)]));

const place = new Place();

test('an index is a line for each text, in the order of the paths', () => {
  expect(formatIndex({ entries: entries({ 'b': [TWO, ONE], 'a/x': [ONE], 'B': [TWO] }), isUnfinished: false })).toBe(`${TWO}  B\n${ONE}  a/x\n${ONE}  b\n${TWO}  b\n`);
});

test.each([true, false])('what is written is read (unfinished: %p)', isUnfinished => {
  const index = { entries: entries({ 'a': [ONE], 'ä/ b  c': [ONE, TWO] }), isUnfinished };
  expect(parseIndex(formatIndex(index))).toEqual(index);
});

test('no entry is no text', () => {
  expect(formatIndex({ entries: new Map(), isUnfinished: false })).toBe('');
  expect(parseIndex('')).toEqual({ entries: new Map(), isUnfinished: false });
});

test('the hash is that of the bytes', () => {
  expect(hashOf('é\n')).toBe(hashOf(Buffer.from([0xc3, 0xa9, 0x0a])));
  expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('both sides of a merge with conflicts count', () => {
  const merged = ['<<<<<<< HEAD', `${ONE}  a`, '=======', `${TWO}  a`, `${ONE}  b`, '>>>>>>> other', ''].join('\n');
  expect(parseIndex(merged).entries).toEqual(entries({ a: [ONE, TWO], b: [ONE] }));
});

test('line breaks of Windows and the mark for binary files are read', () => {
  expect(parseIndex(`${ONE}  a\r\n${TWO} *b\r\n`).entries).toEqual(entries({ a: [ONE], b: [TWO] }));
});

test.each(['../a', '/etc/passwd', 'a/../../b', '.cdk8s-oam-index', 'C:\\a', ''])('a line that leads elsewhere is none: %p', path => {
  expect(parseIndex(`${ONE}  ${path}\n${TWO}  b\n`).entries).toEqual(entries({ b: [TWO] }));
});

test.each([`${ONE} a`, `${ONE.slice(1)}  a`, ` ${ONE}  a`, `${'G'.repeat(64)}  a`, 'garbage', '\0', `# ${ONE}  a`])('a line of another form is none: %j', line => {
  expect(parseIndex(`${line}\n`).entries).toEqual(new Map());
});

test('entries are put together, and taken from each other', () => {
  expect(together(entries({ a: [ONE] }), entries({ a: [TWO], b: [ONE] }))).toEqual(entries({ a: [ONE, TWO], b: [ONE] }));
  expect(without(entries({ a: [ONE, TWO], b: [ONE], c: [ONE] }), entries({ a: [ONE], b: [ONE] }))).toEqual(entries({ a: [TWO], c: [ONE] }));
});

const isThere = spawnSync('sha256sum', ['--version']).status === 0;

(isThere ? test : test.skip)(`sha256sum reads it${isThere ? '' : ' (without sha256sum)'}`, () => {
  place.write({ 'a.yaml': 'a: é\n', 'sub folder/b.yaml': '' });
  const check = () => execFileSync('sha256sum', ['--check', '--strict', '.cdk8s-oam-index'], { cwd: place.out, encoding: 'utf8' });
  expect(check()).toBe('a.yaml: OK\nsub folder/b.yaml: OK\n');
});
