import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  template:
    spec:
      serviceAccountName: cart
      priorityClassName: high
      initContainers:
        - { name: init, envFrom: [{ configMapRef: { name: init } }] }
      containers:
        - name: cart
          env:
            - { name: A, valueFrom: { configMapKeyRef: { name: config, key: a } } }
            - { name: B, valueFrom: { secretKeyRef: { name: db, key: password } } }
            - { name: C, valueFrom: { secretKeyRef: { name: nowhere, key: password, optional: true } } }
      volumes:
        - { name: a, configMap: { name: config, items: [{ key: b, path: b }] } }
        - { name: b, secret: { secretName: cart-tls } }
        - { name: c, persistentVolumeClaim: { claimName: disk } }
        - { name: d, projected: { sources: [{ configMap: { name: kube-root-ca.crt } }, { serviceAccountToken: { path: token } }] } }
`;

const object = (kind: string, name: string, more = '') => {
  const [group, own] = kind.split('/');
  return `---\n{ apiVersion: ${group === '' ? 'v1' : `${group}/v1`}, kind: ${own}, metadata: { name: ${name}, namespace: shop }${more} }\n`;
};

const ALL = [
  object('/ServiceAccount', 'cart'), object('/ConfigMap', 'init'), object('/ConfigMap', 'config', ', data: { a: x, b: y }'),
  object('external-secrets.io/ExternalSecret', 'db', ', spec: { secretStoreRef: { kind: ClusterSecretStore, name: vault } }'),
  object('cert-manager.io/Certificate', 'cart', ', spec: { secretName: cart-tls, issuerRef: { name: letsencrypt, kind: ClusterIssuer } }'),
  object('/PersistentVolumeClaim', 'disk'),
];

const resolve = (yaml: string, ...external: { kind: string; name: string; namespace?: string }[]) =>
  Manifests.ofYaml(yaml).referencesResolve({ external });
const said = (...args: Parameters<typeof resolve>) => messageOf(() => resolve(...args)).split('\n').map(line => line.trim());

test('what pods name is there', () => resolve(DEPLOYMENT + ALL.join('')));

test('fails when none of it is there, with all of it', () => {
  const at = (rest: string) => `Deployment shop/cart (<yaml>:1): 'spec.template.spec.${rest}`;
  const missing = 'which is not rendered in namespace "shop"';
  expect(said(DEPLOYMENT)).toEqual([
    'unresolved-reference: 7 of 9 references must lead to an object that is rendered or listed as external',
    `${at(`serviceAccountName' names ServiceAccount "cart", ${missing}`)}`,
    `${at(`volumes[0].configMap.name' names ConfigMap "config", ${missing}`)}`,
    `${at(`volumes[1].secret.secretName' names Secret "cart-tls", ${missing}`)}`,
    `${at(`volumes[2].persistentVolumeClaim.claimName' names PersistentVolumeClaim "disk", ${missing}`)}`,
    `${at(`containers[0].env[0].valueFrom.configMapKeyRef.name' names ConfigMap "config", ${missing}`)}`,
    `${at(`containers[0].env[1].valueFrom.secretKeyRef.name' names Secret "db", ${missing}`)}`,
    `${at(`initContainers[0].envFrom[0].configMapRef.name' names ConfigMap "init", ${missing}`)}`,
  ]);
});

test.each(ALL.map((_, i) => i))('fails when one object is missing: %i', i => {
  const others = ALL.filter((__, other) => other !== i).join('');
  expect(() => resolve(DEPLOYMENT + others)).toThrow('must lead to an object');
  const name = ['cart', 'init', 'config', 'db', 'cart-tls', 'disk'][i];
  const kind = ['ServiceAccount', 'ConfigMap', 'ConfigMap', 'Secret', 'Secret', 'PersistentVolumeClaim'][i];
  resolve(DEPLOYMENT + others, { kind, name });
  resolve(DEPLOYMENT + others, { kind, name, namespace: 'shop' });
  expect(() => resolve(DEPLOYMENT + others, { kind, name, namespace: 'other' })).toThrow('must lead to an object');
});

