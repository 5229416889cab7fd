import { PlainObject } from './rendering';
import { isObject } from '../private/check';
import { fieldAt, steps } from '../private/kinds/kind';
import { kindOf } from '../private/kinds/kind-of';
import { isBuiltIn } from '../private/scopes';

/** Where custom resources have the template of their pods. */
const TEMPLATES = ['spec.template', 'spec.jobTemplate.spec.template', 'spec.podTemplate'].map(steps);

const hasContainers = (spec: unknown) => isObject(spec) && Array.isArray(spec.containers);

function pod(metadata: unknown, spec: object): PlainObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: isObject(metadata) ? metadata : {}, spec };
}

/** One of the pods of an object, as it says itself: by its kind, or in the template that a custom resource has. Nothing if it has none. */
export function podOf(object: PlainObject): PlainObject | undefined {
  const { pods } = kindOf(object);
  if (!pods) {
    const template = isBuiltIn(object) ? undefined : TEMPLATES.map(path => fieldAt(object, path)).find(each => hasContainers(each?.spec));
    return template && pod(template.metadata, template.spec);
  }
  const spec = fieldAt(object, pods.spec);
  if (pods.isPodSpec) return hasContainers(spec) ? pod(fieldAt(object, pods.metadata), spec) : undefined;
  // what else an operator says of its pods is no spec of a pod
  return pod(fieldAt(object, pods.metadata), {});
}
