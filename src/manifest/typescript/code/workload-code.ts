import { describeMisfits, isSmallPart, overridesOf } from './overrides';
import { describeProblem } from '../../../findings/words';
import { OamPlatform } from '../../../platform/oam-platform';
import { isObject } from '../../../private/check';
import { isModelError } from '../../../private/errors';
import { Workload } from '../../../workloads/workload';
import { isSame } from '../same';
import { fitFields } from '../shapes/fit';
import { TYPED_WORKLOADS, TypedWorkload } from '../shapes/workloads';
import { run } from '../syntax/run';
import { call, create, data, Expression, Field, member, oam, objectLiteral } from '../syntax/tree';

/** The code of a workload. */
export interface WorkloadCode {
  readonly expression: Expression;
  /** Whether a type of this library says what it is. */
  readonly isTyped: boolean;
  /** Why it has none. */
  readonly comment?: string;
}

/** What came of a trial: code, or what speaks against it. */
type Trial = Expression | string;

const PLATFORM = OamPlatform.verrazzano();

/** Kinds of Kubernetes itself: `v1`, `apps/v1`, `networking.k8s.io/v1`. */
const KUBERNETES = /^([a-z0-9]+\/|[a-z0-9.]+\.k8s\.io\/)?v\d\w*$/;

/** The code of a workload, as typed as it can be, or the reason why no workload can be made of it. */
export function workloadCode(manifest: unknown): WorkloadCode | string {
  if (!isObject(manifest)) return '\'spec.workload\' is not an object';
  const { apiVersion, kind } = manifest;
  const type = TYPED_WORKLOADS.get(`${apiVersion} ${kind}`);
  const typed = type && typedCode(type, manifest);
  if (typed !== undefined && typeof typed !== 'string') return { expression: typed, isTyped: true };
  const isKubernetes = KUBERNETES.test(String(apiVersion));
  const custom = tried(manifest, isKubernetes
    ? call(member(oam('KubernetesWorkload'), 'fromManifest'), data(manifest))
    : create(oam('CustomWorkload'), objectLiteral([{ key: 'manifest', value: data(manifest) }])));
  if (typeof custom === 'string') return custom;
  const why = type ? `${type.name} cannot say it: ${typed}` : `there is no type for ${apiVersion} ${kind}`;
  return { expression: custom, isTyped: false, comment: `${isKubernetes ? 'KubernetesWorkload.fromManifest' : 'CustomWorkload'}, since ${why}` };
}

function typedCode(type: TypedWorkload, manifest: Record<string, any>): Trial {
  const { apiVersion: _, kind: __, ...own } = manifest;
  const { fields, props: prepared } = type.prepare?.(own) ?? { fields: own, props: [] };
  const { props, rest, why } = fitFields(fields, type.fields, []);
  const [refused] = type.check?.(own, '') ?? [];
  if (refused) return describeProblem(refused);
  if (!props) return describeMisfits(why);
  if (rest && !isSmallPart(rest, own)) return describeMisfits(why);
  return tried(manifest, type.make([...props.filter(isMetadata), ...prepared, ...props.filter(each => !isMetadata(each))], overridesOf(rest, why)));
}

function isMetadata({ key }: Field): boolean {
  return ['name', 'labels', 'annotations'].includes(key);
}

/** The code, if it makes the workload that is wanted. */
function tried(manifest: Record<string, any>, expression: Expression): Trial {
  try {
    const { _kind: kind, _fields: fields } = run(expression) as Workload;
    return isSame({ ...PLATFORM._typeOf(kind), ...fields }, manifest) ? expression : 'it would change what is written';
  } catch (error) {
    if (!isModelError(error)) throw error;
    return describeProblem(error.findings[0]);
  }
}
