import { OamWorkload, DefinedWorkload, workloadRecord, WorkloadOptions } from './workload';
import {
  LIVENESS_PROBE, PROBE, ContainerizedConfig, ContainerizedContainer, ContainerizedEnv, ContainerizedPort,
  ContainerizedResources, ContainerizedVolume, ContainerProtocol, CpuArchitecture, ExtendedResource, OperatingSystem,
  ContainerizedQuantity, VolumeAccessMode, VolumeDisk, VolumeSharingPolicy,
} from './containerized-types';
import {
  containerName, distinctPorts, imageReference, quantity, serviceName, workloadMetadata,
} from '../../cluster/checks/pods';
import { configChecksum } from '../platform/checksums';
import {
  FILLED, INTEGER_OR_STRING, PORT, SECRET_KEY, SECRET_NAME, TEXT, choice, exactlyOne, FLAG, listType, record, string,
  allRead,
} from '../../base/definitions/type';
import {
  Finding, FINE, found, must, ownWords, withoutValue, Path, Shown, bad, within, joinPath,
} from '../../base/findings/finding';
import { isInt32, listOf as elementsOf, pattern, shownName, text, unique, all, list, object } from '../../base/check';
import { bytesOf, MAX_DATA, isDnsLabel, objectName } from '../../base/names';
import { CONTAINERIZED_FACTS } from '../../cluster/objects/oam-workloads';
import type { k8s } from 'cdk8s-plus-27';
import { MAX_LABEL, MAX_NAME, shortHash, shortenedName } from '../../cluster/objects/names';
import { withoutNulls } from '../../base/plain';
import { serviceObject, PlainObject, Rendered, WorkloadContext } from '../../cluster/objects/rendered';
import { ContainerPort, clashingPorts, containerPorts, servicePorts } from '../../cluster/objects/pod-templates';

/** Properties of a ContainerizedWorkload. */
export interface ContainerizedWorkloadProps extends WorkloadOptions {
  /** The containers, at least one. */
  readonly containers: ContainerizedContainer[];
  /** Operating system of the nodes. @default - any node */
  readonly osType?: OperatingSystem;
  /** Processor of the nodes. @default - any node */
  readonly arch?: CpuArchitecture;
}

/** A quantity, such as `500m` or `1Gi`. The CRD accepts integers too. */
const QUANTITY = string(quantity, {
  ...INTEGER_OR_STRING,
  minimum: 0,
  pattern: '^\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+|[KMGTPE]i|[numkMGTPE])?$',
});

const absolutePath = pattern(/^\/\S*$/, 'absolute-path');

const amount = must(value => typeof value === 'string' || isInt32(value), 'invalid-value', 'integer-or-string');

/** A mount of a volume. On Kubernetes one with a disk declares the volume as well. */
const VOLUME = record<ContainerizedVolume>()({
  name: { type: FILLED, doc: 'Name of the volume, used once in the container.', required: 'always' },
  mountPath: {
    type: string(absolutePath, { minLength: 1 }), doc: 'Where the volume appears in the container.', required: 'always',
  },
  accessMode: {
    type: choice('VolumeAccessMode', VolumeAccessMode),
    doc: 'RO to read only, RW to read and write. Left out, it is RW.',
  },
  sharingPolicy: {
    type: choice('VolumeSharingPolicy', VolumeSharingPolicy),
    doc: 'Whether others may use the volume too. Left out, it is Exclusive.',
  },
  disk: {
    type: record<VolumeDisk>()({
      required: {
        type: QUANTITY, doc: 'Size of the disk, in bytes or with a unit such as "10Gi".', required: 'always',
      },
      ephemeral: { type: FLAG, doc: 'Whether the node\'s own disk will do, so that no external one is mounted.' },
    }),
    doc: 'Disk under the volume.',
  },
});

const requiredAmount = (doc: string) =>
  record<ContainerizedQuantity>()({ required: { type: QUANTITY, doc, required: 'always' } });

