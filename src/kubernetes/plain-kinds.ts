import { bad, Finding, FINE, found, within } from '../findings/finding';
import { PlainObject, Rendered, WorkloadContext } from '../objects/rendering';
import { reservedLabels } from '../objects/reserved-labels';
import { labelSelector, unmet } from '../objects/selector';
import { isObject, object as objectOf } from '../private/check';
import { fieldAt, FieldSteps } from '../private/kinds/kind';
import { isKind, kindOf } from '../private/kinds/kind-of';
import { POD, SERVICE } from '../private/kinds/kubernetes-kinds';
import { annotations, labels, objectName } from '../private/names';
import { ObjectType } from '../private/oam-kind';
import { removedVersion } from '../private/removed-versions';
import { isCoherenceResource, reservedOfServices } from '../workloads/coherence-workload';
import { claimedVolumes, kubernetesPodSpec, ownServiceSpec, serviceName } from '../workloads/pods';

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
  if (object.kind === 'List') return found('not-expressible', '', { reason: 'list' });
  const { pods: holder, selectsItsPods } = kindOf(object);
  const { isPodSpec, spec: specPath, metadata: path } = holder ?? {};
  if (!path || isKind(object, POD)) return isPodSpec ? [...name, ...kubernetesPodSpec(object.spec, 'spec')] : name;
  const missing = missingAt(object, isPodSpec ? specPath! : path, isPodSpec);
  if (missing.length > 0) return [...name, ...missing];
  const pods = fieldAt(object, path);
  const broken = within(path, pods == null ? FINE : METADATA(pods, ''));
  if (broken.length > 0) return [...name, ...broken];
  const reserved = reservedLabels(pods?.labels, context.reserved, [...path, 'labels']);
  return [
    ...name,
    ...reserved,
    ...isCoherenceResource(object) ? reservedOfServices(object.spec, context.reserved, 'spec') : FINE,
    ...isPodSpec ? within(specPath!, kubernetesPodSpec(fieldAt(object, specPath!), '', claimedVolumes(object.spec))) : FINE,
    ...reserved.length === 0 && selectsItsPods ? unselected(object, { ...pods?.labels, ...context.selector }) : FINE,
  ];
}

const METADATA = objectOf({ labels, annotations });

const SERVICE_FIELDS = objectOf({ spec: ownServiceSpec }, ['spec']);

function unselected({ spec: { selector } }: PlainObject, own: Readonly<Record<string, string>>): Finding[] {
  if (selector == null) return found('missing-field', 'spec.selector', { reason: 'required' });
  const broken = labelSelector(selector, 'spec.selector');
  if (broken.length > 0) return broken;
  if (['matchLabels', 'matchExpressions'].every(field => Object.keys(selector[field] ?? {}).length === 0)) {
    return found('missing-field', 'spec.selector', { reason: 'empty-selector' });
  }
  return ['matchLabels', 'matchExpressions'].flatMap(field => {
    const missing = unmet({ [field]: selector[field] }, own);
    return missing.length === 0 ? FINE : found('selector-mismatch', ['spec', 'selector', field], { reason: 'unselected', missing });
  });
}

/** What is missing, or is no object, on the way to the pods. */
function missingAt(object: PlainObject, path: FieldSteps, isRequired = false): Finding[] {
  const isBroken = (value: any) => !isObject(value) && (isRequired || value != null);
  const length = path.findIndex((_, index) => isBroken(fieldAt(object, path.slice(0, index + 1)))) + 1;
  if (length === 0) return FINE;
  const at = path.slice(0, length);
  const value = fieldAt(object, at);
  return value == null ? found('missing-field', at, { reason: 'required' }) : bad('invalid-type', 'object', at, value);
}
