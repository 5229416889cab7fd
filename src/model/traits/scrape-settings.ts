import type { Duration } from 'cdk8s';
import {
  CONFIG_MAP_KEY, COUNT, ConfigMapKey, DURATION, FILLED, SECRET_KEY, SecretKey, exactlyOne, choice, FieldsOf, FLAG,
  record, string, TEXT, integer, listType,
} from '../../base/definitions/type';
import { FINE, found, ownWords, joinPath, Shown, bad } from '../../base/findings/finding';
import { metricsPath } from '../../base/addresses';
import { isGivenUpLate } from '../../base/durations';
import { isObject, whole } from '../../base/check';
import { regex } from '../../base/regexes';

/** The action of a relabelling rule. */
export enum RelabelAction {
  /** Writes `replacement` into the target label of samples that match. */
  REPLACE = 'replace',
  /** Keeps the samples that match, and no others. */
  KEEP = 'keep',
  /** Drops the samples that match. */
  DROP = 'drop',
  /** Keeps the samples whose source labels have the value of the target label. Prometheus 2.41 or newer. */
  KEEP_EQUAL = 'keepequal',
  /** Drops the samples whose source labels have the value of the target label. Prometheus 2.41 or newer. */
  DROP_EQUAL = 'dropequal',
  /** Writes a hash of the source labels, modulo `modulus`, into the target label. */
  HASH_MOD = 'hashmod',
  /** Copies each label whose name matches to the name that `replacement` yields. */
  LABEL_MAP = 'labelmap',
  /** Drops the labels whose names match. */
  LABEL_DROP = 'labeldrop',
  /** Drops the labels whose names do not match. */
  LABEL_KEEP = 'labelkeep',
  /** Writes the source labels in lower case into the target label. Prometheus 2.36 or newer. */
  LOWERCASE = 'lowercase',
  /** Writes the source labels in upper case into the target label. Prometheus 2.36 or newer. */
  UPPERCASE = 'uppercase',
}

/**
 * A rule that changes or drops samples before they are stored: `metricRelabelings` of a monitor,
 * `metric_relabel_configs` of Prometheus.
 */
export interface MetricRelabeling {
  /** What the rule does. @default RelabelAction.REPLACE */
  readonly action?: RelabelAction;

  /**
   * The labels whose values, joined by `separator`, are matched; `__name__` is the name of the metric.
   *
   * @default - none: the rule matches the empty string
   */
  readonly sourceLabels?: string[];

  /** The string between the values of the source labels. @default ; */
  readonly separator?: string;
  /** The regular expression (RE2) that must match the whole string. @default (.*) */
  readonly regex?: string;

  /**
   * The label that is written, or compared with. With `replace` it may have `$1` for what a group of the regex has
   * matched.
   *
   * @default - none
   */
  readonly targetLabel?: string;

  /**
   * The value that is written, or the name of the label with `labelmap`; `$1` is what the first group of the regex has
   * matched.
   *
   * @default $1
   */
  readonly replacement?: string;

  /** The divisor of `hashmod`, at least 1. @default - none */
  readonly modulus?: number;
}

/**
 * The fields that an action reads, those with a `?` if they are given. Prometheus rejects some of the others, and
 * ignores the rest.
 */
const READS: Readonly<Record<RelabelAction, string>> = {
  replace: 'targetLabel sourceLabels? separator? regex? replacement?',
  keep: 'sourceLabels separator? regex?',
  drop: 'sourceLabels separator? regex?',
  keepequal: 'sourceLabels targetLabel',
  dropequal: 'sourceLabels targetLabel',
  hashmod: 'sourceLabels targetLabel modulus separator?',
  labelmap: 'regex replacement?',
  labeldrop: 'regex',
  labelkeep: 'regex',
  lowercase: 'sourceLabels targetLabel separator?',
  uppercase: 'sourceLabels targetLabel separator?',
};

const FIELDS = ['sourceLabels', 'separator', 'regex', 'targetLabel', 'replacement', 'modulus'];

/** A path at which metrics are. */
export const METRICS_PATH = string(metricsPath, { pattern: '^/[^\\s?#]*$' });

/** A list of regular expressions for names of metrics. */
const METRIC_NAMES = listType(string((value, field) =>
  // names are never empty
  value === '' ? bad('invalid-value', 'filled', field, value) : regex(value, field)));

