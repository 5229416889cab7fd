import { accepted, container, deployment, IMAGE, Mistake, NAME, Outcome, Program, refused, stricter } from './mistake';
import {
  ApplicationConfiguration, AutoscalerTrait, Component, ComponentBinding, ContainerizedWorkload, IngressController, IngressTrait,
  ManualScalerTrait, MetricsTrait, NetworkPeer, NetworkPolicyTrait, ScraperAccess, ScraperCredentials, TlsCertificate,
} from '../../../../src';

/** A component with a trait. */
const withTrait = (add: (binding: ComponentBinding) => unknown): Program => (chart) => {
  const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: IMAGE, ports: [{ name: 'http', containerPort: 80 }] }] });
  const binding = new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, NAME, { workload }));
  new MetricsTrait(binding, 'metrics', { enabled: false });
  add(binding);
};

const scaled = (title: string, replicaCount: any, outcome: Outcome): Mistake => ({
  title,
  object: deployment(container({}), { replicas: replicaCount }),
  programs: { ManualScalerTrait: withTrait((binding) => new ManualScalerTrait(binding, 'scaler', { replicaCount })) },
  outcome,
});

const routed = (title: string, host: string, path: string, outcome: Outcome): Mistake => ({
  title,
  object: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: NAME },
    spec: { rules: [{ host, http: { paths: [{ path, pathType: 'Exact', backend: { service: { name: NAME, port: { number: 80 } } } }] } }] },
  },
  programs: { IngressTrait: withTrait((binding) => new IngressTrait(binding, 'ingress', { rules: [{ hosts: [host], paths: [{ path }] }] })) },
  outcome,
});

const CONTROLLER = { namespace: 'ingress', podLabels: { app: 'ingress' } };
const NGINX = IngressController.nginx({ className: 'nginx', ...CONTROLLER });
const access = (controller: IngressController, peers: NetworkPeer[] = []): Program => (chart) => new ScraperAccess(chart, 'scraper', {
  host: 'prometheus.example.com',
  service: { name: 'prometheus', port: 9090, podLabels: { app: 'prometheus' } },
  controller,
  credentials: ScraperCredentials.existingSecret({ name: 'scraper' }),
  tls: TlsCertificate.secret('tls'),
  allowFrom: peers,
  metadata: { namespace: 'monitoring' },
});

const reached = (title: string, cidr: string, except: string[] | undefined, outcome: Outcome): Mistake => ({
  title,
  object: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: NAME },
    spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr, except } }] }] },
  },
  programs: { ScraperAccess: (chart) => access(NGINX, [{ cidr, exceptCidrs: except }])(chart) },
  outcome,
});

const autoscaled = (title: string, props: any, spec: any, outcome: Outcome): Mistake => ({
  title,
  object: {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: NAME },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: NAME }, maxReplicas: 3, ...spec },
  },
  programs: { AutoscalerTrait: withTrait((binding) => new AutoscalerTrait(binding, 'autoscaler', { maxReplicas: 3, ...props })) },
  outcome,
});
const ofResource = (averageUtilization: number) =>
  ({ metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }] });

const letIn = (title: string, peer: any, rule: any, outcome: Outcome): Mistake => ({
  title,
  object: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: NAME }, spec: { podSelector: {}, ingress: [rule] } },
  programs: { NetworkPolicyTrait: withTrait((binding) => new NetworkPolicyTrait(binding, 'policy', { allowFrom: [peer] })) },
  outcome,
});
const PEER = { podSelector: { matchLabels: { app: 'shop' } } };

