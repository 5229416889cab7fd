import { claimedVolumes, kubernetesPodSpec, ownServiceSpec, serviceName } from '../../cluster/checks/pods';
import { bad, Finding, FINE, found, ownWords, within, Shown } from '../../base/findings/finding';
import { BindingModel, selectorOf } from '../../model/platform/model';
import { isObject, object as objectOf, asObject } from '../../base/check';
import { FirstObjects, identityOf, ObjectType } from '../../base/oam-kind';
import { fieldAt, POD, SERVICE, isKind, kindOf, removedVersion } from '../../base/kind-of';
import { annotations, labels as labelsCheck, manifest, objectName } from '../../base/names';
import { plain } from '../../base/plain';
import { isCoherenceResource, reservedOfServices } from '../../model/workloads/coherence-workload';
import { ResourceType, oamLabels } from './object-labels';
import { PlainObject, Rendered, WorkloadContext, noObjects } from '../../cluster/objects/rendered';
import { labelSelector, reservedLabels, unmet } from '../../cluster/objects/selectors';

/** The request to a renderer: a workload or a trait of its kind. */
export interface RenderRequest {
  /** The whole workload or trait with all its fields, and with the values of the component's parameters. */
  readonly manifest: any;

  /** Name of the application. */
  readonly application: string;

  /** Name of the component. */
  readonly component: string;

  /** Namespace of the application. */
  readonly namespace: string;

  /** The labels that select the component's pods. Pods of a workload get them; pods of a trait's objects do not. */
  readonly selector: { [key: string]: string };
}

/**
 * Renders Kubernetes objects for a kind of workload or trait that the library does not know.
 *
 * @example
 *
 * import { IKindRenderer, RenderRequest } from 'cdk8s-oam';
 *
 * class TaskRenderer implements IKindRenderer {
 *   public readonly apiVersion = 'core.oam.dev/v1alpha2';
 *   public readonly kind = 'Task';
 *
 *   public render(task: RenderRequest): any[] {
 *     const containers = [{ name: task.component, image: task.manifest.spec.image }];
 *     const spec = { template: { spec: { restartPolicy: 'Never', containers } } };
 *     return [{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: task.component }, spec }];
 *   }
 * }
 */
export interface IKindRenderer {
  /** API version of the kind, such as `core.oam.dev/v1alpha2`. */
  readonly apiVersion: string;

  /** The kind, such as `AutoscalerTrait`. */
  readonly kind: string;

  /**
   * The Kubernetes objects, each with `apiVersion`, `kind`, `metadata.name` and any other fields. They get the
   * application's namespace and labels; pods of a workload also get the labels that select them. Metrics of a workload
   * need `metricsDefaults` and `declaredPorts` of its CustomWorkload, or a MetricsTrait. Called once for each trait and
   * each binding of a workload. An error that it throws is reported at synthesis (`renderer-failed`).
   *
   * @param given the workload or the trait, and what it belongs to
   */
  render(given: RenderRequest): any[];
}

const OBJECT = objectOf({ metadata: objectOf({}, ['name']) }, ['metadata']);

/** A renderer, and the workload or the trait of a binding that it is asked to render. */
interface Asked {
  readonly renderer: IKindRenderer;
  readonly binding: BindingModel;
  readonly type: ResourceType;
  readonly isOamType: (type: ObjectType) => boolean;
}

/** Calls a user's renderer for a workload or a trait, and checks the objects that it returns. */
export function askedObjects({ renderer, binding, type, isOamType }: Asked, given: PlainObject): Rendered {
  const { application: { name: application, namespace }, componentName: component } = binding;
  const findings: Finding[] = [];
  let answer: unknown;
  try {
    const selector = selectorOf(binding);
    // a copy: a renderer must not change the model
    const asked = { manifest: structuredClone(given), application, component, namespace: namespace!, selector };
    answer = renderer.render(asked);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return noObjects(found('renderer-failed', 'render()', { message, kind: given.kind }));
  }
  const objects = plain(answer, 'render()', findings);
  if (findings.length > 0) return noObjects(findings);
  if (!Array.isArray(objects)) return noObjects(bad('invalid-type', 'list', 'render()', answer));
  const reserved = oamLabels(binding, type);
  const wrong = objects.flatMap((each: PlainObject, i) => {
    const broken = isObject(each) ? [...manifest(each, ''), ...OBJECT(each, '')] : manifest(each, '');
    if (broken.length > 0) return within(['render()', i], broken);
    const { apiVersion: version, kind, metadata: { namespace: own, labels } } = each;
    return within(['render()', i], [
      ...isOamType(each) ? found('unknown-oam-kind', '', { reason: 'rendered', kind, version }) : FINE,
      ...own != null && own !== namespace ? found('namespace-mismatch', 'metadata.namespace', {
        reason: 'rendered', namespace: namespace!, value: Shown.of(own),
      }) : FINE,
      ...reservedLabels(labels, reserved, 'metadata.labels'),
      ...plainFindings(each, { reserved, selector: type === 'WORKLOAD' ? selectorOf(binding) : {} }),
    ]);
  });
  if (wrong.length > 0) return noObjects(wrong);
  const firsts = new FirstObjects<object>();
  const repeated = objects.flatMap((each: PlainObject, i) => {
    const isFirst = !firsts.earlier(identityOf(each as ObjectType, { defaultNamespace: namespace }), each);
    const { kind } = each;
    const name: string = each.metadata.name;
    return isFirst ? FINE : found('duplicate-object', ['render()', i], { reason: 'rendered', kind, name });
  });
  return repeated.length > 0 ? noObjects(repeated) : { objects, findings: FINE };
}

