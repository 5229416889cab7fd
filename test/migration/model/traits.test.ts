import { MetricsTraitShape, OamPlatform } from '../../../src';
import { DNS_LABEL, LABEL_VALUE, PATH, PORT, SECRET, SUBDOMAIN } from '../../support/texts';
import { application, component, containerized, deployment, documents, PORTS, told, trait } from '../support';

const SERVICE = '{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}]}}';

/** An application whose one entry has these entries of traits, in its eighth line and below. */
const withTraits = (traits: readonly string[], workload = deployment('a')) => documents(
  application('app', ['componentName: a', '      traits:', ...traits.map(each => `        - ${each}`)].join('\n')), component('a', workload));

/** What is said of traits of a vendor, with the path of the trait left out. */
const saidOf = (...traits: string[]) => told(withTraits(traits)).map(each => each.replace('\'spec.components[0].traits', '\'…'));

/** The entry of a trait of the vendor: its spec begins at column 79. */
const of = (kind: string, spec: string, rest = '') => `trait: ${trait(kind, spec, rest)}`;

test('fails when an entry holds no trait', () => {
  expect(saidOf('', 'trait:', '{}', 'trait: []', 'trait: {}', 'text')).toEqual([
    'f.yaml:8:11: invalid-type: \'…[0]\' must be an object, got null',
    'f.yaml:9:11: missing-field: \'…[1].trait\' is required',
    'f.yaml:10:11: missing-field: \'…[2].trait\' is required',
    'f.yaml:11:11: invalid-type: \'…[3].trait\' must be an object, got a list of 0',
    'f.yaml:12:11: missing-field: \'…[4].trait.apiVersion\' is required',
    'f.yaml:12:11: missing-field: \'…[4].trait.kind\' is required',
    'f.yaml:13:11: invalid-type: \'…[5]\' must be an object, got a string',
  ]);
});

test('fails when what all traits have is odd', () => {
  expect(saidOf('trait: {kind: X}', 'trait: {apiVersion: a b, kind: "a b"}', 'trait: {apiVersion: v1, kind: X, metadata: [], spec: 5}')).toEqual([
    'f.yaml:8:11: missing-field: \'…[0].trait.apiVersion\' is required',
    'f.yaml:9:19: invalid-value: \'…[1].trait.apiVersion\' must be an API version such as "apps/v1", got "a b"',
    'f.yaml:9:36: invalid-value: \'…[1].trait.kind\' must be a kind such as "Deployment", got "a b"',
    'f.yaml:10:44: invalid-type: \'…[2].trait.metadata\' must be an object, got a list of 0',
  ]);
  expect(saidOf(of('MetricsTrait', '{}', ', metadata: {name: A, namespace: B, labels: {x: 1}, annotations: {x: 1}}'))).toEqual([
    `f.yaml:8:90: invalid-name: '…[0].trait.metadata.name' ${SUBDOMAIN}, got "A"`,
    `f.yaml:8:99: invalid-name: '…[0].trait.metadata.namespace' ${DNS_LABEL}, got "B"`,
    `f.yaml:8:122: invalid-label: '…[0].trait.metadata.labels.x' ${LABEL_VALUE}, got 1`,
    'f.yaml:8:143: invalid-annotation: \'…[0].trait.metadata.annotations.x\' must be a string, got a number; put it in quotes',
  ]);
  expect(saidOf(`{${of('MetricsTrait', '{}')}, dataInputs: [{}], dataOutputs: {}}`)).toEqual([
    'f.yaml:8:104: missing-field: \'…[0].dataInputs[0].valueFrom\' is required',
    'f.yaml:8:109: invalid-type: \'…[0].dataOutputs\' must be a list, got an object',
  ]);
});

