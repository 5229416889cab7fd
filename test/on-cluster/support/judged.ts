/** What the server says of an object that is created, in the words of the judge without a server. */
import { Cause, Verdict } from './offline';
import { Answer, ApiClient } from '../bench/client';

/** The server's verdict; `told` is what it answers. */
export interface ServerVerdict extends Verdict {
  readonly status: number;
  readonly message: string;
}

/** Both say this of an object on which Kubernetes' validation panics. */
export const PANIC = 'Kubernetes\' validation panics';

const ACCEPTED: ServerVerdict = { verdict: 'accepted', status: 201, message: '' };

/**
 * Asks for a create with strict validation of fields, as `kubectl create --validate=strict` does; `base` says where, if the object does not.
 *
 * A dry run gives out no node ports, so that it refuses none.
 */
export async function created(client: ApiClient, object: any, base: any, { dryRun }: { readonly dryRun: boolean }): Promise<ServerVerdict> {
  const key = { apiVersion: object.apiVersion, kind: object.kind, metadata: { ...base.metadata, namespace: namespaceOf(object, base) } };
  // kubectl says `no matches for kind`
  if (!await client.knows(key.apiVersion, key.kind)) return { verdict: 'refused', stage: 'kind', status: 404, message: 'no such kind', causes: [] };
  const path = (await client.pathOf(key)).replace(/\/[^/]*$/, '');
  return verdictOf(await client.send('POST', `${path}?fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`, object).catch(panicked));
}

/** Asks for a dry run of server-side apply. */
export async function applied(client: ApiClient, object: any): Promise<ServerVerdict> {
  return verdictOf(await client.tryApply(object, { dryRun: true }).catch(panicked));
}

/** A server whose validation panics closes the connection; whether it lives on is asked after each test. */
function panicked(error: Error): Answer {
  if (!/socket hang up/.test(error.message)) throw error;
  return { status: 500, body: { message: PANIC } };
}

/** Clients send an object to its own namespace. */
function namespaceOf({ metadata }: any, base: any): string | undefined {
  const namespace = metadata?.namespace;
  return typeof namespace === 'string' && namespace !== '' ? namespace : base.metadata.namespace && (namespace ? base.metadata.namespace : 'default');
}

function verdictOf({ status, body }: { status: number; body: any }): ServerVerdict {
  if (status < 300) return ACCEPTED;
  const causes: Cause[] = (body.details?.causes ?? []).map(({ field, message }: any) => ({ field, message }));
  const isInvalid = body.reason === 'Invalid';
  const message = body.message ?? JSON.stringify(body);
  return { verdict: 'refused', status, message, ...isInvalid ? { stage: 'validate', causes } : { causes: [] } };
}

/** As many as the server works on at a time, and the client keeps connections for. */
const AT_A_TIME = 8;

/** Asks for each, several at a time; the answers are in order. */
export async function inParallel<T, R>(all: readonly T[], ask: (each: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: AT_A_TIME }, async () => {
    for (let i = next++; i < all.length; i = next++) answers[i] = await ask(all[i]);
  }));
  return answers;
}

/** What an object gets when it is created. */
const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** In the order of their fields; the server puts the reasons of a decoder into one message. */
export function reasonsOf({ stage, causes = [], message = '' }: Pick<Verdict, 'stage' | 'causes'> & { readonly message?: string }): string {
  if (message === PANIC || causes[0]?.message.startsWith(PANIC)) return PANIC;
  if (stage === 'validate') return causes.map(({ field, message: reason }) => `${field ?? ''}: ${reason.replace(UID, 'a UID')}`).sort().join('\n');
  return message.replace(/^.* cannot be handled as a \w+: (strict decoding error: )?/s, '') || causes.map((cause) => cause.message).join(', ');
}

/** Whether a namespace can be in the path of a request. */
export function isLabel(namespace: unknown): boolean {
  return typeof namespace !== 'string' || /^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)?$/.test(namespace);
}
