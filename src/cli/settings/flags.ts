import type { Command } from 'commander';
import { settingsFieldAt } from './fields';
import { bad, Finding, found, movedTo, ownWords, Wrong } from '../../base/findings/finding';

/** The default settings file. */
export const SETTINGS_FILE = 'cdk8s-oam.yaml';

/** A flag that sets fields of the settings. */
interface Flag {
  readonly flag: string;
  /** The flag with its argument. */
  readonly usage: string;
  readonly description: string;
  /** The fields that it sets, each completely. */
  readonly fields: readonly string[];
  /** Parses the text into the values of the fields; `undefined` if the text is invalid. Default: the text itself. */
  readonly read?: (text: string) => readonly unknown[] | undefined;
  /** The finding on an invalid text, whose message names the allowed ones. */
  readonly wrong?: Wrong<'invalid-value'>;
}

/** Declares a flag by its usage, such as `--platform <platform>`. */
function flag(
  usage: string, fields: string | readonly string[], description: string, more: Pick<Flag, 'read' | 'wrong'> = {},
): Flag {
  return { flag: usage.split(' ')[0], usage, description, fields: [fields].flat(), ...more };
}

/** Parses a selector: `release=prometheus,team=shop`, or `all`. */
function selector(text: string): readonly { readonly matchLabels?: Readonly<Record<string, string>> }[] | undefined {
  if (text === 'all') return [{}];
  const pairs = text.split(',').map(part => part.split('='));
  const isFine = pairs.every(pair => pair.length === 2 && pair[0] !== '')
    && new Set(pairs.map(([key]) => key)).size === pairs.length;
  return isFine ? [{ matchLabels: Object.fromEntries(pairs) }] : undefined;
}

const [PROMETHEUS, INGRESS] = ['kubernetes.prometheus', 'kubernetes.ingress'];
const [TLS, GATEWAY] = [`${INGRESS}.tls`, `${INGRESS}.gatewayApi`];

/** Labels that select monitors or namespaces; `all` is the selector `{}`. */
const LABELS = {
  read: selector,
  wrong: ownWords('must be all, or labels with a value each, such as release=prometheus,team=shop'),
};

/** A namespaced name, whose two parts set two fields. */
const NAMESPACE_AND_NAME = {
  read: (text: string) => {
    const parts = text.split('/');
    return parts.length === 2 && parts.every(part => part !== '') ? parts : undefined;
  },
  wrong: ownWords('must have the form <namespace>/<name>'),
};

/** `https=*.example.com`, or only a name. */
const LISTENER = {
  read: (text: string) => {
    const [name, hostname, ...others] = text.split('=');
    if (name === '' || hostname === '' || others.length > 0) return undefined;
    return [[{ name, ...hostname !== undefined && { hostname }, allowedRoutes: { namespaces: 'All' } }]];
  },
  wrong: ownWords('must have the form <name> or <name>=<host>'),
};

/** The namespace and the labels of pods: `istio-system/istio=ingressgateway`. */
const PODS_OF_GATEWAY = {
  read: (text: string) => {
    const [namespace, labels, ...others] = text.split('/');
    const [pods] = labels === undefined || others.length > 0 ? [] : selector(labels) ?? [];
    return namespace !== '' && pods?.matchLabels ? [{ namespace, podLabels: pods.matchLabels }] : undefined;
  },
  wrong: ownWords('must have the form <namespace>/<label=value,…>'),
};

