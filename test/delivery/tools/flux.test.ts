import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import { add, argoCd, config, delivered, filesIn, flux, lines, read, repoURL } from './support';
import { EnvironmentLayout } from '../../../src';
import { messageOf } from '../../support/message';

describe('Flux', () => {
  test('has a Kustomization for each namespace, and one for all of these', () => {
    const environments = delivered(flux());
    const [shop, base] = add(environments, 'staging', ['shop', 'base']);
    shop.addDependency(base);
    environments.synth();
    expect(filesIn('_flux')).toEqual(['staging.yaml', 'staging/Kustomization.staging-base.yaml', 'staging/Kustomization.staging-shop.yaml']);
    const common = { interval: '10m', retryInterval: '1m', prune: true, sourceRef: { kind: 'GitRepository', name: 'deployments' } };
    const kustomization = (name: string, spec: object) => ({
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', metadata: { name, namespace: 'flux-system' }, spec: { ...common, ...spec },
    });
    expect(read('_flux/staging.yaml')).toEqual([
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata: { name: 'deployments', namespace: 'flux-system' },
        spec: { interval: '10m', url: repoURL, ref: { branch: 'main' } },
      },
      kustomization('staging', { path: './dist/_flux/staging' }),
    ]);
    expect(read('_flux/staging/Kustomization.staging-base.yaml')).toEqual([kustomization('staging-base', { path: './dist/staging/base', wait: true })]);
    expect(read('_flux/staging/Kustomization.staging-shop.yaml')).toEqual([
      kustomization('staging-shop', { path: './dist/staging/shop', dependsOn: [{ name: 'staging-base' }] }),
    ]);
  });

  test('applies as it is told', () => {
    const environments = delivered(flux({
      branch: 'live',
      name: 'repo',
      namespace: 'gitops',
      secretName: 'key',
      interval: Duration.seconds(90),
      prune: false,
      substitute: { REGION: 'eu' },
      substituteFrom: [{ kind: 'ConfigMap', name: 'cluster', variables: ['DOMAIN'] }],
    }), { layout: EnvironmentLayout.FILE_PER_CHART });
    const [shop] = add(environments, 'staging');
    config(shop, 'used', { data: { a: '${REGION} ${DOMAIN:-example.com}', b: '$1 $X $(X) {{ $labels.x }}' } });
    environments.synth();
    expect(filesIn('_flux')).toEqual(['staging.yaml']);
    expect(read('_flux/staging.yaml').map(({ metadata, spec }) => [metadata, spec])).toEqual([
      [{ name: 'repo', namespace: 'gitops' }, { interval: '90s', url: repoURL, ref: { branch: 'live' }, secretRef: { name: 'key' } }],
      [{ name: 'staging', namespace: 'gitops' }, {
        interval: '90s',
        retryInterval: '1m',
        path: './dist/staging',
        prune: false,
        sourceRef: { kind: 'GitRepository', name: 'repo' },
        postBuild: { substitute: { REGION: 'eu' }, substituteFrom: [{ kind: 'ConfigMap', name: 'cluster' }] },
      }],
    ]);
  });

  test('applies definitions before the custom objects of other namespaces, unless they need these', () => {
    const environments = delivered(flux());
    const [shop, base, operator] = add(environments, 'staging', ['shop', 'base', 'operator']);
    const definition = (group: string) => new ApiObject(operator, group, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `widgets.${group}` },
      ...{
        spec: { group, scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' }, versions: [{ name: 'v1', served: true, storage: true }] },
      },
    });
    definition('example.com').addDependency(base);
    definition('example.org');
    for (const [chart, group] of [[shop, 'example.com'], [base, 'example.org']] as const) {
      new ApiObject(chart, 'widget', { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'a' } });
    }
    environments.synth();
    const needed = (name: string) => read(`_flux/staging/Kustomization.staging-${name}.yaml`)[0].spec.dependsOn;
    expect(['shop', 'base', 'operator', 'cluster'].map(needed)).toEqual([
      [{ name: 'staging-cluster' }], undefined, undefined, [{ name: 'staging-base' }],
    ]);
  });

  test('looks as often as it is told, in hours where days are given', () => {
    const interval = (given: Duration) => {
      const environments = delivered(flux({ interval: given }));
      add(environments, 'staging');
      environments.synth();
      return read('_flux/staging.yaml').map(({ spec }) => spec.interval);
    };
    expect([Duration.days(1), Duration.hours(25), Duration.minutes(60), Duration.minutes(90)].map(interval))
      .toEqual([['24h', '24h'], ['25h', '25h'], ['1h', '1h'], ['90m', '90m']]);
  });

  test('keeps namespaces and claims', () => {
    const environments = delivered(flux(), { delivery: [flux(), argoCd()] });
    const [shop] = add(environments, 'staging');
    const mark = (name: string, value: string) => ({ name, annotations: { 'kustomize.toolkit.fluxcd.io/prune': value } });
    new ApiObject(shop, 'data', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: mark('data', 'enabled'), ...{ spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } });
    environments.synth();
    const pruned = (file: string) => read(`staging/shop/${file}.yaml`)[0].metadata.annotations;
    expect(pruned('Namespace.shop')).toEqual({
      'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false', 'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    });
    expect(pruned('PersistentVolumeClaim.data')['kustomize.toolkit.fluxcd.io/prune']).toBe('enabled');
  });

  test('reads folders with a kustomization.yaml, where these are wanted', () => {
    const environments = delivered(flux(), { kustomizations: true });
    add(environments, 'staging');
    environments.synth();
    expect(read('staging/shop/kustomization.yaml')).toEqual([
      { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: ['ConfigMap.cart.yaml', 'Namespace.shop.yaml'] },
    ]);
  });

  describe('is refused if', () => {
    test('its URL has a password, or is none that it reads', () => {
      expect(messageOf(() => flux({ url: 'https://user:geheim@git.example.com/a.git' }))).toBe(
        "[GitOpsDelivery.flux()] invalid-value: 'url' must have no user and no password: they would be in the manifests; give them to Flux in a Secret",
      );
      expect(messageOf(() => flux({ url: 'git@git.example.com:a.git' }))).toBe(
        "[GitOpsDelivery.flux()] invalid-value: 'url' must be the URL of a Git repository as Flux reads it: https://… or ssh://…; the value is not shown; write the URL by which it is cloned",
      );
    });

    test('a variable has no name of one', () => {
      expect(messageOf(() => flux({ substitute: { 'A-B': '' } }))).toBe(
        "[GitOpsDelivery.flux()] not-deliverable: 'substitute' must be the name of a variable: letters, digits and \"_\", and no digit at the beginning, got \"A-B\"; give it another name",
      );
    });

    test('its interval is no time', () => {
      expect(messageOf(() => flux({ interval: Duration.millis(1500) }))).toContain("[GitOpsDelivery.flux()] invalid-value: 'interval' ");
    });
  });

  describe('does not deliver', () => {
    test('what it would replace', () => {
      const environments = delivered(flux({ substitute: { REGION: 'eu' } }));
      const [shop] = add(environments, 'staging');
      config(shop, 'script', { data: { 'a': 'echo ${1} ${REGION}', 'b': ['price: $$'][0], 'c': '${REGION', 'd': '${ZONE:-geheim}', '${X}': '' } });
      const left = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'left', annotations: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } } };
      new ApiObject(shop, 'left', { ...left, ...{ data: { a: '${1}' } } });
      expect(lines(environments)).toEqual([["'data['${X}']'", '${X}'], ["'data.a'", '${1}'], ["'data.b'", '$$'], ["'data.c'", '${REGION}'], ["'data.d'", '${ZONE…}']].map(([at, text]) =>
        `  [staging/shop/script] not-deliverable: ${at} holds "${text}", which Flux replaces before it applies the object; give the object the annotation 'kustomize.toolkit.fluxcd.io/substitute: disabled', or name the variable in 'substitute'`));
    });

    test('an object without a name', () => {
      const environments = delivered(flux());
      const [shop] = add(environments, 'staging');
      const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'job', image: 'example/job:1' }] } } };
      const job = new ApiObject(shop, 'job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job', generateName: 'job-' }, ...{ spec } });
      job.addJsonPatch(JsonPatch.remove('/metadata/name'));
      expect(lines(environments)).toEqual([
        "  [staging/shop/job] not-deliverable: 'metadata.name' is required: kustomize, by which Flux reads its folders, takes no object without a name; give the object a name",
      ]);
    });
  });
});
