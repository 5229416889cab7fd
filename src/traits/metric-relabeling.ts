import { FILLED, TEXT } from '../definitions/common';
import { choice, integer, listOf, record, string } from '../definitions/type';
import { bad, Check, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { isObject, whole } from '../private/check';
import { regex } from '../private/regexes';

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
 * A rule that changes or drops samples before they are stored: `metricRelabelings` of a monitor, `metric_relabel_configs` of Prometheus.
 */
export interface MetricRelabeling {
  /**
   * What the rule does.
   *
   * @default RelabelAction.REPLACE
   */
  readonly action?: RelabelAction;

  /**
   * The labels whose values, joined by `separator`, are matched; `__name__` is the name of the metric.
   *
   * @default - none: the rule matches the empty string
   */
  readonly sourceLabels?: string[];

  /**
   * The string between the values of the source labels.
   *
   * @default ;
   */
  readonly separator?: string;

  /**
   * The regular expression (RE2) that must match the whole string.
   *
   * @default (.*)
   */
  readonly regex?: string;

  /**
   * The label that is written, or compared with. With `replace` it may have `$1` for what a group of the regex has matched.
   *
   * @default - none
   */
  readonly targetLabel?: string;

  /**
   * The value that is written, or the name of the label with `labelmap`; `$1` is what the first group of the regex has matched.
   *
   * @default $1
   */
  readonly replacement?: string;

  /**
   * The divisor of `hashmod`, at least 1.
   *
   * @default - none
   */
  readonly modulus?: number;
}

type RuleField = Exclude<keyof MetricRelabeling, 'action'>;

/** The fields that an action reads. */
interface Reads {
  readonly required: readonly RuleField[];
  readonly optional?: readonly RuleField[];
}

const MATCHED: Reads = { required: ['sourceLabels'], optional: ['separator', 'regex'] };
const LABELS_MATCHED: Reads = { required: ['regex'] };
const COMPARED: Reads = { required: ['sourceLabels', 'targetLabel'] };
const RESPELLED: Reads = { required: ['sourceLabels', 'targetLabel'], optional: ['separator'] };

/** Prometheus rejects some of the fields that an action does not read, and ignores the others. */
const READS: Readonly<Record<RelabelAction, Reads>> = {
  replace: { required: ['targetLabel'], optional: ['sourceLabels', 'separator', 'regex', 'replacement'] },
  keep: MATCHED,
  drop: MATCHED,
  keepequal: COMPARED,
  dropequal: COMPARED,
  hashmod: { required: ['sourceLabels', 'targetLabel', 'modulus'], optional: ['separator'] },
  labelmap: { required: ['regex'], optional: ['replacement'] },
  labeldrop: LABELS_MATCHED,
  labelkeep: LABELS_MATCHED,
  lowercase: RESPELLED,
  uppercase: RESPELLED,
};

const FIELDS: readonly RuleField[] = ['sourceLabels', 'separator', 'regex', 'targetLabel', 'replacement', 'modulus'];

const readByAction: Check = (rule, field) => {
  const action: RelabelAction = rule?.action ?? RelabelAction.REPLACE;
  if (!isObject(rule) || !Object.hasOwn(READS, action)) return FINE;
  const { required, optional = [] } = READS[action];
  const unread = FIELDS.filter(name => rule[name] != null && !required.includes(name) && !optional.includes(name));
  return [
    ...required.filter(name => rule[name] == null).flatMap(name =>
      found('missing-field', joinPath(field, [name]), { reason: 'required-with', other: `action ${action}` })),
    ...unread.flatMap(name => found('invalid-value', joinPath(field, [name]), { reason: 'not-with', other: `action ${action}` })),
  ];
};

const REGEX = string(regex);

/** A regular expression for names, which are never empty. */
const nameRegex: Check = (value, field) => value === '' ? bad('invalid-value', 'filled', field, value) : regex(value, field);

/** A list of regular expressions for names of metrics. */
export const METRIC_NAMES = listOf(string(nameRegex));

/** A list of relabelling rules. */
export const METRIC_RELABELINGS = listOf(record<MetricRelabeling>()({
  action: { type: choice('RelabelAction', RelabelAction) },
  sourceLabels: { type: listOf(FILLED) },
  separator: { type: TEXT },
  regex: { type: REGEX },
  targetLabel: { type: FILLED },
  replacement: { type: TEXT },
  modulus: { type: integer(whole(1)) },
}, { rules: [readByAction] }));
