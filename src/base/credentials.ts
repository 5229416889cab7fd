import { bad, Check, FINE, found, Shown } from './findings/finding';

const USER = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * A user name for basic authentication. A `:` ends it on the wire and in password files. The other characters that are excluded here are
 * invalid in one of its uses (a key of a Secret), or would need escapes there (a template). The text after a `:` may be the password, and
 * is not shown.
 */
export const userName: Check = (value, field) => typeof value === 'string' && value.length <= 128 && USER.test(value)
  ? FINE
  : bad('invalid-user', 'user', field, typeof value === 'string' && value.includes(':') ? `${value.split(':')[0]}:…` : value);

/** The maximum length of a password that bcrypt reads completely. */
const LONGEST_PASSWORD = 72;

/** A password, which is never shown. */
export const password: Check = (value, field) => {
  if (typeof value !== 'string') return found('invalid-password', field, { reason: 'type', value: Shown.typeOf(value) });
  if (value === '') return found('invalid-password', field, { reason: 'empty' });
  const { length } = value;
  if (length > LONGEST_PASSWORD) return found('invalid-password', field, { reason: 'long', max: LONGEST_PASSWORD, length });
  return /^[\x20-\x7e]+$/.test(value) ? FINE : found('invalid-password', field, { reason: 'characters' });
};
