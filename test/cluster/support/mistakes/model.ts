import { Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { accepted, container, containerized, deployment, IMAGE, Mistake, NAME, Outcome, Program, refused, stricter } from './mistake';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, IngressController, IngressTrait, ManualScalerTrait,
  MetricsTrait, Platform, ScraperAccess, ScraperCredentials, ScraperPeer, ScraperTls,
} from '../../../../src';
import { includeManifests, readManifests, RefusedManifestsError, validateManifests } from '../../../../src/manifest';

const HTTP = { path: '/health', port: 8080 };
const probed = (probe: any) => deployment(container(probe));
const claim = (storage: string) => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});
const volume = (required: string) => ({
  resources: { cpu: { required: '1' }, memory: { required: '1Gi' }, volumes: [{ name: 'data', mountPath: '/data', disk: { required } }] },
});
const requests = (cpu: string) => ({ resources: { cpu: { required: cpu }, memory: { required: '1Gi' } } });
const FILE = 'x'.repeat(1024 * 1024 + 1);

/** What programs get wrong in a ContainerizedWorkload. */
export const IN_CONTAINERIZED: readonly Mistake[] = [
  containerized('a liveness probe that must succeed twice', { livenessProbe: { httpGet: HTTP, successThreshold: 2 } },
    probed({ livenessProbe: { httpGet: HTTP, successThreshold: 2 } }),
    refused('invalid-value', 'spec.template.spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1')),
  containerized('a readiness probe that must succeed twice', { readinessProbe: { httpGet: HTTP, successThreshold: 2 } },
    probed({ readinessProbe: { httpGet: HTTP, successThreshold: 2 } }), accepted('only a liveness probe must not')),
  containerized('a probe that never fails', { readinessProbe: { httpGet: HTTP, failureThreshold: 0 } },
    probed({ readinessProbe: { httpGet: HTTP, failureThreshold: 0 } }),
    accepted('0 stands for the default', 'spec.template.spec.containers[0].readinessProbe.failureThreshold')),
  containerized('a probe without a handler', { readinessProbe: {} }, probed({ readinessProbe: {} }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe: Required value: must specify a handler type')),
  containerized('a header of a probe with a space', { readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X Host', value: 'a' }] } } },
    probed({ readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X Host', value: 'a' }] } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: "X Host": a valid HTTP')),
  containerized('a header of a probe with an underscore', { readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X_Host', value: 'a' }] } } },
    probed({ readinessProbe: { httpGet: { ...HTTP, httpHeaders: [{ name: 'X_Host', value: 'a' }] } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].readinessProbe.httpGet.httpHeaders: Invalid value: "X_Host": a valid HTTP')),
  containerized('a disk of size 0', volume('0'), claim('0'),
    refused('invalid-value', 'spec.resources[storage]: Invalid value: "0": must be greater than zero')),
  containerized('a disk of negative size', volume('-1Gi'), claim('-1Gi'),
    refused('invalid-value', 'spec.resources[storage]: Invalid value: "-1Gi": must be greater than zero')),
  containerized('a file of more than 1 MiB',
    { config: [{ path: '/etc/greet/conf', value: FILE }] }, { apiVersion: 'v1', kind: 'ConfigMap', data: { conf: FILE } },
    refused('invalid-value', '[]: Too long: may not be more than 1048576 bytes')),
  containerized('a variable that begins with a digit', { env: [{ name: '1A', value: 'b' }] }, probed({ env: [{ name: '1A', value: 'b' }] }),
    stricter('invalid-value', 'older clusters refuse the name')),
  containerized('a variable twice', { env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] },
    probed({ env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }),
    refused('duplicate-name', '.spec.template.spec.containers[name="main"].env: duplicate entries for key [name="A"]')),
  containerized('a negative request', requests('-1'), probed({ resources: { requests: { cpu: '-1' } } }),
    refused('invalid-value', 'spec.template.spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to')),
  containerized('a request with a sign', requests('+1'), probed({ resources: { requests: { cpu: '+1' } } }), accepted('it is a quantity')),
  containerized('a request of a fraction', requests('.5'), probed({ resources: { requests: { cpu: '.5' } } }),
    accepted('the server writes it as 500m', 'spec.template.spec.containers[0].resources.requests.cpu')),
  containerized('a request of ten to the power of three', requests('1e3'), probed({ resources: { requests: { cpu: '1e3' } } }),
    accepted('it is a quantity')),
  containerized('a port twice', { ports: [{ name: 'a', containerPort: 80 }, { name: 'b', containerPort: 80 }] },
    probed({ ports: [{ name: 'a', containerPort: 80 }, { name: 'b', containerPort: 80 }] }),
    refused('duplicate-name', '.spec.template.spec.containers[name="main"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]')),
  containerized('an image with a space around it', { image: `${IMAGE} ` }, probed({ image: `${IMAGE} ` }),
    stricter('invalid-value', 'it can be created, and its pods cannot')),
  containerized('an empty image', { image: '' }, probed({ image: '' }),
    refused('invalid-value', 'spec.template.spec.containers[0].image: Required value')),
];

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
const NGINX = IngressController.ingressNginx({ className: 'nginx', ...CONTROLLER });
const access = (controller: IngressController, peers: ScraperPeer[] = []): Program => (chart) => new ScraperAccess(chart, 'scraper', {
  host: 'prometheus.example.com',
  service: { name: 'prometheus', port: 9090, podLabels: { app: 'prometheus' } },
  controller,
  credentials: ScraperCredentials.existingSecret({ name: 'scraper' }),
  tls: ScraperTls.secret('tls'),
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
  programs: { ScraperAccess: (chart) => access(NGINX, [ScraperPeer.addresses({ cidr, except })])(chart) },
  outcome,
});

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
  {
    title: 'the group of Kong\'s user, which was stringData',
    object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: NAME, labels: { 'konghq.com/credential': 'acl' } }, data: { group: 'YQ==' } },
    programs: { ScraperAccess: access(IngressController.kong({ className: 'kong', ...CONTROLLER })) },
    kinds: ['Secret'],
    outcome: accepted('written as data, it comes back as it was'),
  },
];

const LIVE = {
  apiVersion: 'core.oam.dev/v1alpha2',
  kind: 'ApplicationConfiguration',
  metadata: { name: 'hello' },
  spec: {
    components: [{
      componentName: NAME,
      dataOutputs: [{
        name: 'address',
        fieldPath: 'status.address',
        conditions: [{ op: 'eq', value: 'ready', valueFrom: { fieldPath: '' }, fieldPath: 'status.phase' }],
      }],
    }],
  },
};
const COMPONENT = {
  apiVersion: 'core.oam.dev/v1alpha2',
  kind: 'Component',
  metadata: { name: NAME },
  spec: { workload: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [{ name: 'main', image: IMAGE }] } } },
};

/** Takes in what `validate` has nothing against. */
function included(chart: Chart, text: string): void {
  const options = { platform: Platform.of(chart), defaultNamespace: chart.namespace };
  const manifests = readManifests(text, 'live.yaml');
  const errors = validateManifests(manifests, options).filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new RefusedManifestsError(errors);
  includeManifests(chart, manifests, options);
}

/** Manifests for an OAM platform, in which somebody changed an ApplicationConfiguration. */
const live = (title: string, change: (condition: any) => void, outcome: Outcome): Mistake => {
  const object = structuredClone(LIVE);
  change(object.spec.components[0].dataOutputs[0].conditions[0]);
  const text = `${stringify(COMPONENT)}---\n${stringify(object)}`;
  return {
    title,
    object,
    platform: 'oam',
    outcome,
    kinds: ['ApplicationConfiguration', 'Component'],
    programs: { validateManifests: (chart) => included(chart, text) },
  };
};

/** What is wrong in manifests for OAM platforms, or only seems so. */
export const IN_MANIFESTS: readonly Mistake[] = [
  live('a condition with a value and an empty source, as the OAM runtime writes it', () => {}, accepted('an empty source is none')),
  live('a condition with a value and a source', (condition) => { condition.valueFrom.fieldPath = 'status.other'; },
    refused('invalid-value', '<nil>: Invalid value: "": "spec.components[0].dataOutputs[0].conditions[0]" must not validate the schema (not)')),
  live('a condition with an operator that is none', (condition) => { condition.op = '=='; },
    refused('invalid-value', 'spec.components[0].dataOutputs[0].conditions[0].op: Unsupported value: "=="')),
  live('a condition with a value that is a number', (condition) => { condition.value = 1; },
    refused('invalid-type', '.spec.components[0].dataOutputs[0].conditions[0].value: expected string')),
  live('a condition with a typing error', (condition) => { condition.values = 'ready'; },
    refused('unknown-field', '.spec.components[0].dataOutputs[0].conditions[0].values: field not declared in schema')),
];
