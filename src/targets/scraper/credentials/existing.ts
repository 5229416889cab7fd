import { dataKey } from '../../../base/definitions/type';
import { Finding, FINE, found, hidden, Shown } from '../../../base/findings/finding';
import { list, object, pattern } from '../../../base/check';
import { namespaceName, secretName } from '../../../base/names';
import {
  CredentialsKind, CredentialsModel, SecretForm, SecretNames, checkKnownHash, PASSWORD_KEY, USERNAME_KEY,
} from '../model';
import { PasswordHash } from '../password-hash';

/** A Secret that already exists in the cluster. The properties given here are checked. */
export interface ExistingSecretOptions {
  /** Name of the Secret that the controller reads. */
  readonly name: string;

  /**
   * Namespace of the Secret. Most controllers read only Secrets in the namespace of the Ingress.
   *
   * @default - the system namespace
   */
  readonly namespace?: string;

  /**
   * Type of the Secret.
   *
   * @default - unknown, and not checked
   */
  readonly type?: string;

  /**
   * Keys of its data.
   *
   * @default - unknown, and not checked
   */
  readonly keys?: string[];

  /**
   * How the password is hashed in it.
   *
   * @default - unknown, and not checked
   */
  readonly hash?: PasswordHash;

  /**
   * Name of the Secret in the system namespace in which a client finds the password, under the key `password`.
   *
   * @default - the same Secret, if the controller tolerates that key
   */
  readonly clientSecretName?: string;
}

const OPTIONS = object({
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
  options: ['name', 'namespace', 'type', 'keys', 'hash', 'clientSecretName'],
  comesLater: false,
  check: (_, given) => OPTIONS(given, ''),
  fits: (model, given) => [...checkNamespace(model, given), ...checkForm(model, given)],
  secrets: secretsOf,
  render: () => [],
};

function secretsOf({ namespace }: CredentialsModel, given: ExistingSecretOptions): SecretNames {
  const elsewhere = given.namespace !== undefined && given.namespace !== namespace;
  const controller = { name: given.name, ...elsewhere ? { namespace: given.namespace } : {} };
  return { client: given.clientSecretName ?? given.name, controller };
}

function checkNamespace(model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { controller } = secretsOf(model, given);
  if (!controller.namespace) return FINE;
  return [
    ...model.demand.otherNamespaces ? FINE : otherNamespace(model, controller.namespace),
    ...given.clientSecretName !== undefined ? FINE : clientSecretMissing(),
  ];
}

function otherNamespace({ namespace: own, controller, demand: { unless } }: CredentialsModel, namespace: string): Finding[] {
  const known = { own, value: Shown.of(namespace), controller };
  return found('secret-namespace', 'namespace', unless ? { reason: 'unless', ...known, unless } : { reason: 'never', ...known });
}

/** The Secret must have one of the forms that the controller understands. Reports the findings on the closest one. */
function checkForm(model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { form, others = [] } = model.demand;
  const forms = [form, ...others];
  // a given hash means that the Secret contains hashes
  const hashing = given.hash === undefined ? [] : forms.filter(each => each.hashes.length > 0);
  const all = (hashing.length > 0 ? hashing : forms).map(each =>
    [misfitType, misfitKeys, misfitHash, misfitClient].flatMap(misfit => misfit(each, model, given)));
  return all.reduce((best, each) => each.length < best.length ? each : best);
}

function misfitType({ type, notOfType }: SecretForm, { controller }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  if (notOfType !== undefined && given.type === notOfType) {
    return found('secret-not-accepted', 'type', { reason: 'other-keys', type: notOfType, controller });
  }
  return !type || given.type === undefined || given.type === type
    ? FINE
    : found('secret-not-accepted', 'type', { reason: 'type', type, controller, value: Shown.of(given.type) });
}

function misfitKeys(form: SecretForm, { controller, user }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { keys } = given;
  if (!keys) return FINE;
  const lacks = (key: string) => !keys.includes(key);
  if (form.content === 'plain' && [USERNAME_KEY, PASSWORD_KEY].some(lacks)) {
    return found('secret-not-accepted', 'keys', { reason: 'no-user-and-password', controller, keys });
  }
  const key = form.content === 'user-keys' ? user : form.key;
  if (form.content !== 'plain' && key !== undefined && lacks(key)) {
    return found('secret-not-accepted', 'keys', { reason: 'no-key', key, controller, keys });
  }
  if (form.content === 'user-keys' && [USERNAME_KEY, PASSWORD_KEY].some(each => !lacks(each) && each !== user)) {
    return found('secret-not-accepted', 'keys', { reason: 'not-users', controller, keys });
  }
  return form.alone && keys.length > 1 ? found('secret-not-accepted', 'keys', { reason: 'other-keys-too', controller, keys }) : FINE;
}

function misfitHash(form: SecretForm, { controller }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  if (given.hash === undefined || form.hashes.includes(given.hash)) return FINE;
  const known = { controller, value: Shown.of(given.hash) };
  return found('hash-not-accepted', 'hash', form.hashes.length === 0
    ? { reason: 'not-hashed', ...known, remedy: 'recreate the Secret' }
    : { reason: 'not-accepted', ...known, accepted: form.hashes, remedy: 'recreate the Secret' });
}

function misfitClient(form: SecretForm, model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { client, controller } = secretsOf(model, given);
  if (controller.namespace !== undefined || client !== controller.name) return FINE;
  if (form.content === 'user-keys' || form.alone) {
    return given.clientSecretName === undefined ? clientSecretMissing()
      : found('secret-not-accepted', 'clientSecretName', { reason: 'client-keys', secret: given.name, controller: model.controller });
  }
  return given.keys?.includes(PASSWORD_KEY) ?? true ? FINE : clientSecretMissing();
}

function clientSecretMissing(): Finding[] {
  return found('missing-field', 'clientSecretName', { reason: 'required', way: 'client-secret' });
}
