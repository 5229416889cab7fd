import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';
import { TRAIT_ENTRY } from '../application/entry';
import {
  METADATA, WORKLOAD_REFERENCE, FieldsOf, OamDefinition, RecordOptions, RecordType, record, specOf,
} from '../../base/definitions/type';
import { givenBy, prunedFields } from '../../base/definitions/props';
import { bad, Check, Finding, FINE, movedTo } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { BesideModel, BindingModel, SelectedPods, TraitFields, TraitModel } from '../platform/model';
import { instanceOf, throwFindings } from '../../base/brand';
import { PlainFields, asProps, isObject, object } from '../../base/check';
import { metadata, nameOf } from '../../base/names';
import { OamKind } from '../../base/oam-kind';
import { checkOverrides, merge, plain } from '../../base/plain';
import { WorkloadPlan } from '../workloads/workload';
import { PlainObject, Rendered } from '../../cluster/objects/rendered';

/** Options of every trait that is a Kubernetes object beside the workload. */
export interface ObjectTraitOptions {
  /** Metadata of the object. @default - the name is that of the component */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Plain data merged last over the whole object (`{ spec: { … } }`), for fields that the types do not know: objects
   * are merged, lists and values are replaced.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/** Options of every typed trait. */
export interface TraitOptions extends DataOptions {
  /** Metadata of the trait. @default - none; the OAM runtime generates the name `<component>-trait-<hash>` */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Plain data merged last over the whole trait (`{ spec: { … } }`), for fields that the types do not know: objects are
   * merged, lists and values are replaced.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/**
 * An operational trait of a component: metrics, ingress, logging, scale. Traits are written in the order of
 * declaration.
 */
export abstract class Trait extends Construct {
  /** The component's place in its application. */
  public abstract readonly binding: ComponentBinding;
  /** API version on the platform. */
  public abstract readonly apiVersion: string;
  /** Kind on the platform. */
  public abstract readonly kind: string;
  /** `metadata.name`, if the trait has one. */
  public abstract readonly traitName?: string;
}

/** The context in which a trait is rendered. */
export interface TraitContext {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  /** The plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  /** The name of the scraper of the metrics, and whether it replaces one that a MetricsTrait names. */
  readonly metrics: {
    readonly scraper?: string; readonly replaces: (scraper: string) => boolean; readonly render: () => Rendered;
  };
  /** Renders the trait for requests from outside the cluster; `undefined` if the platform has no ingress provider. */
  readonly ingress?: () => Rendered;
}

/** The parts from which a trait is built. */
interface TraitParts {
  readonly kind: OamKind;
  /** The fields of the manifest, from the user's values. */
  readonly fields: object;
  readonly options: DataOptions & { readonly overrides?: unknown };
  /** Completes the fields. */
  readonly whole?: (fields: TraitFields) => TraitFields;
  readonly beside?: (fields: TraitFields) => BesideModel;
  /** Findings on unknown props, whose values would be lost. */
  readonly unknown: () => Finding[];
  /** The check of the trait's spec. */
  readonly spec: Check;
  /** Moves a finding on the manifest to the prop that the user gave; `undefined` if the user gave a manifest. */
  readonly given?: (found: Finding) => Finding;
}

/** The props of every trait. */
export const TRAIT_PROPS: readonly string[] = ['metadata', 'overrides', 'dataInputs', 'dataOutputs'];

const BINDING = instanceOf(ComponentBinding, 'component-binding');

const { dataInputs: INPUTS, dataOutputs: OUTPUTS } = TRAIT_ENTRY.fields;

const COMMON = object({ metadata, dataInputs: INPUTS.type.check, dataOutputs: OUTPUTS.type.check });

/**
 * The base of all traits: converts the user's values to plain data, merges overrides, and reports all findings at once.
 *
 * @internal
 */
export abstract class CheckedTrait extends Trait {
  public readonly binding: ComponentBinding;
  public readonly apiVersion: string;
  public readonly kind: string;
  public readonly traitName?: string;
  /** @internal */
  public readonly _model: TraitModel;

