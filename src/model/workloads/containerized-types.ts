import {
  SecretKey, COUNT, exactlyOne, PORT, TEXT, listType, record, Scalar, string, integer,
} from '../../base/definitions/type';
import { must, ownWords } from '../../base/findings/finding';
import { all, isInt32, pattern } from '../../base/check';
import { probePath } from '../../base/addresses';

/** A probe that runs a command. */
export interface ExecProbe {
  /** The command and its arguments; exit code 0 is healthy. */
  readonly command: string[];
}

/** A header of a probe's request. */
export interface ProbeHeader {
  /** Name of the header. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/** A probe that sends an HTTP GET. */
export interface HttpGetProbe {
  /** Port of the container, 1 to 65535. */
  readonly port: number;
  /** Path of the request. */
  readonly path: string;
  /** Headers of the request. @default - none */
  readonly httpHeaders?: ProbeHeader[];
}

/** A probe that opens a connection. */
export interface TcpSocketProbe {
  /** Port of the container, 1 to 65535. */
  readonly port: number;
}

/** How the health of a container is checked. Times are in seconds. */
export interface ContainerizedProbe {
  /** Runs a command. @default - no command */
  readonly exec?: ExecProbe;
  /** Sends an HTTP GET. @default - no request */
  readonly httpGet?: HttpGetProbe;
  /** Opens a connection. @default - no connection */
  readonly tcpSocket?: TcpSocketProbe;
  /** Seconds before the first probe. @default - Kubernetes' own, 0 */
  readonly initialDelaySeconds?: number;
  /** Seconds between probes. @default - Kubernetes' own, 10 */
  readonly periodSeconds?: number;
  /** Seconds after which a probe has failed. @default - Kubernetes' own, 1 */
  readonly timeoutSeconds?: number;
  /** Successes in a row that make a container healthy again. @default - Kubernetes' own, 1 */
  readonly successThreshold?: number;
  /** Failures in a row that make it unhealthy. @default - Kubernetes' own, 3 */
  readonly failureThreshold?: number;
}

const COMMAND = listType(TEXT, 'One word of the command.', { min: 1 });

const HANDLERS = ['exec', 'httpGet', 'tcpSocket'];

const HEADER_NAME = string(pattern(/^[-A-Za-z0-9]+$/, 'header-name'), { minLength: 1 });

/** The headers that a probe sends with its request. */
export const HEADERS = listType(record<ProbeHeader>()({
  name: { type: HEADER_NAME, doc: 'Name of the header.', required: 'always' },
  value: { type: TEXT, doc: 'Value of the header.', required: 'always' },
}), 'One header.');

/** A command that a probe runs. */
export const EXEC =
  record<ExecProbe>()({ command: { type: COMMAND, doc: 'The command, a word an entry.', required: 'always' } });

/** Only readiness may need several successes; 0 means the default, as for all numbers of a probe. */
const oneSuccess = must(value => !isInt32(value) || value <= 1, 'invalid-value',
  ownWords('must be 1 for all but readiness', 'leave it out'));
export const ONE_SUCCESS = integer(all(COUNT.check, oneSuccess), COUNT.schema);

/** A probe with exactly one handler. `successes` checks `successThreshold`. */
const probe = (successes: Scalar<number>) => record<ContainerizedProbe>()({
  exec: {
    type: EXEC,
    doc: 'Runs a command, which succeeds with exit code zero.',
  },
  httpGet: {
    type: record<HttpGetProbe>()({
      path: { type: string(probePath), doc: 'Path of the request.', required: 'always' },
      port: { type: PORT, doc: 'Port of the container.', required: 'always' },
      httpHeaders: { type: HEADERS, doc: 'Headers of the request.' },
    }),
    doc: 'Sends an HTTP GET request.',
  },
  tcpSocket: {
    type: record<TcpSocketProbe>()({ port: { type: PORT, doc: 'Port of the container.', required: 'always' } }),
    doc: 'Opens a TCP connection.',
  },
  initialDelaySeconds: { type: COUNT, doc: 'Seconds from the container\'s start to the first probe. Left out, none.' },
  periodSeconds: { type: COUNT, doc: 'Seconds from probe to probe. Left out or zero, 10.' },
  timeoutSeconds: { type: COUNT, doc: 'Seconds to wait for an answer. Left out or zero, 1.' },
  successThreshold: { type: successes, doc: 'Successes in a row that end a failure. Left out or zero, 1.' },
  failureThreshold: { type: COUNT, doc: 'Failures in a row that count as one. Left out or zero, 3.' },
}, { rules: [exactlyOne(...HANDLERS)], schema: { oneOf: HANDLERS.map(handler => ({ required: [handler] })) } });

export const PROBE = probe(COUNT);
export const LIVENESS_PROBE = probe(ONE_SUCCESS);

/** Operating system of the nodes that may run a workload. */
export enum OperatingSystem {
  /** Linux. */
  LINUX = 'linux',
  /** Windows. */
  WINDOWS = 'windows',
}

/** Processor of the nodes that may run a workload. */
export enum CpuArchitecture {
  /** 32-bit x86. */
  I386 = 'i386',
  /** 64-bit x86. */
  AMD64 = 'amd64',
  /** 32-bit ARM. */
  ARM = 'arm',
  /** 64-bit ARM. */
  ARM64 = 'arm64',
}

/** Protocol of a container's port. */
export enum ContainerProtocol {
  /** TCP. */
  TCP = 'TCP',
  /** UDP. The Service on an OAM platform still uses TCP. */
  UDP = 'UDP',
}

/** When the image of a container is pulled. */
export enum ImagePullPolicy {
  /** At each start, unless the node has the image with the digest that the tag has now. */
  ALWAYS = 'Always',
  /** If the node does not have it. */
  IF_NOT_PRESENT = 'IfNotPresent',
  /** Never: the node must have it. */
  NEVER = 'Never',
}

/** How a volume is mounted. */
export enum VolumeAccessMode {
  /** Read only. */
  READ_ONLY = 'RO',
  /** Read and write. */
  READ_WRITE = 'RW',
}

/** Whether containers share a volume. */
export enum VolumeSharingPolicy {
  /** One container. On a KubernetesPlatform the claim is `ReadWriteOnce`, and the workload has at most one pod. */
  EXCLUSIVE = 'Exclusive',
  /**
   * Several containers, with the same disk. On a KubernetesPlatform the claim is `ReadWriteMany`, which many storage
   * classes lack.
   */
  SHARED = 'Shared',
}

/**
 * An environment variable. `value` takes precedence over `fromSecret`. With neither, the OAM runtime drops the
 * variable.
 */
export interface ContainerizedEnv {
  /** Name: letters, digits, `-` and `_`. */
  readonly name: string;
  /** The value. @default - taken from `fromSecret` */
  readonly value?: string;
  /** The key of a secret that holds the value. @default - taken from `value` */
  readonly fromSecret?: SecretKey;
}

/** A file with configuration. */
export interface ContainerizedConfig {
  /**
   * Path of the file in the container.
   *
   * The OAM runtime mounts a volume over the whole directory, so two files of one directory hide each other. A
   * KubernetesPlatform mounts each file at its own path.
   */
  readonly path: string;

