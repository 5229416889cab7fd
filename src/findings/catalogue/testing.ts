import type { Explanation } from '../sentence';

/** What assertions on manifests find. */
export const TESTING_CODES = {
  'mismatch': {
    cause: 'A part of an object is not what a test expects.',
    background: 'What may be a password is not shown, neither the value nor what is expected in its place: see the test for that.',
    remedy: 'Change the program, or what the test expects.',
    says: {
      'value': ['must be {expected}, got {value}', '', 'change one of them'],
      'element': ['must contain {expected}', '', 'add it'],
      'close-element': ['must contain {expected}; element {index} comes closest', '', 'change that element'],
      'later-element': ['must contain {expected} behind element {index}', '', 'add it, or change the order'],
    },
  },
  'no-such-object': {
    cause: 'A test asks for an object that is not rendered.',
    remedy: 'Check the kind, the name, the namespace and the labels; the message lists the objects that come closest.',
    help: 'ask for an object that is rendered',
    says: {
      none: 'there is no {what:bare}',
      empty: 'there is no {what:bare}, and no object at all',
    },
  },
  'not-matched': {
    cause: 'A test expects objects with certain fields, and none of those that it asks for has them, or not all of them have.',
    remedy: 'Compare the fields that the message lists for the object that comes closest.',
    help: 'change the program, or what the test expects',
    says: {
      none: 'no {what:bare} matches; {object:bare} comes closest',
      some: '{number} of {all|object} do not match: {what:bare}',
    },
  },
  'object-count': {
    cause: 'A test expects another number of objects.',
    remedy: 'See which objects there are, in the message.',
    says: {
      count: ['must be {number|object}, got {all}: {what:bare}', '', 'change the program, or the number'],
      one: ['must be one object, got {all}: {what:bare}', 'ask for one of them by its name, its namespace or its labels'],
    },
  },
  'unexpected-object': {
    cause: 'A test expects that there is no such object.',
    remedy: 'Remove the object that the message names, or ask more precisely.',
    help: 'remove them, or ask more precisely',
    says: {
      some: 'must be none, got {all|object}: {what:bare}',
      matching: 'must be none that match, got {all|object}: {what:bare}',
    },
  },
} as const satisfies Record<string, Explanation>;
