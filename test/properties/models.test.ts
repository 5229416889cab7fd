import * as fc from 'fast-check';
import { models } from './arbitraries-models';
import { build, Built } from './build';
import { same } from './differences';
import { effectiveDefaults, expected } from './expected';
import { endpointsOf, jobOf } from './facts';
import { parsed } from './parsed';
import { ModelRecipe, platformOf } from './recipe';
import { PATIENCE, runs } from './runs';
import { schemaErrorsOf } from '../support/schemas';

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
    same(scraper.toString(), spec.scraper ?? platform.systemScraper, `scraper of ${name}`);
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
  }), { numRuns: runs(2000) });
}, PATIENCE);

test('overrides come out, over all else', () => {
  fc.assert(fc.property(models(true), model => {
    const { app } = build(model);
    allComesOut(model, parsed(app.synthYaml()));
  }), { numRuns: runs(500) });
}, PATIENCE);
