import { Duration } from 'cdk8s';
import { wholeSeconds } from '../../../base/definitions/type';
import { FINE, Finding, found } from '../../../base/findings/finding';
import { closed, filled, object, oneOf, text, whole } from '../../../base/check';
import { objectName } from '../../../base/names';
import {
  CredentialsKind, CredentialsModel, PlannedObject, bcryptGuard, checkHash, emptyGuard, firstAccepted, needsOwnSecret,
  PASSWORD_KEY, PasswordTexts, PlannedSecret, planSecrets,
} from '../model';
import { PasswordHash } from '../password-hash';

/** Scope of a secret store. */
export enum SecretStoreKind {
  /** A store of the whole cluster. */
  CLUSTER_SECRET_STORE = 'ClusterSecretStore',
  /** A store of the system namespace. */
  SECRET_STORE = 'SecretStore',
}

/** A store of secrets that the External Secrets Operator reads. */
export interface SecretStoreReference {
  /** `metadata.name` of the store. */
  readonly name: string;

  /**
   * Kind of the store.
   *
   * @default SecretStoreKind.SECRET_STORE
   */
  readonly kind?: SecretStoreKind;
}

/** A password that is kept in a store. Leading and trailing line breaks are removed. */
export interface ExternalSecretOptions {
  /** The store. */
  readonly store: SecretStoreReference;

  /** Key of the secret in the store: `remoteRef.key`. */
  readonly key: string;

  /**
   * The part of the secret that is the password: `remoteRef.property`.
   *
   * @default - the whole secret is the password
   */
  readonly property?: string;

  /**
   * Version of the secret in the store: `remoteRef.version`.
   *
   * @default - the latest
   */
  readonly version?: string;

  /**
   * How often the password is read again. Not for bcrypt, whose hashes differ each time.
   *
   * @default - one hour; with bcrypt, only when the ExternalSecret changes
   */
  readonly refreshInterval?: Duration;

  /**
   * How the controller's copy is hashed: BCRYPT or SHA, the ones that the operator supports.
   *
   * @default - SHA if the controller accepts it, since its hash is the same at every refresh; otherwise BCRYPT
   */
  readonly hash?: PasswordHash;
}

/** The check of a store. */
const secretStore = closed({ name: objectName, kind: oneOf(SecretStoreKind) }, ['name']);

const OPTIONS = object({ store: secretStore, key: filled, property: text, version: text, refreshInterval: wholeSeconds }, ['store', 'key']);

/** A password from a store, read by an ExternalSecret. */
export const EXTERNAL_SECRET: CredentialsKind<ExternalSecretOptions> = {
  options: ['store', 'key', 'property', 'version', 'refreshInterval', 'hash'],
  comesLater: true,
  check,
  render: (model, given) => {
    const hash = operatorHash(model, given.hash);
    const { store, key, property, version, refreshInterval } = given;
    const isStable = hash !== PasswordHash.BCRYPT;
    const origin: OperatorOrigin = {
      policy: isStable ? 'Periodic' : 'OnChange',
      interval: isStable ? refreshInterval ?? Duration.hours(1) : undefined,
      store: storeOf(store),
      remote: { key, property, version },
    };
    return planSecrets(model, operatorTexts(model, hash)).map((secret, i) =>
      externalSecretOf(model.namespace, i === 0 ? 'Credentials' : 'BasicAuth', secret, origin));
  },
};

/** The reference to a store in a manifest. */
function storeOf({ name, kind }: SecretStoreReference): { name: string; kind: string } {
  return { name, kind: kind ?? SecretStoreKind.SECRET_STORE };
}

function check(model: CredentialsModel, given: ExternalSecretOptions): Finding[] {
  const findings: Finding[] = [
    ...OPTIONS(given, ''),
    ...checkHash(model, given.hash, OPERATOR_HASHES),
  ];
  if (findings.length === 0 && given.refreshInterval && operatorHash(model, given.hash) === PasswordHash.BCRYPT) {
    const remedy = model.demand.form.hashes.includes(PasswordHash.SHA) ? 'leave it out, or set hash to PasswordHash.SHA'
      : "leave it out; a change of 'version' makes the operator read the password again";
    findings.push(...found('hash-not-accepted', 'refreshInterval', { reason: 'refreshed', controller: model.controller, remedy }));
  }
  return findings;
}

// Shared by both kinds of credentials that the External Secrets Operator creates.

/** The source from which the operator takes a password, and when it does. */
interface OperatorOrigin {
  readonly policy: 'CreatedOnce' | 'OnChange' | 'Periodic';
  readonly interval?: Duration;
  readonly store?: { readonly name: string; readonly kind: string };
  readonly remote?: { readonly key: string; readonly property?: string; readonly version?: string };
  /** Name of a Password generator, instead of a store. */
  readonly generator?: string;
}

/** The hashes that the operator's templates can compute. The first one is deterministic. */
const OPERATOR_HASHES: readonly PasswordHash[] = [PasswordHash.SHA, PasswordHash.BCRYPT];

/** The API version of the generators. */
const GENERATORS = 'generators.external-secrets.io/v1alpha1';

/** The hash that the operator computes for the controller; `undefined` if the controller hashes the password itself. */
export function operatorHash(model: CredentialsModel, given: PasswordHash | undefined): PasswordHash | undefined {
  return given ?? firstAccepted(model, OPERATOR_HASHES);
}

