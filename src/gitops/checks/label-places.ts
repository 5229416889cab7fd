/** Where else than in its own metadata an object has labels. */
export interface LabelPlaces {
  /** Metadata of what is made of it: labels and annotations. */
  readonly metadata: readonly Path[];
  /** Labels that select. */
  readonly selectors: readonly Path[];
}

export type Path = readonly string[];

const path = (text: string): Path => text.split('.');

function places(metadata: readonly string[], selectors: readonly string[]): LabelPlaces {
  return { metadata: metadata.map(path), selectors: selectors.map(path) };
}

const SELECTOR = 'spec.selector.matchLabels';
const TEMPLATE = places(['spec.template.metadata'], [SELECTOR]);
const NOWHERE = places([], []);

/** Custom kinds have templates too, and put what they like into them. */
const PLACES: Readonly<Record<string, LabelPlaces>> = {
  '/PersistentVolumeClaim': places([], [SELECTOR]),
  '/PodTemplate': places(['template.metadata'], []),
  '/ReplicationController': places(['spec.template.metadata'], ['spec.selector']),
  '/Service': places([], ['spec.selector']),
  'apps/DaemonSet': TEMPLATE,
  'apps/Deployment': TEMPLATE,
  'apps/ReplicaSet': TEMPLATE,
  'apps/StatefulSet': TEMPLATE,
  'batch/CronJob': places(['spec.jobTemplate.metadata', 'spec.jobTemplate.spec.template.metadata'], []),
  'batch/Job': TEMPLATE,
  'networking.k8s.io/NetworkPolicy': places([], ['spec.podSelector.matchLabels']),
  'policy/PodDisruptionBudget': places([], [SELECTOR]),
};

export function labelPlacesOf(group: string, kind: string): LabelPlaces {
  return PLACES[`${group}/${kind}`] ?? NOWHERE;
}

/** What stands at a path, if anything does. */
export function valueAt(json: any, steps: Path): any {
  let value = json;
  for (const step of steps) value = value?.[step];
  return value;
}
