import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '../../src/findings/catalogue/all';
import { FRAMES } from '../../src/findings/catalogue/frames';
import { PHRASES } from '../../src/findings/catalogue/phrases';
import { STRINGS } from '../../src/findings/catalogue/strings';
import { causeOf } from '../../src/findings/explanation';
import type { Sentence } from '../../src/findings/sentence';

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
    const { says } = ERRORS[id];
    const sentences = Object.values(typeof says.problem === 'string' ? { says } : says) as Sentence[];
    expect(sentences.filter(({ problem, remedy }) => remedy === undefined && !/^(must|is required)\b/.test(problem))).toEqual([]);
  });
});

test('each parameter that may be a plain string is in a sentence', () => {
  const texts = JSON.stringify([ERRORS, PHRASES, FRAMES]);
  expect(Object.keys(STRINGS).filter(name => !new RegExp(`\\{${name}[:}]`).test(texts))).toEqual([]);
});

test('each code is reported somewhere', () => {
  expect(codes.filter(id => !code.includes(`'${id}'`))).toEqual([]);
});

test('each code has a test of its whole text', () => {
  expect(codes.filter(id => !new RegExp(`(?<![a-z-])${id}: `).test(tests))).toEqual([]);
});
