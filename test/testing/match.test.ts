import { failure, shop, toldOf, withSpec } from './support';
import { Manifests, Match, Matcher, MatchResult } from '../../src/testing';
import { ownModules } from '../support/own-modules';

const CONTAINERS = [{ name: 'cart', image: 'example/cart:1.0' }, { name: 'log', image: 'example/log:2', resources: { limits: { cpu: '500m' } } }];

/** Whether a spec with the value matches. */
function isMatch(pattern: unknown, value: unknown): boolean {
  try {
    withSpec({ value }).has({}, { spec: { value: pattern } });
    return true;
  } catch (error) {
    expect((error as Error).message).toMatch(/^not-matched: /);
    return false;
  }
}

describe('what is no matcher', () => {
  test.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: { b: 'x' } }, { a: { b: 'x', c: 1 }, d: 1 }],
    [[{ a: 1 }, 'x'], [{ a: 1, b: 2 }, 'x']],
    [{ a: null }, { b: 1 }],
    [{ a: null }, { a: null }],
    [null, null],
    [[null], [null]],
    [{}, {}],
    [false, false],
    [{ 'a.b/c': '1' }, { 'a.b/c': '1' }],
    [{ a: { value: '500m' } }, { a: { value: '500m' } }],
    // Quantity and IntOrString of cdk8s-plus
    [{ a: new (class { public value = '500m'; })() }, { a: '500m' }],
  ])('%j matches %j', (pattern, value) => {
    expect(isMatch(pattern, value)).toBe(true);
  });

  test.each<[unknown, unknown]>([
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, null],
    [{ a: 1 }, [1]],
    [{}, null],
    [{}, []],
    [[1], [1, 2]],
    [[1, 2], [2, 1]],
    [[], {}],
    ['', null],
    [0, false],
    [{ a: null }, { a: false }],
    [{ constructor: Match.any() }, {}],
  ])('%j does not match %j', (pattern, value) => {
    expect(isMatch(pattern, value)).toBe(false);
  });
});

