/** Where else than in its own metadata an object has labels. */
export interface LabelPlaces {
  /** Metadata of what is made of it: labels and annotations. */
  readonly metadata: readonly Path[];
  /** Labels that select: pods, or the nodes for them. */
  readonly selectors: readonly Path[];
}

export type Path = readonly string[];

const path = (text: string): Path => text.split('.');

function places(metadata: readonly string[], selectors: readonly string[]): LabelPlaces {
  return { metadata: metadata.map(path), selectors: selectors.map(path) };
}

const SELECTOR = 'spec.selector.matchLabels';
const TEMPLATE = places(['spec.template.metadata'], [SELECTOR, 'spec.template.spec.nodeSelector']);
const NOWHERE = places([], []);

/** Custom kinds have templates too, and put what they like into them. */
const PLACES: Readonly<Record<string, LabelPlaces>> = {
  '/PersistentVolumeClaim': places([], [SELECTOR]),
  '/Pod': places([], ['spec.nodeSelector']),
  '/PodTemplate': places(['template.metadata'], ['template.spec.nodeSelector']),
  '/ReplicationController': places(['spec.template.metadata'], ['spec.selector', 'spec.template.spec.nodeSelector']),
  '/Service': places([], ['spec.selector']),
  'apps/DaemonSet': TEMPLATE,
  'apps/Deployment': TEMPLATE,
  'apps/ReplicaSet': TEMPLATE,
  'apps/StatefulSet': TEMPLATE,
  'batch/CronJob': places(['spec.jobTemplate.metadata', 'spec.jobTemplate.spec.template.metadata'], ['spec.jobTemplate.spec.template.spec.nodeSelector']),
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