  /**
   * Content of the file: at most 1 MiB. On a KubernetesPlatform, all files of a workload together.
   *
   * @default - taken from `fromSecret`
   */
  readonly value?: string;

  /** The key of a secret that holds the content. @default - taken from `value` */
  readonly fromSecret?: SecretKey;
}

/** A port of a container. */
export interface ContainerizedPort {
  /**
   * Name: lower-case letters only, at most 15 on a KubernetesPlatform. If two containers use one name, the Service has
   * `<container>-<name>`.
   */
  readonly name: string;

  /** The port's number, 1 to 65535. */
  readonly containerPort: number;
  /** The protocol. @default - TCP, by the runtime */
  readonly protocol?: ContainerProtocol;
}

/** An amount of something a container must have. */
export interface ContainerizedQuantity {
  /** A Kubernetes quantity, such as `500m` or `256Mi`. */
  readonly required: string;
}

/** The disk behind a volume. */
export interface VolumeDisk {
  /** A Kubernetes quantity, such as `1Gi`. */
  readonly required: string;

  /**
   * Whether the disk is deleted with its pod. On a KubernetesPlatform, `true` renders an empty directory and `false` a
   * claim.
   *
   * @default - the runtime decides
   */
  readonly ephemeral?: boolean;
}

/**
 * A volume that a container needs. The OAM runtime mounts it but does not create it; a KubernetesPlatform creates it
 * from `disk`.
 */
export interface ContainerizedVolume {
  /** Name of the volume. */
  readonly name: string;
  /** Where it is mounted. */
  readonly mountPath: string;
  /** How it is mounted. @default - read and write, by the runtime */
  readonly accessMode?: VolumeAccessMode;
  /** Whether containers share it. @default - exclusive, by the runtime */
  readonly sharingPolicy?: VolumeSharingPolicy;
  /** The disk behind it. @default - the runtime decides */
  readonly disk?: VolumeDisk;
}

/** A resource that only some clusters know. */
export interface ExtendedResource {
  /** Name of the resource, such as `ext.example.com/v1.MotionSensor`. */
  readonly name: string;
  /** The amount: an integer or a string. */
  readonly required: any;
}

/** What a container needs. `cpu` and `memory` become requests, without limits. */
export interface ContainerizedResources {
  /** Processor time. */
  readonly cpu: ContainerizedQuantity;
  /** Memory. */
  readonly memory: ContainerizedQuantity;

  /**
   * Graphics processors. The OAM runtime ignores them; on a KubernetesPlatform they are the error `not-expressible`.
   *
   * @default - none
   */
  readonly gpu?: ContainerizedQuantity;

  /** Volumes. @default - none */
  readonly volumes?: ContainerizedVolume[];

  /**
   * Other resources. The OAM runtime ignores them; on a KubernetesPlatform they are requested and limited by the same
   * amount.
   *
   * @default - none
   */
  readonly extended?: ExtendedResource[];
}

/** A container of a ContainerizedWorkload. */
export interface ContainerizedContainer {
  /** Name, unique in the workload. */
  readonly name: string;
  /** Image. */
  readonly image: string;
  /** What the container needs. @default - nothing is requested */
  readonly resources?: ContainerizedResources;
  /** The command, which replaces the image's entry point. @default - the image's own */
  readonly command?: string[];
  /** Arguments of the command. @default - the image's own */
  readonly args?: string[];
  /** Environment variables. @default - none */
  readonly env?: ContainerizedEnv[];
  /** Files with configuration. @default - none */
  readonly config?: ContainerizedConfig[];
  /** Ports. @default - none */
  readonly ports?: ContainerizedPort[];
  /** When the container is restarted. @default - no probe */
  readonly livenessProbe?: ContainerizedProbe;
  /** When the container gets requests. @default - no probe */
  readonly readinessProbe?: ContainerizedProbe;
  /** Name of the secret with which the image is pulled. @default - none */
  readonly imagePullSecret?: string;
}
