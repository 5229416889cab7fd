import type { Command } from 'commander';
import { fieldAt } from './fields';
import { Finding, bad, found, movedTo, type ValueReason } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';

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
interface Flag {
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

/** What a flag gives to a field. */
export interface Given {
  readonly flag: Flag;
  readonly field: string;
  readonly value: unknown;
}

/** What flags give, and what is wrong with them. */
interface ReadFlags {
  readonly given: readonly Given[];
  readonly findings: readonly Finding[];
}

/** Reads the flags that are given; what is wrong with a value is told by its flag. */
export function readFlags(flags: SettingsFlags): ReadFlags {
  const findings: Finding[] = [];
  const given: Given[] = [];
  for (const [name, flag] of Object.entries(FLAGS)) {
    const value = flags[name as keyof typeof FLAGS];
    if (value === undefined || value === false) continue;
    const earlier = given.find(({ field }) => flag.fields.includes(field));
    if (earlier) findings.push(...found('usage', flag.flag, { reason: 'beside', other: earlier.flag.flag }));
    const read = valuesOf(flag, value as string);
    findings.push(...read.findings);
    given.push(...read.given);
  }
  if (flags.settings === '') findings.push(...bad('invalid-value', 'settings-file', '--settings', flags.settings));
  return { given, findings };
}

function valuesOf(flag: Flag, text: string): ReadFlags {
  const values = flag.read ? flag.read(text) : [text];
  if (!values) return { given: [], findings: bad('invalid-value', flag.reason!, flag.flag, text) };
  const given = values.map((value, i) => ({ flag, field: flag.fields[i], value }));
  const findings = given.flatMap(({ field, value }) => fieldAt(field).type.check(value, '')).map(each => movedTo([flag.flag], each));
  return { given, findings };
}

/** A field without which there is no platform, the flag that gives it too, and which sentences say so. */
const REQUIRED = {
  'platform': { flag: FLAGS.platform.flag, asFlag: 'platform-required', asField: 'platform-setting' },
  'kubernetes.prometheus.namespace': {
    flag: FLAGS.prometheus.flag, asFlag: 'prometheus-required', asField: 'prometheus-namespace-setting',
  },
  'kubernetes.prometheus.name': { flag: FLAGS.prometheus.flag, asFlag: 'prometheus-required', asField: 'prometheus-name-setting' },
  'kubernetes.prometheus.monitorSelector': {
    flag: FLAGS.monitorSelector.flag, asFlag: 'monitor-selector-required', asField: 'monitor-selector-setting',
  },
  'kubernetes.ingress.className': { flag: FLAGS.ingressClass.flag, asFlag: 'ingress-class-required', asField: 'ingress-class-setting' },
  'kubernetes.ingress.tls': { flag: FLAGS.clusterIssuer.flag, asFlag: 'certificates-required', asField: 'certificates-setting' },
} as const;

/** The path of such a field. */
export type RequiredField = keyof typeof REQUIRED;

/** The field at a path, if there is no platform without it. */
export function requiredAt(path: Path): RequiredField | undefined {
  const field = showPath(path);
  return Object.hasOwn(REQUIRED, field) ? field as RequiredField : undefined;
}

/** Where nothing around the field is written: names its flag, and the field of the file that would do the same. */
export function missingFlag(field: RequiredField, file: string): Finding[] {
  const { flag, asFlag: reason } = REQUIRED[field];
  return found('usage', flag, { reason, file });
}

/** Where something around the field is written. */
export function missingField(field: RequiredField): Finding[] {
  return found('missing-field', field, { reason: REQUIRED[field].asField });
}