test('fails when a MetricsTrait is odd', () => {
  expect(saidOf(of('MetricsTrait', '{enabled: 5, port: 0, path: x, ports: [{port: "8080", path: "/a?b"}, 5], scraper: x, secret: A b}'))).toEqual([
    'f.yaml:8:86: invalid-type: \'…[0].trait.spec.enabled\' must be a boolean, got a number',
    `f.yaml:8:98: invalid-port: '…[0].trait.spec.port' ${PORT}, got 0`,
    `f.yaml:8:107: invalid-path: '…[0].trait.spec.path' ${PATH}, got "x"; give the path alone, such as "/metrics"`,
    `f.yaml:8:125: invalid-port: '…[0].trait.spec.ports[0].port' ${PORT}, got "8080"`,
    `f.yaml:8:139: invalid-path: '…[0].trait.spec.ports[0].path' ${PATH}, got "/a?b"; give the path alone, such as "/metrics"`,
    'f.yaml:8:154: invalid-type: \'…[0].trait.spec.ports[1]\' must be an object, got a number',
    'f.yaml:8:158: invalid-value: \'…[0].trait.spec.scraper\' must be of the form <namespace>/<deployment-name>, got "x"; name the deployment of the scraper, such as "monitoring/prometheus"',
    `f.yaml:8:170: invalid-name: '…[0].trait.spec.secret' ${SECRET}`,
  ]);
  expect(saidOf(of('MetricsTrait', '{port: 8080, path: /metrics, ports: [{port: 8080}, {port: 8080}]}'))).toEqual([
    'f.yaml:8:86: duplicate-port: \'…[0].trait.spec.port\' repeats \'ports[0]\': port 8080, path /metrics; leave one of them out: \'port\' adds an endpoint',
    'f.yaml:8:136: duplicate-port: \'…[0].trait.spec.ports[1]\' repeats \'ports[0]\': port 8080, path /metrics; leave one of them out',
  ]);
  expect(saidOf(of('MetricsTrait', '{path: /m, ports: [{port: 8080}]}'))).toEqual([
    'f.yaml:8:86: no-effect: \'…[0].trait.spec.path\' belongs to no endpoint: beside \'ports\' it goes with \'port\' only; put it into the entries of \'ports\', or give \'port\' too',
  ]);
  expect(saidOf(of('MetricsTrait', '[]'))).toEqual(['f.yaml:8:79: invalid-type: \'…[0].trait.spec\' must be an object, got a list of 0']);
  expect(saidOf(of('MetricsTrait', ''))).toEqual(['f.yaml:8:79: invalid-type: \'…[0].trait.spec\' must not be null; leave the field out']);
});

test('fails when a MetricsTrait is on something that cannot be scraped', () => {
  const said = 'f.yaml:8:11: warning: metrics-not-scrapeable: \'spec.components[0].traits[0].trait\' is on component "a", whose workload has no pods that the platform scrapes; put it on the component whose workload runs the pods, or leave it out';
  const ofKind = (kind: string) => `f.yaml:8:11: warning: metrics-not-scrapeable: 'spec.components[0].traits[0].trait' is on component "a", whose workload is of kind ${kind}: `
    + 'the OAM platform of "verrazzano" does not scrape its pods; leave it out, render for platform kubernetes, or set \'oam.hasExtendedCrds: true\' in the settings if the platform '
    + 'in your cluster scrapes them';
  const cases = [
    [SERVICE, said],
    ['{apiVersion: v1, kind: ConfigMap}', said],
    ['{apiVersion: apps/v1, kind: StatefulSet, spec: {serviceName: a, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i}]}}}}', ofKind('StatefulSet')],
    ['{apiVersion: example.com/v1, kind: Widget}', ofKind('Widget')],
  ];
  for (const [workload, finding] of cases) {
    expect(told(withTraits([of('MetricsTrait', '{port: 80}')], workload))).toEqual([finding]);
    const decidedThere = { platform: OamPlatform.verrazzano({ hasExtendedCrds: true }) };
    expect(told(withTraits([of('MetricsTrait', '{port: 80}')], workload), decidedThere)).toEqual(finding === said ? [said] : []);
    expect(told(withTraits([of('MetricsTrait', '{enabled: false}')], workload))).toEqual([]);
  }
  // it cannot be known of what is not there, or what is broken
  expect(told(application('app', `{componentName: a, traits: [{${of('MetricsTrait', '{}')}}]}`))).toEqual([
    'f.yaml:6:7: warning: component-not-found: \'spec.components[0]\' binds component "a", which is not among the manifests: nothing is checked against it; give its file too, if there is one',
  ]);
});

