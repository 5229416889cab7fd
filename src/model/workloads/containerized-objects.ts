import { createHash } from 'node:crypto';
import type { k8s } from 'cdk8s-plus-27';
import {
  ContainerizedConfig, ContainerizedContainer, ContainerizedEnv, ContainerizedResources, ContainerizedVolume,
  CpuArchitecture, VolumeAccessMode, VolumeSharingPolicy,
} from './containerized-types';
import type { ContainerizedWorkloadProps } from './containerized-workload';
import type { WorkloadOptions } from './workload';
import { serviceName, workloadMetadata } from '../../cluster/checks/pods';
import { allRead } from '../../base/definitions/type';
import {
  bad, Check, Finding, FINE, found, must, saying, within, Path, joinPath, Shown,
} from '../../base/findings/finding';
import { MAX_LABEL, MAX_NAME, shortHash, shortened } from '../../cluster/objects/names';
import {
  ContainerPort, clashingPorts, containerPorts, serviceObject, servicePorts, PlainObject, Rendered, WorkloadContext,
} from '../../cluster/objects/object-index';
import { all, list, listOf, object, pattern, unique } from '../../base/check';
import { MAX_DATA, bytesOf, isDnsLabel, objectName } from '../../base/names';
import { withoutNulls } from '../../base/plain';

/** The Kubernetes names of OAM's processor architectures, where they differ. */
const ARCHITECTURES: Readonly<Record<string, string>> = { [CpuArchitecture.I386]: '386' };

/** A ContainerizedWorkload as a Deployment, a Service of all its ports, a ConfigMap for its files and claims for its volumes. */
export function containerized(context: WorkloadContext): Rendered {
  const { name, labels, annotations, selector } = context;
  const spec: ContainerizedSpec = context.fields.spec;
  const ports = containerPorts(spec.containers, ['spec', 'containers']);
  const files = configFiles(name, spec.containers);
  const disks = volumes(name, spec.containers, files.volumes.map(volume => volume.name));
  const metadata = { name, labels, annotations };
  const deployment: PlainObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      selector: { matchLabels: selector },
      // the old pod must release the volume before the new pod can mount it
      strategy: disks.objects.some(claim => claim.spec.accessModes.includes('ReadWriteOnce')) ? { type: 'Recreate' } : undefined,
      template: {
        metadata: { labels, annotations: files.checksum },
        spec: podSpec(spec, [...files.volumes, ...disks.volumes], [files.mounts, disks.mounts]),
      },
    },
  };
  const services = ports.length > 0 ? [serviceObject({ name }, { selector, ports: servicePorts(ports, nameOfPort(ports)) })] : [];
  return {
    objects: [...files.objects, ...disks.objects, deployment, ...services].map(withoutNulls),
    findings: [
      ...FIELDS(context.fields, ''),
      ...(services.length > 0 ? serviceName : objectName)(name, 'metadata.name'),
      ...clashingPorts(ports),
      ...files.findings,
      ...disks.findings,
      ...clashingMounts(deployment),
    ],
  };
}

/** The spec of the workload after its check. */
type ContainerizedSpec = Omit<ContainerizedWorkloadProps, keyof WorkloadOptions>;

/** A volume of the pods, and its source. */
interface PodVolume {
  readonly name: string;
  readonly [source: string]: unknown;
}

type Mounts = (container: string) => k8s.VolumeMount[];

function podSpec(spec: ContainerizedSpec, podVolumes: readonly PodVolume[], mounts: readonly Mounts[]): object {
  const { containers, osType, arch, ...others } = spec;
  allRead(others);
  const secrets = [...new Set(containers.map(({ imagePullSecret }) => imagePullSecret).filter(name => name != null))];
  const nodes = {
    ...osType == null ? {} : { 'kubernetes.io/os': osType },
    ...arch == null ? {} : { 'kubernetes.io/arch': ARCHITECTURES[arch] ?? arch },
  };
  return {
    nodeSelector: Object.keys(nodes).length > 0 ? nodes : undefined,
    imagePullSecrets: secrets.length > 0 ? secrets.map(name => ({ name })) : undefined,
    containers: containers.map(container => podContainer(container, mounts.flatMap(each => each(container.name)))),
    volumes: podVolumes.length > 0 ? podVolumes : undefined,
  };
}

