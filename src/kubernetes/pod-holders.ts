import { PlainObject } from './model';
import { isObject, listOf } from '../private/check';

/** Where an object says what its pods are. */
interface PodHolder {
  /** `apiVersion.kind`. */
  readonly type: RegExp;
  /** What has the labels and annotations of the pods. */
  readonly metadata?: readonly string[];
  /** What has the pods' containers and volumes. */
  readonly spec?: readonly string[];
  /** What the list of containers is called, to which one more can be added; nothing where it would keep the pods from ending. */
  readonly containers?: string;
  /** Whether the spec is that of a pod, and not one of an operator. */
  readonly isPodSpec?: true;
  /** Whether what the spec mounts is mounted by each container, also by those that are added. */
  readonly spreadsMounts?: true;
  /** Whether `spec.replicas` is the number of its pods. */
  readonly scales?: true;
}

const TEMPLATE = { metadata: ['spec', 'template', 'metadata'], spec: ['spec', 'template', 'spec'], isPodSpec: true } as const;

const HOLDERS: readonly PodHolder[] = [
  { type: /^apps\/.*\.(Deployment|StatefulSet|ReplicaSet)$/, ...TEMPLATE, containers: 'containers', scales: true },
  { type: /^apps\/.*\.DaemonSet$/, ...TEMPLATE, containers: 'containers' },
  { type: /^v1\.ReplicationController$/, ...TEMPLATE, containers: 'containers', scales: true },
  { type: /^batch\/.*\.Job$/, ...TEMPLATE },
  {
    type: /^batch\/.*\.CronJob$/,
    metadata: ['spec', 'jobTemplate', 'spec', 'template', 'metadata'],
    spec: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
    isPodSpec: true,
  },
  { type: /^v1\.Pod$/, metadata: ['metadata'], spec: ['spec'], containers: 'containers', isPodSpec: true },
  { type: /^coherence\.oracle\.com\/.*\.Coherence$/, metadata: ['spec'], spec: ['spec'], containers: 'sideCars', spreadsMounts: true, scales: true },
  { type: /^weblogic\.oracle\/.*\.Domain$/, metadata: ['spec', 'serverPod'], spec: ['spec', 'serverPod'], containers: 'containers', scales: true },
  { type: /^weblogic\.oracle\/.*\.Cluster$/, scales: true },
];

/** The one for the type of an object; most kinds have no pods. */
export function podHolderOf({ apiVersion, kind }: { apiVersion: string; kind: string }): PodHolder | undefined {
  return HOLDERS.find(({ type }) => type.test(`${apiVersion}.${kind}`));
}

/** Whether an object makes pods, or is one. */
export function hasPods(object: { apiVersion: string; kind: string }): boolean {
  return podHolderOf(object)?.spec !== undefined;
}

/** The labels of the pods of an object, as far as they stand in it. */
export function podLabelsOf(object: PlainObject): Record<string, string> | undefined {
  const holder = podHolderOf(object);
  return holder?.metadata && { ...at(object, holder.metadata)?.labels };
}

const INJECT = 'sidecar.istio.io/inject';

/** Whether the pods of an object have no sidecar, though their namespace belongs to a mesh. */
export function isWithoutSidecar(object: PlainObject): boolean {
  const holder = podHolderOf(object);
  const metadata = holder?.metadata && at(object, holder.metadata);
  return [metadata?.annotations, metadata?.labels].some(each => each?.[INJECT] === 'false');
}

/** An object whose pods have more labels. */
export function withPodLabels(object: PlainObject, labels: Readonly<Record<string, string>>): PlainObject {
  return changedPods(object, 'metadata', metadata => ({ ...metadata, labels: { ...metadata?.labels, ...labels } }));
}

/** An object whose pods have more annotations. */
export function withPodAnnotations(object: PlainObject, annotations: Readonly<Record<string, string>>): PlainObject {
  // what a pod itself is cannot be replaced
  return object.kind === 'Pod' ? object : changedPods(object, 'metadata', metadata => ({ ...metadata, annotations: { ...metadata?.annotations, ...annotations } }));
}

/** An object whose pods have one container more, with its volumes. */
export function withContainer(object: PlainObject, container: any, volumes: readonly any[]): PlainObject {
  const list = podHolderOf(object)?.containers;
  return list === undefined ? object : changedPods(object, 'spec', spec => ({
    ...spec,
    [list]: [...listOf(spec?.[list]), container],
    ...volumes.length > 0 ? { volumes: [...listOf(spec?.volumes), ...volumes] } : {},
  }));
}

/**
 * An object of an operator whose containers, with those that are added, share a directory: the volume of its own that is
 * mounted there, or else one of this name.
 */
export function withCommonDirectory(object: PlainObject, mountPath: string, name: string): PlainObject {
  const covers = (path: unknown) => typeof path === 'string' && `${mountPath}/`.startsWith(`${path.replace(/\/+$/, '')}/`);
  return changedPods(object, 'spec', spec => {
    return listOf(spec?.volumeMounts).some(mount => covers(mount?.mountPath)) ? spec : {
      ...spec,
      volumes: [...listOf(spec?.volumes), { name, emptyDir: {} }],
      volumeMounts: [...listOf(spec?.volumeMounts), { name, mountPath }],
    };
  });
}

/** An object with another number of pods. */
export function withReplicas(object: PlainObject, replicas: number): PlainObject {
  if (!canScale(object)) return object;
  // in a v8 Domain the number of a cluster goes before that of the domain
  const clusters = object.kind === 'Domain' ? listOf(object.spec?.clusters) : [];
  const scaled = clusters.some(cluster => cluster?.replicas !== undefined) ? { clusters: clusters.map(cluster => ({ ...cluster, replicas })) } : {};
  return { ...object, spec: { ...object.spec, ...scaled, replicas } };
}

/** Whether the number of an object's pods can be said. */
export function canScale(object: PlainObject): boolean {
  return podHolderOf(object)?.scales ?? (isObject(object.spec) && object.spec.replicas !== undefined);
}

/** Whether a container can be added to the pods of an object. */
export function takesContainers(object: PlainObject): boolean {
  return podHolderOf(object)?.containers !== undefined;
}

function changedPods(object: PlainObject, part: 'metadata' | 'spec', change: (value: any) => any): PlainObject {
  const path = podHolderOf(object)?.[part];
  return path ? changed(object, path, change) : object;
}

function at(value: any, path: readonly string[]): any {
  return path.reduce((inner, step) => inner?.[step], value);
}

/** A copy in which the value at a path is another. */
function changed(value: any, [step, ...rest]: readonly string[], change: (value: any) => any): any {
  return step === undefined ? change(value) : { ...value, [step]: changed(value?.[step], rest, change) };
}

/** What the containers of an object's pods mount, but for what a further container mounts by itself. */
export function mountsOf(object: PlainObject): any[] {
  const { spec: path, containers, spreadsMounts } = podHolderOf(object) ?? {};
  const spec = path && at(object, path);
  const own = listOf(spec?.volumeMounts).filter(isObject);
  const others = containers === undefined ? [] : listOf(spec?.[containers]).flatMap(each => listOf(each?.volumeMounts)).filter(isObject);
  return spreadsMounts ? others.filter(({ mountPath }) => !own.some(mount => mount.mountPath === mountPath)) : [...own, ...others];
}

/** What the pods of an object have already, by the name of a list: containers, init containers, volumes. */
export function namesIn(object: PlainObject, list: string): string[] {
  const path = podHolderOf(object)?.spec;
  return path ? listOf(at(object, path)?.[list]).map(each => each?.name) : [];
}
