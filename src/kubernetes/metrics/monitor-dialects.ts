import type { MonitorFields } from './endpoints';
import { MonitorKind } from './prometheus-operator-props';
import { Finding, FINE, found } from '../../findings/finding';
import { MissingEvaluator, RuleReader } from '../../platform/rule-evaluator';
import { isObject, listOf } from '../../private/check';
import { ScrapeLimits, ScrapeProtocol } from '../../traits/scrape-settings';

/** How an operator writes monitors: by what it differs from the Prometheus Operator. */
export interface MonitorDialect {
  readonly apiVersion: string;
  /** Its kinds, by the names of the Prometheus Operator's. */
  readonly kinds: Readonly<Partial<Record<MonitorKind, string>>>;
  /** The kind whose objects say what is selected, and the fields in which they say it of namespaces; none if all monitors are selected. */
  readonly selector?: { readonly kind: string; readonly namespaces: Readonly<Partial<Record<MonitorKind, string>>> };
  /** Fields of an endpoint that are called otherwise. */
  readonly names?: Readonly<Record<string, string>>;
  /** Who reads the monitors of another, and not all fields of them. */
  readonly reader?: string;
  /** Whether it reads an empty field of a rule as one that is left out. */
  readonly ignoresEmpty?: boolean;
  /** Limits that a monitor cannot have. */
  readonly isWithout?: (limit: keyof ScrapeLimits, value: unknown) => boolean;
  /** Limits that need not be said. */
  readonly needless?: readonly (keyof ScrapeLimits)[];
  /** Whether the monitors that other operators make for the Prometheus Operator are taken too. */
  readonly takesOthers: boolean;
  /** Whether it reads Secrets in its own namespace only, unless it is told to read others. */
  readonly readsOwnSecrets?: boolean;
  /** Who evaluates rules, or why nobody does. */
  readonly rules: RuleReader | MissingEvaluator;
  /** The labels of the pods that scrape. */
  readonly podLabels: (name: string) => Readonly<Record<string, string>>;
}

const KINDS = { [MonitorKind.POD_MONITOR]: 'PodMonitor', [MonitorKind.SERVICE_MONITOR]: 'ServiceMonitor' };

/** The objects with rules that the Prometheus Operator reads, and others who take its objects. */
export const PROMETHEUS_RULES: RuleReader = { type: { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' }, by: 'Prometheus' };

/** The Prometheus Operator. It gives these labels to pods, and no `podMetadata` of a resource can change them. */
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

/** The VictoriaMetrics operator. It makes its own kinds of the monitors of others, and reads metrics as text whatever their type. */
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

/** The add-on for metrics of AKS and Azure Arc: the kinds of the Prometheus Operator in a group of its own. */
export const AZURE: MonitorDialect = {
  apiVersion: 'azmonitoring.coreos.com/v1',
  kinds: KINDS,
  takesOthers: false,
  rules: 'azure',
  podLabels: name => ({ rsName: name }),
};

/** An endpoint as the operator has it. */
export function endpointIn({ names }: MonitorDialect, fields: MonitorFields): object {
  return names ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value])) : fields;
}

/** The limits that the monitor says for all its endpoints. */
export function limitsIn({ needless = [] }: MonitorDialect, limits: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => !needless.some(each => each === name)));
}

/** Rules of an endpoint that the reader takes for others. */
export function misread({ ignoresEmpty, reader = '' }: MonitorDialect, { metricRelabelings }: MonitorFields): Finding[] {
  const rules = ignoresEmpty ? listOf(metricRelabelings).filter(isObject) : [];
  const [empty] = rules.flatMap(rule => (['replacement', 'separator'] as const).filter(field => rule[field] === ''));
  return empty === undefined ? FINE : found('not-expressible', 'metricRelabelings', { reason: 'unread-rule', reader, field: empty });
}

/** What a monitor of the operator cannot say. */
export function unsayable({ isWithout, kinds, reader }: MonitorDialect, limits: object, monitorKind: MonitorKind): Finding[] {
  const kind = kinds[monitorKind]!;
  return Object.entries(limits).flatMap(([limit, value]: [string, unknown]) => !isWithout?.(limit as keyof ScrapeLimits, value) ? FINE
    : found('not-expressible', [limit], reader ? { reason: 'unread-field', kind, reader } : { reason: 'monitor-field', kind }));
}
