import { isFilled, type PlainFields } from '../../base/check';
import { wholeMatch } from '../../base/regexes';

// Relabel rules: how they are read from any source, what those of endpoints that set labels to known values mean, which
// `KubernetesPlatform` writes, and what they make of a target.

type RuleText = 'action' | 'if' | 'targetLabel' | 'regex' | 'replacement' | 'separator';

/** A relabel rule of a monitor's endpoint, whoever wrote it. */
export interface RelabelRule extends Partial<Readonly<Record<RuleText, string>>> {
  readonly sourceLabels?: readonly string[];
}

/**
 * Normalizes a rule from any source: a Prometheus configuration spells its fields in snake case, and VictoriaMetrics
 * accepts both spellings, and lists of expressions and conditions. Other values that cannot be read as strings are left
 * out.
 */
export function relabelRuleOf(
  { sourceLabels, source_labels, targetLabel, target_label, ...others }: PlainFields,
): RelabelRule {
  const isOneOf = (value: unknown) => Array.isArray(value) ? value.join('|') : value;
  const given = {
    ...others, targetLabel: targetLabel ?? target_label, regex: isOneOf(others.regex), if: isOneOf(others.if),
  };
  const texts = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)]);
  const sources: unknown = sourceLabels ?? source_labels;
  return { ...Object.fromEntries(texts), ...Array.isArray(sources) && { sourceLabels: sources.filter(isFilled) } };
}

/** The Prometheus name of a Kubernetes label: every character that Prometheus does not allow becomes `_`. */
export function seriesLabel(key: string): string { return key.replace(/[^a-zA-Z0-9_]/g, '_'); }

/** Sets a label of every target to a value. */
export function constant(targetLabel: string, replacement: string): RelabelRule {
  return { action: 'replace', targetLabel, replacement };
}

/**
 * The value that a rule sets for every target; `undefined` if there is none, or it depends on other labels, which only
 * the scraper knows.
 */
export function constantOf({ action, regex, replacement }: RelabelRule = {}): string | undefined {
  const isReplace = (action ?? 'replace').toLowerCase() === 'replace';
  return isReplace && regex == null && /^[^$]+$/.test(replacement ?? '') ? replacement : undefined;
}

/** Scrapes another port of the same pod. */
export function atPort(port: number): RelabelRule {
  const address = '__address__';
  const regex = '(.+?)(?::\\d+)?';
  return { action: 'replace', sourceLabels: [address], targetLabel: address, regex, replacement: `$1:${port}` };
}

/** The last rule that sets a label. */
export function lastRule(rules: readonly RelabelRule[] | null | undefined, label: string): RelabelRule | undefined {
  return rules?.filter(({ targetLabel }) => targetLabel === label).at(-1);
}

/** The labels of a target. `undefined` stands for a value that only the scraper knows. */
export type TargetLabels = ReadonlyMap<string, string | undefined>;

/** A target before its rules are applied, as far as it is known. */
export interface RelabelledTarget {
  readonly labels: TargetLabels;
  /** Whether a label that is not among these may exist too. */
  readonly mayHave: (label: string) => boolean;
}

/** The result of applying rules to a target: its labels, or the rule that drops it. */
type Relabelled = { readonly labels: TargetLabels } | { readonly droppedBy: number };

/**
 * Applies relabelling rules as Prometheus does. The result of a rule for an unknown value is unknown too, and a target
 * that it may keep is kept.
 */
export function relabel({ labels: given, mayHave }: RelabelledTarget, rules: readonly RelabelRule[]): Relabelled {
  const labels = new Map(given);
  const droppedBy = rules.findIndex(rule => !appliesTo(labels, mayHave, rule));
  return droppedBy < 0 ? { labels } : { droppedBy };
}

const ANYTHING = '(.*)';

/** Expressions that match any value, also one that is not known. */
const MATCH_ALL: ReadonlySet<string | undefined> = new Set([undefined, ANYTHING, '.*']);

/** Applies a rule to labels; returns whether it keeps the target. */
function appliesTo(
  labels: Map<string, string | undefined>, mayHave: RelabelledTarget['mayHave'], rule: RelabelRule,
): boolean {
  const { sourceLabels = [], separator = ';', regex, targetLabel = '', replacement = '$1' } = rule;
  const valueOf = (label: string) => labels.has(label) ? labels.get(label) : mayHave(label) ? undefined : '';
  const match = (value: string) => wholeMatch(regex ?? ANYTHING, value);
  // Go templates with groups: `$1`, `${1}`, `$name`; `$$` is a dollar
  const expand = (template: string, groups: NonNullable<ReturnType<typeof match>>) => template.replace(
    /\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, plain: string | undefined, braced: string | undefined) =>
      whole === '$$' ? '$' : groups(plain ?? braced!));
  // Prometheus treats an empty value as no label
  const set = (label: string, value: string | undefined) =>
    void (value === '' ? labels.delete(label) : labels.set(label, value));

  const values = sourceLabels.map(valueOf);
  const source = values.includes(undefined) ? undefined : values.join(separator);
  // with a condition of VictoriaMetrics (`if`), the result depends on what is not known
  const action = rule.if === undefined ? (rule.action ?? 'replace').toLowerCase() : 'hashmod';
  switch (action) {
    case 'keep': return source === undefined || match(source) !== undefined;
    case 'drop': return source === undefined ? !MATCH_ALL.has(regex) : match(source) === undefined;
    case 'keepequal': case 'dropequal': {
      const target = valueOf(targetLabel);
      return source === undefined || target === undefined || (source === target) === (action === 'keepequal');
    }
    // the hash is of the address or the name of a pod
    case 'hashmod': set(targetLabel, undefined); return true;
    case 'lowercase': set(targetLabel, source?.toLowerCase()); return true;
    case 'uppercase': set(targetLabel, source?.toUpperCase()); return true;
    case 'labeldrop': case 'labelkeep': {
      for (const label of [...labels.keys()]) {
        if ((match(label) !== undefined) === (action === 'labeldrop')) labels.delete(label);
      }
      return true;
    }
    case 'labelmap': {
      // in the order of the names: if several labels are mapped to one, the last counts
      for (const [label, value] of [...labels].sort(([a], [b]) => a < b ? -1 : 1)) {
        const groups = match(label);
        if (groups) set(expand(replacement, groups), value);
      }
      return true;
    }
    case 'replace': {
      if (source === undefined) {
        const isConstant = regex == null && !replacement.includes('$');
        if (!targetLabel.includes('$')) set(targetLabel, isConstant ? replacement : undefined);
        return true;
      }
      const groups = match(source);
      const label = groups && expand(targetLabel, groups);
      if (label && /^[a-zA-Z_]\w*$/.test(label)) set(label, expand(replacement, groups));
      return true;
    }
    default: return true;
  }
}
