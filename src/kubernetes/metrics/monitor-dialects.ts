import type { MonitorFields } from './endpoints';
import { MonitorKind } from './prometheus-operator-props';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { MissingEvaluator, RuleReader } from '../../platform/rule-evaluator';
import { isObject, listOf } from '../../private/check';
import { ScrapeLimits, ScrapeProtocol } from '../../traits/scrape-settings';

/** How an operator's monitors differ from those of the Prometheus Operator. */
export interface MonitorDialect {
  readonly apiVersion: string;
  /** The operator's kinds, by those of the Prometheus Operator. */
  readonly kinds: Readonly<Partial<Record<MonitorKind, string>>>;
  /** The kind whose objects select monitors, and its fields that select their namespaces; `undefined` if all monitors are selected. */
  readonly selector?: { readonly kind: string; readonly namespaces: Readonly<Partial<Record<MonitorKind, string>>> };
  /** The names of endpoint fields that are named differently. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether it treats an empty field of a rule as unset. */
  readonly ignoresEmpty?: boolean;
  /** The name of a reader that takes the monitors of another operator, but not all of their fields. */
  readonly reader?: string;
  /** Whether a monitor cannot express a limit. */
  readonly isWithout?: (limit: keyof ScrapeLimits, value: unknown) => boolean;
  /** Limits that need not be set. */
  readonly needless?: readonly (keyof ScrapeLimits)[];
  /** Whether it also takes the monitors that other operators create for the Prometheus Operator. */
  readonly takesOthers: boolean;
  /** Whether it reads Secrets in its own namespace only, unless it is configured to read others. */
  readonly readsOwnSecrets?: boolean;
  /** The evaluator of rules, or the reason why there is none. */
  readonly rules: RuleReader | MissingEvaluator;
  /** The labels of the pods that scrape. */
  readonly podLabels: (name: string) => Readonly<Record<string, string>>;
}

const KINDS = { [MonitorKind.POD_MONITOR]: 'PodMonitor', [MonitorKind.SERVICE_MONITOR]: 'ServiceMonitor' };

/** The kind of rules that the Prometheus Operator reads, and others that read its objects. */
export const PROMETHEUS_RULES: RuleReader = { type: { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' }, by: 'Prometheus' };

/** The Prometheus Operator. It sets these labels on pods, and `podMetadata` of a resource cannot change them. */
export const PROMETHEUS_OPERATOR: MonitorDialect = {
  apiVersion: 'monitoring.coreos.com/v1',
  kinds: { ...KINDS, [MonitorKind.SCRAPE_CONFIG]: 'ScrapeConfig' },
  selector: {
    kind: 'Prometheus',
    namespaces: {
      [MonitorKind.POD_MONITOR]: 'podMonitorNamespaceSelector',
      [MonitorKind.SERVICE_MONITOR]: 'serviceMonitorNamespaceSelector',
      [MonitorKind.SCRAPE_CONFIG]: 'scrapeConfigNamespaceSelector',
    },
  },
  takesOthers: true,
  rules: PROMETHEUS_RULES,
  podLabels: name => ({ 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': name }),
};

/** The VictoriaMetrics operator. It converts the monitors of others to its own kinds, and reads metrics as text whatever their type. */
export const VICTORIA_METRICS: MonitorDialect = {
  apiVersion: 'operator.victoriametrics.com/v1beta1',
  kinds: { [MonitorKind.POD_MONITOR]: 'VMPodScrape', [MonitorKind.SERVICE_MONITOR]: 'VMServiceScrape' },
  selector: {
    kind: 'VMAgent',
    namespaces: {
      [MonitorKind.POD_MONITOR]: 'podScrapeNamespaceSelector', [MonitorKind.SERVICE_MONITOR]: 'serviceScrapeNamespaceSelector',
    },
  },
  names: { relabelings: 'relabelConfigs', metricRelabelings: 'metricRelabelConfigs' },
  needless: ['fallbackScrapeProtocol'],
  isWithout: (limit, value) => limit === 'labelLimit' || value === ScrapeProtocol.PROMETHEUS_PROTO,
  takesOthers: true,
  rules: { type: { apiVersion: 'operator.victoriametrics.com/v1beta1', kind: 'VMRule' }, by: 'VMAlert for VMAgent', added: { record: '' } },
  podLabels: name => ({ 'app.kubernetes.io/name': 'vmagent', 'app.kubernetes.io/instance': name }),
};

/** The metrics add-on of AKS and Azure Arc: the kinds of the Prometheus Operator in a group of its own. */
export const AZURE: MonitorDialect = {
  apiVersion: 'azmonitoring.coreos.com/v1',
  kinds: KINDS,
  takesOthers: false,
  rules: 'azure',
  podLabels: name => ({ rsName: name }),
};

/** An endpoint with the field names of the operator. */
export function endpointIn({ names }: MonitorDialect, fields: MonitorFields): object {
  return names ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value])) : fields;
}

/** The limits that the monitor sets for all its endpoints. */
export function limitsIn({ needless = [] }: MonitorDialect, limits: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => !needless.some(each => each === name)));
}

/** Reports rules of an endpoint that the reader would interpret differently. */
export function misread({ ignoresEmpty, reader = '' }: MonitorDialect, { metricRelabelings }: MonitorFields): Finding[] {
  const rules = ignoresEmpty ? listOf(metricRelabelings).filter(isObject) : [];
  const [empty] = rules.flatMap(rule => (['replacement', 'separator'] as const).filter(field => rule[field] === ''));
  return empty === undefined ? FINE : found('not-expressible', 'metricRelabelings',
    saying(`cannot be read as it is: ${reader} takes an empty '${empty}' of a rule for its default`,
      'write the rule in another way: to remove a label, use RelabelAction.LABEL_DROP'));
}

/** Reports limits that the operator's monitors cannot express. */
export function unsayable({ isWithout, kinds, reader }: MonitorDialect, limits: object, monitorKind: MonitorKind): Finding[] {
  const kind = kinds[monitorKind]!;
  return Object.entries(limits).flatMap(([limit, value]: [string, unknown]) => !isWithout?.(limit as keyof ScrapeLimits, value) ? FINE
    : found('not-expressible', [limit], reader ? { reason: 'unread-field', kind, reader } : { reason: 'monitor-field', kind }));
}
