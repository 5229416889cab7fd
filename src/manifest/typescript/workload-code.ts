import { isSame } from './documents';
import { FieldShapes, fitFields, misfit } from './fit';
import { WorkloadCode, attempt } from './form';
import { describeWhy, isSmallPart, notA, overridesOf } from './overrides';
import { run } from './run-code';
import { fieldsOf, kubernetesFields } from './shapes';
import { Expression, ObjectField, call, create, data, member, oam, objectLiteral } from './tree';
import { Check, Finding, found } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { isObject } from '../../private/check';
import { OamWorkload } from '../../workloads/checked-workload';
import { OAM_WORKLOADS } from '../../workloads/known-kinds';
import { Workload } from '../../workloads/workload';

/** The reasons against a form. */
interface RefusedForm {
  readonly why: readonly Finding[];
}

/** Kinds of Kubernetes itself: `v1`, `apps/v1`, `networking.k8s.io/v1`. */
const KUBERNETES = /^([a-z0-9]+\/|[a-z0-9.]+\.k8s\.io\/)?v\d\w*$/;

/** The code of a workload, with a type if possible, or the reasons against any code. */
export function workloadCode(manifest: unknown): WorkloadCode | RefusedForm {
  if (!isObject(manifest)) return { why: misfit(['spec', 'workload'], 'object').why };
  const { apiVersion, kind } = manifest;
  const type = TYPED_WORKLOADS.get(`${apiVersion} ${kind}`);
  const typed = type ? typedCode(type, manifest) : { why: found('not-in-types', '', { reason: 'no-type', type: `${apiVersion} ${kind}` }) };
  if (!('why' in typed)) return { expression: typed, isTyped: true };
  const custom = checked(manifest, KUBERNETES.test(String(apiVersion))
    ? call(member(oam('KubernetesWorkload'), 'fromManifest'), data(manifest))
    : create(oam('CustomWorkload'), objectLiteral([{ key: 'manifest', value: data(manifest) }])));
  if ('why' in custom) return custom;
  const why = describeWhy(typed.why);
  return { expression: custom, isTyped: false, comment: type ? notA(type.name, why) : why };
}

function typedCode(type: TypedWorkload, manifest: Record<string, unknown>): Expression | RefusedForm {
  const { apiVersion: _, kind: __, ...own } = manifest;
  const { props, rest, why } = fitFields(own, type.fields, []);
  const refused = type.check?.(own, '') ?? [];
  if (refused.length > 0) return { why: refused };
  if (!props || rest && !isSmallPart(rest, own)) return { why };
  return checked(manifest, type.make([...props.filter(isMetadata), ...props.filter(each => !isMetadata(each))], overridesOf(rest, why)));
}

function isMetadata({ key }: ObjectField): boolean {
  return ['name', 'labels', 'annotations'].includes(key);
}

/** The code, if it creates exactly the wanted workload, or else the reasons against it. */
function checked(manifest: Record<string, unknown>, expression: Expression): Expression | RefusedForm {
  const { made, ...refused } = attempt(() => run(expression) as Workload);
  if (!made) return refused as RefusedForm;
  const { _kind: kind, _fields: fields } = made;
  return isSame({ ...PLATFORM._typeOf(kind), ...fields }, manifest) ? expression : { why: misfit([], 'changed').why };
}

/** A kind of workload for which this library has a type. */
interface TypedWorkload {
  /** Its name in the code. */
  readonly name: string;
  readonly fields: FieldShapes;
  /** The check of its fields, if there is one apart from its type. */
  readonly check?: Check;
  /** The code that creates it. */
  readonly make: (props: readonly ObjectField[], overrides: readonly ObjectField[]) => Expression;
}

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
  const make: TypedWorkload['make'] = (props, overrides) => create(oam(name), objectLiteral([...props, ...overrides]));
  return [`${type.apiVersion} ${type.kind}`, { name, fields: fieldsOf(definition), check: definition.check, make }];
}

/** The kinds of workloads with a type, by `apiVersion kind`. */
export const TYPED_WORKLOADS: ReadonlyMap<string, TypedWorkload> = new Map<string, TypedWorkload>([
  ...OAM_WORKLOADS.map(oamWorkload),
  ['apps/v1 Deployment', kubernetesWorkload('deployment', 'KubeDeploymentProps')],
  ['v1 Service', kubernetesWorkload('service', 'KubeServiceProps')],
  ['v1 ConfigMap', kubernetesWorkload('configMap', 'KubeConfigMapProps')],
]);
