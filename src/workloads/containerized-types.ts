import { ContainerizedProbe } from './containerized-probes';
import { SecretKey } from '../definitions/common';

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
  /** Several containers, with the same disk. On a KubernetesPlatform the claim is `ReadWriteMany`, which many storage classes lack. */
  SHARED = 'Shared',
}

/** An environment variable. `value` takes precedence over `fromSecret`. With neither, the OAM runtime drops the variable. */
export interface ContainerizedEnv {
  /** Name: letters, digits, `-` and `_`. */
  readonly name: string;

  /**
   * The value.
   *
   * @default - taken from `fromSecret`
   */
  readonly value?: string;

  /**
   * The key of a secret that holds the value.
   *
   * @default - taken from `value`
   */
  readonly fromSecret?: SecretKey;
}

/** A file with configuration. */
export interface ContainerizedConfig {
  /**
   * Path of the file in the container.
   *
   * The OAM runtime mounts a volume over the whole directory, so two files of one directory hide each other. A KubernetesPlatform mounts
   * each file at its own path.
   */
  readonly path: string;

  /**
   * Content of the file: at most 1 MiB. On a KubernetesPlatform, all files of a workload together.
   *
   * @default - taken from `fromSecret`
   */
  readonly value?: string;

  /**
   * The key of a secret that holds the content.
   *
   * @default - taken from `value`
   */
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

  /**
   * The protocol.
   *
   * @default - TCP, by the runtime
   */
  readonly protocol?: ContainerProtocol;
}

/** An amount of something a container must have. */
export interface RequiredAmount {
  /** A Kubernetes quantity, such as `500m` or `256Mi`. */
  readonly required: string;
}

/** The disk behind a volume. */
export interface VolumeDisk {
  /** A Kubernetes quantity, such as `1Gi`. */
  readonly required: string;

  /**
   * Whether the disk is deleted with its pod. On a KubernetesPlatform, `true` renders an empty directory and `false` a claim.
   *
   * @default - the runtime decides
   */
  readonly ephemeral?: boolean;
}

/** A volume that a container needs. The OAM runtime mounts it but does not create it; a KubernetesPlatform creates it from `disk`. */
export interface ContainerizedVolume {
  /** Name of the volume. */
  readonly name: string;

  /** Where it is mounted. */
  readonly mountPath: string;

  /**
   * How it is mounted.
   *
   * @default - read and write, by the runtime
   */
  readonly accessMode?: VolumeAccessMode;

  /**
   * Whether containers share it.
   *
   * @default - exclusive, by the runtime
   */
  readonly sharingPolicy?: VolumeSharingPolicy;

  /**
   * The disk behind it.
   *
   * @default - the runtime decides
   */
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
  readonly cpu: RequiredAmount;

  /** Memory. */
  readonly memory: RequiredAmount;

  /**
   * Graphics processors. The OAM runtime ignores them; on a KubernetesPlatform they are the error `not-expressible`.
   *
   * @default - none
   */
  readonly gpu?: RequiredAmount;

  /**
   * Volumes.
   *
   * @default - none
   */
  readonly volumes?: ContainerizedVolume[];

  /**
   * Other resources. The OAM runtime ignores them; on a KubernetesPlatform they are requested and limited by the same amount.
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

  /**
   * What the container needs.
   *
   * @default - nothing is requested
   */
  readonly resources?: ContainerizedResources;

  /**
   * The command, which replaces the image's entry point.
   *
   * @default - the image's own
   */
  readonly command?: string[];

  /**
   * Arguments of the command.
   *
   * @default - the image's own
   */
  readonly args?: string[];

  /**
   * Environment variables.
   *
   * @default - none
   */
  readonly env?: ContainerizedEnv[];

  /**
   * Files with configuration.
   *
   * @default - none
   */
  readonly config?: ContainerizedConfig[];

  /**
   * Ports.
   *
   * @default - none
   */
  readonly ports?: ContainerizedPort[];

  /**
   * When the container is restarted.
   *
   * @default - no probe
   */
  readonly livenessProbe?: ContainerizedProbe;

  /**
   * When the container gets requests.
   *
   * @default - no probe
   */
  readonly readinessProbe?: ContainerizedProbe;

  /**
   * Name of the secret with which the image is pulled.
   *
   * @default - none
   */
  readonly imagePullSecret?: string;
}
