import { OamWorkload, DefinedWorkload, workloadRecord, WorkloadOptions } from './workload';
import { containerized } from './containerized-objects';
import {
  LIVENESS_PROBE, PROBE, ContainerizedConfig, ContainerizedContainer, ContainerizedEnv, ContainerizedPort,
  ContainerizedResources, ContainerizedVolume, ContainerProtocol, CpuArchitecture, ExtendedResource, OperatingSystem,
  RequiredAmount, VolumeAccessMode, VolumeDisk, VolumeSharingPolicy,
} from './containerized-types';
import { containerName, distinctPorts, imageName, quantity } from '../../cluster/checks/pods';
import {
  FILLED, INTEGER_OR_STRING, PORT, SECRET_KEY, SECRET_NAME, TEXT, choice, FLAG, listOf, record, string,
} from '../../base/definitions/type';
import { Check, Finding, FINE, found, must, saying, withoutValue, Path, Shown } from '../../base/findings/finding';
import { PlainValue, isInt32, listOf as elementsOf, pattern, shownName, text, unique } from '../../base/check';
import { bytesOf, MAX_DATA } from '../../base/names';
import { CONTAINERIZED_FACTS } from '../../cluster/objects/oam-workloads';

/** Properties of a ContainerizedWorkload. */
export interface ContainerizedWorkloadProps extends WorkloadOptions {
  /** The containers, at least one. */
  readonly containers: ContainerizedContainer[];

  /**
   * Operating system of the nodes.
   *
   * @default - any node
   */
  readonly osType?: OperatingSystem;

  /**
   * Processor of the nodes.
   *
   * @default - any node
   */
  readonly arch?: CpuArchitecture;
}

const QUANTITY = string(quantity, {
  ...INTEGER_OR_STRING, minimum: 0, pattern: '^\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+|[KMGTPE]i|[numkMGTPE])?$',
});

const absolutePath = pattern(/^\/\S*$/, 'absolute-path');
/** The message hides the value, because a user may have written a line of the file instead of the path. */
const configPath: Check = (value, field) => absolutePath(value, field).map(withoutValue);

const amount = must(value => typeof value === 'string' || isInt32(value), 'invalid-value', 'integer-or-string');

const VOLUME = record<ContainerizedVolume>()({
  name: { type: FILLED, doc: 'Name of the volume, used once in the container.', required: 'always' },
  mountPath: { type: string(absolutePath, { minLength: 1 }), doc: 'Where the volume appears in the container.', required: 'always' },
  accessMode: { type: choice('VolumeAccessMode', VolumeAccessMode), doc: 'RO to read only, RW to read and write. Left out, it is RW.' },
  sharingPolicy: {
    type: choice('VolumeSharingPolicy', VolumeSharingPolicy), doc: 'Whether others may use the volume too. Left out, it is Exclusive.',
  },
  disk: {
    type: record<VolumeDisk>()({
      required: { type: QUANTITY, doc: 'Size of the disk, in bytes or with a unit such as "10Gi".', required: 'always' },
      ephemeral: { type: FLAG, doc: 'Whether the node\'s own disk will do, so that no external one is mounted.' },
    }),
    doc: 'Disk under the volume.',
  },
});

const amountOf = (doc: string) => record<RequiredAmount>()({ required: { type: QUANTITY, doc, required: 'always' } });

const RESOURCES = record<ContainerizedResources>()({
  cpu: { type: amountOf('Number of processors, such as 2 or "250m".'), doc: 'Processors.', required: 'always' },
  memory: { type: amountOf('Amount of memory, in bytes or with a unit such as "512Mi".'), doc: 'Memory.', required: 'always' },
  gpu: { type: amountOf('Number of graphics processors.'), doc: 'Graphics processors.' },
  volumes: {
    type: listOf(VOLUME, 'One mount.', { rules: [unique(v => v.name, 'name'), unique(v => v.mountPath, 'mountPath')] }),
    doc: 'Where volumes are mounted. The volumes themselves are not made from this.',
  },
  extended: {
    type: listOf(record<ExtendedResource>()({
      name: { type: FILLED, doc: 'Group, version and kind of the resource.', required: 'always' },
      required: { type: { is: 'integer-or-string', check: amount }, doc: 'How many are needed, or which one.', required: 'always' },
    }), 'One special resource.'),
    doc: 'Special resources of the platform.',
  },
});

/** A user may have written the value instead of the name, so that the message shows it only by `shownName`. */
const variableName: Check = (value, field) => typeof value === 'string' && /^[-_a-zA-Z0-9]+$/.test(value)
  ? FINE
  : found('invalid-value', field, { ...saying("must have letters, digits, '-' and '_' only"), value: shownName(value) });

/** The runtime stores the content in a ConfigMap. */
const fileContent: Check = (value, field) => {
  const bytes = bytesOf([value]);
  return bytes <= MAX_DATA ? text(value, field) : found('invalid-value', field, { reason: 'many-bytes', max: MAX_DATA, bytes });
};

