import type { k8s } from 'cdk8s-plus-27';
import {
  DefinedTrait, OamTrait, ObjectTrait, ObjectTraitOptions, objectTraitRecord, TraitOptions, traitRecord,
} from './trait';
import { ComponentBinding } from '../application/component-binding';
import { COUNT, allRead, integer, kubernetes, listType } from '../../base/definitions/type';
import { FINE, found, joinPath, Shown } from '../../base/findings/finding';
import { Platform } from '../platform/platform';
import { SelectedPods } from '../platform/model';
import { asObject, object as objectOf, whole } from '../../base/check';
import { isKind, kindOf } from '../../base/kind-of';
import { nameOf } from '../../base/names';
import { fixedKind, OAM_API_VERSION } from '../../base/oam-kind';
import { isScalable } from '../../cluster/objects/oam-workloads';
import { noObjects } from '../../cluster/objects/rendered';
import { canScale, hasPods, withReplicas } from '../../cluster/objects/pod-templates';

/** Properties of a ManualScalerTrait. */
export interface ManualScalerTraitProps extends TraitOptions {
  /** Number of pods: an integer, 0 or more. */
  readonly replicaCount: number;
}

/** A fixed number of pods. On Kubernetes this library writes it to the replicas of the object that has the pods. */
const MANUAL_SCALER_TRAIT: OamTrait = {
  name: 'ManualScalerTrait',
  kind: fixedKind(OAM_API_VERSION, 'ManualScalerTrait'),
  definition: traitRecord<ManualScalerTraitProps>({
    replicaCount: { type: COUNT, doc: 'Replicas to run. Zero stops the workload.', required: 'always' },
  }, { doc: 'Sets how many replicas a workload runs.', spec: { doc: 'The number of replicas.' } }),
  id: 'scaler',
  suits: scope => {
    // without an OAM platform, whether there is a number of pods is known only at synthesis
    const { _workload: workload, component: { componentName: component } } = scope;
    if (!workload || !Platform.of(scope)._makesObjects || isScalable(workload) !== false) return FINE;
    return found('not-scalable', '', { reason: 'workload', component, kind: workload.kind });
  },
  render: ({ binding, planOf }) => {
    const { objects, findings, type: { kind } } = planOf(binding);
    // findings on the workload are reported at the workload
    const isFine = findings.length > 0 || objects.some(canScale);
    return noObjects(isFine ? FINE : found('not-scalable', '', { reason: 'no-replicas', kind }));
  },
  change: (given, { fields: { spec } }) => {
    const { replicaCount, ...others } = asObject<Omit<ManualScalerTraitProps, keyof TraitOptions>>(spec);
    allRead(others);
    return withReplicas(given, replicaCount);
  },
  isOne: true,
};

/**
 * Sets the number of pods of a component: `core.oam.dev/v1alpha2` ManualScalerTrait, or `replicas` on a
 * KubernetesPlatform.
 */
export class ManualScalerTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = MANUAL_SCALER_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: ManualScalerTraitProps) {
    super(MANUAL_SCALER_TRAIT, scope, id, props);
  }
}

/** Properties of an AutoscalerTrait: at least one of `cpuUtilization`, `memoryUtilization` and `metrics`. */
export interface AutoscalerTraitProps extends ObjectTraitOptions {
  /** The most pods that run. Not less than `minReplicas`. */
  readonly maxReplicas: number;

  /**
   * The fewest pods that run: 1 or more. (0 needs a feature of Kubernetes that is off by default; use `overrides` for
   * it.)
   *
   * @default - 1, by Kubernetes
   */
  readonly minReplicas?: number;

  /**
   * Target for the cpu that the pods use on average, in percent of what they request: above it, pods are added. Each
   * container must request some. Where a LimitRange sets the requests, use `metrics`.
   *
   * @default - the cpu does not count
   */
  readonly cpuUtilization?: number;

  /**
   * Target for the memory that the pods use on average, in percent of what they request: above it, pods are added. Each
   * container must request some. Where a LimitRange sets the requests, use `metrics`.
   *
   * @default - the memory does not count
   */
  readonly memoryUtilization?: number;

  /**
   * More metrics: of one container, of the pods, of another object, or from outside the cluster. The metric that asks
   * for the most pods decides.
   *
   * @default - none
   */
  readonly metrics?: k8s.MetricSpecV2[];

