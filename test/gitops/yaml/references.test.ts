import { compare } from './compared';
import { References, UNCERTAIN } from '../../../src/gitops/yaml/write-documents';

const objects = (count: number) => Array.from({ length: count }, (_, i) => ({ a: i }));

test.each([2, 31, 32, 33, 1000])('one of %d objects that is there twice is found, whichever it is', count => {
  for (const at of [0, 1, Math.floor(count / 2), count - 1]) {
    const references = new References();
    const all = objects(count);
    all.forEach(each => references.note(each));
    expect(() => references.note(all[at])).toThrow(UNCERTAIN);
  }
});

test.each<[string, object]>([
  ['an object', { a: 1 }], ['a list', [1, 2]], ['an empty object', {}], ['an empty list', []],
])('%s that is there twice is left to cdk8s, which makes an alias of it', (_, shared) => {
  const documents = [
    { a: shared, b: shared }, [shared, shared], { a: [shared], b: { c: shared } }, [[shared], { a: [{ b: shared }] }],
    [...objects(50), shared, ...objects(50), shared],
  ];
  for (const document of documents) expect(compare(document)).toBe(1);
  expect(compare(shared, shared, { a: shared }, [shared])).toBe(0);
});

test('two equal objects are two', () => {
  expect(compare({ a: { b: 1 }, c: { b: 1 }, d: [[], []] }, objects(100))).toBe(0);
});

test('cycles are left to cdk8s', () => {
  const self: any = { a: 1 };
  self.self = self;
  const list: any[] = [1];
  list.push({ list });
  expect(compare(self, list, { a: [self] })).toBe(3);
});
