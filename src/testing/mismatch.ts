/** A part of a value that does not match. */
export interface Mismatch {
  /**
   * What the part must be, such as `a multiple of 3`: the message is "must be a multiple of 3, got 4". It is not shown where a password is
   * possible.
   *
   * @default - the description of the matcher
   */
  readonly expected?: string;

  /**
   * The path from the value to the part: names of fields, and indexes of elements as strings, such as `['ports', '0', 'name']`.
   *
   * @default - the value itself
   */
  readonly path?: string[];
}
