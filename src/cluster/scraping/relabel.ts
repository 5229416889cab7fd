import type { RelabelRule } from '../objects/relabel-rule';
import { MatchedGroup, wholeMatch } from '../../base/regexes';

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
 * Applies relabelling rules as Prometheus does. The result of a rule for an unknown value is unknown too, and a target that it may keep is
 * kept.
 */
export function relabel(target: RelabelledTarget, rules: readonly RelabelRule[]): Relabelled {
  const state = new RelabelState(target);
  const droppedBy = rules.findIndex(rule => !stepOf(rule)(rule, state));
  return droppedBy < 0 ? { labels: state.labels } : { droppedBy };
}

/** Applies a rule; returns whether it keeps the target. */
type RelabelStep = (rule: RelabelRule, state: RelabelState) => boolean;

const keepAll: RelabelStep = () => true;

/** The result depends on what is not known: on a condition of VictoriaMetrics (`if`), or on the address or the name of a pod. */
const unknown: RelabelStep = ({ targetLabel = '' }, state) => {
  state.set(targetLabel, undefined);
  return true;
};

function stepOf({ action = 'replace', if: condition }: RelabelRule): RelabelStep {
  return condition === undefined ? ACTIONS.get(action.toLowerCase()) ?? keepAll : unknown;
}

class RelabelState {
  public readonly labels: Map<string, string | undefined>;
  private readonly mayHave: (label: string) => boolean;

  public constructor({ labels, mayHave }: RelabelledTarget) {
    this.labels = new Map(labels);
    this.mayHave = mayHave;
  }

  public get(label: string): string | undefined {
    if (this.labels.has(label)) return this.labels.get(label);
    return this.mayHave(label) ? undefined : '';
  }

  /** The joined values of the source labels; `undefined` if one of them is unknown. */
  public source({ sourceLabels, separator }: RelabelRule): string | undefined {
    const values = (sourceLabels ?? []).map(label => this.get(label));
    return values.includes(undefined) ? undefined : values.join(separator ?? ';');
  }

  /** Sets a label, or removes it if the value is empty: Prometheus treats both alike. */
  public set(label: string, value: string | undefined): void {
    if (value === '') this.labels.delete(label);
    else this.labels.set(label, value);
  }
}

const ANYTHING = '(.*)';

function matched({ regex }: RelabelRule, value: string): MatchedGroup | undefined {
  return wholeMatch(regex ?? ANYTHING, value);
}

const replace: RelabelStep = (rule, state) => {
  const { targetLabel = '', replacement = '$1', regex } = rule;
  const source = state.source(rule);
  if (source === undefined) {
    const isConstant = regex == null && !replacement.includes('$');
    if (!targetLabel.includes('$')) state.set(targetLabel, isConstant ? replacement : undefined);
    return true;
  }
  const groups = matched(rule, source);
  const label = groups && expand(targetLabel, groups);
  if (label && /^[a-zA-Z_]\w*$/.test(label)) state.set(label, expand(replacement, groups));
  return true;
};

const respell = (spell: (value: string) => string): RelabelStep => (rule, state) => {
  const source = state.source(rule);
  state.set(rule.targetLabel ?? '', source === undefined ? undefined : spell(source));
  return true;
};

/** Expressions that match any value, also one that is not known. */
const MATCH_ALL: ReadonlySet<string | undefined> = new Set([undefined, ANYTHING, '.*']);

const keepIf = (isKept: (isMatch: boolean) => boolean): RelabelStep => (rule, state) => {
  const source = state.source(rule);
  if (source === undefined) return !MATCH_ALL.has(rule.regex) || isKept(true);
  return isKept(matched(rule, source) !== undefined);
};

const keepIfEqual = (isKept: (isEqual: boolean) => boolean): RelabelStep => (rule, state) => {
  const [source, target] = [state.source(rule), state.get(rule.targetLabel ?? '')];
  return source === undefined || target === undefined || isKept(source === target);
};

const removeIf = (isRemoved: (isMatch: boolean) => boolean): RelabelStep => (rule, { labels }) => {
  for (const label of [...labels.keys()]) {
    if (isRemoved(matched(rule, label) !== undefined)) labels.delete(label);
  }
  return true;
};

/** Labels are mapped in the order of their names: if several are mapped to one, the last counts. */
const map: RelabelStep = (rule, state) => {
  for (const [label, value] of [...state.labels].sort(([a], [b]) => a < b ? -1 : 1)) {
    const groups = matched(rule, label);
    if (groups) state.set(expand(rule.replacement ?? '$1', groups), value);
  }
  return true;
};

const ACTIONS: ReadonlyMap<string, RelabelStep> = new Map(Object.entries<RelabelStep>({
  replace,
  keep: keepIf(isMatch => isMatch),
  drop: keepIf(isMatch => !isMatch),
  keepequal: keepIfEqual(isEqual => isEqual),
  dropequal: keepIfEqual(isEqual => !isEqual),
  hashmod: unknown,
  labelmap: map,
  labeldrop: removeIf(isMatch => isMatch),
  labelkeep: removeIf(isMatch => !isMatch),
  lowercase: respell(value => value.toLowerCase()),
  uppercase: respell(value => value.toUpperCase()),
}));

/** Expands a Go template with groups: `$1`, `${1}`, `$name`; `$$` is a dollar. */
function expand(template: string, groups: MatchedGroup): string {
  return template.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, plain: string | undefined, braced: string | undefined) =>
    whole === '$$' ? '$' : groups(plain ?? braced!));
}
