import { judged, JudgedCluster, Judgement, JudgementVerdict, ObjectRule } from './rule';
import { judgeSelection } from './selection';
import { bad, Check, Finding, FINE, found, saying, within, Shown } from '../../base/findings/finding';
import { asObject, isFilled, isObject, listOf, PlainFields, unique } from '../../base/check';
import { millisecondsOf } from '../../base/durations';
import { isKind, PROMETHEUS_RULE, VM_RULE } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { regex, wholeMatch } from '../../base/regexes';

/** Alerts and recorded series. The operator leaves out an object in which Prometheus rejects one rule, and only its log says so. */
export const PROMETHEUS_RULES: ObjectRule = {
  subject: 'Rules of alerts and recorded series',
  kinds: [PROMETHEUS_RULE, VM_RULE],
  findings: {
    'not-selected': 'rules that no Prometheus, ThanosRuler or VMAlert selects',
    'invalid-value': 'an expression that Prometheus refuses, by its syntax or its types; a rule that is both an alert and a recorded '
      + 'series, or neither; a duration, a name, or a field that only alerts have',
    'missing-field': 'a group without a name',
    'duplicate-name': 'two groups of one object with the same name',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/e2e/prometheus-rules.test.ts',
  judge: judgeRules,
};

function judgeRules(object: TypedManifest, cluster: JudgedCluster): Judgement[] {
  const { by, judgements } = judgeSelection(object, cluster);
  if (cluster.isRendered(object)) return judgements;
  const groups = object.spec?.groups;
  // VictoriaMetrics reads another language
  const isOfVictoria = !isKind(object, PROMETHEUS_RULE) || by?.selectors[VM_RULE] !== undefined;
  const wrong = [
    ...unique(({ name }) => name, 'name')(groups, 'groups'),
    ...listOf(groups).filter(isObject).flatMap((group, i) => within(['groups', i], [
      ...isFilled(group.name) ? FINE : found('missing-field', 'name', { reason: 'required' }),
      ...isOfVictoria ? FINE : againstCommon(group),
      ...listOf(group.rules).filter(isObject).flatMap((rule, j) =>
        within(['rules', j], isOfVictoria ? againstForm(rule) : againstRule(rule))),
    ])),
  ];
  return [...judgements, ...within('spec', wrong).flatMap(finding => judged(object, [finding], verdictOf(finding)))];
}

/** A newer Prometheus may have a function that the parser does not know. */
function verdictOf({ code, parameters: { reason } }: Finding): JudgementVerdict {
  return code === 'cannot-judge' ? 'unjudged' : reason === 'function' ? 'warning' : 'error';
}

const FORMS = ['alert', 'record'];
const OF_ALERTS = ['annotations', 'for', 'keep_firing_for'];

function againstForm(rule: PlainFields): Finding[] {
  const given = FORMS.filter(name => isFilled(rule[name]));
  return given.length === 1 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: FORMS, given });
}

/** A recorded series may have any name; braces in it are likely an expression. */
function againstRule(rule: PlainFields): Finding[] {
  const { expr, record } = rule;
  const isSet = (value: unknown) => typeof value === 'string' ? millisecondsOf(value) : Object.keys(asObject<object>(value)).length;
  return [
    ...againstForm(rule),
    ...isFilled(expr) ? promql(expr, 'expr') : Number.isInteger(expr) ? FINE : bad('invalid-value', 'promql', 'expr', expr),
    ...againstCommon(rule),
    ...!isFilled(record) ? FINE : [
      ...OF_ALERTS.filter(name => isSet(rule[name])).flatMap(name =>
        found('invalid-value', name, { reason: 'not-with', other: "'record'" })),
      ...!/[{}]/.test(record) ? FINE
        : bad('invalid-value', saying('must be the name of a series, without braces', "write labels into 'labels'"), 'record', record),
    ],
  ];
}

/** Reports durations, and the one label that no rule can set: since Prometheus 3, almost any name is valid. */
function againstCommon(fields: PlainFields): Finding[] {
  return [
    ...['for', 'keep_firing_for', 'interval', 'query_offset'].flatMap(name => duration(fields[name], name)),
    ...asObject(fields.labels).__name__ == null ? FINE : found('invalid-value', 'labels.__name__', { reason: 'taken', by: 'Prometheus' }),
  ];
}

