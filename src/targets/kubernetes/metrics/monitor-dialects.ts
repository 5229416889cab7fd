import { MonitorKind } from './prometheus-operator-props';
import { Finding, FINE, found } from '../../../base/findings/finding';
import { MissingEvaluator, RuleReader } from '../../../model/platform/model';
import type { ScrapeField } from '../../../model/traits/metrics-trait';
import { ScrapeProtocol } from '../../../model/traits/scrape-settings';

/** A field that a reader cannot express, which is the error `not-expressible`. */
export const NOT_EXPRESSIBLE = Symbol('not-expressible');

/** The name under which a field is written; `undefined` if it holds without being written. */
type WrittenName = string | typeof NOT_EXPRESSIBLE | undefined;

/** How a reader expresses each field, or one of its values. */
export type ReadFields = Readonly<Record<ScrapeField, WrittenName | ((value: unknown) => WrittenName)>>;

/** Fields that have the names of the trait. */
export function sameNames<F extends ScrapeField>(...fields: readonly F[]): { readonly [Name in F]: Name } {
  return Object.fromEntries(fields.map(field => [field, field])) as { [Name in F]: Name };
}

/** How an operator's monitors differ from those of the Prometheus Operator. */
export interface MonitorDialect {
  readonly apiVersion: string;
  /** The operator's kinds, by those of the Prometheus Operator. */
  readonly kinds: Readonly<Partial<Record<MonitorKind, string>>>;
  /** The kind whose objects select monitors; `undefined` if all monitors are selected. */
  readonly selector?: string;
  readonly fields: ReadFields;
  /** The name of a reader that takes the monitors of another operator, but not all of their fields. */
  readonly reader?: string;
  /** Whether it takes an empty `separator` or `replacement` of a rule for its default. */
  readonly ignoresEmpty?: boolean;
  /** Whether it also takes the monitors that other operators create for the Prometheus Operator. */
  readonly takesOthers: boolean;
  /** Whether it reads Secrets in its own namespace only, unless it is configured to read others. */
  readonly readsOwnSecrets?: boolean;
  /** The evaluator of rules, or the reason why there is none. */
  readonly rules: RuleReader | MissingEvaluator;
  readonly podLabels: (name: string) => Readonly<Record<string, string>>;
}

/** The fields of the Prometheus Operator's monitors. */
const MONITOR_FIELDS: ReadFields = {
  interval: 'interval',
  timeout: 'scrapeTimeout',
  ...sameNames('honorTimestamps', 'scheme'),
  tls: 'tlsConfig',
  ...sameNames('basicAuth', 'authorization', 'metricRelabelings', 'relabelings', 'sampleLimit', 'labelLimit'),
  fallbackScrapeProtocol: 'fallbackScrapeProtocol',
};

const KINDS = { [MonitorKind.POD_MONITOR]: 'PodMonitor', [MonitorKind.SERVICE_MONITOR]: 'ServiceMonitor' };

/** The kind of rules that the Prometheus Operator reads, and others that read its objects. */
export const PROMETHEUS_RULES: RuleReader = {
  type: { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' }, by: 'Prometheus',
};

/** The Prometheus Operator. It sets these labels on pods, and `podMetadata` of a resource cannot change them. */
export const PROMETHEUS_OPERATOR: MonitorDialect = {
  apiVersion: 'monitoring.coreos.com/v1',
  kinds: { ...KINDS, [MonitorKind.SCRAPE_CONFIG]: 'ScrapeConfig' },
  fields: MONITOR_FIELDS,
  selector: 'Prometheus',
  takesOthers: true,
  rules: PROMETHEUS_RULES,
  podLabels: name => ({ 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': name }),
};

/** The VictoriaMetrics operator. It converts the monitors of others, and reads metrics as text whatever their type. */
export const VICTORIA_METRICS: MonitorDialect = {
  apiVersion: 'operator.victoriametrics.com/v1beta1',
  kinds: { [MonitorKind.POD_MONITOR]: 'VMPodScrape', [MonitorKind.SERVICE_MONITOR]: 'VMServiceScrape' },
  selector: 'VMAgent',
  fields: {
    interval: 'interval',
    timeout: 'scrapeTimeout',
    ...sameNames('honorTimestamps', 'scheme'),
    tls: 'tlsConfig',
    ...sameNames('basicAuth', 'authorization'),
    metricRelabelings: 'metricRelabelConfigs',
    relabelings: 'relabelConfigs',
    sampleLimit: 'sampleLimit',
    labelLimit: NOT_EXPRESSIBLE,
    fallbackScrapeProtocol: value => value === ScrapeProtocol.PROMETHEUS_PROTO ? NOT_EXPRESSIBLE : undefined,
  },
  takesOthers: true,
  rules: {
    type: { apiVersion: 'operator.victoriametrics.com/v1beta1', kind: 'VMRule' },
    by: 'VMAlert for VMAgent',
    added: { record: '' },
  },
  podLabels: name => ({ 'app.kubernetes.io/name': 'vmagent', 'app.kubernetes.io/instance': name }),
};

/** The metrics add-on of AKS and Azure Arc: the kinds of the Prometheus Operator in a group of its own. */
export const AZURE: MonitorDialect = {
  apiVersion: 'azmonitoring.coreos.com/v1',
  kinds: KINDS,
  fields: MONITOR_FIELDS,
  takesOthers: false,
  rules: 'azure',
  podLabels: name => ({ rsName: name }),
};

type GivenFields = Readonly<Partial<Record<ScrapeField, unknown>>>;

/** The given fields with their names. */
function namedFields(fields: ReadFields, given: GivenFields) {
  return (Object.keys(fields) as ScrapeField[]).filter(field => given[field] !== undefined).map(field => {
    const [name, value] = [fields[field], given[field]];
    return { field, value, name: typeof name === 'function' ? name(value) : name };
  });
}

/** Fields as their reader spells them. */
export function writtenIn(fields: ReadFields, given: GivenFields): object {
  return Object.fromEntries(namedFields(fields, given).flatMap(({ name, value }) =>
    typeof name === 'string' ? [[name, value]] : []));
}

/** Reports the fields that a reader cannot express. */
export function notExpressible(
  kind: string, { fields, reader }: Pick<MonitorDialect, 'fields' | 'reader'>, given: GivenFields,
): Finding[] {
  return namedFields(fields, given).flatMap(({ field, name }) => name !== NOT_EXPRESSIBLE ? FINE
    : found('not-expressible', [field], reader
      ? { reason: 'unread-field', kind, reader } : { reason: 'monitor-field', kind }));
}
