import { MapFields, Source, duplicateKey } from '../../../src/manifest/reading/source';
import { spoken } from '../../support/findings';

test('a map and the places in it', () => {
  const fields = new MapFields();
  fields.set('a', 1, 5);
  fields.set('__proto__', 2, 7);
  const { value, place } = fields.at(3);
  expect(Object.entries(value)).toEqual([['a', 1], ['__proto__', 2]]);
  expect(Object.entries((place as any).fields)).toEqual([['a', 5], ['__proto__', 7]]);
  expect(fields.placeOf('__proto__')).toBe(7);
});

test('an empty map has no places', () => {
  expect(new MapFields().at(3)).toEqual({ value: {}, place: 3 });
});

test('a key that is given twice is told with its first place', () => {
  expect(duplicateKey(['a', 'b'], 4, new Source('f', 'x\ny\nz\n')).map(spoken)).toEqual([{
    code: 'duplicate-key',
    field: 'a.b',
    problem: 'is given twice in one map, first on line 3',
    remedy: 'leave out one of the two: most readers of YAML silently drop the first',
  }]);
});