test('fails when a name, a key or a namespace is another one', () => {
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: cart, namespace: shop }
spec:
  containers: [{ name: cart, envFrom: [{ configMapRef: { name: confg } }, { secretRef: { name: db } }] }]
  volumes: [{ name: a, configMap: { name: config, items: [{ key: app.yml, path: a }] } }]
`;
  const others = object('/ConfigMap', 'config', ", data: { app.yaml: '' }, binaryData: { logo: '' }")
    + object('/Secret', 'db').replace('namespace: shop', 'namespace: data');
  expect(said(pod + others)).toEqual([
    'unresolved-reference: 3 of 3 references must lead to an object that is rendered or listed as external',
    "Pod shop/cart (<yaml>:1): 'spec.volumes[0].configMap.items[0].key' names key \"app.yml\" of ConfigMap \"config\", which has \"app.yaml\", \"logo\"; did you mean \"app.yaml\"?",
    "Pod shop/cart (<yaml>:1): 'spec.containers[0].envFrom[0].configMapRef.name' names ConfigMap \"confg\", which is not rendered in namespace \"shop\"; did you mean \"config\"?",
    "Pod shop/cart (<yaml>:1): 'spec.containers[0].envFrom[1].secretRef.name' names Secret \"db\", which is not rendered in namespace \"shop\", but in \"data\"",
  ]);
});

describe('objects beside pods', () => {
  const ingress = (annotations = '{}') => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop, annotations: ${annotations} }
spec:
  ingressClassName: nginx
  tls: [{ hosts: [shop.example.com], secretName: web-tls }]
  rules: [{ host: shop.example.com, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: cart, port: { number: 80 } } } }] } }]
`;
  const web = object('/Service', 'cart');
  const tls = { kind: 'Secret', name: 'web-tls' };

  test('fails when the Service or the certificate of an Ingress is missing', () => {
    resolve(ingress() + web, tls);
    expect(said(ingress())).toEqual([
      'unresolved-reference: 2 of 3 references must lead to an object that is rendered or listed as external',
      "Ingress shop/web (<yaml>:1): 'spec.rules[0].http.paths[0].backend.service.name' names Service \"cart\", which is not rendered in namespace \"shop\"",
      "Ingress shop/web (<yaml>:1): 'spec.tls[0].secretName' names Secret \"web-tls\", which is not rendered in namespace \"shop\"",
    ]);
  });

  test('a certificate may be made for the annotation of an Ingress, and a password may be in another namespace', () => {
    resolve(ingress('{ cert-manager.io/cluster-issuer: letsencrypt }') + web);
    expect(() => resolve(ingress('{ cert-manager.io/issuer: letsencrypt }') + web)).toThrow('names Issuer "letsencrypt"');
    const auth = ingress('{ nginx.ingress.kubernetes.io/auth-secret: auth/users, cert-manager.io/cluster-issuer: x }') + web;
    resolve(auth, { kind: 'Secret', name: 'users', namespace: 'auth' });
    expect(() => resolve(auth)).toThrow('names Secret "users", which is not rendered in namespace "auth"');
  });

  test('what belongs to the cluster is looked for where some of its kind is rendered', () => {
    const ofClass = (name: string) => `---\n{ apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: { name: ${name} } }\n`;
    resolve(ingress() + web + ofClass('nginx'), tls);
    expect(() => resolve(ingress() + web + ofClass('nginz'), tls)).toThrow('names IngressClass "nginx", which is not rendered; did you mean "nginz"?');
    resolve(ingress() + web + ofClass('nginz'), tls, { kind: 'IngressClass', name: 'nginx' });
  });

  test.each([
    ['a StatefulSet', 'apps/StatefulSet', ', spec: { serviceName: db }', '/Service', 'db'],
    ['an autoscaler', 'autoscaling/HorizontalPodAutoscaler', ', spec: { scaleTargetRef: { apiVersion: apps/v1, kind: StatefulSet, name: db } }', 'apps/StatefulSet', 'db'],
    ['a role binding', 'rbac.authorization.k8s.io/RoleBinding',
      ', roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: db }, subjects: [{ kind: User, name: jane }]', 'rbac.authorization.k8s.io/Role', 'db'],
    ['the subject of a role binding', 'rbac.authorization.k8s.io/ClusterRoleBinding',
      ', roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }, subjects: [{ kind: ServiceAccount, name: db, namespace: shop }]', '/ServiceAccount', 'db'],
    ['a certificate', 'cert-manager.io/Certificate', ', spec: { issuerRef: { name: db } }', 'cert-manager.io/Issuer', 'db'],
    ['a VMPodScrape', 'operator.victoriametrics.com/VMPodScrape', ', spec: { podMetricsEndpoints: [{ basicAuth: { password: { name: db, key: user } } }] }', '/Secret', 'db'],
    ['a PodMonitoring', 'monitoring.googleapis.com/PodMonitoring', ', spec: { endpoints: [{ basicAuth: { password: { secret: { name: db, key: user } } } }] }', '/Secret', 'db'],
    ['a ScrapeConfig', 'monitoring.coreos.com/ScrapeConfig', ', spec: { authorization: { credentials: { name: db, key: user } } }', '/Secret', 'db'],
    ['a monitor', 'monitoring.coreos.com/PodMonitor', ', spec: { podMetricsEndpoints: [{ basicAuth: { username: { name: db, key: user } } }] }', '/Secret', 'db'],
    ['a resource of an operator', 'weblogic.oracle/Domain', ', spec: { serverPod: { env: [{ valueFrom: { secretKeyRef: { name: db, key: k } } }] } }', '/Secret', 'db'],
    ['a custom resource with a template', 'argoproj.io/Rollout', ', spec: { template: { spec: { containers: [{ envFrom: [{ secretRef: { name: db } }] }] } } }', '/Secret', 'db'],
  ])('fails when what %s names is missing', (_, kind, more, wanted, name) => {
    const yaml = object(kind, 'x', more);
    resolve(yaml + object(wanted, name, wanted === '/Secret' ? ', stringData: { user: a, k: b }' : ''));
    expect(() => resolve(yaml)).toThrow(`names ${wanted.split('/')[1]} "${name}", which is not rendered in namespace "shop"`);
  });

  test('takes no password for the name of a Secret', () => {
    resolve(object('monitoring.coreos.com/PodMonitor', 'x', ', spec: { podMetricsEndpoints: [{ basicAuth: { username: jane, password: hunter2 }, authorization: { credentials: hunter2 } }] }'));
  });

  test('fails when a workload of an OAM platform names what no Component brings', () => {
    const component = (name: string, workload: string) =>
      `---\n{ apiVersion: core.oam.dev/v1alpha2, kind: Component, metadata: { name: ${name}, namespace: shop }, spec: { workload: ${workload} } }\n`;
    const cart = component('cart', '{ apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, spec: { containers: [{ env: [{ name: A, fromSecret: { name: db, key: a } }] }] } }');
    const verrazzano = component('api', `{ apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoHelidonWorkload,
      spec: { deploymentTemplate: { podSpec: { containers: [{ envFrom: [{ configMapRef: { name: config } }] }] } } } }`);
    const config = component('config', '{ apiVersion: v1, kind: ConfigMap, data: {} }');
    resolve(cart + verrazzano + config, { kind: 'Secret', name: 'db' });
    const autoscaler = component('scale', '{ apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: { scaleTargetRef: { kind: Deployment, name: cart } } }');
    resolve(cart + verrazzano + config + autoscaler, { kind: 'Secret', name: 'db' });
    expect(said(cart + verrazzano).slice(1)).toEqual([
      "Component shop/cart (<yaml>:2): 'spec.workload.spec.containers[0].env[0].fromSecret.name' names Secret \"db\", which is not rendered in namespace \"shop\"",
      "Component shop/api (<yaml>:4): 'spec.workload.spec.deploymentTemplate.podSpec.containers[0].envFrom[0].configMapRef.name' names ConfigMap \"config\", which is not rendered in namespace \"shop\"",
    ]);
  });
});

test('fails when what is elsewhere is not described right', () => {
  expect(messageOf(() => resolve('', { kind: 'Secret' } as any))).toBe("[Manifests.referencesResolve()] missing-field: 'options.external[0].name' is required");
});