/** The API server rejects one field if it is empty, and the operator leaves out others. */
const duration: Check = (value: unknown, field) =>
  value == null || value === '0' || value === '' && field !== 'keep_firing_for' || millisecondsOf(String(value)) !== undefined ? FINE
    : bad('invalid-value', 'prometheus-duration', field, value);

/** Newer than the grammar: durations that are computed, and functions of their names. */
const NEWER = /\b(?:max_of|min_of|range|step)\s*\(/i;

/** The parser gives up in longer expressions with hundreds of operators. */
const LONGEST = 2_000;

/** An expression of PromQL: its syntax, and the types of what operators and functions get. */
export const promql: Check = (value: string, field) => {
  // Prometheus reads `5.` as a number, the grammar does not
  const read = value.replace(/(?<![\w.])\d[\d_]*\.(?!\d)/g, number => number.replace('.', '0'));
  const tree = load().parse(read);
  const at = errorAt(tree);
  if (at === undefined) {
    const problem = problemIn(tree, read);
    const said = saying(`must be an expression of PromQL, and ${String(problem)}`, 'correct it');
    return problem === undefined ? FINE : found('invalid-value', field, { ...said, value: Shown.of(value) });
  }
  const rest = value.slice(at).trimStart();
  // a metric may be called `offset`
  if (NEWER.test(value) || /^offset\b/i.test(rest) || value.length > LONGEST) return found('cannot-judge', field, { reason: 'expression' });
  const called = rest.startsWith('(') && value.slice(0, -rest.length).trimEnd().split(/\W/).at(-1);
  if (called) return found('invalid-value', field, { reason: 'function', name: Shown.of(called) });
  return found('invalid-value', field, { reason: 'promql', value: Shown.of(value), rest: rest === '' ? 'end' : Shown.of(rest) });
};

type SyntaxTree = ReturnType<import('@lezer/lr').LRParser['parse']>;
type SyntaxNode = SyntaxTree['topNode'];

/** The place of the first syntax error. */
function errorAt(tree: SyntaxTree): number | undefined {
  let first: number | undefined;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) first ??= from;
    },
  });
  return first;
}

/** Loads the grammar with the first expression: few programs have any. */
function load(): import('@lezer/lr').LRParser {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('@prometheus-io/lezer-promql') as { readonly parser: import('@lezer/lr').LRParser }).parser;
}

type ValueType = keyof typeof TYPES;

/** The types of expressions, by the letter that stands for them in `FUNCTIONS`. */
const TYPES = { m: 'a range of values, such as up[5m]', s: 'a number', t: 'a string', v: 'an instant vector' } as const;

/** The functions, and the types of their arguments; `?`: the last may be left out; `*`: or repeated. */
const FUNCTIONS = new Map(`absent_over_time:m avg_over_time:m changes:m clamp:vss clamp_max:vs clamp_min:vs count_over_time:m
  days_in_month:v? day_of_month:v? day_of_week:v? day_of_year:v? delta:m deriv:m double_exponential_smoothing:mss first_over_time:m
  histogram_fraction:ssv histogram_quantile:sv holt_winters:mss hour:v? idelta:m increase:m irate:m label_join:vttt* label_replace:vtttt
  last_over_time:m mad_over_time:m max_over_time:m min_over_time:m minute:v? month:v? pi: predict_linear:ms present_over_time:m
  quantile_over_time:sm rate:m resets:m round:vs? sort_by_label:vt* sort_by_label_desc:vt* stddev_over_time:m stdvar_over_time:m
  sum_over_time:m time: ts_of_first_over_time:m ts_of_last_over_time:m ts_of_max_over_time:m ts_of_min_over_time:m vector:s year:v?
  abs:v absent:v acos:v acosh:v asin:v asinh:v atan:v atanh:v ceil:v cos:v cosh:v deg:v exp:v floor:v histogram_avg:v histogram_count:v
  histogram_stddev:v histogram_stdvar:v histogram_sum:v ln:v log10:v log2:v rad:v scalar:v sgn:v sin:v sinh:v sort:v sort_desc:v sqrt:v
  tan:v tanh:v timestamp:v`.split(/\s+/).map(each => each.split(':') as [name: string, types: string]));

