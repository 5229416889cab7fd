import { Finding, FINE, found, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { ruleOf } from '../objects/relabel-rule';
import { isFilled, isObject, listOf, PlainFields, textOf } from '../private/check';
import { fieldAt, FieldSteps } from '../private/kinds/kind';
import { kindOf } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { regex } from '../private/regexes';
import { isGivenUpLate } from '../traits/scrape-settings';

// What an operator rejects in an endpoint: it then leaves out the whole monitor, and says so in its log alone.

/** The interval of a Prometheus or VMAgent that sets none. */
const USUAL_INTERVAL = '30s';

const METRIC_RULES: Readonly<Record<string, string>> = { relabelings: 'metricRelabelings', relabelConfigs: 'metricRelabelConfigs' };

/** Reports what an operator rejects in the endpoints of a monitor, with the default interval of a scraper. */
export function rejectedEndpoints(monitor: TypedManifest, scraper?: TypedManifest): Finding[] {
  const { endpoints, rules, isAlone } = kindOf(monitor).monitor!;
  if (rules === undefined || isAlone) return FINE;
  return listOf(monitor.spec?.[endpoints]).filter(isObject).flatMap((fields, i) =>
    within(['spec', endpoints, i], rejectedFields(fields, [[rules], [METRIC_RULES[rules]]], scraper)));
}

/** Reports what an operator rejects in an endpoint with lists of relabelings. */
export function rejectedFields(fields: PlainFields, lists: readonly FieldSteps[], scraper?: TypedManifest): Finding[] {
  return [
    ...lateTimeout(fields, textOf(scraper?.spec?.scrapeInterval) ?? USUAL_INTERVAL),
    ...lists.flatMap(list =>
      listOf(fieldAt(fields, list)).filter(isObject).flatMap((rule, j) => within([...list, j], againstRule(rule)))),
    ...severalCredentials(fields),
  ];
}

function lateTimeout({ interval, scrapeTimeout: timeout }: PlainFields, usual: string): Finding[] {
  const own = isFilled(interval) ? interval : usual;
  return isGivenUpLate(own, timeout)
    ? found('scrape-timeout', 'scrapeTimeout', { reason: 'timeout', interval: Shown.of(own), timeout: Shown.of(timeout) }) : FINE;
}

/** The fields that a rule needs, by its action in lower case. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  replace: ['targetLabel'],
  hashmod: ['targetLabel', 'modulus'],
  lowercase: ['targetLabel'],
  uppercase: ['targetLabel'],
  keepequal: ['targetLabel'],
  dropequal: ['targetLabel'],
};

function againstRule(given: PlainFields): Finding[] {
  const rule: Readonly<Record<string, unknown>> = { ...ruleOf(given), modulus: Number(given.modulus) };
  const action = isFilled(rule.action) ? rule.action.toLowerCase() : 'replace';
  const missing = (NEEDED[action] ?? []).filter(name => !rule[name]);
  return [
    ...given.regex == null ? FINE : regex(given.regex, 'regex'),
    ...missing.flatMap(name => found('missing-field', name, { reason: 'required-with', other: `action ${action}` })),
  ];
}

/** The fields of an endpoint each of which is a way to log in. */
const CREDENTIALS = ['basicAuth', 'authorization', 'oauth2', 'bearerTokenSecret', 'bearerTokenFile'];

function severalCredentials(fields: PlainFields): Finding[] {
  const given = CREDENTIALS.filter(name => isSet(fields[name]));
  return given.length < 2 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: CREDENTIALS, given });
}

/** Whether a field says something: charts write `bearerTokenSecret: {key: ''}` for none. */
function isSet(value: unknown): boolean {
  return isObject(value) ? Object.values(value).some(isSet) : isFilled(value);
}