  /** How fast pods are added and removed. @default - that of Kubernetes: up at once, down after five minutes */
  readonly behavior?: k8s.HorizontalPodAutoscalerBehaviorV2;
}

/** The properties for the use of a resource in percent of its request, each with its resource. */
const UTILIZATIONS = [['cpuUtilization', 'cpu'], ['memoryUtilization', 'memory']] as const;

const METRICS = [...UTILIZATIONS.map(([field]) => field), 'metrics'];

const PODS = integer(whole(1));

/** The spec of the trait after its check. `overrides` may name another target. */
interface AutoscalerSpec extends Omit<AutoscalerTraitProps, keyof ObjectTraitOptions> {
  readonly scaleTargetRef?: object;
}

/**
 * An autoscaler needs exactly one object by which it scales the one that runs the pods, unless the user names a target.
 */
function autoscalerOf(spec: AutoscalerSpec, { objects, kind }: SelectedPods) {
  const { minReplicas, maxReplicas, cpuUtilization: _, memoryUtilization: __, metrics, ...others } = spec;
  const pods = objects.find(hasPods);
  const as = pods && kindOf(pods).scaledAs;
  const targets = as !== undefined ? objects.filter(object => isKind(object, as))
    : pods && canScale(pods) ? [pods] : [];
  const [target] = targets;
  const utilizations = UTILIZATIONS.filter(([field]) => spec[field] != null).map(([field, name]) =>
    ({ type: 'Resource', resource: { name, target: { type: 'Utilization', averageUtilization: spec[field] } } }));
  return {
    spec: {
      scaleTargetRef: target && { apiVersion: target.apiVersion, kind: target.kind, name: nameOf(target) },
      minReplicas,
      maxReplicas,
      metrics: [...utilizations, ...metrics ?? []],
      ...others,
    },
    findings: spec.scaleTargetRef != null || targets.length === 1 ? FINE
      : !pods ? found('not-scalable', '', { reason: 'invalid', kind })
        : as === undefined ? found('not-scalable', '', { reason: 'no-replicas', kind })
          : found('not-scalable', '', { reason: 'one-part', kind, part: as.split('/')[1], count: targets.length }),
  };
}

/** A HorizontalPodAutoscaler for the object of the component that has the pods. */
const AUTOSCALER_TRAIT: ObjectTrait = {
  name: 'AutoscalerTrait',
  kind: fixedKind('autoscaling/v2', 'HorizontalPodAutoscaler'),
  definition: objectTraitRecord<AutoscalerTraitProps>({
    minReplicas: PODS,
    maxReplicas: { type: PODS, required: 'always' },
    cpuUtilization: PODS,
    memoryUtilization: PODS,
    metrics: listType(kubernetes('MetricSpecV2', objectOf({}))),
    behavior: kubernetes('HorizontalPodAutoscalerBehaviorV2', objectOf({})),
  }, {
    rules: [
      (spec, at) => {
        // numbers that are not valid alone are reported by their own checks
        const [min, max] = [Number(spec?.minReplicas), Number(spec?.maxReplicas)];
        return max < 1 || !(max < min) ? FINE : found('invalid-value', joinPath(at, 'maxReplicas'),
          { reason: 'at-least', min: `minReplicas (${min})`, value: Shown.of(max) });
      },
      // Kubernetes' own default, 80% of the cpu, is a value that the user did not ask for
      (spec, field) => METRICS.some(name => spec?.[name] != null && spec[name].length !== 0) ? FINE
        : found('missing-field', field, { reason: 'some-field', fields: METRICS }),
    ],
  }),
  suffix: 'autoscaler',
  select: autoscalerOf,
};

/**
 * Scales a component by its load: `autoscaling/v2` HorizontalPodAutoscaler of the object that runs the pods.
 *
 * On an OAM platform it is the workload of the Component `<name>-autoscaler`, which the application also binds.
 */
export class AutoscalerTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = AUTOSCALER_TRAIT;

  /** Adds the trait to the component. @throws ModelError if a property is invalid, or the component cannot have it */
  public constructor(scope: ComponentBinding, id: string, props: AutoscalerTraitProps) {
    super(AUTOSCALER_TRAIT, scope, id, props);
  }
}
