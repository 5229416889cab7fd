import * as api from '../../../src';
import { CustomWorkload } from '../../../src';
import { TYPED_WORKLOADS } from '../../../src/migration/typescript/fit';
import type { PlainValue } from '../../../src/base/check';
import { kindOf } from '../../../src/base/kind-of';
import { OamKind } from '../../../src/base/oam-kind';
import { oamWorkloadOn, OAM_WORKLOADS } from '../../../src/model/workloads/known-kinds';
import { bind, renderedTraits } from '../../support/app';
import { annotatedMetrics, GENERIC_METRICS, GENERIC_PATH, declaredPortsOf, metricsOf, oamWorkloadOf } from '../../../src/cluster/objects/oam-workloads';

const ACME = { apiVersion: 'oam.acme.io/v1alpha1', workloadPrefix: 'Acme' };

const NAMES = OAM_WORKLOADS.map(({ name }) => name);

test('each has a class of its name and code for import', () => {
  expect(NAMES.filter(name => typeof (api as Record<string, unknown>)[name] !== 'function')).toEqual([]);
  expect([...TYPED_WORKLOADS.values()].map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
});

test.each(OAM_WORKLOADS)('$name is found by its type, of whatever vendor', workload => {
  const type = workload.kind(ACME);

  expect(type.kind).toBe(type.apiVersion === ACME.apiVersion ? `Acme${workload.name}` : workload.name);
  expect(oamWorkloadOf(type)!.kind).toBe(workload.kind);
  expect(oamWorkloadOn(type, kind => kind(ACME))).toBe(workload);
  expect(oamWorkloadOn({ ...type, kind: 'Other' }, kind => kind(ACME))).toBeUndefined();
});

test.each([
  ['core.oam.dev/v1alpha2', 'HelidonWorkload'], ['oam.acme.io/v1alpha1', 'ContainerizedWorkload'], ['example.com/v1', 'AcmeHelidonWorkload'],
  ['oam.acme.io/v1alpha1', 'Acme-HelidonWorkload'], ['oam.acme.io/v1alpha1', 'Workload'], ['oam.acme.io/v1alpha1', undefined],
])('none is %s %s', (apiVersion, kind) => {
  expect(oamWorkloadOf({ apiVersion, kind })).toBeUndefined();
});

test('each operator has a kind with pods', () => {
  const resources = OAM_WORKLOADS.flatMap(({ resource }) => resource ?? []);

  expect(resources.map(name => kindOf({ apiVersion: `${name.slice(0, name.indexOf('/'))}/v1`, kind: name.slice(name.indexOf('/') + 1) }).pods !== undefined)).toEqual([true, true]);
});

test('a definition reads manifests that may be anything', () => {
  const odd = [undefined, null, 'text', 1, {}, { template: null }, { template: { spec: 'text' } }, { containers: 'text', deploymentTemplate: [] }] as unknown as PlainValue[];
  const typeOf = (kind: OamKind) => kind(ACME);

  for (const { name, metrics, ports, made, services, rejected, unrunnable, dropped, stored, kind } of OAM_WORKLOADS) {
    for (const spec of odd) {
      expect([name, spec, typeof metrics(spec).port, Array.isArray(ports(spec)), Array.isArray(made(spec, 'a'))]).toEqual([name, spec, 'number', true, true]);
      expect([services?.(spec) ?? [], rejected?.(spec) ?? [], unrunnable?.(spec) ?? [], dropped?.(spec) ?? []].every(Array.isArray)).toBe(true);
      expect(stored ? stored(spec) : spec).toBe(spec);
      expect(oamWorkloadOn(typeOf(kind), typeOf)?.name).toBe(name);
    }
  }
});

const containers = [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 80, name: 'http', protocol: 'TCP' }] }];
const template = { spec: { containers } };
const PORTS = [{ port: 80, name: 'http', container: 'main', protocol: 'TCP' }];

const GENERIC = { port: 8080, path: '/metrics' };
const COHERENCE = { port: 7001, path: '/metrics' };
const COHERENCE_SPEC = { coherence: { metrics: { enabled: true, port: 7001 } } };
const COHERENCE_PORTS = [{ port: 6676, name: 'health' }, { port: 7001, name: 'metrics' }];
const WEBLOGIC = { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials' };
const WEBLOGIC_SPEC = { webLogicCredentialsSecret: { name: 'credentials' } };
const WEBLOGIC_PORTS = [{ port: 7001, name: 'default' }, { port: 8001, name: 'default' }];

const custom = (apiVersion: string, kind: string, spec: any) => new CustomWorkload({ manifest: { apiVersion, kind, spec } });

test.each<[string, string, any, any, any]>([
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload', { deploymentTemplate: { podSpec: { containers } } }, GENERIC, PORTS],
  ['oam.acme.io/v1alpha1', 'AcmeHelidonWorkload', { deploymentTemplate: { podSpec: { containers } } }, GENERIC, PORTS],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoCoherenceWorkload', { template: { spec: COHERENCE_SPEC } }, COHERENCE, COHERENCE_PORTS],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoWebLogicWorkload', { template: { spec: WEBLOGIC_SPEC } }, WEBLOGIC, WEBLOGIC_PORTS],
  ['coherence.oracle.com/v1', 'Coherence', COHERENCE_SPEC, COHERENCE, COHERENCE_PORTS],
  ['weblogic.oracle/v8', 'Domain', WEBLOGIC_SPEC, WEBLOGIC, WEBLOGIC_PORTS],
  ['weblogic.oracle/v9', 'Domain', WEBLOGIC_SPEC, WEBLOGIC, WEBLOGIC_PORTS],
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload', { containers }, GENERIC, PORTS],
  ['apps/v1', 'Deployment', { template }, GENERIC, PORTS],
  ['apps/v1', 'StatefulSet', { template }, undefined, PORTS],
  ['apps/v1', 'DaemonSet', { template }, undefined, PORTS],
  ['batch/v1', 'Job', { template }, undefined, PORTS],
  ['v1', 'Pod', { containers }, undefined, PORTS],
  ['v1', 'Service', { ports: [{ port: 80 }] }, undefined, []],
  ['v1', 'ConfigMap', undefined, undefined, []],
  ['weblogic.oracle/v1', 'Cluster', {}, undefined, []],
  ['example.com/v1', 'Deployment', { template }, undefined, []],
  ['apps/v1', 'deployment', { template }, undefined, []],
])('%s %s', (apiVersion, kind, spec, metrics, ports) => {
  const workload = custom(apiVersion, kind, spec);

  expect(workload.metricsDefaults).toEqual(metrics);
  expect(workload.declaredPorts).toEqual(ports);
});

