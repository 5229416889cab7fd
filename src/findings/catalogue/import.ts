import type { Explanation } from '../explanation';

/** What to do about what the program has as plain data. */
const KEEP = 'keep it, or correct the value in the program';

/** What `import` says of manifests, in comments of the program or on the terminal. */
export const IMPORT_CODES = {
  'password-in-manifest': {
    cause: 'A manifest that is imported has what looks like a password: the data of a Secret, a value whose name has a word such as `password` or `token` in it, or a URL with a password.',
    background: 'The program has it in plain text, and so does the repository of the program.',
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
    cause: 'A value of a manifest does not fit the types of this library: its field is newer than they are, it is null, or it is of another type.',
    background: '`import` writes it as plain data, and names it in a comment of the program.',
    remedy: 'Keep it as it is, or correct the value in the program.',
    says: {
      'unknown': { problem: 'is not in the types', remedy: KEEP },
      'null': { problem: 'is null', remedy: KEEP },
      'string': { problem: 'is not a string', remedy: KEEP },
      'number': { problem: 'is not a number', remedy: KEEP },
      'boolean': { problem: 'is not a boolean', remedy: KEEP },
      'list': { problem: 'is not a list', remedy: KEEP },
      'map': { problem: 'is not a map', remedy: KEEP },
      'object': { problem: 'is not an object', remedy: KEEP },
      'value': { problem: 'has a value that the types do not allow', remedy: KEEP },
      'version': { problem: 'is not {version:bare}', remedy: KEEP },
      'changed': { problem: 'would be written differently', remedy: KEEP },
      'date': { problem: 'is a date, which the types write differently', remedy: KEEP },
      'no-type': { problem: 'no type for {type:bare}', remedy: KEEP },
      'outside': { problem: 'no type for {type:bare} outside of an application', remedy: KEEP },
      'both-names': { problem: 'is beside a componentName', remedy: KEEP },
      'missing': { problem: 'is missing', remedy: KEEP },
      'added': { problem: 'would be added', remedy: KEEP },
      'empty': { problem: 'is empty', remedy: KEEP },
      'nothing': { problem: 'holds a null or an empty value, which cdk8s leaves out', remedy: KEEP },
    },
  },
} as const satisfies Record<string, Explanation>;