test('fails when a MetricsTrait has what its platform does not know', () => {
  const platform = OamPlatform.verrazzano({ metricsTraitShape: MetricsTraitShape.SINGLE_PORT });
  expect(told(withTraits([of('MetricsTrait', '{ports: [], enabled: true}')]), { platform })).toEqual([
    'f.yaml:8:86: ports-not-supported: \'spec.components[0].traits[0].trait.spec.ports\' is not known to the single-port MetricsTrait, whose schema silently drops it; use \'port\', or set \'oam.metricsTraitShape: ports\' in the settings',
    'f.yaml:8:97: ports-not-supported: \'spec.components[0].traits[0].trait.spec.enabled\' is not known to the single-port MetricsTrait, whose schema silently drops it; leave it out, or set \'oam.metricsTraitShape: ports\' in the settings',
  ]);
});

test('fails when an IngressTrait has no rules', () => {
  const withoutRules = 'must have at least one rule; write [{}] for all paths on the generated host';
  const [b, c] = [', metadata: {name: b}', ', metadata: {name: c}'];
  expect(saidOf(of('IngressTrait', ''), of('IngressTrait', '{rules: {}}', b), of('IngressTrait', '{rules: []}', c))).toEqual([
    `f.yaml:8:79: missing-field: '…[0].trait.spec.rules' ${withoutRules}`,
    'f.yaml:9:107: invalid-type: \'…[1].trait.spec.rules\' must be a list, got an object',
    `f.yaml:10:107: missing-field: '…[2].trait.spec.rules' ${withoutRules}`,
  ]);
});

test('warns of a path of an IngressTrait without a type', () => {
  const own = of('IngressTrait', '{rules: [{hosts: [h], paths: [{path: /}, {path: /api}, {path: /x, pathType: Prefix}]}]}');
  expect(told(withTraits([own], SERVICE))).toEqual([
    "f.yaml:8:126: warning: missing-field: 'spec.components[0].traits[0].trait.spec.rules[0].paths[1].pathType' is not given, so \"/api\" is Exact: requests for \"/api/…\" go elsewhere or nowhere; "
      + 'write Prefix for "/api" and everything below it, or Exact for "/api" alone',
  ]);
});

test('fails when the rules of an IngressTrait are odd', () => {
  const host = 'must be a lower-case DNS name, with \'*.\' in front at most, got';
  const hostAlone = 'give the host alone, without scheme, port or path';
  const pathAlone = 'give the path alone, such as "/metrics"';
  const paths = '[{path: a, pathType: begin}, {path: "/a?b"}, {path: "[", pathType: Regex}, {path: "/a b"}]';
  expect(saidOf(of('IngressTrait', `{rules: [5, {hosts: x, paths: x, destination: x}, {hosts: [A.b, "http://x", "*.x", "*", "", 5], paths: ${paths}}]}`))).toEqual([
    'f.yaml:8:94: invalid-type: \'…[0].trait.spec.rules[0]\' must be an object, got a number',
    'f.yaml:8:98: invalid-type: \'…[0].trait.spec.rules[1].hosts\' must be a list, got a string',
    'f.yaml:8:108: invalid-type: \'…[0].trait.spec.rules[1].paths\' must be a list, got a string',
    'f.yaml:8:118: invalid-type: \'…[0].trait.spec.rules[1].destination\' must be an object, got a string',
    `f.yaml:8:144: invalid-host: '…[0].trait.spec.rules[2].hosts[0]' ${host} "A.b"; ${hostAlone}`,
    `f.yaml:8:149: invalid-host: '…[0].trait.spec.rules[2].hosts[1]' ${host} "http://x"; ${hostAlone}`,
    `f.yaml:8:177: invalid-host: '…[0].trait.spec.rules[2].hosts[5]' ${host} 5; ${hostAlone}`,
    `f.yaml:8:190: invalid-path: '…[0].trait.spec.rules[2].paths[0].path' ${PATH}, got "a"; ${pathAlone}`,
    'f.yaml:8:199: invalid-value: \'…[0].trait.spec.rules[2].paths[0].pathType\' must be one of Exact, Prefix, Regex, ImplementationSpecific, got "begin"',
    `f.yaml:8:218: invalid-path: '…[0].trait.spec.rules[2].paths[1].path' ${PATH}, got "/a?b"; ${pathAlone}`,
    'f.yaml:8:234: invalid-path: \'…[0].trait.spec.rules[2].paths[2].path\' must be a path that starts with \'/\' and has no space, got "["; the expression is matched against the whole path: write "/.*\\.png" for all images',
    `f.yaml:8:264: invalid-path: '…[0].trait.spec.rules[2].paths[3].path' ${PATH}, got "/a b"; ${pathAlone}`,
  ]);
});

