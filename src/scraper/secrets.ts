import { CredentialsModel, SecretNames } from './model';
import { PasswordHash } from './password-hash';
import { Finding, FINE, found, hidden } from '../findings/finding';
import { Shown } from '../findings/shown';

/** The data keys of a client, on every platform. */
export const USERNAME_KEY = 'username';
export const PASSWORD_KEY = 'password';

/** The forms of one password in a manifest: values, or templates that an operator in the cluster replaces with values. */
export interface PasswordTexts {
  readonly password: string;
  readonly hash: () => string;
  /** A line of a password file. */
  readonly line: () => string;
}

/** A Secret to render. */
export interface PlannedSecret {
  readonly name: string;
  readonly type?: string;
  readonly labels?: Record<string, string>;
  readonly data: Record<string, string>;
}

/** Whether the controller needs a separate Secret. */
export function needsOwnSecret({ demand: { form } }: CredentialsModel): boolean {
  return form.content === 'user-keys' || form.alone === true;
}

/** The names of the Secrets that are rendered for an access. */
export function secretNames(model: CredentialsModel): SecretNames {
  const client = `${model.name}-credentials`;
  return { client, controller: { name: needsOwnSecret(model) ? `${model.name}-basic-auth` : client } };
}

/** The Secrets of an access, derived from one password, so that client and controller always agree. The client's comes first. */
export function planSecrets(model: CredentialsModel, texts: PasswordTexts): PlannedSecret[] {
  const { client, controller } = secretNames(model);
  const { type, labels } = model.demand.form;
  const forClient = { [USERNAME_KEY]: model.user, [PASSWORD_KEY]: texts.password };
  const forController = controllerData(model, texts);
  return needsOwnSecret(model)
    ? [{ name: client, data: forClient }, { name: controller.name, type, labels, data: forController }]
    : [{ name: client, type, labels, data: { ...forClient, ...forController } }];
}

/** The data of a Secret in base64, as a cluster stores and returns them. */
export function encoded(data: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]));
}

function controllerData({ demand: { form }, user }: CredentialsModel, texts: PasswordTexts): Record<string, string> {
  switch (form.content) {
    case 'password-file': return { [form.key!]: texts.line() };
    case 'user-keys': return { [user]: texts.hash() };
    case 'plain': return {};
  }
}

/** The first of some hashes that the controller accepts. */
export function firstAccepted({ demand }: CredentialsModel, hashes: readonly PasswordHash[]): PasswordHash | undefined {
  return hashes.find(hash => demand.form.hashes.includes(hash));
}

/** Checks for a known kind of hash. Any other value may be a hash itself, so it is not shown. */
export function checkKnownHash(hash: unknown, field: string): Finding[] {
  return Object.values<unknown>(PasswordHash).includes(hash) ? FINE : hidden('invalid-value', 'hash', field);
}

/** Checks that the controller accepts the chosen hash, and that the source of the password can compute it. */
export function checkHash(model: CredentialsModel, hash: PasswordHash | undefined, made: readonly PasswordHash[]): Finding[] {
  if (hash === undefined) return FINE;
  const { demand: { form }, controller } = model;
  const known = checkKnownHash(hash, 'hash');
  if (known.length > 0) return known;
  const value = Shown.of(hash);
  if (!made.includes(hash)) return found('hash-not-accepted', 'hash', { reason: 'not-made', made, value });
  if (form.content === 'plain') return found('hash-not-accepted', 'hash', { reason: 'not-hashed', controller, value });
  if (form.hashes.includes(hash)) return FINE;
  const usual = made.find(each => form.hashes.includes(each));
  const remedy = usual ? `leave it out to use ${usual}` : 'choose another controller';
  return found('hash-not-accepted', 'hash', { reason: 'not-accepted', controller, accepted: form.hashes, value, remedy });
}

/** A template expression that rejects empty passwords, whose hash would let everyone in, and passwords too long for bcrypt. */
export function bcryptGuard(password: string): string {
  return `{{ if or (eq (${password}) "") (gt (len (${password})) 72) }}{{ fail "the password must have 1 to 72 bytes" }}{{ end }}`;
}

/** A template expression that rejects empty passwords. */
export function emptyGuard(password: string): string {
  return `{{ if eq (${password}) "" }}{{ fail "the password must not be empty" }}{{ end }}`;
}
