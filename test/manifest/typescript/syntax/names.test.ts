import { className, constantName, fileConstant, fileName, kebabCase, methodName, methodNames, Names } from '../../../../src/manifest/typescript/names';

test.each([
  ['hello-helidon', 'hello-helidon'], ['Hello World', 'hello-world'], ['HTTPServer', 'http-server'], ['ClusterRole', 'cluster-role'], ['a.b_c/d', 'a-b-c-d'],
  ['../..', 'none'], ['日本', 'none'], ['1up', '1up'], ['x'.repeat(1000), 'x'.repeat(1000)],
])('kebabCase(%j)', (text, expected) => {
  expect(kebabCase(text, 'none')).toBe(expected);
});

test('a name is given once, whatever its case', () => {
  const names = new Names('-');
  expect(['a', 'A', 'a', 'b', 'constructor', 'toString', 'x/y', 'x--y'].map(each => names.take(each))).toEqual(['a', 'A-2', 'a-3', 'b', 'constructor-2', 'toString-2', 'x/y', 'x--y-2']);
  expect(names.take('a', 'other')).toBe('other');
});

test('constants have names that TypeScript allows, and nothing else has', () => {
  const names = new Names('');
  const taken = ['hello-helidon', 'class', 'k8s', 'scope', '2nd', '日本', '', 'hello-helidon', '__proto__', 'this'].map(each => constantName(names, each, 'component'));
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
  expect(fileName(new Names('-'), `${'x'.repeat(199)}-y`)).toBe('x'.repeat(199));
});

test('methods do not hide those of a chart', () => {
  const names = methodNames();
  expect(['front', 'front', 'dependency', '日本'].map(each => methodName(names, 'add', each))).toEqual(['addFront', 'addFront2', 'addDependency2', 'addOther']);
});

test('constants of a file are called after what they hold, then after what is around it', () => {
  const names = new Names('_', ['JVM']);
  const taken = [{ key: 'jvm', around: 'spec' }, { key: 'port', around: 'spec', own: 'http' }, { key: 'port', around: 'service', own: 'http' }, { key: '日本', around: '' }, { key: '1st', around: '' }];
  expect(taken.map(each => fileConstant(names, each))).toEqual(['SPEC_JVM', 'HTTP_PORT', 'SERVICE_PORT', 'BLOCK', 'BLOCK_2']);
});
