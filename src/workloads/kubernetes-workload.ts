import { ApiObject } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import {
  CheckedWorkload, DeclaredPort, GENERIC_METRICS, MetricsDefaults, NamedObject, WorkloadModel, annotated, WorkloadSource, OamWorkload,
  isResource, isWorkloadOf, podsSpecOf, NamedService, listedPorts, podPorts,
} from './workload';
import { kubernetesFindings } from './kubernetes-fields';
import { KUBERNETES_FIELDS } from '../checks/objects';
import { Check, FINE, Finding, bad, found, At, joinPath, Shown } from '../findings/finding';
import { podOf, PlainObject } from '../objects/object-index';
import { PlainFields, asProps, isObject, only, asObject, PlainValue } from '../private/check';
import { refuse } from '../private/brand';
import { spellingOf } from '../private/kubernetes-api/spelling';
import { manifest as anyManifest, nameOf } from '../private/names';
import { ObjectType, fixedKind, OamKind, isSameType, AnyType, isBuiltIn } from '../private/oam-kind';
import { Registry } from '../private/registry';
import * as kinds from './kinds';
import { definitionsIn } from '../definitions/type';
import { fieldAt, SERVICE, isKind, kindOf } from '../private/kinds/kind-of';

/**
 * An object with pods that a program creates elsewhere in its app. It is read when the tree is checked and rendered, since cdk8s-plus
 * renders late, and is never changed.
 */
class SourceObject implements WorkloadSource {
  public constructor(public readonly object: ApiObject) {}

  public get type(): ObjectType {
    const { apiVersion, kind } = this.object;
    return { apiVersion, kind };
  }

