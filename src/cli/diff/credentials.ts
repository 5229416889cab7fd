// What looks like a password is not shown: too much is hidden rather than too little.

const WORDS = 'pass(?:word|wd|phrase)?|pwd|token|credential|authorization|bearer|(?:api|private|access|client|shared|secret)[-_. ]?(?:key|secret)';

/** What a key ends in whose value is a password. A key such as `secretName` names a Secret, which may be seen. */
const KEY = new RegExp(`(?:${WORDS})s?$`, 'i');
/** The same of a ConfigMap's keys, each of which is a value or a file of the user's own. */
const DATA_KEY = new RegExp(`(?:${WORDS}|secret|key)s?$`, 'i');
/** What the name of a variable holds. */
const VARIABLE = /pass|pwd|token|secret|key|cred|auth/i;
const IS_VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Whether the value of a key of a map looks like a password by what it is called. */
export function isSecretKey(key: string, isData: boolean): boolean {
  return (isData ? DATA_KEY : KEY).test(key) || IS_VARIABLE.test(key) && isSecretVariable(key);
}

/** Whether a variable looks like one by what it is called. */
export function isSecretVariable(name: string): boolean {
  return VARIABLE.test(name);
}

const ASSIGNMENT = new RegExp(`((?:${WORDS}|secret)s?["']?[ \\t]*(?:[:=>]|(?<=--?[\\w-]{0,50})[ \\t])[ \\t]*)[^\\s][^\\n]*`, 'gi');
const IN_URL = /(\/\/[^\s/:@]{0,500}:)[^\s/@][^\s@]{0,500}(?=@)/g;
const PRIVATE_KEY = /-----BEGIN [^\n-]*PRIVATE KEY-----[^]*?(?=-----END|$)/g;

/** A text with … in the place of what looks like a password in it; it has as many lines as before. */
export function withoutCredentials(text: string): string {
  return text
    .replace(PRIVATE_KEY, key => key.replace(/(KEY-----)[^\n]+|(\n)[^\n]+/g, (_, head = '', line = '') => `${head}${line}…`))
    .replace(IN_URL, '$1…')
    .replace(ASSIGNMENT, '$1…');
}
