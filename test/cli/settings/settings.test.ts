import { symlinkSync, writeFileSync } from 'node:fs';
import { inEmptyFolder } from './support';
import { settingsOfFlags, SettingsFlags } from '../../../src/cli/settings';
import { KubernetesPlatform, OamPlatform } from '../../../src/index';
import { collectManifests, ManifestError } from '../../../src/files/reading';
import { messageOf } from '../../support/message';
import { ModelError } from '../../../src/base/brand';

const write = inEmptyFolder();

const OAM = 'oam' as const;
const PLAIN: SettingsFlags = { platform: 'kubernetes', prometheus: 'monitoring/k8s', monitorSelector: 'all' };
const errorOf = (flags: SettingsFlags = {}) => messageOf(() => settingsOfFlags(flags, OAM));
const several = (...lines: string[]) => [`${lines.length} findings:`, ...lines].join('\n  ');

const FIELDS = 'platform, defaultNamespace, vendor, workloadKindPrefix, kubernetesVersion, schemas, requireSchemas, uncheckedKinds, accept, insecureAccept, kubernetes, oam';

describe('settings', () => {
  test('are those of the default target where nothing is said', () => {
    const { platform, written: _, schemaChecks: __, accepted: ___, ...others } = settingsOfFlags({}, OAM);
    expect(others).toEqual({ target: 'oam', vendor: 'verrazzano' });
    expect(platform).toBeInstanceOf(OamPlatform);
  });

  test('say how objects are held against their schemas', () => {
    expect(settingsOfFlags({}, OAM).schemaChecks).toEqual({ schemas: [] });
    write('kubernetesVersion: "1.33"\nschemas: [crds.yaml]\nrequireSchemas: true\nuncheckedKinds: [Secret, example.com/Widget]\n');
    const group = 'spec: { group: example.com, scope: Namespaced, names: { kind: Widget, plural: widgets }, versions: [{ name: v1, served: true }] }';
    writeFileSync('crds.yaml', `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: widgets.example.com }\n${group}\n`);
    expect(settingsOfFlags({}, OAM).schemaChecks).toEqual({
      kubernetesVersion: '1.33',
      requireSchemas: true,
      uncheckedKinds: ['Secret', 'example.com/Widget'],
      schemas: [expect.objectContaining({ kinds: { 'example.com/v1': { Widget: expect.anything() } } })],
    });
    expect(settingsOfFlags({ kubernetesVersion: '1.34', schemas: 'crds.yaml,crds.yaml' }, OAM).schemaChecks).toMatchObject({ kubernetesVersion: '1.34', schemas: [{}, {}] });
  });

  test('come from flags', () => {
    const { platform, written: _, schemaChecks: __, accepted: ___, ...others } = settingsOfFlags({ ...PLAIN, defaultNamespace: 'shop', clusterName: 'berlin', vendor: 'acme' });
    expect(others).toEqual({ target: 'kubernetes', defaultNamespace: 'shop', clusterName: 'berlin', vendor: 'acme' });
    expect(platform).toBeInstanceOf(KubernetesPlatform);
    expect(`${platform.systemScraper}`).toBe('monitoring/k8s');
  });

  test('come from the file of the working directory', () => {
    write('platform: kubernetes\ndefaultNamespace: shop\nkubernetes:\n  clusterName: berlin\n  prometheus: { namespace: monitoring, name: k8s, monitorSelector: {} }\n');
    const { platform, written: _, schemaChecks: __, accepted: ___, ...others } = settingsOfFlags({}, OAM);
    expect(others).toEqual({ target: 'kubernetes', defaultNamespace: 'shop', clusterName: 'berlin', vendor: 'verrazzano' });
    expect(`${platform.systemScraper}`).toBe('monitoring/k8s');
  });

  test('come from the file that is named, and from no other', () => {
    write('vendor: acme\n');
    write('{ "defaultNamespace": "shop" }', 'other.json');
    expect(settingsOfFlags({ settings: 'other.json' }, OAM)).toMatchObject({ defaultNamespace: 'shop', vendor: 'verrazzano' });
  });

  test('of flags go before those of the file, field by field', () => {
    write([
      'platform: oam', 'vendor: acme', 'workloadKindPrefix: Acme', 'defaultNamespace: shop', 'kubernetes:', '  clusterName: berlin', '  prometheus:', '    namespace: one',
      '    name: k8s', '    monitorSelector: {}',
    ].join('\n'));
    const flags = { platform: 'kubernetes', prometheus: 'two/k8s', defaultNamespace: 'cart' };
    const { platform, written: _, schemaChecks: __, accepted: ___, ...others } = settingsOfFlags(flags);
    expect(others).toEqual({ target: 'kubernetes', defaultNamespace: 'cart', clusterName: 'berlin', vendor: 'acme' });
    expect(`${platform.systemScraper}`).toBe('two/k8s');
  });

  test('of flags may complete those of the file', () => {
    write('platform: kubernetes\nkubernetes:\n  prometheus: { namespace: monitoring, name: k8s }\n');
    expect(settingsOfFlags({ monitorSelector: 'release=prometheus' }).target).toBe('kubernetes');
  });

  test('may be in a file of comments, or in none', () => {
    write('# yaml-language-server: $schema=somewhere\n---\n');
    expect(settingsOfFlags({}, OAM).target).toBe('oam');
  });
});