describe('a matcher', () => {
  test.each<[string, Matcher, unknown[], unknown[]]>([
    ['absent', Match.absent(), [null, undefined], ['', 0, false, [], {}]],
    ['any', Match.any(), ['', 0, false, [], {}], [null, undefined]],
    ['anything but', Match.anythingBut('a'), ['b', 1, null, undefined, {}], ['a']],
    ['not absent', Match.anythingBut(Match.absent()), ['', {}], [null, undefined]],
    ['not of a map', Match.anythingBut({ a: 1 }), [{ a: 2 }, {}, null], [{ a: 1, b: 1 }]],
    ['anyOf', Match.anyOf('a', { b: 1 }, Match.absent()), ['a', { b: 1, c: 1 }, null], ['b', { b: 2 }]],
    ['regex', Match.regex('b+'), ['b', 'abbc'], ['', 'a', 'B', 1, null, ['b']]],
    ['regex, anchored', Match.regex('^b+$'), ['b', 'bb'], ['abc', 'b\nc']],
    ['regex with flags', Match.regex('^b.$', 'ims'), ['B\n', 'a\nbc'], ['cb']],
    ['contains', Match.contains(1, 2), [[1, 2], [2, 1], [3, 2, 0, 1]], [[1], [], [2, 2], null, { 0: 1, 1: 2 }, '12']],
    ['contains, each another element', Match.contains({ a: 1 }, { a: 1 }), [[{ a: 1 }, { a: 1, b: 1 }]], [[{ a: 1 }]]],
    ['contains, where one pattern matches more', Match.contains(Match.any(), 1), [[1, 2], [2, 1]], [[2, 3], [1]]],
    ['contains, where three compete', Match.contains(Match.anyOf(1, 2), Match.anyOf(2, 3), 2), [[1, 2, 3], [3, 2, 1]], [[2, 2, 4], [1, 3, 4]]],
    ['containsInOrder', Match.containsInOrder(1, 2), [[1, 2], [0, 1, 3, 2]], [[2, 1], [1], null, {}]],
    ['containsInOrder twice', Match.containsInOrder(1, 1), [[1, 1]], [[1]]],
    ['every', Match.every({ a: Match.any() }), [[{ a: 1 }], [{ a: 1 }, { a: 2, b: 3 }]], [[], [{ a: 1 }, {}], null, { a: 1 }]],
    ['exact', Match.exact({ a: { b: 1 } }), [{ a: { b: 1 } }, { a: { b: 1, c: null } }], [{ a: { b: 1, c: 2 } }, { a: { b: 1 }, d: 1 }, {}]],
    ['exact with a matcher', Match.exact({ a: Match.any(), b: Match.contains({ c: 1 }) }), [{ a: 1, b: [{ c: 1, d: 1 }] }], [{ a: 1, b: [{ c: 1 }], d: 1 }]],
    ['exact of a list', Match.exact([{ a: 1 }]), [[{ a: 1 }]], [[{ a: 1, b: 1 }]]],
    ['yaml', Match.yaml({ a: [1] }), ['a: [1]\nb: 2', '{"a": [1]}'], ['a: 1', 'a: [', 'a: [1]\n---\na: [1]', '', { a: [1] }, null]],
    ['yaml of a text', Match.yaml('x'), ['x', '"x"'], ['y']],
    ['json', Match.json({ a: [1] }), ['{"a": [1], "b": 2}'], ['a: [1]', '{"a": [2]}', 1, null]],
    ['json in yaml', Match.yaml({ a: Match.json({ b: 1 }) }), ['a: \'{"b": 1}\''], ['a: \'{"b": 2}\'', 'a: x']],
    ['quantity', Match.quantity('500m'), ['500m', '0.5', 0.5, '.5', '+500e-3', '500000u'], ['501m', '500', '', 'x', null, {}, 5]],
    ['quantity in bytes', Match.quantity('1Gi'), ['1024Mi', '1073741824', 1073741824, '1073741824000m'], ['1G', '1gi']],
  ])('%s', (_, matcher, matching, others) => {
    expect(matching.map(value => [value, isMatch(matcher, value)])).toEqual(matching.map(value => [value, true]));
    expect(others.map(value => [value, isMatch(matcher, value)])).toEqual(others.map(value => [value, false]));
    // by itself, too
    expect(matching.map(value => matcher.test(value).isMatch)).toEqual(matching.map(() => true));
    expect(others.map(value => matcher.test(value).isMatch)).toEqual(others.map(() => false));
  });

  test('knows that what is in an absent map is absent', () => {
    shop.has({ name: 'api' }, { spec: { strategy: { rollingUpdate: { maxSurge: Match.absent() } } } });
    expect(toldOf({}, { a: {} })).toEqual(["'spec.a' must be {}, got nothing"]);
    expect(toldOf({}, { a: { b: Match.absent(), c: 1 } })).toEqual(["'spec.a' must be {\"b\": absent, \"c\": 1}, got nothing"]);
  });
});

