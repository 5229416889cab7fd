import type { Explanation } from '../explanation';

/** What YAML cannot hold, and fields that are not known at their place. */
export const DATA_CODES = {
  'not-plain': {
    cause: 'A value cannot be written as YAML: a class instance, a function, a token, NaN, an object that contains itself, or, seldom, a string that the readers of YAML in a cluster would reject or change: U+007F to U+009F, U+2028, U+2029, halves of surrogate pairs, the key `<<`, several lines with a tab in front, `0o17`.',
    remedy: 'Give its value: a string, a number, a boolean, a list or a plain object. `Quantity`, `IntOrString` and `Date` are accepted as they are.',
    says: {
      'not-finite': { problem: 'must be a finite number, got {number:bare}', remedy: 'leave it out, or give it as a string' },
      'data': { problem: 'must be plain data, got {value}', remedy: 'give its value' },
      'instance': { problem: 'must be plain data, got {value}', remedy: 'give its value, such as a string, a number or a plain object' },
      'date': { problem: 'must be a valid date', remedy: 'check what the Date is made of' },
      'loop': { problem: 'must not contain itself', remedy: 'break the loop' },
      'deep': { problem: 'is nested more than {most} levels deep', remedy: 'nest it less deeply' },
      'undefined': { problem: 'must not be undefined', remedy: 'leave the element out' },
      'character': {
        problem: 'has the character {character:bare}, which not every reader of YAML accepts',
        remedy: 'leave it out, or encode the string, for example in base64',
      },
      'number-like': {
        problem: 'is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"',
        remedy: 'spell it differently',
      },
      'blank-lines': { problem: 'has nothing but space in several lines, some of which would be lost', remedy: 'leave it out' },
      'leading-tab': {
        problem: 'has a tab at the beginning of its first line, which makes the whole file unreadable for Kubernetes',
        remedy: 'put a line with a comment in front',
      },
      'space-line': {
        problem: 'has a line of one space, and space or a control character that makes YAML quote the string: the space would become a backslash',
        remedy: 'remove the space in that line, and the space after the last line',
      },
      'merge-key': { problem: 'has the key "<<", which YAML reads as a merge', remedy: 'choose another key' },
    },
  },
  'unknown-field': {
    cause: 'A field does not exist at its place, and would be lost in the cluster.',
    remedy: 'Check its spelling. Fields newer than the types go into `overrides`.',
    says: {
      'not-known': { problem: 'is an unknown field; expected one of {known:list}', remedy: 'leave it out, or check its spelling' },
      'metadata': { problem: 'is an unknown field of metadata; expected one of {known:list}', remedy: 'leave it out, or check its spelling' },
      'unwritable': { problem: 'is an unknown field of metadata', remedy: 'leave it out' },
      'when-below-from': { problem: 'would be lost: conditions belong beside \'from\', not in it', remedy: 'move it one level up' },
      'elsewhere': { problem: 'is an unknown field; expected one of {known:list}', remedy: 'move it to {place:path}' },
      'function-config': { problem: 'is an unknown field', remedy: 'leave it out, or check its spelling' },
      'misspelt': {
        problem: 'is an unknown field; expected one of {known:list}; the API server silently drops it',
        remedy: 'write {word}',
      },
      'dropped': {
        problem: 'is an unknown field; expected one of {known:list}; the API server silently drops it',
        remedy: 'leave it out, or check where it belongs',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
