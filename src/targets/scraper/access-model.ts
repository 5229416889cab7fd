import type { ApiObjectMetadata } from 'cdk8s';
import { PasswordHash } from './password-hash';
import { Finding, FINE, found, hidden, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import type { ObjectIndex } from '../../cluster/objects/object-index';

// The plain records of an access to the scraper, as controllers, credentials and TLS see them.

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
interface SecretDemand {
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

/** The Secrets of an access. */
export interface SecretNames {
  /** The Secret that a client reads, with `username` and `password`. */
  readonly client: string;
  /** The Secret that the controller reads. */
  readonly controller: SecretName;
}

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
  readonly secrets: (model: CredentialsModel) => SecretNames;
  readonly render: (model: CredentialsModel) => PlannedObject[];
}

/** A kind of credentials with options of the type `T`. */
export interface CredentialsKind<T> {
  readonly comesLater: boolean;
  readonly check: (model: CredentialsModel, given: T) => Finding[];
  /** @default - the Secrets that are rendered for an access */
  readonly secrets?: (model: CredentialsModel, given: T) => SecretNames;
  readonly render: (model: CredentialsModel, given: T) => PlannedObject[];
}

/** The certificate of an access. */
export interface TlsModel {
  /** Whether TLS was turned off explicitly. */
  readonly none: boolean;
  /** Whether the listener of an existing Gateway has the certificate. */
  readonly atGateway: boolean;
  readonly secretName?: string;
  /** Whether cert-manager creates that Secret. */
  readonly isMade: boolean;
  /** Annotations for cert-manager, on the object that terminates TLS. */
  readonly annotations: Record<string, string>;
}

/** The properties of an access that a controller needs. */
export interface AccessModel {
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly realm: string;
  /** Whether the user set the realm. */
  readonly hasOwnRealm: boolean;
  readonly service: { readonly name: string; readonly port: number | string };
  readonly tls: TlsModel;
  readonly secret: SecretName;
}

/** Settings of an access that a controller may not support. */
export interface AccessWishes {
  readonly tls?: TlsModel;
  readonly portName?: string;
  /** The realm, if the user set one. */
  readonly realm?: string;
  /** The host, if it is valid. */
  readonly host?: string;
  readonly namespace: string;
}

/** An Ingress, reduced to what decides whether its controller asks for a password. */
interface AskedIngress {
  readonly namespace?: string;
  /** Its annotations for the controller, without their prefix. */
  readonly marks: Readonly<Record<string, string>>;
  /** The rendered objects. */
  readonly index: ObjectIndex;
}

/** Configures one controller to ask for a user name and a password. */
export interface ControllerAdapter {
  /** The display name. */
  readonly title: string;
  /** The prefixes of its annotations. */
  readonly annotations: readonly string[];
  /** Whether it reads only the names after the prefix, so that any prefix works, or none. */
  readonly readsAnyPrefix?: boolean;
  /** Annotations that could let requests in without a password; without the prefix. */
  readonly opening?: readonly string[];
  /** Annotations that also send requests elsewhere, with their password; without the prefix. */
  readonly leaking?: readonly string[];
  readonly secret: SecretDemand;
  /** Whether an Ingress makes it ask for a password. @default - it reads no Ingresses */
  readonly asks?: (ingress: AskedIngress) => boolean;
  /** @default - the checks of an Ingress */
  readonly fits?: (access: AccessWishes) => Finding[];
  /** Renders the objects. The first one leads to the scraper. */
  readonly render: (access: AccessModel) => PlannedObject[];
  /** Notes for users, from which the documentation is generated. */
  readonly watchFor: readonly string[];
}

/** The data keys of a client, on every platform. */
export const USERNAME_KEY = 'username';
export const PASSWORD_KEY = 'password';

/** A Secret to render. */
export interface PlannedSecret {
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
  const forClient = { [USERNAME_KEY]: model.user, [PASSWORD_KEY]: password };
  const forController = content === 'plain' ? {} : { [content === 'user-keys' ? model.user : key!]: entry() };
  return needsOwnSecret(model)
    ? [{ name: client, data: forClient }, { name: controller.name, type, labels, data: forController }]
    : [{ name: client, type, labels, data: { ...forClient, ...forController } }];
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
  if (known.length > 0) return known;
  const value = Shown.of(hash);
  if (!made.includes(hash)) return found('hash-not-accepted', 'hash', { reason: 'not-made', made, value });
  if (form.content === 'plain') return found('hash-not-accepted', 'hash', { reason: 'not-hashed', controller, value });
  if (form.hashes.includes(hash)) return FINE;
  const usual = made.find(each => form.hashes.includes(each));
  const remedy = usual ? `leave it out to use ${usual}` : 'choose another controller';
  const accepted = form.hashes;
  return found('hash-not-accepted', 'hash', { reason: 'not-accepted', controller, accepted, value, remedy });
}

/**
 * A template expression that rejects empty passwords, whose hash would let everyone in, and passwords too long for
 * bcrypt.
 */
export function bcryptGuard(password: string): string {
  const isRefused = `or (eq (${password}) "") (gt (len (${password})) 72)`;
  return `{{ if ${isRefused} }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}`;
}
