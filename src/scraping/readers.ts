import type { RenderedPrometheus } from './prometheus';
import { makesPods, PodsEnd, podsEnd } from '../network/ends';
import { podOf } from '../objects/pod-holders';
import type { PlainObject } from '../objects/rendering';
import { asObject, isObject, listOf, PlainFields } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';

/** A reader of scrape jobs, and its pods. */
type JobsReader = Pick<RenderedPrometheus, 'object' | 'pods'>;

/** The readers of the jobs in an object: pods that mount it, and resources of the Prometheus Operator that refer to it. */
export function readersOf(
  holder: TypedManifest, objects: readonly TypedManifest[], prometheuses: readonly RenderedPrometheus[],
): readonly JobsReader[] {
  const { namespace, name } = asObject(holder.metadata);
  const beside = (object: TypedManifest) => object.metadata?.namespace === namespace;
  const pods = objects.filter(object => makesPods(object) && beside(object) && mounts(object, holder.kind, name));
  return [
    ...pods.map((object): { object: TypedManifest; pods: PodsEnd } => ({ object, pods: podsEnd(object, objects) })),
    ...holder.kind !== 'Secret' ? []
      : prometheuses.filter(({ object }) => beside(object) && object.spec?.additionalScrapeConfigs?.name === name),
  ];
}

/** Whether the pods of an object mount a ConfigMap or a Secret, alone or projected with others. */
function mounts(object: TypedManifest, kind: string, name: unknown): boolean {
  const volumes = listOf(asObject(podOf(object as object as PlainObject)?.spec).volumes).filter(isObject);
  const sources = volumes.flatMap((volume): PlainFields[] => [volume, ...listOf(volume.projected?.sources).filter(isObject)]);
  return sources.some(({ configMap, secret }) => (kind === 'Secret' ? secret?.secretName ?? secret?.name : configMap?.name) === name);
}
