import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { add, argoCd, config, delivered, filesIn, flux, lines, out, read, repoURL } from './support';
import { EnvironmentLayout, Environments, GitOpsDelivery } from '../../../src';
import { messageOf } from '../../support/message';

describe('Argo CD', () => {
  test('has an Application for each namespace, and one for all of these', () => {
    const environments = delivered(argoCd());
    const [shop] = add(environments, 'staging', ['shop', 'base'], { cluster: 'cluster-1' });
    new ApiObject(shop, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [] });
    environments.synth();
    expect(filesIn('_argocd')).toEqual([
      'staging.yaml', 'staging/Application.staging-base.yaml', 'staging/Application.staging-cluster.yaml', 'staging/Application.staging-shop.yaml',
    ]);
    const retry = { limit: 5, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } };
    const syncPolicy = { automated: { prune: true, selfHeal: true, allowEmpty: false }, retry };
    expect(read('_argocd/staging.yaml')).toEqual([{
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'staging', namespace: 'argocd' },
      spec: {
        project: 'default',
        source: { repoURL, targetRevision: 'HEAD', path: 'dist/_argocd/staging' },
        destination: { name: 'in-cluster', namespace: 'argocd' },
        syncPolicy,
      },
    }]);
    expect(read('_argocd/staging/Application.staging-shop.yaml')).toEqual([{
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        name: 'staging-shop',
        namespace: 'argocd',
        annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.' },
        finalizers: ['resources-finalizer.argocd.argoproj.io'],
      },
      spec: {
        project: 'default',
        source: { repoURL, targetRevision: 'HEAD', path: 'dist/staging/shop' },
        destination: { name: 'cluster-1', namespace: 'shop' },
        syncPolicy,
      },
    }]);
    const [ofCluster] = read('_argocd/staging/Application.staging-cluster.yaml');
    expect([ofCluster.spec.source.path, ofCluster.spec.destination]).toEqual(['dist/staging/_cluster', { name: 'cluster-1' }]);
  });

  test('applies as it is told', () => {
    const props = {
      targetRevision: 'main', project: 'shop', clusterResources: ['Namespace'], namespace: 'gitops', inEachCluster: true, automated: false, prune: false,
    };
    const environments = delivered(argoCd({ ...props, path: '.' }));
    add(environments, 'staging', ['shop'], { cluster: 'cluster-1' });
    environments.synth();
    const [{ metadata, spec }] = read('_argocd/staging/Application.staging-shop.yaml');
    expect(metadata.finalizers).toBeUndefined();
    expect(metadata.namespace).toBe('gitops');
    expect(spec.project).toBe('shop');
    expect(spec.source).toEqual({ repoURL, targetRevision: 'main', path: 'staging/shop' });
    expect(spec.destination.name).toBe('in-cluster');
    expect(Object.keys(spec.syncPolicy)).toEqual(['retry']);
    // to allow a project to make Applications is to allow it everything
    const [root] = read('_argocd/staging.yaml');
    expect([root.spec.project, root.spec.source.path, root.spec.destination.namespace]).toEqual(['default', '_argocd/staging', 'gitops']);
  });

  test('finds the folders by an ApplicationSet, where that is wanted', () => {
    const environments = delivered(argoCd({ applicationSet: true }));
    add(environments, 'staging');
    environments.synth();
    expect(filesIn('_argocd')).toEqual(['staging.yaml']);
    const [{ kind, spec }] = read('_argocd/staging.yaml');
    expect(kind).toBe('ApplicationSet');
    expect(spec.generators).toEqual([{ git: { repoURL, revision: 'HEAD', directories: [{ path: 'dist/staging/*' }] } }]);
    expect(spec.syncPolicy).toEqual({ preserveResourcesOnDeletion: false });
    expect(spec.template.metadata.name).toBe('staging-{{.path.basename | trimPrefix "_"}}');
    expect(spec.template.spec.source.path).toBe('{{.path.path}}');
    expect(spec.template.spec.project).toBe('default');
  });

  test('has one Application for an environment whose charts have a file each', () => {
    for (const [applicationSet, path] of [[false, 'dist/staging'], [true, '{{.path.path}}']] as const) {
      const environments = delivered(argoCd({ applicationSet }), { layout: EnvironmentLayout.FILE_PER_CHART });
      const [shop, base] = add(environments, 'staging', ['shop', 'base']);
      shop.addDependency(base);
      environments.synth();
      expect(filesIn('_argocd')).toEqual(['staging.yaml']);
      const [{ kind, spec, metadata }] = read('_argocd/staging.yaml');
      const app = applicationSet ? spec.template : { spec, metadata };
      expect([kind, app.metadata.name, app.spec.source.path]).toEqual([applicationSet ? 'ApplicationSet' : 'Application', 'staging', path]);
    }
  });

  test('applies an Application after those that it needs', () => {
    const environments = delivered(argoCd());
    const [shop, base, top, other] = add(environments, 'staging', ['shop', 'base', 'top', 'other']);
    shop.addDependency(base);
    top.node.tryFindChild('cart')!.node.addDependency(shop);
    config(other, 'more').addDependency(other.node.tryFindChild('cart')!);
    environments.synth();
    const waves = ['base', 'shop', 'top', 'other'].map(each =>
      read(`_argocd/staging/Application.staging-${each}.yaml`)[0].metadata.annotations['argocd.argoproj.io/sync-wave']);
    expect(waves).toEqual([undefined, '1', '2', undefined]);
  });

  test('leaves an environment without objects alone, of which there is no folder', () => {
    const environments = delivered(argoCd(), { delivery: [argoCd(), flux()] });
    add(environments, 'staging');
    environments.add('production', { namespaces: [{ name: 'shop', existing: true }] });
    environments.synth();
    expect(filesIn('.')).toEqual([
      '.cdk8s-oam-index', '_argocd/staging.yaml', '_argocd/staging/Application.staging-shop.yaml', '_flux/staging.yaml',
      '_flux/staging/Kustomization.staging-shop.yaml', 'staging/shop/ConfigMap.cart.yaml', 'staging/shop/Namespace.shop.yaml',
    ]);
  });

  test('keeps namespaces and claims, and applies large objects on the server', () => {
    const environments = delivered(argoCd());
    const [shop] = add(environments, 'staging');
    const option = { 'argocd.argoproj.io/sync-options': 'Prune=confirm, Validate=false' };
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
    new ApiObject(shop, 'data', { ...claim, metadata: { name: 'data', annotations: option } });
    config(shop, 'large', { data: { text: 'x'.repeat(262_144) } });
    environments.synth();
    const optionsOf = (file: string) => read(`staging/shop/${file}.yaml`)[0].metadata.annotations?.['argocd.argoproj.io/sync-options'];
    expect(['Namespace.shop', 'PersistentVolumeClaim.data', 'ConfigMap.large', 'ConfigMap.cart'].map(optionsOf)).toEqual([
      'Prune=false,Delete=false', 'Prune=confirm,Validate=false,Delete=false', 'ServerSideApply=true', undefined,
    ]);
  });

  describe('finds the output folder in the repository', () => {
    const root = process.cwd();
    const { CDK8S_OUTDIR } = process.env;
    beforeEach(() => {
      mkdirSync(join(out(), '.git/deeper'), { recursive: true });
      mkdirSync(join(out(), 'sub'));
      process.chdir(out());
    });
    afterEach(() => {
      process.chdir(root);
      delete process.env.CDK8S_OAM_OUTPUT;
      if (CDK8S_OUTDIR === undefined) delete process.env.CDK8S_OUTDIR;
      else process.env.CDK8S_OUTDIR = CDK8S_OUTDIR;
    });
    const pathIn = (outdir?: string) => {
      const environments = new Environments({ outdir, delivery: [GitOpsDelivery.argoCd({ repoURL })] });
      add(environments, 'staging');
      environments.synth();
      return read(join(outdir ?? process.env.CDK8S_OUTDIR ?? 'dist', '_argocd/staging.yaml'))[0].spec.source.path;
    };

    test('by outdir, and what the commands ask for', () => {
      expect(pathIn('a/b')).toBe('a/b/_argocd/staging');
      process.env.CDK8S_OUTDIR = 'manifests';
      expect(pathIn()).toBe('manifests/_argocd/staging');
      process.env.CDK8S_OAM_OUTPUT = 'committed';
      expect(pathIn()).toBe('committed/_argocd/staging');
    });

    test('unless the program runs elsewhere in it', () => {
      process.chdir('sub');
      expect(messageOf(() => pathIn('dist'))).toContain("[Environments] invalid-value: 'delivery[0].path' is required: ");
    });
  });

  describe('is refused if', () => {
    test('its URL has a password, or is none of a repository', () => {
      for (const url of ['https://user:geheim@git.example.com/a.git', 'https://token@git.example.com/a', 'ssh://git:geheim@git.example.com/a']) {
        expect(messageOf(() => argoCd({ repoURL: url }))).toBe(
          "[GitOpsDelivery.argoCd()] invalid-value: 'repoURL' must have no user and no password: they would be in the manifests; give them to Argo CD in a Secret",
        );
      }
      for (const url of ['deployments', '', 'https://git.example.com/a?token=geheim', 'https://user:ge/heim@git.example.com/a', 3 as any]) {
        expect(messageOf(() => argoCd({ repoURL: url }))).toBe(
          "[GitOpsDelivery.argoCd()] invalid-value: 'repoURL' must be the URL of a Git repository as Argo CD reads it: https://…, ssh://… or git@<host>:<path>; the value is not shown; write the URL by which it is cloned",
        );
      }
      for (const url of ['git@git.example.com:acme/a.git', 'ssh://git@git.example.com/a', 'https://git.example.com/a']) argoCd({ repoURL: url });
    });

    test('its path leads out of the repository, or is not known', () => {
      for (const path of ['/dist', '../dist', 'a/../b', 'a//b', 'a\\b', '']) {
        expect(messageOf(() => argoCd({ path }))).toBe(
          `[GitOpsDelivery.argoCd()] invalid-value: 'path' must be a folder in the repository, with "/" between the parts of its path and without "..", got ${JSON.stringify(path)}; write its path from the root of the repository`,
        );
      }
      for (const outdir of ['/srv/dist', '../dist']) {
        expect(messageOf(() => new Environments({ outdir, delivery: [GitOpsDelivery.argoCd({ repoURL })] }))).toBe(
          "[Environments] invalid-value: 'delivery[0].path' is required: the output folder is not in the working directory, or that is not the root of the repository; give the path of the output folder from the root of the repository",
        );
      }
    });

    test('an option is unknown, or of no kind of the whole cluster', () => {
      expect(messageOf(() => argoCd({ revision: 'main' } as any))).toContain("[GitOpsDelivery.argoCd()] unknown-field: 'revision' ");
      expect(messageOf(() => argoCd({ clusterResources: ['v1/Name space'] }))).toContain("invalid-value: 'clusterResources[0]' ");
    });

    test('it is there twice, or is none', () => {
      expect(messageOf(() => new Environments({ delivery: [argoCd(), flux(), argoCd()] }))).toBe(
        "[Environments] not-deliverable: 'delivery[2]' is Argo CD a second time; leave one out",
      );
      expect(messageOf(() => new Environments({ delivery: [{} as any] }))).toBe(
        "[Environments] not-deliverable: 'delivery[0]' must be a GitOpsDelivery, got an object; make it by GitOpsDelivery.argoCd() or GitOpsDelivery.flux()",
      );
    });

    test('folders have kustomizations of their own', () => {
      expect(messageOf(() => delivered(argoCd(), { kustomizations: true }))).toBe(
        "[Environments] not-deliverable: 'kustomizations' must not be set with Argo CD, which would build each folder by kustomize; leave it out",
      );
    });
  });

  describe('does not deliver', () => {
    test('a kind of the whole cluster that its project does not allow', () => {
      const environments = delivered(argoCd({ project: 'shop', clusterResources: ['*/ClusterRole', 'example.com/*'] }), {});
      const [shop] = add(environments, 'staging', ['shop'], { clusterScopedKinds: ['example.com/Widget', 'example.org/Widget'] });
      for (const group of ['example.com', 'example.org']) {
        new ApiObject(shop, group, { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'a' } });
      }
      new ApiObject(shop, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [] });
      expect(lines(environments)).toEqual([['namespaces/shop', 'Namespace'], ['shop/example.org', 'example.org/Widget']].map(([path, kind]) =>
        `  [staging/${path}] not-deliverable: 'kind' is ${kind}, which belongs to the whole cluster and is not allowed in project "shop"; allow it in 'clusterResourceWhitelist' of the AppProject, and list it in 'clusterResources'`));
    });

    test('in an order that an ApplicationSet does not have', () => {
      const environments = delivered(argoCd({ applicationSet: true }));
      const [shop, base] = add(environments, 'staging', ['shop', 'base']);
      shop.addDependency(base);
      expect(lines(environments)).toEqual([
        '  [staging] not-deliverable: \'applicationSet\' must not be set: "staging-shop" depends on "staging-base", and the Applications of an ApplicationSet are in no order; leave it out, or remove the dependency between their charts',
      ]);
    });
  });
});
