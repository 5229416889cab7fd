import { Finding, FINE, found, hidden, within } from '../../../base/findings/finding';
import { closed, isObject, oneOf, only } from '../../../base/check';
import {
  CredentialsSource, CredentialsModel, bcryptGuard, needsOwnSecret, PASSWORD_KEY, secretNames, USERNAME_KEY, SecretForm,
} from '../access-model';
import { PasswordHash } from '../password-hash';

/** The scope for which a ciphertext was created. */
export enum SealedSecretScope {
  /** For one name in one namespace. */
  STRICT = 'strict',
  /** For any name in one namespace. */
  NAMESPACE_WIDE = 'namespace-wide',
  /** For any name in any namespace. */
  CLUSTER_WIDE = 'cluster-wide',
}

/** Ciphertext created by `kubeseal`. The library encrypts nothing, since the result would differ each time. */
export interface SealedSecretOptions {
  /**
   * Ciphertext by key: always `password`. If the controller reads a key of the same Secret and accepts bcrypt, that key
   * may be left out: the cluster derives it from the password, which must then have 1 to 72 bytes, or the SealedSecret
   * reports an error.
   */
  readonly encryptedData: { [key: string]: string };

  /**
   * Ciphertext by key for the Secret of a controller that needs a separate one, as HAProxy does: the key is the user,
   * the value the hash.
   *
   * @default - none; an error if the controller needs it
   */
  readonly controllerEncryptedData?: { [key: string]: string };

  /** The scope for which the ciphertext was created. @default SealedSecretScope.STRICT */
  readonly scope?: SealedSecretScope;
}

const OPTIONS = closed<SealedSecretOptions>({
  encryptedData: () => FINE, controllerEncryptedData: () => FINE, scope: oneOf(SealedSecretScope),
});

/** Ciphertext, decrypted by Sealed Secrets. */
export const sealedSecret = (given: SealedSecretOptions): CredentialsSource => ({
  comesLater: true,
  check: model => {
    const { user, controller, demand: { form } } = model;
    const own = given.controllerEncryptedData;
    const keys = [PASSWORD_KEY, ...sharedKey(model)];
    const required = form.hashes.includes(PasswordHash.BCRYPT) ? [PASSWORD_KEY] : keys;
    return [
      ...OPTIONS(given, ''),
      ...checkCiphertexts('encryptedData', given.encryptedData, required, keys),
      ...needsOwnSecret(model) ? checkCiphertexts('controllerEncryptedData', own, [user]) : own == null ? FINE
        : found('invalid-value', 'controllerEncryptedData', { reason: 'not-with', other: controller }),
    ];
  },
  render: model => {
    const { encryptedData, controllerEncryptedData, scope = SealedSecretScope.STRICT } = given;
    const { namespace, user, demand: { form } } = model;
    const { client, controller } = secretNames(model);
    const isStrict = scope === SealedSecretScope.STRICT;
    const annotations = isStrict ? undefined : { [`sealedsecrets.bitnami.com/${scope}`]: 'true' };
    const sealed = (id: string, name: string, ciphertexts: object, own: Partial<SecretForm>, data?: object) => {
      const template = { type: own.type ?? 'Opaque', metadata: { namespace, name, labels: own.labels }, data };
      const spec = { encryptedData: { ...ciphertexts }, template };
      const metadata = { namespace, name, annotations };
      return { id, apiVersion: 'bitnami.com/v1alpha1', kind: 'SealedSecret', metadata, spec };
    };
    // beside the ciphertext: the user name, which is not secret, and a hash that the cluster derives from the password
    const hash = `${user}:${bcryptGuard(`.${PASSWORD_KEY}`)}{{ bcrypt .${PASSWORD_KEY} }}`;
    const derived = sharedKey(model).filter(key => encryptedData[key] === undefined).map(key => [key, hash]);
    const data = { [USERNAME_KEY]: user, ...Object.fromEntries(derived) };
    return needsOwnSecret(model) ? [
      sealed('Credentials', client, encryptedData, {}, data),
      sealed('BasicAuth', controller.name, controllerEncryptedData!, form),
    ] : [sealed('Credentials', client, encryptedData, form, data)];
  },
});

/** The key with the hash of the password, if the controller reads one in the client's Secret. */
function sharedKey(model: CredentialsModel): string[] {
  const { content, key } = model.demand.form;
  return !needsOwnSecret(model) && content === 'password-file' ? [key!] : [];
}

// in Base64: the length of a key of 1024 bits (two bytes), that key, and the tag of the data
const SHORTEST_CIPHERTEXT = 4 * Math.ceil((2 + 128 + 16) / 3);

/** Checks that an option has ciphertexts under all required keys, and only under those that are allowed. */
function checkCiphertexts(option: string, data: unknown, required: readonly string[], allowed = required): Finding[] {
  if (data == null) return found('missing-field', option, { reason: 'keys', keys: required });
  if (!isObject(data)) return hidden('invalid-type', 'ciphertext', option);
  const isCiphertext = (value: unknown) => typeof value === 'string'
    && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0 && value.length >= SHORTEST_CIPHERTEXT;
  return within(option, [
    ...required.filter(key => data[key] == null).flatMap(key => found('missing-field', [key], { reason: 'required' })),
    ...only(...allowed)(data, ''),
    ...Object.keys(data).flatMap(key => data[key] == null || isCiphertext(data[key]) ? FINE
      : found('plaintext-password', [key], { reason: 'expected', shape: 'sealed' })),
  ]);
}
