import { resolve } from 'path';

/** The TypeScript compiler that checks types: TypeScript 7, in a tenth of the time. `typescript`, which jsii and typescript-eslint build on, is version 6. */
export const TSC = resolve(require.resolve('typescript-7/package.json'), '../bin/tsc');