/** A list of relabelling rules. */
export const METRIC_RELABELINGS = listType(record<MetricRelabeling>()({
  action: choice('RelabelAction', RelabelAction),
  sourceLabels: listType(FILLED),
  separator: TEXT,
  regex: string(regex),
  targetLabel: FILLED,
  replacement: TEXT,
  modulus: integer(whole(1)),
}, {
  rules: [(rule, field) => {
    const action: RelabelAction = rule?.action ?? RelabelAction.REPLACE;
    if (!isObject(rule) || !Object.hasOwn(READS, action)) return FINE;
    const reads = READS[action].split(' ');
    const unread = FIELDS.filter(name => rule[name] != null && !reads.includes(name) && !reads.includes(`${name}?`));
    return [
      ...reads.filter(name => !name.endsWith('?') && rule[name] == null).flatMap(name =>
        found('missing-field', joinPath(field, [name]), { reason: 'required-with', other: `action ${action}` })),
      ...unread.flatMap(name =>
        found('invalid-value', joinPath(field, [name]), { reason: 'not-with', other: `action ${action}` })),
    ];
  }],
}));

/** The protocol by which an endpoint is scraped. */
export enum ScrapeScheme {
  /** Without TLS. */
  HTTP = 'http',
  /** With TLS. */
  HTTPS = 'https',
}

/**
 * The certificates that sign that of an endpoint: exactly one of a Secret's and a ConfigMap's key, which holds them as
 * PEM.
 */
export interface ScrapeCertificateAuthority {
  /** The key of a Secret in the workload's namespace. @default - taken from `configMap` */
  readonly secret?: SecretKey;
  /** The key of a ConfigMap in the workload's namespace. @default - taken from `secret` */
  readonly configMap?: ConfigMapKey;
}

/** How Prometheus verifies the certificate of an endpoint. */
export interface ScrapeTls {
  /** The certificate authority. @default - those that the image of the Prometheus trusts */
  readonly ca?: ScrapeCertificateAuthority;

  /**
   * The name that the certificate must have.
   *
   * @default - the address that is scraped: for pods and Services an IP address, which few certificates have
   */
  readonly serverName?: string;

  /**
   * Whether the certificate is not verified: whoever answers at the address gets the credentials and can supply any
   * metrics.
   *
   * @default false
   */
  readonly insecureSkipVerify?: boolean;
}

/** The header `Authorization` of a scrape. Manifests hold the reference only, never the token. */
export interface ScrapeAuthorization {
  /** The scheme of the header; never `Basic`, which `secret` of a MetricsTrait is for. @default Bearer */
  readonly type?: string;
  /** The token. */
  readonly credentials: SecretKey;
}

/** How an endpoint is scraped. On a KubernetesPlatform only. */
export interface ScrapeSettings {
  /**
   * How often it is scraped: at least a millisecond.
   *
   * @default - that of the trait, or else of the provider, or else of the Prometheus: every 30 seconds, unless its
   * `scrapeInterval` says otherwise
   */
  readonly interval?: Duration;

  /**
   * The time limit of a scrape, at most the interval.
   *
   * @default - that of the trait, or else of the provider, or else of the Prometheus: 10 seconds, unless its
   * `scrapeTimeout` differs
   */
  readonly timeout?: Duration;

  /**
   * Whether the timestamps that the endpoint gives to its samples are kept.
   *
   * @default - that of the trait, or else of the provider, or else true, by Prometheus
   */
  readonly honorTimestamps?: boolean;

  /**
   * The protocol. A value of the endpoint or the trait overrides the mesh: the endpoint is then scraped without the
   * mesh's certificates.
   *
   * @default - that of the trait, or else `https` if the namespace is one of the provider's mesh, or else that of the
   * provider, or else `http`
   */
  readonly scheme?: ScrapeScheme;

  /**
   * How the certificate is verified. Only with `scheme` `https`: in a mesh the scrape class has the certificates.
   *
   * @default - that of the trait, or else of the provider, or else by the certificate authorities that the image of the
   * Prometheus trusts
   */
  readonly tls?: ScrapeTls;

  /**
   * The token that is sent instead of the user name and the password of `secret`.
   *
   * @default - that of the trait, or else `secret`, or else that of the provider, or else none
   */
  readonly authorization?: ScrapeAuthorization;

  /**
   * Regular expressions, each for the whole name of a metric: samples of metrics that none of them matches are dropped.
   * An empty list keeps all. The syntax is RE2: lookaheads and backreferences are errors, because the Prometheus
   * Operator would leave out the whole monitor. `up` and the other series that Prometheus adds to a scrape are always
   * kept.
   *
   * @default - those of the trait, or else of the provider, or else all metrics are kept
   */
  readonly keepMetrics?: string[];

  /**
   * Regular expressions as in `keepMetrics`: samples of metrics that one of them matches are dropped. An empty list
   * drops none.
   *
   * @default - those of the trait, or else of the provider, or else none
   */
  readonly dropMetrics?: string[];

  /**
   * Rules that change or drop samples, after `keepMetrics` and `dropMetrics`.
   *
   * @default - those of the trait, or else of the provider, or else none
   */
  readonly metricRelabelings?: MetricRelabeling[];
}

