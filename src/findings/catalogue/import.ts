import type { Explanation } from '../explanation';

/** What `import` says of manifests, in comments of the program or on the terminal. */
export const IMPORT_CODES = {
  'not-in-types': {
    cause: 'A value of a manifest does not fit the types of this library: its field is newer than they are, it is null, or it is of another type. `import` writes it as plain data, and names it in a comment of the program.',
    remedy: 'Keep it as it is, or correct the value in the program.',
    says: {
      'unknown': { problem: 'is not in the types' },
      'null': { problem: 'is null' },
      'string': { problem: 'is not a string' },
      'number': { problem: 'is not a number' },
      'boolean': { problem: 'is not a boolean' },
      'list': { problem: 'is not a list' },
      'map': { problem: 'is not a map' },
      'object': { problem: 'is not an object' },
      'value': { problem: 'has a value that the types do not know' },
      'version': { problem: 'is not {version:bare}' },
      'changed': { problem: 'would be written in another way' },
      'date': { problem: 'is a date, which the types write in another form' },
      'no-type': { problem: 'no type for {type:bare}' },
      'outside': { problem: 'no type for {type:bare} outside of an application' },
      'both-names': { problem: 'is beside a componentName' },
      'missing': { problem: 'is missing' },
      'added': { problem: 'would be added' },
      'empty': { problem: 'is empty' },
      'nothing': { problem: 'holds a null or an empty value, which cdk8s leaves out' },
    },
  },
} as const satisfies Record<string, Explanation>;
