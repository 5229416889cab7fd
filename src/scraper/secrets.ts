import { CredentialsModel, SecretNames } from './model';
import { PasswordHash } from './password-hash';
import { FINE, Finding, finding, wrong } from '../private/finding';

/** The data keys of a client, on every platform. */
export const USERNAME_KEY = 'username';
export const PASSWORD_KEY = 'password';

/** What becomes of one password: texts for a manifest, be they values or what an operator in the cluster replaces by values. */
export interface PasswordTexts {
  readonly password: string;
  readonly hash: () => string;
  /** A line of a password file. */
  readonly line: () => string;
}

/** A Secret that is made. */
export interface PlannedSecret {
  readonly name: string;
  readonly type?: string;
  readonly labels?: Record<string, string>;
  readonly data: Record<string, string>;
}

/** Whether the controller needs a Secret of its own. */
export function needsOwnSecret({ demand: { form } }: CredentialsModel): boolean {
  return form.content === 'user-keys' || form.alone === true;
}

/** The names of the Secrets that are made for an access. */
export function secretNames(model: CredentialsModel): SecretNames {
  const client = `${model.name}-credentials`;
  return { client, controller: { name: needsOwnSecret(model) ? `${model.name}-basic-auth` : client } };
}

/** The Secrets of an access, made of one password, so that client and controller cannot disagree. The client's comes first. */
export function planSecrets(model: CredentialsModel, texts: PasswordTexts): PlannedSecret[] {
  const { client, controller } = secretNames(model);
  const { type, labels } = model.demand.form;
  const forClient = { [USERNAME_KEY]: model.user, [PASSWORD_KEY]: texts.password };
  const forController = controllerData(model, texts);
  return needsOwnSecret(model)
    ? [{ name: client, data: forClient }, { name: controller.name, type, labels, data: forController }]
    : [{ name: client, type, labels, data: { ...forClient, ...forController } }];
}

function controllerData({ demand: { form }, user }: CredentialsModel, texts: PasswordTexts): Record<string, string> {
  switch (form.content) {
    case 'password-file': return { [form.key!]: texts.line() };
    case 'user-keys': return { [user]: texts.hash() };
    case 'plain': return {};
  }
}

/** The first of the hashes that the controller accepts. */
export function firstAccepted({ demand }: CredentialsModel, hashes: readonly PasswordHash[]): PasswordHash | undefined {
  return hashes.find(hash => demand.form.hashes.includes(hash));
}

/** A hash that was chosen must be one that the controller accepts, and that is made where the password is. */
export function checkHash(model: CredentialsModel, hash: PasswordHash | undefined, made: readonly PasswordHash[]): Finding[] {
  if (hash === undefined) return FINE;
  const { demand: { form }, controller } = model;
  if (!made.includes(hash)) return wrong('invalid-value', 'hash', `be one that can be made here (${made.join(', ')})`, hash, 'leave it out');
  if (form.content === 'plain') {
    return finding('hash-not-accepted', 'hash', `must not be given, got "${hash}": ${controller} hashes the password itself`, 'leave it out');
  }
  const allowed = made.filter(each => form.hashes.includes(each));
  return form.hashes.includes(hash) ? FINE : finding('hash-not-accepted', 'hash', `must be one that ${controller} accepts (${form.hashes.join(', ')}), got "${hash}"`,
    allowed.length > 0 ? `leave it out for ${allowed[0]}` : 'choose another controller');
}

/** What to do in place of writing a password into a program. */
export const PLAINTEXT_REMEDY = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';
