import { ApiObject, Chart } from 'cdk8s';
import { GitOpsApp, IManifestPolicy, ManifestPolicies, PodSecurity } from '../../../src';
import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';

const pods = (podSpec: object) => ({ spec: { template: { metadata: { labels: { a: 'b' } }, spec: podSpec } } });
const deployment = (podSpec: object): any => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart' }, ...pods(podSpec) });
const container = (fields: object) => deployment({ containers: [{ name: 'cart', ...fields }] });
const ingress = (spec: object): any => ({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'cart' }, spec });

const told = (policy: IManifestPolicy, object: any) => policy.check(object).map(({ field, message }) => `${field}: ${message}`);

const AT = 'spec.template.spec.containers[0]';

describe('every container has requests', () => {
  const policy = ManifestPolicies.containerRequests();

  test.each<[string, any, string[]]>([
    ['requests', container({ resources: { requests: { cpu: 1, memory: '1Gi' } } }), []],
    ['limits, which are requests too', container({ resources: { limits: { cpu: 1, memory: '1Gi' } } }), []],
    ['one of them', container({ resources: { requests: { cpu: 1 } } }), [`${AT}.resources.requests.memory: is required`]],
    ['none', container({}), [`${AT}.resources.requests.cpu: is required`, `${AT}.resources.requests.memory: is required`]],
    ['no pods', { apiVersion: 'v1', kind: 'ConfigMap' }, []],
    ['the pods of a CronJob', { apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: pods({ initContainers: [{ resources: { requests: { cpu: 1 } } }] }) } },
      ['spec.jobTemplate.spec.template.spec.initContainers[0].resources.requests.memory: is required']],
  ])('%s', (_, object, expected) => {
    expect(told(policy, object)).toEqual(expected);
  });
});

describe('no image has the tag latest', () => {
  const policy = ManifestPolicies.noLatestTag();

  test.each(['example/cart:1.0', 'registry.example.com:5000/cart:1.0', 'cart@sha256:abc', 'cart:latest@sha256:abc'])('accepts %s', image => {
    expect(told(policy, container({ image }))).toEqual([]);
  });

  test.each(['cart', 'example/cart:latest', 'registry.example.com:5000/cart'])('refuses %s', image => {
    expect(told(policy, container({ image }))).toEqual([`${AT}.image: must be an image with a tag other than "latest", or a digest, got "${image}"`]);
  });
});

describe('every Ingress has TLS', () => {
  const policy = ManifestPolicies.ingressTls();

  test.each<[string, any, string[]]>([
    ['no entry', ingress({ rules: [{ host: 'a.example.com' }] }), ['spec.tls: must have an entry: requests would come in plain text']],
    ['an entry for another host', ingress({ tls: [{ hosts: ['b.example.com'] }], rules: [{ host: 'a.example.com' }] }),
      ['spec.rules[0].host: must be a host that spec.tls names, got "a.example.com": its requests would come in plain text']],
    ['an entry for the host', ingress({ tls: [{ hosts: ['a.example.com'] }], rules: [{ host: 'a.example.com' }] }), []],
    ['an entry for all hosts of the domain', ingress({ tls: [{ hosts: ['*.example.com'] }], rules: [{ host: 'a.example.com' }, { host: '*.example.com' }] }), []],
    ['another kind', { ...ingress({}), apiVersion: 'example.com/v1' }, []],
  ])('%s', (_, object, expected) => {
    expect(told(policy, object)).toEqual(expected);
  });
});