test('fails when the destination or the certificate of an IngressTrait is odd', () => {
  const withoutHost = 'must have at least one host, since \'tls.secretName\' is given (hosts with a wildcard and empty ones count as none); name the hosts that the certificate holds';
  expect(saidOf(of('IngressTrait', '{rules: [{hosts: [a], destination: {host: A, port: "80", httpCookie: {path: x, ttl: 1.5}}}, {}], tls: {secretName: a b}}'))).toEqual([
    `f.yaml:8:121: invalid-name: '…[0].trait.spec.rules[0].destination.host' ${SUBDOMAIN}, got "A"`,
    `f.yaml:8:130: invalid-port: '…[0].trait.spec.rules[0].destination.port' ${PORT}, got "80"`,
    'f.yaml:8:142: missing-field: \'…[0].trait.spec.rules[0].destination.httpCookie.name\' is required',
    `f.yaml:8:155: invalid-path: '…[0].trait.spec.rules[0].destination.httpCookie.path' ${PATH}, got "x"; give the path alone, such as "/metrics"`,
    'f.yaml:8:164: invalid-value: \'…[0].trait.spec.rules[0].destination.httpCookie.ttl\' must be an integer, in seconds, got 1.5',
    `f.yaml:8:177: missing-field: '…[0].trait.spec.rules[1].hosts' ${withoutHost}`,
    `f.yaml:8:188: invalid-name: '…[0].trait.spec.tls.secretName' ${SECRET}`,
  ]);
  expect(saidOf(of('IngressTrait', '{rules: [{hosts: [a]}, {hosts: ["*.b", ""]}], tls: {secretName: a}}'))).toEqual([
    `f.yaml:8:109: missing-field: '…[0].trait.spec.rules[1].hosts' ${withoutHost}`,
  ]);
});

test('fails when an authorization policy is odd, with a word of its own where conditions stand below \'from\'', () => {
  const policy = '{rules: [{from: {requestPrincipals: []}}, {when: [{key: a}]}, {from: {requestPrincipals: ["*"], when: []}}, {from: {}}]}';
  expect(saidOf(of('IngressTrait', `{rules: [{paths: [{path: /, authorizationPolicy: ${policy}}, {authorizationPolicy: {}}, {authorizationPolicy: []}]}]}`))).toEqual([
    'f.yaml:8:151: missing-field: \'…[0].trait.spec.rules[0].paths[0].authorizationPolicy.rules[0].from.requestPrincipals\' must have at least 1 principal',
    'f.yaml:8:176: missing-field: \'…[0].trait.spec.rules[0].paths[0].authorizationPolicy.rules[1].from\' is required',
    'f.yaml:8:184: missing-field: \'…[0].trait.spec.rules[0].paths[0].authorizationPolicy.rules[1].when[0].values\' is required',
    'f.yaml:8:230: unknown-field: \'…[0].trait.spec.rules[0].paths[0].authorizationPolicy.rules[2].from.when\' would be lost: conditions belong beside \'from\', not in it; move it one level up',
    'f.yaml:8:243: missing-field: \'…[0].trait.spec.rules[0].paths[0].authorizationPolicy.rules[3].from.requestPrincipals\' is required',
    'f.yaml:8:258: missing-field: \'…[0].trait.spec.rules[0].paths[1].authorizationPolicy.rules\' is required',
    'f.yaml:8:285: invalid-type: \'…[0].trait.spec.rules[0].paths[2].authorizationPolicy\' must be an object, got a list of 0',
  ]);
});