/** What a container needs. On Kubernetes it is requested; only extended resources are limited too. */
const RESOURCES = record<ContainerizedResources>()({
  cpu: { type: requiredAmount('Number of processors, such as 2 or "250m".'), doc: 'Processors.', required: 'always' },
  memory: {
    type: requiredAmount('Amount of memory, in bytes or with a unit such as "512Mi".'),
    doc: 'Memory.',
    required: 'always',
  },
  gpu: { type: requiredAmount('Number of graphics processors.'), doc: 'Graphics processors.' },
  volumes: {
    type: listType(VOLUME, 'One mount.', {
      rules: [unique(v => v.name, 'name'), unique(v => v.mountPath, 'mountPath')],
    }),
    doc: 'Where volumes are mounted. The volumes themselves are not made from this.',
  },
  extended: {
    type: listType(record<ExtendedResource>()({
      name: { type: FILLED, doc: 'Group, version and kind of the resource.', required: 'always' },
      required: {
        type: { is: 'integer-or-string', check: amount }, doc: 'How many are needed, or which one.', required: 'always',
      },
    }), 'One special resource.'),
    doc: 'Special resources of the platform.',
  },
});

/** An environment variable, from a fixed value or a Secret. If both are given, the runtime takes the fixed value. */
const VARIABLE = record<ContainerizedEnv>()({
  name: {
    // a user may have written the value instead of the name, so that the message shows it only by `shownName`
    type: string((value, field) => typeof value === 'string' && /^[-_a-zA-Z0-9]+$/.test(value) ? FINE
      : found('invalid-value', field,
        { ...ownWords("must have letters, digits, '-' and '_' only"), value: shownName(value) }),
    { pattern: '^[-_a-zA-Z0-9]+$' }),
    doc: 'Name of the variable.',
    required: 'always',
  },
  value: { type: TEXT, doc: 'Fixed value.' },
  fromSecret: { type: SECRET_KEY, doc: 'Key of a secret that holds the value.' },
});

/** A file of a container, with fixed content or that of a Secret. */
const CONFIG = record<ContainerizedConfig>()({
  path: {
    // the message hides the value, because a user may have written a line of the file instead of the path
    type: string((value, field) => absolutePath(value, field).map(withoutValue), { minLength: 1 }),
    doc: 'Where the file goes in the container.',
    required: 'always',
  },
  value: {
    // the runtime stores the content in a ConfigMap
    type: string((value, field) => {
      const bytes = bytesOf([value]);
      return bytes <= MAX_DATA ? text(value, field)
        : found('invalid-value', field, { reason: 'many-bytes', max: MAX_DATA, bytes });
    }),
    doc: 'Fixed content.',
  },
  fromSecret: { type: SECRET_KEY, doc: 'Key of a secret that holds the content.' },
});

/** A port of a container. OAM requires a name, of letters only; Kubernetes does not. */
const CONTAINER_PORT = record<ContainerizedPort>()({
  name: {
    type: string(pattern(/^[a-z]+$/, 'oam-port-name'), { pattern: '^[a-z]+$' }),
    doc: 'Name of the port, in lower-case letters only.',
    required: 'always',
  },
  containerPort: { type: PORT, doc: 'Number of the port.', required: 'always' },
  protocol: {
    type: choice('ContainerProtocol', ContainerProtocol), doc: 'Protocol spoken on the port. Left out, it is TCP.',
  },
});