/** A format of metrics. */
export enum ScrapeProtocol {
  /** The Protobuf format of Prometheus. */
  PROMETHEUS_PROTO = 'PrometheusProto',
  /** OpenMetrics 0.0.1, as text. */
  OPEN_METRICS_TEXT_0_0_1 = 'OpenMetricsText0.0.1',
  /** OpenMetrics 1.0.0, as text. */
  OPEN_METRICS_TEXT_1_0_0 = 'OpenMetricsText1.0.0',
  /** The text format of Prometheus, which nearly all exporters write. */
  PROMETHEUS_TEXT_0_0_4 = 'PrometheusText0.0.4',
  /** The same with names in UTF-8. */
  PROMETHEUS_TEXT_1_0_0 = 'PrometheusText1.0.0',
}

/** What holds for all endpoints of a component. On a KubernetesPlatform only. */
export interface ScrapeLimits {
  /**
   * How many samples a scrape may return; one with more fails. 0 is no limit.
   *
   * @default - no limit, unless the Prometheus has one
   */
  readonly sampleLimit?: number;

  /**
   * How many labels a sample may have; a scrape of one with more fails. 0 is no limit.
   *
   * @default - no limit, unless the Prometheus has one
   */
  readonly labelLimit?: number;

  /**
   * The format of metrics whose `Content-Type` names none, as those of WebLogic exporters before 2.2.3: without it,
   * Prometheus 3 fails to scrape them. Prometheus Operator 0.79 and Prometheus 3.0 or newer.
   *
   * @default - none
   */
  readonly fallbackScrapeProtocol?: ScrapeProtocol;
}

/** The scheme of the `Authorization` header. Prometheus rejects `Basic` here: it has its own fields. */
export const AUTHORIZATION_TYPE = string((value, field) => {
  const isScheme = typeof value === 'string' && /^[!#$%&'*+.^`|~\w-]+$/.test(value) && value.toLowerCase() !== 'basic';
  return isScheme ? FINE : found('invalid-value', field, {
    ...ownWords('must be a scheme such as Bearer, in one word and other than Basic',
      "give a user name and a password by 'secret', and a token by 'credentials'"),
    // a value that is not a scheme may be the token itself, so that the message hides it
    value: Shown.typeOf(value),
  });
}, { pattern: "^(?![Bb][Aa][Ss][Ii][Cc]$)[!#$%&'*+.^`|~_0-9A-Za-z-]+$" });

/** The certificate authority of an endpoint, from a Secret or a ConfigMap, not both. */
const CA = record<ScrapeCertificateAuthority>()({
  secret: SECRET_KEY,
  configMap: CONFIG_MAP_KEY,
}, { rules: [exactlyOne('secret', 'configMap')] });

const TLS = record<ScrapeTls>()({ ca: CA, serverName: FILLED, insecureSkipVerify: FLAG });

/** The credentials of an `Authorization` header. Prometheus takes the type `Bearer` if none is given. */
const AUTHORIZATION = record<ScrapeAuthorization>()({
  type: AUTHORIZATION_TYPE,
  credentials: { type: SECRET_KEY, required: 'by checks' },
});

/** The definition of each setting. */
export const SCRAPED: FieldsOf<ScrapeSettings> = {
  interval: { type: DURATION, on: 'kubernetes' },
  timeout: { type: DURATION, on: 'kubernetes' },
  honorTimestamps: { type: FLAG, on: 'kubernetes' },
  scheme: { type: choice('ScrapeScheme', ScrapeScheme), on: 'kubernetes' },
  tls: { type: TLS, on: 'kubernetes' },
  authorization: { type: AUTHORIZATION, on: 'kubernetes' },
  keepMetrics: { type: METRIC_NAMES, on: 'kubernetes' },
  dropMetrics: { type: METRIC_NAMES, on: 'kubernetes' },
  metricRelabelings: { type: METRIC_RELABELINGS, on: 'kubernetes' },
};

/** The definition of each limit. */
export const LIMITED: FieldsOf<ScrapeLimits> = {
  sampleLimit: { type: COUNT, on: 'kubernetes' },
  labelLimit: { type: COUNT, on: 'kubernetes' },
  fallbackScrapeProtocol: { type: choice('ScrapeProtocol', ScrapeProtocol), on: 'kubernetes' },
};

/** The definition of the settings outside a trait. */
export const SCRAPE_SETTINGS = record<ScrapeSettings>()(SCRAPED, {
  rules: [(settings, field) => !isGivenUpLate(settings?.interval, settings?.timeout) ? FINE
    : found('scrape-timeout', joinPath(field, ['timeout']),
      { reason: 'timeout', interval: Shown.of(settings.interval), timeout: Shown.of(settings.timeout) })],
});