describe('a Pod Security Standard', () => {
  const restricted = ManifestPolicies.podSecurity(PodSecurity.RESTRICTED);
  const [CONTEXT, ALLOWS] = ['spec.template.spec.securityContext', 'the Pod Security Standard "restricted" allows nothing else'];
  const DROP = 'must contain "ALL": the Pod Security Standard "restricted" demands that all capabilities are dropped';

  test('demands what is left out', () => {
    expect(told(restricted, container({}))).toEqual([
      `${CONTEXT}.runAsNonRoot: must be true, got nothing: ${ALLOWS}`,
      `${CONTEXT}.seccompProfile.type: must be one of RuntimeDefault, Localhost, got nothing: ${ALLOWS}`,
      `${AT}.securityContext.allowPrivilegeEscalation: must be false, got nothing: ${ALLOWS}`,
      `${AT}.securityContext.capabilities.drop: ${DROP}`,
    ]);
    expect(told(ManifestPolicies.podSecurity(PodSecurity.BASELINE), container({}))).toEqual([]);
  });

  test('accepts what is said by the pod or by each container', () => {
    const own = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    const ofPod = deployment({ securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, containers: [{ securityContext: own }] });
    const ofContainer = container({ securityContext: { ...own, runAsNonRoot: true, seccompProfile: { type: 'Localhost' } } });
    expect([told(restricted, ofPod), told(restricted, ofContainer)]).toEqual([[], []]);
    expect(told(restricted, deployment({ os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, containers: [{}] }))).toEqual([]);
  });

  test('refuses what it forbids', () => {
    expect(told(ManifestPolicies.podSecurity(PodSecurity.BASELINE), deployment({ hostNetwork: true, containers: [] }))).toEqual([
      'spec.template.spec.hostNetwork: must be false, got true: the Pod Security Standard "baseline" allows nothing else',
    ]);
  });

  test('fails when it is none', () => {
    expect(messageOf(() => ManifestPolicies.podSecurity('strict' as PodSecurity))).toBe(
      '[ManifestPolicies.podSecurity()] invalid-value: \'standard\' must be one of privileged, baseline, restricted, got "strict"');
  });
});

const OWNER: IManifestPolicy = {
  name: 'owner',
  check: ({ metadata }) => metadata.labels?.owner ? [] : [{ field: 'metadata.labels.owner', message: 'must be set; name the team' }],
};
const BROKEN: IManifestPolicy = { name: 'broken', check: object => object.spec.a.b };
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' } };

function app(policies: IManifestPolicy[]): GitOpsApp {
  const made = new GitOpsApp({ policies });
  new ApiObject(new Chart(made, 'shop'), 'config', CONFIG_MAP);
  return made;
}

describe('fails when', () => {
  test('an object of a GitOpsApp violates a policy, and when a policy fails', () => {
    expect(messageOf(() => app([OWNER, BROKEN]).synthYaml())).toBe(['Validation failed with the following errors:',
      '  [shop/config] policy-violation: \'metadata.labels.owner\' must obey the policy "owner": must be set; name the team',
      '  [shop/config] policy-violation: is not checked: the policy "broken" failed: Cannot read properties of undefined (reading \'a\'); fix the policy'].join('\n'));
  });

  test('an object of a test violates a policy', () => {
    expect(messageOf(() => Manifests.ofApp(app([])).obeys([OWNER]))).toBe(['rejected-objects: every object must obey the policies: 1 of 1 object rejected',
      '  ConfigMap config (shop/config)',
      '    policy-violation: \'metadata.labels.owner\' must obey the policy "owner": must be set; name the team'].join('\n'));
  });

  test.each<[string, any, string]>([
    ['policies are no list', OWNER, "'policies' must be a list, got an object"],
    ['a policy is none', [{ name: 'a' }], "'policies[0]' must be an IManifestPolicy, an object with name and check(), got an object; use one of ManifestPolicies, or write { name, check }"],
    ['a policy has no name', [{ ...OWNER, name: '' }], "'policies[0]' must be an IManifestPolicy, an object with name and check(), got an object; use one of ManifestPolicies, or write { name, check }"],
  ])('%s', (_, policies, message) => {
    expect(messageOf(() => app(policies))).toBe(`[GitOpsApp] invalid-type: ${message}`);
    expect(messageOf(() => Manifests.ofYaml('').obeys(policies))).toBe(`[Manifests.obeys()] invalid-type: ${message}`);
  });
});

