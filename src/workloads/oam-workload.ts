import { CheckedWorkload } from './checked-workload';
import { MetricsDefaults } from './metrics-defaults';
import { DeclaredPort, NamedObject, NamedService, WorkloadOptions } from './workload';
import { ANNOTATIONS, LABELS, OBJECT_NAME } from '../definitions/common';
import { givenPath, manifestOf, spellingIn, unknownProps } from '../definitions/given';
import { OamDefinition } from '../definitions/kind';
import { FieldsOf, record, RecordOptions, RecordType } from '../definitions/type';
import { Finding, movedTo } from '../findings/finding';
import { WorkloadRenderer } from '../objects/rendering';
import { asProps } from '../private/check';
import { metadata } from '../private/names';

/** A kind of workload of OAM or of a platform's vendor. What a function gets of a manifest may be anything. */
export interface OamWorkload extends OamDefinition {
  /** What it becomes on Kubernetes. */
  readonly render: WorkloadRenderer;
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

/** The props of every typed workload that are its metadata. */
const NAMED: readonly string[] = ['name', 'labels', 'annotations'];

/** The definition of a workload whose properties are fields of its spec. */
export function workloadRecord<P extends WorkloadOptions>(
  fields: FieldsOf<Omit<P, keyof WorkloadOptions>>, { doc, spec, around }: Pick<RecordOptions, 'doc' | 'around'> & { readonly spec: RecordOptions },
): RecordType<P> {
  const own = {
    name: { type: OBJECT_NAME, doc: 'Name of the workload.', at: 'metadata.name' },
    labels: { type: LABELS, doc: 'Labels of the workload.', at: 'metadata.labels' },
    annotations: { type: ANNOTATIONS, doc: 'Annotations of the workload.', at: 'metadata.annotations' },
    ...fields,
  } as FieldsOf<any>;
  return record<any>()(own, { in: 'spec', doc, around: { ...around, metadata: { check: metadata }, spec: { isAlways: true, ...spec } } });
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
  private readonly workload: OamWorkload;

  protected constructor(workload: OamWorkload, props: WorkloadOptions) {
    const { kind, definition } = workload;
    super({
      kind,
      fields: manifestOf(definition, asProps(props)),
      overrides: asProps(props).overrides,
      check: definition.check,
      unknown: () => unknownProps(definition, props, [...NAMED, 'overrides', ...definition.props.filter(name => !NAMED.includes(name))]),
      given: each => movedTo(givenPath(definition, each.path), each),
      spelling: spellingIn(definition),
    });
    this.workload = workload;
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return this.workload.metrics(podsSpecOf(this.workload, this._fields.spec));
  }

  public get declaredPorts(): DeclaredPort[] {
    return this.workload.ports(podsSpecOf(this.workload, this._fields.spec));
  }

  /** @internal */
  public _made(name: string, { spec }: Readonly<Record<string, any>>): NamedObject[] {
    return this.workload.made(spec, name);
  }
}
