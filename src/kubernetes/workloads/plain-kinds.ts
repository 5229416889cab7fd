import { kubernetesPodSpec } from './pod-checks';
import { isObject, object as objectOf } from '../../private/check';
import { FINE, Finding, within } from '../../findings/finding';
import { finding, wrong } from '../../findings/unsaid';
import { fieldAt, FieldSteps } from '../../private/kinds/kind';
import { isKind, kindOf } from '../../private/kinds/kind-of';
import { POD, SERVICE } from '../../private/kinds/kubernetes-kinds';
import { annotations, labels, objectName } from '../../private/names';
import { ObjectType } from '../../private/oam-kind';
import { removedVersion } from '../../private/removed-versions';
import { claimedVolumes, ownServiceSpec, serviceName } from '../../workloads/pods';
import { isCoherenceResource, reservedOfServices } from '../coherence';
import { reservedLabels } from '../labels';
import { PlainObject, Rendered, WorkloadContext } from '../model';
import { labelSelector, whyNotSelected } from '../selector';

/** A kind of Kubernetes, or of an operator, as it is. */
export function itself({ apiVersion, kind }: ObjectType): (context: WorkloadContext) => Rendered {
  return ({ name, labels: own, annotations: notes, reserved, selector, fields }) => {
    const object: PlainObject = { apiVersion, kind, ...fields, metadata: { ...fields.metadata, name, labels: own, annotations: notes } };
    return { objects: [object], findings: plainFindings(object, { reserved, selector }) };
  };
}

/** What Kubernetes does not accept of an object, or would select something else. */
export function plainFindings(object: PlainObject, context: Pick<WorkloadContext, 'reserved' | 'selector'>): Finding[] {
  const removed = removedVersion(object);
  if (removed.length > 0) return removed;
  if (isKind(object, SERVICE)) return [...serviceName(object.metadata.name, 'metadata.name'), ...SERVICE_FIELDS(object, '')];
  const name = objectName(object.metadata.name, 'metadata.name');
  if (object.kind === 'List') return finding('not-expressible', '', 'is a list of objects', 'make each of them a component or a trait of its own');
  const { pods: holder, selectsItsPods } = kindOf(object);
  const { isPodSpec, spec: specPath, metadata: path } = holder ?? {};
  if (!path || isKind(object, POD)) return isPodSpec ? [...name, ...kubernetesPodSpec(object.spec, 'spec')] : name;
  const missing = missingAt(object, isPodSpec ? specPath! : path, isPodSpec);
  if (missing.length > 0) return [...name, ...missing];
  const pods = fieldAt(object, path);
  const broken = within(path.join('.'), pods == null ? FINE : METADATA(pods, ''));
  if (broken.length > 0) return [...name, ...broken];
  const reserved = reservedLabels(pods?.labels, context.reserved, `${path.join('.')}.labels`);
  return [
    ...name,
    ...reserved,
    ...isCoherenceResource(object) ? reservedOfServices(object.spec, context.reserved, 'spec') : FINE,
    ...isPodSpec ? kubernetesPodSpec(fieldAt(object, specPath!), specPath!.join('.'), claimedVolumes(object.spec)) : FINE,
    ...reserved.length === 0 && selectsItsPods ? unselected(object, { ...pods?.labels, ...context.selector }) : FINE,
  ];
}

const METADATA = objectOf({ labels, annotations });

const SERVICE_FIELDS = objectOf({ spec: ownServiceSpec }, ['spec']);

function unselected({ spec: { selector } }: PlainObject, own: Readonly<Record<string, string>>): Finding[] {
  const broken = selector == null ? finding('missing-field', 'spec.selector', 'is required') : labelSelector(selector, 'spec.selector');
  if (broken.length > 0) return broken;
  if (['matchLabels', 'matchExpressions'].every(field => Object.keys(selector[field] ?? {}).length === 0)) {
    return finding('missing-field', 'spec.selector', 'must have at least one label: Kubernetes refuses a selector that is empty', 'give it a label of the pods');
  }
  return ['matchLabels', 'matchExpressions'].flatMap(field => {
    const missing = whyNotSelected({ [field]: selector[field] }, own);
    return missing.length === 0 ? FINE : finding('selector-mismatch', `spec.selector.${field}`, `does not select the pods of the template, which would have to have ${missing.join(', ')}`,
      'give the selector and the template the same labels');
  });
}

/** What is missing, or is no object, on the way to the pods. */
function missingAt(object: PlainObject, path: FieldSteps, isRequired = false): Finding[] {
  const isBroken = (value: any) => !isObject(value) && (isRequired || value != null);
  const length = path.findIndex((_, index) => isBroken(fieldAt(object, path.slice(0, index + 1)))) + 1;
  if (length === 0) return FINE;
  const [field, value] = [path.slice(0, length).join('.'), fieldAt(object, path.slice(0, length))];
  return value == null ? finding('missing-field', field, 'is required') : wrong('invalid-type', field, 'be an object', value);
}
