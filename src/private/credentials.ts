import { Check, FINE, finding, showType, wrong } from './finding';

const USER = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * A user name for basic authentication. A `:` ends it on the wire and in password files; the rest of what is left out here is refused in one of the
 * places to which it goes (a key of a Secret), or would have to be escaped there (a template). What follows a `:` may be the password.
 */
export const userName: Check = (value, field) => typeof value === 'string' && value.length <= 128 && USER.test(value)
  ? FINE
  : wrong('invalid-user', field, 'be at most 128 letters, digits, \'.\', \'_\' and \'-\', the first a letter or digit',
    typeof value === 'string' ? value.replace(/:.*$/s, ':…') : value, 'a \':\' in particular would end the name: choose another user');

/** The longest password that bcrypt looks at in whole. */
const LONGEST_PASSWORD = 72;

/** A password, which is never shown. */
export const password: Check = (value, field) => {
  const say = (problem: string, remedy: string) => finding('invalid-password', field, `${problem}; it is not shown`, remedy);
  if (typeof value !== 'string') return say(`must be a string, got ${showType(value)}`, 'put it in quotes');
  if (value === '') return say('must not be empty', 'choose a long random one');
  if (value.length > LONGEST_PASSWORD) return say(`must have at most ${LONGEST_PASSWORD} characters, has ${value.length}`, 'bcrypt would ignore the rest: choose a shorter one');
  return /^[\x20-\x7e]+$/.test(value)
    ? FINE
    : say('must have printable ASCII characters only, without line breaks', 'a line break often comes from reading a file: trim it');
};