/** The flags in the order of the help. */
export const FLAGS = {
  platform: flag('--platform <platform>', 'platform',
    'the platform to render for: kubernetes, or oam for a cluster with an OAM platform'),
  defaultNamespace: flag('--default-namespace <name>', 'defaultNamespace',
    'the namespace of objects without one, as in `kubectl --namespace`'),
  kubernetesVersion: flag('--kubernetes-version <version>', 'kubernetesVersion',
    'check against the schemas of this minor version of Kubernetes (default: the newest that serves the kind)'),
  schemas: flag('--schemas <path,…>', 'schemas',
    'also check against the CustomResourceDefinitions in these files and folders',
    { read: paths => [paths.split(',')] }),
  requireSchemas: flag('--require-schemas', 'requireSchemas', 'report kinds without a schema as errors',
    { read: () => [true] }),
  clusterName: flag('--cluster-name <name>', 'kubernetes.clusterName',
    'the name of the cluster, a label of every series (default: local)'),
  vendor: flag('--vendor <vendor>', 'vendor',
    'the vendor in the API group oam.<vendor>.io of traits and workloads (default: verrazzano)'),
  prometheus: flag('--prometheus <namespace>/<name>', [`${PROMETHEUS}.namespace`, `${PROMETHEUS}.name`],
    'the Prometheus resource that collects metrics (default: none, and no monitors are rendered)',
    NAMESPACE_AND_NAME),
  monitorKind: flag('--monitor-kind <kind>', `${PROMETHEUS}.monitorKind`,
    'PodMonitor (the default), ServiceMonitor or ScrapeConfig'),
  monitorSelector: flag('--monitor-selector <label=value,… | all>', `${PROMETHEUS}.monitorSelector`,
    'the labels by which the Prometheus resource selects monitors, or all; required with --prometheus', LABELS),
  monitorNamespaces: flag('--monitor-namespaces <label=value,… | all>', `${PROMETHEUS}.monitorNamespaceSelector`,
    'the labels of the namespaces whose monitors it selects, or all (default: only its own namespace)', LABELS),
  ingressClass: flag('--ingress-class <name>', `${INGRESS}.className`,
    'the IngressClass of the Ingresses that are rendered (default: that of the controller)'),
  ingressDomain: flag('--ingress-domain <domain>', `${INGRESS}.domain`,
    'the domain of generated hosts, <application>.<namespace>.<domain>'),
  ingressController: flag('--ingress-controller <name>', `${INGRESS}.controller`,
    'the ingress controller, such as traefik; without it, Ingresses have no session cookies'),
  gateway: flag('--gateway <namespace>/<name>', [`${GATEWAY}.gateway.namespace`, `${GATEWAY}.gateway.name`],
    'render HTTPRoutes for this Gateway of the Gateway API instead of Ingresses', NAMESPACE_AND_NAME),
  gatewayListener: flag('--gateway-listener <name>[=<host>]', `${GATEWAY}.gateway.listeners`,
    'its HTTPS listener, which must allow routes from all namespaces; use a settings file for other listeners',
    LISTENER),
  gatewayImplementation: flag('--gateway-implementation <name>', `${GATEWAY}.implementation`,
    'the implementation of the Gateway: envoy-gateway, istio, nginx-gateway-fabric, traefik or other'),
  istioGateway: flag('--istio-gateway <namespace>/<label=value,…>', `${INGRESS}.istio.gateway`,
    'the pods of the Istio gateway; render Istio objects instead of Ingresses', PODS_OF_GATEWAY),
  clusterIssuer: flag('--cluster-issuer <name>', TLS, 'the cert-manager ClusterIssuer of certificates',
    { read: clusterIssuer => [{ clusterIssuer }] }),
  issuer: flag('--issuer <name>', TLS, 'instead of --cluster-issuer: the Issuer of certificates',
    { read: issuer => [{ issuer }] }),
  tlsSecret: flag('--tls-secret <name>', TLS, 'instead of --cluster-issuer: an existing Secret with the certificate',
    { read: secretName => [{ secretName }] }),
  insecureWithoutTls: flag('--insecure-without-tls', TLS, 'no certificates: requests arrive unencrypted',
    { read: () => [{ insecureNone: true }] }),
};

/** The flags of a command that set settings; `settings` names the settings file. */
export type SettingsFlags = { readonly settings?: string }
  & { readonly [F in keyof typeof FLAGS]?: F extends 'insecureWithoutTls' | 'requireSchemas' ? boolean : string };

/** Adds the flags of the settings to a command. */
export function withSettings(command: Command): Command {
  const { platform, ...others } = FLAGS;
  command.option(platform.usage, platform.description);
  command.option('--settings <file>', `a settings file; flags override it (default: ${SETTINGS_FILE}, if it exists)`);
  for (const { usage, description } of Object.values(others)) command.option(usage, description);
  return command;
}

/** The value to which a flag sets a field. */
interface GivenFlag { readonly flag: Flag; readonly field: string; readonly value: unknown }

/** Reads the given flags. Findings on a value name its flag. */
export function readFlags(flags: SettingsFlags) {
  const [findings, given]: [Finding[], GivenFlag[]] = [[], []];
  for (const [name, each] of Object.entries(FLAGS)) {
    const text = flags[name as keyof typeof FLAGS];
    if (text === undefined || text === false) continue;
    const earlier = given.find(({ field }) => each.fields.includes(field));
    if (earlier) findings.push(...found('usage', each.flag, { reason: 'beside', other: earlier.flag.flag }));
    const values = each.read ? each.read(text as string) : [text];
    if (!values) findings.push(...bad('invalid-value', each.wrong!, each.flag, text));
    for (const [i, value] of (values ?? []).entries()) {
      const field = each.fields[i];
      findings.push(...settingsFieldAt(field).type.check(value, '').map(wrong => movedTo([each.flag], wrong)));
      given.push({ flag: each, field, value });
    }
  }
  if (flags.settings === '') {
    findings.push(...bad('invalid-value', ownWords('must be the path of a file'), '--settings', flags.settings));
  }
  return { given, findings };
}
