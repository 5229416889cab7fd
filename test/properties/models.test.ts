import * as fc from 'fast-check';
import { models, portables } from './arbitraries-models';
import { MARKER, anyData, anyObject, junk, secretHolders } from './arbitraries-values';
import { Built, build, kubernetes } from './build';
import { Case, constructs, kubernetesPlatform } from './constructs';
import { effectiveDefaults, endpointsOf, expected, jobOf, overlaid } from './expected';
import { nothingIsLost } from './kubernetes-kept';
import { acceptedByTheServer, labelledByTheModel, monitored, servicesLead } from './kubernetes-rules';
import { ModelRecipe, PortableRecipe, platformOf } from './recipe';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { Place, isScalar, parsed, placesOf, same, valueAt } from './values';
import { CATALOGUE } from '../../src/base/findings/catalogue/all';
import { Finding } from '../../src/base/findings/finding';
import { ModelError } from '../../src/base/brand';
import { merge, ordered, plain } from '../../src/base/plain';
import { Registry } from '../../src/base/registry';
import { changed } from '../support/message';
import { schemaErrorsOf } from '../support/schemas';
import { OamPlatform, Platform } from 'cdk8s-oam';

const byIdentity = (objects: any[]) => Object.fromEntries(objects.map(o => [`${o.kind} ${o.metadata.namespace ?? ''} ${o.metadata.name}`, o]));

function allComesOut(model: ModelRecipe, objects: any[]): void {
  const all = expected(model);
  same(objects.length, all.length, 'number of objects');
  same(byIdentity(objects), byIdentity(all), 'manifests');
}

/** `binding.metrics`, read from the manifests instead. */
function metricsAreTold(model: ModelRecipe, objects: any[], { bindings }: Built): void {
  const manifests = byIdentity(objects);
  const bound = model.charts.flatMap(chart => chart.components.filter(c => c.binding).map(component => ({ chart, component })));
  bound.forEach(({ chart, component: { name, workload, binding } }, i) => {
    const platform = platformOf(model, chart);
    const application = chart.applications[binding!.application % chart.applications.length].name;
    const at = chart.namespace ?? '';
    const entry = manifests[`ApplicationConfiguration ${at} ${application}`].spec.components
      .find((c: any) => c.componentName === name || c.revisionName?.replace(/-v\d+$/, '') === name);
    const trait = entry.traits?.map((t: any) => t.trait).find((t: any) => t.kind === 'MetricsTrait');
    const kind = workload ? effectiveDefaults(workload, manifests[`Component ${at} ${name}`].spec.workload) : trait && { port: 8080, path: '/metrics' };
    const spec = trait?.spec ?? {};
    const endpoints = kind ? endpointsOf(spec, kind) : [];
    const { scraper, ...told } = bindings[i].metrics;
    same(told.endpoints, endpoints.map((e, n) => ({ ...e, jobName: jobOf(platform.jobNaming === '1.0', application, chart.namespace, name, n) })), `endpoints of ${name}`);
    same(scraper!.toString(), spec.scraper ?? platform.systemScraper, `scraper of ${name}`);
    if (endpoints.length > 0) same(told.secret, spec.secret ?? kind.secret, `secret of ${name}`);
  });
}

test('a model renders to the same bytes again, validates, keeps what was put in, and tells its metrics', () => {
  fc.assert(fc.property(models(), model => {
    const built = build(model);
    const yaml = built.app.synthYaml();
    const objects = parsed(yaml);
    same(built.app.synthYaml(), yaml, 'rendered twice');
    same(build(model).app.synthYaml(), yaml, 'built twice');
    same(schemaErrorsOf(objects), [], 'schema');
    allComesOut(model, objects);
    metricsAreTold(model, objects, built);
  }), { numRuns: runs(200) });
}, PATIENCE);

test('overrides come out, over all else', () => {
  fc.assert(fc.property(models(true), model => {
    const { app } = build(model);
    // no known version has the fields
    Registry.of(app).checkLast(() => ({}));
    allComesOut(model, parsed(app.synthYaml()));
  }), { numRuns: runs(100) });
}, PATIENCE);

/** What is written where a value is missing or of a wrong type. */
const SLIPS = /undefined|\[object |NaN|function \(|=> /;

function textsIn(value: any): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, field]) => [key, ...textsIn(field)]);
}

/** No text says `undefined` that the user did not write. */
function withoutSlips(recipe: PortableRecipe, objects: readonly any[]): void {
  const written = new Set(textsIn(recipe));
  same(textsIn(objects).filter(text => SLIPS.test(text) && !written.has(text)), [], 'slips');
}

/** What is rendered, unless pods would have a name and a hash that together are too long for a label. */
function withShortNames(render: () => string): string {
  try {
    return render();
  } catch (error) {
    fc.pre(!/^ {2}\[[^\]]*\] invalid-name: .*since its pods have it and a hash as a label/m.test((error as Error).message));
    throw error;
  }
}

