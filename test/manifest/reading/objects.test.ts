import { HEAD, read, said } from './support';
import { readManifests } from '../../../src/manifest/reading/read-manifests';

const item = (name: string) => `{apiVersion: v1, kind: X, name: ${name}}`;
const object = (name: string, more = {}) => ({ apiVersion: 'v1', kind: 'X', name, ...more });

test.each([
  ['of any objects', `apiVersion: v1\nkind: List\nitems:\n- ${item('a')}\n- ${item('b')}\n`, [object('a'), object('b')]],
  ['without any', 'apiVersion: v1\nkind: List\nmetadata: {}\nitems: []\n', []],
  ['in a list', `apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [${item('a')}]}\n- ${item('b')}\n`, [object('a'), object('b')]],
  ['of one kind', `apiVersion: v1\nkind: XList\nitems:\n- {name: a}\n- ${item('b')}\n- {apiVersion: v2, kind: Z}\n`, [object('a'), object('b'), { apiVersion: 'v2', kind: 'Z' }]],
  ['of JSON', `{"apiVersion": "v1", "kind": "List", "items": [${JSON.stringify(object('a'))}]}`, [object('a')]],
])('the objects of a list %s are read one by one', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('a kind that is called a list and has none is an object', () => {
  expect(read('apiVersion: x/v1\nkind: AllowList\nitems: {}\n')).toEqual([{ apiVersion: 'x/v1', kind: 'AllowList', items: {} }]);
});

test.each([
  ['a list', '- a\n', '1:1: invalid-type: must be an object, got a list of 1; give an object with \'apiVersion\' and \'kind\''],
  ['a text, which is not shown', 'hunter2\n', '1:1: invalid-type: must be an object, got a string; give an object with \'apiVersion\' and \'kind\''],
  ['without a version', 'kind: X\n', '1:1: missing-field: \'apiVersion\' is required'],
  ['without a kind', 'apiVersion: v1\nkind:\n', '2:1: missing-field: \'kind\' is required'],
  ['of a version that is a number', 'kind: X\napiVersion: 1\n', '2:1: invalid-value: \'apiVersion\' must be a non-empty string, got 1; put it in quotes'],
  ['of an empty kind', 'apiVersion: v1\nkind: ""\n', '2:1: invalid-value: \'kind\' must be a non-empty string, got ""'],
  ['a list without items', 'apiVersion: v1\nkind: List\n', '1:1: missing-field: \'items\' is required'],
  ['a list with one item', 'apiVersion: v1\nkind: List\nitems: {}\n', '3:1: invalid-type: \'items\' must be a list, got an object'],
])('fails when a document is %s', (_, text, message) => {
  expect(said(`---\n# c\n---\n${text}`)).toEqual([`f.yaml:${message.replace(/^\d+/, line => String(Number(line) + 3))}`]);
});

test('fails when objects in a list are none: the field is that in the document', () => {
  expect(said(`apiVersion: v1\nkind: List\nitems:\n  - kind: X\n  - ${item('a')}\n  - null\n  - apiVersion: v1\n    kind: XList\n    items:\n      - {}\n      - kind: 1\n`)).toEqual([
    'f.yaml:4:5: missing-field: \'items[0].apiVersion\' is required',
    'f.yaml:6:5: invalid-type: \'items[2]\' must be an object, got null; give an object with \'apiVersion\' and \'kind\'',
    'f.yaml:11:9: missing-field: \'items[3].items[1].apiVersion\' is required',
    'f.yaml:11:9: invalid-value: \'items[3].items[1].kind\' must be a non-empty string, got 1; put it in quotes',
  ]);
});

test('what else is wrong is told together with it', () => {
  expect(said('kind: X\nspec: {a: 1, a: 2}\n')).toEqual([
    'f.yaml:1:1: missing-field: \'apiVersion\' is required',
    'f.yaml:2:14: duplicate-key: \'spec.a\' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first',
  ]);
});

test('a document in which something is wrong is not handed out, the others are', () => {
  const { documents } = readManifests(`${HEAD}a: 1\na: 2\n---\n${HEAD}b: 1\n---\n${HEAD}c: [\n`, 'f');
  expect(documents.map(({ value }) => value)).toEqual([{ apiVersion: 'v1', kind: 'X', b: 1 }]);
});
