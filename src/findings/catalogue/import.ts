import type { Explanation } from '../explanation';

/** What `import` says of manifests, in comments of the program or on the terminal. */
export const IMPORT_CODES = {
  'password-in-manifest': {
    cause: 'A manifest that is imported has what looks like a password: the data of a Secret, a value whose name has a word such as `password` or `token` in it, or a URL with a password. The program has it in plain text, and so does the repository of the program.',
    remedy: 'Take it out of the program: refer to a Secret that is created elsewhere (`fromSecret`, `valueFrom`), or pass the value as a prop that `main.ts` reads from outside.',
    says: {
      value: {
        problem: 'looks like a password ({name:bare}), which is now in the program',
        remedy: 'take it out of the program, and refer to a Secret that is created elsewhere',
      },
      url: {
        problem: 'has a URL with a password, which is now in the program',
        remedy: 'take it out of the program, and refer to a Secret that is created elsewhere',
      },
    },
  },
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
