import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '../../src/findings/catalogue/all';
import { FRAMES, PHRASES, STRINGS } from '../../src/findings/catalogue/phrases';
import { causeOf, Sentence } from '../../src/findings/sentence';

const ROOT = join(__dirname, '../..');
const codes = Object.keys(ERRORS) as (keyof typeof ERRORS)[];

function sources(folder: string, but: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter(file => file.endsWith('.ts') && !file.endsWith(but)).map(file => readFileSync(join(ROOT, folder, file), 'utf8')).join('\n');
}

const code = sources('src', 'codes.ts');
const tests = sources('test', 'codes.test.ts');

test('codes are in order', () => {
  expect(codes).toEqual([...codes].sort());
});

describe.each(codes)('%s', id => {
  test('has a name of lower-case words', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('has a cause and a remedy, in whole sentences', () => {
    expect(causeOf(ERRORS[id])).toMatch(/^[A-Z`].*\.$/);
    expect(ERRORS[id].remedy).toMatch(/^[A-Z`].*\.$/);
  });

  // reports show it alone, as a title
  test('has one sentence that names the cause', () => {
    expect(ERRORS[id].cause).not.toMatch(/\. [A-Z`]/);
    expect(ERRORS[id].cause).toMatch(/^[A-Z`].*\.$/);
  });

  test('says what must be, or what to do', () => {
    const { says, help } = ERRORS[id];
    const sentences = (Array.isArray(says) ? [says] : Object.values(says) as Sentence[]).map(each => typeof each === 'string' ? [each, help] : each);
    expect(sentences.filter(([problem, remedy]) => !remedy && !/^(must|is required)\b/.test(problem!))).toEqual([]);
    expect(sentences.filter(([, remedy, inManifests]) => !remedy && !inManifests)).toEqual([]);
  });

  test('has no parameters in the remedy of several sentences', () => {
    expect(ERRORS[id].help ?? '').not.toContain('{');
  });
});

test('each parameter that may be a plain string is in a sentence', () => {
  const texts = JSON.stringify([ERRORS, PHRASES, FRAMES]);
  expect(STRINGS.filter(name => !new RegExp(`\\{${name}[:}]`).test(texts))).toEqual([]);
});

test('each code is reported somewhere', () => {
  expect(codes.filter(id => !code.includes(`'${id}'`))).toEqual([]);
});

test('each code has a test of its whole text', () => {
  expect(codes.filter(id => !new RegExp(`(?<![a-z-])${id}: `).test(tests))).toEqual([]);
});
