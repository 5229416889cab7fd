import { LAST_APPLIED } from './server-fields';
import { attempt } from '../../private/attempt';
import { asObject, isFilled, isObject, listOf, PlainFields } from '../../private/check';

/** How an object is deployed: by server-side apply with a field manager, or by client-side apply, with the object last applied. */
export type Deployer = { readonly manager: string } | { readonly applied: PlainFields };

/** The field manager for an object that has not been applied before. */
export const KUBECTL = 'kubectl';

/** The field managers of programs that deploy manifests by server-side apply. */
const DEPLOYERS = ['argocd-controller', 'helm', 'helm-controller', KUBECTL, 'kustomize-controller', 'Terraform'];

/** Finds out how an object was deployed last. What an operator applies to it in addition does not count as a deployment. */
export function deployerOf(live: PlainFields): Deployer {
  const managers = listOf<PlainFields>(live.metadata?.managedFields).filter(isObject).filter(({ subresource }) => !subresource);
  const appliers = managers.filter(({ operation, manager }) => operation === 'Apply' && isFilled(manager));
  const known = newest(appliers.filter(({ manager }) => DEPLOYERS.includes(String(manager))));
  const applied = lastApplied(live);
  if (applied && isLater(newest(managers.filter(isClientSide)), known)) return { applied };
  const others = appliers.filter(isOfMoreThanMetadata);
  const chosen = known ?? (others.length === 1 ? others[0] : undefined);
  return { manager: chosen ? String(chosen.manager) : KUBECTL };
}

/** The object that client-side apply wrote last, from its annotation. */
function lastApplied(live: PlainFields): PlainFields | undefined {
  const text = asObject<Record<string, unknown>>(live.metadata?.annotations)[LAST_APPLIED];
  const applied: unknown = typeof text === 'string' ? attempt(() => JSON.parse(text)) : undefined;
  return isObject(applied) ? applied : undefined;
}

/** Whether a manager has written the annotation, as client-side apply of kubectl and Argo CD does. */
function isClientSide({ operation, fieldsV1 }: PlainFields): boolean {
  return operation === 'Update' && isObject(fieldsV1?.['f:metadata']?.['f:annotations']?.[`f:${LAST_APPLIED}`]);
}

/** Whether a manager owns more than labels and annotations. An operator may have added only these. */
function isOfMoreThanMetadata({ fieldsV1 }: PlainFields): boolean {
  return Object.keys(asObject(fieldsV1)).some(name => name !== 'f:metadata');
}

function newest(managers: readonly PlainFields[]): PlainFields | undefined {
  return [...managers].sort((a, b) => timeOf(a) < timeOf(b) ? -1 : 1).at(-1);
}

function isLater(one: PlainFields | undefined, other: PlainFields | undefined): boolean {
  return other === undefined || one !== undefined && timeOf(one) > timeOf(other);
}

const timeOf = ({ time }: PlainFields) => String(time ?? '');