/** A container as OAM describes it, which `podContainer()` turns into one of Kubernetes. */
const CONTAINER = record<ContainerizedContainer>()({
  name: {
    type: string(containerName, { pattern: '^[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$', maxLength: 63 }),
    doc: 'Name of the container, used once in the workload.',
    required: 'always',
  },
  image: {
    type: string(imageReference, { minLength: 1 }),
    doc: 'Image to run, with its registry and tag or digest.',
    required: 'always',
  },
  resources: { type: RESOURCES, doc: 'What the container needs to run.' },
  command: { type: listType(TEXT, 'One word of the command.'), doc: 'Replaces the image\'s entry point.' },
  args: { type: listType(TEXT, 'One argument.'), doc: 'Arguments of the entry point.' },
  env: {
    type: listType(VARIABLE, 'One variable. A fixed value wins over a secret.', {
      rules: [unique(e => e.name, 'name')],
    }),
    doc: 'Environment variables.',
  },
  config: {
    type: listType(CONFIG, 'One file. A fixed content wins over a secret.', { rules: [unique(c => c.path, 'path')] }),
    doc: 'Files that are put into the container.',
  },
  ports: {
    type: listType(CONTAINER_PORT, 'One port.', { rules: distinctPorts('containerPort') }),
    doc: 'Ports the container listens on. The first port of the first container gets a service.',
  },
  livenessProbe: { type: LIVENESS_PROBE, doc: 'Checks whether the container is alive. If not, it is restarted.' },
  readinessProbe: {
    type: PROBE,
    doc: 'Checks whether the container can take requests. While it cannot, it gets none.',
  },
  imagePullSecret: { type: SECRET_NAME, doc: 'Secret with which the image is pulled, in the workload\'s namespace.' },
});

/** The spec of the workload after its check. */
type ContainerizedSpec = Omit<ContainerizedWorkloadProps, keyof WorkloadOptions>;

/**
 * A ContainerizedWorkload as a Deployment, a Service of all its ports, a ConfigMap for its files and claims for its
 * volumes.
 */
function containerizedOnKubernetes({ name, labels, annotations, selector, fields }: WorkloadContext): Rendered {
  const { containers, osType, arch, ...others }: ContainerizedSpec = fields.spec;
  allRead(others);
  const files = configFiles(name, containers);
  const disks = diskVolumes(name, containers, files.volumes.map(volume => volume.name));
  const podVolumes = [...files.volumes, ...disks.volumes];
  const mounts = containers.map(each => [...files.mounts(each.name), ...disks.mounts(each.name)]);
  const secrets = [...new Set(containers.flatMap(({ imagePullSecret }) => imagePullSecret ?? []))];
  const deployment: PlainObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels, annotations },
    spec: {
      selector: { matchLabels: selector },
      // the old pod must release the volume before the new pod can mount it
      strategy: disks.objects.some(claim => claim.spec.accessModes.includes('ReadWriteOnce'))
        ? { type: 'Recreate' } : undefined,
      template: {
        metadata: { labels, annotations: files.checksum },
        spec: {
          nodeSelector: (osType ?? arch) && {
            'kubernetes.io/os': osType, 'kubernetes.io/arch': arch === CpuArchitecture.I386 ? '386' : arch,
          },
          imagePullSecrets: secrets.length > 0 ? secrets.map(secret => ({ name: secret })) : undefined,
          containers: containers.map((each, i) => podContainer(each, mounts[i])),
          volumes: podVolumes.length > 0 ? podVolumes : undefined,
        },
      },
    },
  };
  const ports = containerPorts(containers, ['spec', 'containers']);
  // a name that two containers use gets the container's name as a prefix
  const portNameOf = (port: ContainerPort) => ports.some(other => other !== port && other.name === port.name)
    ? `${port.container}-${port.name}` : port.name!;
  const services = ports.length === 0 ? []
    : [serviceObject({ name }, { selector, ports: servicePorts(ports, portNameOf) })];
  return {
    objects: [...files.objects, ...disks.objects, deployment, ...services].map(withoutNulls),
    findings: [
      ...ON_KUBERNETES(fields, ''),
      ...(services.length > 0 ? serviceName : objectName)(name, 'metadata.name'),
      ...clashingPorts(ports),
      ...files.findings,
      ...disks.findings,
      ...mounts.flatMap((own, i) => {
        const paths = own.map(({ mountPath }) => mountPath);
        return [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))].flatMap(path =>
          found('duplicate-name', ['spec', 'containers', i], { reason: 'mount-path', mountPath: Shown.of(path) }));
      }),
    ],
  };
}

