import { Duration, Lazy, Yaml } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { parse } from 'yaml';
import { Finding } from '../../src/base/findings/finding';
import { describe as sentence } from '../../src/base/findings/words';
import { Spelling, spellingOf } from '../../src/base/kubernetes-api/spelling';
import { checkOverrides, merge, ordered, plain, snapshot } from '../../src/base/plain';

/** What becomes of a good value. */
function copied(value: unknown, spelling?: Spelling): any {
  const findings: Finding[] = [];
  const result = plain(value, 'f', findings, spelling);
  expect(findings).toEqual([]);
  return result;
}

/** What is said about a bad value. */
function said(value: unknown, field = 'f'): string[] {
  const findings: Finding[] = [];
  plain(value, field, findings);
  return findings.map(sentence);
}

describe('what is taken', () => {
  test.each<[string, unknown, unknown]>([
    ['plain data', { a: ['b', 1, true, 0, '', false], c: {}, d: [] }, { a: ['b', 1, true, 0, '', false], c: {}, d: [] }],
    ['nulls, which are kept', { a: null, b: [null] }, { a: null, b: [null] }],
    ['undefined fields, which are left out', { a: undefined, b: { c: undefined } }, { b: {} }],
    ['nothing at all', undefined, undefined],
    ['a Quantity', { cpu: k8s.Quantity.fromString('100m'), n: k8s.Quantity.fromNumber(2) }, { cpu: '100m', n: 2 }],
    ['an IntOrString', [k8s.IntOrString.fromString('25%'), k8s.IntOrString.fromNumber(0)], ['25%', 0]],
    ['a Date', { at: new Date(Date.UTC(2024, 1, 29, 12)) }, { at: '2024-02-29T12:00:00.000Z' }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['one object in two places', (o => ({ a: o, b: o }))({ c: 1 }), { a: { c: 1 }, b: { c: 1 } }],
  ])('%s', (_, value, result) => {
    expect(copied(value)).toStrictEqual(result);
  });

  test('a key that JavaScript reserves is kept as a field', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"name": "b"}}');

    expect(JSON.stringify(copied(value))).toBe('{"__proto__":{"a":1},"constructor":{"name":"b"}}');
    expect(copied(value).a).toBeUndefined();
  });

  test('the copy is the model\'s own', () => {
    const value = { list: [{ a: 1 }], map: { b: 2 } };
    const copy = copied(value);
    value.list[0].a = 3;
    value.map.b = 4;

    expect(copy).toEqual({ list: [{ a: 1 }], map: { b: 2 } });
  });
});

