import { consequencesOf } from '../../../src/cli/diff/consequences';
import { compareFolders, FolderObject, listedObject } from '../../../src/cli/diff/compare';
import { describeTo } from '../../../src/base/findings/words';
import { shownObject } from '../../../src/base/shown';

const object = (apiVersion: string, kind: string, name: string, fields: object = {}, metadata: object = {}): FolderObject =>
  ({ value: { apiVersion, kind, metadata: { name, namespace: 'shop', ...metadata }, ...fields } as unknown as FolderObject['value'], file: 'a.yaml' });

/** What is told of a change, each with its object. */
function told(before: FolderObject[], after: FolderObject[], environments: string[] = []): string[] {
  return consequencesOf(compareFolders(before, after), environments).map(each => `${shownObject(listedObject(each.object).value)}: ${describeTo('manifests', each.finding)}`);
}

describe('a field that cannot change', () => {
  const changes = (kind: string, from: object, to: object, apiVersion = 'apps/v1') =>
    told([object(apiVersion, kind, 'cart', from)], [object(apiVersion, kind, 'cart', to)]);
  const FIX = (field: string, kind: string, anew: string) => `${kind} shop/cart: immutable-field: '${field}' cannot change in a ${kind} that exists: `
    + `it must be deleted and recreated, and ${anew}; keep the field as it is, or delete ${kind} shop/cart before the change is applied`;

  const RECREATE = (field: string) => `Deployment shop/cart: immutable-field: '${field}' is Recreate now: a server-side apply (kubectl, Flux) is rejected, since the `
    + 'rollingUpdate that the API server has added stays beside it; delete Deployment shop/cart before the change is applied: Recreate stops its pods anyway';
  const DELETING = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };
  const sized = (storage: string) => ({ spec: { resources: { requests: { storage } } } });
  const SMALLER = "PersistentVolumeClaim shop/cart: immutable-field: 'spec.resources.requests.storage' cannot become smaller in a PersistentVolumeClaim that "
    + 'exists: it must be deleted and recreated, and what is on the volume is lost, unless its reclaim policy is Retain; keep the size, or delete '
    + 'PersistentVolumeClaim shop/cart before the change is applied';

  test.each<[string, string, string, object, object, string | undefined]>([
    ['a selector', 'apps/v1', 'Deployment', { spec: { selector: { matchLabels: { a: 'b' } } } }, { spec: { selector: { matchLabels: { a: 'c' } } } },
      FIX('spec.selector', 'Deployment', 'its pods stop before new ones start')],
    ['anything of a StatefulSet', 'apps/v1', 'StatefulSet', { spec: { replicas: 1, serviceName: 'a' } }, { spec: { replicas: 2, serviceName: 'b' } },
      FIX('spec.serviceName', 'StatefulSet', 'its pods stop before new ones start, with the claims that are there')],
    ['what is added', 'apps/v1', 'StatefulSet', { spec: { replicas: 1 } }, { spec: { replicas: 1, volumeClaimTemplates: [{ metadata: { name: 'data' } }] } },
      FIX('spec.volumeClaimTemplates', 'StatefulSet', 'its pods stop before new ones start; claims that are there stay as they are')],
    ['anything of one that deletes its claims', 'apps/v1', 'StatefulSet', { spec: { ...DELETING, serviceName: 'a' } }, { spec: { ...DELETING, serviceName: 'b' } },
      FIX('spec.serviceName', 'StatefulSet', 'its claims are deleted with it, since whenDeleted is Delete')],
    ['the default strategy, to Recreate', 'apps/v1', 'Deployment', { spec: {} }, { spec: { strategy: { type: 'Recreate' } } }, RECREATE('spec.strategy')],
    ['and one that is written without its numbers', 'apps/v1', 'Deployment', { spec: { strategy: { type: 'RollingUpdate' } } }, { spec: { strategy: { type: 'Recreate' } } },
      RECREATE('spec.strategy.type')],
    ['but not one with them', 'apps/v1', 'Deployment', { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } } },
      { spec: { strategy: { type: 'Recreate' } } }, undefined],
    ['nor back', 'apps/v1', 'Deployment', { spec: { strategy: { type: 'Recreate' } } }, { spec: {} }, undefined],
    ['the number of pods, to none', 'apps/v1', 'Deployment', { spec: { replicas: 3 } }, { spec: {} },
      "Deployment shop/cart: replicas-reset: 'spec.replicas' is left out and was 3: the Deployment runs one pod until an autoscaler scales it; set a different "
      + 'number by `kubectl scale` before the change is applied (server-side): it then stays'],
    ['also of a StatefulSet, and by null', 'apps/v1', 'StatefulSet', { spec: { replicas: 3 } }, { spec: { replicas: null } },
      "StatefulSet shop/cart: replicas-reset: 'spec.replicas' is left out and was 3: the StatefulSet runs one pod until an autoscaler scales it; set a different "
      + 'number by `kubectl scale` before the change is applied (server-side): it then stays'],
    ['but not that of one pod', 'apps/v1', 'Deployment', { spec: { replicas: 1 } }, { spec: {} }, undefined],
    ['but what may', 'apps/v1', 'StatefulSet', { spec: { replicas: 1, template: { a: 1 } } }, { spec: { replicas: 2, template: { a: 2 } } }, undefined],
    ['the class of a claim', 'v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'a' } }, { spec: { storageClassName: 'b' } },
      FIX('spec.storageClassName', 'PersistentVolumeClaim', 'what is on the volume is lost, unless its reclaim policy is Retain')],
    ['but its size', 'v1', 'PersistentVolumeClaim', sized('1Gi'), sized('2Gi'), undefined],
    ['nor that in another unit', 'v1', 'PersistentVolumeClaim', sized('1Gi'), sized('1024Mi'), undefined],
    ['unless it is smaller', 'v1', 'PersistentVolumeClaim', sized('1Gi'), sized('1000M'), SMALLER],
    ['a Job', 'batch/v1', 'Job', { spec: { template: { a: 1 } } }, { spec: { template: { a: 2 } } }, FIX('spec.template', 'Job', 'the Job runs again')],
    ['a role', 'rbac.authorization.k8s.io/v1', 'RoleBinding', { roleRef: { name: 'a' } }, { roleRef: { name: 'b' } },
      FIX('roleRef', 'RoleBinding', 'its subjects lack their permissions in the meantime')],
    ['an address', 'v1', 'Service', { spec: { clusterIP: 'None' } }, { spec: { clusterIP: '10.0.0.1' } }, FIX('spec.clusterIP', 'Service', 'its address changes')],
    ['an immutable ConfigMap', 'v1', 'ConfigMap', { immutable: true, data: { a: 'b' } }, { immutable: true, data: { a: 'c' } },
      FIX('data', 'ConfigMap', 'pods that start in the meantime do not find it')],
    ['but any other', 'v1', 'ConfigMap', { data: { a: 'b' } }, { data: { a: 'c' } }, undefined],
    ['the type of a Secret', 'v1', 'Secret', { type: 'a' }, { type: 'b' }, FIX('type', 'Secret', 'pods that start in the meantime do not find it')],
    ['and not what is custom', 'example.com/v1', 'StatefulSet', { spec: { serviceName: 'a' } }, { spec: { serviceName: 'b' } }, undefined],
    ['the images of a pod may', 'v1', 'Pod', { spec: { containers: [{ name: 'a', image: 'a' }] } }, { spec: { containers: [{ name: 'a', image: 'b' }] } }, undefined],
  ])('%s', (_, apiVersion, kind, from, to, expected) => {
    expect(changes(kind, from, to, apiVersion)).toEqual(expected === undefined ? [] : [expected]);
  });

  test('but a strategy may that a tool replaces the Deployment for', () => {
    const metadata = { annotations: { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' } };
    const deployment = (spec: object) => [object('apps/v1', 'Deployment', 'cart', { spec }, metadata)];
    expect(told(deployment({}), deployment({ strategy: { type: 'Recreate' } }))).toEqual([]);
  });

  const ARGO = 'argocd.argoproj.io';
  const RUN_AGAIN = 'is deleted and created again by its tool';

  test.each<[string, object]>([
    ['a hook of Argo CD', { annotations: { [`${ARGO}/hook`]: 'PreSync', [`${ARGO}/hook-delete-policy`]: 'BeforeHookCreation' } }],
    ['a hook without a policy', { annotations: { [`${ARGO}/hook`]: 'Sync' } }],
    ['a hook that goes when it has succeeded', { annotations: { [`${ARGO}/hook`]: 'Sync', [`${ARGO}/hook-delete-policy`]: 'HookSucceeded,HookFailed' } }],
    ['a hook of Helm', { annotations: { 'helm.sh/hook': 'pre-upgrade', 'helm.sh/hook-delete-policy': 'before-hook-creation' } }],
    ['a Job that Argo CD replaces', { annotations: { [`${ARGO}/sync-options`]: 'Force=true, Replace=true' } }],
    ['a Job that Flux replaces', { annotations: { 'kustomize.toolkit.fluxcd.io/force': 'Enabled' } }],
    ['a Job that Flux replaces by a label', { labels: { 'kustomize.toolkit.fluxcd.io/force': 'enabled' } }],
  ])(`${RUN_AGAIN}: %s`, (_, metadata) => {
    const job = (image: string) => object('batch/v1', 'Job', 'cart', { spec: { template: { spec: { containers: [{ name: 'a', image }] } } } }, metadata);
    expect(told([job('a')], [job('b')])).toEqual([]);
  });

  test.each<[string, object]>([
    ['a hook that goes when it has failed', { [`${ARGO}/hook`]: 'Sync', [`${ARGO}/hook-delete-policy`]: 'HookFailed' }],
    ['options that keep the object', { [`${ARGO}/sync-options`]: 'Replace=true,Force=false' }],
    ['another value', { 'kustomize.toolkit.fluxcd.io/force': 'disabled' }],
  ])('cannot change in spite of %s', (_, annotations) => {
    const job = (image: string) => object('batch/v1', 'Job', 'cart', { spec: { template: { spec: { containers: [{ name: 'a', image }] } } } }, { annotations });
    expect(told([job('a')], [job('b')])).toEqual([FIX('spec.template', 'Job', 'the Job runs again')]);
  });

  test('of an object that a tool replaces is told by what is lost meanwhile', () => {
    const deployment = (a: string, annotations: object) => object('apps/v1', 'Deployment', 'cart', { spec: { selector: { matchLabels: { a } } } }, { annotations });
    const FORCED = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };
    const CHANGES = 'Deployment shop/cart: immutable-field: \'spec.selector\' changes, so Flux deletes the Deployment and creates it again: its pods stop before new '
      + 'ones start; keep the field as it is, unless this is intended';
    expect(told([deployment('b', FORCED)], [deployment('c', FORCED)])).toEqual([CHANGES]);
    // what is applied counts
    expect(told([deployment('b', {})], [deployment('c', FORCED)])).toEqual([CHANGES]);
    expect(told([deployment('b', FORCED)], [deployment('c', {})])).toEqual([FIX('spec.selector', 'Deployment', 'its pods stop before new ones start')]);
  });

  test('is told once, however much of it differs', () => {
    expect(changes('StatefulSet', { spec: { selector: { matchLabels: { a: '1', b: '1' } } } }, { spec: { selector: { matchLabels: { a: '2', b: '2' } } } })).toHaveLength(1);
  });

  test('shows nothing of keys that somebody has chosen', () => {
    const [one] = changes('StatefulSet', { spec: { volumeClaimTemplates: [{ hunter2: 'a' }] } }, { spec: { volumeClaimTemplates: [{ hunter2: 'b' }] } });
    expect(one).toContain("'spec.volumeClaimTemplates'");
    expect(one).not.toContain('hunter2');
  });
});

