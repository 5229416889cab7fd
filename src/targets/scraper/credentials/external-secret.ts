import { Duration } from 'cdk8s';
import { wholeSeconds } from '../../../base/definitions/type';
import { FINE, found } from '../../../base/findings/finding';
import { closed, filled, oneOf, text, whole } from '../../../base/check';
import { objectName } from '../../../base/names';
import {
  CredentialsSource, CredentialsModel, PlannedObject, bcryptGuard, checkHash, firstAccepted, needsOwnSecret,
  PASSWORD_KEY, PlannedSecret, planSecrets,
} from '../access-model';
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

  /** Kind of the store. @default SecretStoreKind.SECRET_STORE */
  readonly kind?: SecretStoreKind;
}

/** A password that is kept in a store. Leading and trailing line breaks are removed. */
export interface ExternalSecretOptions {
  /** The store. */
  readonly store: SecretStoreReference;

  /** Key of the secret in the store: `remoteRef.key`. */
  readonly key: string;

  /** The part of the secret that is the password: `remoteRef.property`. @default - the whole secret is the password */
  readonly property?: string;

  /** Version of the secret in the store: `remoteRef.version`. @default - the latest */
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

const secretStore = closed<SecretStoreReference>({ name: objectName, kind: oneOf(SecretStoreKind) }, ['name']);

/** Checks the options, except the hash, which depends on the controller. */
const FROM_STORE = closed<ExternalSecretOptions>({
  store: secretStore,
  key: filled,
  property: text,
  version: text,
  refreshInterval: wholeSeconds,
  hash: () => FINE,
}, ['store', 'key']);

/** A password from a store, read by an ExternalSecret. */
export const storedPassword = (given: ExternalSecretOptions): CredentialsSource => ({
  comesLater: true,
  check: model => {
    const findings = [...FROM_STORE(given, ''), ...checkHash(model, given.hash, OPERATOR_HASHES)];
    const isSalted = findings.length === 0 && operatorHash(model, given.hash) === PasswordHash.BCRYPT;
    return !isSalted || !given.refreshInterval ? findings
      : found('hash-not-accepted', 'refreshInterval', { reason: 'refreshed', controller: model.controller });
  },
  render: model => {
    const { hash, store, key, property, version, refreshInterval = Duration.hours(1) } = given;
    // a refresh would change a salted hash
    const refresh = operatorHash(model, hash) === PasswordHash.BCRYPT ? { refreshPolicy: 'OnChange' }
      : { refreshPolicy: 'Periodic', refreshInterval: `${refreshInterval.toSeconds()}s` };
    const origin = fromStore(store, { key, property, version });
    return operatorSecrets(model, hash).map(secret => externalSecret(model, secret, { ...refresh, ...origin }));
  },
});

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

const GENERATED = closed<GeneratedPasswordOptions>({
  length: whole(16, 72), hash: () => FINE, clusterStore: secretStore,
});

/** A password from the operator's generator, created once. */
export const generatedPassword = (given: GeneratedPasswordOptions): CredentialsSource => ({
  comesLater: true,
  check: model => [
    ...GENERATED(given, ''),
    ...checkHash(model, given.hash, OPERATOR_HASHES),
    ...needsOwnSecret(model) === (given.clusterStore !== undefined) ? FINE : given.clusterStore === undefined
      ? found('missing-field', 'clusterStore', { reason: 'required', way: 'cluster-store' })
      : found('invalid-value', 'clusterStore', { reason: 'not-with', other: model.controller }),
  ],
  render: model => {
    const { length = 32, hash, clusterStore } = given;
    const { namespace, name } = model;
    const [first, own] = operatorSecrets(model, hash);
    const apiVersion = 'generators.external-secrets.io/v1alpha1';
    // `encoding` has its default: the cluster would add it, and a GitOps tool would see that as drift
    const spec = { length, symbols: 0, noUpper: false, allowRepeat: true, encoding: 'raw' };
    return [
      { id: 'Generator', apiVersion, kind: 'Password', metadata: { namespace, name }, spec },
      // once: a generator keeps no state, so a refresh would create another password
      externalSecret(model, first, {
        refreshPolicy: 'CreatedOnce',
        dataFrom: [{ sourceRef: { generatorRef: { apiVersion, kind: 'Password', name } } }],
      }),
      ...own ? [externalSecret(model, own, {
        refreshPolicy: 'OnChange', ...fromStore(clusterStore!, { key: first.name, property: PASSWORD_KEY }),
      })] : [],
    ];
  },
});

/** The hashes that the operator's templates can compute. The first one is deterministic. */
const OPERATOR_HASHES: readonly PasswordHash[] = [PasswordHash.SHA, PasswordHash.BCRYPT];

/** The hash that the operator computes for the controller; `undefined` if the controller hashes the password itself. */
export function operatorHash(model: CredentialsModel, given: PasswordHash | undefined): PasswordHash | undefined {
  return given ?? firstAccepted(model, OPERATOR_HASHES);
}

/** The Secrets of an access as templates of the operator, with the expressions for the password. */
function operatorSecrets(model: CredentialsModel, given: PasswordHash | undefined): PlannedSecret[] {
  const { user, demand: { form } } = model;
  // many stores keep a trailing line break, which would become part of the hash
  const password = `.${PASSWORD_KEY} | trimAll "\\r\\n"`;
  if (operatorHash(model, given) !== PasswordHash.BCRYPT) {
    const guard = `{{ if eq (${password}) "" }}{{ fail "the password must not be empty" }}{{ end }}`;
    return planSecrets(model, `${guard}{{ ${password} }}`, () => `{{ htpasswd "${user}" (${password}) "sha" }}`);
  }
  const guard = bcryptGuard(password);
  const bcrypt = `{{ bcrypt (${password}) }}`;
  // a line is in the same Secret as the guarded password; a hash is in a separate Secret and needs its own guard
  return planSecrets(model, `${guard}{{ ${password} }}`, () =>
    form.content === 'user-keys' ? guard + bcrypt : `${user}:${bcrypt}`);
}

/** The fields of an ExternalSecret that takes the password from a store. */
function fromStore({ name, kind = SecretStoreKind.SECRET_STORE }: SecretStoreReference, remote: object) {
  // fields with defaults are written out: a GitOps tool would see those that the cluster adds as drift
  const defaults = { conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' };
  return { secretStoreRef: { name, kind }, data: [{ secretKey: PASSWORD_KEY, remoteRef: { ...remote, ...defaults } }] };
}

/** An ExternalSecret that creates a Secret; `origin` is its store or generator, and when it is read again. */
function externalSecret(
  { namespace }: CredentialsModel, { id, name, type = 'Opaque', labels, data }: PlannedSecret, origin: object,
): PlannedObject {
  const template = { engineVersion: 'v2', mergePolicy: 'Replace', type, ...labels && { metadata: { labels } }, data };
  const target = { name, creationPolicy: 'Owner', deletionPolicy: 'Retain', template };
  const spec = { refreshInterval: '0s', ...origin, target };
  return { id, apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata: { namespace, name }, spec };
}