/**
 * A container of the pod: what OAM names differently is renamed, and what Kubernetes lacks is left out, since other
 * functions render it.
 */
function podContainer(container: ContainerizedContainer, volumeMounts: readonly k8s.VolumeMount[]): object {
  const { config: _, imagePullSecret: __, resources, env, ...same } = container;
  const { cpu, memory, extended, volumes: ___, gpu: ____, ...otherResources }: Partial<ContainerizedResources> =
    resources ?? {};
  allRead(otherResources);
  // extended resources must be requested and limited by the same amount; cpu and memory have no limits, as on the
  // platform
  const special = Object.fromEntries((extended ?? []).map(({ name, required }) => [name, `${required}`]));
  return {
    ...same,
    env: env?.map(({ name, value, fromSecret, ...others }) => {
      allRead(others);
      // the value takes precedence over the secret, as in the runtime
      return value == null ? { name, valueFrom: { secretKeyRef: fromSecret } } : { name, value };
    }),
    resources: resources == null ? undefined : {
      requests: { cpu: cpu!.required, memory: memory!.required, ...special },
      limits: Object.keys(special).length > 0 ? special : undefined,
    },
    volumeMounts: volumeMounts.length > 0 ? volumeMounts : undefined,
  };
}

/**
 * What containers mount: the objects that hold the content, the volumes of the pods, and the mounts of each container.
 */
interface Mounted {
  readonly objects: readonly PlainObject[];
  /** Volumes of the pods, each with its source. */
  readonly volumes: readonly { readonly name: string; readonly [source: string]: unknown }[];
  readonly mounts: (container: string) => k8s.VolumeMount[];
  readonly findings: readonly Finding[];
  /**
   * An annotation that replaces the pods when a file changes: Kubernetes does not update a file mounted by `subPath`.
   */
  readonly checksum?: Readonly<Record<string, string>>;
}

const CONFIG_VOLUME = 'config-files';

/** Mounts each file by `subPath` at its own path, so that the other files of its directory stay visible. */
function configFiles(workload: string, containers: readonly ContainerizedContainer[]): Mounted {
  const declared = containers.flatMap(({ name: container, config }, i) => (config ?? []).map((file, j) => {
    const { path, value, fromSecret, ...others } = file;
    allRead(others);
    // the key in readable form: its container and path
    const key = `${container}.${path.slice(1).replaceAll('/', '.').replace(/[^-._a-zA-Z0-9]/g, '_')}`;
    return { path, value, fromSecret, container, key, field: ['spec', 'containers', i, 'config', j] };
  }));
  const files = declared.filter(({ value, fromSecret }) => value != null || fromSecret != null);
  const written = files.filter(({ value }) => value != null);
  const keyOf = ({ key, path }: typeof files[number]) => {
    // a hash distinguishes files whose keys would be the same
    const isTaken = written.filter(other => other.key === key).length > 1;
    return shortenedName(isTaken ? `${key}-${shortHash(path)}` : key, MAX_NAME);
  };
  // dots are not allowed in the name of a volume
  const volumeOf = (secret: string) => {
    const dashed = `secret-${secret.replaceAll('.', '-')}`;
    return shortenedName(secret.includes('.') ? `${dashed}-${shortHash(secret)}` : dashed, MAX_LABEL);
  };
  const secrets = [...new Set(files.filter(({ value }) => value == null).map(({ fromSecret }) => fromSecret!.name))];
  const name = shortenedName(`${workload}-config`, MAX_NAME);
  const data = Object.fromEntries(written.map(file => [keyOf(file), file.value!]));
  // one ConfigMap holds the files of all containers
  let bytes = 0;
  const last = written.find(({ value }) => (bytes += bytesOf([value])) > MAX_DATA);
  return {
    objects: written.length > 0 ? [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }] : [],
    volumes: [
      ...written.length > 0 ? [{ name: CONFIG_VOLUME, configMap: { name } }] : [],
      ...secrets.map(secret => ({ name: volumeOf(secret), secret: { secretName: secret } })),
    ],
    mounts: container => files.filter(file => file.container === container).map(file => file.value == null
      ? { name: volumeOf(file.fromSecret!.name), mountPath: file.path, subPath: file.fromSecret!.key, readOnly: true }
      : { name: CONFIG_VOLUME, mountPath: file.path, subPath: keyOf(file), readOnly: true }),
    checksum: written.length > 0 ? configChecksum(data) : undefined,
    findings: last ? found('invalid-value', last.field, { reason: 'many-bytes', max: MAX_DATA, bytes }) : FINE,
  };
}

