import { changed } from './message';
import { joinPath } from './schema-findings';
import { schemaErrors } from './schemas';

type FieldPath = readonly (string | number)[];

const METADATA = { name: 'scraper', namespace: 'monitoring' };

/** A valid object of each kind, and in it, as deep as it goes, an object with known fields and a value of one type. */
const OBJECTS: { object: any; inside: FieldPath; value: FieldPath; must: string }[] = [
  {
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['prometheus.example.com'], secretName: 'prometheus-tls' }],
        rules: [{
          host: 'prometheus.example.com',
          http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'prometheus', port: { number: 9090 } } } }] },
        }],
      },
    },
    inside: ['spec', 'rules', 0, 'http', 'paths', 0, 'backend', 'service'],
    value: ['spec', 'rules', 0, 'http', 'paths', 0, 'backend', 'service', 'port', 'number'],
    must: 'integer',
  },
  {
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      spec: {
        podSelector: { matchLabels: { app: 'greet' } },
        policyTypes: ['Ingress'],
        ingress: [{ from: [{ namespaceSelector: { matchLabels: { role: 'monitoring' } } }], ports: [{ protocol: 'TCP', port: 8080 }] }],
      },
    },
    inside: ['spec', 'ingress', 0, 'from', 0],
    value: ['spec', 'ingress', 0, 'from', 0, 'namespaceSelector', 'matchLabels', 'role'],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'traefik.io/v1alpha1',
      kind: 'Middleware',
      spec: { basicAuth: { secret: 'scraper', realm: 'scraper', removeHeader: true } },
    },
    inside: ['spec', 'basicAuth'],
    value: ['spec', 'basicAuth', 'removeHeader'],
    must: 'boolean',
  },
  {
    object: {
      apiVersion: 'external-secrets.io/v1',
      kind: 'ExternalSecret',
      spec: {
        refreshInterval: '1h0m0s',
        secretStoreRef: { kind: 'ClusterSecretStore', name: 'vault' },
        target: {
          name: 'scraper',
          template: { type: 'Opaque', metadata: { labels: { app: 'scraper' } }, data: { auth: '{{ htpasswd "scraper" .password }}' } },
        },
        data: [{ secretKey: 'password', remoteRef: { key: 'scraper', property: 'password' } }],
        dataFrom: [{ sourceRef: { generatorRef: { apiVersion: 'generators.external-secrets.io/v1alpha1', kind: 'Password', name: 'scraper' } } }],
      },
    },
    inside: ['spec', 'dataFrom', 0, 'sourceRef', 'generatorRef'],
    value: ['spec', 'target', 'template', 'data', 'auth'],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'generators.external-secrets.io/v1alpha1',
      kind: 'Password',
      spec: { length: 32, digits: 8, symbols: 0, noUpper: false, allowRepeat: true, secretKeys: ['password'] },
    },
    inside: ['spec'],
    value: ['spec', 'secretKeys', 0],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      spec: {
        encryptedData: { username: 'AgBy3i', password: 'AgCtr8' },
        template: { type: 'kubernetes.io/basic-auth', metadata: { name: 'scraper', labels: { app: 'scraper' } } },
      },
    },
    inside: ['spec', 'template', 'metadata'],
    value: ['spec', 'encryptedData', 'password'],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      spec: {
        secretName: 'prometheus-tls',
        dnsNames: ['prometheus.example.com'],
        issuerRef: { group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'letsencrypt' },
        privateKey: { algorithm: 'ECDSA', rotationPolicy: 'Always', size: 256 },
      },
    },
    inside: ['spec', 'issuerRef'],
    value: ['spec', 'privateKey', 'size'],
    must: 'integer',
  },
  {
    object: {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      spec: {
        gatewayClassName: 'envoy',
        listeners: [{
          name: 'https',
          hostname: 'prometheus.example.com',
          port: 443,
          protocol: 'HTTPS',
          tls: { mode: 'Terminate', certificateRefs: [{ kind: 'Secret', name: 'prometheus-tls' }] },
          allowedRoutes: { namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } } },
        }],
      },
    },
    inside: ['spec', 'listeners', 0, 'tls', 'certificateRefs', 0],
    value: ['spec', 'listeners', 0, 'port'],
    must: 'integer',
  },
  {
    object: {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      spec: {
        parentRefs: [{ name: 'web', namespace: 'gateways', sectionName: 'https' }],
        hostnames: ['prometheus.example.com'],
        rules: [{
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
          filters: [{ type: 'ExtensionRef', extensionRef: { group: 'gateway.nginx.org', kind: 'AuthenticationFilter', name: 'scraper' } }],
          backendRefs: [{ name: 'prometheus', port: 9090 }],
        }],
      },
    },
    inside: ['spec', 'rules', 0, 'filters', 0, 'extensionRef'],
    value: ['spec', 'rules', 0, 'backendRefs', 0, 'port'],
    must: 'integer',
  },
  {
    object: {
      apiVersion: 'gateway.envoyproxy.io/v1alpha1',
      kind: 'SecurityPolicy',
      spec: {
        targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'prometheus' }],
        basicAuth: { users: { name: 'scraper' } },
      },
    },
    inside: ['spec', 'targetRefs', 0],
    value: ['spec', 'basicAuth', 'users', 'name'],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'gateway.nginx.org/v1alpha1',
      kind: 'AuthenticationFilter',
      spec: { type: 'Basic', basic: { realm: 'scraper', secretRef: { name: 'scraper' } } },
    },
    inside: ['spec', 'basic', 'secretRef'],
    value: ['spec', 'basic', 'realm'],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'configuration.konghq.com/v1',
      kind: 'KongPlugin',
      plugin: 'basic-auth',
      config: { hide_credentials: true },
      protocols: ['https'],
      ordering: { before: { access: ['rate-limiting'] } },
    },
    inside: ['ordering'],
    value: ['ordering', 'before', 'access', 0],
    must: 'string',
  },
  {
    object: {
      apiVersion: 'configuration.konghq.com/v1',
      kind: 'KongConsumer',
      username: 'scraper',
      credentials: ['scraper'],
      spec: { tags: ['metrics'] },
    },
    inside: ['spec'],
    value: ['credentials', 0],
    must: 'string',
  },
];

