import { Finding, FINE, found, hidden, within } from '../../../base/findings/finding';
import { isObject, object, oneOf, only } from '../../../base/check';
import {
  CredentialsKind, CredentialsModel, PlannedObject, bcryptGuard, needsOwnSecret, PASSWORD_KEY, PlannedSecret,
  secretNames, USERNAME_KEY,
} from '../model';
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

  /**
   * The scope for which the ciphertext was created.
   *
   * @default SealedSecretScope.STRICT
   */
  readonly scope?: SealedSecretScope;
}

/** Ciphertext, decrypted by Sealed Secrets. */
export const SEALED_SECRET: CredentialsKind<SealedSecretOptions> = {
  options: ['encryptedData', 'controllerEncryptedData', 'scope'],
  comesLater: true,
  check: (model, given) => [
    ...object({ scope: oneOf(SealedSecretScope) })(given, ''),
    ...within('encryptedData', checkData(given.encryptedData, clientKeys(model))),
    ...checkOwn(model, given),
  ],
  render,
};

type Ciphertext = SealedSecretOptions['encryptedData'];

interface Keys {
  readonly required: string[];
  readonly optional: string[];
}

function clientKeys(model: CredentialsModel): Keys {
  const { form } = model.demand;
  const key = !needsOwnSecret(model) && form.content === 'password-file' ? [form.key!] : [];
  const made = form.hashes.includes(PasswordHash.BCRYPT);
  return { required: [PASSWORD_KEY, ...made ? [] : key], optional: made ? key : [] };
}

function checkOwn(model: CredentialsModel, given: SealedSecretOptions): Finding[] {
  const own = given.controllerEncryptedData;
  if (needsOwnSecret(model)) return within('controllerEncryptedData', checkData(own, { required: [model.user], optional: [] }));
  const { controller } = model;
  return own == null ? FINE : found('invalid-value', 'controllerEncryptedData', { reason: 'not-with', other: controller });
}

function checkData(data: unknown, { required, optional }: Keys): Finding[] {
  if (data == null) return found('missing-field', '', { reason: 'keys', keys: required });
  if (!isObject(data)) return hidden('invalid-type', 'ciphertext', '');
  const plain = Object.keys(data).filter(key => data[key] != null && !isCiphertext(data[key]));
  return [
    ...required.filter(key => data[key] == null).flatMap(key => found('missing-field', [key], { reason: 'required' })),
    ...only(...required, ...optional)(data, ''),
    ...plain.flatMap(key => found('plaintext-password', [key], { reason: 'expected', shape: 'sealed' })),
  ];
}

/**
 * The shortest ciphertext in Base64: the length of a key of 1024 bits (two bytes), that key, and the tag of the data.
 */
const SHORTEST = 4 * Math.ceil((2 + 128 + 16) / 3);

function isCiphertext(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0 && value.length >= SHORTEST;
}

function render(model: CredentialsModel, given: SealedSecretOptions): PlannedObject[] {
  const { client, controller } = secretNames(model);
  const { form } = model.demand;
  const kind = { type: form.type, labels: form.labels };
  const own = needsOwnSecret(model);
  const { encryptedData, controllerEncryptedData, scope } = given;
  const sealed = (id: string, secret: PlannedSecret, ciphertext: Ciphertext) =>
    sealedSecretOf(model.namespace, id, secret, ciphertext, scope);
  return [
    sealed('Credentials', { name: client, ...own ? {} : kind, data: madeData(model, given) }, encryptedData),
    ...own ? [sealed('BasicAuth', { name: controller.name, ...kind, data: {} }, controllerEncryptedData!)] : [],
  ];
}

/**
 * The template data beside the ciphertext: the user name, which is not secret, and a hash that the cluster derives, so
 * that it always matches the password.
 */
function madeData(model: CredentialsModel, given: SealedSecretOptions): Record<string, string> {
  const { form } = model.demand;
  const line = !needsOwnSecret(model) && form.content === 'password-file' && given.encryptedData[form.key!] === undefined;
  return {
    [USERNAME_KEY]: model.user,
    ...line ? { [form.key!]: `${model.user}:${bcryptGuard(`.${PASSWORD_KEY}`)}{{ bcrypt .${PASSWORD_KEY} }}` } : {},
  };
}

function sealedSecretOf(
  namespace: string, id: string, secret: PlannedSecret, encryptedData: Ciphertext, scope = SealedSecretScope.STRICT,
): PlannedObject {
  const { name, type, labels, data } = secret;
  const metadata = { namespace, name };
  const annotations = scope === SealedSecretScope.STRICT ? undefined : { [`sealedsecrets.bitnami.com/${scope}`]: 'true' };
  return {
    id,
    apiVersion: 'bitnami.com/v1alpha1',
    kind: 'SealedSecret',
    metadata: { ...metadata, annotations },
    spec: {
      encryptedData: { ...encryptedData },
      template: { type: type ?? 'Opaque', metadata: { ...metadata, labels }, data: Object.keys(data).length > 0 ? data : undefined },
    },
  };
}
