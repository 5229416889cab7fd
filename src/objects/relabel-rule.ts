import { isFilled, type PlainFields } from '../private/check';
import { isPort } from '../private/network';

// The rules of endpoints by which labels get a value that is known: KubernetesPlatform writes them, and `verify` reads them back.

/** A rule of an endpoint of a monitor, whoever has written it. */
export interface RelabelRule extends Partial<Readonly<Record<'action' | 'targetLabel' | 'regex' | 'replacement' | 'separator', string>>> {
  readonly sourceLabels?: readonly string[];
}

/**
 * A rule as somebody has written it: a configuration of Prometheus spells its fields in another way, and VictoriaMetrics takes both. Values
 * that cannot be read as strings are left out.
 */
export function ruleOf({ sourceLabels, source_labels, targetLabel, target_label, ...others }: PlainFields): RelabelRule {
  const texts = Object.entries({ ...others, targetLabel: targetLabel ?? target_label })
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)).map(([name, value]) => [name, String(value)]);
  const sources: unknown = sourceLabels ?? source_labels;
  return { ...Object.fromEntries(texts), ...Array.isArray(sources) && { sourceLabels: sources.filter(isFilled) } };
}

/** The name of a label of Kubernetes as Prometheus writes it. */
export function seriesLabel(key: string): string {
  return key.replace(/[^a-zA-Z0-9_]/g, '_');
}

/** Sets a label of every target to a value. */
export function constant(targetLabel: string, replacement: string): RelabelRule {
  return { action: 'replace', targetLabel, replacement };
}

/** The value that a rule sets for every target. Only the scraper knows a value that depends on other labels. */
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
 * The port that a rule sets. Annotations of the pods may set it too, as the WebLogic operator writes them: only the scraper knows those.
 */
export function portOfRule({ sourceLabels, replacement = '' }: RelabelRule): number | undefined {
  const [, port] = /^\$(?:1|\{1\}):(\d+)$/.exec(replacement) ?? [];
  return String(sourceLabels) === '__address__' && isPort(Number(port)) ? Number(port) : undefined;
}

/** The last rule that sets a label. */
export function lastRule(rules: readonly RelabelRule[] | null | undefined, label: string): RelabelRule | undefined {
  return rules?.filter(({ targetLabel }) => targetLabel === label).at(-1);
}
