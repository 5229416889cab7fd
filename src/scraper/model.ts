import type { ApiObjectMetadata } from 'cdk8s';
import { PasswordHash } from './password-hash';
import { Finding } from '../findings/finding';
import type { Phrase } from '../findings/sentence';
import type { TypedManifest } from '../private/oam-kind';

// The plain records that controllers, credentials and TLS see of an access to the scraper.

/** An API object that is going to be rendered. */
export interface PlannedObject {
  /** Id of its construct. */
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata & { readonly name: string };
  /** Its other top-level fields. */
  readonly [field: string]: unknown;
}

/**
 * How the data of a Secret say who may come in: by one key with lines `user:hash`, by a key for each user with the hash as its
 * value, or by `username` and `password` as they are.
 */
export type SecretContent = 'password-file' | 'user-keys' | 'plain';

/** One form of a Secret that a controller understands. */
export interface SecretForm {
  readonly content: SecretContent;
  /** The key of the password file; without one, any key will do. */
  readonly key?: string;
  /** @default - any type; Opaque where the Secret is made here */
  readonly type?: string;
  /** A type of which the controller reads other keys. */
  readonly notOfType?: string;
  readonly labels?: Record<string, string>;
  /** Whether the controller chokes on other keys, so that the client's keys need a Secret of their own. */
  readonly alone?: boolean;
  /** What the controller accepts, the strongest first; empty if it hashes the password itself. */
  readonly hashes: readonly PasswordHash[];
}

/** What a controller wants to find in a Secret. */
export interface SecretDemand {
  /** The form in which Secrets are made. */
  readonly form: SecretForm;
  /** Other forms, for a Secret that exists. */
  readonly others?: readonly SecretForm[];
  /** Whether it reads a Secret of another namespace. */
  readonly otherNamespaces?: boolean;
  /** What would make it read one. */
  readonly unless?: Phrase;
  /** Whether it serves without a password as long as there is no Secret. */
  readonly opensWithoutSecret?: boolean;
}

/** What credentials are made for. */
export interface CredentialsModel {
  readonly namespace: string;
  /** The access's own name, from which other names are made. */
  readonly name: string;
  readonly user: string;
  /** Name of the controller, for people. */
  readonly controller: string;
  readonly demand: SecretDemand;
}

/** The Secrets of an access. */
export interface SecretNames {
  /** What a client reads: `username` and `password`. */
  readonly client: string;
  /** What the controller reads. */
  readonly controller: SecretName;
}

export interface SecretName {
  readonly name: string;
  /** @default - the namespace of the access */
  readonly namespace?: string;
}

/** Where the credentials of an access come from. */
export interface CredentialsSource {
  /** Whether something in the cluster makes the Secret, some time after what is rendered is there. */
  readonly comesLater: boolean;
  readonly check: (model: CredentialsModel) => Finding[];
  readonly secrets: (model: CredentialsModel) => SecretNames;
  readonly render: (model: CredentialsModel) => PlannedObject[];
}

/** One way to get credentials, whose options are a `T`. */
export interface CredentialsKind<T> {
  /** The names of the options. */
  readonly options: readonly (keyof T & string)[];
  readonly comesLater: boolean;
  readonly check: (model: CredentialsModel, given: T) => Finding[];
  /** Checks what only options without a mistake can say. */
  readonly fits?: (model: CredentialsModel, given: T) => Finding[];
  /** @default - those that are made for an access */
  readonly secrets?: (model: CredentialsModel, given: T) => SecretNames;
  readonly render: (model: CredentialsModel, given: T) => PlannedObject[];
}

/** The certificate of an access. */
export interface TlsModel {
  /** Without TLS, asked for by name. */
  readonly none: boolean;
  /** The listener of a Gateway that is there already has it. */
  readonly atGateway: boolean;
  readonly secretName?: string;
  /** Whether cert-manager makes that Secret. */
  readonly isMade: boolean;
  /** For cert-manager, on what terminates TLS. */
  readonly annotations: Record<string, string>;
}

/** All that a controller needs to know of an access. */
export interface AccessModel {
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly realm: string;
  /** Whether the realm is the user's own. */
  readonly hasOwnRealm: boolean;
  readonly service: { readonly name: string; readonly port: number | string };
  readonly tls: TlsModel;
  readonly secret: SecretName;
}

/** What a controller may not be able to do. */
export interface AccessWishes {
  readonly tls?: TlsModel;
  readonly portName?: string;
  /** The user's own. */
  readonly realm?: string;
  /** The host, if it is one, and the namespace of the access. */
  readonly host?: string;
  readonly namespace: string;
}

/** An Ingress, as a controller reads who may come in. */
export interface AskedIngress {
  readonly namespace?: string;
  /** Its annotations that the controller knows, without their prefix. */
  readonly marks: Readonly<Record<string, string>>;
  /** The objects of a kind that are rendered, by group and kind. */
  readonly objects: (kind: string) => readonly TypedManifest[];
}

/** How to make one controller ask for a user name and a password. */
export interface Adapter {
  /** Name for people. */
  readonly title: string;
  /** Where its annotations begin. */
  readonly annotations: readonly string[];
  /** Whether it looks at the names behind the prefix alone, so that any prefix will do, and none too. */
  readonly readsAnyPrefix?: boolean;
  /** Those that could let requests in without a password, without the prefix. */
  readonly opening?: readonly string[];
  /** Those that send requests elsewhere too, with their password; without the prefix. */
  readonly leaking?: readonly string[];
  readonly secret: SecretDemand;
  /** What an IngressClass of the controller has in `spec.controller`, or how that begins. */
  readonly classController?: string;
  /** Whether an Ingress makes it ask for a password. @default - it reads no Ingress */
  readonly asks?: (ingress: AskedIngress) => boolean;
  /** @default - what an Ingress cannot do */
  readonly fits?: (access: AccessWishes) => Finding[];
  /** The first object is the one that leads to the scraper. */
  readonly render: (access: AccessModel) => PlannedObject[];
  /** What to watch for, one sentence each: the documentation is made of it. */
  readonly watchFor: readonly string[];
}
