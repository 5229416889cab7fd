import type { ErrorCode } from '../../findings/catalogue/all';

/**
 * The findings that keep a file, or a document in it, from being read at all, and why: nothing is known of what it
 * holds, so that the answer is neither yes nor no. All others are found in a text that was read (a key given twice, a
 * number that JSON does not have), or tell what it is (a template), which is an answer.
 */
const UNREADABLE = {
  'invalid-character': 'each reader would take the text for another one',
  'manifest-not-readable': 'the text is not known',
  'manifest-too-large': 'the text is not kept, nor looked at',
  'no-manifests': 'what was named holds nothing to read',
  'reading-stopped': 'what was not read is not known',
  'yaml-alias': 'what the alias stands for is not known',
  'yaml-document': 'where the document begins or ends is not known',
  'yaml-syntax': 'the text is no YAML',
  'yaml-too-deep': 'the document is not followed to its end',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Whether something was not read because of a finding with this code. */
export function isUnreadable(code: ErrorCode): boolean {
  return Object.hasOwn(UNREADABLE, code);
}