/** The functions that return a number. */
const NUMBERS = ['end', 'pi', 'range', 'scalar', 'start', 'step', 'time'];

/** The aggregations with a parameter, and its type. */
const PARAMETERS = new Map(Object.entries({ bottomk: 's', count_values: 't', limit_ratio: 's', limitk: 's', quantile: 's', topk: 's' }));

/** What Prometheus rejects in an expression that the grammar takes: the first problem, in words. */
function problemIn(tree: SyntaxTree, text: string): string | undefined {
  const expression = new TypedExpression(text);
  let first: string | undefined;
  tree.iterate({
    enter: () => first === undefined,
    // those within an expression come before it
    leave: ({ node }) => {
      first ??= PROBLEMS[node.name]?.(node, expression);
      expression.add(node);
    },
  });
  return first;
}

/** An expression, and the types of the parts that have been read. */
class TypedExpression {
  private readonly types = new Map<string, ValueType | undefined>();

  public constructor(private readonly text: string) {}

  public add(node: SyntaxNode): void {
    this.types.set(keyOf(node), this.read(node));
  }

  /** The type of a part; `undefined` if it is not known. */
  public typeOf(node: SyntaxNode | null): ValueType | undefined {
    return node === null ? undefined : this.types.get(keyOf(node));
  }

  public textOf(node: SyntaxNode | null): string {
    return node === null ? '' : this.text.slice(node.from, node.to);
  }

  private read(node: SyntaxNode): ValueType | undefined {
    switch (node.name) {
      case 'NumberDurationLiteral': return 's';
      case 'StringLiteral': return 't';
      case 'VectorSelector': case 'AggregateExpr': return 'v';
      case 'MatrixSelector': case 'SubqueryExpr': return 'm';
      case 'FunctionCall': return NUMBERS.includes(this.textOf(node.firstChild)) ? 's' : 'v';
      case 'BinaryExpr': return [node.firstChild, node.lastChild].every(each => this.typeOf(each) === 's') ? 's' : 'v';
      case 'OffsetExpr': case 'ParenExpr': case 'StepInvariantExpr': return this.typeOf(node.firstChild);
      case 'UnaryExpr': return this.typeOf(node.lastChild);
      default: return undefined;
    }
  }
}

const keyOf = ({ name, from, to }: SyntaxNode) => `${name} ${from} ${to}`;

/** The expressions that are no selector. */
const COMPUTED = [
  'AggregateExpr', 'BinaryExpr', 'FunctionCall', 'MatrixSelector', 'NumberDurationLiteral', 'ParenExpr', 'StringLiteral', 'SubqueryExpr',
  'UnaryExpr',
];

