import type { Command } from 'commander';
import type { ValueReason } from '../../findings/finding';

/** The file that is read unless another one is named. */
export const SETTINGS_FILE = 'cdk8s-oam.yaml';

/** What the settings of a command are told by flags. */
export interface SettingsFlags {
  readonly platform?: string;
  /** The file with the settings. */
  readonly settings?: string;
  readonly defaultNamespace?: string;
  readonly clusterName?: string;
  readonly vendor?: string;
  readonly prometheus?: string;
  readonly monitorKind?: string;
  readonly monitorSelector?: string;
  readonly monitorNamespaces?: string;
  readonly ingressClass?: string;
  readonly ingressDomain?: string;
  readonly ingressController?: string;
  readonly clusterIssuer?: string;
  readonly issuer?: string;
  readonly tlsSecret?: string;
  readonly insecureWithoutTls?: boolean;
}

/** A flag that gives fields of the settings. */
export interface Flag {
  readonly flag: string;
  /** What stands behind it. */
  readonly argument?: string;
  readonly description: string;
  /** The fields that it gives, each whole. */
  readonly fields: readonly string[];
  /** The values of the fields; nothing where the text is none that it takes. The text itself where there is no such function. */
  readonly read?: (text: string) => readonly unknown[] | undefined;
  /** Which sentence says what it takes. */
  readonly reason?: ValueReason<'invalid-value'>;
  /** Whether it means nothing to an OAM platform. */
  readonly forKubernetes?: boolean;
}

const TLS = 'kubernetes.ingress.tls';

/** `release=prometheus,team=shop`, or `all`, as a selector. */
function selector(text: string): readonly unknown[] | undefined {
  if (text === 'all') return [{}];
  const pairs = text.split(',').map(part => part.split('='));
  const isFine = pairs.every(pair => pair.length === 2 && pair[0] !== '') && new Set(pairs.map(([key]) => key)).size === pairs.length;
  return isFine ? [{ matchLabels: Object.fromEntries(pairs) }] : undefined;
}

function namespaceAndName(text: string): readonly string[] | undefined {
  const parts = text.split('/');
  return parts.length === 2 && parts.every(part => part !== '') ? parts : undefined;
}

const LABELS = { argument: '<label=value,… | all>', read: selector, reason: 'selector-flag', forKubernetes: true } as const;

/** The flags, in the order of the help. */
export const FLAGS: Readonly<Record<Exclude<keyof SettingsFlags, 'settings'>, Flag>> = {
  platform: {
    flag: '--platform',
    argument: '<platform>',
    fields: ['platform'],
    description: 'what is rendered for: oam, a cluster with an OAM platform, or kubernetes, one without',
  },
  defaultNamespace: {
    flag: '--default-namespace',
    argument: '<name>',
    fields: ['defaultNamespace'],
    description: 'the namespace of what is declared without one, as `kubectl --namespace` has it',
  },
  clusterName: {
    flag: '--cluster-name',
    argument: '<name>',
    fields: ['kubernetes.clusterName'],
    description: 'the name of the cluster, which every series has as a label (default: local)',
  },
  vendor: {
    flag: '--vendor',
    argument: '<vendor>',
    fields: ['vendor'],
    description: 'the vendor in oam.<vendor>.io, by which its traits and workloads are known (default: verrazzano)',
  },
  prometheus: {
    flag: '--prometheus',
    argument: '<namespace>/<name>',
    fields: ['kubernetes.prometheus.namespace', 'kubernetes.prometheus.name'],
    description: 'the Prometheus resource that collects metrics',
    read: namespaceAndName,
    reason: 'namespace-and-name',
    forKubernetes: true,
  },
  monitorKind: {
    flag: '--monitor-kind',
    argument: '<kind>',
    fields: ['kubernetes.prometheus.monitorKind'],
    description: 'PodMonitor or ServiceMonitor (default: PodMonitor)',
    forKubernetes: true,
  },
  monitorSelector: {
    flag: '--monitor-selector',
    fields: ['kubernetes.prometheus.monitorSelector'],
    ...LABELS,
    description: 'the labels by which the Prometheus resource selects monitors, or all',
  },
  monitorNamespaces: {
    flag: '--monitor-namespaces',
    fields: ['kubernetes.prometheus.monitorNamespaceSelector'],
    ...LABELS,
    description: 'the labels of the namespaces from which it takes monitors, or all (default: from its own namespace only)',
  },
  ingressClass: {
    flag: '--ingress-class',
    argument: '<name>',
    fields: ['kubernetes.ingress.className'],
    description: 'the IngressClass of what IngressTraits become',
    forKubernetes: true,
  },
  ingressDomain: {
    flag: '--ingress-domain',
    argument: '<domain>',
    fields: ['kubernetes.ingress.domain'],
    description: 'the domain of generated hosts, <application>.<namespace>.<domain>',
    forKubernetes: true,
  },
  ingressController: {
    flag: '--ingress-controller',
    argument: '<name>',
    fields: ['kubernetes.ingress.controller'],
    description: 'the ingress controller, such as ingress-nginx, for cookies that keep a session at one pod',
    forKubernetes: true,
  },
  clusterIssuer: {
    flag: '--cluster-issuer',
    argument: '<name>',
    fields: [TLS],
    read: clusterIssuer => [{ clusterIssuer }],
    description: 'certificates of Ingresses come from this ClusterIssuer of cert-manager',
    forKubernetes: true,
  },
  issuer: {
    flag: '--issuer',
    argument: '<name>',
    fields: [TLS],
    read: issuer => [{ issuer }],
    description: 'or from this Issuer of their namespace',
    forKubernetes: true,
  },
  tlsSecret: {
    flag: '--tls-secret',
    argument: '<name>',
    fields: [TLS],
    read: secretName => [{ secretName }],
    description: 'or from this Secret of their namespace',
    forKubernetes: true,
  },
  insecureWithoutTls: {
    flag: '--insecure-without-tls',
    fields: [TLS],
    read: () => [{ insecureNone: true }],
    description: 'or there are none: requests come in plain text',
    forKubernetes: true,
  },
};

/** Adds the flags of the settings to a command. */
export function withSettings(command: Command): Command {
  const { platform, ...others } = FLAGS;
  const add = ({ flag, argument, description }: Flag) => command.option(argument ? `${flag} ${argument}` : flag, description);
  add(platform);
  command.option('--settings <file>', `a file with settings, before which the flags go (default: ${SETTINGS_FILE}, if there is one)`);
  Object.values(others).forEach(add);
  return command;
}
