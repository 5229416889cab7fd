import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, DeploymentWorkload, Environment, EnvironmentLayout, EnvironmentNamespace, Environments, EnvironmentsProps,
  GitOpsApp, GitOpsDelivery, KubernetesPlatform, MonitoringProvider, OamPlatform, Platform, PodSecurity,
} from '../../../src';
import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';
import { ownModules } from '../../support/own-modules';
import { contentsOf } from '../support';

let folder: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  warnings = [];
  jest.spyOn(process, 'emitWarning').mockImplementation((text) => {
    warnings.push(String(text).replaceAll(folder, ''));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const out = () => join(folder, 'out');
const filesIn = (path = out()): string[] => Object.keys(contentsOf(path));

function shop(app: Environment, namespace = 'shop', replicas = 1): Chart {
  const chart = new Chart(app, namespace, { namespace });
  new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cart' }, data: { replicas: `${replicas}` } });
  return chart;
}

const argoCd = GitOpsDelivery.argoCd({ repoURL: 'https://git.example.com/acme/deployments.git', path: 'dist' });

/** Runs a program that has these environments, each with these namespaces, as a process of its own would. */
function run(namespaces: Readonly<Record<string, readonly string[]>>, props: EnvironmentsProps = {}): void {
  ownModules(() => {
    const library = jest.requireActual<typeof import('../../../src')>('../../../src');
    const environments = new library.Environments({ outdir: out(), ...props });
    for (const [name, all] of Object.entries(namespaces)) {
      const app = environments.add(name);
      for (const each of all) shop(app, each);
    }
    environments.synth();
  });
}

describe('environments', () => {
  test('have a folder each, with one for each namespace and a file for each object', () => {
    const environments = new Environments({ outdir: out() });
    const staging = environments.add('staging');
    shop(staging);
    const roles = new Chart(staging, 'roles');
    new ApiObject(roles, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [] });
    shop(environments.add('production'), 'shop', 3);
    environments.synth();
    expect(filesIn()).toEqual([
      '.cdk8s-oam-index',
      'production/shop/ConfigMap.cart.yaml', 'production/shop/Namespace.shop.yaml',
      'staging/_cluster/ClusterRole.reader.yaml', 'staging/shop/ConfigMap.cart.yaml', 'staging/shop/Namespace.shop.yaml',
    ]);
    expect(readFileSync(join(out(), 'production/shop/ConfigMap.cart.yaml'), 'utf8')).toContain('replicas: "3"');
    expect(environments.names).toEqual(['staging', 'production']);
    expect(staging.environmentName).toBe('staging');
    expect(staging.outdir).toBe(join(out(), 'staging'));
    expect(warnings).toEqual([]);
  });

  test('have a file for each item of a list, in the namespace of the list if it names none', () => {
    const environments = new Environments({ outdir: out(), delivery: [argoCd] });
    const chart = new Chart(environments.add('staging', { namespaces: [{ name: 'shop' }] }), 'shop', { namespace: 'shop' });
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'other' } };
    const items = [claim, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } }, settings];
    new ApiObject(chart, 'list', { apiVersion: 'v1', kind: 'List', ...{ items } });
    new ApiObject(chart, 'none', { apiVersion: 'v1', kind: 'List', ...{ items: [] } });
    environments.synth();
    expect(filesIn(join(out(), 'staging'))).toEqual([
      'other/ConfigMap.settings.yaml', 'other/Namespace.other.yaml', 'shop/Namespace.shop.yaml', 'shop/PersistentVolumeClaim.data.yaml',
    ]);
    expect(readFileSync(join(out(), 'staging/shop/PersistentVolumeClaim.data.yaml'), 'utf8')).toBe([
      'apiVersion: v1',
      'kind: PersistentVolumeClaim',
      'metadata:',
      '  name: data',
      '  namespace: shop',
      '  annotations:',
      '    argocd.argoproj.io/sync-options: Prune=false,Delete=false',
      'spec:',
      '  accessModes:',
      '    - ReadWriteOnce',
      '  resources:',
      '    requests:',
      '      storage: 1Gi',
      '',
    ].join('\n'));
  });

  test('may be called as a copy of a file is, since they are folders', () => {
    run({ tmp: ['shop'] });
    expect(filesIn(join(out(), 'tmp'))).toEqual(['shop/ConfigMap.cart.yaml', 'shop/Namespace.shop.yaml']);
  });

  test('have a file for each chart, where that is chosen', () => {
    run({ staging: ['shop', 'bobs'] }, { layout: EnvironmentLayout.FILE_PER_CHART });
    expect(filesIn(join(out(), 'staging'))).toEqual(['bobs.k8s.yaml', 'shop.k8s.yaml']);
  });

  test('have a platform each, and are apps to what asks apps', () => {
    const environments = new Environments({ outdir: out() });
    const platform = OamPlatform.verrazzano();
    const app = environments.add('staging', { platform });
    expect(Platform.of(shop(app))).toBe(platform);
    Manifests.ofApp(app).has({ kind: 'ConfigMap' }, { data: { replicas: '1' } });
    expect(existsSync(out())).toBe(false);
  });

  test('lose what the program no longer has, which is told', () => {
    run({ staging: ['shop', 'bobs'], production: ['shop'] });
    writeFileSync(join(out(), 'staging/shop/notes.txt'), 'mine');
    run({ production: ['shop'], test: ['shop'] });
    expect(filesIn()).toEqual([
      '.cdk8s-oam-index', 'production/shop/ConfigMap.cart.yaml', 'production/shop/Namespace.shop.yaml', 'staging/shop/notes.txt',
      'test/shop/ConfigMap.cart.yaml', 'test/shop/Namespace.shop.yaml',
    ]);
    expect(warnings).toEqual(['"/out/staging" is no longer rendered: its 4 files are removed']);
    warnings = [];
    run({ production: ['bobs'], test: ['shop'] });
    expect(warnings).toEqual(['"/out/production/shop" is no longer rendered: its 2 files are removed']);
    expect(existsSync(join(out(), 'production/shop'))).toBe(false);
  });

  test('are left alone where nothing has changed', () => {
    run({ staging: ['shop'] });
    const touched = () => ['.', '.cdk8s-oam-index/staging/shop', 'staging/shop'].map(path => statSync(join(out(), path), { bigint: true }).mtimeNs);
    const before = touched();
    run({ staging: ['shop'] });
    expect(touched()).toEqual(before);
    expect(warnings).toEqual([]);
  });

  test('are all checked before anything is written', () => {
    const environments = new Environments({ outdir: out() });
    shop(environments.add('fine'));
    for (const name of ['staging', 'production']) {
      const chart = shop(environments.add(name, { kubernetesVersion: '1.34' }));
      new ApiObject(chart, 'typo', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Typo' }, dta: {} } as any);
    }
    const wrong = (name: string) => [
      `  [${name}/shop/typo] invalid-name: 'metadata.name' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got "Typo"; set 'metadata.name', or a construct id that is a valid name`,
      `  [${name}/shop/typo] unknown-field: 'dta' is an unknown field; expected one of apiVersion, binaryData, data, immutable, kind, metadata; the API server silently drops it; did you mean "data"?`,
    ];
    expect(messageOf(() => environments.synth()).split('\n')).toEqual([
      'Validation failed with the following errors:', ...wrong('staging'), ...wrong('production'),
    ]);
    expect(existsSync(out())).toBe(false);
  });
});