test('a program renders to the same bytes again, to valid objects that a cluster takes, and nothing of it is lost', () => {
  const counts: Record<string, number> = {};
  fc.assert(fc.property(portables, recipe => {
    const { model, target } = recipe;
    const { app } = build(model, kubernetes(target));
    const yaml = withShortNames(() => app.synthYaml());
    const objects = parsed(yaml);
    same(app.synthYaml(), yaml, 'rendered twice');
    same(build(model, kubernetes(target)).app.synthYaml(), yaml, 'built twice');
    same(schemaErrorsOf(objects), [], 'schema');
    acceptedByTheServer(objects);
    labelledByTheModel(recipe, objects);
    servicesLead(objects);
    monitored(recipe, objects);
    nothingIsLost(recipe, objects);
    withoutSlips(recipe, objects);
    for (const { kind } of objects) counts[kind] = (counts[kind] ?? 0) + 1;
  }), { numRuns: runs(200) });
  // what is never made is never checked
  const often = ['ConfigMap', 'Coherence', 'Deployment', 'Domain', 'Ingress', 'PersistentVolumeClaim', 'PodMonitor', 'Service', 'ServiceMonitor', 'StatefulSet', 'Widget'];
  if (ARE_MANY) expect(often.filter(kind => !counts[kind])).toEqual([]);
}, PATIENCE);

const check = (what: string, ...property: Parameters<typeof fc.property<[any, any]>>) =>
  test(what, () => fc.assert(fc.property(...property), { numRuns: runs(200) }), PATIENCE);

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

/** Findings about an object as a whole; all others name a field. */
const WHOLE = ['duplicate-trait', 'metrics-not-scrapeable'];

/** A construct's properties with something else at one place. */
interface BadCase {
  readonly construct: Case;
  readonly place: Place;
  readonly value: any;
}

/** Puts a value at any place of any construct: in place of what is there, or as a field that nobody knows. */
function bad(values: fc.Arbitrary<any>, fits: (there: any) => boolean, extra: boolean): fc.Arbitrary<BadCase> {
  return fc.tuple(constructs, fc.nat(), values, fc.nat({ max: 9 })).map(([construct, n, value, also]) => {
    const places = placesOf(construct.props).filter(place => fits(valueAt(construct.props, place)));
    const place = places[n % Math.max(1, places.length)] ?? ['extra'];
    const at = extra && also === 0 ? [...place.slice(0, -1), 'extra'] : place;
    const shown = () => `${construct.name} at ${at.join('.')}: ${fc.stringify(value).slice(0, 500)} in ${fc.stringify(construct.props).slice(0, 2000)}`;
    return { construct, value, place: at, [fc.toStringMethod]: shown };
  });
}

/** Why the properties were refused, if they were; else they are read and rendered, and nothing must be thrown then. */
function refused({ construct: { props, make }, place, value }: BadCase, on?: Platform): ModelError | undefined {
  let render;
  try {
    render = make(changed(props, place, value), on);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  let yaml;
  try {
    yaml = render();
  } catch (error) {
    if (isReport(error)) return undefined;
    throw error;
  }
  parsed(yaml);
  return undefined;
}

/** Whether an error is the report of the checks of the tree: what was put in may clash with something else. */
function isReport(error: any): boolean {
  const [title, ...lines] = String(error?.message).split('\n');
  return title === 'Validation failed with the following errors:' && lines.every(line => (/^ {2}\[[^\]]+\] ([-a-z]+): /.exec(line)?.[1] ?? '') in CATALOGUE);
}

test.each<[string, () => Platform]>([
  ['an OAM platform', () => OamPlatform.verrazzano()], ['Kubernetes', kubernetesPlatform],
])('anything at any place is rendered for %s, or refused with a code and a field', (_, platform) => {
  const on = platform();
  fc.assert(fc.property(bad(junk, () => true, true), given => {
    const error = refused(given, on);
    if (!error) return;
    expect(error.subject).not.toBe('');
    expect(error.findings).not.toHaveLength(0);
    for (const { code, path } of error.findings) {
      expect(CATALOGUE).toHaveProperty([code]);
      // the empty key has no name that could be told
      if (!WHOLE.includes(code) && !given.place.includes('')) expect([code, ...path]).not.toEqual([code]);
    }
  }), { numRuns: runs(200) });
}, PATIENCE);

test('a secret inside of what is refused is not shown', () => {
  fc.assert(fc.property(bad(secretHolders, isScalar, false), given => {
    for (const on of [undefined, kubernetesPlatform()]) expect(refused(given, on)?.message ?? '').not.toContain(MARKER);
  }), { numRuns: runs(200) });
}, PATIENCE);
