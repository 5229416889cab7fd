import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ApiObject, Chart, Size } from 'cdk8s';
import { Environment, Environments } from '../../../src';
import { messageOf } from '../../support/message';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const out = () => join(folder, 'out');

interface ShopSettings {
  readonly replicas: number;
  readonly ingress: { readonly host: string; readonly tls?: { readonly issuer: string } };
}

const SHOP: ShopSettings = { replicas: 3, ingress: { host: 'shop.example.com', tls: { issuer: 'main' } } };

/** The fields that count as not read, after something has been done with the settings of the one environment. */
function unread(settings: { [key: string]: any }, act: (settings: any, environment: Environment) => void): string[] {
  const environments = new Environments({ outdir: out() });
  const environment = environments.add('staging', { settings });
  act(environment.settings, environment);
  let message = '';
  try {
    environments.synth();
  } catch (error) {
    message = (error as Error).message;
  }
  return [...message.matchAll(/'settings\.?(.+?)' is not read/g)].map(([, path]) => path);
}

describe('what is read', () => {
  test('is what was given, and typed by the program', () => {
    const environments = new Environments({ outdir: out() });
    for (const [name, settings] of Object.entries({ staging: { ...SHOP, replicas: 1 }, production: SHOP })) {
      const app = environments.add(name, { settings });
      const { replicas, ingress: { host, tls } } = app.settings as ShopSettings;
      const chart = new Chart(app, 'shop', { namespace: 'shop' });
      new ApiObject(chart, 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'map' }, data: { text: `${replicas} ${host} ${tls?.issuer}` } } as any);
    }
    environments.synth();
    expect(readFileSync(join(out(), 'staging/shop/ConfigMap.map.yaml'), 'utf8')).toContain('text: 1 shop.example.com main');
    expect(readFileSync(join(out(), 'production/shop/ConfigMap.map.yaml'), 'utf8')).toContain('text: 3 shop.example.com main');
  });

  test('may be rendered as it is', () => {
    expect(unread({ data: { a: 'b', c: 'd' } }, ({ data }, app) => {
      new ApiObject(new Chart(app, 'shop', { namespace: 'shop' }), 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'map' }, data } as any);
    })).toEqual([]);
    expect(readFileSync(join(out(), 'staging/shop/ConfigMap.map.yaml'), 'utf8')).toContain('data:\n  a: b\n  c: d\n');
  });

  const { replicas, ingress } = SHOP;
  test.each<[string, (settings: any) => unknown, string[]]>([
    ['nothing', () => {}, ['replicas', 'ingress']],
    ['a field', each => each.replicas, ['ingress']],
    ['a field of a field', each => each.ingress.host, ['replicas', 'ingress.tls']],
    ['a field with nothing in it', each => each.ingress, ['replicas', 'ingress.host', 'ingress.tls']],
    ['a field that is not there', each => [each.none, each.toString, each[Symbol.iterator], String(each)], ['replicas', 'ingress']],
    ['what a pattern takes', ({ ingress: { tls: { issuer } } }) => issuer, ['replicas', 'ingress.host']],
    ['what is left of a pattern', ({ replicas: _, ...others }) => others, ['ingress.host', 'ingress.tls']],
    ['a copy', each => ({ ...each }), ['ingress.host', 'ingress.tls']],
    ['JSON', each => expect(JSON.parse(JSON.stringify(each))).toEqual(SHOP), []],
    ['entries', each => expect(Object.entries(each.ingress.tls)).toEqual([['issuer', 'main']]), ['replicas', 'ingress.host']],
    ['names', each => expect(Object.keys(each)).toEqual(['replicas', 'ingress']), ['replicas', 'ingress']],
    ['whether there is one', each => expect(['replicas' in each, 'none' in each]).toEqual([true, false]), ['ingress']],
    ['a comparison', each => expect(each).toEqual({ replicas, ingress }), []],
    ['one field twice', each => expect(each.ingress).toBe(each.ingress), ['replicas', 'ingress.host', 'ingress.tls']],
    ['what is printed', each => expect(inspect(each, { depth: 9 })).toBe(inspect(SHOP, { depth: 9 })), ['replicas', 'ingress']],
  ])('counts where it is %s', (_, act, left) => {
    expect(unread(SHOP, act)).toEqual(left);
  });

  test('is a list, or an instance, with all that is in it', () => {
    const size = Size.gibibytes(1);
    const list = [{ a: 1 }];
    expect(unread({ list, size, other: [1] }, each => expect([each.list, each.size]).toEqual([list, size]))).toEqual(['other']);
  });

  test('need not be a field without a value', () => {
    expect(unread({ a: undefined, b: null, c: false }, each => expect(Object.keys(each)).toEqual(['b', 'c']))).toEqual(['b', 'c']);
  });

  test('may be called as fields of all objects are', () => {
    const settings = JSON.parse('{ "__proto__": { "constructor": 1 }, "toString": 2, "a b": { "c.d": 3 } }');
    expect(unread(settings, each => expect(Object.keys(each)).toEqual(['__proto__', 'toString', 'a b']))).toEqual(['__proto__', 'toString', "['a b']"]);
    expect(unread(settings, each => JSON.stringify(each))).toEqual([]);
  });
});

describe('what is given', () => {
  test('may be frozen, without a prototype, or contain itself', () => {
    const around: any = Object.assign(Object.create(null), { inner: Object.freeze({ a: 1 }) });
    around.inner2 = { around };
    expect(unread(Object.freeze(around), each => expect([each.inner.a, each.inner2.around.inner.a]).toEqual([1, 1]))).toEqual([]);
  });

  test('is copied, and the copy cannot be changed', () => {
    const given = { ingress: { host: 'a' } };
    expect(unread(given, each => {
      given.ingress.host = 'b';
      expect(each.ingress.host).toBe('a');
      expect(() => {
        each.ingress.host = 'c';
      }).toThrow(TypeError);
      expect(() => delete each.ingress).toThrow(TypeError);
    })).toEqual([]);
    expect(given).toEqual({ ingress: { host: 'b' } });
  });

  test('may be nothing', () => {
    const environments = new Environments({ outdir: out() });
    expect(environments.add('staging').settings).toEqual({});
    environments.synth();
  });
});

test('fails when fields are not read, with those of all environments, and without their values', () => {
  const environments = new Environments({ outdir: out() });
  for (const name of ['staging', 'production']) {
    const { replicas } = environments.add(name, { settings: { replicas: 1, password: 'hunter2', tls: {} } }).settings;
    expect(replicas).toBe(1);
  }
  const wrong = (name: string, field: string) =>
    `  [${name}] no-effect: 'settings.${field}' is not read by the program; read it from the settings of the environment, or leave it out`;
  expect(messageOf(() => environments.synth()).split('\n')).toEqual([
    'Validation failed with the following errors:',
    wrong('staging', 'password'), wrong('staging', 'tls'), wrong('production', 'password'), wrong('production', 'tls'),
  ]);
  expect(existsSync(out())).toBe(false);
});

test.each<[unknown, string]>([['hunter2', 'a string'], [[1], 'a list of 1'], [new Date(0), 'an instance of Date']])('fails when settings are %p', (settings, shown) => {
  expect(messageOf(() => new Environments({ outdir: out() }).add('staging', { settings: settings as any }))).toBe(
    `[Environments] invalid-type: 'settings' must be an object, got ${shown}`,
  );
});
