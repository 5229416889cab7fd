import * as fc from 'fast-check';

const [FIRST_SURROGATE, LAST_SURROGATE, LAST] = [0xd800, 0xdfff, 0x10ffff];

/** Any character of Unicode: fast-check's own `binary` takes more than a second in each suite that names it. */
export const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 0, max: FIRST_SURROGATE - 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: LAST_SURROGATE + 1, max: LAST }) },
).map(code => String.fromCodePoint(code));
