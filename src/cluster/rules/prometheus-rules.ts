import { judgeSelection } from './monitors';
import { judged, ObjectRule } from './rule';
import { asObject, isFilled, isObject, listOf, PlainFields, unique } from '../../base/check';
import { millisecondsOf } from '../../base/durations';
import { bad, Finding, FINE, found, ownWords, Shown, within } from '../../base/findings/finding';
import { isKind, PROMETHEUS_RULE, VM_RULE } from '../../base/kind-of';
import { regex, wholeMatch } from '../../base/regexes';

/**
 * Alerts and recorded series. The operator leaves out an object in which Prometheus rejects one rule, and only its log
 * reports it.
 */
export const PROMETHEUS_RULES: ObjectRule = {
  subject: 'Rules of alerts and recorded series',
  kinds: [PROMETHEUS_RULE, VM_RULE],
  findings: {
    'not-selected': 'rules that no Prometheus, ThanosRuler or VMAlert selects',
    'invalid-value': 'an expression that Prometheus refuses, by its syntax or its types; a rule that is both an alert '
      + 'and a recorded series, or neither; a duration, a name, or a field that only alerts have',
    'missing-field': 'a group without a name',
    'duplicate-name': 'two groups of one object with the same name',
  },
  authority: 'Prometheus Operator, Prometheus',
  proof: 'test/e2e/prometheus-rules.test.ts',
  judge: (object, cluster) => {
    const { by, judgements } = judgeSelection(object, cluster);
    if (cluster.isRendered(object)) return judgements;
    const groups = object.spec?.groups;
    // VictoriaMetrics reads another language
    const isOfVictoria = !isKind(object, PROMETHEUS_RULE) || by?.selectors[VM_RULE] !== undefined;
    const wrong = [
      ...unique(({ name }) => name, 'name')(groups, 'groups'),
      ...listOf(groups).filter(isObject).flatMap((group, i) => within(['groups', i], [
        ...isFilled(group.name) ? FINE : found('missing-field', 'name', { reason: 'required' }),
        ...isOfVictoria ? FINE : durationFindings(group),
        ...listOf(group.rules).filter(isObject).flatMap((rule, j) =>
          within(['rules', j], prometheusRuleFindings(rule, isOfVictoria))),
      ])),
    ];
    return [...judgements, ...within('spec', wrong).flatMap(finding => {
      const { code, parameters: { reason } } = finding;
      // a newer Prometheus may have a function that the parser does not know
      const verdict = code === 'cannot-judge' ? 'unjudged' : reason === 'function' ? 'warning' : 'error';
      return judged(object, [finding], verdict);
    })];
  },
};

const FORMS = ['alert', 'record'];
const OF_ALERTS = ['annotations', 'for', 'keep_firing_for'];

/** Reports what Prometheus rejects in a rule; of one for VictoriaMetrics, only whether it is an alert or a series. */
function prometheusRuleFindings(rule: PlainFields, isOfVictoria: boolean): Finding[] {
  const { expr, record } = rule;
  const given = FORMS.filter(name => isFilled(rule[name]));
  const ofForm = given.length === 1 ? FINE : found('invalid-value', '', { reason: 'one-field', fields: FORMS, given });
  if (isOfVictoria) return ofForm;
  const isSet = (value: unknown) =>
    typeof value === 'string' ? millisecondsOf(value) : Object.keys(asObject<object>(value)).length;
  return [
    ...ofForm,
    ...isFilled(expr) ? promqlFindings(expr)
      : Number.isInteger(expr) ? FINE : bad('invalid-value', 'promql', 'expr', expr),
    ...durationFindings(rule),
    ...!isFilled(record) ? FINE : [
      ...OF_ALERTS.filter(name => isSet(rule[name])).flatMap(name =>
        found('invalid-value', name, { reason: 'not-with', other: "'record'" })),
      // a recorded series may have any name; braces in it are likely an expression
      ...!/[{}]/.test(record) ? FINE : bad('invalid-value',
        ownWords('must be the name of a series, without braces', "write labels into 'labels'"), 'record', record),
    ],
  ];
}

