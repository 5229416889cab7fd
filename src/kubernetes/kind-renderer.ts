import { ResourceType, oamLabels } from './labels';
import { claimedVolumes, kubernetesPodSpec, ownServiceSpec, serviceName } from '../checks/pods';
import { bad, Finding, FINE, found, saying, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { labelSelector, reservedLabels, unmet } from '../objects/labels';
import { PlainObject, Rendered, WorkloadContext, nothing } from '../objects/rendering';
import { BindingModel, selectorOf } from '../platform/model';
import { isObject, object as objectOf, asObject } from '../private/check';
import { FirstObjects, identityOf } from '../private/kinds/identity';
import { FieldSteps, fieldAt } from '../private/kinds/kind';
import { isKind, kindOf } from '../private/kinds/kind-of';
import { POD, SERVICE } from '../private/kinds/kubernetes-kinds';
import { annotations, labels, manifest, objectName } from '../private/names';
import { ObjectType } from '../private/oam-kind';
import { plain } from '../private/plain';
import { removedVersion } from '../private/removed-versions';
import { isCoherenceResource, reservedOfServices } from '../workloads/coherence-workload';

/** The request to a renderer: a workload or a trait of its kind. */
export interface RenderRequest {
  /**
   * The whole workload or trait: `apiVersion`, `kind`, `metadata`, `spec` and any other fields, with the values of the component's
   * parameters.
   */
  readonly manifest: any;

  /** Name of the application. */
  readonly application: string;

  /** Name of the component. */
  readonly component: string;

  /** Namespace of the application. */
  readonly namespace: string;

  /** The labels by which the component's pods are selected. Pods of a workload get them; pods of a trait's objects do not. */
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
   * The Kubernetes objects, each with `apiVersion`, `kind`, `metadata.name` and any other fields. They get the application's namespace and
   * labels; pods of a workload also get the labels that select them. Metrics of a workload need `metricsDefaults` and `declaredPorts` of
   * its CustomWorkload, or a MetricsTrait.
   *
   * Called when a trait or a binding is declared: once for each trait, and for a workload once for each binding of its component. An error
   * that it throws is reported at synthesis (`renderer-failed`), with all others.
   *
   * @param given the workload or the trait, and what it belongs to
   */
  render(given: RenderRequest): any[];
}

const OBJECT = objectOf({ metadata: objectOf({}, ['name']) }, ['metadata']);

/** The renderer to call, and the binding and the resource type to call it for. */
interface Asked {
  readonly renderer: IKindRenderer;
  readonly binding: BindingModel;
  readonly type: ResourceType;
  readonly isOamType: (type: ObjectType) => boolean;
}

/** Calls a user's renderer for a workload or a trait, and checks the objects that it returns. */
export function askedObjects(asked: Asked, given: PlainObject): Rendered {
  const { application: { name: application, namespace }, componentName: component } = asked.binding;
  const findings: Finding[] = [];
  let answer: unknown;
  try {
    // a copy: a renderer must not change the model
    const copy = structuredClone(given);
    answer = asked.renderer.render({ manifest: copy, application, component, namespace: namespace!, selector: selectorOf(asked.binding) });
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return nothing(found('renderer-failed', 'render()', { message, kind: given.kind }));
  }
  const objects = plain(answer, 'render()', findings);
  if (findings.length > 0) return nothing(findings);
  if (!Array.isArray(objects)) return nothing(bad('invalid-type', 'list', 'render()', answer));
  const wrong = within('render()', listFindings(objects, asked));
  return wrong.length > 0 ? nothing(wrong) : { objects, findings: wrong };
}

interface IdentifiedObject extends ObjectType {
  readonly metadata: { readonly name: string };
}

function listFindings(objects: readonly unknown[], asked: Asked): Finding[] {
  const wrongs = objects.flatMap((each, i) => within([i], objectFindings(each, asked)));
  if (wrongs.length > 0) return wrongs;
  const { namespace: defaultNamespace } = asked.binding.application;
  const firsts = new FirstObjects<object>();
  return (objects as readonly IdentifiedObject[]).flatMap((each, i) => firsts.earlier(identityOf(each, { defaultNamespace }), each)
    ? found('duplicate-object', [i], { reason: 'rendered', kind: each.kind, name: each.metadata.name }) : FINE);
}

function objectFindings(answer: unknown, { binding, type, isOamType }: Asked): Finding[] {
  const broken = isObject(answer) ? [...manifest(answer, ''), ...OBJECT(answer, '')] : manifest(answer, '');
  if (broken.length > 0) return broken;
  const given = answer as PlainObject;
  const namespace = binding.application.namespace!;
  const own = given.metadata.namespace;
  const reserved = oamLabels(binding, type);
  return [
    ...isOamType(given) ? found('unknown-oam-kind', '', { reason: 'rendered', kind: given.kind, version: given.apiVersion }) : FINE,
    ...own != null && own !== namespace
      ? found('namespace-mismatch', 'metadata.namespace', { reason: 'rendered', namespace, value: Shown.of(own) })
      : FINE,
    ...reservedLabels(given.metadata.labels, reserved, 'metadata.labels'),
    ...plainFindings(given, { reserved, selector: type === 'WORKLOAD' ? selectorOf(binding) : {} }),
  ];
}

/** Renders a Kubernetes or operator resource as declared, with name, labels and annotations from the context. */
export function itself({ apiVersion, kind }: ObjectType): (context: WorkloadContext) => Rendered {
  return ({ name, labels: own, annotations: notes, reserved, selector, fields }) => {
    const made: PlainObject = { apiVersion, kind, ...fields, metadata: { ...fields.metadata, name, labels: own, annotations: notes } };
    return { objects: [made], findings: plainFindings(made, { reserved, selector }) };
  };
}

/** Reports an object that Kubernetes would reject, or whose selector would not match its pods. */
export function plainFindings(object: PlainObject, context: Pick<WorkloadContext, 'reserved' | 'selector'>): Finding[] {
  const removed = removedVersion(object);
  if (removed.length > 0) return removed;
  if (isKind(object, SERVICE)) return [...serviceName(object.metadata.name, 'metadata.name'), ...SERVICE_FIELDS(object, '')];
  const name = objectName(object.metadata.name, 'metadata.name');
  if (object.kind === 'List') return found('not-expressible', '', { reason: 'list' });
  const { pods: holder, selectsItsPods } = kindOf(object);
  const { isPodSpec, spec: specPath, metadata: path } = holder ?? {};
  if (!path || isKind(object, POD)) return isPodSpec ? [...name, ...kubernetesPodSpec(object.spec, 'spec')] : name;
  const missing = missingAt(object, isPodSpec ? specPath! : path, isPodSpec);
  if (missing.length > 0) return [...name, ...missing];
  const pods = fieldAt(object, path);
  const broken = within(path, pods == null ? FINE : METADATA(pods, ''));
  if (broken.length > 0) return [...name, ...broken];
  const own = asObject<Readonly<Record<string, string>>>(pods?.labels);
  const reserved = reservedLabels(own, context.reserved, [...path, 'labels']);
  return [
    ...name,
    ...reserved,
    ...isCoherenceResource(object) ? reservedOfServices(object.spec, context.reserved, 'spec') : FINE,
    ...isPodSpec ? within(specPath!, kubernetesPodSpec(fieldAt(object, specPath!), '', claimedVolumes(object.spec))) : FINE,
    ...reserved.length === 0 && selectsItsPods ? unselected(object, { ...own, ...context.selector }) : FINE,
  ];
}

const METADATA = objectOf({ labels, annotations });

const SERVICE_FIELDS = objectOf({ spec: ownServiceSpec }, ['spec']);

function unselected({ spec: { selector } }: PlainObject, own: Readonly<Record<string, string>>): Finding[] {
  if (selector == null) return found('missing-field', 'spec.selector', { reason: 'required' });
  const broken = labelSelector(selector, 'spec.selector');
  if (broken.length > 0) return broken;
  if (['matchLabels', 'matchExpressions'].every(field => Object.keys(selector[field] ?? {}).length === 0)) {
    return found('missing-field', 'spec.selector', saying('must have at least one label: Kubernetes rejects a selector that is empty',
      'give it a label of the pods'));
  }
  return ['matchLabels', 'matchExpressions'].flatMap(field => {
    const missing = unmet({ [field]: selector[field] }, own);
    return missing.length === 0 ? FINE : found('selector-mismatch', ['spec', 'selector', field], { reason: 'unselected', missing });
  });
}

/** Reports the first field on the path to the pods that is missing or not an object. */
function missingAt(object: PlainObject, path: FieldSteps, isRequired = false): Finding[] {
  const isBroken = (value: unknown) => !isObject(value) && (isRequired || value != null);
  const length = path.findIndex((_, index) => isBroken(fieldAt(object, path.slice(0, index + 1)))) + 1;
  if (length === 0) return FINE;
  const at = path.slice(0, length);
  const value = fieldAt(object, at);
  return value == null ? found('missing-field', at, { reason: 'required' }) : bad('invalid-type', 'object', at, value);
}
