import { asProps, checkOptions, list, object, pattern } from '../../private/check';
import { Check, FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import { isDataKey, namespaceName, secretName } from '../../private/names';
import { snapshot } from '../../private/plain';
import { CredentialsModel, CredentialsSource, SecretForm, SecretNames } from '../model';
import { PasswordHash } from '../password-hash';
import { checkKnownHash, PASSWORD_KEY, USERNAME_KEY } from '../secrets';

/** A Secret that is in the cluster already. What is told of it is checked. */
export interface ExistingSecretOptions {
  /** Name of the Secret that the controller reads. */
  readonly name: string;

  /**
   * Namespace of the Secret. Most controllers read Secrets of the Ingress's own namespace only.
   *
   * @default - the system namespace
   */
  readonly namespace?: string;

  /**
   * Type of the Secret.
   *
   * @default - not told, and not checked
   */
  readonly type?: string;

  /**
   * Keys of its data.
   *
   * @default - not told, and not checked
   */
  readonly keys?: string[];

  /**
   * How the password is hashed in it.
   *
   * @default - not told, and not checked
   */
  readonly hash?: PasswordHash;

  /**
   * Name of the Secret of the system namespace in which a client finds the password, under the key `password`.
   *
   * @default - the same Secret, where the controller puts up with that key
   */
  readonly clientSecretName?: string;
}

const secretKey: Check = (value, field) => isDataKey(value)
  ? FINE
  : finding('invalid-value', field, 'must be a key of a Secret (letters, digits, \'-\', \'_\' and \'.\'); what was given is not shown', 'give keys alone, never what they hold');

const OPTIONS = object({
  name: secretName,
  namespace: namespaceName,
  type: pattern(/^[A-Za-z0-9./_-]+$/, 'secret-type'),
  keys: (value, field) => Array.isArray(value) ? list(secretKey, { min: 1, what: 'key' })(value, field) : finding('invalid-type', field, 'must be a list of keys'),
  hash: checkKnownHash,
  clientSecretName: secretName,
}, ['name']);

const PROPS = ['name', 'namespace', 'type', 'keys', 'hash', 'clientSecretName'];

/** The name of a Secret, and what is known of it. */
export function existing(props: ExistingSecretOptions): CredentialsSource {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    comesLater: false,
    check: model => {
      const findings = checkOptions(taken, PROPS, () => OPTIONS(given, ''));
      return findings.length > 0 ? findings : [...checkNamespace(model, given), ...checkForm(model, given)];
    },
    secrets: model => secretsOf(model, given),
    render: () => [],
  };
}

function secretsOf({ namespace }: CredentialsModel, given: ExistingSecretOptions): SecretNames {
  const elsewhere = given.namespace !== undefined && given.namespace !== namespace;
  return { client: given.clientSecretName ?? given.name, controller: { name: given.name, ...elsewhere ? { namespace: given.namespace } : {} } };
}

function checkNamespace(model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { controller } = secretsOf(model, given);
  if (!controller.namespace) return FINE;
  return [
    ...model.demand.otherNamespaces ? FINE : finding('secret-namespace', 'namespace',
      `must be "${model.namespace}", got "${controller.namespace}": ${model.controller} reads no Secret of another namespace${model.demand.unless ? ` unless ${model.demand.unless}` : ''}`,
      'copy the Secret, or have an operator make it there'),
    ...given.clientSecretName !== undefined ? FINE : clientSecretMissing(`a client looks for its password in namespace "${model.namespace}"`),
  ];
}

/** The Secret must be of one of the forms that the controller understands: the one that it comes nearest to speaks. */
function checkForm(model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { form, others = [] } = model.demand;
  const forms = [form, ...others];
  // one who tells of a hash has a Secret with hashes
  const hashing = given.hash === undefined ? [] : forms.filter(each => each.hashes.length > 0);
  const found = (hashing.length > 0 ? hashing : forms).map(each => misfits(each, model, given));
  return found.reduce((best, each) => each.length < best.length ? each : best);
}

function misfits(form: SecretForm, model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  return [misfitType, misfitKeys, misfitHash, misfitClient].flatMap(misfit => misfit(form, model, given));
}

function misfitType({ type, notOfType }: SecretForm, { controller }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  if (notOfType !== undefined && given.type === notOfType) {
    return finding('secret-not-accepted', 'type', `must not be "${notOfType}", of which ${controller} reads other keys`, 'make a Secret of another type');
  }
  return !type || given.type === undefined || given.type === type ? FINE : finding('secret-not-accepted', 'type',
    `must be "${type}" for ${controller}, got "${given.type}"`, 'make a Secret of that type: the type of one that exists cannot be changed');
}

function misfitKeys(form: SecretForm, { controller, user }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { keys } = given;
  if (!keys) return FINE;
  const shown = keys.map(key => `"${key}"`).join(', ');
  const refuse = (problem: string, remedy: string) => finding('secret-not-accepted', 'keys', `${problem}, got ${shown}`, remedy);
  const wanted = form.content === 'plain' ? [USERNAME_KEY, PASSWORD_KEY] : form.content === 'user-keys' ? [user] : form.key ? [form.key] : [];
  if (!wanted.every(key => keys.includes(key))) {
    return refuse(`must have ${wanted.map(key => `"${key}"`).join(' and ')} for ${controller}`, 'add what is missing to the Secret');
  }
  if (form.content === 'user-keys' && [USERNAME_KEY, PASSWORD_KEY].some(key => keys.includes(key) && key !== user)) {
    return refuse(`must be names of users for ${controller}, which takes each value for the hash of a user`, 'keep the client\'s keys in a Secret of their own, and name it in \'clientSecretName\'');
  }
  return form.alone && keys.length > 1 ? refuse(`must be a single key for ${controller}`, 'keep the other keys in a Secret of their own') : FINE;
}

function misfitHash(form: SecretForm, { controller }: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  if (given.hash === undefined || form.hashes.includes(given.hash)) return FINE;
  return finding('hash-not-accepted', 'hash', form.hashes.length === 0
    ? `must not be a hash for ${controller}, which reads the password itself, got "${given.hash}"`
    : `must be one that ${controller} accepts (${form.hashes.join(', ')}), got "${given.hash}"`, 'make the Secret anew');
}

function misfitClient(form: SecretForm, model: CredentialsModel, given: ExistingSecretOptions): Finding[] {
  const { client, controller } = secretsOf(model, given);
  if (controller.namespace !== undefined || client !== controller.name) return FINE;
  if ((form.content === 'user-keys' || form.alone) && given.clientSecretName !== undefined) {
    return finding('secret-not-accepted', 'clientSecretName', `must be another Secret than "${given.name}", which has no room for the client's "${PASSWORD_KEY}" for ${model.controller}`, 'keep the client\'s keys in a Secret of their own');
  }
  if (form.content === 'user-keys' || form.alone) {
    const keys = form.alone ? 'has a single key' : 'has users for keys';
    return clientSecretMissing(`a Secret that ${keys}, as ${model.controller} wants it, has no room for the client's "${PASSWORD_KEY}"`);
  }
  return given.keys?.includes(PASSWORD_KEY) ?? true ? FINE : clientSecretMissing(`the Secret has no key "${PASSWORD_KEY}"`);
}

function clientSecretMissing(why: string): Finding[] {
  return finding('missing-field', 'clientSecretName', `is required: ${why}`, `name the Secret with the key "${PASSWORD_KEY}"`);
}