function podContainer(container: ContainerizedContainer, volumeMounts: readonly k8s.VolumeMount[]): object {
  const { config: _, imagePullSecret: __, resources, env, ...same } = container;
  return {
    ...same,
    env: env?.map(variable),
    resources: resources == null ? undefined : requirements(resources),
    volumeMounts: volumeMounts.length > 0 ? volumeMounts : undefined,
  };
}

/** The value takes precedence over the secret, as in the runtime. */
function variable({ name, value, fromSecret, ...others }: ContainerizedEnv): object {
  allRead(others);
  return value == null ? { name, valueFrom: { secretKeyRef: fromSecret } } : { name, value };
}

/** Extended resources must be requested and limited by the same amount; cpu and memory have no limits, as on the platform. */
function requirements({ cpu, memory, extended, volumes: _, gpu: __, ...others }: ContainerizedResources): object {
  allRead(others);
  const special = Object.fromEntries((extended ?? []).map(({ name, required }) => [name, `${required}`]));
  return {
    requests: { cpu: cpu.required, memory: memory.required, ...special },
    limits: Object.keys(special).length > 0 ? special : undefined,
  };
}

/** Returns the names of ports in the Service. A name that two containers use gets the container's name as a prefix. */
function nameOfPort(ports: readonly ContainerPort[]): (port: ContainerPort) => string {
  const isTaken = (port: ContainerPort) => ports.some(other => other !== port && other.name === port.name);
  return port => isTaken(port) ? `${port.container}-${port.name}` : port.name!;
}

/** Reports mounts of one container that have the same path. */
function clashingMounts({ spec }: PlainObject): Finding[] {
  return listOf<k8s.Container>(spec.template.spec.containers).flatMap(({ volumeMounts }, i) => {
    const paths = (volumeMounts ?? []).map(({ mountPath }) => mountPath);
    return [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))].flatMap(path =>
      found('duplicate-name', ['spec', 'containers', i], { reason: 'mount-path', mountPath: Shown.of(path) }));
  });
}

/** What containers mount: the objects that hold the content, the volumes of the pods, and the mounts of each container. */
interface Mounted {
  readonly objects: readonly PlainObject[];
  readonly volumes: readonly PodVolume[];
  readonly mounts: Mounts;
  readonly findings: readonly Finding[];
}

/** The files of a workload's containers. */
interface ConfigFiles extends Mounted {
  /** An annotation that replaces the pods when a file changes: Kubernetes does not update a file that is mounted by `subPath`. */
  readonly checksum?: Readonly<Record<string, string>>;
}

interface File extends ContainerizedConfig {
  readonly container: string;
  readonly field: Path;
}

/** Mounts each file by `subPath` at its own path, so that the other files of its directory stay visible. */
function configFiles(workload: string, containers: readonly ContainerizedContainer[]): ConfigFiles {
  const declared = containers.flatMap(({ name: container, config }, i) => (config ?? []).map((file, j): File => {
    const { path, value, fromSecret, ...others } = file;
    allRead(others);
    return { path, value, fromSecret, container, field: ['spec', 'containers', i, 'config', j] };
  }));
  const files = declared.filter(({ value, fromSecret }) => value != null || fromSecret != null);
  const written = files.filter(file => file.value != null);
  const secrets = [...new Set(files.filter(file => file.value == null).map(file => file.fromSecret!.name))];
  const keys = keysOf(written);
  const name = shortened(`${workload}-config`, MAX_NAME);
  const data = Object.fromEntries(written.map(file => [keys.get(file)!, file.value!]));
  return {
    objects: written.length > 0 ? [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }] : [],
    volumes: [
      ...written.length > 0 ? [{ name: CONFIG_VOLUME, configMap: { name } }] : [],
      ...secrets.map(secret => ({ name: volumeOf(secret), secret: { secretName: secret } })),
    ],
    mounts: container => files.filter(file => file.container === container).map(file => file.value == null
      ? { name: volumeOf(file.fromSecret!.name), mountPath: file.path, subPath: file.fromSecret!.key, readOnly: true }
      : { name: CONFIG_VOLUME, mountPath: file.path, subPath: keys.get(file)!, readOnly: true }),
    ...written.length > 0 ? { checksum: { 'checksum/config': createHash('sha256').update(JSON.stringify(data)).digest('hex') } } : {},
    findings: tooMuch(written),
  };
}