const METADATA = objectOf({ labels: labelsCheck, annotations });

const SERVICE_FIELDS = objectOf({ spec: ownServiceSpec }, ['spec']);

/** Reports an object that Kubernetes would reject, or whose selector would not match its pods. */
export function plainFindings(object: PlainObject, context: Pick<WorkloadContext, 'reserved' | 'selector'>): Finding[] {
  const removed = removedVersion(object);
  if (removed.length > 0) return removed;
  const isService = isKind(object, SERVICE);
  const name = (isService ? serviceName : objectName)(object.metadata.name, 'metadata.name');
  if (isService) return [...name, ...SERVICE_FIELDS(object, '')];
  if (object.kind === 'List') return found('not-expressible', '', { reason: 'list' });
  const { pods: holder, selectsItsPods } = kindOf(object);
  const { isPodSpec = false, spec: specPath, metadata: path } = holder ?? {};
  if (!path || isKind(object, POD)) return isPodSpec ? [...name, ...kubernetesPodSpec(object.spec, 'spec')] : name;
  // the first field on the way to the pods that is missing or not an object
  const steps = isPodSpec ? specPath! : path;
  const at = steps.map((_, i) => steps.slice(0, i + 1)).find(each => {
    const value = fieldAt(object, each);
    return !isObject(value) && (isPodSpec || value != null);
  });
  if (at) {
    const value = fieldAt(object, at);
    return [...name, ...value == null ? found('missing-field', at, { reason: 'required' })
      : bad('invalid-type', 'object', at, value)];
  }
  const pods = fieldAt(object, path);
  const broken = within(path, pods == null ? FINE : METADATA(pods, ''));
  if (broken.length > 0) return [...name, ...broken];
  const own = asObject<Readonly<Record<string, string>>>(pods?.labels);
  const reserved = reservedLabels(own, context.reserved, [...path, 'labels']);
  return [
    ...name,
    ...reserved,
    ...isCoherenceResource(object) ? reservedOfServices(object.spec, context.reserved, 'spec') : FINE,
    ...isPodSpec
      ? within(specPath!, kubernetesPodSpec(fieldAt(object, specPath!), '', claimedVolumes(object.spec))) : FINE,
    ...reserved.length === 0 && selectsItsPods ? selectorFindings(object, { ...own, ...context.selector }) : FINE,
  ];
}

/** Reports a selector that Kubernetes would reject, or that does not match the labels of the object's own pods. */
export function selectorFindings(
  { spec: { selector } }: PlainObject, own: Readonly<Record<string, string>>,
): Finding[] {
  if (selector == null) return found('missing-field', 'spec.selector', { reason: 'required' });
  const broken = labelSelector(selector, 'spec.selector');
  if (broken.length > 0) return broken;
  const fields = ['matchLabels', 'matchExpressions'];
  if (fields.every(field => Object.keys(selector[field] ?? {}).length === 0)) {
    return found('missing-field', 'spec.selector', ownWords(
      'must have at least one label: Kubernetes rejects a selector that is empty', 'give it a label of the pods'));
  }
  return fields.flatMap(field => {
    const missing = unmet({ [field]: selector[field] }, own);
    return missing.length === 0 ? FINE
      : found('selector-mismatch', ['spec', 'selector', field], { reason: 'unselected', missing });
  });
}

// findings about a component's position in an application, before its workload is checked
