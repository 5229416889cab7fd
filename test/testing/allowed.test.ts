import { failure } from './support';
import { Manifests } from '../../src/testing';

const workload = (name: string, namespace = 'shop') => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${namespace}, labels: { part: ${name} } }
spec: { template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: c, ports: [{ name: http, containerPort: 8080 }] }] } } }
`;
const policy = (name: string, spec: string) => `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: ${name}, namespace: shop }
spec: { ${spec} }
`;

const manifests = Manifests.ofYaml([
  workload('web'), workload('cart'), workload('job', 'batch'),
  policy('cart', 'podSelector: { matchLabels: { app: cart } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }, { ipBlock: { cidr: 10.0.0.0/8 } }], ports: [{ port: http }] }]'),
  policy('web', 'podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ to: [{ podSelector: {} }] }, { ports: [{ port: 53, protocol: UDP }] }]'),
  '\n{ apiVersion: v1, kind: Namespace, metadata: { name: monitoring, labels: { team: a } } }\n',
].join('---'));

const WEB = { pods: { kind: 'Deployment', name: 'web' } };
const CART = { pods: { labels: { part: 'cart' } } };
const JOB = { pods: { namespace: 'batch' } };

test('a connection is allowed that both ends let through', () => {
  manifests.isAllowed(WEB, CART, 8080);
  manifests.isAllowed(CART, JOB, 1);
  manifests.isAllowed(JOB, WEB, 1, 'SCTP');
  manifests.isAllowed({ address: '10.1.2.3' }, CART, 8080);
  manifests.isAllowed(WEB, { address: '192.0.2.1' }, 53, 'UDP');
  manifests.isNotAllowed(WEB, { address: '192.0.2.1' }, 53);
  manifests.isNotAllowed(WEB, JOB, 8080);
  manifests.isNotAllowed({ namespace: 'monitoring' }, CART, 8080);
  manifests.isNotAllowed({ address: 'fd00::1' }, CART, 8080);
});

test('labels of namespaces are those that are rendered, and those that are given', () => {
  const by = (label: string) => Manifests.ofYaml([workload('cart'), policy('p', `podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { ${label} } } }] }]`),
    '\n{ apiVersion: v1, kind: Namespace, metadata: { name: monitoring, labels: { team: a } } }\n'].join('---'));
  by('team: a').isAllowed({ namespace: 'monitoring' }, CART, 1);
  by('team: a').isNotAllowed({ namespace: 'other' }, CART, 1);
  by('team: a').isAllowed({ namespace: 'other', namespaceLabels: { team: 'a' } }, CART, 1);
  by('kubernetes.io/metadata.name: other').isAllowed({ namespace: 'other' }, CART, 1);
});

test('fails when a policy refuses, with what each of its rules says', () => {
  expect(failure(() => manifests.isAllowed(WEB, JOB, 8080))).toBe([
    'not-allowed: Deployment shop/web (<yaml>:2) must be allowed to reach Deployment batch/job (<yaml>:12) at port 8080/TCP, and is not',
    '  NetworkPolicy shop/web (<yaml>:22)',
    "    'spec.egress[0].to[0]' is for the pods of its own namespace",
    "    'spec.egress[1].ports' has no port 8080/TCP",
  ].join('\n'));
  expect(failure(() => manifests.isAllowed({ namespace: 'monitoring', podLabels: { app: 'prometheus' } }, CART, 8080))).toBe([
    'not-allowed: pods of namespace monitoring must be allowed to reach Deployment shop/cart (<yaml>:7) at port 8080/TCP, and is not',
    '  NetworkPolicy shop/cart (<yaml>:17)',
    "    'spec.ingress[0].from[0]' is for the pods of its own namespace",
    "    'spec.ingress[0].from[0].podSelector' asks for app=web",
    "    'spec.ingress[0].from[1]' is for addresses, not for pods",
  ].join('\n'));
});

test('fails when one of several connections is refused, or is allowed', () => {
  const all = { pods: { kind: 'Deployment' } };
  expect(failure(() => manifests.isAllowed(all, CART, 8080)).split('\n')[0]).toBe(
    'not-allowed: Deployment shop/cart (<yaml>:7) must be allowed to reach Deployment shop/cart (<yaml>:7) at port 8080/TCP, and is not');
  expect(failure(() => manifests.isNotAllowed(all, CART, 8080)).split('\n')[0]).toBe(
    'allowed: Deployment shop/web (<yaml>:2) must not be allowed to reach Deployment shop/cart (<yaml>:7) at port 8080/TCP, and is');
});

test('fails when it is allowed, with the rules that let it through', () => {
  expect(failure(() => manifests.isNotAllowed(WEB, CART, 8080))).toBe([
    'allowed: Deployment shop/web (<yaml>:2) must not be allowed to reach Deployment shop/cart (<yaml>:7) at port 8080/TCP, and is',
    "  NetworkPolicy shop/web (<yaml>:22): 'spec.egress[0]' lets it through",
    "  NetworkPolicy shop/cart (<yaml>:17): 'spec.ingress[0]' lets it through",
  ].join('\n'));
  expect(failure(() => manifests.isNotAllowed(JOB, WEB, 1))).toBe([
    'allowed: Deployment batch/job (<yaml>:12) must not be allowed to reach Deployment shop/web (<yaml>:2) at port 1/TCP, and is',
    '  no NetworkPolicy closes Deployment batch/job (<yaml>:12) for what goes out',
    '  no NetworkPolicy closes Deployment shop/web (<yaml>:2) for what comes in',
  ].join('\n'));
});

test('fails when an end is none', () => {
  const said = (from: unknown, to: unknown = CART, port: unknown = 1, protocol?: string) =>
    failure(() => manifests.isAllowed(from as object, to as object, port as number, protocol));
  const one = "must have exactly one of 'pods', 'namespace' and 'address'; 'podLabels' and 'namespaceLabels' go with 'namespace'";
  for (const from of [{}, { ...WEB, namespace: 'a' }, { address: '10.0.0.1', podLabels: { a: 'b' } }]) expect(said(from)).toBe(`[Manifests.isAllowed()] invalid-value: 'from' ${one}`);
  expect(said(null)).toBe("[Manifests.isAllowed()] invalid-type: 'from' must be an object, got null");
  expect(said(WEB, { address: 'localhost' })).toBe("[Manifests.isAllowed()] invalid-value: 'to.address' must be an IP address, got \"localhost\"");
  expect(said({ address: '10.0.0.1' }, { address: '10.0.0.1' })).toBe("[Manifests.isAllowed()] invalid-value: 'to' must be pods where 'from' is an address: policies select pods");
  expect(said(WEB, CART, 'http')).toBe("[Manifests.isAllowed()] invalid-port: 'port' must be an integer from 1 to 65535, got \"http\"");
  expect(said(WEB, CART, 1, 'tcp')).toBe("[Manifests.isAllowed()] invalid-value: 'protocol' must be one of TCP, UDP, SCTP, got \"tcp\"; did you mean \"TCP\"?");
  expect(said({ pods: { kind: 'Namespace' } })).toBe('object-count: there is no Namespace that makes pods\n  Namespace monitoring (<yaml>:27)');
  expect(said({ pods: { kind: 'Job' } }).split('\n')[0]).toBe('object-count: there is no Job');
});
