import { CheckedTrait, TRAIT_PROPS, TraitParts } from './checked-trait';
import { TraitContext } from './rendering';
import { ObjectTraitOptions, TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { METADATA, WORKLOAD_REFERENCE } from '../definitions/common';
import { givenPath, manifestOf, prunedFields, unknownProps } from '../definitions/given';
import { OamDefinition, specOf } from '../definitions/kind';
import { FieldsOf, record, RecordOptions, RecordType } from '../definitions/type';
import { bad, Check, FINE, Finding, movedTo } from '../findings/finding';
import { PlainObject, Rendered } from '../objects/rendering';
import { BesideModel, OnlyOne, SelectedPods, TraitModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { asProps, isObject } from '../private/check';

/** A kind of trait. What a function gets of a spec may be anything that an object can hold. */
interface TraitKind extends OamDefinition {
  /** The check of what depends on the trait's component, if there is one. */
  readonly ruleOn?: (scope?: ComponentBinding) => Check;
  /** Whether it suits the workload of its component, by its spec. */
  readonly suits?: (scope: ComponentBinding, spec: any) => Finding[];
}

/** One of OAM or of a platform's vendor. */
export interface OamTrait extends TraitKind {
  /** What a platform reads otherwise than it is written. */
  readonly misread?: (spec: any) => Finding[];
  /** What it becomes on Kubernetes. Types and metadata of the objects are the same whatever else is declared. */
  readonly render: (context: TraitContext) => Rendered;
  /** An object of the component's workload with the trait. */
  readonly change?: (object: PlainObject, trait: TraitModel) => PlainObject;
  /** Whether a component can have but one of them, whatever their names. */
  readonly isOne?: true;
  /** The id of its construct in an imported program, if it is not its name. */
  readonly id?: string;
}

/** One that is an object of Kubernetes for the component's pods, beside the workload. */
export interface ObjectTrait extends TraitKind {
  /** What the name of its component on an OAM platform adds to its own. */
  readonly suffix: string;
  /** Why a component can have but one of them, whatever their names, if it is so. */
  readonly onlyOne?: OnlyOne;
  /** The spec of the object, and what speaks against it. */
  readonly select: (spec: any, pods: SelectedPods) => Omit<Rendered, 'objects' | 'claims'> & { readonly spec: object };
}

/** The definition of a trait whose properties are fields of its spec. */
export function traitRecord<P extends TraitOptions>(
  fields: FieldsOf<Omit<P, keyof TraitOptions>>, { doc, spec }: { readonly doc: string; readonly spec: Omit<RecordOptions, 'in'> },
): RecordType<P> {
  const own = { metadata: { type: METADATA, doc: '', at: 'metadata' }, ...fields } as FieldsOf<any>;
  const others = { 'spec.workloadRef': { type: WORKLOAD_REFERENCE, doc: 'The workload the trait is on. The platform fills it in; leave it out.' } };
  return record<any>()(own, { in: 'spec', doc, others, around: { spec: { isAlways: true, ...spec } } });
}

/** The definition of a trait that is an object of Kubernetes, whose properties are fields of its spec. */
export function objectTraitRecord<P extends ObjectTraitOptions>(fields: FieldsOf<Omit<P, keyof ObjectTraitOptions>>, spec: Pick<RecordOptions, 'rules'>): RecordType<P> {
  const own = { metadata: { type: METADATA, doc: '', at: 'metadata' }, ...fields } as FieldsOf<any>;
  return record<any>()(own, { in: 'spec', around: { spec: { isAlways: true, ...spec } } });
}

/** The check of a trait's spec, on this component if there is one. */
export function checkOf(trait: TraitKind, scope?: ComponentBinding): Check {
  const { check } = specOf(trait);
  const rule = trait.ruleOn?.(scope);
  return rule ? (spec, field) => [...check(spec, field), ...rule(spec, field)] : check;
}

/**
 * A trait whose kind has a definition.
 *
 * @internal
 */
export abstract class DefinedTrait extends CheckedTrait {
  protected constructor(trait: OamTrait | ObjectTrait, scope: ComponentBinding, id: string, props: TraitOptions) {
    const { kind, definition, suits } = trait;
    const own = 'select' in trait ? trait : undefined;
    const known = [...own ? ['metadata', 'overrides'] : TRAIT_PROPS, ...definition.props.filter(name => name !== 'metadata')];
    const fields = manifestOf(definition, asProps(props));
    const parts: TraitParts = {
      kind,
      fields,
      options: props,
      whole: own && (all => named(all, scope)),
      beside: own && (whole => besideOf(own, scope, whole)),
      // what `overrides` adds is meant
      unknown: () => [
        ...propsObject(props),
        ...unknownProps(definition, props, known),
        ...prunedFields(definition, fields, Platform.of(scope)._prunedBy),
      ],
      spec: (spec, field) => [...checkOf(trait, scope)(spec, field), ...suits?.(scope, spec) ?? FINE],
      given: each => movedTo(givenPath(definition, each.path), each),
    };
    super(scope, id, parts);
  }
}

/** Nothing may be left out, but what is given must be an object. */
const propsObject = (props: unknown) => props == null || isObject(props) ? FINE : bad('invalid-type', 'object', '', props);

/** An object beside the workload is called as its component, unless it has a name. */
function named({ metadata, ...fields }: any, scope: ComponentBinding): any {
  return { ...fields, metadata: isObject(metadata ?? {}) ? { ...metadata, name: metadata?.name ?? scope.component.componentName } : metadata };
}

function besideOf({ kind, suffix, onlyOne, select }: ObjectTrait, scope: ComponentBinding, fields: Readonly<Record<string, any>>): BesideModel {
  return {
    suffix,
    onlyOne,
    render: pods => {
      const { spec, ...told } = select(fields.spec, pods);
      const { metadata, ...others } = fields;
      return { objects: [{ ...Platform.of(scope)._typeOf(kind), metadata, ...others, spec }], ...told };
    },
  };
}
