import { LAST_APPLIED } from './server-fields';
import { attempt } from '../../private/attempt';
import { asObject, isFilled, isObject, listOf, PlainFields } from '../../private/check';

/** How an object is deployed: on the server's side by a field manager, or on the client's side, and what was applied so before. */
export type Deployer = { readonly manager: string } | { readonly applied: PlainFields };

/** The manager in whose name an object is applied that nobody has applied before. */
export const KUBECTL = 'kubectl';

/** The field managers of programs that deploy manifests and apply them on the server's side. */
const DEPLOYERS = ['argocd-controller', 'helm', 'helm-controller', KUBECTL, 'kustomize-controller', 'Terraform'];

/** Who has deployed an object last. What an operator applies to it beside that is not taken for the deployment. */
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

/** What was applied on the client's side before, as its annotation says. */
function lastApplied(live: PlainFields): PlainFields | undefined {
  const text = asObject<Record<string, unknown>>(live.metadata?.annotations)[LAST_APPLIED];
  const applied: unknown = typeof text === 'string' ? attempt(() => JSON.parse(text)) : undefined;
  return isObject(applied) ? applied : undefined;
}

/** Whether a manager has written the annotation as `kubectl apply` and Argo CD do on the client's side. */
function isClientSide({ operation, fieldsV1 }: PlainFields): boolean {
  return operation === 'Update' && isObject(fieldsV1?.['f:metadata']?.['f:annotations']?.[`f:${LAST_APPLIED}`]);
}

/** Whether a manager owns more than labels and annotations, which is all that an operator may add. */
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