describe('data stays behind', () => {
  const set = (name: string, spec: object = {}) => object('apps/v1', 'StatefulSet', name, { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }], ...spec } });
  const claim = (name: string) => object('v1', 'PersistentVolumeClaim', name, { spec: { accessModes: ['ReadWriteOnce'] } });

  test.each<[string, FolderObject[], FolderObject[], string]>([
    ['of a claim', [claim('a')], [], 'PersistentVolumeClaim shop/a: data-left-behind: is removed, and what is on its volume is lost, unless the '
      + 'reclaim policy of the volume is Retain; keep it, or copy the data before'],
    ['of a claim by another name', [claim('a')], [claim('b')], 'PersistentVolumeClaim shop/a: data-left-behind: is PersistentVolumeClaim shop/b now, which '
      + 'begins with an empty volume; what is on the old one is lost, unless its reclaim policy is Retain; keep the name, or copy the data before'],
    ['of a StatefulSet', [set('a')], [], 'StatefulSet shop/a: data-left-behind: is removed, and its claims data-a-… stay, with their volumes, until '
      + 'somebody deletes them; delete the claims when nobody needs the data'],
    ['of one that deletes its claims', [set('a', { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } })], [], 'StatefulSet shop/a: '
      + 'data-left-behind: is removed, and its claims data-a-… are deleted with it, since whenDeleted is Delete; set whenDeleted to Retain before, if anybody needs the data'],
    ['of one by another name', [set('a')], [set('b')], 'StatefulSet shop/a: data-left-behind: is StatefulSet shop/b now, which begins with empty volumes; '
      + 'the claims data-a-… of the old one are no longer used; keep the name, or copy the data before'],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual([expected]);
  });

  test('in claims by another name of their template', () => {
    const named = (...names: string[]) => set('a', { volumeClaimTemplates: names.map(name => ({ metadata: { name } })) });
    expect(told([named('data', 'logs')], [named('store', 'logs')])).toEqual([
      'StatefulSet shop/a: immutable-field: \'spec.volumeClaimTemplates\' cannot change in a StatefulSet that exists: it must be deleted and recreated, and its pods '
      + 'stop before new ones start; claims that are there stay as they are; keep the field as it is, or delete StatefulSet shop/a before the change is applied',
      'StatefulSet shop/a: data-left-behind: \'spec.volumeClaimTemplates\' no longer has a template for the claims data-a-…: pods start without what is on their '
      + 'volumes; keep the name of the template, or copy the data before',
    ]);
    expect(told([named('data')], [named('data', 'logs')])).toEqual([expect.stringContaining('immutable-field')]);
  });

  test('in claims of pods that are no longer there, where whenScaled is Delete', () => {
    const scaled = (replicas?: number, spec: object = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }) => [set('a', { replicas, ...spec })];
    const SCALED = 'StatefulSet shop/a: data-left-behind: \'spec.replicas\' is 1 and was 3: of the claims data-a-…, those of removed pods are deleted, since whenScaled '
      + 'is Delete; set whenScaled to Retain before, if anybody needs the data';
    expect(told(scaled(3), scaled(1))).toEqual([SCALED]);
    // the policy that is applied with the number counts
    expect(told(scaled(3, {}), scaled(1))).toEqual([SCALED]);
    expect(told(scaled(3), scaled(1, {}))).toEqual([]);
    expect(told(scaled(1), scaled(3))).toEqual([]);
    // an autoscaler has the number
    expect(told(scaled(3), scaled())).toEqual([expect.stringContaining('replicas-reset')]);
    expect(told(scaled(), scaled(1))).toEqual([]);
    const DELETING = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' }, volumeClaimTemplates: [] };
    expect(told(scaled(3, DELETING), scaled(1, DELETING))).toEqual([]);
  });

  test('in a claim that pods no longer use', () => {
    const using = (...claims: string[]) => object('apps/v1', 'Deployment', 'a', {
      spec: { template: { spec: { volumes: claims.map((claimName, i) => ({ name: `v${i}`, persistentVolumeClaim: { claimName } })) } } },
    });
    const UNUSED = 'Deployment shop/a: data-left-behind: \'spec.template.spec.volumes\' no longer has claim d: pods start without what is on its volume; keep the '
      + 'claim, or copy the data before';
    expect(told([using('d')], [using('e')])).toEqual([UNUSED]);
    expect(told([using('d', 'e'), claim('d'), claim('e')], [using('e'), claim('d'), claim('e')])).toEqual([UNUSED]);
    expect(told([using('d', 'e')], [using('e', 'd')])).toEqual([]);
    // what is said of the claim is enough
    expect(told([using('d'), claim('d')], [using('e'), claim('e')])).toEqual([expect.stringContaining('is PersistentVolumeClaim shop/e now')]);
  });

  test('of one that is removed in an environment, whatever is new in another', () => {
    const [before, after] = [claim('a'), claim('b')].map(({ value }, i) => ({ value, file: `${['staging', 'production'][i]}/a.yaml` }));
    expect(told([before], [after], ['staging', 'production'])).toEqual([expect.stringContaining('is removed, and what is on its volume is lost')]);
  });

  test('of all that is in a namespace, and of all objects of a kind', () => {
    const namespace = object('v1', 'Namespace', 'shop', {}, { namespace: undefined });
    const NAMESPACE = 'Namespace shop: data-left-behind: is removed, and all that is in namespace shop is deleted with it: also what other programs have made '
      + 'there, and claims with what is on their volumes; keep it, or copy what is still needed before';
    expect(told([namespace, set('a'), claim('b')], [])).toEqual([NAMESPACE]);
    expect(told([namespace, object('apps/v1', 'StatefulSet', 'a', { spec: set('a').value.spec }, { namespace: 'other' })], [])).toHaveLength(2);
    const definition = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'things.example.com', { spec: { names: { kind: 'Thing' } } }, { namespace: undefined });
    expect(told([definition], [])).toEqual(['CustomResourceDefinition things.example.com: data-left-behind: is removed, and all objects of the kind Thing in '
      + 'the cluster are deleted with it; keep it as long as anybody has such objects']);
  });

  const ARGO_CD = { 'argocd.argoproj.io/sync-options': 'Validate=false, Prune=false,Delete=false' };
  const FLUX = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };

  test.each<[string, object]>([['Argo CD', { annotations: ARGO_CD }], ['Flux', { annotations: FLUX }], ['Flux', { labels: FLUX }]])('what %s keeps stays', (tool, metadata) => {
    const namespace = object('v1', 'Namespace', 'shop', {}, { namespace: undefined, ...metadata });
    const kept = (name: string) => object('v1', 'PersistentVolumeClaim', name, { spec: { accessModes: ['ReadWriteOnce'] } }, metadata);
    const KEPT = `data-left-behind: is no longer declared, but stays in the cluster: its metadata tells ${tool} not to delete it; `
      + 'delete it by hand when nobody needs what it holds';
    // what is in the namespace is deleted on its own
    expect(told([namespace, kept('a'), claim('b')], [])).toEqual([
      `Namespace shop: ${KEPT}`, `PersistentVolumeClaim shop/a: ${KEPT}`, expect.stringContaining('shop/b: data-left-behind: is removed, and what is on its volume is lost'),
    ]);
    expect(told([kept('a')], [kept('b')])).toEqual(['PersistentVolumeClaim shop/a: data-left-behind: is PersistentVolumeClaim shop/b now, which begins with an '
      + `empty volume; the old one stays in the cluster, since its metadata tells ${tool} not to delete it; keep the name, or copy the data`]);
  });

  test.each(['Prune=false', 'Delete=false', 'Prune=confirm,Delete=false', 'Prune=false=1,Delete=false', ''])('but not for %j', options => {
    const namespace = object('v1', 'Namespace', 'shop', {}, { namespace: undefined, annotations: { 'argocd.argoproj.io/sync-options': options } });
    expect(told([namespace], [])).toEqual([expect.stringContaining('is removed, and all that is in namespace shop is deleted with it')]);
  });

  test('and none where there is none', () => {
    expect(told([set('a', { volumeClaimTemplates: [] })], [])).toEqual([]);
  });
});

