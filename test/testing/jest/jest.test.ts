import { extendExpect } from '../../../src/testing/jest';
import { Manifests, Match } from '../../../src/testing';
import { messageOf } from '../../support/message';
import { ownModules } from '../../support/own-modules';
import { SHOP, shop } from '../support';

const DEPLOYMENT = { kind: 'Deployment' };

/** A message without colours. */
const failure = (act: () => unknown): string => messageOf(act).replace(/\x1b\[\d+m/g, '');

test('the matchers of expect hold', () => {
  expect(shop).toHaveManifest(DEPLOYMENT);
  expect(shop).toHaveManifest(DEPLOYMENT, { spec: { replicas: 3 } });
  expect(shop).not.toHaveManifest(DEPLOYMENT, { spec: { replicas: 4 } });
  expect(shop).not.toHaveManifest({ kind: 'Job' });
  expect(shop).toHaveNoManifest({ kind: 'Job' });
  expect(shop).toHaveNoManifest(DEPLOYMENT, { spec: { replicas: Match.anythingBut(Match.anyOf(1, 3)) } });
  expect(shop).not.toHaveNoManifest(DEPLOYMENT);
});

test("jest's own matchers may be in patterns", () => {
  const containers = (...list: unknown[]) => ({ spec: { template: { spec: { containers: list } } } });
  expect(shop).toHaveManifest(DEPLOYMENT, {
    spec: { replicas: expect.any(Number), template: { spec: { containers: expect.arrayContaining([expect.objectContaining({ name: 'log' })]) } } },
  });
  expect(shop).toHaveManifest(DEPLOYMENT, containers(expect.anything(), { image: expect.stringMatching(/^example\/log:\d$/) }));
  expect(shop).not.toHaveManifest(DEPLOYMENT, containers(expect.any(String), expect.any(Object)));
  expect(shop).toHaveManifest(DEPLOYMENT, expect.objectContaining({ kind: 'Deployment' }));
  expect(shop).not.toHaveManifest(DEPLOYMENT, { spec: { more: expect.anything() } });
});

describe('a message says what is there,', () => {
  test.each<[string, () => void, string[]]>([
    ['if none matches', () => expect(shop).toHaveManifest(DEPLOYMENT, { spec: { replicas: expect.any(String) } }), [
      'expect(manifests).toHaveManifest(query, partial)',
      '',
      'not-matched: no Deployment matches; Deployment shop/cart (<yaml>:1) comes closest',
      "  'spec.replicas' must be Any<String>, got 1",
    ]],
    ['if one matches that should not', () => expect(shop).not.toHaveManifest(DEPLOYMENT, { spec: { replicas: 3 } }), [
      'expect(manifests).not.toHaveManifest(query, partial)',
      '',
      'object-count: must be none that match, got 1 object: Deployment',
      '  Deployment shop/api (<yaml>:12)',
    ]],
    ['if there are some', () => expect(shop).toHaveNoManifest({ kind: 'Service' }), [
      'expect(manifests).toHaveNoManifest(query, partial)',
      '',
      'object-count: must be none, got 1 object: Service',
      '  Service shop/cart (<yaml>:17)',
    ]],
    ['if there should be some', () => expect(shop).not.toHaveNoManifest({ kind: 'Service', name: 'crat' }), [
      'expect(manifests).not.toHaveNoManifest(query, partial)',
      '',
      'object-count: there is no Service named "crat"; did you mean "cart"?',
      '  Service shop/cart (<yaml>:17)',
    ]],
    ['if something has no string of its own', () => expect(shop).toHaveManifest({ kind: 'Service' }, { spec: { type: expect.stringContaining('x') } }), [
      'expect(manifests).toHaveManifest(query, partial)',
      '',
      'not-matched: no Service matches; Service shop/cart (<yaml>:17) comes closest',
      "  'spec.type' must be StringContaining, got \"ClusterIP\"",
    ]],
  ])('%s', (_, act, lines) => {
    expect(failure(act).split('\n')).toEqual(lines);
  });

  test('and what is wrong with what was given', () => {
    expect(failure(() => expect({}).toHaveManifest(DEPLOYMENT))).toBe(
      '[expect().toHaveManifest()] invalid-type: must be Manifests of cdk8s-oam/testing, got an object; give what Manifests.ofApp() returns');
    expect(failure(() => expect(shop).not.toHaveNoManifest({ kind: '' }))).toBe("[Manifests.hasNo()] invalid-value: 'query.kind' must be a non-empty string, got \"\"");
    expect(failure(() => expect(shop).toHaveManifest(DEPLOYMENT, { spec: new Date() }))).toContain("[Manifests.has()] not-plain: 'partial.spec' must be plain data");
  });
});

test('a snapshot is the YAML of toSnapshot()', () => {
  const manifests = Manifests.ofYaml(SHOP.split('---\n')[2]);
  expect(manifests).toMatchInlineSnapshot(`
# Service shop/cart
apiVersion: v1
kind: Service
metadata:
  name: cart
  namespace: shop
spec:
  ports:
    - port: 80
  type: ClusterIP
`);
});

test('an expect that is not global is extended by a call', () => {
  const extended: object[] = [];
  extendExpect({ extend: matchers => extended.push(matchers), addSnapshotSerializer: serializer => extended.push(serializer) });
  const [matchers, serializer] = extended as any[];
  expect(matchers.toHaveManifest(shop, DEPLOYMENT)).toEqual({ pass: true, message: expect.any(Function) });
  expect(matchers.toHaveManifest(shop, { kind: 'Job' }).message()).toMatch(/^toHaveManifest\n\nobject-count: /);
  expect([serializer.test(shop), serializer.test({}), serializer.test(null)]).toEqual([true, false, false]);
});

test('without a global expect, nothing is extended', () => {
  const { expect: own } = globalThis as { expect?: unknown };
  delete (globalThis as { expect?: unknown }).expect;
  try {
    ownModules(() => jest.requireActual('../../../src/testing/jest'));
  } finally {
    Object.assign(globalThis, { expect: own });
  }
});
