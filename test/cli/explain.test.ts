import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cli } from './support';
import { CATALOGUE } from '../../src/base/findings/catalogue/all';

const PAGE = readFileSync(resolve(__dirname, '../../docs/errors.md'), 'utf8');
const codes = Object.keys(CATALOGUE).sort();

/** Of a page or a terminal, the words alone. */
const words = (text: string) => text.split(/\s+/).filter(each => each !== '').join(' ');

test('a code is explained as its page does', async () => {
  const { code, stdout, stderr } = await cli(['explain', 'data-left-behind']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`data-left-behind

Cause: An object that holds data or other objects is removed or renamed, or pods no longer use its data (warning).

What to do: Keep the name and the namespace, or copy the data before you delete the old object.

https://github.com/cdk8s-oam/cdk8s-oam/blob/main/docs/errors.md#data-left-behind
`);
});

test.each(codes)('%s', async name => {
  const { stdout } = await cli(['explain', name]);
  const [, section] = new RegExp(`^## ${name}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(PAGE)!;
  const [cause, remedy] = section.trim().split('\n\n');
  expect(words(stdout)).toBe(words(`${name} Cause: ${cause} What to do: ${remedy} ${stdout.trimEnd().split('\n').at(-1)}`));
});

test('without a code, all of them are listed, each with its cause', async () => {
  const { code, stdout } = await cli(['explain']);
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect([code, head.split(/\s+/)]).toEqual([0, ['CODE', 'CAUSE']]);
  expect(rows.map(row => row.split(' ')[0])).toEqual(codes);
});

test.each([
  ['is misspelled', 'immutable-feld', 'did you mean "immutable-field"?'],
  ['is none', 'x', 'run `cdk8s-oam explain` for all of them'],
  ['is a property of every object', 'constructor', 'run `cdk8s-oam explain` for all of them'],
])('fails when a code %s', async (_, given, remedy) => {
  expect(await cli(['explain', given])).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam explain] usage: '${given}' is not a code; ${remedy}\n` });
});
