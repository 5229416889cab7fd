import { CheckedWorkload, WorkloadParts } from './checked-workload';
import { MetricsDefaults } from './metrics-defaults';
import { DeclaredPort, NamedObject, NamedService } from './workload';
import { Check, Finding } from '../findings/finding';
import { OamKind } from '../private/oam-kind';

/** A kind of workload of OAM or of a platform's vendor. What a function gets of a manifest may be anything. */
export interface OamWorkload {
  /** The name of its class: its kind, without what the vendor puts in front of it. */
  readonly name: string;
  readonly kind: OamKind;
  /** The check of the fields of a manifest. */
  readonly check: Check;
  /** The operator's kind, by group and kind, if `spec.template` holds its resource: metrics and ports are read from the resource's spec. */
  readonly resource?: string;
  readonly metrics: (spec: any) => MetricsDefaults;
  readonly ports: (spec: any) => DeclaredPort[];
  /** The objects that an OAM platform makes of the workload, beside the workload itself, which has this name. */
  readonly made: (spec: any, name: string) => NamedObject[];
  /** The Services among which an OAM platform looks for that of the workload; `undefined` if it has others. */
  readonly services?: (spec: any) => NamedService[];
  /** Whether `spec.replicas` of what is made of it is the number of its pods. */
  readonly scales?: true;
  /** Whether the pods listen on ports of their own, whatever a trait says. */
  readonly hasOwnPorts?: true;
  /** Whether an OAM platform has no image of its own for the sidecar of its logs. */
  readonly needsLoggingImage?: true;
  /** What an OAM platform rejects of a manifest, though its CRD may take it. */
  readonly rejected?: (spec: any) => Finding[];
  /** What an OAM platform makes of a manifest that the cluster rejects then. */
  readonly unrunnable?: (spec: any) => Finding[];
  /** What the API server of an OAM platform drops of a manifest. */
  readonly dropped?: (spec: any) => Finding[];
  /** The spec as the API server of an OAM platform stores it, where what it drops changes what is made. */
  readonly stored?: (spec: any) => any;
}

/** The part of a workload's spec that says what its pods are. */
export function podsSpecOf({ resource }: OamWorkload, spec: any): any {
  return resource === undefined ? spec : spec?.template?.spec;
}

/**
 * A workload whose kind has a definition.
 *
 * @internal
 */
export abstract class DefinedWorkload extends CheckedWorkload {
  private readonly definition: OamWorkload;

  protected constructor(definition: OamWorkload, parts: Omit<WorkloadParts, 'kind' | 'check'> & { readonly check?: Check }) {
    super({ check: definition.check, ...parts, kind: definition.kind });
    this.definition = definition;
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return this.definition.metrics(podsSpecOf(this.definition, this._fields.spec));
  }

  public get declaredPorts(): DeclaredPort[] {
    return this.definition.ports(podsSpecOf(this.definition, this._fields.spec));
  }

  /** @internal */
  public _made(name: string, { spec }: Readonly<Record<string, any>>): NamedObject[] {
    return this.definition.made(spec, name);
  }
}
