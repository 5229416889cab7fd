import type { k8s } from 'cdk8s-plus-27';
import { CheckedWorkload } from './checked-workload';
import { declaredPortsOf, metricsOf } from './known-kinds';
import { MetricsDefaults } from './metrics-defaults';
import { podSpec, serviceSpec } from './pods';
import { DeclaredPort } from './workload';
import { all, asProps, flag, isObject, mapOf, object, text } from '../private/check';
import { Check, finding, joinField, wrong } from '../private/finding';
import { annotations, labels, manifest as anyManifest, metadata } from '../private/names';
import { fixedKind } from '../private/oam-kind';

/** What the factories of KubernetesWorkload take beside the object itself. */
export interface KubernetesWorkloadOptions {
  /**
   * Plain data merged last over the whole object, for fields that the types do not know.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/** Kubernetes refuses a Deployment that does not select its own pods. */
const selectsItsPods: Check = (spec, field) => {
  const { selector, template } = isObject(spec) ? spec : {} as any;
  const wanted = isObject(selector?.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return wanted.filter(([key, value]) => template?.metadata?.labels?.[key] !== value).flatMap(([key]) =>
    finding('selector-mismatch', joinField(field, `selector.matchLabels['${key}']`), 'is not among the labels of the pod template', 'give both the same label'));
};

const deployment: Check = object({
  metadata,
  spec: all(selectsItsPods, object({
    selector: object({ matchLabels: labels }),
    template: object({ metadata: object({ labels, annotations }), spec: podSpec }, ['spec']),
  }, ['selector', 'template'])),
}, ['spec']);

const service: Check = object({ metadata, spec: serviceSpec });

const configMap: Check = object({ metadata, data: mapOf(text), binaryData: mapOf(text), immutable: flag });

/** An object of Kubernetes itself as a workload: the platform applies it as it is. */
export class KubernetesWorkload extends CheckedWorkload {
  /**
   * An `apps/v1` Deployment.
   *
   * @param props the Deployment, as cdk8s-plus types it
   * @param options overrides
   */
  public static deployment(props: k8s.KubeDeploymentProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return new KubernetesWorkload(ofType('apps/v1', 'Deployment', props), deployment, true, options);
  }

  /**
   * A `v1` Service. It has no metrics of its own.
   *
   * @param props the Service, as cdk8s-plus types it
   * @param options overrides
   */
  public static service(props: k8s.KubeServiceProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return new KubernetesWorkload(ofType('v1', 'Service', props), service, true, options);
  }

  /**
   * A `v1` ConfigMap.
   *
   * @param props the ConfigMap, as cdk8s-plus types it
   * @param options overrides
   */
  public static configMap(props: k8s.KubeConfigMapProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return new KubernetesWorkload(ofType('v1', 'ConfigMap', props), configMap, true, options);
  }

  /**
   * An object of any kind, in Kubernetes' own spelling. It is written as it is, nulls and empty objects included.
   *
   * @param manifest the whole object: `apiVersion`, `kind`, `metadata` and what else its kind has
   */
  public static fromManifest(manifest: { [key: string]: any }): KubernetesWorkload {
    return new KubernetesWorkload(manifest, anyManifest, false, {});
  }

  private constructor(manifest: { [key: string]: any }, check: Check, typed: boolean, options: KubernetesWorkloadOptions) {
    const { apiVersion, kind, ...fields } = isObject(manifest) ? manifest : {};
    super({
      props: options,
      known: ['overrides'],
      kind: fixedKind(apiVersion, kind),
      fields,
      overrides: asProps(options).overrides,
      label: typeof kind === 'string' ? kind : undefined,
      check: (value, field) => typed && !isObject(manifest)
        ? wrong('invalid-type', 'props', 'be an object', manifest)
        : check({ apiVersion, kind, ...value }, field),
      kubernetes: typed,
    });
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return metricsOf(this.manifest());
  }

  public get declaredPorts(): DeclaredPort[] {
    return declaredPortsOf(this.manifest());
  }

  private manifest(): any {
    return { ...this._kind({ apiVersion: '', workloadPrefix: '' }), ...this._fields };
  }
}

/** Typed props as a manifest; what is none is left to be refused. */
function ofType(apiVersion: string, kind: string, props: any): any {
  return isObject(props) ? { ...props, apiVersion, kind } : props;
}
