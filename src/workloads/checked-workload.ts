import { DeclaredPort, MetricsDefaults, NamedObject, NamedService, Workload, WorkloadOptions } from './workload';
import { ANNOTATIONS, LABELS, OBJECT, OBJECT_NAME, UNCHECKED } from '../definitions/common';
import { givenBy } from '../definitions/props';
import { FieldsOf, OamDefinition, RecordOptions, RecordType, record, string } from '../definitions/type';
import { Check, Finding } from '../findings/finding';
import { PlainObject, WorkloadRenderer } from '../objects/rendering';
import { PlainFields, PlainValue, isObject, only } from '../private/check';
import { refuse } from '../private/errors';
import { isKind } from '../private/kinds/kind-of';
import type { Spelling } from '../private/kubernetes-api/spelling';
import { apiVersion, metadata, nameOf, resourceMetadata } from '../private/names';
import { isOfAnyVendor, OamKind } from '../private/oam-kind';
import { checkOverrides, merge, plain } from '../private/plain';

/** The parts from which a workload is built. */
interface WorkloadParts {
  /** Findings on unknown props, whose values would be lost. */
  readonly unknown: () => Finding[];
  readonly kind: OamKind;
  /** The fields of the manifest, from the user's values. */
  readonly fields: object;
  readonly overrides?: unknown;
  /** Applies overrides to the fields; by default, `merge`. */
  readonly merged?: (fields: PlainFields, overrides: PlainFields) => PlainFields;
  /** The name of the workload's type in errors; by default, that of its class. */
  readonly label?: string;
  readonly check: Check;
  /** Moves a finding on the manifest to the prop that the user gave; `undefined` if the user gave a manifest. */
  readonly given?: (found: Finding) => Finding;
  /** The spelling of the fields that cdk8s-plus types. */
  readonly spelling?: Spelling;
}

/**
 * The base of all workloads: converts the user's values to plain data, applies overrides, and reports all findings at once.
 *
 * @internal
 */
export abstract class CheckedWorkload extends Workload {
  /** @internal */
  public readonly _kind: OamKind;

  /** @internal */
  public readonly _fields: PlainFields;

  protected constructor(parts: WorkloadParts) {
    super();
    const findings: Finding[] = [];
    const fields = plain(parts.fields as PlainFields, '', findings, parts.spelling);
    const overrides = plain(parts.overrides as PlainFields | undefined, 'overrides', findings);
    findings.push(...checkOverrides(overrides), ...parts.unknown());
    this._kind = parts.kind;
    this._fields = overrides == null || findings.length > 0 ? fields : (parts.merged ?? merge)(fields, overrides);
    if (findings.length === 0) findings.push(...parts.check(this._fields, ''));
    refuse(subject(parts.label ?? this.constructor.name, this._fields), parts.given ? findings.map(parts.given) : findings);
  }

  public get name(): string | undefined {
    return nameOf(this._fields);
  }
}

/** The subject of errors: type and name of the workload, or the name in its template. A workload is not a construct and has no path. */
function subject(type: string, { spec, ...fields }: PlainFields): string {
  const name = [fields, spec?.deploymentTemplate, spec?.template].map(nameOf).find(n => typeof n === 'string');
  return name ? `${type} '${name}'` : type;
}

/** The object of a type, if its metadata names it. */
export function namedObject(version: string, kind: string, object: unknown): NamedObject[] {
  const name = isObject(object) ? nameOf(object) : undefined;
  return typeof name === 'string' ? [{ apiVersion: version, kind, name }] : [];
}

/** A kind of workload of OAM or of a platform's vendor. The parts of a manifest passed to its functions may be anything. */
export interface OamWorkload extends OamDefinition {
  /** Renders it on Kubernetes. */
  readonly render: WorkloadRenderer;
  /** The operator's kind, by group and kind, if `spec.template` holds its resource: metrics and ports are read from the resource's spec. */
  readonly resource?: string;
  readonly metrics: (spec: PlainValue | undefined) => MetricsDefaults;
  readonly ports: (spec: PlainValue | undefined) => DeclaredPort[];
  /** The objects that an OAM platform creates from the workload, which has this name, without the workload itself. */
  readonly made: (spec: PlainValue | undefined, name: string) => NamedObject[];
  /** The Services among which an OAM platform searches for that of the workload; `undefined` if it has others. */
  readonly services?: (spec: PlainValue | undefined) => NamedService[];
  /** Whether `spec.replicas` of the object that it becomes is the number of its pods. */
  readonly scales?: true;
  /** Whether the pods listen on their own ports, whatever a trait says. */
  readonly hasOwnPorts?: true;
  /** Whether an OAM platform lacks an image for its logging sidecar. */
  readonly needsLoggingImage?: true;
  /** What an OAM platform rejects in a manifest, although its CRD may accept it. */
  readonly rejected?: (spec: PlainValue | undefined) => Finding[];
  /** What an OAM platform creates from a manifest but the cluster then rejects. */
  readonly unrunnable?: (spec: PlainValue | undefined) => Finding[];
  /** What the API server of an OAM platform drops from a manifest. */
  readonly dropped?: (spec: PlainValue | undefined) => Finding[];
  /** The spec as the API server of an OAM platform stores it, if the dropped fields change the objects that are created. */
  readonly stored?: (spec: PlainValue | undefined) => unknown;
}