describe('fails when the file', () => {
  test.each<[string, string, string]>([
    ['is a list', '- vendor: acme\n', 'cdk8s-oam.yaml:1:1: invalid-type: must be a map, got a list of 1'],
    ['is a text', '# settings\nvendor=acme\n', 'cdk8s-oam.yaml:2:1: invalid-type: must be a map, got a string'],
    ['has two documents', 'vendor: acme\n---\nplatform: oam\n', 'cdk8s-oam.yaml:3:1: invalid-type: is a second document, but settings are a single one; leave it out'],
    ['has a field without a value', 'kubernetes:\n  prometheus:\n    monitorNamespaceSelector:\n',
      'cdk8s-oam.yaml:3:5: invalid-type: \'kubernetes.prometheus.monitorNamespaceSelector\' has no value; leave it out, or give it one'],
    ['has a field that looks like a known one', 'defaultNamspace: shop\n',
      `cdk8s-oam.yaml:1:1: unknown-field: 'defaultNamspace' is an unknown field; expected one of ${FIELDS}; did you mean "defaultNamespace"?`],
    ['has a field that belongs elsewhere', 'clusterName: berlin\n',
      `cdk8s-oam.yaml:1:1: unknown-field: 'clusterName' is an unknown field; expected one of ${FIELDS}; leave it out, or check its spelling`],
    ['has a field that could belong to several', 'matchLabels: {}\n',
      `cdk8s-oam.yaml:1:1: unknown-field: 'matchLabels' is an unknown field; expected one of ${FIELDS}; leave it out, or check its spelling`],
    ['has a field that is not known at all', '"a.b c": 1\n__proto__: {}\n', several(
      `cdk8s-oam.yaml:1:1: unknown-field: 'a.b c' is an unknown field; expected one of ${FIELDS}; leave it out, or check its spelling`,
      `cdk8s-oam.yaml:2:1: unknown-field: '__proto__' is an unknown field; expected one of ${FIELDS}; leave it out, or check its spelling`)],
    ['has a value that looks like a known one', 'platform: kubernets\n',
      'cdk8s-oam.yaml:1:1: invalid-value: \'platform\' must be one of kubernetes, oam, got "kubernets"; did you mean "kubernetes"?'],
    ['has two kinds of certificates', 'kubernetes:\n  ingress:\n    tls: { issuer: a, secretName: b }\n',
      'cdk8s-oam.yaml:3:5: invalid-value: \'kubernetes.ingress.tls\' must have exactly one of clusterIssuer, issuer, secretName, insecureNone, and has issuer and secretName'],
    ['has no kind of certificates', 'kubernetes:\n  ingress:\n    tls: {}\n',
      'cdk8s-oam.yaml:3:5: invalid-value: \'kubernetes.ingress.tls\' must have exactly one of clusterIssuer, issuer, secretName, insecureNone, and has none'],
    ['has a kind of certificates that is not known', 'kubernetes:\n  ingress:\n    tls: { isuer: a, issuer: b }\n',
      'cdk8s-oam.yaml:3:12: unknown-field: \'kubernetes.ingress.tls.isuer\' is an unknown field; expected one of clusterIssuer, issuer, secretName, insecureNone; did you mean "issuer"?'],
    ['says that it is not without certificates', 'kubernetes:\n  ingress:\n    tls: { insecureNone: false }\n',
      'cdk8s-oam.yaml:3:12: invalid-value: \'kubernetes.ingress.tls.insecureNone\' must be true, got false; leave it out if it is not meant'],
    ['has what may be a secret', 'kubernetes:\n  ingress:\n    tls: { secretName: Pa55word }\n',
      'cdk8s-oam.yaml:3:12: invalid-name: \'kubernetes.ingress.tls.secretName\' must be the name of a secret (a DNS-1123 subdomain); the value is not shown; give the name of '
      + 'the secret, never its value'],
    ['has half of a mesh', 'kubernetes:\n  prometheus:\n    mesh: { namespaces: [] }\n', several(
      'cdk8s-oam.yaml:3:5: missing-field: \'kubernetes.prometheus.mesh.scrapeClass\' is required',
      'cdk8s-oam.yaml:3:13: missing-field: \'kubernetes.prometheus.mesh.namespaces\' must have at least 1 element')],
  ])('%s', (_, text, message) => {
    write(text);
    expect(errorOf()).toBe(message);
    expect(() => settingsOfFlags({})).toThrow(ModelError);
  });

  test('is wrong in many ways: all are told, with those of flags', () => {
    write([
      'vendor: Acme', 'kubernetes:', '  prometheus:', '    monitorKind: podMonitor', '    monitorLabels: { team: 1 }', '    namespaceLabels: { Shop: {}, shop: { a: b c } }',
      '    replaces: [prometheus, a/b]', '    monitorSelector: { matchExpressions: [{ key: a, operator: in }] }',
      '  ingress: { className: nginx, domain: "*.example.com", controller: nginx, annotations: { a: true } }',
    ].join('\n'));
    expect(errorOf({ vendor: 'ACME' })).toBe(`[cdk8s-oam] ${several(
      'cdk8s-oam.yaml:1:1: invalid-name: \'vendor\' must be the DNS-1123 label between "oam." and ".io", got "Acme"; write "verrazzano" for "oam.verrazzano.io"',
      'cdk8s-oam.yaml:4:5: invalid-value: \'kubernetes.prometheus.monitorKind\' must be one of PodMonitor, ServiceMonitor, ScrapeConfig, got "podMonitor"; did you mean "PodMonitor"?',
      'cdk8s-oam.yaml:5:22: invalid-label: \'kubernetes.prometheus.monitorLabels.team\' must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters), got 1',
      'cdk8s-oam.yaml:6:24: invalid-name: \'kubernetes.prometheus.namespaceLabels.Shop\' must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got "Shop"',
      'cdk8s-oam.yaml:6:42: invalid-label: \'kubernetes.prometheus.namespaceLabels.shop.a\' must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters), got "b c"',
      'cdk8s-oam.yaml:7:16: invalid-value: \'kubernetes.prometheus.replaces[0]\' must be of the form <namespace>/<deployment-name>, got "prometheus"; name the deployment of the scraper, such as "monitoring/prometheus"',
      'cdk8s-oam.yaml:8:53: invalid-value: \'kubernetes.prometheus.monitorSelector.matchExpressions[0].operator\' must be one of In, NotIn, Exists, DoesNotExist, got "in"; did you mean "In"?',
      'cdk8s-oam.yaml:9:32: invalid-host: \'kubernetes.ingress.domain\' must be a lower-case DNS name, neither with a wildcard nor an address, got "*.example.com"; give the host alone, without scheme, port or path',
      'cdk8s-oam.yaml:9:57: invalid-value: \'kubernetes.ingress.controller\' must be one of f5-nginx, haproxy, haproxy-ingress, ingress-nginx, kong, traefik, got "nginx"',
      'cdk8s-oam.yaml:9:91: invalid-annotation: \'kubernetes.ingress.annotations.a\' must be a string, got true; put it in quotes',
      'invalid-name: \'--vendor\' must be the DNS-1123 label between "oam." and ".io", got "ACME"; write "verrazzano" for "oam.verrazzano.io"')}`);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['is no YAML', 'vendor: acme\nkubernetes: [\n', 'cdk8s-oam.yaml:3:1: yaml-syntax: '],
    ['has a key twice', 'vendor: a\nvendor: b\n', 'cdk8s-oam.yaml:2:1: duplicate-key: \'vendor\' is given twice in one map'],
    ['is a template', 'vendor: {{ vendor }}\n', 'cdk8s-oam.yaml:1:9: templated-manifest: '],
    ['has several errors', 'a: *b\n---\nvendor: a\nvendor: b\n', '2 findings:\n  cdk8s-oam.yaml:1:4: yaml-alias: '],
    ['is not UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xff]), 'cdk8s-oam.yaml:1:4: invalid-character: has bytes that are not UTF-8'],
  ])('%s: it is told as of a manifest', (_, text, beginning) => {
    write(text);
    const message = errorOf({ vendor: 'acme' });
    expect(message.slice(0, beginning.length)).toBe(beginning);
    expect(message).toBe(new ManifestError(collectManifests(['cdk8s-oam.yaml']).unread).message);
  });

  test('is not there', () => {
    expect(errorOf({ settings: 'settings.yaml' })).toBe('settings.yaml: manifest-not-readable: does not exist; check the path');
    expect(errorOf({ settings: '' })).toBe('[cdk8s-oam] invalid-value: \'--settings\' must be the path of a file, got ""');
  });

  test('is a link that leads nowhere', () => {
    symlinkSync('nowhere', 'cdk8s-oam.yaml');
    expect(errorOf()).toBe('cdk8s-oam.yaml: manifest-not-readable: does not exist; check the path');
  });
});

test('a cluster without Prometheus has a platform without metrics', () => {
  expect(settingsOfFlags({ platform: 'kubernetes' }).platform.systemScraper).toBeUndefined();
});

describe('fails when there is', () => {
  const told = (flags: SettingsFlags) => messageOf(() => settingsOfFlags(flags));
  const PLATFORM = 'missing-field: \'platform\' is required; give kubernetes or oam, or give --platform';
  const PROMETHEUS = [
    'missing-field: \'kubernetes.prometheus.namespace\' is required; give the namespace of the Prometheus resource, or give --prometheus',
    'missing-field: \'kubernetes.prometheus.name\' is required; give the name of the Prometheus resource, or give --prometheus',
    'missing-field: \'kubernetes.prometheus.monitorSelector\' is required; give spec.podMonitorSelector of the Prometheus resource, '
    + 'or give --monitor-selector',
  ];

  test('no platform', () => {
    expect(told({})).toBe(`[cdk8s-oam] ${PLATFORM}`);
    write('vendor: acme\n', 'other.yaml');
    expect(told({ settings: 'other.yaml' })).toBe(`other.yaml:1:1: ${PLATFORM}`);
  });

  test('a Prometheus of which nothing is known', () => {
    expect(told({ platform: 'kubernetes', monitorKind: 'ServiceMonitor' })).toBe(`[cdk8s-oam] ${several(...PROMETHEUS)}`);
    write('platform: kubernetes\nkubernetes:\n  prometheus: {}\n');
    expect(told({})).toBe(several(...PROMETHEUS.map(each => `cdk8s-oam.yaml:3:3: ${each}`)));
  });

  test('a part of an Ingress', () => {
    expect(told({ ...PLAIN, ingressDomain: 'example.com' })).toBe(`[cdk8s-oam] ${several(
      'missing-field: \'kubernetes.ingress.tls\' is required; say where their certificates come from, or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls',
      'missing-field: \'kubernetes.ingress.className\' is required; give the name of the IngressClass, name the controller, set gatewayApi or istio, or give --ingress-class')}`);
  });

  test('a part of each in the file', () => {
    write('platform: kubernetes\nkubernetes:\n  ingress: {}\n  prometheus: {}\n');
    expect(told({})).toBe(several(
      'cdk8s-oam.yaml:3:3: missing-field: \'kubernetes.ingress.tls\' is required; say where their certificates come from, '
      + 'or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls',
      'cdk8s-oam.yaml:3:3: missing-field: \'kubernetes.ingress.className\' is required; give the name of the IngressClass, name the controller, set gatewayApi or istio, or give --ingress-class',
      'cdk8s-oam.yaml:4:3: missing-field: \'kubernetes.prometheus.namespace\' is required; give the namespace of the Prometheus resource, or give --prometheus',
      'cdk8s-oam.yaml:4:3: missing-field: \'kubernetes.prometheus.name\' is required; give the name of the Prometheus resource, or give --prometheus',
      'cdk8s-oam.yaml:4:3: missing-field: \'kubernetes.prometheus.monitorSelector\' is required; give spec.podMonitorSelector of the Prometheus resource, '
      + 'or give --monitor-selector'));
  });

  test('what only the platform finds wrong: it is told where it was written', () => {
    write('platform: kubernetes\nkubernetes:\n  prometheus:\n    monitorNamespaceSelector: { matchExpressions: [{ key: a, operator: In }] }\n    monitorLabels: { app.oam.dev/name: a }\n');
    const flags = { prometheus: 'monitoring/k8s', monitorSelector: 'all' };
    expect(told(flags)).toBe(several(
      'cdk8s-oam.yaml:4:52: invalid-value: \'kubernetes.prometheus.monitorNamespaceSelector.matchExpressions[0].values\' must have at least one value; give it values, or use Exists or DoesNotExist',
      'cdk8s-oam.yaml:5:22: reserved-label: \'kubernetes.prometheus.monitorLabels[\'app.oam.dev/name\']\' must not be set: the label identifies the component of each monitor; leave it out'));
  });

  test('what a schema cannot say of scrapes: it is told where it was written', () => {
    write('platform: kubernetes\nkubernetes:\n  prometheus:\n    scrape:\n      timeout: 1m30s\n      interval: 1m\n      dropMetrics: [a, "(?!b)"]\n      metricRelabelings: [{ action: keep }]\n');
    expect(told({ prometheus: 'monitoring/k8s', monitorSelector: 'all' })).toBe(several(
      'cdk8s-oam.yaml:5:7: scrape-timeout: \'kubernetes.prometheus.scrape.timeout\' is "90s", longer than the interval of "1m"; shorten it, or lengthen the interval',
      'cdk8s-oam.yaml:7:24: invalid-value: \'kubernetes.prometheus.scrape.dropMetrics[1]\' must be a regular expression of RE2, got "(?!b)": invalid or unsupported Perl syntax: (?!; '
      + 'write it in the syntax of RE2, which has no lookaround and no backreferences',
      'cdk8s-oam.yaml:8:27: missing-field: \'kubernetes.prometheus.scrape.metricRelabelings[0].sourceLabels\' is required with action keep'));
  });

  test.each(['oam', 'kubernetes'])('a value that was made of another one, and is none: %s', target => {
    const problem = 'invalid-value: \'workloadKindPrefix\' must be a capital letter, then letters and digits, as a kind begins, got "3scale"';
    const flags = { ...target === 'oam' ? {} : PLAIN, platform: target };
    expect(told({ ...flags, vendor: '3scale' })).toBe(`[cdk8s-oam] ${problem}`);
    write('vendor: 3scale\n');
    expect(told(flags)).toBe(`cdk8s-oam.yaml:1:1: ${problem}`);
  });
});
