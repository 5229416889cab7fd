import { fill } from '../../src/findings/sentence';
import { describe as text } from '../../src/findings/words';
import { labelSelector, unmet } from '../../src/objects/labels';

const LABELS = { app: 'greet', tier: 'web', empty: '' };
const findings = (selector: any) => labelSelector(selector, 'selector').map(text);
const expression = (key: string, operator: string, values?: string[]) => ({ matchExpressions: [{ key, operator, ...values ? { values } : {} }] });

test.each<[string, any]>([
  ['nothing', undefined],
  ['an empty selector', {}],
  ['empty labels', { matchLabels: {}, matchExpressions: [] }],
  ['its labels', { matchLabels: { app: 'greet', empty: '' } }],
  ['a value among others', expression('tier', 'In', ['api', 'web'])],
  ['another value', expression('tier', 'NotIn', ['api'])],
  ['no value at all', expression('other', 'NotIn', ['api'])],
  ['a key', expression('empty', 'Exists')],
  ['no key', expression('other', 'DoesNotExist')],
])('%s selects', (_, selector) => {
  expect(unmet(selector, LABELS)).toEqual([]);
});

test.each<[any, string]>([
  [{ matchLabels: { app: 'other', team: 'a' } }, 'app=other, team=a'],
  [expression('tier', 'In', ['api', 'db']), 'tier in (api, db)'],
  [expression('other', 'In', ['api']), 'other in (api)'],
  [expression('tier', 'NotIn', ['web', 'api']), 'tier not in (web, api)'],
  [expression('other', 'Exists'), 'a label other'],
  [expression('app', 'DoesNotExist'), 'no label app'],
  [{ matchLabels: { a: 'b' }, ...expression('app', 'DoesNotExist') }, 'a=b, no label app'],
])('%j does not select', (selector, missing) => {
  expect(fill('{missing:phrase}', { missing: unmet(selector, LABELS) })).toBe(missing);
});

test('labels that every object inherits are none', () => {
  expect(unmet(expression('toString', 'DoesNotExist'), {})).toEqual([]);
  expect(unmet(expression('constructor', 'Exists'), {})).toEqual([{ phrase: 'label-exists', key: 'constructor' }]);
});

test.each<[string, any, string]>([
  ['it is none', 3, "invalid-type: 'selector' must be an object, got 3"],
  ['labels are no map', { matchLabels: [] }, "invalid-type: 'selector.matchLabels' must be a map, got a list of 0"],
  ['a label is no text', { matchLabels: { a: 1 } }, "invalid-label: 'selector.matchLabels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got 1"],
  ['requirements are no list', { matchExpressions: {} }, "invalid-type: 'selector.matchExpressions' must be a list, got an object"],
  ['a requirement is none', { matchExpressions: ['a'] }, "invalid-type: 'selector.matchExpressions[0]' must be an object, got \"a\""],
  ['an operator is none', expression('a', 'Equals', ['b']), "invalid-value: 'selector.matchExpressions[0].operator' must be one of In, NotIn, Exists, DoesNotExist, got \"Equals\""],
  ['values are missing', expression('a', 'NotIn'), "invalid-value: 'selector.matchExpressions[0].values' must have at least one value; give it values, or use Exists or DoesNotExist"],
  ['values are too many', expression('a', 'DoesNotExist', ['b']), "invalid-value: 'selector.matchExpressions[0].values' must be left out with DoesNotExist; leave them out, or use In or NotIn"],
  ['the key is empty', expression('', 'Exists'), "invalid-value: 'selector.matchExpressions[0].key' must be a non-empty string, got \"\""],
  ['a value is no text', expression('a', 'In', [1 as any]), "invalid-type: 'selector.matchExpressions[0].values[0]' must be a string, got a number; put it in quotes"],
])('fails when %s', (_, selector, message) => {
  expect(findings(selector)).toEqual([message]);
});
