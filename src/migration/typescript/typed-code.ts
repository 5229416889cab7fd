import { fitFields, kubernetesFields, ShapeFields } from './fit';
import { kebabCase } from './names';
import { call, create, data, Expression, member, oam, ObjectField, objectLiteral } from './tree';
import { Check, Finding, FINE, found, showPath } from '../../base/findings/finding';
import { describeProblem, problemOf } from '../../base/findings/words';
import { OamPlatform } from '../../targets/oam/oam-platform';
import { isObject } from '../../base/check';
import { OamKind } from '../../base/oam-kind';
import { OAM_TRAITS } from '../../model/traits/all';
import { checkOf } from '../../model/traits/trait';
import { OAM_WORKLOADS } from '../../model/workloads/known-kinds';

/** A kind of workload or trait for which this library has a type. */
interface TypedKind {
  /** Its name in the code. */
  readonly name: string;
  readonly fields: ShapeFields;
  /** The check of its fields, apart from their types. */
  readonly check: Check;
}

/**
 * The props of a typed workload or trait, and its overrides for fields that the type lacks; or why it is not written
 * with a type.
 */
type Typed<T> = { readonly type: T; readonly props: readonly ObjectField[]; readonly overrides: readonly ObjectField[] }
  | { readonly comment: string };

/** Uses the type of a manifest if there is one, it covers what it requires, and accepts the values. */
function typed<T extends TypedKind>(manifest: Readonly<Record<string, unknown>>, types: ReadonlyMap<string, T>): Typed<T> {
  const { apiVersion, kind, ...own } = manifest;
  const name = `${apiVersion} ${kind}`;
  const type = types.get(name);
  if (!type) return { comment: describeWhy(found('not-in-types', '', { reason: 'no-type', type: name })) };
  const { props, rest, why } = fitFields(own, type.fields, []);
  const refused = type.check(own, '');
  if (!props || refused.length > 0) return { comment: notA(type.name, refused.length > 0 ? refused : why) };
  return { type, props, overrides: rest ? [{ key: 'overrides', value: data(rest), comment: outsideOfTypes(why) }] : [] };
}

/** The code of a workload, and the reason why it is not written with its type. */
interface WorkloadCode {
  readonly expression: Expression;
  readonly comment?: string;
}

/** Kinds of Kubernetes itself: `v1`, `apps/v1`, `networking.k8s.io/v1`. */
const KUBERNETES = /^([a-z0-9]+\/|[a-z0-9.]+\.k8s\.io\/)?v\d\w*$/;

/** The code of a workload: its type if the type accepts it, or else its manifest. */
export function workloadCode(manifest: Readonly<Record<string, unknown>>): WorkloadCode {
  const code = typed(manifest, TYPED_WORKLOADS);
  if ('type' in code) {
    const { type: { name, factory }, props, overrides } = code;
    if (factory === undefined) return { expression: create(oam(name), objectLiteral([...props, ...overrides])) };
    const options = overrides.length > 0 ? [objectLiteral(overrides)] : [];
    return { expression: call(member(oam('KubernetesWorkload'), factory), objectLiteral(props), ...options) };
  }
  const expression = KUBERNETES.test(String(manifest.apiVersion))
    ? call(member(oam('KubernetesWorkload'), 'fromManifest'), data(manifest))
    : create(oam('CustomWorkload'), objectLiteral([{ key: 'manifest', value: data(manifest) }]));
  return { expression, ...code };
}

/**
 * The code of a trait: the class of its construct, the construct's id and the props, and why it is not written with its
 * type.
 */
interface TraitCode {
  readonly className: string;
  readonly id: string;
  readonly props: readonly ObjectField[];
  readonly comment?: string;
}

/** The code of a trait: its type if the type accepts it, or else its manifest. */
export function traitCode(trait: Readonly<Record<string, unknown>>): TraitCode {
  const id = TYPED_TRAITS.get(`${trait.apiVersion} ${trait.kind}`)?.id ?? constructId(String(trait.kind));
  const code = typed(trait, TYPED_TRAITS);
  if ('type' in code) return { className: code.type.name, id, props: [...code.props, ...code.overrides] };
  return { className: 'CustomTrait', id, props: [{ key: 'manifest', value: data(trait) }], ...code };
}

/** The id of a trait's construct, by its kind. */
function constructId(kind: string): string {
  return kebabCase(kind.replace(/(.)Trait$/, '$1'), 'trait');
}

function typeOf(kind: OamKind): string {
  const { apiVersion, kind: own } = OamPlatform.verrazzano()._typeOf(kind);
  return `${apiVersion} ${own}`;
}

/** The kinds of traits with a type, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedKind & { readonly id: string }> = new Map(OAM_TRAITS.map(trait => {
  const { name, kind, definition, id = constructId(name) } = trait;
  const check = checkOf(trait);
  return [typeOf(kind), { name, fields: definition.fields, id, check: fields => isObject(fields.spec) ? check(fields.spec, '') : FINE }];
}));

function kubernetesWorkload(factory: string, type: string): TypedKind & { readonly factory: string } {
  return { name: `KubernetesWorkload.${factory}`, factory, fields: kubernetesFields(type), check: () => FINE };
}

/** The kinds of workloads with a type, by `apiVersion kind`; those of Kubernetes with the factory that creates them. */
export const TYPED_WORKLOADS: ReadonlyMap<string, TypedKind & { readonly factory?: string }> = new Map([
  ...OAM_WORKLOADS.map(({ name, kind, definition }) =>
    [typeOf(kind), { name, fields: definition.fields, check: definition.check }] as const),
  ['apps/v1 Deployment', kubernetesWorkload('deployment', 'KubeDeploymentProps')],
  ['v1 Service', kubernetesWorkload('service', 'KubeServiceProps')],
  ['v1 ConfigMap', kubernetesWorkload('configMap', 'KubeConfigMapProps')],
]);

/** The most fields that a comment names. */
const NAMED = 4;

/** Reasons in one sentence: `'spec.x' is not in the types`, `invalid-port: 'spec.port' must be …`. */
export function describeWhy(why: readonly Finding[]): string {
  return first(why, each => {
    if (each.code !== 'not-in-types') return describeProblem(each);
    const field = showPath(each.path);
    return `${field && `'${field}' `}${problemOf(each)}`;
  });
}

/** The reason why something is not written with a type: `not a MetricsTrait: …`. */
export function notA(type: string, why: readonly Finding[]): string {
  return `not ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}: ${describeWhy(why)}`;
}

/** Names the fields that do not fit, with the reason for known fields that have an unfit value. */
export function outsideOfTypes(why: readonly Finding[]): string {
  const isUnknown = (each: Finding) => each.parameters.how === 'unknown';
  return `not in the types: ${first(why, each => `'${showPath(each.path)}'${isUnknown(each) ? '' : `, which ${problemOf(each)}`}`)}`;
}

function first(why: readonly Finding[], describe: (each: Finding) => string): string {
  return `${why.slice(0, NAMED).map(describe).join(', ')}${why.length > NAMED ? ', …' : ''}`;
}
