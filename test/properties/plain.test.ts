import * as fc from 'fast-check';
import { anyData, anyObject } from './arbitraries-values';
import { same } from './differences';
import { overlaid } from './expected';
import { PATIENCE, runs } from './runs';
import { Finding } from '../../src/findings/finding';
import { merge, ordered, plain } from '../../src/private/plain';

const check = (what: string, ...property: Parameters<typeof fc.property<[any, any]>>) =>
  test(what, () => fc.assert(fc.property(...property), { numRuns: runs(2000) }), PATIENCE);

const shared = (value: any, with_: any): boolean => typeof value === 'object' && value !== null
  && (value === with_ || Object.keys(value).some(key => shared(value[key], with_?.[key])));

check('plain data is kept as it is, in a copy', anyData, anyData, data => {
  const findings: Finding[] = [];
  const copy = plain(data, 'field', findings);
  same(findings, [], 'findings');
  same(copy, data, 'copy');
  if (shared(copy, data)) throw new Error('the copy shares an object with the original');
});

check('fields that are undefined are left out, at any depth', anyObject, anyObject, (a, b) => {
  same(plain({ ...a, inner: { ...b, gone: undefined }, gone: undefined }, '', []), { ...a, inner: b }, 'copy');
});

check('merge: nothing laid over leaves all', anyObject, anyObject, a => same(merge(a, {}), a, 'merged'));
check('merge: laid over nothing is what it is', anyObject, anyObject, a => same(merge({}, a), a, 'merged'));
check('merge: the same again changes nothing', anyObject, anyObject, (a, b) => same(merge(merge(a, b), b), merge(a, b), 'merged'));
check('merge: what is no object replaces, and is replaced', anyData, anyData, (a, b) => same(merge(a, b), overlaid(a, b), 'merged'));
check('merge: objects are merged field by field, all else is replaced, whatever it is called', anyObject, anyObject, (a, b) => {
  same(merge({ ...a, both: a }, { ...b, both: b }), overlaid({ ...a, both: a }, { ...b, both: b }), 'merged');
});

check('merge: the last wins, lists as a whole', fc.array(anyData), fc.array(anyData), (a, b) => {
  same(merge({ x: { list: a, kept: 1 } }, { x: { list: b } }), { x: { list: b, kept: 1 } }, 'merged');
});

check('merge changes neither of the two', anyObject, anyObject, (a, b) => {
  const before = [plain(a, '', []), plain(b, '', [])];
  merge(a, b);
  same([a, b], before, 'originals');
});

check('ordering keeps all values, and puts the keys in order', anyData, anyData, data => {
  const copy = ordered(data, true);
  same(copy, data, 'ordered');
  same(ordered(data, false), data, 'unordered');
  keysInOrder(copy);
});

function keysInOrder(value: any): void {
  if (typeof value !== 'object' || value === null) return;
  // JavaScript itself puts whole numbers first
  const keys = Array.isArray(value) ? [] : Object.keys(value).filter(key => !/^(0|[1-9]\d*)$/.test(key));
  same(keys, [...keys].sort(), 'keys');
  Object.values(value).forEach(keysInOrder);
}
