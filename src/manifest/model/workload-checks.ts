import { Platform } from '../../platform/platform';
import { Check, FINE, Finding } from '../../private/finding';
import { WORKLOAD_FIELDS } from '../../workloads/known-fields';
import { kindFindings, kubernetesFields, unlessSet } from '../../workloads/kubernetes-fields';

/** What is wrong with the fields of a workload, which the model takes as they are. What parameters will set is not looked at. */
export function workloadFindings(manifest: any, parameters: any, platform: Platform): Finding[] {
  return unlessSet([...kindFindings(manifest), ...checkOf(manifest, platform)?.(manifest, '') ?? FINE], parameters);
}

function checkOf(manifest: any, platform: Platform): Check | undefined {
  const { apiVersion, kind } = manifest ?? {};
  const known = Object.values(WORKLOAD_FIELDS).find(each => {
    const type = platform._typeOf(each.kind);
    return type.apiVersion === apiVersion && type.kind === kind;
  });
  return known?.check ?? kubernetesFields(apiVersion, kind, !platform._makesObjects);
}
