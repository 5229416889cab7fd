import { isSubstituted } from './substitution';
import { At, bad, Finding, FINE } from './findings/finding';

// the grammar of github.com/distribution/reference, by which kubelets and container runtimes read images

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[A-Fa-f0-9:]+\\])(?::[0-9]+)?`;
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';

/** The name of an image; the group is its path. What precedes the first slash is a host only if it looks like one. */
export const IMAGE_NAME = `(?:(?=[^/]*[.:A-Z]|localhost/)${HOST}/)?(${PART}(?:/${PART})*)`;
export const IMAGE_TAG = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
export const IMAGE_DIGEST = '(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})';

const IMAGE = new RegExp(`^${IMAGE_NAME}(?::${IMAGE_TAG})?(?:@${IMAGE_DIGEST})?$`);

/** An image of 64 hexadecimal digits would be its own identifier. */
const IDENTIFIER = /^[a-f0-9]{64}$/;

const LONGEST_PATH = 255;

/**
 * Reports a reference to an image that no kubelet can read, unless it has a placeholder or is one of ko.
 * Of a value with spaces only the first word is shown: what follows is no part of an image, and may be a password.
 */
export function imageFindings(image: string, at: At): Finding[] {
  const [, path] = IMAGE.exec(image) ?? [];
  const isImage = path !== undefined && path.length <= LONGEST_PATH && !IDENTIFIER.test(image);
  if (isImage || isSubstituted(image) || image.startsWith('ko://')) return FINE;
  const [first] = image.trim().split(/\s/, 1);
  return bad('invalid-value', 'image', at, first === image.trim() ? image : `${first} …`);
}
