import * as fc from 'fast-check';
import { PATIENCE, runs } from './runs';
import { Path } from '../../src/base/findings/finding';
import { pathInPatch } from '../../src/base/kubernetes-api/patches';
import { merge } from '../../src/base/plain';

// patches of pods, with elements that have the same keys, none, or are no objects

const optional = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const few = (element: fc.Arbitrary<unknown>) => fc.array(element, { maxLength: 4 });
const name = fc.constantFrom('a', 'b', 'c');
const text = fc.constantFrom('x', 'y', '');
const container = optional({
  name,
  image: text,
  args: few(text),
  env: few(optional({ name, value: text })),
  ports: few(optional({ containerPort: fc.constantFrom(80, 81), protocol: fc.constantFrom('TCP', 'UDP'), name })),
  resources: optional({ limits: optional({ cpu: text }), claims: few(optional({ name, request: text })) }),
});
const pods = optional({
  containers: few(fc.oneof({ weight: 20, arbitrary: container }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 5, 'a', []) })),
  volumes: few(optional({ name, emptyDir: optional({ medium: text }) })),
  tolerations: few(optional({ key: text })),
  topologySpreadConstraints: few(optional({ topologyKey: name, whenUnsatisfiable: text, maxSkew: fc.nat(2) })),
  nodeSelector: optional({ a: text, b: text }),
  hostNetwork: fc.boolean(),
});

const at = (value: any, path: Path): unknown => path.reduce((inner, step) => inner?.[step], value);

/** The paths of all values that are no objects, and of empty ones. */
function leaves(value: any, path: Path = []): Path[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return inner.length === 0 ? [path] : inner.flatMap(([key, each]) => leaves(each, [...path, Array.isArray(value) ? Number(key) : key]));
}

test('each value of merged pods is where it is said to come from', () => {
  let [ofPatch, ofBase] = [0, 0];
  fc.assert(fc.property(pods, pods, (base: any, patch: any) => {
    const merged = merge(base, patch, 'PodSpec');
    for (const path of leaves(merged)) {
      const inPatch = pathInPatch('PodSpec', base, patch, path);
      if (inPatch) ofPatch++;
      else ofBase++;
      expect(inPatch ? at(patch, inPatch) : at(base, path)).toEqual(at(merged, path));
    }
  }), { numRuns: runs(2000) });
  expect(Math.min(ofPatch, ofBase)).toBeGreaterThan(10);
}, PATIENCE);

test('a patch loses nothing that it gives, and nothing of the base but what it replaces', () => {
  fc.assert(fc.property(pods, pods, (base: any, patch: any) => {
    const merged: any = merge(base, patch, 'PodSpec');
    const given = new Set(leaves(merged).flatMap(path => pathInPatch('PodSpec', base, patch, path)?.join() ?? []));
    // an empty object or list beside one with fields leaves nothing to see
    expect(leaves(patch).filter(path => typeof at(patch, path) !== 'object' && !given.has(path.join()))).toEqual([]);
    for (const list of ['containers', 'volumes']) {
      if (Array.isArray(base[list])) expect((merged[list] as unknown[]).length).toBeGreaterThanOrEqual(base[list].length);
    }
    expect(merge(base, {}, 'PodSpec')).toEqual(base);
  }), { numRuns: runs(2000) });
}, PATIENCE);