  protected constructor(scope: ComponentBinding, id: string, parts: TraitParts) {
    super(scope, id);
    throwFindings(this, BINDING(scope, 'scope'));
    const { kind, options } = parts;
    const { dataInputs, dataOutputs, overrides } = asProps(options);
    const findings: Finding[] = [];
    const entry = plain({ dataInputs, dataOutputs }, '', findings);
    const given = plain(overrides, 'overrides', findings);
    findings.push(...checkOverrides(given), ...parts.unknown());
    const base = plain(parts.fields, '', findings) as TraitFields;
    const merged = given == null || findings.length > 0 ? base : merge(base, given);
    const fields = parts.whole?.(merged) ?? merged;
    const model: TraitModel = { construct: this, kind, fields, entry, beside: parts.beside?.(fields) };
    if (findings.length === 0) {
      const spec: unknown = fields.spec ?? {};
      const ofSpec = !parts.given ? parts.spec(spec, '') : !isObject(spec) ? bad('invalid-type', 'object', 'spec', spec)
        : parts.spec(spec, '').map(each => each.path.length === 0 ? each : movedTo(['spec', ...each.path], each));
      findings.push(...COMMON({ metadata: fields.metadata, ...entry }, ''), ...ofSpec, ...scope._checkTrait(model));
    }
    throwFindings(this, parts.given ? findings.map(parts.given) : findings);

    this.binding = scope;
    this.traitName = nameOf(fields);
    ({ apiVersion: this.apiVersion, kind: this.kind } = Platform.of(this)._typeOf(kind));
    this._model = model;
    scope._addTrait(model);
  }
}

/** A kind of trait. The specs passed to its functions may hold anything. */
interface TraitKind extends OamDefinition {
  /** Returns the check that depends on the trait's component. */
  readonly ruleOn?: (scope?: ComponentBinding) => Check;
  /** Findings if a trait with this spec does not suit the workload of its component. */
  readonly suits?: (scope: ComponentBinding, spec: PlainFields) => Finding[];
}

/** A trait of OAM or of a platform's vendor. */
export interface OamTrait extends TraitKind {
  /** Renders the trait on Kubernetes. Types and metadata of the objects do not depend on other declarations. */
  readonly render: (context: TraitContext) => Rendered;
  /** Applies the trait to an object of the component's workload. */
  readonly change?: (object: PlainObject, trait: TraitModel) => PlainObject;
  /** Whether a component can have only one such trait, whatever its name. */
  readonly isOne?: true;
  /** The id of its construct in an imported program, if that differs from its name. */
  readonly id?: string;
}

/** A trait that is a Kubernetes object for the component's pods, beside the workload. */
export interface ObjectTrait extends TraitKind {
  /** The suffix that its Component on an OAM platform adds to the name of the object. */
  readonly suffix: string;
  /** Returns the spec of the object, and its findings. */
  readonly select: (spec: any, pods: SelectedPods) => Omit<Rendered, 'objects' | 'claims'> & { readonly spec: object };
}

/** The definition of a trait whose properties are fields of its spec. */
export function traitRecord<P extends TraitOptions>(
  fields: FieldsOf<Omit<P, keyof TraitOptions>>,
  { doc, spec }: { readonly doc: string; readonly spec: Omit<RecordOptions, 'in'> },
): RecordType<P> {
  const reference = {
    type: WORKLOAD_REFERENCE, doc: 'The workload the trait is on. The platform fills it in; leave it out.',
  };
  return recordInSpec(fields, { doc, others: { 'spec.workloadRef': reference }, around: { spec } });
}

/** The definition of a trait that is an object of Kubernetes, whose properties are fields of its spec. */
export function objectTraitRecord<P extends ObjectTraitOptions>(
  fields: FieldsOf<Omit<P, keyof ObjectTraitOptions>>, spec: Pick<RecordOptions, 'rules'>,
): RecordType<P> {
  return recordInSpec(fields, { around: { spec } });
}

/**
 * The definition of a trait: its metadata, and all other properties as fields of `spec`, which may be empty but not
 * missing.
 */
function recordInSpec(fields: object, { around, ...options }: RecordOptions): RecordType {
  const own = { metadata: { type: METADATA, at: 'metadata' }, ...fields } as FieldsOf<any>;
  return record<any>()(own, { in: 'spec', ...options, around: { spec: { isAlways: true, ...around?.spec } } });
}

/** The check of a trait's spec, on this component if there is one. */
export function checkOf(trait: TraitKind, scope?: ComponentBinding): Check {
  const { check } = specOf(trait);
  const rule = trait.ruleOn?.(scope);
  return rule ? (spec, field) => [...check(spec, field), ...rule(spec, field)] : check;
}

/** A trait whose kind has a definition. @internal */
export abstract class DefinedTrait extends CheckedTrait {
  protected constructor(trait: OamTrait | ObjectTrait, scope: ComponentBinding, id: string, props: TraitOptions) {
    const { kind, definition, suits } = trait;
    const objectTrait = 'select' in trait ? trait : undefined;
    const { fields, unknown, given } =
      givenBy(definition, props, objectTrait ? ['metadata', 'overrides'] : TRAIT_PROPS);
    const platform = () => Platform.of(scope);
    super(scope, id, {
      kind,
      fields,
      options: props,
      // an object beside the workload is named after its component, unless it has a name
      whole: objectTrait && (({ metadata: own, ...all }) => ({
        ...all,
        metadata: own == null || isObject(own) ? { ...own, name: own?.name ?? scope.component.componentName } : own,
      })),
      beside: objectTrait && (({ metadata: own = {}, ...all }) => ({
        suffix: objectTrait.suffix,
        render: pods => {
          const { spec, ...others } = objectTrait.select(all.spec, pods);
          return { objects: [{ ...platform()._typeOf(kind), metadata: own, ...all, spec }], ...others };
        },
      })),
      // fields that `overrides` adds are intended
      unknown: () => [
        // props may be left out, but must be an object if they are given
        ...props == null || isObject(props) ? FINE : bad('invalid-type', 'object', '', props),
        ...unknown(),
        ...prunedFields(definition, fields, platform()._prunedBy),
      ],
      spec: (spec, field) => [...checkOf(trait, scope)(spec, field), ...suits?.(scope, spec) ?? FINE],
      given,
    });
  }
}
