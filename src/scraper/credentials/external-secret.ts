import { Duration } from 'cdk8s';
import { bad, Check, FINE, Finding, found } from '../../findings/finding';
import { asProps, checkOptions, filled, object, oneOf, only, text } from '../../private/check';
import { isDuration } from '../../private/durations';
import { objectName } from '../../private/names';
import { plain, snapshot } from '../../private/plain';
import { CredentialsModel, CredentialsSource } from '../model';
import { PasswordHash } from '../password-hash';
import { checkHash, planSecrets, secretNames } from '../secrets';
import { externalSecretOf, OPERATOR_HASHES, operatorHash, operatorTexts, RefreshPolicy } from './operator';

/** Where a SecretStore holds. */
export enum SecretStoreKind {
  /** A store for the whole cluster. */
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

/** A password that lies in a store. */
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
   * How often the password is read again. Only where the hash comes out the same each time: bcrypt does not.
   *
   * @default - one hour; once for each change of the ExternalSecret where the hash is bcrypt
   */
  readonly refreshInterval?: Duration;

  /**
   * How the controller's copy is hashed: BCRYPT or SHA, which is what the operator can do.
   *
   * @default - SHA where the controller accepts it, since it stays the same at every refresh; else BCRYPT
   */
  readonly hash?: PasswordHash;
}

/** The check of a store. */
export const secretStore: Check = (value, field) => [
  ...only('name', 'kind')(value, field),
  ...object({ name: objectName, kind: oneOf(...Object.values(SecretStoreKind)) }, ['name'])(value, field),
];

const isWhole = (seconds: number) => Number.isInteger(seconds) && seconds >= 1;

const interval: Check = (value, field) => isDuration(value) && isWhole(value.toSeconds({ integral: false }))
  ? FINE
  : bad('invalid-value', 'whole-seconds', field, isDuration(value) ? value.toHumanString() : value);

const OPTIONS = object({ store: secretStore, key: filled, property: text, version: text, refreshInterval: interval }, ['store', 'key']);

const PROPS = ['store', 'key', 'property', 'version', 'refreshInterval', 'hash'];

/** A password from a store, by an ExternalSecret. */
export function externalSecret(props: ExternalSecretOptions): CredentialsSource {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    comesLater: true,
    check: model => checkOptions(taken, PROPS, () => check(model, given)),
    secrets: secretNames,
    render: model => {
      const hash = operatorHash(model, given.hash);
      return planSecrets(model, operatorTexts(model, hash)).map((secret, i) => externalSecretOf(model.namespace, i === 0 ? 'Credentials' : 'BasicAuth', secret, {
        ...refresh(hash, given.refreshInterval),
        store: storeOf(given.store),
        remote: { key: given.key, property: given.property, version: given.version },
      }));
    },
  };
}

/** The store as it stands in a manifest. */
export function storeOf({ name, kind }: SecretStoreReference): { name: string; kind: string } {
  return { name, kind: kind ?? SecretStoreKind.SECRET_STORE };
}

function check(model: CredentialsModel, given: ExternalSecretOptions): Finding[] {
  const findings: Finding[] = [
    ...OPTIONS(given, ''),
    ...checkHash(model, given.hash, OPERATOR_HASHES),
  ];
  plain({ key: given.key, property: given.property, version: given.version }, '', findings);
  if (findings.length === 0 && given.refreshInterval && operatorHash(model, given.hash) === PasswordHash.BCRYPT) {
    const reason = model.demand.form.hashes.includes(PasswordHash.SHA) ? 'or-sha' : 'bcrypt-only';
    findings.push(...found('unstable-hash', 'refreshInterval', { reason, controller: model.controller }));
  }
  return findings;
}

function refresh(hash: PasswordHash | undefined, refreshInterval: Duration | undefined): { policy: RefreshPolicy; interval?: Duration } {
  return hash === PasswordHash.BCRYPT ? { policy: 'OnChange' } : { policy: 'Periodic', interval: refreshInterval ?? Duration.hours(1) };
}
