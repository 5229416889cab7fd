import type { ApiObject } from 'cdk8s';
import { FINE, Finding } from '../findings/finding';
import { LabelSelector } from '../objects/labels';
import { Rendered, type PlainObject } from '../objects/rendering';
import { brand } from '../private/brand';
import { PlainFields, isObject } from '../private/check';
import { isPort, metricsPath } from '../private/network';
import { OamKind, ObjectType } from '../private/oam-kind';

/** Where a workload is scraped when no MetricsTrait says otherwise. */
export interface MetricsDefaults {
  /** HTTP port of the metrics endpoint, 1 to 65535. */
  readonly port: number;

  /** HTTP path of the metrics endpoint. */
  readonly path: string;

  /**
   * Name of the secret with the credentials for the endpoint, in the workload's namespace.
   *
   * @default - the endpoint needs no credentials
   */
  readonly secret?: string;
}

/** Port of the generic workload types (Helidon, Containerized, Deployment). */
export const GENERIC_PORT = 8080;
/** Path of the generic workload types, and of Coherence. */
export const GENERIC_PATH = '/metrics';

/** The defaults of the generic workload types. */
export const GENERIC_METRICS: MetricsDefaults = { port: GENERIC_PORT, path: GENERIC_PATH };

/** A value if it is a port, or else another port. */
export function portOr(value: unknown, other: number): number {
  return isPort(value) ? value : other;
}

/** `prometheus.io/port` and `prometheus.io/path` on the pods override the defaults of the workload's type, as on the platform. */
export function annotated(defaults: MetricsDefaults, annotations: unknown): MetricsDefaults {
  if (!isObject(annotations)) return defaults;
  const written = annotations['prometheus.io/port'];
  const port = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : NaN;
  const path = annotations['prometheus.io/path'] as string;
  return {
    ...defaults,
    port: portOr(port, defaults.port),
    path: metricsPath(path, '').length === 0 ? path : defaults.path,
  };
}

/** Options of every typed workload. */
export interface WorkloadOptions {
  /**
   * `metadata.name` of the workload.
   *
   * @default - none is written; the OAM runtime uses the component's name
   */
  readonly name?: string;

  /**
   * Labels of the workload. Which objects they are copied to depends on its kind.
   *
   * @default - no labels
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the workload.
   *
   * @default - no annotations
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Plain data merged last over the whole workload (`{ spec: { … } }`), for fields that the types do not know: objects
   * are merged, lists and values are replaced.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/** A port that the containers of a workload declare. */
export interface DeclaredPort {
  /** The port's number. */
  readonly port: number;

  /**
   * The port's name.
   *
   * @default - the port has no name
   */
  readonly name?: string;

  /**
   * Name of the container.
   *
   * @default - an operator creates the container
   */
  readonly container?: string;

  /**
   * The protocol.
   *
   * @default "TCP"
   */
  readonly protocol?: string;
}

/** An object that a workload becomes in the cluster. */
export interface NamedObject extends ObjectType {
  readonly name: string;
}

/** A port of a Service, as far as it matters for requests. */
export interface ServicePort {
  readonly number: number;
  readonly name?: string;
}

/** A Service that leads to a workload. */
export interface NamedService {
  readonly name: string;
  readonly ports: readonly ServicePort[];
}

/** An object of Kubernetes that belongs to a workload. On an OAM platform it is the workload of a component of its own. */
export interface Companion {
  /** The suffix that the name of that component adds to that of the workload's component. */
  readonly suffix: string;
  readonly object: PlainObject;
}

/** An object with pods that a program creates elsewhere in its app, and that is read late. */
export interface WorkloadSource {
  readonly object: ApiObject;
  readonly type: ObjectType;
  /** Its pods, as far as they are currently known. */
  readonly pod?: PlainObject;
  /** The ports that its containers currently declare. */
  readonly ports: DeclaredPort[];
  /** The object as it currently renders, or the error if it cannot be rendered. */
  read(): PlainObject | Error;
}

/** A workload as a platform sees it. */
export interface WorkloadModel {
  readonly kind: OamKind;
  /** The workload's fields (metadata, spec, …), plain data. */
  readonly fields: PlainFields;
  /** The ports that its containers declare. */
  readonly declaredPorts: readonly DeclaredPort[];
  /** Where it is scraped without a trait; `undefined` if it cannot be scraped. */
  readonly metricsDefaults?: MetricsDefaults;
  /** Where it is scraped with a MetricsTrait that names no port, if that differs from `metricsDefaults`. */
  readonly traitDefaults?: MetricsDefaults;
  /** The objects that belong to the pods but that no platform derives from the workload, such as their Service. */
  readonly companions?: readonly Companion[];
  /** Whether its pods are replaced when a ConfigMap of the application that they use changes. */
  readonly followsConfigMaps?: boolean;
  /** The object that it stands for, if the program creates that elsewhere: nothing is rendered for the workload then. */
  readonly source?: WorkloadSource;
  /** Findings on its manifest with overrides and the values of parameters. */
  readonly boundFindings?: (manifest?: ObjectType) => Finding[];
  /** What the user should know about it, although nothing is wrong. */
  readonly warnings?: readonly Finding[];
  /** The objects that an OAM platform creates from such fields, with parameters set, if the workload has this name. */
  readonly made: (name: string, fields: PlainFields) => NamedObject[];
}

/**
 * What a component runs: the `spec.workload` of an OAM Component.
 *
 * A workload is a value: it is checked when it is created, and does not change.
 */
export abstract class Workload {
  /** @internal */
  public abstract readonly _kind: OamKind;

  /** @internal */
  public abstract readonly _fields: PlainFields;

  /** `metadata.name` of the workload, if it has one. */
  public abstract get name(): string | undefined;

  /** Where the workload is scraped when no MetricsTrait says otherwise; `undefined` if it cannot be scraped. */
  public abstract get metricsDefaults(): MetricsDefaults | undefined;

  /** The ports that the workload's containers declare, or that their operator opens for them. */
  public abstract get declaredPorts(): DeclaredPort[];

  /**
   * The objects that the platform creates from the workload with this name and these fields, without the workload itself.
   *
   * @internal
   */
  public abstract _made(name: string, fields: PlainFields): NamedObject[];

  /**
   * Findings on the fields of a workload given as a whole, for a component with these parameters. A typed workload is checked when it is
   * created.
   *
   * @internal
   */
  public _fieldFindings(_component: string, _parameters: unknown): Finding[] {
    return FINE;
  }

  /**
   * The workload of the component with this name.
   *
   * @internal
   */
  public _modelFor(_component: string): WorkloadModel {
    const { _kind: kind, _fields: fields, declaredPorts, metricsDefaults } = this;
    return { kind, fields, declaredPorts, metricsDefaults, made: (name, own) => this._made(name, own) };
  }
}

brand(Workload);

/** The objects that a workload becomes or stands for, and the facts about it that others need. */
export interface WorkloadPlan extends Rendered {
  /** The ports that its containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The labels of its pods, and of no others. */
  readonly selector: LabelSelector;
  /** The type of the workload. */
  readonly type: ObjectType;
}