/** Reports files that are too large together: one ConfigMap holds those of all containers. */
function tooMuch(files: readonly File[]): Finding[] {
  let bytes = 0;
  const last = files.find(({ value }) => (bytes += bytesOf([value])) > MAX_DATA);
  return !last ? FINE : found('invalid-value', last.field, { reason: 'many-bytes', max: MAX_DATA, bytes });
}

const CONFIG_VOLUME = 'config-files';

/** The key of each file: its container and path in readable form. A hash distinguishes files whose keys would be the same. */
function keysOf(files: readonly File[]): ReadonlyMap<File, string> {
  const readable = ({ container, path }: File) => `${container}.${path.slice(1).replaceAll('/', '.').replace(/[^-._a-zA-Z0-9]/g, '_')}`;
  const names = files.map(readable);
  return new Map(files.map((file, index) => {
    const isTaken = names.some((name, other) => other !== index && name === names[index]);
    return [file, shortened(isTaken ? `${names[index]}-${shortHash(file.path)}` : names[index], MAX_NAME)];
  }));
}

/** The volume of a secret; dots are not allowed in its name. */
function volumeOf(secret: string): string {
  const name = `secret-${secret}`;
  return shortened(secret.includes('.') ? `${name.replaceAll('.', '-')}-${shortHash(secret)}` : name, MAX_LABEL);
}

interface Volume extends ContainerizedVolume {
  readonly container: string;
  readonly field: Path;
}

/**
 * Renders a volume with a disk as a claim, or as an empty directory if it lives no longer than its pod. The runtime mounts volumes, and
 * does not define what they are.
 */
function volumes(workload: string, containers: readonly ContainerizedContainer[], taken: readonly string[]): Mounted {
  const declared = containers.flatMap(({ name: container, resources }, i) => (resources?.volumes ?? []).map((volume, j): Volume => {
    const { name, mountPath, accessMode, sharingPolicy, disk, ...others } = volume;
    const { required: _, ephemeral: __, ...ofDisk } = disk ?? {};
    allRead({ ...others, ...ofDisk });
    return { name, mountPath, accessMode, sharingPolicy, disk, container, field: ['spec', 'containers', i, 'resources', 'volumes', j] };
  }));
  const firsts = new Map<string, Volume>();
  for (const volume of declared) {
    if (!firsts.has(volume.name)) firsts.set(volume.name, volume);
  }
  const findings = declared.flatMap(volume => within(volume.field, check(volume, firsts.get(volume.name)!, taken)));
  if (findings.length > 0) return { objects: [], volumes: [], mounts: () => [], findings };
  const own = [...firsts.values()];
  return {
    // claims for the volumes that outlive a pod
    objects: own.filter(({ disk }) => !disk!.ephemeral).map(volume => claimOf(workload, volume)),
    volumes: own.map(({ name, disk }) => disk!.ephemeral
      ? { name, emptyDir: { sizeLimit: disk!.required } }
      : { name, persistentVolumeClaim: { claimName: claimName(workload, name) } }),
    mounts: container => declared.filter(volume => volume.container === container).map(({ name, mountPath, accessMode }) =>
      ({ name, mountPath, readOnly: accessMode === VolumeAccessMode.READ_ONLY ? true : undefined })),
    findings,
  };
}