describe('a message says', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['what is absent', {}, { replicas: 3 }, ["'spec.replicas' must be 3, got nothing"]],
    ['what is there', { replicas: 1 }, { replicas: Match.absent() }, ["'spec.replicas' must be absent, got 1"]],
    ['what is null', { replicas: null }, { replicas: Match.any() }, ["'spec.replicas' must be present, got nothing"]],
    ['each place', { replicas: 1, type: 'a', paused: true }, { replicas: 2, type: 'b', paused: true }, ["'spec.replicas' must be 2, got 1", "'spec.type' must be \"b\", got \"a\""]],
    ['the type', { replicas: '3', port: 3 }, { replicas: 3, port: '3' }, ["'spec.replicas' must be 3, got \"3\"", "'spec.port' must be \"3\", got 3"]],
    ['the whole map for what is none', { template: 1 }, { template: { port: 1, name: 'x' } }, ["'spec.template' must be {\"port\": 1, \"name\": \"x\"}, got 1"]],
    ['which element differs', { ports: [1, 2] }, { ports: [1, 3] }, ["'spec.ports[1]' must be 3, got 2"]],
    ['which element is missing', { ports: [1] }, { ports: [1, { port: 2 }] }, ["'spec.ports[1]' must be {\"port\": 2}, got nothing"]],
    ['which element is too many', { ports: [1, 2] }, { ports: [1] }, ["'spec.ports[1]' must be absent, got 2"]],
    ['which is not in the list', { ports: [1, 2] }, { ports: Match.contains(3) }, ["'spec.ports' must contain 3"]],
    ['where a place is, in quotes', { nodeSelector: { 'a.b/c': 'x' } }, { nodeSelector: { 'a.b/c': 'y' } }, ["'spec.nodeSelector['a.b/c']' must be \"y\", got \"x\""]],
    ['where a long value differs', { path: `/${'a'.repeat(200)}b` }, { path: `/${'a'.repeat(200)}c` },
      [`'spec.path' must be …${'a'.repeat(118)}c" (204 characters), got …${'a'.repeat(118)}b" (204 characters)`]],
    ['which element is closest', { containers: CONTAINERS }, { containers: Match.contains({ name: 'log', image: 'example/log:3' }) }, [
      "'spec.containers' must contain {\"name\": \"log\", \"image\": \"example/log:3\"}; element 1 comes closest",
      "'spec.containers[1].image' must be \"example/log:3\", got \"example/log:2\"",
    ]],
    ['which free element is closest', { containers: CONTAINERS }, { containers: Match.contains({ name: 'cart' }, { image: 'example/cart:1.0', name: 'x' }) }, [
      "'spec.containers' must contain {\"image\": \"example/cart:1.0\", \"name\": \"x\"}",
    ]],
    ['which element is out of order', { containers: CONTAINERS }, { containers: Match.containsInOrder({ name: 'log' }, { name: 'cart' }) },
      ["'spec.containers' must contain {\"name\": \"cart\"} behind element 1"]],
    ['which element is one of those that all are not', { containers: CONTAINERS }, { containers: Match.every({ resources: { limits: { cpu: Match.quantity('1') } } }) }, [
      "'spec.containers[0].resources' must be {\"limits\": {\"cpu\": a quantity of \"1\"}}, got nothing",
      "'spec.containers[1].resources.limits.cpu' must be a quantity of \"1\", got \"500m\"",
    ]],
    ['that there is no element', { ports: [] }, { ports: Match.every(1) }, ["'spec.ports' must be a list with at least one element, each of them 1, got []"]],
    ['that there is no list', { ports: 1 }, { ports: Match.contains(1, { port: 2 }) }, ["'spec.ports' must be a list that contains 1, {\"port\": 2}, got 1"]],
    ['that there is no list to be in order', {}, { ports: Match.containsInOrder(1, 2) }, ["'spec.ports' must be a list that contains, in this order, 1, 2, got nothing"]],
    ['what is not wanted', { type: 'a' }, { type: Match.anythingBut(Match.anyOf('a', 'b')) }, ["'spec.type' must be anything but one of \"a\", \"b\", got \"a\""]],
    ['what is wanted of several', { type: 'a' }, { type: Match.anyOf('c', Match.regex('^b', 'i')) }, ["'spec.type' must be one of \"c\", a string that matches /^b/i, got \"a\""]],
    ['what is too much', { a: 1, port: { name: 'x', port: 1 } }, Match.exact({ a: 1, port: { port: 1 } }), ["'spec.port.name' must be absent, got \"x\""]],
    ['what is wanted exactly', {}, { ports: Match.anythingBut(Match.exact(null)) }, ["'spec.ports' must be anything but exactly null, got nothing"]],
  ])('%s', (_, spec, pattern, lines) => {
    expect(toldOf(spec, pattern)).toEqual(lines);
  });

  test.each<[string, unknown, string]>([
    ['in YAML', { 'app.yaml': Match.yaml({ server: { port: 9090 } }) }, "'data['app.yaml'].server.port' must be 9090, got 8080"],
    ['in JSON', { 'app.json': Match.json({ paths: Match.contains('/c') }) }, "'data['app.json'].paths' must contain \"/c\""],
    ['of what is no YAML', { notes: Match.yaml({ a: 1 }) }, "'data.notes' must be YAML with certain fields, got a string that is not YAML"],
    ['of what is no JSON', { 'app.yaml': Match.json({}) }, "'data['app.yaml']' must be JSON with certain fields, got a string that is not JSON"],
    ['of no string', { more: Match.yaml({}) }, "'data.more' must be YAML with certain fields, got nothing"],
  ])('what differs %s', (_, data, line) => {
    expect(failure(() => shop.has({ kind: 'ConfigMap' }, { data })).split('\n  ').slice(1)).toEqual([line]);
  });

  test('the candidate whose list comes closest, however deep', () => {
    const image = (name: string) => ({ spec: { template: { spec: { containers: Match.contains({ name, image: 'x' }) } } } });
    expect(failure(() => shop.has({}, image('log')))).toContain('Deployment shop/cart (<yaml>:1) comes closest');
  });
});