/** A volume of a container, with the container's name and the path of the field for findings. */
interface DeclaredVolume extends ContainerizedVolume {
  readonly container: string;
  readonly field: Path;
}

/**
 * Renders a volume with a disk as a claim, or as an empty directory if it lives no longer than its pod. The runtime
 * mounts volumes, and does not define what they are.
 */
function diskVolumes(
  workload: string, containers: readonly ContainerizedContainer[], taken: readonly string[],
): Mounted {
  const declared =
    containers.flatMap(({ name: container, resources }, i) => (resources?.volumes ?? []).map((volume, j) => {
      const { name, mountPath, accessMode, sharingPolicy, disk, ...others } = volume;
      const { required: _, ephemeral: __, ...ofDisk } = disk ?? {};
      allRead({ ...others, ...ofDisk });
      const field = ['spec', 'containers', i, 'resources', 'volumes', j];
      return { name, mountPath, accessMode, sharingPolicy, disk, container, field };
    }));
  const firsts = new Map<string, DeclaredVolume>();
  for (const volume of declared) if (!firsts.has(volume.name)) firsts.set(volume.name, volume);
  const findings = declared.flatMap(each => within(each.field, volumeFindings(each, firsts.get(each.name)!, taken)));
  if (findings.length > 0) return { objects: [], volumes: [], mounts: () => [], findings };
  // a dot separates the names of the workload and the volume: the latter has none
  const claimName = (volume: string) => shortenedName(`${workload}.${volume}`, MAX_NAME);
  const own = [...firsts.values()];
  return {
    // claims for the volumes that outlive a pod
    objects: own.filter(({ disk }) => !disk!.ephemeral).map(({ name, sharingPolicy, disk }) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: claimName(name) },
      spec: {
        accessModes: [sharingPolicy === VolumeSharingPolicy.SHARED ? 'ReadWriteMany' : 'ReadWriteOnce'],
        resources: { requests: { storage: disk!.required } },
      },
    })),
    volumes: own.map(({ name, disk }) => disk!.ephemeral
      ? { name, emptyDir: { sizeLimit: disk!.required } }
      : { name, persistentVolumeClaim: { claimName: claimName(name) } }),
    mounts: container =>
      declared.filter(volume => volume.container === container).map(({ name, mountPath, accessMode }) =>
        ({ name, mountPath, readOnly: accessMode === VolumeAccessMode.READ_ONLY ? true : undefined })),
    findings,
  };
}

