type Step = string | number;

/** A value that cannot be set at a path. */
export class Unpaved extends Error {}

/** `a.b[0][c]` in steps: what is in brackets and has digits only is an index. */
export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (let rest = path; rest !== '';) {
    const [whole, bracketed, plain] = /^(?:\[([^\]]*)\]|\.?([^.[]+))/.exec(rest)!;
    steps.push(bracketed === undefined ? plain : /^[0-9]+$/.test(bracketed) ? parseInt(bracketed, 10) : bracketed);
    rest = rest.slice(whole.length);
  }
  return steps;
}

/**
 * A copy of a value in which the field at a path is another, as the paved paths of OAM have it: what is missing (or null) on the way is made. Lists do not get
 * holes: an element is there, or it is the next one.
 */
export function paved(target: any, [step, ...rest]: Step[], value: any): any {
  if (step === undefined) return value;
  if (typeof step === 'number') return pavedList(target ?? [], step, rest, value);
  if (target !== undefined && target !== null && (typeof target !== 'object' || Array.isArray(target))) throw new Unpaved(`no object for ${step}`);
  const fields = new Map(Object.entries(target ?? {}));
  fields.set(step, paved(fields.get(step), rest, value));
  return Object.fromEntries(fields);
}

function pavedList(target: any, index: number, rest: Step[], value: any): any[] {
  if (!Array.isArray(target)) throw new Unpaved(`no list for ${index}`);
  if (index > target.length) throw new Unpaved(`${index} is beyond the end`);
  return [...target.slice(0, index), paved(target[index], rest, value), ...target.slice(index + 1)];
}

/** The fields of a workload with the values of its parameters, in the order in which they are given. */
export function parametersSet(fields: any, parameters: readonly any[], values: readonly any[]): any {
  return values.reduce((all, { name, value }) => parameters.find(p => p.name === name).fieldPaths.reduce(
    (set: any, path: string) => paved(set, stepsOf(path), value), all), fields);
}
