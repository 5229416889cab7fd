import { field, oneFieldOf, recordOf, ValueOf } from './types';
import {
  CONFIG_MAP_DATA_KEY, DURATION, FILLED, OBJECT_NAME, SECRET_DATA_KEY, SECRET_NAME, TEXT, FLAG, integer, listOf,
  oneString,
} from '../../base/definitions/type';
import { whole } from '../../base/check';
import { inOneUnit } from '../../base/durations';
import { RelabelAction, AUTHORIZATION_TYPE, ScrapeScheme, ScrapeSettings } from '../../model/traits/scrape-settings';

// How endpoints are scraped. The platform checks what a schema cannot express: regular expressions, and dependencies between fields.

/** Rejects keys that start with two dots, which CRDs cannot express. */
const DATA_KEY = { schema: { pattern: '^(?!\\.$|\\.\\.)[-._a-zA-Z0-9]+$', maxLength: 253 } };

const SECRET_KEY = recordOf({
  name: field(SECRET_NAME, 'Secret', 'Name of the Secret, in the namespace of each application.', { examples: ['scraping'] }),
  key: field({ ...SECRET_DATA_KEY, ...DATA_KEY }, 'Key', 'Key within the Secret.', { examples: ['token'] }),
}, ['name', 'key']);

const CONFIG_MAP_KEY = recordOf({
  name: field(OBJECT_NAME, 'ConfigMap', 'Name of the ConfigMap, in the namespace of each application.', { examples: ['scraping-ca'] }),
  key: field({ ...CONFIG_MAP_DATA_KEY, ...DATA_KEY }, 'Key', 'Key within the ConfigMap.', { examples: ['ca.crt'] }),
}, ['name', 'key']);

const TLS = recordOf({
  ca: field(oneFieldOf({
    secret: field(SECRET_KEY, 'Secret', 'The key of a Secret.'),
    configMap: field(CONFIG_MAP_KEY, 'ConfigMap', 'The key of a ConfigMap.'),
  }), 'Certificate authority',
  'The certificates, as PEM, that sign those of endpoints. Without it, those that the image of the Prometheus trusts.'),
  serverName: field(FILLED, 'Server name',
    'The name that a certificate must have. Without it, the address that is scraped.', { examples: ['metrics.example.com'] }),
  insecureSkipVerify: field(FLAG, 'No verification', 'Whether certificates are not verified.', { default: false }),
});

const RULE = recordOf({
  action: field(oneString(Object.values(RelabelAction)), 'Action', 'What the rule does.', { default: RelabelAction.REPLACE }),
  sourceLabels: field(listOf(FILLED, ''), 'Source labels', 'The labels whose values are matched.'),
  separator: field(TEXT, 'Separator', 'What is between the values of the source labels.', { default: ';' }),
  regex: field(TEXT, 'Regular expression', 'The regular expression (RE2) that must match the whole string.', { default: '(.*)' }),
  targetLabel: field(FILLED, 'Target label', 'The label that is written, or compared with.'),
  replacement: field(TEXT, 'Replacement', 'The value that is written.', { default: '$1' }),
  modulus: field(integer(whole(1), { minimum: 1, maximum: 2 ** 31 - 1 }), 'Modulus', 'The divisor of hashmod.'),
});

const FIELDS = {
  interval: field(DURATION, 'Interval',
    'How often endpoints are scraped. Without it as often as the Prometheus scrapes.', { examples: ['30s', '1m30s'] }),
  timeout: field(DURATION, 'Timeout', 'The limit of a scrape, not longer than the interval.', { examples: ['10s'] }),
  honorTimestamps: field(FLAG, 'Timestamps',
    'Whether the timestamps that endpoints give to their samples are kept. Without it they are.', { examples: [false] }),
  scheme: field(oneString(Object.values(ScrapeScheme)), 'Scheme',
    'The protocol. In the namespaces of the mesh it is https.', { default: ScrapeScheme.HTTP }),
  tls: field(TLS, 'TLS', 'How certificates are verified, of endpoints with the scheme https that are not in the mesh.'),
  authorization: field(recordOf({
    type: field(AUTHORIZATION_TYPE, 'Type', 'The scheme of the header Authorization. Without it, Bearer.', { examples: ['Bearer'] }),
    credentials: field(SECRET_KEY, 'Credentials', 'The key of a Secret with the token.'),
  }, ['credentials']), 'Authorization',
  'The token that is sent to endpoints of which no Secret with user name and password is known.'),
  keepMetrics: field(listOf(FILLED, ''), 'Metrics that are kept',
    'Regular expressions (RE2), each for the whole name of a metric. All others are dropped.', { examples: [['http_.*']] }),
  dropMetrics: field(listOf(FILLED, ''), 'Metrics that are dropped',
    'Regular expressions (RE2), each for the whole name of a metric.', { examples: [['go_.*', '.*_bucket']] }),
  metricRelabelings: field(listOf(RULE, ''), 'Rules for metrics',
    'Rules that change or drop samples, as in a monitor.', { examples: [[{ action: 'labeldrop', regex: 'session' }]] }),
} satisfies Record<keyof ScrapeSettings, unknown>;

/** The settings of a scrape. */
export const SCRAPE = recordOf(FIELDS);

/** Converts durations to the form that a program renders, `90s` for `1m30s`, so that both render the same bytes. */
export function normalized({ interval, timeout, ...others }: ValueOf<typeof SCRAPE>): object {
  const given = Object.entries({ interval, timeout }).filter(([, value]) => value !== undefined);
  return { ...others, ...Object.fromEntries(given.map(([name, value]) => [name, inOneUnit(String(value))])) };
}