/** A dot separates the names of the workload and the volume: the latter has none. */
function claimName(workload: string, volume: string): string {
  return shortened(`${workload}.${volume}`, MAX_NAME);
}

function claimOf(workload: string, { name, sharingPolicy, disk }: Volume): PlainObject {
  const isShared = sharingPolicy === VolumeSharingPolicy.SHARED;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimName(workload, name) },
    spec: { accessModes: [isShared ? 'ReadWriteMany' : 'ReadWriteOnce'], resources: { requests: { storage: disk!.required } } },
  };
}

function check(volume: Volume, first: Volume, taken: readonly string[]): Finding[] {
  const { name, disk } = volume;
  const isSecond = first !== volume;
  const isEmpty = disk && !disk.ephemeral && /^\+?[0.]+([a-zA-Z].*)?$/.test(disk.required);
  return [
    ...isDnsLabel(name) ? FINE : bad('invalid-name', 'dns-label', 'name', name),
    ...taken.includes(name) ? found('duplicate-name', 'name', { reason: 'config-volume', name }) : FINE,
    ...isEmpty ? bad('invalid-value', 'storage', 'disk.required', disk.required) : FINE,
    ...disk ? FINE : found('dangling-volume', 'disk', saying('is required: without it there is nothing to mount',
      'give its size, and whether it is ephemeral')),
    ...isSecond ? shared(volume, first) : FINE,
  ];
}

function shared({ name, disk, sharingPolicy }: Volume, first: Volume): Finding[] {
  const { container } = first;
  const isShared = [sharingPolicy, first.sharingPolicy].every(policy => policy === VolumeSharingPolicy.SHARED);
  if (!isShared) return found('dangling-volume', '', { reason: 'exclusive', name, container });
  const isSame = disk?.required === first.disk?.required && Boolean(disk?.ephemeral) === Boolean(first.disk?.ephemeral);
  return isSame ? FINE : found('dangling-volume', 'disk', { reason: 'other-disk', container });
}

// checks of what the OAM schema allows and Kubernetes does not

const portName = pattern(/^[a-z]{1,15}$/, 'short-port-name');

const EXTENDED = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)+[a-z0-9]([-a-z0-9]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const isExtended = (name: string) => EXTENDED.test(name) && !/^requests\.|(^|\.)kubernetes\.io\//.test(name);

const extendedName = must(isExtended, 'invalid-name', saying('must be the name of an extended resource, <domain>/<name>',
  'take the name that the device plugin registers, such as "nvidia.com/gpu"'));

const wholeAmount = must(value => /^\d+$/.test(`${value}`), 'invalid-value',
  saying('must be an integer: Kubernetes does not divide extended resources', 'round it up'));

const noGpu: Check = (value, field) => value?.gpu == null ? FINE : found('not-expressible', joinPath(field, ['gpu']), { reason: 'gpu' });

const hasSource: Check = (value, field) => {
  const given = ['value', 'fromSecret'].filter(source => value?.[source] != null).length;
  if (given === 0) {
    return found('missing-field', field, saying('must have a value or fromSecret: otherwise the platform silently drops it',
      'give one of them, or leave it out'));
  }
  return given === 1 ? FINE : found('invalid-value', joinPath(field, ['fromSecret']), { reason: 'beside', field: 'value' });
};

const mountPlace = pattern(/^\/[^:]*$/, 'mount-path');

const filePath = pattern(/^\/([^:]*[^/:])$/, 'file-path');

const containerCheck: Check = object({
  resources: all(noGpu, object({
    volumes: list(object({ mountPath: mountPlace })),
    extended: all(list(object({ name: extendedName, required: wholeAmount })), unique(each => each.name, 'name')),
  })),
  env: list(hasSource),
  config: list(all(hasSource, object({ path: filePath }))),
  ports: list(object({ name: portName })),
});

const FIELDS = object({ metadata: workloadMetadata, spec: object({ containers: list(containerCheck) }) });