test('the candidate that comes closest is found through a choice, too', () => {
  const choice = Match.anyOf({ paused: true }, { type: 'ClusterIP', ports: 1 });
  expect(failure(() => shop.has({ namespace: 'shop' }, { spec: choice }))).toContain('; Service shop/cart (<yaml>:17) comes closest\n');
});

test('what is asked of a Secret is not shown, but whether there is a value', () => {
  const secret = Manifests.ofYaml('{ apiVersion: v1, kind: Secret, metadata: { name: x }, stringData: { a: hunter, b: hunter } }');
  const stringData = { a: Match.regex('^x'), b: Match.absent(), c: Match.any(), d: 'x', e: Match.json({ a: 1 }) };
  expect(failure(() => secret.has({}, { stringData })).split('\n  ').slice(1)).toEqual([
    "'stringData.a' must be (hidden), got (hidden)",
    "'stringData.b' must be absent, got (hidden)",
    "'stringData.c' must be present, got nothing",
    "'stringData.d' must be (hidden), got nothing",
    "'stringData.e' must be JSON with certain fields, got nothing",
  ]);
});

describe('a matcher is refused when', () => {
  test.each<[string, () => unknown, string]>([
    ['an element is absent', () => Match.contains(1, Match.absent()),
      "[Match.contains()] invalid-value: 'elements[1]' must be what an element can be: no list has an element that is absent; give Match.anythingBut() of the whole list"],
    ['every element is absent', () => Match.every(Match.absent()),
      "[Match.every()] invalid-value: 'element' must be what an element can be: no list has an element that is absent; give Match.anythingBut() of the whole list"],
    ['a list of a pattern has an absent element', () => Match.anythingBut({ a: [Match.absent()] }),
      "[Match.anythingBut()] invalid-value: 'pattern.a[0]' must be what an element can be: no list has an element that is absent; give Match.anythingBut() of the whole list"],
    ['there is no element', () => Match.contains(), "[Match.contains()] missing-field: 'elements' must have at least 1 element"],
    ['there is none in order', () => Match.containsInOrder(), "[Match.containsInOrder()] missing-field: 'elements' must have at least 1 element"],
    ['there is no choice', () => Match.anyOf(), "[Match.anyOf()] missing-field: 'patterns' must have at least 1 element"],
    ['the expression is none', () => Match.regex('['), "[Match.regex()] invalid-value: 'source' must be a regular expression of JavaScript, got \"[\"; check its brackets and escapes"],
    ['the expression is empty', () => Match.regex(''), "[Match.regex()] invalid-value: 'source' must be a non-empty string, got \"\""],
    ['the expression is not plain data', () => Match.regex(/a/ as any), "[Match.regex()] invalid-value: 'source' must be a non-empty string, got an instance of RegExp"],
    ['a flag keeps a state', () => Match.regex('a', 'g'),
      "[Match.regex()] invalid-value: 'flags' must be flags of a regular expression among i, m, s and u, got \"g\"; leave the others out"],
    ['a flag is there twice', () => Match.regex('a', 'ii'), "[Match.regex()] invalid-value: 'source' must be a regular expression of JavaScript, got \"a\"; check its brackets and escapes"],
    ['the quantity is none', () => Match.quantity('1 GB'), "[Match.quantity()] invalid-value: 'quantity' must be a quantity such as \"500m\", \"1\" or \"256Mi\", got \"1 GB\""],
    ['a pattern is undefined', () => Match.exact({ a: undefined }),
      "[Match.exact()] not-plain: 'value.a' must not be undefined; leave the field out, or give Match.absent() or Match.any()"],
    ['a pattern is a function', () => Match.json({ a: [() => 1] }), "[Match.json()] not-plain: 'pattern.a[0]' must be plain data, got a function; give its value"],
    ['a pattern is no number', () => Match.yaml(NaN), "[Match.yaml()] not-plain: 'pattern' must be a finite number, got NaN; leave it out, or give it as a string"],
    ['a pattern is an instance', () => Match.anythingBut(new Date()),
      "[Match.anythingBut()] not-plain: 'pattern' must be plain data, got an instance of Date; give its value, such as a string, a number or a plain object"],
    ['a pattern contains itself', () => { const a: any = {}; a.b = [a]; Match.anythingBut(a); }, "[Match.anythingBut()] not-plain: 'pattern.b[0]' must not contain itself; break the loop"],
    ['a pattern is too deep', () => Match.anythingBut(JSON.parse(`${'['.repeat(201)}${']'.repeat(201)}`)),
      `[Match.anythingBut()] not-plain: 'pattern${'[0]'.repeat(200)}' is nested more than 200 levels deep; nest it less deeply`],
    ['the matcher is of another copy', () => Match.anythingBut(ofOtherCopy()), expect.stringMatching(/^\[Match\.anythingBut\(\)\] other-copy: 'pattern' /) as unknown as string],
  ])('%s', (_, act, message) => {
    expect(failure(act)).toEqual(message);
  });

  function ofOtherCopy(): unknown {
    return ownModules(() => jest.requireActual<typeof import('../../src/testing')>('../../src/testing').Match.any());
  }
});

