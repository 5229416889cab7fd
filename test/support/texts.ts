// What errors say of the values that many fields share.

export const SUBDOMAIN = "must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters)";
export const SHORT_SUBDOMAIN = "must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value";
export const DNS_LABEL = "must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters)";
export const LABEL_VALUE = "must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters)";
export const KEYS = 'must be a map with keys of the form [<DNS subdomain>/]<name>';
export const SECRET = 'must be the name of a secret (a DNS-1123 subdomain); the value is not shown; give the name of the secret, never its value';
export const PORT = 'must be an integer from 1 to 65535';
export const PATH = "must be a path that starts with '/' and has no space, query or fragment";
export const FIELD_PATH = 'must be a field path';
export const FIELD_PATH_REMEDY = 'write it as "spec.containers[0].env[1].value"';

/** The settings of a scrape, as findings list them. */
export const SCRAPED = 'interval, timeout, honorTimestamps, scheme, tls, authorization, keepMetrics, dropMetrics, metricRelabelings';
