import { inspect } from 'util';
import { ApiObject, App, Chart, IAnyProducer, Lazy } from 'cdk8s';
import { Quantity } from 'cdk8s-plus-27/lib/imports/k8s';
import * as fc from 'fast-check';
import { documents, manifests, oddDocuments, sharingDocuments } from './gitops-yaml-values';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { renderedJson } from '../../src/base/rendered';

class Produced implements IAnyProducer {
  public constructor(private readonly value: unknown) {}

  public produce(): unknown {
    return this.value;
  }
}

/** What cdk8s resolves, or refuses. */
const tokens = fc.tuple(documents, fc.nat(4)).map(([value, form]): object => {
  switch (form) {
    case 0: return { lazy: Lazy.any(new Produced(value)) };
    case 1: return { token: { resolve: () => value } };
    case 2: return { quantity: Quantity.fromString('1'), value };
    case 3: return { list: Object.assign([value], { resolve: () => value }) };
    default: return { constructor: value };
  }
});

const notes = fc.dictionary(fc.constantFrom('a', 'b', '10', '9', 'z'), fc.constantFrom('', 'a', 'b: c', null as unknown as string), { noNullPrototype: true });

/** What a program gives an object beside its type. */
const others = (values: fc.Arbitrary<object>) => fc.record({
  metadata: fc.record({
    name: fc.constantFrom('web', ''),
    labels: notes,
    annotations: notes,
    namespace: fc.constantFrom('shop', ''),
    finalizers: fc.array(fc.constant('a')),
    more: values,
  }, { requiredKeys: [], noNullPrototype: true }),
  spec: values,
  data: values,
  aaa: values,
}, { requiredKeys: [], noNullPrototype: true });

function outcome(render: () => unknown): string {
  try {
    return inspect(render(), { depth: Infinity, maxArrayLength: null, maxStringLength: null });
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

/** Fails for the first object, of so many, that renders otherwise than cdk8s renders it; gives the part of them that was left to cdk8s. */
function leftOf(values: fc.Arbitrary<object>, count: number): number {
  const cdk8s = jest.spyOn(ApiObject.prototype, 'toJson');
  let left = 0;
  const chart = new Chart(new App(), 'chart', { namespace: 'space', labels: { z: 'chart', a: 'chart' } });
  let made = 0;
  // it is tried once in each process whether they agree
  renderedJson(new ApiObject(chart, 'first', { apiVersion: 'v1', kind: 'Kind' }));
  fc.assert(fc.property(others(values), props => {
    const object = new ApiObject(chart, `object-${made++}`, { kind: 'Kind', ...props, apiVersion: 'v1' } as any);
    cdk8s.mockClear();
    const actual = outcome(() => renderedJson(object));
    left += cdk8s.mock.calls.length;
    expect(actual).toBe(outcome(() => object.toJson()));
  }), { numRuns: runs(count) });
  cdk8s.mockRestore();
  return left / made;
}

test('any object as programs write them renders as cdk8s renders it, and none is left to cdk8s', () => {
  // cdk8s fails on objects without a prototype
  expect(leftOf(manifests.map(each => JSON.parse(JSON.stringify(each))), 2000)).toBe(0);
}, PATIENCE);

test('any object of plain data does, and some are left to cdk8s', () => {
  // those with a field called `constructor` or `__proto__`, which cdk8s takes for a class or loses
  const left = leftOf(documents, 2000);
  if (!ARE_MANY) return;
  expect(left).toBeLessThan(0.9);
  expect(left).toBeGreaterThan(0);
}, PATIENCE);

test('any object with what is more than data does', () => {
  leftOf(oddDocuments, 600);
}, PATIENCE);

/** Whether an object does not hold itself: cdk8s takes seconds to fail on one that does. */
function hasEnd(document: object): boolean {
  try {
    JSON.stringify(document);
    return true;
  } catch {
    return false;
  }
}

test('any object that holds another twice does, and with all cases one that holds itself', () => {
  leftOf(ARE_MANY ? sharingDocuments : sharingDocuments.filter(hasEnd), 20);
}, PATIENCE);

test('any object with what cdk8s resolves does, and most are left to cdk8s', () => {
  const left = leftOf(tokens, 600);
  if (ARE_MANY) expect(left).toBeGreaterThan(0.6);
}, PATIENCE);
