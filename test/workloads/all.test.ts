import * as api from '../../src';
import { TYPED_WORKLOADS } from '../../src/manifest/typescript/workload-code';
import { kindOf } from '../../src/private/kinds/kind-of';
import { OamKind } from '../../src/private/oam-kind';
import { OAM_WORKLOADS, oamWorkloadOf, oamWorkloadOn } from '../../src/workloads/known-kinds';

const ACME = { apiVersion: 'oam.acme.io/v1alpha1', workloadPrefix: 'Acme' };

const NAMES = OAM_WORKLOADS.map(({ name }) => name);

test('each has a class of its name and code for import', () => {
  expect(NAMES.filter(name => typeof (api as Record<string, unknown>)[name] !== 'function')).toEqual([]);
  expect([...TYPED_WORKLOADS.values()].map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
});

test.each(OAM_WORKLOADS)('$name is found by its type, of whatever vendor', workload => {
  const type = workload.kind(ACME);

  expect(type.kind).toBe(type.apiVersion === ACME.apiVersion ? `Acme${workload.name}` : workload.name);
  expect(oamWorkloadOf(type)).toBe(workload);
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
  const odd: unknown[] = [undefined, null, 'text', 1, {}, { template: null }, { template: { spec: 'text' } }, { containers: 'text', deploymentTemplate: [] }];
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
