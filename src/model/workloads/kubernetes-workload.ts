import { ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { CheckedWorkload, WorkloadModel, WorkloadSource } from './workload';
import { KUBERNETES_FIELDS } from '../../cluster/checks/kubernetes-fields';
import { Check, FINE, Finding, bad, found } from '../../base/findings/finding';
import { PlainFields, asProps, isObject, only, asObject } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { spellingOf } from '../../base/kubernetes-api/spelling';
import { ObjectType, fixedKind } from '../../base/oam-kind';
import { Registry } from '../../base/registry';
import {
  DeclaredPort, GENERIC_METRICS, MetricsDefaults, NamedObject, annotatedMetrics, metricsOf, declaredPortsOf,
  metricsPortsOf, objectsMadeFrom,
} from '../../cluster/objects/oam-workloads';
import { PlainObject } from '../../cluster/objects/rendered';
import { podOf } from '../../cluster/objects/pod-templates';

/** The object is read when the tree is checked and rendered, since cdk8s-plus renders late, and is never changed. */
function sourceOf(object: ApiObject): WorkloadSource {
  const { apiVersion, kind } = object;
  const read = () => Registry.of(object).once(object, (): PlainObject | Error => {
    try {
      return object.toJson();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  });
  return {
    object,
    type: { apiVersion, kind },
    read,
    get ports() {
      const json = read();
      return json instanceof Error ? []
        : [json, podOf(json)].map(declaredPortsOf).find(ports => ports.length > 0) ?? [];
    },
  };
}

/** Options of the factories of KubernetesWorkload. */
export interface KubernetesWorkloadOptions {
  /**
   * Plain data merged last over the whole object, for fields that the types do not know.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/** A Kubernetes object as a workload: the platform applies it as it is, or the program creates it elsewhere. */
export class KubernetesWorkload extends CheckedWorkload {
  /**
   * An `apps/v1` Deployment.
   *
   * @param props the Deployment, as cdk8s-plus types it; both spellings of a field are accepted, such as `hostIpc` and
   * `hostIPC`
   * @param options overrides
   */
  public static deployment(
    props: k8s.KubeDeploymentProps, options: KubernetesWorkloadOptions = {},
  ): KubernetesWorkload {
    return KubernetesWorkload.ofType('apps/v1', 'Deployment', props, options);
  }

  /**
   * A `v1` Service. It has no default metrics.
   *
   * @param props the Service, as cdk8s-plus types it; both spellings of a field are accepted, such as `clusterIp` and
   * `clusterIP`
   * @param options overrides
   */
  public static service(props: k8s.KubeServiceProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return KubernetesWorkload.ofType('v1', 'Service', props, options);
  }

  /**
   * A `v1` ConfigMap.
   *
   * @param props the ConfigMap, as cdk8s-plus types it
   * @param options overrides
   */
  public static configMap(props: k8s.KubeConfigMapProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return KubernetesWorkload.ofType('v1', 'ConfigMap', props, options);
  }

  /**
   * An object with pods that the program creates elsewhere in its app, such as `ApiObject.of(deployment)` of a
   * cdk8s-plus Deployment, an object of `cdk8s import`, or one of an `Include`. On a KubernetesPlatform the component
   * is monitored, exposed and checked like any other, and the object is not changed: monitors select the pods by its
   * own selector, and the labels of the application model are added to the series only. An OAM platform cannot express
   * it.
   *
   * The object is read when the tree is validated, so that later additions to it count. It is scraped if the component
   * has a MetricsTrait.
   *
   * @param object the object, in the app and the namespace of the application that binds the component
   */
  public static fromApiObject(object: ApiObject): KubernetesWorkload {
    if (!ApiObject.isApiObject(object)) {
      throwFindings('KubernetesWorkload', bad('invalid-type', 'api-object', 'object', object));
    }
    const { apiVersion, kind, name } = object;
    const manifest = { apiVersion, kind, metadata: { name } };
    return new KubernetesWorkload(manifest, () => FINE, undefined, undefined, sourceOf(object));
  }

  /** An object of a kind, typed by cdk8s-plus. The constructor rejects props that are not an object. */
  private static ofType(
    apiVersion: string, kind: string, props: object, options: KubernetesWorkloadOptions,
  ): KubernetesWorkload {
    const manifest = isObject(props) ? { ...props, apiVersion, kind } : props;
    return new KubernetesWorkload(manifest, KUBERNETES_FIELDS[`${apiVersion} ${kind}`], `Kube${kind}Props`, options);
  }

  /**
   * @param type the type of cdk8s-plus whose props the manifest is, if any
   * @param source the object, if the program creates it elsewhere
   */
  private constructor(
    manifest: { [key: string]: any }, check: Check, type?: string,
    options: KubernetesWorkloadOptions = {}, private readonly source?: WorkloadSource,
  ) {
    const { apiVersion, kind, ...fields } = asObject<ObjectType>(manifest);
    super({
      unknown: () => only('overrides')(options, ''),
      kind: fixedKind(apiVersion, kind),
      fields,
      overrides: asProps(options).overrides,
      label: typeof kind === 'string' ? kind : undefined,
      check: (value, field) => {
        const findings = check({ apiVersion, kind, ...value }, field);
        const isNamed = type === undefined || isObject(manifest) || manifest === undefined && findings.length > 0;
        return isNamed ? findings : bad('invalid-type', 'object', 'props', manifest);
      },
      spelling: type === undefined ? undefined : spellingOf(type),
    });
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return this.source ? undefined : metricsOf(this.manifest());
  }

  public get declaredPorts(): DeclaredPort[] {
    return this.source ? this.source.ports : declaredPortsOf(this.manifest());
  }

  /** @internal */
  public _fieldFindings(): Finding[] {
    return this.source ? found('not-expressible', '', { reason: 'api-object' }) : FINE;
  }

  /** @internal */
  public _made(name: string, fields: PlainFields): NamedObject[] {
    return objectsMadeFrom({ ...this.manifest(), ...fields }, name);
  }

  /** @internal */
  public _modelFor(component: string): WorkloadModel {
    const { source, _kind: kind, _fields: fields } = this;
    if (!source) {
      return { ...super._modelFor(component), metricsPorts: metricsPortsOf(this.manifest(), this.declaredPorts) };
    }
    const defaults = () => {
      const json = source.read();
      return annotatedMetrics(GENERIC_METRICS, json instanceof Error ? undefined : podOf(json)?.metadata.annotations);
    };
    return {
      kind,
      fields,
      source,
      // the object is read only when one of them is accessed
      get declaredPorts() { return source.ports; },
      get metricsPorts() {
        const json = source.read();
        return json instanceof Error ? [] : metricsPortsOf(json, source.ports);
      },
      traitDefaults: { get port() { return defaults().port; }, get path() { return defaults().path; } },
      made: () => [],
    };
  }

  private manifest(): ObjectType { return { ...this._kind({ apiVersion: '', workloadPrefix: '' }), ...this._fields }; }
}
