import { canScale, hasPods } from './pod-holders';
import { PlainObject } from './rendering';
import { isObject, listOf, PlainValue } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { isKind, kindOf } from '../private/kinds/kind-of';

// The parts of a workload's objects that matter to an autoscaler.

/** The object that runs the pods, and the objects through which an autoscaler can scale them. An autoscaler needs exactly one target. */
export interface ScaleTargets {
  readonly pods?: PlainObject;
  readonly targets: readonly PlainObject[];
  /** The kind of the targets, if it differs from that of the object. */
  readonly kind?: string;
}

/** Finds the objects that autoscalers may scale among those of a workload. */
export function scaleTargets(objects: readonly PlainObject[]): ScaleTargets {
  const pods = objects.find(hasPods);
  const as = pods && kindOf(pods).scaledAs;
  if (as !== undefined) return { pods, targets: objects.filter(object => isKind(object, as)), kind: as.split('/')[1] };
  return { pods, targets: pods && canScale(pods) ? [pods] : [] };
}

/** The names of the containers that request nothing of a resource: an autoscaler cannot compute the share of it that they use. */
export function withoutRequest({ pods, targets }: ScaleTargets, resource: string): string[] {
  const place = pods && kindOf(pods).pods;
  const spec = place && fieldAt(pods, place.spec);
  if (!isObject(spec)) return [];
  const isRequested = (each?: PlainValue) => requests(each, resource);
  // the targets of a Domain may request more for its servers than the Domain itself
  const ofAll = isRequested(spec) || targets.some(target => isRequested(target.spec?.serverPod));
  if (place!.isPodSpec && ofAll) return [];
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const listed = place!.isPodSpec ? [...listOf(spec.containers), ...lasting] : listOf(spec[place!.containers!]);
  const main = place!.main === undefined || ofAll ? [] : [place!.main];
  return [...main, ...listed.filter(each => !isRequested(each)).map(each => String(each?.name))];
}

/** A limit counts as a request: without a request, Kubernetes uses the limit. */
function requests(given: PlainValue | undefined, resource: string): boolean {
  return [given?.resources?.requests?.[resource], given?.resources?.limits?.[resource]].some(each => each != null);
}
