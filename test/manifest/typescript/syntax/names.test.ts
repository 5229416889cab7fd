import { className, ConstantNames, fileName, kebabCase, Names } from '../../../../src/manifest/typescript/syntax/names';

test.each([
  ['hello-helidon', 'hello-helidon'], ['Hello World', 'hello-world'], ['HTTPServer', 'http-server'], ['ClusterRole', 'cluster-role'], ['a.b_c/d', 'a-b-c-d'],
  ['../..', 'none'], ['日本', 'none'], ['1up', '1up'], ['x'.repeat(100), 'x'.repeat(60)], [`${'x'.repeat(59)}-y`, 'x'.repeat(59)],
])('kebabCase(%j)', (text, expected) => {
  expect(kebabCase(text, 'none')).toBe(expected);
});

test('a name is given once, whatever its case', () => {
  const names = new Names('-');
  expect(['a', 'A', 'a', 'b', 'constructor', 'toString', 'x/y', 'x--y'].map(each => names.take(each))).toEqual(['a', 'A-2', 'a-3', 'b', 'constructor-2', 'toString-2', 'x/y', 'x--y-2']);
  expect(names.take('a', 'other')).toBe('other');
});

test('constants have names that TypeScript allows, and nothing else has', () => {
  const names = new ConstantNames();
  const taken = ['hello-helidon', 'class', 'k8s', 'scope', '2nd', '日本', '', 'hello-helidon', '__proto__', 'this'].map(each => names.take(each, 'component'));
  expect(taken).toEqual(['helloHelidon', 'classComponent', 'k8sComponent', 'scopeComponent', 'component2nd', 'component', 'component2', 'helloHelidonComponent', 'proto', 'thisComponent']);
});

test('classes do not hide what files import, or what JavaScript has', () => {
  const names = new Names('');
  const taken = ['shop', 'component', 'object', '1up', '日本', 'Shop', 'constructor'].map(each => className(each, names, new Set(['Component'])));
  expect(taken).toEqual(['Shop', 'ComponentChart', 'ObjectChart', 'Application1up', 'Application', 'ShopChart', 'Constructor']);
});

test('files do not take the place of others, nor have names that a system does not allow', () => {
  const names = new Names('-');
  expect([['shop'], ['main'], ['con'], ['shop', 'team-shop'], ['shop']].map(each => fileName(names, ...each))).toEqual(['shop', 'main-application', 'con-application', 'team-shop', 'shop-2']);
});