  /** The object as it currently renders, or the error if it cannot be rendered. */
  public read(): PlainObject | Error {
    return Registry.of(this.object).once(this.object, () => {
      try {
        return this.object.toJson();
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    });
  }

  /** Its pods, as far as they are currently known. */
  public get pod(): PlainObject | undefined {
    const object = this.read();
    return object instanceof Error ? undefined : podOf(object);
  }

  /** The ports that its containers currently declare. */
  public get ports(): DeclaredPort[] {
    const object = this.read();
    return object instanceof Error ? [] : [object, podOf(object)].map(declaredPortsOf).find(ports => ports.length > 0) ?? [];
  }

  /** The port and path for a MetricsTrait that names none. The object is read only when one of them is accessed. */
  public get metricsDefaults(): MetricsDefaults {
    const defaults = () => annotated(GENERIC_METRICS, this.pod?.metadata.annotations);
    return { get port() { return defaults().port; }, get path() { return defaults().path; } };
  }
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
   * @param props the Deployment, as cdk8s-plus types it; both spellings of a field are accepted, such as `hostIpc` and `hostIPC`
   * @param options overrides
   */
  public static deployment(props: k8s.KubeDeploymentProps, options: KubernetesWorkloadOptions = {}): KubernetesWorkload {
    return KubernetesWorkload.ofType('apps/v1', 'Deployment', props, options);
  }

  /**
   * A `v1` Service. It has no default metrics.
   *
   * @param props the Service, as cdk8s-plus types it; both spellings of a field are accepted, such as `clusterIp` and `clusterIP`
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
   * An object of any kind, in the spelling of Kubernetes. It is written as it is, including nulls and empty objects.
   *
   * @param manifest the whole object: `apiVersion`, `kind`, `metadata` and the other fields of its kind
   */
  public static fromManifest(manifest: { [key: string]: any }): KubernetesWorkload {
    return new KubernetesWorkload(manifest, anyManifest, undefined, {});
  }

  /**
   * An object with pods that the program creates elsewhere in its app, such as `ApiObject.of(deployment)` of a cdk8s-plus Deployment, an
   * object of `cdk8s import`, or one of an `Include`. On a KubernetesPlatform the component is monitored, exposed and checked like any
   * other, and the object is not changed: monitors select the pods by its own selector, and the labels of the application model are added
   * to the series only. An OAM platform cannot express it.
   *
   * The object is read when the tree is validated, so that later additions to it count. It is scraped if the component has a MetricsTrait.
   *
   * @param object the object, in the app and the namespace of the application that binds the component
   */
  public static fromApiObject(object: ApiObject): KubernetesWorkload {
    if (!ApiObject.isApiObject(object)) refuse('KubernetesWorkload', bad('invalid-type', 'api-object', 'object', object));
    const { apiVersion, kind, name } = object;
    return new KubernetesWorkload({ apiVersion, kind, metadata: { name } }, () => FINE, undefined, {}, new SourceObject(object));
  }

  /** An object of a kind, typed by cdk8s-plus. Props that are not an object pass through, and the constructor rejects them. */
  private static ofType(apiVersion: string, kind: string, props: object, options: KubernetesWorkloadOptions): KubernetesWorkload {
    const manifest = isObject(props) ? { ...props, apiVersion, kind } : props;
    return new KubernetesWorkload(manifest, KUBERNETES_FIELDS[`${apiVersion} ${kind}`], `Kube${kind}Props`, options);
  }

  /**
   * @param type the type of cdk8s-plus whose props the manifest is, if any
   * @param source the object, if the program creates it elsewhere
   */
  private constructor(
    manifest: { [key: string]: any }, check: Check, private readonly type: string | undefined, options: KubernetesWorkloadOptions,
    private readonly source?: SourceObject,
  ) {
    const { apiVersion, kind, ...fields } = asObject<ObjectType>(manifest);
    super({
      unknown: () => only('overrides')(options, ''),
      kind: fixedKind(apiVersion, kind),
      fields,
      overrides: asProps(options).overrides,
      label: typeof kind === 'string' ? kind : undefined,
      check: (value, field) => type !== undefined && !isObject(manifest)
        ? bad('invalid-type', 'object', 'props', manifest)
        : check({ apiVersion, kind, ...value }, field),
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
  public _fieldFindings(_component: string, parameters: unknown): Finding[] {
    if (this.source) return found('not-expressible', '', { reason: 'api-object' });
    return this.type !== undefined ? FINE : kubernetesFindings(this.manifest(), parameters);
  }

  /** @internal */
  public _made(name: string, fields: PlainFields): NamedObject[] {
    return madeOf({ ...this.manifest(), ...fields }, name);
  }

  /** @internal */
  public _modelFor(component: string): WorkloadModel {
    const { source } = this;
    if (!source) return super._modelFor(component);
    return {
      kind: this._kind,
      fields: this._fields,
      source,
      get declaredPorts() { return source.ports; },
      traitDefaults: source.metricsDefaults,
      made: () => [],
    };
  }

  private manifest(): ObjectType {
    return { ...this._kind({ apiVersion: '', workloadPrefix: '' }), ...this._fields };
  }
}

/** The known kinds of OAM workloads. */
export const OAM_WORKLOADS: readonly OamWorkload[] = definitionsIn<OamWorkload>(kinds);

// facts about workloads of any kind, read from their manifests as an OAM platform does

/** Where a workload is scraped by default. */
export function metricsOf(manifest: unknown): MetricsDefaults | undefined {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.metrics(specOf(oam, manifest));
  const { isScraped, pods } = kindOf(manifest);
  return isScraped && pods ? annotated(GENERIC_METRICS, fieldAt(manifest, pods.metadata)?.annotations) : undefined;
}

/** The ports that a workload declares. */
export function declaredPortsOf(manifest: unknown): DeclaredPort[] {
  const oam = oamWorkloadOf(manifest);
  if (oam) return oam.ports(specOf(oam, manifest));
  const { pods } = kindOf(manifest);
  return pods?.isPodSpec ? podPorts(fieldAt(manifest, pods.spec)) : [];
}

/** The objects that the platform creates from a workload, which has this name, without the workload itself. */
export function madeOf(manifest: unknown, name: string): NamedObject[] {
  const oam = oamWorkloadOf(manifest);
  return oam && !isResource(oam, manifest) ? oam.made(asObject(manifest).spec, name) : [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` for an unknown kind. */
export function isScalable(manifest: ObjectType): boolean | undefined {
  return (oamWorkloadOf(manifest) ?? kindOf(manifest)).scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at their own ports: each WebLogic server listens on its own. */
export function hasOwnPorts(manifest: unknown): boolean {
  return oamWorkloadOf(manifest)?.hasOwnPorts ?? false;
}

/** Whether a LoggingTrait on a workload must name its image on an OAM platform. */
export function needsLoggingImage(type: ObjectType): boolean {
  return (oamWorkloadOf(type) ?? kindOf(type)).needsLoggingImage ?? false;
}

/** The kind of an OAM workload, of any vendor, or of the resource that it holds. */
export function oamWorkloadOf(manifest: unknown): OamWorkload | undefined {
  return isObject(manifest) ? OAM_WORKLOADS.find(each => isWorkloadOf(each, manifest)) : undefined;
}

/** The kind of a workload of OAM, by its type on a platform. */
export function oamWorkloadOn(type: AnyType, typeOf: (kind: OamKind) => ObjectType): OamWorkload | undefined {
  return OAM_WORKLOADS.find(({ kind }) => isSameType(typeOf(kind), type));
}

/** The spec that describes the pods, from a workload or from the resource that it holds. */
function specOf(oam: OamWorkload, manifest: unknown): PlainValue | undefined {
  const { spec } = asObject(manifest);
  return isResource(oam, manifest) ? spec : podsSpecOf(oam, spec);
}

/** The Service among a workload's companions. */
export function serviceOf(workload: Pick<WorkloadModel, 'companions'> | undefined): NamedService | undefined {
  const service = workload?.companions?.find(({ object }) => isKind(object, SERVICE))?.object;
  return service && ofService(service)?.[0];
}

/** The spec of an IngressTrait that names a port of the Service wherever the Service has several. */
export function withDestinations(spec: PlainValue | undefined, service: NamedService): unknown {
  if (service.ports.length < 2 || !Array.isArray(spec?.rules)) return spec;
  const rules = spec.rules.map(rule => {
    const { host, port } = rule?.destination ?? {};
    const chosen = host == null && port == null ? choosePort(service, undefined, []).port : undefined;
    return chosen === undefined ? rule : { ...asObject(rule), destination: { ...asObject(rule?.destination), port: chosen } };
  });
  return { ...asObject<PlainFields>(spec), rules };
}

/** The Services among which an OAM platform searches for that of a workload; `undefined` for a kind that has others or is unknown. */
export function servicesOf(manifest: ObjectType): NamedService[] | undefined {
  if (isKind(manifest, SERVICE)) return ofService(manifest);
  return oamWorkloadOf(manifest)?.services?.(asObject(manifest).spec) ?? (isBuiltIn(manifest) ? [] : undefined);
}

/** The Service itself; `undefined` for one of the WebLogic operator, which names its ports differently. */
function ofService(service: ObjectType): NamedService[] | undefined {
  const { spec } = asObject(service);
  const isOfOperator = spec?.selector?.['weblogic.createdByOperator'] != null;
  return isOfOperator ? undefined : [{ name: String(nameOf(service)), ports: listedPorts(spec?.ports) }];
}

// the name in an operator's resource may be anything
export const isHttp = ({ name }: { name?: unknown }) => typeof name === 'string' && name.startsWith('http');

/** The port of a Service to which requests go: the one that is named, the only one, or the only one that is called `http…`. */
export function choosePort({ name, ports }: NamedService, wanted: unknown, at: At): { port?: number; findings: Finding[] } {
  const field = joinPath(at, 'port');
  if (ports.length === 0) return { findings: found('service-not-found', field, { reason: 'no-port', service: name }) };
  const known = ports.map(({ number, name: own }) => own === undefined ? number : `${number} (${own})`);
  if (wanted != null) {
    const chosen = ports.find(({ number }) => number === wanted);
    return chosen
      ? { port: chosen.number, findings: FINE }
      : { findings: found('service-not-found', field, { reason: 'not-a-port', service: name, ports: known, value: Shown.of(wanted) }) };
  }
  const [one, ...more] = ports.length === 1 ? ports : ports.filter(isHttp);
  return one && more.length === 0
    ? { port: one.number, findings: FINE }
    : { findings: found('ambiguous-service', field, { reason: 'ports', service: name, ports: known }) };
}