test('fails when a LoggingTrait is odd, or has no image where the platform has none', () => {
  expect(saidOf(of('LoggingTrait', '{}'), of('LoggingTrait', '{loggingImage: "", loggingConfig: {a: b}, imagePullPolicy: always}', ', metadata: {name: b}'))).toEqual([
    'f.yaml:8:79: missing-field: \'…[0].trait.spec.loggingImage\' is required on this workload: the platform has its own image for Coherence and WebLogic only; give an image with Fluentd',
    'f.yaml:9:107: invalid-value: \'…[1].trait.spec.loggingImage\' must be a non-empty string, got ""',
    'f.yaml:9:125: invalid-type: \'…[1].trait.spec.loggingConfig\' must be a string, got an object',
    'f.yaml:9:148: invalid-value: \'…[1].trait.spec.imagePullPolicy\' must be one of Always, IfNotPresent, Never, got "always"; did you mean "Always"?',
  ]);
  const coherence = '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoCoherenceWorkload, spec: {template: {metadata: {name: a}, spec: {}}}}';
  expect(told(withTraits([of('LoggingTrait', '{}')], coherence))).toEqual([]);
});

test('fails when a ManualScalerTrait is odd', () => {
  const scaler = (rest: string) => `trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait${rest}}`;
  const must = 'must be an integer from 0 to 2147483647, got';
  expect(saidOf(scaler(''), ...['-1', '"2"', '2.5'].map((count, i) => scaler(`, metadata: {name: n${i}}, spec: {replicaCount: ${count}}`)))).toEqual([
    'f.yaml:8:11: missing-field: \'…[0].trait.spec.replicaCount\' is required',
    `f.yaml:9:108: invalid-value: '…[1].trait.spec.replicaCount' ${must} -1`,
    `f.yaml:10:108: invalid-value: '…[2].trait.spec.replicaCount' ${must} "2"`,
    `f.yaml:11:108: invalid-value: '…[3].trait.spec.replicaCount' ${must} 2.5`,
  ]);
});

test('fails when two traits would be one object', () => {
  const named = (name: string, host: string) => of('IngressTrait', `{rules: [{hosts: [${host}]}]}`, name && `, metadata: {name: ${name}}`);
  const served = withTraits([named('', 'a'), named('', 'b'), named('x', 'c'), named('x', 'd')], containerized(PORTS));
  expect(told(served).map(each => each.replace('\'spec.components[0].traits', '\'…'))).toEqual([
    'f.yaml:9:11: duplicate-trait: \'…[1].trait\' is a second IngressTrait beside f.yaml:8; merge them, or give each its own \'metadata.name\'',
    'f.yaml:11:11: duplicate-trait: \'…[3].trait\' is a second IngressTrait named "x" beside f.yaml:10; merge them, or give each its own \'metadata.name\'',
  ]);
  expect(saidOf(of('MetricsTrait', '{}', ', metadata: {name: a}'), of('MetricsTrait', '{}', ', metadata: {name: b}'))).toEqual([
    'f.yaml:9:11: duplicate-trait: \'…[1].trait\' is a second MetricsTrait named "b" beside f.yaml:8; merge them: a MetricsTrait takes several ports',
  ]);
  // beside a wrong entry, where there is no binding of its own
  expect(told(application('app', ['{traits: [', `      {${of('MetricsTrait', '{}')}},`, `      {${of('MetricsTrait', '{}')}}]}`].join('\n')))).toEqual([
    'f.yaml:6:7: invalid-value: \'spec.components[0]\' must have either a componentName or a revisionName; leave one of them out, or give one',
    'f.yaml:8:8: duplicate-trait: \'spec.components[0].traits[1].trait\' is a second MetricsTrait beside f.yaml:7; merge them: a MetricsTrait takes several ports',
  ]);
});

test('traits of other kinds pass', () => {
  expect(saidOf(
    'trait: {apiVersion: oam.acme.io/v1alpha1, kind: MetricsTrait, spec: {port: x}}', 'trait: {apiVersion: v1, kind: MetricsTrait, spec: {port: x}}',
    'trait: {apiVersion: oam.verrazzano.io/v1alpha1, kind: OtherTrait, spec: 5}')).toEqual([]);
});