/** Findings on a volume, and on whether it is the same as the first one of its name. */
function volumeFindings(volume: DeclaredVolume, first: DeclaredVolume, taken: readonly string[]): Finding[] {
  const { name, disk } = volume;
  const isEmpty = disk && !disk.ephemeral && /^\+?[0.]+([a-zA-Z].*)?$/.test(disk.required);
  const isShared = [volume, first].every(each => each.sharingPolicy === VolumeSharingPolicy.SHARED);
  const isSame = disk?.required === first.disk?.required && Boolean(disk?.ephemeral) === Boolean(first.disk?.ephemeral);
  return [
    ...isDnsLabel(name) ? FINE : bad('invalid-name', 'dns-label', 'name', name),
    ...taken.includes(name) ? found('duplicate-name', 'name', { reason: 'config-volume', name }) : FINE,
    ...isEmpty ? bad('invalid-value', 'storage', 'disk.required', disk.required) : FINE,
    ...disk ? FINE : found('dangling-volume', 'disk', ownWords('is required: without it there is nothing to mount',
      'give its size, and whether it is ephemeral')),
    ...first === volume || isShared && isSame ? FINE
      : !isShared ? found('dangling-volume', '', { reason: 'exclusive', name, container: first.container })
        : found('dangling-volume', 'disk', { reason: 'other-disk', container: first.container }),
  ];
}

// checks of what the OAM schema allows and Kubernetes does not

const hasSource = exactlyOne('value', 'fromSecret');

/**
 * The further requirements of Kubernetes on the fields: no GPUs, exactly one source for values, and its own syntax for
 * paths and the names of ports.
 */
const ON_KUBERNETES = object({
  metadata: workloadMetadata,
  spec: object({
    containers: list(object({
      resources: all(
        (value, field) =>
          value?.gpu == null ? FINE : found('not-expressible', joinPath(field, ['gpu']), { reason: 'gpu' }),
        object({
          volumes: list(object({ mountPath: pattern(/^\/[^:]*$/, 'mount-path') })),
          extended: unique(each => each.name, 'name'),
        }),
      ),
      env: list(hasSource),
      config: list(all(hasSource, object({ path: pattern(/^\/([^:]*[^/:])$/, 'file-path') }))),
      ports: list(object({ name: pattern(/^[a-z]{1,15}$/, 'short-port-name') })),
    })),
  }),
});

/** The workload of OAM itself, for which no vendor is needed: a Deployment and a Service. */
const CONTAINERIZED_WORKLOAD: OamWorkload = {
  ...CONTAINERIZED_FACTS,
  name: 'ContainerizedWorkload',
  definition: workloadRecord<ContainerizedWorkloadProps>({
    osType: { type: choice('OperatingSystem', OperatingSystem), doc: 'Operating system of the node.' },
    arch: { type: choice('CpuArchitecture', CpuArchitecture), doc: 'Processor architecture of the node.' },
    containers: {
      type: listType(CONTAINER, 'One container.',
        { min: 1, what: 'container', rules: [unique(c => c.name, 'name')], schema: { minItems: 1 } }),
      doc: 'Containers that run together in each pod.',
      required: 'always',
    },
  },
  { doc: 'Containers that run until they are stopped.', spec: { doc: 'The containers and the machine they need.' } }),
  // only the Secrets of config files become volumes that a mount can name
  unrunnable: spec => {
    const containers = elementsOf(spec?.containers);
    const known =
      new Set<unknown>(containers.flatMap(each => elementsOf(each?.config).map(file => file?.fromSecret?.name)));
    return containers.flatMap((each, i) => elementsOf(each?.resources?.volumes).flatMap((mounted, j) => {
      const name: unknown = mounted?.name;
      const field = ['spec', 'containers', i, 'resources', 'volumes', j];
      return name == null || known.has(name) ? FINE
        : found('dangling-volume', field, { reason: 'not-made', volume: Shown.of(name) });
    }));
  },
  render: containerizedOnKubernetes,
};

/**
 * Containers in OAM's own words: `core.oam.dev/v1alpha2` `ContainerizedWorkload`, from which the runtime creates a
 * Deployment, a Service of the first port, and ConfigMaps for config files.
 */
export class ContainerizedWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = CONTAINERIZED_WORKLOAD;

  /** Checks the properties and keeps a copy of them. @throws ModelError if a property is invalid */
  public constructor(props: ContainerizedWorkloadProps) { super(CONTAINERIZED_WORKLOAD, props); }
}