test.each<[string, any, string]>([
  ['nothing', undefined, 'got nothing'],
  ['a promise', Promise.resolve([]), 'got an instance of Promise'],
  ['strings', ['must be set'], 'got a list of 1'],
  ['no message', [{ field: 'data' }], 'got a list of 1'],
  ['a field that is no path', [{ field: 3, message: 'must be set' }], 'got a list of 1'],
])('fails when a policy returns %s', (_, violations, got) => {
  const rubbish = { name: 'rubbish', check: () => violations };
  const said = `policy-violation: is not checked: check() of the policy "rubbish" must return a list of violations, each with a message, ${got}; fix the policy`;
  expect(messageOf(() => app([rubbish]).synthYaml())).toBe(`Validation failed with the following errors:\n  [shop/config] ${said}`);
  expect(messageOf(() => Manifests.ofApp(app([])).obeys([rubbish]))).toContain(`    ${said}`);
});

test('fails when a policy changes an object, which stays as it is', () => {
  const changing: IManifestPolicy = {
    name: 'changing',
    check: object => {
      'use strict';
      object.metadata.name = 'changed';
      return [];
    },
  };
  const kept = Manifests.ofApp(app([]));
  expect(messageOf(() => kept.obeys([changing]))).toContain('the policy "changing" failed: Cannot assign to read only property \'name\'');
  expect(kept.count({ name: 'config' })).toBe(1);
  expect(messageOf(() => app([changing]).synthYaml())).toContain('the policy "changing" failed: Cannot assign to read only property \'name\'');
});

test('fails when no policies are given to a test', () => {
  expect(messageOf(() => Manifests.ofYaml('').obeys([]))).toBe("[Manifests.obeys()] missing-field: 'policies' must have at least 1 policy");
  expect(messageOf(() => Manifests.ofYaml('').obeys(undefined as any))).toBe("[Manifests.obeys()] invalid-type: 'policies' must be a list, got nothing");
});

test('objects that obey pass', () => {
  const kept = Manifests.ofApp(app([]));
  kept.obeys([ManifestPolicies.noLatestTag(), ManifestPolicies.ingressTls(), ManifestPolicies.containerRequests()]);
  kept.matchesSchemas({ kubernetesVersion: '1.34', requireSchemas: true });
});

describe('objects of a test', () => {
  const yaml = (text: string) => Manifests.ofYaml(text);

  test('fail when they violate the schema of their kind', () => {
    const wrong = yaml('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndatas: {}\n---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n');
    const said = 'unknown-field: \'datas\' is an unknown field; expected one of apiVersion, binaryData, data, immutable, kind, metadata; the API server silently drops it; did you mean "data"?';
    expect(messageOf(() => wrong.matchesSchemas())).toBe(['rejected-objects: every object must match the schema of its kind: 1 of 2 objects rejected', '  ConfigMap config (<yaml>:1)', `    ${said}`].join('\n'));
    expect(messageOf(() => wrong.matchesSchemas({ requireSchemas: true }))).toContain('no-schema: \'kind\' has no schema');
  });

  test('fail when the options are wrong', () => {
    expect(messageOf(() => yaml('').matchesSchemas({ kubernetesVersoin: '1.34' } as any))).toBe('[Manifests.matchesSchemas()] unknown-field: '
      + "'kubernetesVersoin' is an unknown field; expected one of kubernetesVersion, schemas, requireSchemas, asServer; did you mean \"kubernetesVersion\"?");
    expect(messageOf(() => yaml('').matchesSchemas({ kubernetesVersion: '2', schemas: ['/nowhere'] }))).toMatch(/^\[Manifests\.matchesSchemas\(\)\] 2 findings:\n {2}invalid-value: .*\n {2}unusable-schemas: /);
  });
});
