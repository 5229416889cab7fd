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

/** A port that may be anything, or another one if it is none. */
export function portOr(value: unknown, other: number): number {
  return isPort(value) ? value : other;
}

/** `prometheus.io/port` and `prometheus.io/path` on the pods go before the defaults of the workload's type, as on the platform. */
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

/** What every typed workload takes. */
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
   * @default - the container is made by an operator
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

/** A Service by which a workload is reached. */
export interface NamedService {
  readonly name: string;
  readonly ports: readonly ServicePort[];
}

/** An object of Kubernetes that belongs to a workload. On an OAM platform it is the workload of a component of its own. */
export interface Companion {
  /** What the name of that component adds to that of the workload's. */
  readonly suffix: string;
  readonly object: PlainObject;
}

/** An object with pods that a program makes elsewhere in its app, and that is read late. */
export interface WorkloadSource {
  readonly object: ApiObject;
  readonly type: ObjectType;
  /** Its pods, as far as they are known by now. */
  readonly pod?: PlainObject;
  /** The ports that its containers declare by now. */
  readonly ports: DeclaredPort[];
  /** The object as it is rendered by now, or why it cannot be. */
  read(): PlainObject | Error;
}

/** A workload as a platform sees it. */
export interface WorkloadModel {
  readonly kind: OamKind;
  /** The workload's fields (metadata, spec, …), plain data. */
  readonly fields: PlainFields;
  /** The ports that its containers declare. */
  readonly declaredPorts: readonly DeclaredPort[];
  /** Where it is scraped without a trait; nothing for what cannot be scraped. */
  readonly metricsDefaults?: MetricsDefaults;
  /** Where a MetricsTrait without a port has it scraped, if that is not where it is scraped without a trait. */
  readonly traitDefaults?: MetricsDefaults;
  /** The objects that belong to the pods without being made of them by a platform, such as their Service. */
  readonly companions?: readonly Companion[];
  /** Whether its pods are replaced when a ConfigMap of the application that they use changes. */
  readonly followsConfigMaps?: boolean;
  /** The object that it stands for, if the program makes that elsewhere: nothing is rendered of the workload then. */
  readonly source?: WorkloadSource;
  /** What speaks against its manifest with overrides and the values of parameters. */
  readonly boundFindings?: (manifest?: ObjectType) => Finding[];
  /** What the user should know of it, though nothing is wrong. */
  readonly warnings?: readonly Finding[];
  /** The objects that an OAM platform makes of fields like these, the parameters set, if the workload has this name. */
  readonly made: (name: string, fields: PlainFields) => NamedObject[];
}

/**
 * What a component runs: the `spec.workload` of an OAM Component.
 *
 * A workload is a value: it is checked when it is made, and does not change.
 */
export abstract class Workload {
  /** @internal */
  public abstract readonly _kind: OamKind;

  /** @internal */
  public abstract readonly _fields: PlainFields;

  /** `metadata.name` of the workload, if it has one. */
  public abstract get name(): string | undefined;

  /** Where the workload is scraped when no MetricsTrait says otherwise; nothing if it cannot be scraped. */
  public abstract get metricsDefaults(): MetricsDefaults | undefined;

  /** The ports that the workload's containers declare, or that their operator opens for them. */
  public abstract get declaredPorts(): DeclaredPort[];

  /**
   * The objects that the platform makes of the workload with these fields, beside the workload itself, which has this name.
   *
   * @internal
   */
  public abstract _made(name: string, fields: PlainFields): NamedObject[];

  /**
   * What is wrong with the fields of a workload that was given whole, for a component with these parameters. A typed one was checked
   * when it was made.
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

/** What a workload becomes or stands for, and what others must know of it. */
export interface WorkloadPlan extends Rendered {
  /** The ports that its containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The labels of its pods, and of no others. */
  readonly selector: LabelSelector;
  /** The type of the workload. */
  readonly type: ObjectType;
}
