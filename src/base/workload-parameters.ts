import { isObject, listOf } from './check';
import { At, pathOf } from './findings/finding';

/** Whether these parameters may set a field of a workload, one around it or one in it. Invalid ones set nothing. */
export function mayBeSet(parameters: unknown): (at: At) => boolean {
  const given = listOf(parameters).flatMap(each => isObject(each) ? listOf(each.fieldPaths) : []);
  // a parameter's path has `data.a` or `data[a.b]` for what a finding calls `data['a']` or `data['a.b']`
  const paths = given.filter(path => typeof path === 'string').map(path => {
    const steps = [...path.matchAll(/\['(.*?)'\]|\[([^[\]]+)\]|([^.[\]]+)/g)];
    return steps.map(([, quoted, bare, name]) => quoted ?? bare ?? name);
  });
  return at => {
    const steps = pathOf(at).map(String);
    return paths.some(path => path.every((step, i) => i >= steps.length || step === steps[i]));
  };
}