describe('a matcher of a program', () => {
  class Multiple extends Matcher {
    public constructor(private readonly of: number) {
      super();
    }

    public describe(): string {
      return `a multiple of ${this.of}`;
    }

    public test(actual: any): MatchResult {
      return MatchResult.of(typeof actual === 'number' && actual % this.of === 0);
    }
  }

  class DistinctPorts extends Matcher {
    public describe(): string {
      return 'a list of distinct ports';
    }

    public test(actual: any): MatchResult {
      if (!Array.isArray(actual)) return MatchResult.mismatched();
      const ports = actual.map(({ port }) => port);
      const twice = [...ports.keys()].filter(i => ports.indexOf(ports[i]) < i);
      return twice.length === 0 ? MatchResult.of(true)
        : MatchResult.mismatched(...twice.map(i => ({ path: [String(i), 'port'], expected: 'another port' })), { path: ['0'] });
    }
  }

  test('is one like others, and can be nested', () => {
    expect([3, 4, null].map(value => isMatch(new Multiple(3), value))).toEqual([true, false, false]);
    expect(isMatch(Match.contains(Match.anythingBut(new Multiple(2))), [2, 4, 5])).toBe(true);
    expect(toldOf({ replicas: 4 }, { replicas: new Multiple(3) })).toEqual(["'spec.replicas' must be a multiple of 3, got 4"]);
    expect(toldOf({ replicas: 4 }, { replicas: Match.anyOf(1, new Multiple(3)) })).toEqual(["'spec.replicas' must be one of 1, a multiple of 3, got 4"]);
  });

  test('may say which parts do not match', () => {
    expect(toldOf({ ports: [{ port: 1 }, { port: 2 }, { port: 1 }] }, { ports: new DistinctPorts() })).toEqual([
      "'spec.ports[2].port' must be another port, got 1", "'spec.ports[0]' must be a list of distinct ports, got {\"port\": 1}",
    ]);
    expect(toldOf({}, { ports: new DistinctPorts() })).toEqual(["'spec.ports' must be a list of distinct ports, got nothing"]);
  });

  test('is told what matchers of the library have found, and may say it again', () => {
    const { mismatches } = Match.contains({ port: 1 }).test([{ port: 2 }]);
    expect(mismatches).toEqual([{ path: [], expected: '{"port": 1}' }]);
    expect(Match.exact({ port: 1 }).test({ port: 2, name: 'x' }).mismatches).toEqual([{ path: ['port'], expected: '1' }, { path: ['name'], expected: 'absent' }]);
    expect(MatchResult.mismatched().isMatch).toBe(false);
    expect(Match.contains(1, 2).describe()).toBe('a list that contains 1, 2');
  });
});
