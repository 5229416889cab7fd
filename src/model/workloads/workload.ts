import type { ApiObject } from 'cdk8s';
import { FINE, Finding, Check, bad, ownWords, Path } from '../../base/findings/finding';
import { brand, throwFindings } from '../../base/brand';
import { PlainFields, PlainValue, isFilled, listOf, only } from '../../base/check';
import { apiVersion, metadata, nameOf, resourceMetadata } from '../../base/names';
import { OamKind, ObjectType, AnyType } from '../../base/oam-kind';
import {
  ANNOTATIONS, LABELS, OBJECT, OBJECT_NAME, UNCHECKED, FieldsOf, RecordOptions, RecordType, record, string,
  OamDefinition,
} from '../../base/definitions/type';
import { givenBy } from '../../base/definitions/props';
import type { Spelling } from '../../base/kubernetes-api/spelling';
import { checkOverrides, merge, plain } from '../../base/plain';
import {
  MetricsDefaults, DeclaredPort, NamedObject, OamWorkloadFacts, podsSpecOf,
} from '../../cluster/objects/oam-workloads';
import { fieldsCheckOf } from '../../cluster/checks/kubernetes-fields';
import { mayBeSet } from '../../base/workload-parameters';
import { Rendered, PlainObject, WorkloadRenderer } from '../../cluster/objects/rendered';
import { LabelSelector } from '../../cluster/objects/selectors';

/** Options of every typed workload. */
export interface WorkloadOptions {
  /** `metadata.name` of the workload. @default - none is written; the OAM runtime uses the component's name */
  readonly name?: string;
  /** Labels of the workload. Which objects they are copied to depends on its kind. @default - no labels */
  readonly labels?: { [key: string]: string };
  /** Annotations of the workload. @default - no annotations */
  readonly annotations?: { [key: string]: string };

  /**
   * Plain data merged last over the whole workload (`{ spec: { … } }`), for fields that the types do not know: objects
   * are merged, lists and values are replaced; in the pods of Kubernetes' own kinds, lists are merged as in `podSpec`.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/**
 * An object of Kubernetes that belongs to a workload. On an OAM platform it is the workload of a component of its own.
 */
export interface Companion {
  /** The suffix that the name of that component adds to that of the workload's component. */
  readonly suffix: string;
  readonly object: PlainObject;
}

/** An object with pods that a program creates elsewhere in its app, and that is read late. */
export interface WorkloadSource {
  readonly object: ApiObject;
  readonly type: ObjectType;
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
  /** Where it is scraped by the names of its ports, or by what the program says about them. */
  readonly metricsPorts?: readonly MetricsDefaults[];
  /** Where it is scraped without a trait and such ports; `undefined` if it cannot be scraped. */
  readonly metricsDefaults?: MetricsDefaults;
  /** Where it is scraped with a MetricsTrait that names no port, if that differs from `metricsDefaults`. */
  readonly traitDefaults?: MetricsDefaults;
  /** The prop that says where it is scraped, if one does: no MetricsTrait may say so too. */
  readonly metricsProp?: Path;
  /**
   * The objects that belong to the pods but that no OAM platform derives from the workload, such as their Service.
   */
  readonly companions?: readonly Companion[];
  /** The same without an OAM platform, with a Service that has these ports too: those that are scraped through it. */
  readonly companionsFor?: (scraped: readonly number[]) => readonly Companion[];
  /** Whether its pods are replaced when a ConfigMap of the program that they use changes. */
  readonly followsConfigMaps?: boolean;
  /**
   * The object that it stands for, if the program creates that elsewhere: nothing is rendered for the workload then.
   */
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
   * The objects that the platform creates from the workload with this name and these fields, without the workload
   * itself.
   *
   * @internal
   */
  public abstract _made(name: string, fields: PlainFields): NamedObject[];

  /**
   * Findings on the fields of a workload given as a whole, for a component with these parameters. A typed workload is
   * checked when it is created.
   *
   * @internal
   */
  public _fieldFindings(_component: string, _parameters: unknown): Finding[] { return FINE; }

  /**
   * The workload with the defaults of its platform and application, and findings that these cause for a component with
   * these parameters.
   *
   * @internal
   */
  public _withDefaults(_defaults: object, _parameters: unknown): { workload: Workload; findings: Finding[] } {
    return { workload: this, findings: FINE };
  }

