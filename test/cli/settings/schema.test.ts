import Ajv from 'ajv';
import * as fc from 'fast-check';
import { fieldSchema, SCHEMA_TEXT, SETTINGS_PATHS, settingsOfValue } from './support';
import { settingsSchema } from '../../../build-tools/settings-schema';
import { checkSettings, SETTINGS, settingsFieldAt } from '../../../src/cli/settings/fields';
import { ModelError } from '../../../src/base/brand';
import { showPath } from '../../../src/base/findings/finding';
import { PATIENCE, runs } from '../../properties/runs';

const SCHEMA = JSON.parse(SCHEMA_TEXT);

const PODS = { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' } };

/** Every field of the ways into a cluster other than Ingresses; only the platform refuses more than one of them. */
const OTHER_WAYS = {
  jwtIssuers: [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/keys', audiences: ['shop'] }],
  gatewayApi: {
    gateway: {
      namespace: 'gateways',
      name: 'shared',
      listeners: [{
        name: 'https', hostname: '*.example.com', protocol: 'HTTPS', port: 443, allowedRoutes: { namespaces: 'Selector', selector: { matchLabels: { a: 'b' } } }, secretName: 'tls', secretNamespace: 'ns',
      }],
      apiVersion: '1.5',
      allowedListeners: { namespaces: 'Selector', selector: {} },
      namespaceLabels: { ns: { a: 'b' } },
      grantedSecretNamespaces: ['ns'],
    },
    implementation: 'envoy-gateway',
    sectionNames: ['https'],
    pods: PODS,
    istio: { requestAuthentication: 'Exists', tcpPorts: [5432], insecureTrustsSpelling: false },
    rendersReferenceGrants: true,
  },
  istio: {
    gateway: { ...PODS, tcpPorts: [5432] }, requestAuthentication: 'Rendered', redirectsHttp: true, scopesGatewaysToNamespace: false, dataPlane: 'sidecar', insecureTrustsSpelling: false, apiVersion: 'v1',
  },
};

/** Settings with every field. */
const WHOLE = {
  platform: 'kubernetes',
  defaultNamespace: 'my-namespace',
  vendor: 'verrazzano',
  workloadKindPrefix: 'Verrazzano',
  kubernetesVersion: '1.34',
  schemas: ['crds'],
  requireSchemas: true,
  uncheckedKinds: ['Secret', 'example.com/Widget'],
  accept: [{ code: 'not-selected', object: 'PodMonitor shop/billing', reason: 'scraped elsewhere' }],
  insecureAccept: [{ code: 'not-expressible', object: 'Ingress shop/cart', reason: 'a public page' }],
  kubernetes: {
    clusterName: 'local',
    prometheus: {
      namespace: 'monitoring',
      name: 'k8s',
      monitorKind: 'PodMonitor',
      monitorSelector: { matchLabels: { 'release': 'prometheus', 'example.com/a': '' }, matchExpressions: [{ key: 'team', operator: 'In', values: ['a', 'b'] }] },
      monitorNamespaceSelector: {},
      namespaceLabels: { ns: { a: 'b' } },
      monitorLabels: { a: 'b' },
      seriesLabels: 'both',
      podTargetLabels: ['app', 'example.com/team'],
      extraLabels: { environment: 'test' },
      scrape: {
        interval: '1m30s',
        timeout: '20s',
        honorTimestamps: false,
        scheme: 'https',
        tls: { ca: { configMap: { name: 'scraping-ca', key: 'ca.crt' } }, serverName: 'metrics.example.com', insecureSkipVerify: false },
        authorization: { type: 'Bearer', credentials: { name: 'scraping', key: 'token' } },
        keepMetrics: ['http_.*'],
        dropMetrics: ['go_.*'],
        metricRelabelings: [{ action: 'replace', sourceLabels: ['a', 'b'], separator: '-', regex: 'c', targetLabel: 'd', replacement: 'e', modulus: 8 }],
      },
      mesh: { namespaces: ['ns'], scrapeClass: 'istio' },
      replaces: ['verrazzano-system/vmi-system-prometheus-0'],
    },
    ingress: { className: 'nginx', domain: 'example.com', controller: 'ingress-nginx', annotations: { 'example.com/a': 'b c' }, tls: { clusterIssuer: 'main' }, ...OTHER_WAYS },
    weblogicExporter: { enabled: false, image: 'example/exporter:2.3' },
  },
  oam: { metricsTraitShape: 'ports', hasExtendedCrds: false, systemNamespace: 'verrazzano-system', systemScraper: 'verrazzano-system/vmi-system-prometheus-0' },
};

const PLATFORMS = ['oam', 'kubernetes'];

const accepts = new Ajv({ strict: true, allErrors: true, strictTypes: false }).compile(SCHEMA);

/** Whether the schema takes a value; the check of the commands must agree. */
function verdict(value: unknown): boolean {
  const found = checkSettings(value);
  const isTaken = accepts(value);
  if (isTaken !== (found.length === 0)) throw new Error(`${JSON.stringify(value)}: the schema says ${JSON.stringify(accepts.errors)}, the check ${JSON.stringify(found)}`);
  return isTaken;
}

describe('the schema', () => {
  test('has the fields and constraints of the check', () => {
    expect(settingsSchema(SCHEMA)).toEqual(SCHEMA);
    expect(JSON.stringify(settingsSchema(SCHEMA), undefined, 2) + '\n').toBe(SCHEMA_TEXT);
  });

  test('says something of every field', () => {
    for (const field of SETTINGS_PATHS) {
      const { title, description } = fieldSchema(field);
      expect([field, title, description]).toEqual([field, expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)]);
    }
  });

  test('gives a new field the room for its texts', () => {
    const { vendor, ...properties } = SCHEMA.properties;
    const { title: _, description: __, default: ___, ...constraints } = vendor;
    const { properties: made } = settingsSchema({ ...SCHEMA, properties }) as any;
    expect(made.vendor).toEqual({ title: '', description: '', ...constraints });
  });

  test('says the same of the same field', () => {
    const { selector } = fieldSchema('kubernetes.ingress.gatewayApi.gateway.allowedListeners').properties;
    for (const { properties } of [fieldSchema('kubernetes.prometheus.monitorNamespaceSelector'), selector]) {
      expect(properties).toEqual(fieldSchema('kubernetes.prometheus.monitorSelector').properties);
    }
    const [accept, insecure] = ['accept', 'insecureAccept'].map(name => fieldSchema(name).items.properties);
    for (const name of ['code', 'object', 'reason']) expect(insecure[name].description).toBe(accept[name].description);
  });

  test('takes its own defaults and examples', () => {
    const told = SETTINGS_PATHS.flatMap(field => {
      const { default: value, examples = [], enum: allowed = [] } = fieldSchema(field);
      return [...value === undefined ? [] : [value], ...examples, ...allowed].map((each): [string, unknown] => [field, each]);
    });
    expect(told.length).toBeGreaterThan(30);
    for (const [field, value] of told) expect([field, value, settingsFieldAt(field).type.check(value, '')]).toEqual([field, value, []]);
    // each of a single value has one of these, so that an editor has something to propose
    const [texts] = [SETTINGS_PATHS.filter(field => fieldSchema(field).type === 'string')];
    expect(texts.filter(field => !told.some(([each]) => each === field))).toEqual([]);
  });
});

/** Values at which a check of a field may stumble. */
const ODD: readonly unknown[] = [
  null, true, false, 0, 1, -1, 1.5, '', ' ', 'a', 'A', 'a.b', 'a/b', 'a/b/c', 'A/b', 'a$b', '$', 'a b', 'a_b', '-a', 'a-', 'ä', '😀', '.', '*.a', '10.0.0.1', '1.2.3.256', '01.2.3.4', 'a'.repeat(63),
  'a'.repeat(64), `a.${'b'.repeat(64)}`, `${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}ab`, 'x'.repeat(254), `${'a'.repeat(63)}/b`, `${'a'.repeat(64)}/b`, 'oam', 'PodMonitor', 'ports', 'Verrazzano', 'constructor',
  '__proto__', 'line\nbreak', [], [null], ['a'], ['a/b'], [{}], {}, { a: 'b' }, { a: 1 }, { a: null }, { 'A/b': 'c' }, { 'a b': 'c' }, { '': '' }, { constructor: 'a' }, { 'a/constructor': 'a' },
  { ['x'.repeat(64)]: 'a' }, { [`${'x'.repeat(253)}/a`]: 'a' }, { [`${'x'.repeat(254)}/a`]: 'a' }, { matchLabels: {} }, { key: 'a', operator: 'In' }, { issuer: 'a' }, { issuer: 'a', secretName: 'b' },
];

/** Names of fields, and what is none. */
const NAMES = [...new Set(SETTINGS_PATHS.flatMap(field => field.split('.')))].concat('key', 'operator', 'values', 'a', 'Platform', '', 'constructor', 'a b');

const odd = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 2 }), fc.string());