/** Whether a manifest is of this kind of OAM workload, of any vendor, or is the resource that such a workload holds. */
export function isWorkloadOf(workload: OamWorkload, manifest: object): boolean {
  return isOfAnyVendor(workload.kind, manifest) || isResource(workload, manifest);
}

export function isResource({ resource }: OamWorkload, manifest: unknown): boolean {
  return resource !== undefined && isKind(manifest, resource);
}

/** The props of every typed workload. */
export const WORKLOAD_PROPS: readonly string[] = ['name', 'labels', 'annotations', 'overrides'];

/** The definition of a workload whose properties are fields of its spec. */
export function workloadRecord<P extends WorkloadOptions>(
  fields: FieldsOf<Omit<P, keyof WorkloadOptions>>,
  { doc, spec, around }: Pick<RecordOptions, 'doc' | 'around'> & { readonly spec: RecordOptions },
): RecordType<P> {
  const own = {
    name: { type: OBJECT_NAME, at: 'metadata.name' },
    labels: { type: LABELS, at: 'metadata.labels' },
    annotations: { type: ANNOTATIONS, at: 'metadata.annotations' },
    ...fields,
  } as FieldsOf<any>;
  return record<any>()(own, { in: 'spec', doc, around: { ...around, metadata: { check: metadata }, spec: { isAlways: true, ...spec } } });
}

/** The part of a workload's spec that describes its pods. */
export function podsSpecOf({ resource }: OamWorkload, spec: PlainValue | undefined): PlainValue | undefined {
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
    super({ ...givenBy(definition, props, WORKLOAD_PROPS), kind, check: definition.check });
    this.workload = workload;
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return this.workload.metrics(podsSpecOf(this.workload, this._fields.spec));
  }

  public get declaredPorts(): DeclaredPort[] {
    return this.workload.ports(podsSpecOf(this.workload, this._fields.spec));
  }

  /** @internal */
  public _made(name: string, { spec }: PlainFields): NamedObject[] {
    return this.workload.made(spec, name);
  }
}

/** A resource of an operator, which a workload carries as it is. */
export interface OperatorResource {
  /** `metadata.name` of the resource. */
  readonly name: string;

  /**
   * Labels of the resource.
   *
   * @default - no labels
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the resource.
   *
   * @default - no annotations
   */
  readonly annotations?: { [key: string]: string };

  /** `spec` of the resource, as its operator documents it. It is written as it is, nulls and empty objects included. */
  readonly spec: { [key: string]: any };
}

/** The definition of an operator's resource of the kind `what`. Its check covers the fields of the spec that the library reads. */
export function resourceRecord(
  what: string, spec: { readonly check: Check; readonly doc: string }, version?: { readonly fixed: string; readonly doc: string },
): RecordType<OperatorResource> {
  return record<OperatorResource>()({
    name: { type: OBJECT_NAME, doc: `Name of the ${what} resource.`, at: 'metadata.name', required: 'by checks' },
    labels: { type: LABELS, doc: `Labels of the ${what} resource.`, at: 'metadata.labels' },
    annotations: { type: ANNOTATIONS, doc: `Annotations of the ${what} resource.`, at: 'metadata.annotations' },
    spec: { type: { ...OBJECT, check: spec.check }, doc: spec.doc, required: 'always' },
  }, {
    kept: version ? undefined : 'all',
    around: { metadata: { doc: `Metadata of the ${what} resource.`, kept: 'all', check: resourceMetadata } },
    others: {
      'metadata.namespace': { type: UNCHECKED, doc: 'Ignored. The resource is in the workload\'s namespace.' },
      ...version && { apiVersion: { type: API_VERSION, ...version }, kind: { type: UNCHECKED, isDropped: true } },
    },
  });
}

/** The version of a resource. */
export const API_VERSION = string(apiVersion, { minLength: 1 });

type LabelMap = Readonly<Record<string, string>>;

/** The top-level fields of a resource: any other field would be lost. */
export const wholeResource = only('apiVersion', 'kind', 'metadata', 'spec');

/** Copies the labels and annotations that the runtime gives to a workload to its resource. Those of the resource take precedence. */
export function withMetadata(resource: PlainObject, labels: LabelMap, annotations: LabelMap): PlainObject {
  const own = resource.metadata;
  const copied = { labels: { ...labels, ...own.labels }, annotations: { ...annotations, ...own.annotations } };
  return { ...resource, metadata: { ...own, ...copied } };
}