  /** The workload of the component with this name. @internal */
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
  /** Recommended labels that the platform adds to the pods. Series have the same values in labels of the model. */
  readonly addedLabels?: readonly string[];
}

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

/** An image that an error may name: without user information, which no digest is. */
const SHOWN_IMAGE = /^[\w./:-]{1,200}(@sha\d+:[\da-f]{1,128})?$/;

/**
 * The base of all workloads: converts the user's values to plain data, applies overrides, and reports all findings at
 * once.
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
    if (findings.length === 0) return;
    // a workload is not a construct and has no path: errors name its type, and its name, that in its template, or the
    // image of a container, without what may be a password
    const { spec, pod, ...own } = this._fields;
    const templates = [spec?.deploymentTemplate, spec?.template];
    const name = [own, ...templates].map(nameOf).find(isFilled);
    const image = [pod, pod?.podSpec, spec, ...templates.flatMap(each => [each?.podSpec, each?.spec])]
      .map(each => each?.image ?? listOf(each?.containers)[0]?.image)
      .find(each => isFilled(each) && SHOWN_IMAGE.test(each));
    const type = parts.label ?? this.constructor.name;
    const called = name ? ` '${name}'` : image ? ` of image '${image}'` : '';
    throwFindings(type + called, parts.given ? findings.map(parts.given) : findings);
  }

  public get name(): string | undefined { return nameOf(this._fields); }
}

/**
 * A kind of workload of OAM or of a platform's vendor. The parts of a manifest passed to its functions may be anything.
 */
export interface OamWorkload extends OamDefinition, OamWorkloadFacts {
  readonly kind: OamKind;
  /** Renders it on Kubernetes. */
  readonly render: WorkloadRenderer;
  /** What an OAM platform rejects in a manifest, although its CRD may accept it. */
  readonly rejected?: (spec: PlainValue | undefined) => Finding[];
  /** What an OAM platform creates from a manifest but the cluster then rejects. */
  readonly unrunnable?: (spec: PlainValue | undefined) => Finding[];
  /** What the API server of an OAM platform drops from a manifest. */
  readonly dropped?: (spec: PlainValue | undefined) => Finding[];
  /**
   * The spec as the API server of an OAM platform stores it, if the dropped fields change the objects that are created.
   */
  readonly stored?: (spec: PlainValue | undefined) => unknown;
}

/** The props of every typed workload. */
export const WORKLOAD_PROPS: readonly string[] = ['name', 'labels', 'annotations', 'overrides'];

/** The definition of a workload whose properties are fields of its spec. */
export function workloadRecord<P extends WorkloadOptions>(
  fields: FieldsOf<Omit<P, keyof WorkloadOptions>>,
  { spec, around, ...options }: Pick<RecordOptions, 'doc' | 'around' | 'elsewhere'> & { readonly spec: RecordOptions },
): RecordType<P> {
  const own = {
    name: { type: OBJECT_NAME, at: 'metadata.name' },
    labels: { type: LABELS, at: 'metadata.labels' },
    annotations: { type: ANNOTATIONS, at: 'metadata.annotations' },
    ...fields,
  } as FieldsOf<any>;
  const all = { ...around, metadata: { check: metadata }, spec: { isAlways: true, ...spec } };
  return record<any>()(own, { in: 'spec', ...options, around: all });
}

/** A workload whose kind has a definition. @internal */
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
  public _made(name: string, { spec }: PlainFields): NamedObject[] { return this.workload.made(spec, name); }
}

/** A resource of an operator, which a workload carries as it is. */
export interface OperatorResource {
  /** `metadata.name` of the resource. */
  readonly name: string;
  /** Labels of the resource. @default - no labels */
  readonly labels?: { [key: string]: string };
  /** Annotations of the resource. @default - no annotations */
  readonly annotations?: { [key: string]: string };
  /** `spec` of the resource, as its operator documents it. It is written as it is, nulls and empty objects included. */
  readonly spec: { [key: string]: any };
}

/**
 * The definition of an operator's resource of the kind `what`. Its check covers the fields of the spec that the library
 * reads.
 */
export function resourceRecord(
  what: string, spec: { readonly check: Check; readonly doc: string },
  version?: { readonly fixed: string; readonly doc: string },
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

/**
 * Copies the labels and annotations that the runtime gives to a workload to its resource. Those of the resource take
 * precedence.
 */
export function withCopiedMetadata(resource: PlainObject, labels: LabelMap, annotations: LabelMap): PlainObject {
  const own = resource.metadata;
  const copied = { labels: { ...labels, ...own.labels }, annotations: { ...annotations, ...own.annotations } };
  return { ...resource, metadata: { ...own, ...copied } };
}

/** Findings on the fields of a Kubernetes object given as a whole, for a component with these parameters. */
export function kubernetesFindings(manifest: ObjectType, parameters: unknown): Finding[] {
  const check = fieldsCheckOf(manifest.apiVersion, manifest.kind, false);
  const isParameter = mayBeSet(parameters);
  return [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE].filter(({ path }) => !isParameter(path));
}

/** No API has a kind that begins with a lower-case letter. */
export function kindFindings({ kind }: AnyType): Finding[] {
  return typeof kind !== 'string' || !/^[a-z]/.test(kind) ? FINE
    : bad('invalid-value', ownWords(
      'must begin with a capital letter', 'write it as its API does, such as "Deployment"'), 'kind', kind);
}