describe('namespaces', () => {
  const labelsIn = (name: string) => /labels:\n((?: {4}.*\n)*)/.exec(readFileSync(join(out(), `staging/${name}/Namespace.${name}.yaml`), 'utf8'))?.[1]
    .trim().split(/\n */) ?? [];
  const metrics = (props: object = {}) => MonitoringProvider.prometheusOperator({
    namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: { matchLabels: { monitored: 'yes' } }, ...props,
  });

  test('have the labels that the platform and the user want', () => {
    const environments = new Environments({ outdir: out() });
    const platform = new KubernetesPlatform({ metrics: metrics({ mesh: { namespaces: ['shop'], scrapeClass: 'istio' } }) });
    const app = environments.add('staging', {
      platform,
      namespaces: [
        { name: 'shop', podSecurity: PodSecurity.RESTRICTED, labels: { team: 'a' }, annotations: { 'linkerd.io/inject': 'disabled' } },
        { name: 'bobs', labels: { monitored: 'no' } },
        { name: 'monitoring', existing: true },
      ],
    });
    const chart = new Chart(app, 'more', { namespace: 'monitoring' });
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cart' } });
    environments.synth();
    expect(filesIn()).toEqual([
      '.cdk8s-oam-index', 'staging/bobs/Namespace.bobs.yaml', 'staging/monitoring/ConfigMap.cart.yaml', 'staging/shop/Namespace.shop.yaml',
    ]);
    expect(labelsIn('shop')).toEqual([
      'istio-injection: enabled', 'monitored: "yes"', 'pod-security.kubernetes.io/enforce: restricted', 'team: a',
    ]);
    expect(labelsIn('bobs')).toEqual(['monitored: "no"']);
    expect(readFileSync(join(out(), 'staging/shop/Namespace.shop.yaml'), 'utf8')).toContain('annotations:\n    linkerd.io/inject: disabled');
  });

  test('tell the platform their labels', () => {
    const shopIn = (namespaces: EnvironmentNamespace[]) => {
      const environments = new Environments({ outdir: out() });
      const platform = new KubernetesPlatform({ metrics: metrics({ monitorNamespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } }) });
      const chart = new Chart(environments.add('staging', { platform, namespaces }), 'shop', { namespace: 'shop' });
      const workload = new DeploymentWorkload({ image: 'cart:1', ports: [{ name: 'metrics', port: 9090 }] });
      new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'cart', { workload }));
      return environments;
    };
    shopIn([{ name: 'shop', labels: { tier: 'front' } }]).synth();
    expect(messageOf(() => shopIn([{ name: 'shop' }]).synth())).toContain(
      "not-selected: 'metadata.namespace' is \"shop\", which is not known to have a label tier: Prometheus monitoring/k8s selects no other namespaces",
    );
  });

  test('are those that objects may be in', () => {
    const environments = new Environments({ outdir: out() });
    const app = environments.add('staging', { namespaces: [{ name: 'bobs' }] });
    shop(app);
    for (const namespace of ['kube-system', 'other', 'bobs']) {
      const chart = new Chart(app, namespace, { namespace });
      new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cart' } });
    }
    expect(messageOf(() => environments.synth()).split('\n').slice(1)).toEqual([
      "  [staging/other/config] invalid-value: 'metadata.namespace' must be one of bobs, shop, got \"other\"; name it in 'namespaces', with 'existing: true' if others make it",
    ]);
  });

  test('are refused if they are none, or twice', () => {
    const add = (...namespaces: any[]) => messageOf(() => new Environments({ outdir: out() }).add('staging', { namespaces }));
    expect(add({ name: 'Shop' }, { nme: 'shop' }, { name: 'a' }, { name: 'a', podSecurity: 'strict' }).split('\n')).toHaveLength(6);
    expect(add({ name: 'a' }, { name: 'a' })).toBe(
      "[Environments] duplicate-name: 'namespaces[1]' has the same name \"a\" as element 0; give each its own name",
    );
    expect(add({ name: 'a' }, { name: 'b', existing: true, annotations: { team: 'shop' } })).toBe(
      "[Environments] invalid-value: 'namespaces[1].annotations' has no effect on a namespace that somebody else makes; leave it out, or leave out 'existing'",
    );
  });
});

