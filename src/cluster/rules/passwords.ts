import { judged, ObjectRule } from './rule';
import { isObject, PlainFields } from '../../base/check';
import { Finding, FINE, found, within } from '../../base/findings/finding';
import {
  assignedPassword, containsPassword, isPassword, isPlaceholder, PASSWORD_FORM, withoutCredentials,
} from '../../base/masking';
import { isSubstituted, isWhollySubstituted } from '../../base/substitution';

/** Passwords in objects of any kind: everybody who can read the manifests, or the repository with them, has them. */
export const PASSWORDS: ObjectRule = {
  subject: 'Passwords',
  kinds: 'all',
  findings: {
    'password-in-manifest': 'data of a Secret that no tool replaces or decrypts; a field, a variable, an argument or a '
      + 'line of a file whose name ends with the word for a password; a URL with a password; a token or a private key, '
      + 'by its form',
  },
  authority: 'the names and the values in public manifests',
  proof: 'test/cluster/rules/passwords.test.ts',
  isInsecure: true,
  judge: object => judged(object, passwordsIn(object), 'warning'),
};

/** Keys of encrypted data: unlike plain passwords, it may be in a manifest, and so in a repository. */
const ENCRYPTED = /encrypted|^sops$/i;
/** The data of a Secret, misspelt or not. */
const DATA = /(?<!meta)data$/i;
/** The keys of files in which passwords have names. */
const SETTINGS = /\.(?:conf|ini|properties|ya?ml)$/;

/** Finds what looks like a password in plain data. No finding holds the value. */
export function passwordsIn(value: unknown, name = ''): Finding[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    const assigned = isPassword(name, text) ? name : assignedPassword(text);
    if (assigned !== undefined) return found('password-in-manifest', '', { reason: 'value', name: assigned });
    const [, password = ''] = text.includes('@') && /\/\/[^\s/:?#@]*:([^\s/?#]*)@(?!sha\d)/.exec(text) || [];
    if (!isPlaceholder(password)) return found('password-in-manifest', '', { reason: 'url' });
    return PASSWORD_FORM.test(text) ? found('password-in-manifest', '', { reason: 'form' }) : FINE;
  }
  if (typeof value !== 'object' || value === null) return FINE;
  const { kind, name: variable } = value as PlainFields;
  // a definition has descriptions and examples
  if (kind === 'CustomResourceDefinition') return FINE;
  const isList = Array.isArray(value);
  const findings: Finding[] = [];
  for (const [key, each] of Object.entries(value)) {
    const own = isList ? name : key === 'value' && typeof variable === 'string' ? variable : key;
    const inner = kind === 'Secret' && DATA.test(key) ? secretDataFindings(key, value as PlainFields)
      : passwordsIn(each, own);
    if (inner.length > 0 && !ENCRYPTED.test(key)) findings.push(...within([isList ? Number(key) : key], inner));
  }
  return findings;
}

/**
 * All data of a Secret is secret, whatever it is called, but for groups of Kong, what tools replace, and files with
 * settings alone.
 */
function secretDataFindings(field: string, { metadata, [field]: data }: PlainFields): Finding[] {
  if (data == null || metadata?.labels?.['konghq.com/credential'] === 'acl') return FINE;
  if (!isObject(data)) return found('password-in-manifest', '', { reason: 'value', name: field });
  const keys = Object.keys(data).filter(key => {
    const given = String(data[key] ?? '').trim();
    const texts = field === 'data' ? [given, Buffer.from(given, 'base64').toString().trim()] : [given];
    return !texts.some(text => isWhollySubstituted(text)
      || isPlaceholder(text) && !isSubstituted(text) && !text.includes('@@')
      || SETTINGS.test(key) && /[:=] .*\n/.test(text) && !containsPassword(text) && withoutCredentials(text) === text);
  });
  return keys.length === 0 ? FINE : found('password-in-manifest', '', { reason: 'secret', keys });
}
