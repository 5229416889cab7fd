import { dataKey } from '../../../base/definitions/type';
import { Finding, FINE, found, hidden, Shown } from '../../../base/findings/finding';
import { closed, list, pattern } from '../../../base/check';
import { namespaceName, secretName } from '../../../base/names';
import {
  CredentialsSource, CredentialsModel, SecretForm, checkKnownHash, PASSWORD_KEY, USERNAME_KEY, unacceptedHash,
} from '../access-model';
import { PasswordHash } from '../password-hash';

/** A Secret that already exists in the cluster. The properties given here are checked. */
export interface ExistingSecretOptions {
  /** Name of the Secret that the controller reads. */
  readonly name: string;

  /** Namespace of the Secret. Most controllers read only that of the Ingress. @default - the system namespace */
  readonly namespace?: string;

  /** Type of the Secret. @default - unknown, and not checked */
  readonly secretType?: string;

  /** Keys of its data. @default - unknown, and not checked */
  readonly keys?: string[];

  /** How the password is hashed in it. @default - unknown, and not checked */
  readonly hash?: PasswordHash;

  /**
   * Name of the Secret in the system namespace in which a client finds the password, under the key `password`.
   *
   * @default - the same Secret, if the controller tolerates that key
   */
  readonly clientSecretName?: string;
}

/** Checks the options. Does not show an invalid value of `keys`, which may be a password. */
const OPTIONS = closed<ExistingSecretOptions>({
  name: secretName,
  namespace: namespaceName,
  secretType: pattern(/^[A-Za-z0-9./_-]+$/, 'secret-type'),
  keys: (value, field) => Array.isArray(value)
    ? list(dataKey, { min: 1, what: 'key' })(value, field)
    : hidden('invalid-type', 'keys', field),
  hash: checkKnownHash,
  clientSecretName: secretName,
}, ['name']);

/** Credentials in an existing Secret. */
export const existingSecret = (given: ExistingSecretOptions): CredentialsSource => ({
  comesLater: false,
  secrets: ({ namespace }) => {
    const elsewhere = given.namespace !== undefined && given.namespace !== namespace;
    const controller = { name: given.name, ...elsewhere && { namespace: given.namespace } };
    return { client: given.clientSecretName ?? given.name, controller };
  },
  check: model => {
    const invalid = OPTIONS(given, '');
    if (invalid.length > 0) return invalid;
    const { namespace: own, controller, demand: { form, others = [], otherNamespaces, unless } } = model;
    const { namespace = own, clientSecretName, hash } = given;
    const known = { own, value: Shown.of(namespace), controller };
    // a given hash means that the Secret contains hashes
    const hashing = hash === undefined ? [] : [form, ...others].filter(each => each.hashes.length > 0);
    const misfits = (hashing.length > 0 ? hashing : [form, ...others]).map(each => formMisfits(each, model, given));
    return [
      ...namespace === own || otherNamespaces ? FINE : found('secret-namespace', 'namespace', unless
        ? { reason: 'unless', ...known, unless } : { reason: 'never', ...known }),
      ...namespace !== own && clientSecretName === undefined ? CLIENT_SECRET_MISSING : FINE,
      ...misfits.reduce((best, each) => each.length < best.length ? each : best),
    ];
  },
  render: () => [],
});

const CLIENT_KEYS = [USERNAME_KEY, PASSWORD_KEY];
const CLIENT_SECRET_MISSING = found('missing-field', 'clientSecretName', { reason: 'required', way: 'client-secret' });

/**
 * Why a Secret does not have a form that the controller understands. It must have one of these forms; the findings on
 * the closest one are reported.
 */
function formMisfits(
  form: SecretForm, { namespace, controller, user }: CredentialsModel, given: ExistingSecretOptions,
): Finding[] {
  const { content, type, notOfType, hashes, alone } = form;
  const { keys, hash, name, clientSecretName = name } = given;
  const has = (each: string) => keys?.includes(each) ?? true;
  const key = content === 'user-keys' ? user : form.key;
  const needed = content === 'plain' ? CLIENT_KEYS : key === undefined ? [] : [key];
  // HAProxy would take the keys of the client for users
  const isStrange = content === 'user-keys' ? (each: string) => each !== user && CLIENT_KEYS.includes(each)
    : () => alone === true && keys!.length > 1;
  const otherKeys = { reason: 'other-keys', controller } as const;
  const isShared = (given.namespace ?? namespace) === namespace && clientSecretName === name;
  const isUnshareable = content === 'user-keys' || alone === true;
  return [
    ...notOfType !== undefined && given.secretType === notOfType
      ? found('secret-not-accepted', 'secretType', { reason: 'other-type', type: notOfType, controller })
      : type !== undefined && given.secretType !== undefined && given.secretType !== type
        ? found('secret-not-accepted', 'secretType',
          { reason: 'type', type, controller, value: Shown.of(given.secretType) })
        : FINE,
    ...!needed.every(has) ? found('secret-not-accepted', 'keys', { reason: 'no-key', needed, controller, keys: keys! })
      : keys?.some(isStrange) ? found('secret-not-accepted', 'keys', otherKeys) : FINE,
    ...hash === undefined ? FINE : unacceptedHash(controller, hash, hashes),
    ...!isShared || !isUnshareable && has(PASSWORD_KEY) ? FINE
      : given.clientSecretName === undefined || !isUnshareable ? CLIENT_SECRET_MISSING
        : found('secret-not-accepted', 'clientSecretName', otherKeys),
  ];
}