const PROBLEMS: Readonly<Record<string, ((node: SyntaxNode, expression: TypedExpression) => string | undefined) | undefined>> = {
  FunctionCall: (node, expression) => {
    const name = expression.textOf(node.firstChild);
    const types = FUNCTIONS.get(name);
    return types === undefined ? undefined : againstArguments(name, types, argumentsOf(node), expression);
  },
  AggregateExpr: (node, expression) => {
    const name = expression.textOf(node.firstChild).toLowerCase();
    return againstArguments(name, `${PARAMETERS.get(name) ?? ''}v`, argumentsOf(node), expression);
  },
  BinaryExpr: (node, expression) => {
    const [left, right] = [node.firstChild, node.lastChild].map(each => expression.typeOf(each));
    const isSet = ['And', 'Or', 'Unless'].some(name => node.getChild(name));
    if ([left, right].some(type => type === 'm' || type === 't')) return 'an operator takes numbers and instant vectors';
    if (isSet && (left === 's' || right === 's')) return "'and', 'or' and 'unless' take instant vectors";
    const clause = node.getChild('MatchingModifierClause');
    if (clause && (left === 's' || right === 's')) return "'on' and 'ignoring' are for instant vectors";
    if (isSet && (clause?.getChild('GroupLeft') ?? clause?.getChild('GroupRight'))) return "'and', 'or' and 'unless' have no groups";
    const isCompared = ['Eql', 'Neq', 'Lte', 'Lss', 'Gte', 'Gtr'].some(name => node.getChild(name));
    const isBool = node.getChild('BoolModifier') !== null;
    if (isBool && !isCompared) return "'bool' is for comparisons";
    return isCompared && !isBool && left === 's' && right === 's' ? "a comparison of numbers needs 'bool'" : undefined;
  },
  MatrixSelector: ({ firstChild }) => COMPUTED.includes(String(firstChild?.name)) ? 'a range of values is for a selector alone' : undefined,
  OffsetExpr: ({ firstChild }) => againstShift('offset', firstChild),
  StepInvariantExpr: ({ firstChild }) => againstShift('@', firstChild),
  // a backslash is plain text between backticks
  StringLiteral: (node, expression) => /^(?:`|(?:[^\\]|\\[abfnrtvxuU0-7\\'"])*$)/.test(expression.textOf(node)) ? undefined
    : 'a text has a backslash before another character: write two of them',
  VectorSelector: (node, expression) => {
    const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
    const parts = matchers.map(each => ['LabelName', 'MatchOp', 'StringLiteral'].map(part => expression.textOf(each.getChild(part))));
    const isNamed = node.getChild('Identifier') ?? node.getChild('LabelMatchers')?.getChild('QuotedLabelName');
    if (node.getChild('Identifier') && parts.some(([label]) => label === '__name__')) return 'a selector has one name';
    for (const [, operator, quoted] of parts.filter(each => each[1].endsWith('~'))) {
      // what escapes stand for is not read here
      const isRead = !quoted.includes('\\');
      if (isRead && regex(quoted.slice(1, -1), '').length > 0) return `${operator}${quoted} is no regular expression of RE2`;
    }
    const isEmpty = parts.every(([, operator, quoted]) => takesNothing(operator, quoted));
    // the second argument of info() selects labels
    const isOfInfo = expression.textOf(node.parent?.parent?.firstChild ?? null) === 'info';
    return !isNamed && isEmpty && !isOfInfo && node.getChild('LabelMatchers')?.getChild('QuotedLabelMatcher') == null
      ? 'a selector needs a name, or a label that is not empty' : undefined;
  },
};

/** The grammar gives an operator to the shift behind its right side. */
function againstShift(shift: string, node: SyntaxNode | null): string | undefined {
  const isOperator = node?.name === 'BinaryExpr' || node?.name === 'UnaryExpr';
  const isRange = node?.name === 'MatrixSelector' || node?.name === 'SubqueryExpr';
  return isOperator || isRange || !COMPUTED.includes(String(node?.name)) ? undefined : `'${shift}' belongs behind a selector`;
}

/** Whether a matcher takes series without the label. What escapes stand for is not read here. */
function takesNothing(operator: string, quoted: string): boolean {
  const value = quoted.slice(1, -1);
  if (value.includes('\\')) return false;
  const isMatch = operator.endsWith('~') ? wholeMatch(value, '') !== undefined : value === '';
  return isMatch === !operator.startsWith('!');
}

function againstArguments(name: string, types: string, given: readonly SyntaxNode[], expression: TypedExpression): string | undefined {
  const wanted = types.replace(/[?*]$/, '');
  const least = wanted === types ? wanted.length : wanted.length - 1;
  const isMany = given.length > wanted.length && !types.endsWith('*');
  if (given.length < least || isMany) return `${name}() does not take ${given.length} argument${given.length === 1 ? '' : 's'}`;
  const wrong = given.findIndex((each, i) => ![undefined, wanted[i] ?? wanted.at(-1)].includes(expression.typeOf(each)));
  if (wrong < 0) return undefined;
  const [takes, gets] = [(wanted[wrong] ?? wanted.at(-1)) as ValueType, expression.typeOf(given[wrong])!];
  return `${name}() takes ${TYPES[takes]}, not ${TYPES[gets]}`;
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const given: SyntaxNode[] = [];
  for (let each = node.getChild('FunctionCallBody')?.firstChild ?? null; each; each = each.nextSibling) given.push(each);
  return given;
}
