import { Platform } from '../../platform/platform';
import { isObject, listOf } from '../../private/check';
import { Check, FINE, Finding, wrong } from '../../private/finding';
import { WORKLOAD_FIELDS } from '../../workloads/known-fields';
import { KUBERNETES_FIELDS } from '../../workloads/kubernetes-fields';

/** What is wrong with the fields of a workload, which the model takes as they are. What parameters will set is not looked at. */
export function workloadFindings(manifest: any, parameters: any, platform: Platform): Finding[] {
  const check = checkOf(manifest, platform);
  const paths = listOf(parameters).flatMap(each => isObject(each) ? listOf(each.fieldPaths) : []).filter(path => typeof path === 'string');
  const found = [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE];
  return found.filter(({ field }) => !paths.some(path => isWithin(path, field) || isWithin(field, path)));
}

function checkOf(manifest: any, platform: Platform): Check | undefined {
  const { apiVersion, kind } = manifest ?? {};
  const known = Object.values(WORKLOAD_FIELDS).find(each => {
    const type = platform._typeOf(each.kind);
    return type.apiVersion === apiVersion && type.kind === kind;
  });
  const key = `${apiVersion} ${kind}`;
  return known?.check ?? (Object.hasOwn(KUBERNETES_FIELDS, key) ? KUBERNETES_FIELDS[key] : undefined);
}

/** No API has a kind that begins with a small letter. */
export function kindFindings(manifest: any): Finding[] {
  const kind = manifest?.kind;
  return typeof kind === 'string' && /^[a-z]/.test(kind) ? wrong('invalid-value', 'kind', 'begin with a capital letter', kind, 'write it as its API does, such as "Deployment"') : FINE;
}

function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(outer) && /^[.[]/.test(field.slice(outer.length));
}