/** What programs get wrong in traits and in the access to a scraper. */
export const IN_TRAITS: readonly Mistake[] = [
  scaled('a negative number of pods', -1, refused('invalid-value', 'spec.replicas: Invalid value: -1: must be greater than or equal to 0')),
  scaled('half a pod', 1.5,
    refused('invalid-value', 'unable to convert unstructured object to apps/v1, Kind=Deployment: cannot convert float64 to int32')),
  scaled('more pods than a number holds', 2 ** 31,
    refused('invalid-value', 'spec.replicas: Invalid value: -2147483648: must be greater than or equal to 0')),
  routed('a host in capitals', 'Example.com', '/greet',
    refused('invalid-host', 'spec.rules[0].host: Invalid value: "Example.com": a lowercase RFC 1123 subdomain must consist of lower case')),
  routed('a host with a port', 'example.com:8080', '/greet',
    refused('invalid-host', 'spec.rules[0].host: Invalid value: "example.com:8080": a lowercase RFC 1123 subdomain must consist of lower')),
  routed('a host with two wildcards', '*.*.example.com', '/greet',
    refused('invalid-host', 'spec.rules[0].host: Invalid value: "*.*.example.com": a wildcard DNS-1123 subdomain must start with \'*.\',')),
  routed('a path without a slash', 'example.com', 'greet',
    refused('invalid-path', 'spec.rules[0].http.paths[0].path: Invalid value: "greet": must be an absolute path')),
  routed('a path with two slashes', 'example.com', '/a//b',
    refused('invalid-path', 'spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain \'//\'')),
  routed('a path that goes back', 'example.com', '/a/../b',
    refused('invalid-path', 'spec.rules[0].http.paths[0].path: Invalid value: "/a/../b": must not contain \'/../\'')),
  routed('a path with a query', 'example.com', '/greet?full=true',
    stricter('invalid-path', 'no path of a request has a question mark, so that the rule never matches')),
  reached('a peer at an address without a length', '10.0.0.1', undefined,
    refused('invalid-value', 'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.1": must be a valid CIDR value,')),
  reached('a peer at a length that is too long', '10.0.0.0/33', undefined,
    refused('invalid-value', 'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.0/33": must be a valid CIDR value,')),
  reached('a peer with an exception elsewhere', '10.0.0.0/16', ['10.1.0.0/24'],
    refused('invalid-value', 'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.1.0.0/24": must be a strict subset of `cidr`')),
  reached('a peer with itself as an exception', '10.0.0.0/16', ['10.0.0.0/16'],
    refused('invalid-value', 'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/16": must be a strict subset of `cidr`')),
  reached('a peer at all addresses', '0.0.0.0/0', undefined, stricter('invalid-value', 'everybody would reach the scraper without a password')),
  reached('a peer whose address has more bits than its length', '10.0.0.7/16', undefined, accepted('the bits behind the length are passed over')),
  reached('a peer at an address with zeros in front', '010.000.000.001/32', undefined, stricter('invalid-value', 'some read the number as octal')),
  autoscaled('fewer pods at most than at least', { minReplicas: 4, cpuUtilization: 70 }, { minReplicas: 4, ...ofResource(70) },
    refused('invalid-value', 'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`')),
  autoscaled('no pods at least', { minReplicas: 0, cpuUtilization: 70 }, { minReplicas: 0, ...ofResource(70) },
    refused('invalid-value', 'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1')),
  autoscaled('no share of what is requested', { cpuUtilization: 0 }, ofResource(0),
    refused('invalid-value', 'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0')),
  autoscaled('no metric', {}, {}, stricter('missing-field', 'Kubernetes would scale by 80% of the cpu, which nobody has asked for')),
  letIn('a peer that is nobody', {}, { from: [{}] }, refused('invalid-value', 'spec.ingress[0].from[0]: Required value: must specify a peer')),
  letIn('a peer at port 0', { podLabels: { app: 'shop' }, ports: [0] }, { from: [PEER], ports: [{ port: 0 }] },
    refused('invalid-port', 'spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive')),
  letIn('a peer at a port whose name no container has', { podLabels: { app: 'shop' }, portNames: ['htp'] }, { from: [PEER], ports: [{ port: 'htp' }] },
    stricter('invalid-port', 'nobody would get in')),
  {
    title: 'the group of Kong\'s user, which was stringData',
    object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: NAME, labels: { 'konghq.com/credential': 'acl' } }, data: { group: 'YQ==' } },
    programs: { ScraperAccess: access(IngressController.kong({ className: 'kong', ...CONTROLLER })) },
    kinds: ['Secret'],
    outcome: accepted('written as data, it comes back as it was'),
  },
];
