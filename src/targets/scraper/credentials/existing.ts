import { dataKey } from '../../../base/definitions/type';
import { Finding, found, hidden, Shown } from '../../../base/findings/finding';
import { closed, list, pattern } from '../../../base/check';
import { namespaceName, secretName } from '../../../base/names';
import {
  CredentialsKind, CredentialsModel, SecretForm, checkKnownHash, PASSWORD_KEY, USERNAME_KEY,
} from '../access-model';
import { PasswordHash } from '../password-hash';

/** A Secret that already exists in the cluster. The properties given here are checked. */
export interface ExistingSecretOptions {
  /** Name of the Secret that the controller reads. */
  readonly name: string;

  /**
   * Namespace of the Secret. Most controllers read only Secrets in the namespace of the Ingress.
   * @default - the system namespace
   */
  readonly namespace?: string;

  /** Type of the Secret. @default - unknown, and not checked */
  readonly type?: string;

  /** Keys of its data. @default - unknown, and not checked */
  readonly keys?: string[];

  /** How the password is hashed in it. @default - unknown, and not checked */
  readonly hash?: PasswordHash;

  /**
   * Name of the Secret in the system namespace in which a client finds the password, under the key `password`.
   * @default - the same Secret, if the controller tolerates that key
   */
  readonly clientSecretName?: string;
}

const OPTIONS = closed<ExistingSecretOptions>({
  name: secretName,
  namespace: namespaceName,
  type: pattern(/^[A-Za-z0-9./_-]+$/, 'secret-type'),
  keys: (value, field) => Array.isArray(value)
    ? list(dataKey, { min: 1, what: 'key' })(value, field)
    : hidden('invalid-type', 'keys', field),
  hash: checkKnownHash,
  clientSecretName: secretName,
}, ['name']);

/** Credentials in an existing Secret. */
export const EXISTING_SECRET: CredentialsKind<ExistingSecretOptions> = {
  comesLater: false,
  secrets: ({ namespace }, given) => {
    const elsewhere = given.namespace !== undefined && given.namespace !== namespace;
    const controller = { name: given.name, ...elsewhere && { namespace: given.namespace } };
    return { client: given.clientSecretName ?? given.name, controller };
  },
  check: (model, given) => {
    const invalid = OPTIONS(given, '');
    if (invalid.length > 0) return invalid;
    const { namespace: own, controller, demand: { form, others = [], otherNamespaces, unless } } = model;
    const { namespace = own, clientSecretName, hash } = given;
    const findings: Finding[] = [];
    if (namespace !== own && !otherNamespaces) {
      const known = { own, value: Shown.of(namespace), controller };
      findings.push(...found('secret-namespace', 'namespace', unless
        ? { reason: 'unless', ...known, unless } : { reason: 'never', ...known }));
    }
    if (namespace !== own && clientSecretName === undefined) findings.push(...CLIENT_SECRET_MISSING);
    // a given hash means that the Secret contains hashes
    const hashing = hash === undefined ? [] : [form, ...others].filter(each => each.hashes.length > 0);
    const misfits = (hashing.length > 0 ? hashing : [form, ...others]).map(each => formMisfits(each, model, given));
    return [...findings, ...misfits.reduce((best, each) => each.length < best.length ? each : best)];
  },
  render: () => [],
};

const CLIENT_SECRET_MISSING = found('missing-field', 'clientSecretName', { reason: 'required', way: 'client-secret' });

/**
 * Why a Secret does not have a form that the controller understands. It must have one of these forms; the findings on
 * the closest one are reported.
 */
function formMisfits(
  form: SecretForm, { namespace, controller, user }: CredentialsModel, given: ExistingSecretOptions,
): Finding[] {
  const { content, type, notOfType, hashes, alone } = form;
  const { keys, hash, clientSecretName } = given;
  const findings: Finding[] = [];
  if (notOfType !== undefined && given.type === notOfType) {
    findings.push(...found('secret-not-accepted', 'type', { reason: 'other-keys', type: notOfType, controller }));
  } else if (type && given.type !== undefined && given.type !== type) {
    const value = Shown.of(given.type);
    findings.push(...found('secret-not-accepted', 'type', { reason: 'type', type, controller, value }));
  }

  const has = (each: string) => keys?.includes(each) ?? true;
  const isNoUser = (each: string) => each !== user && [USERNAME_KEY, PASSWORD_KEY].includes(each);
  const key = content === 'user-keys' ? user : form.key;
  if (content === 'plain' && !(has(USERNAME_KEY) && has(PASSWORD_KEY))) {
    findings.push(...found('secret-not-accepted', 'keys', { reason: 'no-user-and-password', controller, keys: keys! }));
  } else if (content !== 'plain' && key !== undefined && !has(key)) {
    findings.push(...found('secret-not-accepted', 'keys', { reason: 'no-key', key, controller, keys: keys! }));
  } else if (content === 'user-keys' && keys?.some(isNoUser)) {
    findings.push(...found('secret-not-accepted', 'keys', { reason: 'not-users', controller, keys }));
  } else if (alone && keys && keys.length > 1) {
    findings.push(...found('secret-not-accepted', 'keys', { reason: 'other-keys-too', controller, keys }));
  }

  if (hash !== undefined && !hashes.includes(hash)) {
    const known = { controller, value: Shown.of(hash), remedy: 'recreate the Secret' };
    findings.push(...found('hash-not-accepted', 'hash', hashes.length === 0
      ? { reason: 'not-hashed', ...known } : { reason: 'not-accepted', ...known, accepted: hashes }));
  }

  // the client reads the same Secret
  if ((given.namespace ?? namespace) !== namespace || (clientSecretName ?? given.name) !== given.name) return findings;
  if (content !== 'user-keys' && !alone) return has(PASSWORD_KEY) ? findings : [...findings, ...CLIENT_SECRET_MISSING];
  return [...findings, ...clientSecretName === undefined ? CLIENT_SECRET_MISSING
    : found('secret-not-accepted', 'clientSecretName', { reason: 'client-keys', secret: given.name, controller })];
}
