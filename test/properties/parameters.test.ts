import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { anyObject, CHARACTERS, list, text, word } from './arbitraries-values';
import { kubernetes } from './build';
import { TargetRecipe } from './recipe';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { Unpaved, parametersSet, parsed, placesOf, same } from './values';
import { ApplicationConfiguration, Component, CustomWorkload, Platform } from 'cdk8s-oam';

const TARGET: TargetRecipe = {
  prometheus: { namespace: 'monitoring', name: 'k8s' },
  monitorSelector: {},
  namespaceSelector: {},
  ingress: { className: 'nginx', domain: 'example.com', tls: { from: 'none', name: '' } },
};

const PLATFORM = kubernetes(TARGET)({ vendor: 'verrazzano', systemNamespace: 'a', systemScraper: 'a/b' });

/** One step of a path, as it is written. */
function step(key: string | number): string | undefined {
  if (typeof key === 'number') return `[${key}]`;
  if (/^[^.[\]\s]+$/.test(key)) return `.${key}`;
  return /^[^[\]\p{Cc}]+$/u.test(key) ? `[${key}]` : undefined;
}

/** A path to what is there; nothing where no path can be written. */
function written(place: readonly (string | number)[]): string | undefined {
  const [first, ...rest] = place;
  const steps = rest.map(step);
  return typeof first === 'string' && /^[^$.[\]\s]+$/.test(first) && !steps.includes(undefined) ? `${first}${steps.join('')}` : undefined;
}

const field = fc.oneof(word(CHARACTERS.LOWER, CHARACTERS.ALL, 5), fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '0', '1e3', 'a-b', '日本', 'null'));
const more = list(fc.oneof(
  { weight: 3, arbitrary: field.map(name => `.${name}`) },
  { weight: 3, arbitrary: fc.nat({ max: 3 }).map(index => `[${index}]`) },
  { weight: 1, arbitrary: fc.constantFrom('[a.b/c]', '[a b]', '[00]', '[1a]', '[-1]') },
), 3).map(steps => steps.join(''));

const value = fc.oneof(text, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

/** A field in a value, or beside one. */
const paths = (fields: any) => {
  const there = placesOf(fields).map(written).filter(path => path !== undefined);
  const begin = fc.oneof(...there.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...there) }] : [], { weight: 1, arbitrary: fc.constantFrom('spec', 'free', '__proto__', 'toString') });
  return fc.tuple(begin, fc.oneof(fc.constant(''), more)).map(parts => parts.join(''));
};

const fields = fc.tuple(anyObject, anyObject).map(([free, spec]) => ({ ...free, spec }));

const cases = fields.chain(given => fc.record({
  given: fc.constant(given),
  values: fc.array(fc.record({ fieldPaths: fc.array(paths(given), { minLength: 1, maxLength: 3 }), value }), { minLength: 1, maxLength: 3 }),
}));

/** What is rendered of a widget with these parameters, or why not. */
function rendered(given: any, parameters: { name: string; fieldPaths: string[] }[], parameterValues: any[]): any {
  const app = new App();
  Platform.install(app, PLATFORM);
  const chart = new Chart(app, 'chart', { namespace: 'ns' });
  const workload = new CustomWorkload({ manifest: { ...given, apiVersion: 'example.com/v1', kind: 'Widget' } });
  new ApplicationConfiguration(chart, 'application').addComponent(new Component(chart, 'widget', { workload, parameters }), { parameterValues });
  try {
    const [{ apiVersion, kind, metadata, ...rest }] = parsed(app.synthYaml());
    return rest;
  } catch (error: any) {
    const codes: string[] = [...error.message.matchAll(/^ {2}\[chart\/application\/widget\] ([-a-z]+): 'parameterValues\[\d+\]' /gm)].map(([, code]) => code);
    if (codes.length === 0 || codes.length < error.message.split('\n').length - 1) throw error;
    return [...new Set(codes)];
  }
}

/** What there shall be. */
function expected(given: any, parameters: any[], values: any[]): any {
  try {
    return parametersSet(given, parameters, values);
  } catch (error) {
    if (error instanceof Unpaved) return ['invalid-value'];
    throw error;
  }
}

test('values of parameters are set where their paths lead, or refused where these lead nowhere', () => {
  const counts = { set: 0, refused: 0 };
  fc.assert(fc.property(cases, ({ given, values }) => {
    const parameters = values.map(({ fieldPaths }, i) => ({ name: `p${i}`, fieldPaths }));
    const parameterValues = values.map((each, i) => ({ name: `p${i}`, value: each.value }));
    const wanted = expected(given, parameters, parameterValues);
    same(rendered(given, parameters, parameterValues), wanted, 'with parameters');
    counts[Array.isArray(wanted) ? 'refused' : 'set']++;
  }), { numRuns: runs(600) });
  if (ARE_MANY) expect(Math.min(counts.set, counts.refused) / (counts.set + counts.refused)).toBeGreaterThan(0.1);
}, PATIENCE);

test.each(['apiVersion', 'kind', 'apiVersion.x', 'kind[0]'])('fails when a parameter sets %s', path => {
  expect(rendered({ spec: {} }, [{ name: 'p', fieldPaths: [path] }], [{ name: 'p', value: 'x' }])).toEqual(['invalid-value']);
});

test('fails when the path of a parameter leads nowhere, in one line whatever is in it', () => {
  expect(rendered({ spec: { 'a\nb': '' } }, [{ name: 'p', fieldPaths: ['spec[a\nb].c'] }], [{ name: 'p', value: 'x' }])).toEqual(['invalid-value']);
});
