import { ErrorCode, ERRORS } from '../../findings/catalogue/all';
import type { Finding } from '../../findings/finding';
import { remedyOf } from '../../findings/words';

/** For codes of which the catalogue says what to do in a program, or only refers to the message. */
const IN_MANIFESTS: { readonly [code in ErrorCode]?: string } = {
  'invalid-name': 'use lower-case letters, digits, \'-\' and \'.\'',
  'invalid-scraper': 'write <namespace>/<deployment-name>',
  'invalid-type': 'give a value of this type',
  'invalid-value': 'give a value that is allowed',
  'missing-field': 'add the field',
  'unknown-field': 'leave it out, or check its spelling',
};

/** What to do: what the finding says, or else what is said of its code, in the style of findings. */
export function remedyFor(found: Finding): string {
  const { code } = found;
  const remedy = remedyOf(found, 'manifests');
  if (remedy !== undefined) return remedy;
  return IN_MANIFESTS[code] ?? ERRORS[code].remedy.replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase()).replace(/\.$/, '');
}
