import { Finding, FINE, found, within, Shown } from '../findings/finding';
import { ruleOf } from '../objects/relabel-rule';
import { isFilled, isObject, listOf, PlainFields, textOf } from '../private/check';
import { fieldAt, FieldSteps, kindOf } from '../private/kinds/kind-of';
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
  const isByPrometheus = rules === 'relabelings' && !/^operator\.victoriametrics\.com\//.test(String(scraper?.apiVersion));
  return listOf(monitor.spec?.[endpoints]).filter(isObject).flatMap((fields, i) =>
    within(['spec', endpoints, i], rejectedFields(fields, [[rules], [METRIC_RULES[rules]]], { scraper, isByPrometheus })));
}

/** Who reads an endpoint. */
interface EndpointReader {
  readonly scraper?: TypedManifest;
  /** Whether the Prometheus Operator does, which rejects more than others. */
  readonly isByPrometheus: boolean;
}

/** Reports what an operator rejects in an endpoint with lists of relabelings. */
export function rejectedFields(
  fields: PlainFields, lists: readonly FieldSteps[], { scraper, isByPrometheus }: EndpointReader,
): Finding[] {
  return [
    // vmagent shortens the timeout
    ...isByPrometheus ? lateTimeout(fields, textOf(scraper?.spec?.scrapeInterval) ?? USUAL_INTERVAL) : FINE,
    ...lists.flatMap(list =>
      listOf(fieldAt(fields, list)).filter(isObject).flatMap((rule, j) => within([...list, j], againstRule(rule, isByPrometheus)))),
    ...severalCredentials(fields, isByPrometheus),
  ];
}

/** Reports a scrape class that a Prometheus does not have: its operator rejects the monitor. */
export function unknownClass({ spec }: TypedManifest, scraper: TypedManifest): Finding[] {
  const [given, allowed] = [spec?.scrapeClass, listOf(scraper.spec?.scrapeClasses).map(each => String(each?.name))];
  return !isFilled(given) || allowed.includes(given) ? FINE
    : found('invalid-value', 'spec.scrapeClass', { reason: 'one-of', allowed, value: Shown.of(given) });
}

function lateTimeout({ interval, scrapeTimeout: timeout }: PlainFields, usual: string): Finding[] {
  const own = isFilled(interval) ? interval : usual;
  return isGivenUpLate(own, timeout)
    ? found('scrape-timeout', 'scrapeTimeout', { reason: 'timeout', interval: Shown.of(own), timeout: Shown.of(timeout) }) : FINE;
}

const [TARGET, REPLACEMENT] = [['targetLabel'], ['replacement']];
const VALUE = ['modulus', 'separator', ...REPLACEMENT];

/** The fields that a rule needs, and those that the Prometheus Operator does not take in it, by its action in lower case. */
const FIELDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(Object.entries({
  replace: [TARGET],
  hashmod: [[...TARGET, 'modulus']],
  lowercase: [TARGET, REPLACEMENT],
  uppercase: [TARGET, REPLACEMENT],
  keepequal: [TARGET, ['regex', ...VALUE]],
  dropequal: [TARGET, ['regex', ...VALUE]],
  labeldrop: [[], ['sourceLabels', ...TARGET, ...VALUE]],
  labelkeep: [[], ['sourceLabels', ...TARGET, ...VALUE]],
}));

/** Values of fields that say no more than no field. */
const DEFAULTS = ['', ';', '$1', '(.*)', '0', 'NaN'];

function againstRule(given: PlainFields, isByPrometheus: boolean): Finding[] {
  const rule: Readonly<Record<string, unknown>> = { ...ruleOf(given), modulus: isObject(given.modulus) ? NaN : Number(given.modulus) };
  const action = isFilled(rule.action) ? rule.action.toLowerCase() : 'replace';
  const [needed = [], unused = []] = FIELDS.get(action) ?? [];
  const other = `action ${action}`;
  return [
    ...given.regex == null ? FINE : regex(isByPrometheus ? given.regex : rule.regex ?? '', 'regex'),
    ...needed.filter(name => !rule[name]).flatMap(name => found('missing-field', name, { reason: 'required-with', other })),
    ...unused.filter(name => isByPrometheus && !DEFAULTS.includes(String(rule[name] ?? '')))
      .flatMap(name => found('invalid-value', name, { reason: 'not-with', other })),
  ];
}

/** The fields of an endpoint each of which is a way to log in. */
const CREDENTIALS = ['basicAuth', 'authorization', 'oauth2', 'bearerTokenSecret', 'bearerTokenFile'];

/** For the Prometheus Operator, `bearerTokenSecret: {key: ''}` is one too, except beside `bearerTokenFile`. */
function severalCredentials(fields: PlainFields, isByPrometheus: boolean): Finding[] {
  const isEmptyToken = (name: string) => name === 'bearerTokenSecret' && isFilled(fields.bearerTokenFile);
  const given = CREDENTIALS.filter(name => isSet(fields[name]) || isByPrometheus && isObject(fields[name]) && !isEmptyToken(name));
  return given.length < 2 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: CREDENTIALS, given });
}

/** Whether a field says something: charts write `bearerTokenSecret: {key: ''}` for none. */
function isSet(value: unknown): boolean {
  return isObject(value) ? Object.values(value).some(isSet) : isFilled(value);
}