describe('an address is given up', () => {
  const service = (name: string, spec: object = {}, metadata: object = {}) => object('v1', 'Service', name, { spec: { ports: [{ port: 80 }], ...spec } }, metadata);
  const HTTP = { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }] };
  const ingress = (name: string, ...hosts: string[]) => object('networking.k8s.io/v1', 'Ingress', name, { spec: { rules: hosts.map(host => ({ host, http: HTTP })) } });
  const route = (name: string, ...hostnames: string[]) => object('gateway.networking.k8s.io/v1', 'HTTPRoute', name, {
    spec: { parentRefs: [{ name: 'public' }], hostnames, rules: [{ backendRefs: [{ name: 'a', port: 80 }] }] },
  });
  const virtual = (...hosts: string[]) => object('networking.istio.io/v1', 'VirtualService', 'v', {
    spec: { hosts, gateways: ['public'], http: [{ route: [{ destination: { host: 'a', port: { number: 80 } } }] }] },
  });
  const classed = (ingressClassName: string) => object('networking.k8s.io/v1', 'Ingress', 'a', { spec: { ingressClassName } });
  const gateway = (name: string, gatewayClassName = 'eg') => object('gateway.networking.k8s.io/v1', 'Gateway', name, { spec: { gatewayClassName } });
  const attached = (...parents: string[]) =>
    object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'r', { spec: { parentRefs: parents.map((name, i) => i === 0 ? { name } : { name, namespace: 'shop' }) } });
  const virtualAt = (...gateways: string[]) => object('networking.istio.io/v1', 'VirtualService', 'v', { spec: { hosts: ['v.example.com'], gateways } });
  const component = (of: string) => ({ labels: { 'app.oam.dev/name': 'shop', 'app.oam.dev/component': of } });
  const HOST = (of: string, hosts: string) => `${of}: address-changed: no longer serves ${hosts}, and no other declared object does; keep each host until no client uses it`;

  test.each<[string, FolderObject[], FolderObject[], string[]]>([
    ['of a Service', [service('a')], [], ['Service shop/a: address-changed: is removed, so clients can no longer reach its name and address; keep it until no client uses it']],
    ['of one by another name', [service('a', {}, component('cart'))], [service('b', { ports: [] }, component('cart'))], ['Service shop/a: address-changed: is Service shop/b '
      + 'now: clients can no longer reach the old name and address; keep both until all clients use the new name']],
    ['of a load balancer', [service('a', { type: 'LoadBalancer' })], [service('a')], ['Service shop/a: address-changed: \'spec.type\' is ClusterIP and was LoadBalancer: '
      + 'the load balancer and its address are released; keep the type until no client uses the address']],
    ['of nodes', [service('a', { type: 'NodePort' })], [service('a', { type: 'ClusterIP' })], ['Service shop/a: address-changed: \'spec.type\' is ClusterIP and was NodePort: '
      + 'the port of the nodes is released; keep the type until no client uses the port']],
    ['of a port', [service('a', { ports: [{ port: 80 }, { port: 443 }] })], [service('a', { ports: [{ port: 8080 }, { port: 443 }] })],
      ['Service shop/a: address-changed: \'spec.ports\' no longer has port 80/TCP; keep the port until no client uses it']],
    ['of a port of the nodes that is another', [service('a', { ports: [{ port: 80, nodePort: 30080 }] })], [service('a', { ports: [{ port: 80, nodePort: 30081 }] })],
      ['Service shop/a: address-changed: \'spec.ports[0].nodePort\' is 30081 and was 30080: clients that use the old one get no answer; keep it until no client uses it']],
    ['of an address that somebody has chosen', [service('a', { loadBalancerIP: '192.0.2.1' })], [service('a', { loadBalancerIP: '192.0.2.2' })],
      ['Service shop/a: address-changed: \'spec.loadBalancerIP\' is 192.0.2.2 and was 192.0.2.1: clients that use the old one get no answer; keep it until no client uses it']],
    ['of a port of another protocol', [service('a', { ports: [{ port: 53 }] })], [service('a', { ports: [{ port: 53, protocol: 'UDP' }] })],
      ['Service shop/a: address-changed: \'spec.ports\' no longer has port 53/TCP; keep the port until no client uses it']],
    ['but not of one that is written out', [service('a', { ports: [{ port: 53 }] })], [service('a', { ports: [{ port: 53, protocol: 'TCP' }] })], []],
    ['of a cluster', [service('a')], [service('a', { type: 'ExternalName', externalName: 'a.example.com', ports: [] })], ['Service shop/a: address-changed: \'spec.type\' is '
      + 'ExternalName and was ClusterIP: its name leads to another host now, and no longer to its pods; keep the type until no client uses the name']],
    ['but not by a port of the nodes', [service('a')], [service('a', { type: 'NodePort' })], []],
    ['of the class of an Ingress', [classed('nginx')], [classed('traefik')], ['Ingress shop/a: address-changed: \'spec.ingressClassName\' is traefik and was nginx: another '
      + 'controller may serve it, at another address; keep it until no client uses the old address']],
    ['of the class of a Gateway', [gateway('a', 'eg')], [gateway('a', 'istio')], ['Gateway shop/a: address-changed: \'spec.gatewayClassName\' is istio and was eg: another '
      + 'controller may serve it, at another address; keep it until no client uses the old address']],
    ['of a Gateway', [gateway('a'), attached('a')], [attached('a')], ['Gateway shop/a: address-changed: is removed, so clients can no longer reach its name and address; keep '
      + 'it until no client uses it']],
    ['of a Gateway by another name, with its routes', [gateway('a'), attached('a')], [gateway('b'), attached('b')], ['Gateway shop/a: address-changed: is Gateway shop/b now: clients '
      + 'can no longer reach the old name and address; keep both until all clients use the new name']],
    ['of a Gateway to which a route is attached', [attached('a', 'b')], [attached('b', 'c')], ['HTTPRoute shop/r: address-changed: \'spec.parentRefs\' no longer has Gateway '
      + 'shop/a: clients that use its address get no answer; keep it until no client uses the old address']],
    ['of a Gateway of Istio', [virtualAt('a', 'mesh', 'infra/b')], [virtualAt('shop/a')], ['VirtualService shop/v: address-changed: \'spec.gateways\' no longer has Gateway '
      + 'infra/b: clients that use its address get no answer; keep it until no client uses the old address']],
    ['but not by a load balancer of the nodes', [service('a', { type: 'NodePort' })], [service('a', { type: 'LoadBalancer' })], []],
    ['of a host', [ingress('a', 'a.example.com', 'b.example.com')], [ingress('a', 'a.example.com')], [HOST('Ingress shop/a', 'b.example.com')]],
    ['of all hosts of what is removed', [ingress('a', 'A.example.com'), virtual('v.example.com')], [],
      [HOST('Ingress shop/a', 'a.example.com'), HOST('VirtualService shop/v', 'v.example.com')]],
    ['but not of one that is served by another object', [ingress('a', 'a.example.com')], [route('a', 'a.example.com')], []],
    ['nor of one that a wildcard serves', [ingress('a', 'a.example.com')], [ingress('a', '*.example.com')], []],
    ['but a wildcard of an Ingress is one label', [ingress('a', 'a.b.example.com')], [ingress('a', '*.example.com')], [HOST('Ingress shop/a', 'a.b.example.com')]],
    ['nor where all hosts are served', [ingress('a', 'a.example.com')], [object('networking.k8s.io/v1', 'Ingress', 'b', { spec: { rules: [{ http: HTTP }] } })], []],
    ['nor of one that another object goes on serving', [ingress('a', 'a.example.com'), route('b', 'a.example.com')], [route('b', 'a.example.com')], []],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  test('where no declared pods are selected any longer, under the object that differs', () => {
    const selecting = (selector?: object, spec: object = {}) => service('a', { selector, ...spec });
    const pods = (app: string, name = 'x') => object('apps/v1', 'Deployment', name, { spec: { selector: { matchLabels: { app } }, template: { metadata: { labels: { app } } } } });
    const own = selecting({ app: 'x' });
    const PODS = (of: string) => `${of}: address-changed: Service shop/a selects no declared pods now, and selected those of Deployment shop/x; keep the selector and the `
      + 'labels, or change both';
    expect(told([own, pods('x')], [selecting({ app: 'y' }), pods('x')])).toEqual([PODS('Service shop/a')]);
    expect(told([own, pods('x')], [selecting(), pods('x')])).toEqual([PODS('Service shop/a')]);
    expect(told([own, pods('x')], [own, pods('y')])).toEqual([expect.stringContaining('immutable-field'), PODS('Deployment shop/x')]);
    expect(told([own, pods('x')], [own])).toEqual([PODS('Deployment shop/x')]);
    expect(told([own, pods('x')], [own, pods('x', 'y')])).toEqual([]);
    expect(told([own, pods('x')], [])).toEqual([expect.stringContaining('is removed, so clients')]);
    expect(told([own], [selecting({ app: 'y' })])).toEqual([]);
    expect(told([own, pods('x')], [selecting(undefined, { type: 'ExternalName' }), pods('x')])).toEqual([expect.stringContaining('is ExternalName')]);
  });
});

test('of many removed objects are found in linear time', () => {
  const removed = Array.from({ length: 10_000 }, (_, i) => object('v1', ['Service', 'ConfigMap', 'Secret', 'ServiceAccount'][i % 4], `o${i}`, { data: { a: 'b' } }));
  const start = Date.now();
  told(removed, [object('v1', 'ConfigMap', 'left')]);
  expect(Date.now() - start).toBeLessThan(20_000);
}, 60_000);
