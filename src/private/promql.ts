import { Check, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';

/** Newer than the grammar: durations that are computed, and functions of their names. */
const NEWER = /\b(?:max_of|min_of|range|step)\s*\(/i;

/** An expression of PromQL, by its syntax: the types of what functions get are not checked. */
export const promql: Check = (value: string, field) => {
  // Prometheus reads `5.` as a number, the grammar does not
  const at = errorAt(value.replace(/(?<![\w.])\d[\d_]*\.(?!\d)/g, number => number.replace('.', '0')));
  if (at === undefined) return FINE;
  const rest = value.slice(at).trimStart();
  // a metric may be called `offset`
  if (NEWER.test(value) || /^offset\b/i.test(rest)) return found('cannot-judge', field, { reason: 'expression' });
  const called = rest.startsWith('(') && value.slice(0, -rest.length).trimEnd().split(/\W/).at(-1);
  if (called) return found('invalid-value', field, { reason: 'function', name: Shown.of(called) });
  return found('invalid-value', field, { reason: 'promql', value: Shown.of(value), rest: rest === '' ? 'end' : Shown.of(rest) });
};

/** The place of the first syntax error. */
function errorAt(expression: string): number | undefined {
  let first: number | undefined;
  load().parse(expression).iterate({
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
