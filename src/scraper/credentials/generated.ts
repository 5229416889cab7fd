import { GENERATORS, OPERATOR_HASHES, SecretStoreReference, externalSecretOf, operatorHash, operatorTexts, secretStore, storeOf } from './external-secret';
import { Check, FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { object } from '../../private/check';
import { CredentialsKind, CredentialsModel, PlannedObject } from '../model';
import { PasswordHash } from '../password-hash';
import { checkHash, needsOwnSecret, PASSWORD_KEY, planSecrets } from '../secrets';

/** A password that is generated in the cluster. */
export interface GeneratedPasswordOptions {
  /**
   * Number of its letters and digits: from 16 to 72, since bcrypt takes no more.
   *
   * @default 32
   */
  readonly length?: number;

  /**
   * How the controller's copy is hashed: BCRYPT or SHA, which is what the operator can do.
   *
   * @default - SHA where the controller accepts it, else BCRYPT
   */
  readonly hash?: PasswordHash;

  /**
   * A store that reads the Secrets of the system namespace (the operator's Kubernetes provider). Needed where the controller wants a Secret of its own,
   * as HAProxy does: it is made of the client's, since a generator gives another password each time it is asked.
   *
   * @default - none; an error where it is needed
   */
  readonly clusterStore?: SecretStoreReference;
}

const LENGTH = 32;
const SHORTEST = 16;
const LONGEST = 72;

const length: Check = (value, field) => Number.isInteger(value) && value >= SHORTEST && value <= LONGEST
  ? FINE
  : found('invalid-value', field, { reason: 'integer', min: SHORTEST, max: LONGEST, value: Shown.of(value) });

const OPTIONS = object({ length, clusterStore: secretStore });

/** A password from the operator's generator, made once. */
export const GENERATED_PASSWORD: CredentialsKind<GeneratedPasswordOptions> = {
  options: ['length', 'hash', 'clusterStore'],
  comesLater: true,
  check: (model, given) => [
    ...OPTIONS(given, ''),
    ...checkHash(model, given.hash, OPERATOR_HASHES),
    ...checkStore(model, given),
  ],
  render,
};

function checkStore(model: CredentialsModel, { clusterStore }: GeneratedPasswordOptions): Finding[] {
  const { controller } = model;
  if (!needsOwnSecret(model)) return clusterStore === undefined ? FINE : found('invalid-value', 'clusterStore', { reason: 'needless-store', controller });
  return clusterStore !== undefined ? FINE : found('missing-field', 'clusterStore', { reason: 'cluster-store', controller });
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
      // with its default, which the cluster would add and a GitOps tool would see as drift
      spec: { length: given.length ?? LENGTH, symbols: 0, noUpper: false, allowRepeat: true, encoding: 'raw' },
    },
    // once: a generator has no memory, and a refresh would make another password
    externalSecretOf(namespace, 'Credentials', first, { policy: 'CreatedOnce', generator: name }),
    ...own ? [externalSecretOf(namespace, 'BasicAuth', own, {
      policy: 'OnChange', store: storeOf(given.clusterStore!), remote: { key: first.name, property: PASSWORD_KEY },
    })] : [],
  ];
}