const CASES = OBJECTS.map((entry) => ({ ...entry, object: { ...entry.object, metadata: METADATA } }));

describe.each(CASES)('$object.apiVersion $object.kind', ({ object, inside, value, must }) => {
  const label = `${object.kind} monitoring/scraper`;

  test('passes', () => {
    expect(schemaErrors(object)).toEqual([]);
  });

  test('fails when a field at depth is unknown', () => {
    expect(schemaErrors(changed(object, [...inside, 'nam'], 'scraper'))).toEqual([`${label}: ${dotted([...inside, 'nam'])} is not a known field`]);
  });

  test('fails when a value at depth is of another type', () => {
    expect(schemaErrors(changed(object, value, { a: 1 }))).toEqual([`${label}: ${dotted(value)} must be ${must}`]);
  });

  test('fails when metadata has an unknown field', () => {
    expect(schemaErrors(changed(object, ['metadata', 'lables'], {}))).toEqual([`${label}: metadata.lables is not a known field`]);
  });
});

// what the real ones check by CEL or by their controllers
test.each<[string, string, FieldPath, any, string]>([
  ['a SecurityPolicy targets a Service', 'SecurityPolicy', ['spec', 'targetRefs', 0, 'kind'], 'Service',
    'spec.targetRefs[0].kind must be equal to one of the allowed values'],
  ['an AuthenticationFilter has no credentials', 'AuthenticationFilter', ['spec'], { type: 'Basic' }, "spec must have required property 'basic'"],
  ['a KongPlugin has its configuration twice', 'KongPlugin', ['configFrom'], { secretKeyRef: { name: 'a', key: 'b' } }, 'must NOT be valid'],
  ['a KongConsumer has no identity', 'KongConsumer', ['username'], undefined,
    "must have required property 'custom_id' or must have required property 'username'"],
])('fails when %s', (_, kind, path, to, message) => {
  const { object } = CASES.find((entry) => entry.object.kind === kind)!;
  expect(schemaErrors(changed(object, path, to))).toEqual([`${kind} monitoring/scraper: ${message}`]);
});

function dotted(path: FieldPath): string {
  return path.reduce<string>((text, key) => joinPath(text, key), '');
}
