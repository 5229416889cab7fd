import { canScale, hasPods } from './pod-holders';
import { PlainObject } from './rendering';
import { isObject, listOf, PlainValue } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { isKind, kindOf } from '../private/kinds/kind-of';

// what an autoscaler reads of the objects of a workload

/** The object that runs the pods, and those by which autoscalers may scale them; more or fewer than one if they cannot be told to. */
export interface ScaleTargets {
  readonly pods?: PlainObject;
  readonly targets: readonly PlainObject[];
  /** The kind of the targets, if it is another than that of the object. */
  readonly kind?: string;
}

/** What of these objects autoscalers may scale. */
export function scaleTargets(objects: readonly PlainObject[]): ScaleTargets {
  const pods = objects.find(hasPods);
  const as = pods && kindOf(pods).scaledAs;
  if (as !== undefined) return { pods, targets: objects.filter(object => isKind(object, as)), kind: as.split('/')[1] };
  return { pods, targets: pods && canScale(pods) ? [pods] : [] };
}

/** The containers of pods that request nothing of a resource, by name: which share of it they use is not known then. */
export function withoutRequest({ pods, targets }: ScaleTargets, resource: string): string[] {
  const place = pods && kindOf(pods).pods;
  const spec = place && fieldAt(pods, place.spec);
  if (!isObject(spec)) return [];
  const isRequested = (each?: PlainValue) => requests(each, resource);
  // a server may have more than the others of its Domain
  const ofAll = isRequested(spec) || targets.some(target => isRequested(target.spec?.serverPod));
  if (place!.isPodSpec && ofAll) return [];
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const listed = place!.isPodSpec ? [...listOf(spec.containers), ...lasting] : listOf(spec[place!.containers!]);
  const main = place!.main === undefined || ofAll ? [] : [place!.main];
  return [...main, ...listed.filter(each => !isRequested(each)).map(each => String(each?.name))];
}

/** A limit is requested too, unless something else is. */
function requests(given: PlainValue | undefined, resource: string): boolean {
  return [given?.resources?.requests?.[resource], given?.resources?.limits?.[resource]].some(each => each != null);
}