/** The paths of all values in a value. */
function pathsOf(value: any, path: string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.keys(value).flatMap(key => pathsOf(value[key], [...path, key])) : [];
  return path.length > 0 ? [path, ...inner] : inner;
}

/** A value with one changed, left out or put beside. */
function changed(value: any, [name, ...rest]: readonly string[], how: 'replace' | 'drop' | 'add', by: unknown, as: string): any {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) copy[name] = changed(value[name], rest, how, by, as);
  else if (how === 'replace') copy[name] = by;
  else if (how === 'drop') delete copy[name];
  // a file has such a field as any other, also if it is called __proto__
  else Object.defineProperty(copy, Array.isArray(copy) ? copy.length : as, { value: by, enumerable: true, configurable: true, writable: true });
  return Array.isArray(copy) ? copy.filter(() => true) : copy;
}

/** Of the settings with every field, those around one: without the rest, which takes most of the time of a check. */
function around(path: readonly string[], depth = 3, value: any = WHOLE): any {
  const [name, ...rest] = path;
  return depth === 0 || rest.length === 0 || Array.isArray(value) ? value : { [name]: around(rest, depth - 1, value[name]) };
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('the schema and the check agree', () => {
  test('on settings with every field, and with none', () => {
    expect([verdict(WHOLE), verdict({})]).toEqual([true, true]);
    for (const platform of PLATFORMS) expect(errorOf(() => settingsOfValue(WHOLE, { platform })) ?? new ModelError('', [])).toBeInstanceOf(ModelError);
    expect(pathsOf(WHOLE).map(path => path.join('.')).filter(path => SETTINGS_PATHS.includes(path))).toEqual(expect.arrayContaining(SETTINGS_PATHS.filter(field =>
      !/\.tls\.(issuer|secretName|insecureNone|ca\.secret|ca\.secret\.\w+)$|NamespaceSelector\.|\.allowedListeners\.selector\./.test(field))));
  });

  test.each(SETTINGS_PATHS)('on odd values of %s', path => {
    const settings = around(path.split('.'));
    const taken = ODD.filter(value => verdict(changed(settings, path.split('.'), 'replace', value, '')));
    expect(verdict(settings)).toBe(true);
    // neither is all taken, nor is all refused
    expect(taken.length).toBeLessThan(ODD.length);
    expect(settingsFieldAt(path).type.check(null, '').length).toBeGreaterThan(0);
  });

  test('on settings that are none', () => {
    for (const value of ODD) verdict(value);
    expect(verdict(WHOLE)).toBe(true);
  });

  test('on settings that were changed at random', () => {
    const paths = pathsOf(WHOLE);
    const change = fc.record({ at: fc.nat(), how: fc.constantFrom('replace', 'drop', 'add'), by: odd, as: fc.oneof(fc.constantFrom(...NAMES), fc.string()) });
    const seen = { true: 0, false: 0 };
    fc.assert(fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), changes => {
      const value = changes.reduce((settings, { at, how, by, as }) => {
        const left = pathsOf(settings);
        return left.length === 0 ? settings : changed(settings, left[at % left.length], how as any, by, as);
      }, WHOLE as any);
      const isTaken = verdict(value);
      seen[`${isTaken}`] += 1;
      // whatever it is, it makes settings or an error that tells what is wrong; the schemas of WHOLE are files, read once above
      const settings = value?.schemas === WHOLE.schemas ? { ...value, schemas: [] } : value;
      for (const platform of isTaken ? PLATFORMS : ['oam']) {
        const error = errorOf(() => settingsOfValue(settings, { platform }));
        expect(error ?? new ModelError('', [])).toBeInstanceOf(ModelError);
      }
    }), { numRuns: runs(2000) });
    expect(paths.length).toBeGreaterThan(40);
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(0);
  }, PATIENCE);

  test('on texts that look like names', () => {
    const near = (alphabet: string, max: number) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: max });
    const texts = fc.oneof(near('a0-.', 6), near('aA0-._/', 8), near('a1.', 260), near('a-', 70), near('0125.', 15), near('aZ/_', 70), near('a$\n', 4), fc.string());
    fc.assert(fc.property(texts, fc.constantFrom(...SETTINGS_PATHS), (text, path) => {
      const settings = around(path.split('.'));
      for (const value of [text, [text], { [text]: 'a' }, { a: text }, { a: { [text]: text } }]) verdict(changed(settings, path.split('.'), 'replace', value, ''));
    }), { numRuns: runs(2000) });
  }, PATIENCE);
});

test('a shape is checked alone as in the whole', () => {
  expect(SETTINGS.check({ vendor: 'A' }, 'spec').map(({ path }) => showPath(path))).toEqual(['spec.vendor']);
});
