import { isFilled, type PlainFields } from '../../base/check';
import { isPort } from '../../base/names';

// Relabel rules of endpoints that set labels to known values: `KubernetesPlatform` writes them, and `verify` reads them back.

type RuleText = 'action' | 'if' | 'targetLabel' | 'regex' | 'replacement' | 'separator';

/** A relabel rule of a monitor's endpoint, whoever wrote it. */
export interface RelabelRule extends Partial<Readonly<Record<RuleText, string>>> {
  readonly sourceLabels?: readonly string[];
}

/**
 * Normalizes a rule from any source: a Prometheus configuration spells its fields in snake case, and VictoriaMetrics accepts both
 * spellings, and lists of expressions and conditions. Other values that cannot be read as strings are left out.
 */
export function ruleOf({ sourceLabels, source_labels, targetLabel, target_label, ...others }: PlainFields): RelabelRule {
  const isOneOf = (value: unknown) => Array.isArray(value) ? value.join('|') : value;
  const given = { ...others, targetLabel: targetLabel ?? target_label, regex: isOneOf(others.regex), if: isOneOf(others.if) };
  const texts = Object.entries(given)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)).map(([name, value]) => [name, String(value)]);
  const sources: unknown = sourceLabels ?? source_labels;
  return { ...Object.fromEntries(texts), ...Array.isArray(sources) && { sourceLabels: sources.filter(isFilled) } };
}

/** The Prometheus name of a Kubernetes label: every character that Prometheus does not allow becomes `_`. */
export function seriesLabel(key: string): string {
  return key.replace(/[^a-zA-Z0-9_]/g, '_');
}

/** Sets a label of every target to a value. */
export function constant(targetLabel: string, replacement: string): RelabelRule {
  return { action: 'replace', targetLabel, replacement };
}

/**
 * The value that a rule sets for every target; `undefined` if there is none, or it depends on other labels, which only the scraper knows.
 */
export function constantOf({ action, regex, replacement }: RelabelRule = {}): string | undefined {
  const isConstant = (action ?? 'replace').toLowerCase() === 'replace' && regex == null && /^[^$]+$/.test(replacement ?? '');
  return isConstant ? replacement : undefined;
}

/** Scrapes another port of the same pod. */
export function atPort(port: number): RelabelRule {
  const address = '__address__';
  return { action: 'replace', sourceLabels: [address], targetLabel: address, regex: '(.+?)(?::\\d+)?', replacement: `$1:${port}` };
}

/**
 * The fixed port that a rule sets; `undefined` if there is none. A rule may also read the port from annotations of the pods, such as those
 * that the WebLogic operator writes: only the scraper knows their values.
 */
export function portOfRule({ sourceLabels, replacement = '' }: RelabelRule): number | undefined {
  const [, port] = /^\$(?:1|\{1\}):(\d+)$/.exec(replacement) ?? [];
  return String(sourceLabels) === '__address__' && isPort(Number(port)) ? Number(port) : undefined;
}

/** The last rule that sets a label. */
export function lastRule(rules: readonly RelabelRule[] | null | undefined, label: string): RelabelRule | undefined {
  return rules?.filter(({ targetLabel }) => targetLabel === label).at(-1);
}