/** Reports durations, and the one label that no rule can set: since Prometheus 3, almost any name is valid. */
function durationFindings(fields: PlainFields): Finding[] {
  const wrong = ['for', 'keep_firing_for', 'interval', 'query_offset'].filter(name => {
    const value: unknown = fields[name];
    // the API server rejects one field if it is empty, and the operator leaves out others
    const isUnset = value == null || value === '0' || value === '' && name !== 'keep_firing_for';
    return !isUnset && millisecondsOf(String(value)) === undefined;
  });
  return [
    ...wrong.flatMap(name => bad('invalid-value', 'prometheus-duration', name, fields[name])),
    ...asObject(fields.labels).__name__ == null ? FINE
      : found('invalid-value', 'labels.__name__', { reason: 'taken', by: 'Prometheus' }),
  ];
}

/** Newer than the grammar: durations that are computed, and functions of their names. */
const NEWER = /\b(?:max_of|min_of|range|step)\s*\(/i;
/** The parser gives up in longer expressions with hundreds of operators. */
const LONGEST = 2_000;

type Parser = import('@lezer/lr').LRParser;
type SyntaxTree = ReturnType<Parser['parse']>;
type SyntaxNode = SyntaxTree['topNode'];

/** Reports an expression of PromQL: its syntax, and the types of what operators and functions get. */
function promqlFindings(value: string): Finding[] {
  // loaded with the first expression: few programs have any
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { parser } = require('@prometheus-io/lezer-promql') as { readonly parser: Parser };
  // Prometheus reads `5.` as a number, the grammar does not
  const read = value.replace(/(?<![\w.])\d[\d_]*\.(?!\d)/g, number => number.replace('.', '0'));
  const tree = parser.parse(read);
  let error: number | undefined;
  tree.iterate({ enter: ({ type, from }) => void (type.isError && (error ??= from)) });
  if (error === undefined) {
    const problem = typeProblem(tree, read);
    const said = ownWords(`must be an expression of PromQL, and ${String(problem)}`, 'correct it');
    return problem === undefined ? FINE : found('invalid-value', 'expr', { ...said, value: Shown.of(value) });
  }
  const rest = value.slice(error).trimStart();
  // a metric may be called `offset`
  const isUnread = NEWER.test(value) || /^offset\b/i.test(rest) || value.length > LONGEST;
  if (isUnread) return found('cannot-judge', 'expr', { reason: 'expression' });
  const called = rest.startsWith('(') && value.slice(0, -rest.length).trimEnd().split(/\W/).at(-1);
  if (called) return found('invalid-value', 'expr', { reason: 'function', name: Shown.of(called) });
  const shown = rest === '' ? 'end' : Shown.of(rest);
  return found('invalid-value', 'expr', { reason: 'promql', value: Shown.of(value), rest: shown });
}

type ValueType = keyof typeof TYPES;

/** The types of expressions, by the letter that stands for them in `FUNCTIONS`. */
const TYPES = { m: 'a range of values, such as up[5m]', s: 'a number', t: 'a string', v: 'an instant vector' } as const;

/** The functions, and the types of their arguments; `?`: the last may be left out; `*`: or repeated. */
const FUNCTIONS = new Map(`absent_over_time:m avg_over_time:m changes:m clamp:vss clamp_max:vs clamp_min:vs
  count_over_time:m days_in_month:v? day_of_month:v? day_of_week:v? day_of_year:v? delta:m deriv:m
  double_exponential_smoothing:mss first_over_time:m histogram_fraction:ssv histogram_quantile:sv holt_winters:mss
  hour:v? idelta:m increase:m irate:m label_join:vttt* label_replace:vtttt last_over_time:m mad_over_time:m
  max_over_time:m min_over_time:m minute:v? month:v? pi: predict_linear:ms present_over_time:m quantile_over_time:sm
  rate:m resets:m round:vs? sort_by_label:vt* sort_by_label_desc:vt* stddev_over_time:m stdvar_over_time:m
  sum_over_time:m time: ts_of_first_over_time:m ts_of_last_over_time:m ts_of_max_over_time:m ts_of_min_over_time:m
  vector:s year:v? abs:v absent:v acos:v acosh:v asin:v asinh:v atan:v atanh:v ceil:v cos:v cosh:v deg:v exp:v floor:v
  histogram_avg:v histogram_count:v histogram_stddev:v histogram_stdvar:v histogram_sum:v ln:v log10:v log2:v rad:v
  scalar:v sgn:v sin:v sinh:v sort:v sort_desc:v sqrt:v tan:v tanh:v timestamp:v`
  .split(/\s+/).map(each => each.split(':') as [name: string, types: string]));

/** The functions that return a number. */
const NUMBERS = ['end', 'pi', 'range', 'scalar', 'start', 'step', 'time'];

/** The aggregations with a parameter, and its type. */
const PARAMETERS = new Map(Object.entries({
  bottomk: 's', count_values: 't', limit_ratio: 's', limitk: 's', quantile: 's', topk: 's',
}));

/** The expressions that are no selector. */
const COMPUTED = [
  'AggregateExpr', 'BinaryExpr', 'FunctionCall', 'MatrixSelector', 'NumberDurationLiteral', 'ParenExpr',
  'StringLiteral', 'SubqueryExpr', 'UnaryExpr',
];

/** The first problem that Prometheus has with an expression although the grammar accepts it, in words. */
function typeProblem(tree: SyntaxTree, text: string): string | undefined {
  let problem: string | undefined;
  // the types of the parts that have been read: those within an expression come before it
  const types = new Map<string, ValueType | undefined>();
  const keyOf = ({ name, from, to }: SyntaxNode) => `${name} ${from} ${to}`;
  const typeOf = (node: SyntaxNode | null) => node === null ? undefined : types.get(keyOf(node));
  const textOf = (node: SyntaxNode | null) => node === null ? '' : text.slice(node.from, node.to);
  const read = (node: SyntaxNode): ValueType | undefined => {
    const { name, firstChild: first, lastChild: last } = node;
    switch (name) {
      case 'NumberDurationLiteral': return 's';
      case 'StringLiteral': return 't';
      case 'VectorSelector': case 'AggregateExpr': return 'v';
      case 'MatrixSelector': case 'SubqueryExpr': return 'm';
      case 'FunctionCall': return NUMBERS.includes(textOf(first)) ? 's' : 'v';
      case 'BinaryExpr': return typeOf(first) === 's' && typeOf(last) === 's' ? 's' : 'v';
      case 'OffsetExpr': case 'ParenExpr': case 'StepInvariantExpr': return typeOf(first);
      case 'UnaryExpr': return typeOf(last);
      default: return undefined;
    }
  };
  const problemOf = (node: SyntaxNode): string | undefined => {
    const { name, firstChild: first, lastChild: last } = node;
    const inner = String(first?.name);
    const called = name === 'AggregateExpr' ? textOf(first).toLowerCase() : textOf(first);
    switch (name) {
      case 'FunctionCall': return argumentProblem(node, called, FUNCTIONS.get(called), typeOf);
      case 'AggregateExpr': return argumentProblem(node, called, `${PARAMETERS.get(called) ?? ''}v`, typeOf);
      case 'BinaryExpr': return operatorProblem(node, [typeOf(first), typeOf(last)]);
      case 'MatrixSelector': return COMPUTED.includes(inner) ? 'a range of values is for a selector alone' : undefined;
      // the grammar gives an operator to the shift behind its right side
      case 'OffsetExpr': case 'StepInvariantExpr':
        return COMPUTED.includes(inner) && !/^(BinaryExpr|UnaryExpr|MatrixSelector|SubqueryExpr)$/.test(inner)
          ? `'${name === 'OffsetExpr' ? 'offset' : '@'}' belongs behind a selector` : undefined;
      // a backslash is plain text between backticks
      case 'StringLiteral': return /^(?:`|(?:[^\\]|\\[abfnrtvxuU0-7\\'"])*$)/.test(textOf(node)) ? undefined
        : 'a text has a backslash before another character: write two of them';
      case 'VectorSelector': return selectorProblem(node, textOf);
      default: return undefined;
    }
  };
  tree.iterate({
    enter: () => problem === undefined,
    leave: ({ node }) => {
      problem ??= problemOf(node);
      types.set(keyOf(node), read(node));
    },
  });
  return problem;
}

/**
 * The problem with the arguments of a function or an aggregation: their number, or the type of one. `types` is an entry
 * of `FUNCTIONS`; `undefined` for a function that is not listed there, about which nothing is reported.
 */
function argumentProblem(
  node: SyntaxNode, name: string, types: string | undefined, typeOf: (node: SyntaxNode) => ValueType | undefined,
): string | undefined {
  if (types === undefined) return undefined;
  const given: SyntaxNode[] = [];
  for (let each = node.getChild('FunctionCallBody')?.firstChild; each; each = each.nextSibling) given.push(each);
  const wanted = types.replace(/[?*]$/, '');
  const least = wanted === types ? wanted.length : wanted.length - 1;
  if (given.length < least || given.length > wanted.length && !types.endsWith('*')) {
    return `${name}() does not take ${given.length} argument${given.length === 1 ? '' : 's'}`;
  }
  const typeAt = (i: number) => (wanted[i] ?? wanted.at(-1)) as ValueType;
  const wrong = given.findIndex((each, i) => ![undefined, typeAt(i)].includes(typeOf(each)));
  return wrong < 0 ? undefined : `${name}() takes ${TYPES[typeAt(wrong)]}, not ${TYPES[typeOf(given[wrong])!]}`;
}

/**
 * The problem with a binary operator: types that it does not take, or modifiers that belong to others. About a side
 * whose type is `undefined`, which means unknown, nothing is reported.
 */
function operatorProblem(node: SyntaxNode, sides: readonly (ValueType | undefined)[]): string | undefined {
  const has = (...names: readonly string[]) => names.some(name => node.getChild(name));
  const clause = node.getChild('MatchingModifierClause');
  const [isSet, isBool] = [has('And', 'Or', 'Unless'), has('BoolModifier')];
  const isCompared = has('Eql', 'Neq', 'Lte', 'Lss', 'Gte', 'Gtr');
  if (sides.includes('m') || sides.includes('t')) return 'an operator takes numbers and instant vectors';
  if (sides.includes('s') && (isSet || clause)) {
    return isSet ? "'and', 'or' and 'unless' take instant vectors" : "'on' and 'ignoring' are for instant vectors";
  }
  if (isSet && (clause?.getChild('GroupLeft') ?? clause?.getChild('GroupRight'))) {
    return "'and', 'or' and 'unless' have no groups";
  }
  if (isBool && !isCompared) return "'bool' is for comparisons";
  const isOfNumbers = sides.every(each => each === 's');
  return isCompared && !isBool && isOfNumbers ? "a comparison of numbers needs 'bool'" : undefined;
}

/**
 * The problem with a vector selector: two names, an invalid expression, or no matcher that excludes series without
 * the label, which Prometheus rejects.
 */
function selectorProblem(node: SyntaxNode, textOf: (node: SyntaxNode | null) => string): string | undefined {
  const labels = node.getChild('LabelMatchers');
  const matchers = (labels?.getChildren('UnquotedLabelMatcher') ?? []).map(each =>
    ['LabelName', 'MatchOp', 'StringLiteral'].map(part => textOf(each.getChild(part))));
  const name = node.getChild('Identifier');
  if (name && matchers.some(([label]) => label === '__name__')) return 'a selector has one name';
  let isEmpty = true;
  for (const [, operator, quoted] of matchers) {
    const value = quoted.slice(1, -1);
    const isRegex = operator.endsWith('~');
    // what escapes stand for is not read here
    const isRead = !quoted.includes('\\');
    if (isRegex && isRead && regex(value, '').length > 0) return `${operator}${quoted} is no regular expression of RE2`;
    // whether the matcher takes series without the label
    const isMatch = isRegex ? isRead && wholeMatch(value, '') !== undefined : value === '';
    isEmpty &&= isRead && isMatch === !operator.startsWith('!');
  }
  const isNamed = name ?? labels?.getChild('QuotedLabelName') ?? labels?.getChild('QuotedLabelMatcher');
  // the second argument of info() selects labels
  const isOfInfo = textOf(node.parent?.parent?.firstChild ?? null) === 'info';
  return !isNamed && isEmpty && !isOfInfo ? 'a selector needs a name, or a label that is not empty' : undefined;
}
