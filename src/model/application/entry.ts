import {
  FILLED, OBJECT, listType, record, OBJECT_NAME, SUBDOMAIN, Field, Scalar, string,
} from '../../base/definitions/type';
import { FINE, Check } from '../../base/findings/finding';
import { unique } from '../../base/check';
import { DataOptions, dataFields } from './data';

/** The value of a component's parameter. */
export interface ParameterValue {
  /** Name of the parameter. */
  readonly name: string;
  /** The value: a string or an integer. */
  readonly value: any;
}

/** A scope (`HealthScope`, say) to which a component belongs. */
export interface ComponentScope {
  /** API version of the scope. */
  readonly apiVersion: string;
  /** Kind of the scope. */
  readonly kind: string;
  /** Name of the scope. */
  readonly name: string;
}

/** How a component is bound. */
export interface ComponentBindingOptions extends DataOptions {
  /** Values of the component's parameters. @default - none */
  readonly parameterValues?: ParameterValue[];
  /** Scopes to which the component belongs here. @default - none */
  readonly scopes?: ComponentScope[];

  /**
   * The revision of the component, `<component>-v<number>`: it stays at that revision when the component changes. The
   * OAM runtime makes a revision on each change of the Component. On a KubernetesPlatform this is a label only, and the
   * declared component is rendered.
   *
   * @default - the latest revision
   */
  readonly revisionName?: string;
}

const UNCHECKED: Check = () => FINE;

/** The value of a parameter. It is checked where the component's parameters are known. */
const PARAMETER_VALUE: Scalar<unknown> = { is: 'integer-or-string', check: UNCHECKED };

const REVISION = string(UNCHECKED, SUBDOMAIN);

/** A value for one parameter. Whether the component declares the parameter is checked elsewhere. */
const PARAMETER = record<ParameterValue>()({
  name: { type: FILLED, doc: 'Parameter, by the name the component gives it.', required: 'always' },
  value: {
    type: PARAMETER_VALUE,
    doc: 'Value written to every field of the parameter, as a number or as a string.',
    required: 'always',
  },
});

/** A reference to a scope, such as a HealthScope. A manifest has it in `scopeRef`, a program without that level. */
const SCOPE = record<ComponentScope>()({
  apiVersion: { type: FILLED, doc: 'API group and version of the scope.', required: 'always' },
  kind: { type: FILLED, doc: 'Kind of the scope.', required: 'always' },
  name: { type: string(OBJECT_NAME.check, { minLength: 1 }), doc: 'Name of the scope.', required: 'always' },
}, {
  in: 'scopeRef',
  around: { scopeRef: { doc: 'The scope, in the application\'s namespace.' } },
  others: { 'scopeRef.uid': { type: string(UNCHECKED), doc: 'UID of the scope.' } },
});

const { dataInputs, dataOutputs } = dataFields('trait');

/** The entry of a trait, which a program declares as a construct. */
export const TRAIT_ENTRY = record<DataOptions>()({ dataInputs, dataOutputs }, {
  others: {
    trait: {
      type: OBJECT,
      doc: 'The trait itself, as a whole resource. Its name is generated when metadata has none.',
      required: 'always',
      isEmbedded: true,
    },
  },
});

/** The traits of a manifest's component. A program adds them as constructs, not as a property. */
const TRAITS: Field = {
  type: listType(TRAIT_ENTRY, 'One trait, and the data that flows into and out of it.'),
  doc: 'Traits that are put on the component\'s workload.',
};

/** An entry of `spec.components`. Its creators and readers check whether it names a component or a revision. */
export const BINDING = record<ComponentBindingOptions>()({
  revisionName: {
    type: REVISION,
    doc: 'Revision of a component that is kept whatever happens to the component, such as greet-v2.',
  },
  parameterValues: {
    type: listType(PARAMETER, 'The value of one parameter.', { rules: [unique(p => p.name, 'name')] }),
    doc: 'Values for the parameters which the component declares.',
  },
  scopes: { type: listType(SCOPE, 'Membership in one scope.'), doc: 'Scopes the component belongs to.' },
  ...dataFields('workload'),
}, {
  others: {
    componentName: { type: REVISION, doc: 'Component in the same namespace. Its newest revision is used.' },
    traits: { ...TRAITS, type: { ...TRAITS.type, check: UNCHECKED } },
  },
  schema: { oneOf: [{ required: ['componentName'] }, { required: ['revisionName'] }] },
});
