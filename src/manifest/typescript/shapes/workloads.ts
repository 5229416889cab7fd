import { fieldsOf } from './definition';
import { FieldShapes } from './fit';
import { kubernetesFields } from './kubernetes';
import { Check } from '../../../findings/finding';
import { OamPlatform } from '../../../platform/oam-platform';
import { OamWorkload } from '../../../workloads/checked-workload';
import { OAM_WORKLOADS } from '../../../workloads/known-kinds';
import { call, create, Expression, ObjectField, member, oam, objectLiteral } from '../syntax/tree';

/** A kind of workload of which this library has a type. */
export interface TypedWorkload {
  /** What it is called in the code. */
  readonly name: string;
  readonly fields: FieldShapes;
  /** The check of its fields, where there is one apart from its type. */
  readonly check?: Check;
  /** The code that makes it. */
  readonly make: (props: readonly ObjectField[], overrides: readonly ObjectField[]) => Expression;
}

const constructed = (type: string): TypedWorkload['make'] => (props, overrides) => create(oam(type), objectLiteral([...props, ...overrides]));

function kubernetesWorkload(factory: string, type: string): TypedWorkload {
  return {
    name: `KubernetesWorkload.${factory}`,
    fields: kubernetesFields(type),
    make: (props, overrides) => {
      const options = overrides.length > 0 ? [objectLiteral(overrides)] : [];
      return call(member(oam('KubernetesWorkload'), factory), objectLiteral(props), ...options);
    },
  };
}

const PLATFORM = OamPlatform.verrazzano();

function oamWorkload({ name, kind, definition }: OamWorkload): [string, TypedWorkload] {
  const type = PLATFORM._typeOf(kind);
  return [`${type.apiVersion} ${type.kind}`, { name, fields: fieldsOf(definition), check: definition.check, make: constructed(name) }];
}

/** The types there are, by `apiVersion kind`. */
export const TYPED_WORKLOADS: ReadonlyMap<string, TypedWorkload> = new Map<string, TypedWorkload>([
  ...OAM_WORKLOADS.map(oamWorkload),
  ['apps/v1 Deployment', kubernetesWorkload('deployment', 'KubeDeploymentProps')],
  ['v1 Service', kubernetesWorkload('service', 'KubeServiceProps')],
  ['v1 ConfigMap', kubernetesWorkload('configMap', 'KubeConfigMapProps')],
]);