const VARIABLE = record<ContainerizedEnv>()({
  name: { type: string(variableName, { pattern: '^[-_a-zA-Z0-9]+$' }), doc: 'Name of the variable.', required: 'always' },
  value: { type: TEXT, doc: 'Fixed value.' },
  fromSecret: { type: SECRET_KEY, doc: 'Key of a secret that holds the value.' },
});

const CONFIG = record<ContainerizedConfig>()({
  path: { type: string(configPath, { minLength: 1 }), doc: 'Where the file goes in the container.', required: 'always' },
  value: { type: string(fileContent), doc: 'Fixed content.' },
  fromSecret: { type: SECRET_KEY, doc: 'Key of a secret that holds the content.' },
});

const PORT_NAME = string(pattern(/^[a-z]+$/, 'oam-port-name'), { pattern: '^[a-z]+$' });

const CONTAINER_PORT = record<ContainerizedPort>()({
  name: { type: PORT_NAME, doc: 'Name of the port, in lower-case letters only.', required: 'always' },
  containerPort: { type: PORT, doc: 'Number of the port.', required: 'always' },
  protocol: { type: choice('ContainerProtocol', ContainerProtocol), doc: 'Protocol spoken on the port. Left out, it is TCP.' },
});

const CONTAINER = record<ContainerizedContainer>()({
  name: {
    type: string(containerName, { pattern: '^[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$', maxLength: 63 }),
    doc: 'Name of the container, used once in the workload.',
    required: 'always',
  },
  image: { type: string(imageName, { minLength: 1 }), doc: 'Image to run, with its registry and tag or digest.', required: 'always' },
  resources: { type: RESOURCES, doc: 'What the container needs to run.' },
  command: { type: listOf(TEXT, 'One word of the command.'), doc: 'Replaces the image\'s entry point.' },
  args: { type: listOf(TEXT, 'One argument.'), doc: 'Arguments of the entry point.' },
  env: {
    type: listOf(VARIABLE, 'One variable. A fixed value wins over a secret.', { rules: [unique(e => e.name, 'name')] }),
    doc: 'Environment variables.',
  },
  config: {
    type: listOf(CONFIG, 'One file. A fixed content wins over a secret.', { rules: [unique(c => c.path, 'path')] }),
    doc: 'Files that are put into the container.',
  },
  ports: {
    type: listOf(CONTAINER_PORT, 'One port.', { rules: distinctPorts('containerPort') }),
    doc: 'Ports the container listens on. The first port of the first container gets a service.',
  },
  livenessProbe: { type: LIVENESS_PROBE, doc: 'Checks whether the container is alive. If not, it is restarted.' },
  readinessProbe: { type: PROBE, doc: 'Checks whether the container can take requests. While it cannot, it gets none.' },
  imagePullSecret: { type: SECRET_NAME, doc: 'Secret with which the image is pulled, in the workload\'s namespace.' },
});

const DEFINITION = workloadRecord<ContainerizedWorkloadProps>({
  osType: { type: choice('OperatingSystem', OperatingSystem), doc: 'Operating system of the node.' },
  arch: { type: choice('CpuArchitecture', CpuArchitecture), doc: 'Processor architecture of the node.' },
  containers: {
    type: listOf(CONTAINER, 'One container.', { min: 1, what: 'container', rules: [unique(c => c.name, 'name')], schema: { minItems: 1 } }),
    doc: 'Containers that run together in each pod.',
    required: 'always',
  },
}, { doc: 'Containers that run until they are stopped.', spec: { doc: 'The containers and the machine they need.' } });

/** Reports names of volumes that do not exist: only the Secrets of config files become volumes that a mount can name. */
function danglingVolumes(spec: PlainValue | undefined): Finding[] {
  const containers = elementsOf(spec?.containers);
  const known = new Set<unknown>(containers.flatMap(each => elementsOf(each?.config).map(file => file?.fromSecret?.name)));
  const dangling = (name: unknown, path: Path) => name == null || known.has(name)
    ? FINE
    : found('dangling-volume', path, { reason: 'not-made', volume: Shown.of(name) });
  return containers.flatMap((each, i) => elementsOf(each?.resources?.volumes).flatMap((mounted, j) =>
    dangling(mounted?.name, ['spec', 'containers', i, 'resources', 'volumes', j])));
}

export const CONTAINERIZED_WORKLOAD: OamWorkload = {
  ...CONTAINERIZED_FACTS,
  name: 'ContainerizedWorkload',
  definition: DEFINITION,
  unrunnable: danglingVolumes,
  render: containerized,
};

/**
 * Containers in OAM's own words: `core.oam.dev/v1alpha2` `ContainerizedWorkload`, from which the runtime creates a
 * Deployment, a Service of the first port, and ConfigMaps for config files.
 */
export class ContainerizedWorkload extends DefinedWorkload {
  /** @internal */
  public static readonly _definition = CONTAINERIZED_WORKLOAD;

  /**
   * Checks the properties and keeps a copy of them.
   *
   * @throws ModelError if a property is invalid
   */
  public constructor(props: ContainerizedWorkloadProps) {
    super(CONTAINERIZED_WORKLOAD, props);
  }
}