test.each<[string, string]>([
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload'],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoCoherenceWorkload'],
  ['weblogic.oracle/v8', 'Domain'],
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload'],
  ['apps/v1', 'Deployment'],
  ['v1', 'Pod'],
])('%s %s: what is not there, or no object, does no harm', (apiVersion, kind) => {
  for (const spec of [undefined, null, 'x', [], { containers: 'x', template: null, deploymentTemplate: 1, coherence: 'x', ports: {}, monitoringExporter: [] }]) {
    const workload = custom(apiVersion, kind, spec);
    expect(() => [workload.metricsDefaults, workload.declaredPorts]).not.toThrow();
  }
});

// a CustomWorkload is not checked as the typed ones are: what is read from it must not become a trait that no cluster takes
test.each<[string, any, any]>([
  ['port', { coherence: { metrics: { port: 70000 } } }, { port: 9612, path: '/metrics' }],
  ['secret', { coherence: { metrics: { ssl: { enabled: true, secrets: 'A_b' } } } }, { port: 9612, path: '/metrics' }],
])('the default MetricsTrait takes over no %s that is none', (_, spec, defaults) => {
  expect(renderedTraits(bind(custom('coherence.oracle.com/v1', 'Coherence', spec))).map(trait => trait.spec)).toEqual([defaults]);
});

test('the generic defaults', () => {
  expect(GENERIC_METRICS).toEqual({ port: 8080, path: '/metrics' });
  expect(GENERIC_PATH).toBe('/metrics');
});

test.each<[string, any, any]>([
  ['there are none', undefined, {}],
  ['they say nothing of it', { other: 'a' }, {}],
  ['they are no map', ['prometheus.io/port'], {}],
  ['they name a port', { 'prometheus.io/port': '9090' }, { port: 9090 }],
  ['they name a path', { 'prometheus.io/path': '/m' }, { path: '/m' }],
  ['they name both', { 'prometheus.io/port': '65535', 'prometheus.io/path': '/m' }, { port: 65535, path: '/m' }],
  ['they say only that it is scraped', { 'prometheus.io/scrape': 'true' }, {}],
  ['the port is 0', { 'prometheus.io/port': '0' }, {}],
  ['the port is 65536', { 'prometheus.io/port': '65536' }, {}],
  ['the port is empty', { 'prometheus.io/port': '' }, {}],
  ['the port is a name', { 'prometheus.io/port': 'http' }, {}],
  ['the port is in another notation', { 'prometheus.io/port': '0x50' }, {}],
  ['the path does not start with a slash', { 'prometheus.io/path': 'm' }, {}],
  ['the path is one that a MetricsTrait cannot have', { 'prometheus.io/path': '/m?a=b' }, {}],
  ['the path is no text', { 'prometheus.io/path': 1 }, {}],
])('annotations of the pods: %s', (_, annotations, taken) => {
  const defaults = { port: 1, path: '/own', secret: 's' };

  expect(annotatedMetrics(defaults, annotations)).toEqual({ ...defaults, ...taken });
});

const coherence = (spec: object) => ({ apiVersion: ACME.apiVersion, kind: 'AcmeCoherenceWorkload', spec: { template: { spec } } });
const weblogic = (spec: object) => ({ apiVersion: ACME.apiVersion, kind: 'AcmeWebLogicWorkload', spec: { template: { spec } } });

test.each([
  ['of the metrics', coherence({ coherence: { metrics: { enabled: true, port: 'http' } } }), 9612],
  ['of the management', coherence({ coherence: { management: { enabled: true, port: { number: 1 } } } }), 30000],
  ['of the health', coherence({ healthPort: '6676' }), 6676],
  ['of the exporter', weblogic({ monitoringExporter: { port: [8080] } }), 8080],
])('a port %s that is no number is the usual one, in a manifest that nobody has checked', (_, manifest, port) => {
  const ports = declaredPortsOf(manifest).map(each => each.port);
  expect(ports).toContain(port);
  expect(ports.filter(each => typeof each !== 'number')).toEqual([]);
  expect(typeof metricsOf(manifest)?.port).toBe('number');
});