describe('what is refused', () => {
  class Foo {
    public readonly secret = 'hidden';
  }
  const INSTANCE = 'give its value, such as a string, a number or a plain object';

  test.each<[string, unknown, string]>([
    ['a class instance', { a: [{ b: new Foo() }] }, `'f.a[0].b' must be plain data, got an instance of Foo; ${INSTANCE}`],
    ['a Map', { a: new Map() }, `'f.a' must be plain data, got an instance of Map; ${INSTANCE}`],
    ['a boxed string', { a: new String('b') }, `'f.a' must be plain data, got an instance of String; ${INSTANCE}`],
    ['a Duration', { a: Duration.seconds(1) }, `'f.a' must be plain data, got an instance of Duration; ${INSTANCE}`],
    ['a token', { a: Lazy.any({ produce: () => 1 }) }, `'f.a' must be plain data, got an instance of Lazy; ${INSTANCE}`],
    ['a token of another make', { a: { resolve: () => 1 } }, '\'f.a.resolve\' must be plain data, got a function; give its value'],
    ['a Date that is none', { a: new Date(NaN) }, '\'f.a\' must be a valid date; check what the Date is made of'],
    ['a function', [() => 1], '\'f[0]\' must be plain data, got a function; give its value'],
    ['a symbol', { a: Symbol('b') }, '\'f.a\' must be plain data, got a symbol; give its value'],
    ['a bigint', { a: BigInt(1) }, '\'f.a\' must be plain data, got 1n; give its value'],
    ['NaN', { a: NaN }, '\'f.a\' must be a finite number, got NaN; leave it out, or give it as a string'],
    ['infinity', { a: -Infinity }, '\'f.a\' must be a finite number, got -Infinity; leave it out, or give it as a string'],
    // eslint-disable-next-line no-sparse-arrays
    ['a hole in a list', { a: [1, , 3] }, '\'f.a[1]\' must not be undefined; leave the element out'],
    ['a character that YAML\'s readers do not take', ['a\u0085b'], '\'f[0]\' has the character U+0085, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
    ['half of a surrogate pair', { a: '\ud83d' }, '\'f.a\' has the character U+D83D, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
    ['such a character in a key', { '\u2028': 1 }, '\'f[\' \']\' has the character U+2028, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
    ['such a character in a Quantity', { a: k8s.Quantity.fromString('\x7f') }, '\'f.a\' has the character U+007F, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
    ['undefined in a list', [undefined], '\'f[0]\' must not be undefined; leave the element out'],
  ])('fails when there is %s', (_, value, message) => {
    expect(said(value)).toEqual([`not-plain: ${message}`]);
  });

  test('what is not refused comes out of a YAML file as it went in', () => {
    const texts = Array.from({ length: 0x10000 }, (_, code) => `a${String.fromCharCode(code)}b`).filter(text => {
      const findings: Finding[] = [];
      plain(text, '', findings);
      return findings.length === 0;
    });

    expect(texts.length).toBeGreaterThan(60_000);
    expect(parse(Yaml.stringify(texts), { version: '1.1' })).toEqual(texts);
  });

  test('fails when several values are bad: all are reported', () => {
    expect(said({ a: NaN, b: [Symbol('c')] }, '')).toEqual([
      'not-plain: \'a\' must be a finite number, got NaN; leave it out, or give it as a string',
      'not-plain: \'b[0]\' must be plain data, got a symbol; give its value',
    ]);
  });

  test('fails when a value contains itself', () => {
    const value: any = { a: { list: [] } };
    value.a.list.push(value.a);

    expect(said(value)).toEqual(['not-plain: \'f.a.list[0]\' must not contain itself; break the loop']);
  });

  test('fails when a value contains itself twice: it is not walked without end', () => {
    let reads = 0;
    const value = {
      get left() {
        if (++reads > 10_000) throw new Error('read 10,000 times');
        return value;
      },
      get right() {
        return value;
      },
    };

    expect(said(value)).toHaveLength(2);
  });
});

describe('the spelling of cdk8s-plus', () => {
  const respelled = (value: unknown, type = 'PodSpec') => copied(value, spellingOf(type));

  test('becomes Kubernetes\' own, at any depth', () => {
    expect(respelled({ hostIpc: true, volumes: [{ downwardApi: { items: [] } }], containers: [{ ports: [{ hostIp: '1.2.3.4' }] }] }))
      .toEqual({ hostIPC: true, volumes: [{ downwardAPI: { items: [] } }], containers: [{ ports: [{ hostIP: '1.2.3.4' }] }] });
  });

  test('what is spelled as Kubernetes does stays', () => {
    expect(respelled({ hostIPC: true, volumes: [{ downwardAPI: {} }] })).toEqual({ hostIPC: true, volumes: [{ downwardAPI: {} }] });
  });

  test.each(['nodeSelector', 'overhead'])('keys of %s are the user\'s own', map => {
    expect(respelled({ [map]: { hostIpc: 'a' } })).toEqual({ [map]: { hostIpc: 'a' } });
  });

  test('a field is spelled by its place: the name alone means nothing', () => {
    const spec = { hostIpc: 'a', volumes: [{ csi: { driver: 'd', volumeAttributes: { volumeId: 'b' } } }], containers: [{ name: 'c', volumeId: 'd' }] };

    expect(respelled({ hostIpc: 'a', clusterIp: 'b', metadata: spec }, 'ServiceSpec')).toEqual({ hostIpc: 'a', clusterIP: 'b', metadata: spec });
    expect(respelled(spec)).toEqual({ ...spec, hostIpc: undefined, hostIPC: 'a' });
  });

  test('values that are not typed by cdk8s-plus are left alone', () => {
    expect(copied({ hostIpc: true })).toEqual({ hostIpc: true });
  });

  test('a bad value is named as the user spelled it', () => {
    const findings: Finding[] = [];
    plain({ hostIpc: NaN }, '', findings, spellingOf('PodSpec'));

    expect(findings.map(({ path }) => path)).toEqual([['hostIpc']]);
  });
});

describe('merge', () => {
  test.each<[string, any, any, any]>([
    ['objects are merged', { a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }, { a: { b: 1, c: 3, d: 4 } }],
    ['lists are replaced', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['nulls are values', { a: { b: 1 } }, { a: null }, { a: null }],
    ['an object replaces a value', { a: 1 }, { a: { b: 2 } }, { a: { b: 2 } }],
    ['nothing changes nothing', { a: 1 }, {}, { a: 1 }],
    ['names of what every object has are fields like others', {}, { toString: { a: 1 } }, { toString: { a: 1 } }],
  ])('%s', (_, base, overrides, result) => {
    expect(merge(base, overrides)).toEqual(result);
  });

  test('leaves both as they are', () => {
    const base = { a: { b: 1 } };
    const overrides = JSON.parse('{"a": {"c": 2}, "__proto__": {"d": 3}}');

    expect(JSON.stringify(merge(base, overrides))).toBe('{"a":{"b":1,"c":2},"__proto__":{"d":3}}');
    expect(base).toEqual({ a: { b: 1 } });
    expect(({} as any).d).toBeUndefined();
  });
});

describe('snapshot', () => {
  test.each<[string, unknown, unknown]>([
    ['nulls and what is undefined are left out, at any depth',
      { a: null, b: undefined, c: { d: null, e: 1 }, f: [{ g: null }] }, { c: { e: 1 }, f: [{}] }],
    ['labels of pods are whole, for their check to refuse', { a: { podLabels: { b: null, c: undefined, d: 'e' } } },
      { a: { podLabels: { b: null, c: undefined, d: 'e' } } }],
    ['labels of pods that are none', { podLabels: null, a: [{ podLabels: undefined }, { podLabels: 'b' }, { podLabels: ['c'] }] },
      { a: [{}, { podLabels: 'b' }, { podLabels: ['c'] }] }],
    ['what is false, 0 or empty is kept', { a: false, b: 0, c: '', d: [], e: {} }, { a: false, b: 0, c: '', d: [], e: {} }],
    ['a list keeps its length, for its check to refuse', [1, null, undefined], [1, null, undefined]],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['null', null, null],
    ['nothing', undefined, undefined],
    ['a text', 'a', 'a'],
  ])('%s', (_, value, result) => {
    expect(snapshot(value)).toStrictEqual(result);
  });

  test('a later change of what was given changes nothing', () => {
    const given = { a: [{ b: 1 }], c: { d: 'e' }, podLabels: { f: 'g' } };
    const copy = snapshot(given);
    given.a[0].b = 2;
    given.a.push({ b: 3 });
    given.c.d = 'f';
    given.podLabels.f = 'h';

    expect(copy).toEqual({ a: [{ b: 1 }], c: { d: 'e' }, podLabels: { f: 'g' } });
  });

  test('instances and functions stay what they are', () => {
    const hour = Duration.hours(1);
    const run = () => 1;
    const copy = snapshot({ hour, list: [hour], run });

    expect(copy.hour).toBe(hour);
    expect(copy.list[0]).toBe(hour);
    expect(copy.run).toBe(run);
  });

  test('a key that JavaScript reserves is kept as a field', () => {
    const copy: any = snapshot(JSON.parse('{"__proto__": {"a": 1}}'));

    expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
    expect(copy.a).toBeUndefined();
  });
});

describe('checkOverrides', () => {
  test.each([[undefined], [null], [{}], [{ spec: { kind: 'a' } }]])('passes %j', overrides => {
    expect(checkOverrides(overrides)).toEqual([]);
  });

  test('fails when metadata and spec would be removed', () => {
    const TEXT = 'must not be null; leave the field out';
    expect(checkOverrides({ metadata: null, spec: null }).map(sentence))
      .toEqual([`invalid-type: 'overrides.metadata' ${TEXT}`, `invalid-type: 'overrides.spec' ${TEXT}`]);
  });

  test('fails when the type is overridden', () => {
    const TEXT = 'must not be overridden; use CustomWorkload or CustomTrait for another type';
    expect(checkOverrides({ apiVersion: 'v1', kind: null }).map(sentence)).toEqual([`invalid-value: 'overrides.apiVersion' ${TEXT}`, `invalid-value: 'overrides.kind' ${TEXT}`]);
  });
});

describe('ordered', () => {
  const value = JSON.parse('{"b": {"d": 1, "c": null}, "a": [{"f": 2, "e": 3}], "__proto__": 4}');

  test('sorts keys at every level, and keeps nulls and lists', () => {
    expect(JSON.stringify(ordered(value, true))).toBe('{"__proto__":4,"a":[{"e":3,"f":2}],"b":{"c":null,"d":1}}');
  });

  test('keeps the order when told so, in a copy', () => {
    expect(JSON.stringify(ordered(value, false))).toBe(JSON.stringify(value));
    expect(ordered(value, false)).not.toBe(value);
  });

  test('leaves undefined fields out', () => {
    expect(ordered({ a: undefined, b: 1 }, true)).toStrictEqual({ b: 1 });
  });
});
