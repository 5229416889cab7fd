import type { ApiObjectMetadata } from 'cdk8s';
import { PasswordHash } from './password-hash';
import { Finding, FINE, found, hidden, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';

// The plain records of an access to the scraper, as controllers and credentials see them.

/** An API object to render. */
export interface PlannedObject {
  /** Id of its construct. */
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata & { readonly name: string };
  /** Its other top-level fields. */
  readonly [field: string]: unknown;
}

/** One form of a Secret that a controller understands. */
export interface SecretForm {
  /**
   * How it lists the users: in one key with lines `user:hash`, in a key for each user with the hash as its value, or as
   * plain `username` and `password`.
   */
  readonly content: 'password-file' | 'user-keys' | 'plain';
  /** The key of the password file; if `undefined`, any key is accepted. */
  readonly key?: string;
  /** @default - any type; `Opaque` if the library renders the Secret */
  readonly type?: string;
  /** A type for which the controller reads other keys. */
  readonly notOfType?: string;
  readonly labels?: Record<string, string>;
  /** Whether the controller rejects other keys, so that the client's keys need a separate Secret. */
  readonly alone?: boolean;
  /** The hashes that the controller accepts, the strongest first; empty if it hashes the password itself. */
  readonly hashes: readonly PasswordHash[];
}

/** The requirements of a controller on a Secret. */
export interface SecretDemand {
  /** The form in which Secrets are rendered. */
  readonly form: SecretForm;
  /** Other accepted forms of an existing Secret. */
  readonly others?: readonly SecretForm[];
  /** Whether it reads a Secret in another namespace. */
  readonly otherNamespaces?: boolean;
  /** The setting that would make it read one. */
  readonly unless?: Phrase;
  /** Whether it serves without a password while the Secret is missing. */
  readonly opensWithoutSecret?: boolean;
}

/** The access for which credentials are rendered. */
export interface CredentialsModel {
  readonly namespace: string;
  /** The name of the access, from which other names are derived. */
  readonly name: string;
  readonly user: string;
  /** The display name of the controller. */
  readonly controller: string;
  readonly demand: SecretDemand;
}

/** The Secrets of an access: that of a client, with `username` and `password`, and that of the controller. */
export interface SecretNames {
  readonly client: string;
  readonly controller: SecretName;
}

/** A Secret, possibly in another namespace than its access, if the controller reads it there. */
export interface SecretName {
  readonly name: string;
  /** @default - the namespace of the access */
  readonly namespace?: string;
}

/** The source of the credentials of an access. */
export interface CredentialsSource {
  /** Whether something in the cluster creates the Secret, some time after the rendered objects exist. */
  readonly comesLater: boolean;
  readonly check: (model: CredentialsModel) => Finding[];
  /** @default secretNames */
  readonly secrets?: (model: CredentialsModel) => SecretNames;
  readonly render: (model: CredentialsModel) => PlannedObject[];
}

/** The data keys of a client, on every platform. */
export const USERNAME_KEY = 'username';
export const PASSWORD_KEY = 'password';

/** A Secret to render. */
export interface PlannedSecret {
  /** Id of its construct. */
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly labels?: Record<string, string>;
  readonly data: Record<string, string>;
}

/** Whether the controller needs a separate Secret. */
export function needsOwnSecret({ demand: { form } }: CredentialsModel): boolean {
  return form.content === 'user-keys' || form.alone === true;
}

/** The names of the Secrets that are rendered for an access. */
export function secretNames(model: CredentialsModel): SecretNames {
  const client = `${model.name}-credentials`;
  return { client, controller: { name: needsOwnSecret(model) ? `${model.name}-basic-auth` : client } };
}

/**
 * The Secrets of an access, derived from one password, so that client and controller always agree. The client's comes
 * first. Client and controller may read templates that an operator in the cluster replaces with values.
 *
 * @param entry what the controller reads for the user: a line of a password file, or a hash
 */
export function planSecrets(model: CredentialsModel, password: string, entry: () => string): PlannedSecret[] {
  const { client, controller } = secretNames(model);
  const { content, key, type, labels } = model.demand.form;
  const id = 'Credentials';
  const forClient = { [USERNAME_KEY]: model.user, [PASSWORD_KEY]: password };
  const data = content === 'plain' ? {} : { [content === 'user-keys' ? model.user : key!]: entry() };
  return needsOwnSecret(model)
    ? [{ id, name: client, data: forClient }, { id: 'BasicAuth', name: controller.name, type, labels, data }]
    : [{ id, name: client, type, labels, data: { ...forClient, ...data } }];
}

/** The data of a Secret in base64, as a cluster stores and returns them. */
export function encoded(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]));
}

/** The first of some hashes that the controller accepts. */
export function firstAccepted({ demand }: CredentialsModel, hashes: readonly PasswordHash[]): PasswordHash | undefined {
  return hashes.find(hash => demand.form.hashes.includes(hash));
}

/** Checks for a known kind of hash. Any other value may be a hash itself, so it is not shown. */
export function checkKnownHash(hash: unknown, field: string): Finding[] {
  return Object.values<unknown>(PasswordHash).includes(hash) ? FINE : hidden('invalid-value', 'hash', field);
}

/** Checks that the controller accepts the chosen hash, and that the source of the password can compute it. */
export function checkHash(
  { demand: { form }, controller }: CredentialsModel, hash: PasswordHash | undefined, made: readonly PasswordHash[],
): Finding[] {
  if (hash === undefined) return FINE;
  const known = checkKnownHash(hash, 'hash');
  return known.length > 0 ? known : unacceptedHash(controller, hash, form.hashes.filter(each => made.includes(each)));
}

/** Reports a hash that the controller does not accept; it accepts none if it hashes the password itself. */
export function unacceptedHash(controller: string, hash: PasswordHash, accepted: readonly PasswordHash[]): Finding[] {
  const known = { controller, value: Shown.of(hash) };
  return accepted.includes(hash) ? FINE : found('hash-not-accepted', 'hash', accepted.length === 0
    ? { reason: 'not-hashed', ...known } : { reason: 'not-accepted', accepted, ...known });
}

/** A template expression that rejects empty passwords, which would let everyone in, and those too long for bcrypt. */
export function bcryptGuard(password: string): string {
  const isRefused = `or (eq (${password}) "") (gt (len (${password})) 72)`;
  return `{{ if ${isRefused} }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}`;
}