describe('one of them is written alone where CDK8S_OAM_ENVIRONMENT names it', () => {
  beforeEach(() => run({ staging: ['shop', 'bobs'], production: ['shop'] }));
  afterEach(() => {
    delete process.env.CDK8S_OAM_ENVIRONMENT;
  });

  test('and the others stay, and are still known', () => {
    process.env.CDK8S_OAM_ENVIRONMENT = 'staging';
    run({ staging: ['shop'], test: ['shop'], production: ['bobs'] });
    expect(filesIn().filter((each) => !each.startsWith('.'))).toEqual([
      'production/shop/ConfigMap.cart.yaml', 'production/shop/Namespace.shop.yaml', 'staging/shop/ConfigMap.cart.yaml', 'staging/shop/Namespace.shop.yaml',
    ]);
    expect(warnings).toEqual(['"/out/staging/bobs" is no longer rendered: its 2 files are removed']);
    delete process.env.CDK8S_OAM_ENVIRONMENT;
    run({ staging: ['shop'] });
    expect(filesIn()).toEqual(['.cdk8s-oam-index', 'staging/shop/ConfigMap.cart.yaml', 'staging/shop/Namespace.shop.yaml']);
  });

  test('and an unknown one is refused', () => {
    process.env.CDK8S_OAM_ENVIRONMENT = 'stagin';
    expect(messageOf(() => run({ staging: ['shop'], production: ['shop'] }))).toBe(
      "[Environments] invalid-value: 'CDK8S_OAM_ENVIRONMENT' must be one of staging, production, got \"stagin\"; did you mean \"staging\"? Otherwise name an environment of the program",
    );
  });
});

