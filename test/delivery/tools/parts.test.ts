import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { add, argoCd, config, delivered, flux, lines, out } from './support';
import { ApplicationConfiguration, KubernetesPlatform } from '../../../src';
import { messageOf } from '../../support/message';

describe('environments are not delivered if', () => {
  test('they have the same object in one cluster', () => {
    const environments = delivered(argoCd());
    add(environments, 'staging');
    const [, base] = add(environments, 'production', ['shop', 'base']);
    new ApiObject(base, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [] });
    add(environments, 'test', ['shop'], { cluster: 'other' });
    expect(lines(environments)).toEqual([
      '  [production/namespaces/shop] not-deliverable: has Namespace shop and 1 more in common with "staging/shop", which is applied to the same cluster; if they are delivered to different clusters, give each environment its \'cluster\'',
    ]);
    expect(existsSync(out())).toBe(false);
    const ofArgoCd = delivered(flux());
    for (const [name, cluster] of [['staging', undefined], ['production', 'in-cluster']] as const) {
      config(new Chart(ofArgoCd.add(name, { cluster }), 'shop', { namespace: 'default' }));
    }
    expect(lines(ofArgoCd)).toEqual([
      '  [production/shop/cart] not-deliverable: has ConfigMap default/cart in common with "staging/default", which is applied to the same cluster; if they are delivered to different clusters, give each environment its \'cluster\'',
    ]);
  });

  test('two parts have one name, or a name is too long', () => {
    const environments = delivered(flux());
    add(environments, 'a', ['b-c']);
    add(environments, 'a-b', ['c'], { cluster: 'other' });
    expect(lines(environments)).toEqual([
      '  [a-b] not-deliverable: \'a-b/c\' would be delivered by "a-b-c", which delivers "a/b-c" too; give the environment or the namespace another name',
    ]);
    const long = delivered(flux());
    add(long, 'staging', ['n'.repeat(60)]);
    expect(lines(long)).toEqual([
      `  [staging] not-deliverable: 'staging/${'n'.repeat(60)}' would be delivered by "staging-${'n'.repeat(60)}", whose name must have at most 63 characters; give the environment or the namespace a shorter name`,
    ]);
  });

  test('their parts need each other', () => {
    const environments = delivered(flux());
    const [shop, base] = add(environments, 'staging', ['shop', 'base']);
    shop.addDependency(base);
    config(base, 'more').addDependency(config(new Chart(shop.node.root, 'late', { namespace: 'shop' }), 'late'));
    expect(lines(environments)).toEqual([
      '  [staging] not-deliverable: is delivered in parts that need each other: staging-shop => staging-base => staging-shop; remove a dependency between their charts, or put these charts into one namespace',
    ]);
  });

  test('something else is in the place of a folder, or of the index', () => {
    mkdirSync(out());
    for (const name of ['.cdk8s-oam-index', 'staging']) writeFileSync(join(out(), name), '');
    const environments = delivered(argoCd());
    add(environments, 'staging');
    expect(messageOf(() => environments.synth())).toMatch(/^\[Environments\] .*output-not-writable/s);
    expect(readFileSync(join(out(), 'staging'), 'utf8')).toBe('');
  });
});

describe.each([['Argo CD', argoCd], ['Flux', flux]] as const)('a component that depends on another, delivered by %s,', (_, tool) => {
  let emitted: jest.SpyInstance;
  beforeEach(() => {
    emitted = jest.spyOn(process, 'emitWarning').mockImplementation();
  });
  afterEach(() => emitted.mockRestore());

  const warningsOf = (database: string, annotations?: Record<string, string>) => {
    const environments = delivered(tool());
    const [shop, other] = add(environments, 'staging', ['shop', 'other'], { platform: new KubernetesPlatform({}) });
    const props = { image: 'example/cart:1', ports: [{ name: 'web', port: 8080 }], resources: { requests: { cpu: '1', memory: '1Gi' } } };
    const binding = new ApplicationConfiguration(database === 'shop' ? shop : other, 'data').addStatefulSet('database', props);
    const cart = new ApplicationConfiguration(shop, 'app').addDeployment('cart', { ...props, annotations });
    cart.node.addDependency(binding);
    environments.synth();
    return emitted.mock.calls.map(([text]) => String(text));
  };

  test('is warned of in one namespace, which is applied at once', () => {
    expect(warningsOf('shop')).toEqual(["[shop/app/cart] no-effect: depends on 'shop/data/database' without effect: what is in one folder is applied at once; "
      + 'let it wait by itself, such as in an init container, or give the two their own namespaces']);
  });

  test('is not if the namespaces differ', () => expect(warningsOf('other')).toEqual([]));

  test('is not if the program sets the wave', () => {
    expect(warningsOf('shop', { 'argocd.argoproj.io/sync-wave': '1' })).toEqual([]);
  });
});
