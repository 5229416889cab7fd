import { Platform } from '../../platform/platform';
import { isObject, listOf } from '../../private/check';
import { FINE, Finding } from '../../private/finding';
import { WORKLOAD_FIELDS } from '../../workloads/known-fields';

/** What is wrong with the fields of a workload of OAM, which the model takes as they are. What parameters will set is not looked at. */
export function workloadFindings(manifest: any, parameters: any, platform: Platform): Finding[] {
  const known = Object.values(WORKLOAD_FIELDS).find(({ kind }) => {
    const type = platform._typeOf(kind);
    return type.apiVersion === manifest?.apiVersion && type.kind === manifest?.kind;
  });
  if (!known) return FINE;
  const paths = listOf(parameters).flatMap(each => isObject(each) ? listOf(each.fieldPaths) : []).filter(path => typeof path === 'string');
  return known.check(manifest, '').filter(({ field }) => !paths.some(path => isWithin(path, field) || isWithin(field, path)));
}

function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(outer) && /^[.[]/.test(field.slice(outer.length));
}