/** The expressions for the password in the operator's templates. */
export function operatorTexts({ user }: CredentialsModel, hash: PasswordHash | undefined): PasswordTexts {
  // many stores keep a trailing line break, which would become part of the hash
  const password = `.${PASSWORD_KEY} | trimAll "\\r\\n"`;
  const guard = (hash === PasswordHash.BCRYPT ? bcryptGuard : emptyGuard)(password);
  const bcrypt = `{{ bcrypt (${password}) }}`;
  const sha = `htpasswd "${user}" (${password}) "sha"`;
  return {
    password: `${guard}{{ ${password} }}`,
    ...hash === PasswordHash.BCRYPT
      // a line is in the same Secret as the guarded password; a hash is in a separate Secret and needs its own guard
      ? { hash: () => guard + bcrypt, line: () => `${user}:${bcrypt}` }
      : { hash: () => `${guard}{{ ${sha} | trimPrefix "${user}:" }}`, line: () => `{{ ${sha} }}` },
  };
}

/**
 * An ExternalSecret that creates a Secret. Writes out fields with defaults, since a GitOps tool would see fields added
 * by the cluster as drift.
 */
export function externalSecretOf(namespace: string, id: string, secret: PlannedSecret, origin: OperatorOrigin): PlannedObject {
  const { type, labels, data, name } = secret;
  const { policy, interval: every, store, remote, generator } = origin;
  return {
    id,
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { namespace, name },
    spec: {
      refreshPolicy: policy,
      refreshInterval: every ? `${every.toSeconds()}s` : '0s',
      ...store ? { secretStoreRef: store, data: [{ secretKey: PASSWORD_KEY, remoteRef: { ...remote, ...REMOTE_DEFAULTS } }] } : {},
      ...generator ? { dataFrom: [{ sourceRef: { generatorRef: { apiVersion: GENERATORS, kind: 'Password', name: generator } } }] } : {},
      target: {
        name,
        creationPolicy: 'Owner',
        deletionPolicy: 'Retain',
        template: { engineVersion: 'v2', mergePolicy: 'Replace', type: type ?? 'Opaque', ...labels ? { metadata: { labels } } : {}, data },
      },
    },
  };
}

const REMOTE_DEFAULTS = { conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' };

/** A password that is generated in the cluster. */
export interface GeneratedPasswordOptions {
  /**
   * Number of its letters and digits: from 16 to 72, the limit of bcrypt. A later change takes effect only when the
   * Secret is deleted.
   *
   * @default 32
   */
  readonly length?: number;

  /**
   * How the controller's copy is hashed: BCRYPT or SHA, the ones that the operator supports.
   *
   * @default - SHA if the controller accepts it, otherwise BCRYPT
   */
  readonly hash?: PasswordHash;

  /**
   * A store of the operator's Kubernetes provider that reads the Secrets of the system namespace, its
   * `remoteNamespace`. Required if the controller needs a separate Secret, as HAProxy does: that one is derived from
   * the client's, since a generator returns a new password each time.
   *
   * @default - none; an error if it is needed
   */
  readonly clusterStore?: SecretStoreReference;
}

const LENGTH = 32;
const SHORTEST = 16;
const LONGEST = 72;

const GENERATED_OPTIONS = object({ length: whole(SHORTEST, LONGEST), clusterStore: secretStore });

/** A password from the operator's generator, created once. */
export const GENERATED_PASSWORD: CredentialsKind<GeneratedPasswordOptions> = {
  options: ['length', 'hash', 'clusterStore'],
  comesLater: true,
  check: (model, given) => [
    ...GENERATED_OPTIONS(given, ''),
    ...checkHash(model, given.hash, OPERATOR_HASHES),
    ...checkStore(model, given),
  ],
  render,
};

function checkStore(model: CredentialsModel, { clusterStore }: GeneratedPasswordOptions): Finding[] {
  if (needsOwnSecret(model) === (clusterStore !== undefined)) return FINE;
  return clusterStore === undefined
    ? found('missing-field', 'clusterStore', { reason: 'required', way: 'cluster-store' })
    : found('invalid-value', 'clusterStore', { reason: 'not-with', other: model.controller });
}

function render(model: CredentialsModel, given: GeneratedPasswordOptions): PlannedObject[] {
  const { namespace, name } = model;
  const hash = operatorHash(model, given.hash);
  const [first, own] = planSecrets(model, operatorTexts(model, hash));
  return [
    {
      id: 'Generator',
      apiVersion: GENERATORS,
      kind: 'Password',
      metadata: { namespace, name },
      // `encoding` has its default: the cluster would add it, and a GitOps tool would see that as drift
      spec: { length: given.length ?? LENGTH, symbols: 0, noUpper: false, allowRepeat: true, encoding: 'raw' },
    },
    // once: a generator keeps no state, so a refresh would create another password
    externalSecretOf(namespace, 'Credentials', first, { policy: 'CreatedOnce', generator: name }),
    ...own ? [externalSecretOf(namespace, 'BasicAuth', own, {
      policy: 'OnChange', store: storeOf(given.clusterStore!), remote: { key: first.name, property: PASSWORD_KEY },
    })] : [],
  ];
}
