import { join } from 'node:path';
import { Command } from 'commander';
import { fieldSchema, SETTINGS_PATHS, inEmptyFolder, outcomeOf, settingsOfValue } from './support';
import { SETTINGS_FILE, settingsOfFlags, SettingsFlags, withSettings } from '../../../src/cli/settings';
import { SettingsValue } from '../../../src/cli/settings/fields';
import { FLAGS, readFlags } from '../../../src/cli/settings/flags';
import { bad } from '../../../src/base/findings/finding';
import { GatewayImplementation, MonitoringProvider, NamespacesFrom } from '../../../src/index';
import { merge } from '../../../src/base/plain';
import { messageOf } from '../../support/message';

const write = inEmptyFolder();

const PLAIN: SettingsFlags = { platform: 'kubernetes', prometheus: 'monitoring/k8s', monitorSelector: 'all' };
const INGRESS: SettingsFlags = { ...PLAIN, ingressClass: 'nginx', insecureWithoutTls: true };

const CRDS = join(__dirname, '../../../crds');

/** The flags as they are written, and the fields that they give. */
const CASES: [flags: string[], settings: SettingsValue][] = [
  [['--platform', 'oam'], { platform: 'oam' }],
  [['--default-namespace', 'shop'], { defaultNamespace: 'shop' }],
  [['--kubernetes-version', '1.34'], { kubernetesVersion: '1.34' }],
  [['--schemas', `${CRDS},${CRDS}`], { schemas: [CRDS, CRDS] }],
  [['--require-schemas'], { requireSchemas: true }],
  [['--cluster-name', 'berlin'], { kubernetes: { clusterName: 'berlin' } }],
  [['--vendor', 'acme'], { vendor: 'acme' }],
  [['--prometheus', 'monitoring/k8s'], { kubernetes: { prometheus: { namespace: 'monitoring', name: 'k8s' } } }],
  [['--monitor-kind', 'ServiceMonitor'], { kubernetes: { prometheus: { monitorKind: 'ServiceMonitor' as any } } }],
  [['--monitor-selector', 'all'], { kubernetes: { prometheus: { monitorSelector: {} } } }],
  [['--monitor-selector', 'release=prometheus,example.com/team=shop,empty='],
    { kubernetes: { prometheus: { monitorSelector: { matchLabels: { 'release': 'prometheus', 'example.com/team': 'shop', 'empty': '' } } } } }],
  [['--monitor-namespaces', 'all'], { kubernetes: { prometheus: { monitorNamespaceSelector: {} } } }],
  [['--monitor-namespaces=team=shop'], { kubernetes: { prometheus: { monitorNamespaceSelector: { matchLabels: { team: 'shop' } } } } }],
  [['--ingress-class', 'nginx'], { kubernetes: { ingress: { className: 'nginx' } } }],
  [['--ingress-domain', 'example.com'], { kubernetes: { ingress: { domain: 'example.com' } } }],
  [['--ingress-controller', 'ingress-nginx'], { kubernetes: { ingress: { controller: 'ingress-nginx' as any } } }],
  [['--gateway', 'gateways/shared'], { kubernetes: { ingress: { gatewayApi: { gateway: { namespace: 'gateways', name: 'shared' } } } } }],
  [['--gateway-listener', 'https'],
    { kubernetes: { ingress: { gatewayApi: { gateway: { listeners: [{ name: 'https', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] } } } } }],
  [['--gateway-listener=https=*.example.com'],
    { kubernetes: { ingress: { gatewayApi: { gateway: { listeners: [{ name: 'https', hostname: '*.example.com', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] } } } } }],
  [['--gateway-implementation', 'envoy-gateway'], { kubernetes: { ingress: { gatewayApi: { implementation: GatewayImplementation.ENVOY_GATEWAY } } } }],
  [['--istio-gateway', 'istio-system/istio=ingressgateway,app=gateway'],
    { kubernetes: { ingress: { istio: { gateway: { namespace: 'istio-system', podLabels: { istio: 'ingressgateway', app: 'gateway' } } } } } }],
  [['--cluster-issuer', 'main'], { kubernetes: { ingress: { tls: { clusterIssuer: 'main' } } } }],
  [['--issuer', 'main'], { kubernetes: { ingress: { tls: { issuer: 'main' } } } }],
  [['--tls-secret', 'main'], { kubernetes: { ingress: { tls: { secretName: 'main' } } } }],
  [['--insecure-without-tls'], { kubernetes: { ingress: { tls: { insecureNone: true } } } }],
  [['--settings', 'other.yaml'], {}],
  [[], {}],
];

function parse(args: readonly string[]): SettingsFlags {
  return withSettings(new Command('render')).parse(args, { from: 'user' }).opts();
}

/** What flags give, as settings. */
function settingsFrom(flags: SettingsFlags): any {
  const { given, findings } = readFlags(flags);
  expect(findings).toEqual([]);
  return given.reduce((settings, { field, value }) => merge(settings, field.split('.').reduceRight<any>((inner, name) => ({ [name]: inner }), value)), {});
}

describe('flags', () => {
  test.each(CASES)('%j give %j', (args, settings) => {
    expect(settingsFrom(parse(args))).toEqual(settings);
  });

  test('are tried each', () => {
    const tried = CASES.flatMap(([[flag = '']]) => flag.replace(/=.*/, ''));
    expect(['--settings', ...Object.values(FLAGS).map(({ flag }) => flag)].filter(flag => !tried.includes(flag))).toEqual([]);
  });

  test('are the ones that the fields name', () => {
    const named = (text: unknown) => /Flag: (--[\w-]+)\.$/.exec(String(text))?.[1];
    const ofFields = SETTINGS_PATHS.flatMap(field => named(fieldSchema(field).description) ?? []);
    expect([...new Set(ofFields)].sort()).toEqual(Object.values(FLAGS).map(({ flag }) => flag).sort());
    for (const { flag, fields } of Object.values(FLAGS)) {
      // those of certificates give one of them
      const naming = SETTINGS_PATHS.filter(field => named(fieldSchema(field).description) === flag);
      expect(naming.map(field => field.replace(/\.tls\..*/, '.tls'))).toEqual(fields);
    }
  });

  test('make the platform that the same fields make', () => {
    const args = CASES.filter(([[flag = '']]) => !/^--(platform|settings|gateway.*|istio-gateway|cluster-issuer|issuer|tls-secret)$/.test(flag)).flatMap(([each]) => each);
    const flags = parse(['--platform', 'kubernetes', ...args]);
    const settings = { ...settingsFrom(flags), platform: 'kubernetes' };
    const [byFlags, byFields] = [settingsOfFlags(flags), settingsOfValue(settings)];
    expect(outcomeOf(byFlags.platform)).toEqual(outcomeOf(byFields.platform));
    expect({ ...byFlags, platform: 0 }).toEqual({ ...byFields, platform: 0 });
  });

  test('replace what the file has, each its field whole', () => {
    write(JSON.stringify({
      platform: 'kubernetes',
      kubernetes: {
        prometheus: { namespace: 'monitoring', name: 'k8s', monitorSelector: { matchLabels: { a: 'b' } }, monitorNamespaceSelector: {}, replaces: ['other/scraper'] },
        ingress: { className: 'nginx', domain: 'example.com', controller: 'ingress-nginx', tls: { clusterIssuer: 'main' } },
      },
    }));
    const find = (flags: SettingsFlags, kind: string) => {
      const { findings, objects } = outcomeOf(settingsOfFlags(flags).platform);
      expect(findings).toEqual([]);
      return objects.find(each => each.kind === kind);
    };
    expect(find({}, 'PodMonitor').metadata.labels).toMatchObject({ a: 'b' });
    expect(find({ monitorSelector: 'c=d' }, 'PodMonitor').metadata.labels).toMatchObject({ c: 'd' });
    expect(find({ monitorSelector: 'c=d' }, 'PodMonitor').metadata.labels).not.toHaveProperty('a');
    expect(find({}, 'Ingress').metadata.annotations).toMatchObject({ 'cert-manager.io/cluster-issuer': 'main' });
    expect(find({ issuer: 'own' }, 'Ingress').metadata.annotations).toMatchObject({ 'cert-manager.io/issuer': 'own' });
    expect(find({ issuer: 'own' }, 'Ingress').metadata.annotations).not.toHaveProperty('cert-manager.io/cluster-issuer');
    expect(find({ insecureWithoutTls: true }, 'Ingress').spec).not.toHaveProperty('tls');
  });

  test('are told by the help, with the file', () => {
    const help = withSettings(new Command('render')).helpInformation();
    const [first, second, ...others] = [...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag);
    expect([first, second]).toEqual(['--platform', '--settings']);
    expect(others).toEqual(Object.values(FLAGS).slice(1).map(({ flag }) => flag));
    expect(help).toContain(SETTINGS_FILE);
  });
});

describe('fails when a flag', () => {
  const DNS = 'must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters)';
  const LABELS = 'must be all, or labels with a value each, such as release=prometheus,team=shop';
  const IS_PLAIN = 'is for platform kubernetes, and the platform is oam; leave it out, or give --platform kubernetes';

  test.each<[string, SettingsFlags, string]>([
    ['names no platform', { platform: 'k8s' }, 'invalid-value: \'--platform\' must be one of kubernetes, oam, got "k8s"'],
    ['names one that looks like a platform', { platform: 'kubernets' }, 'invalid-value: \'--platform\' must be one of kubernetes, oam, got "kubernets"; did you mean "kubernetes"?'],
    ['names no namespace', { ...PLAIN, defaultNamespace: 'a.b' },
      'invalid-name: \'--default-namespace\' must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got "a.b"'],
    ['names no cluster', { ...PLAIN, clusterName: 'a$1' },
      'invalid-value: \'--cluster-name\' must be a non-empty string without \'$\', which has a meaning in relabelling rules, got "a$1"'],
    ['names no Prometheus', { ...PLAIN, prometheus: 'k8s' }, 'invalid-value: \'--prometheus\' must have the form <namespace>/<name>, got "k8s"'],
    ['names half a Prometheus', { ...PLAIN, prometheus: 'monitoring/' }, 'invalid-value: \'--prometheus\' must have the form <namespace>/<name>, got "monitoring/"'],
    ['names a Prometheus that cannot be', { ...PLAIN, prometheus: 'Monitoring/K8s' }, ['2 findings:',
      'invalid-name: \'--prometheus\' must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got "Monitoring"',
      `invalid-name: '--prometheus' ${DNS}, got "K8s"`].join('\n  ')],
    ['names no kind', { ...PLAIN, monitorKind: 'Podmonitor' },
      'invalid-value: \'--monitor-kind\' must be one of PodMonitor, ServiceMonitor, ScrapeConfig, got "Podmonitor"; did you mean "PodMonitor"?'],
    ['selects by a label without a value', { ...PLAIN, monitorSelector: 'release' }, `invalid-value: '--monitor-selector' ${LABELS}, got "release"`],
    ['selects by nothing', { ...PLAIN, monitorNamespaces: '' }, `invalid-value: '--monitor-namespaces' ${LABELS}, got ""`],
    ['selects by a value without a label', { ...PLAIN, monitorNamespaces: 'a=b,=c' }, `invalid-value: '--monitor-namespaces' ${LABELS}, got "a=b,=c"`],
    ['selects by one label twice', { ...PLAIN, monitorSelector: 'a=b,a=c' }, `invalid-value: '--monitor-selector' ${LABELS}, got "a=b,a=c"`],
    ['selects by what is no label', { ...PLAIN, monitorSelector: '__proto__=a b' }, ['2 findings:',
      'invalid-label: \'--monitor-selector\' must be a map with keys of the form [<DNS subdomain>/]<name>, got "__proto__"',
      'invalid-label: \'--monitor-selector\' must be a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters), got "a b"'].join('\n  ')],
    ['names no Gateway', { ...PLAIN, gateway: 'shared' }, 'invalid-value: \'--gateway\' must have the form <namespace>/<name>, got "shared"'],
    ['names no listener', { ...PLAIN, gatewayListener: 'https=' }, 'invalid-value: \'--gateway-listener\' must have the form <name> or <name>=<host>, got "https="'],
    ['names no implementation', { ...PLAIN, gatewayImplementation: 'envoy' },
      'invalid-value: \'--gateway-implementation\' must be one of envoy-gateway, istio, nginx-gateway-fabric, traefik, other, got "envoy"'],
    ['names no pods of a gateway', { ...PLAIN, istioGateway: 'istio-system' },
      'invalid-value: \'--istio-gateway\' must have the form <namespace>/<label=value,…>, got "istio-system"'],
    ['names all pods of a namespace', { ...PLAIN, istioGateway: 'istio-system/all' },
      'invalid-value: \'--istio-gateway\' must have the form <namespace>/<label=value,…>, got "istio-system/all"'],
    ['is for another way into the cluster', { ...PLAIN, ingressClass: 'nginx', istioGateway: 'istio-system/istio=ingressgateway', insecureWithoutTls: true },
      'invalid-value: \'--ingress-class\' cannot be set together with \'kubernetes.ingress.istio\'; leave one of them out'],
    ['names no class', { ...INGRESS, ingressClass: 'Nginx' }, `invalid-name: '--ingress-class' ${DNS}, got "Nginx"`],
    ['names no domain', { ...INGRESS, ingressDomain: 'https://example.com' }, 'invalid-host: \'--ingress-domain\' must be a lower-case DNS name, neither with a wildcard nor an address, '
      + 'got "https://example.com"; give the host alone, without scheme, port or path'],
    ['names no controller', { ...INGRESS, ingressController: 'ingress-nginxx' }, 'invalid-value: \'--ingress-controller\' must be one of f5-nginx, haproxy, haproxy-ingress, '
      + 'ingress-nginx, kong, traefik, got "ingress-nginxx"; did you mean "ingress-nginx"?'],
    ['may hold a secret', { ...PLAIN, ingressClass: 'nginx', tlsSecret: 'Pa55word' }, 'invalid-name: \'--tls-secret\' must be the name of a secret (a DNS-1123 subdomain); the value '
      + 'is not shown; give the name of the secret, never its value'],
    ['contradicts another one', { ...INGRESS, issuer: 'a', tlsSecret: 'b' }, ['2 findings:',
      'usage: \'--tls-secret\' cannot be used with --issuer; leave one of them out',
      'usage: \'--insecure-without-tls\' cannot be used with --issuer; leave one of them out'].join('\n  ')],
    ['means nothing to an OAM platform', { ...INGRESS, platform: 'oam', clusterName: 'berlin' }, ['4 findings:',
      `usage: '--prometheus' ${IS_PLAIN}`, `usage: '--monitor-selector' ${IS_PLAIN}`, `usage: '--ingress-class' ${IS_PLAIN}`, `usage: '--insecure-without-tls' ${IS_PLAIN}`].join('\n  ')],
  ])('%s', (_, flags, text) => {
    expect(messageOf(() => settingsOfFlags(flags))).toBe(`[cdk8s-oam] ${text}`);
  });

  test('gives what the platform itself refuses', () => {
    const refused = bad('invalid-label', 'labels', 'monitorSelector.matchLabels', 'a b');
    const made = MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'main', monitorSelector: {} });
    jest.spyOn(made._parts, 'check').mockReturnValue(refused);
    const check = jest.spyOn(MonitoringProvider, 'prometheusOperator').mockReturnValue(made);
    const message = messageOf(() => settingsOfFlags({ ...PLAIN, monitorSelector: 'a=b' }));
    check.mockRestore();
    expect(message).toBe('[cdk8s-oam] invalid-label: \'--monitor-selector\' must be a map with keys of the form [<DNS subdomain>/]<name>, got "a b"');
  });
});