describe('fail when', () => {
  const environments = () => new Environments({ outdir: out() });

  test('a name is no name of a folder', () => {
    for (const name of ['Staging', 'a/b', '..', '', '-a', 'con', 'lpt1', 3 as any]) {
      expect(messageOf(() => environments().add(name))).toBe(
        `[Environments] invalid-value: 'name' must be lower-case letters, digits and "-", with a letter or digit at both ends, and no device of Windows (con, nul), got ${JSON.stringify(name)}`,
      );
    }
  });

  test('a cluster has a URL in place of its name', () => {
    expect(messageOf(() => environments().add('staging', { cluster: 'https://10.0.0.1:6443' }))).toBe(
      "[Environments] invalid-value: 'cluster' must be the name by which Argo CD knows the cluster, not its URL, got \"https://10.0.0.1:6443\"; `argocd cluster list` shows both",
    );
  });

  test('a construct depends on one of another environment', () => {
    const all = environments();
    const [staging, production] = ['staging', 'production'].map(name => shop(all.add(name)));
    production.addDependency(staging);
    production.node.children[0].node.addDependency(new GitOpsApp());
    expect(messageOf(() => all.synth()).split('\n').slice(1)).toEqual([
      "  [production/shop] dependency-outside-chart: depends on 'shop', which was removed, or is in another app or environment: nothing puts these in order; remove the dependency, or depend on what is in the same app",
      "  [production/shop/namespace] dependency-outside-chart: depends on 'App', which was removed, or is in another app or environment: nothing puts these in order; remove the dependency, or depend on what is in the same app",
    ]);
  });

  test('others are written into the same folder', () => {
    const [first, second] = ['staging', 'production'].map(name => {
      const all = environments();
      shop(all.add(name));
      return all;
    });
    first.synth();
    expect(messageOf(() => second.synth()).replace(folder, '')).toBe(
      "[Environments] shared-output-folder: 'outdir' must be a separate folder: another app of this program has written other charts into \"/out\"; add all environments to one Environments, or choose another folder",
    );
  });

  test('two have one name', () => {
    const all = environments();
    all.add('staging');
    expect(messageOf(() => all.add('staging'))).toBe(
      "[Environments] invalid-value: 'name' must be unique, got \"staging\" twice; give each its own name",
    );
  });

  test('one is written alone', () => {
    const staging = environments().add('staging');
    expect(messageOf(() => staging.synth())).toBe('[Environment] invalid-value: is written with the other environments; call Environments.synth()');
  });

  test('an object has no namespace, and no folder', () => {
    const all = environments();
    const chart = new Chart(all.add('staging'), 'shop');
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cart' } });
    expect(messageOf(() => all.synth())).toContain(
      "  [staging/shop/config] invalid-value: 'metadata.namespace' is required: the folder of the file has its name; give the chart a namespace; if the kind is in none, name it in 'clusterScopedKinds'",
    );
  });

  test('a property is unknown', () => {
    expect(messageOf(() => environments().add('staging', { namespace: 'shop' } as any))).toBe(
      "[Environments] unknown-field: 'namespace' is an unknown field; expected one of platform, namespaces, cluster, settings, clusterScopedKinds, uncheckedKinds, kubernetesVersion, schemas, requireSchemas, policies; did you mean \"namespaces\"?",
    );
    expect(messageOf(() => new Environments({ outDir: 'dist' } as any))).toContain("[Environments] unknown-field: 'outDir' ");
  });

  test('a layout is none', () => {
    expect(messageOf(() => new Environments({ outdir: out(), layout: 'TREE' as any }))).toBe(
      "[Environments] invalid-value: 'layout' must be one of FILE_PER_OBJECT, FILE_PER_CHART, got \"TREE\"",
    );
  });
});
