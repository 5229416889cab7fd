/** A part of a value that is not as a matcher wants it. */
export interface Mismatch {
  /**
   * What must be there, such as `a multiple of 3`: the message is "must be a multiple of 3, got 4". It is not shown where there may be a
   * password.
   *
   * @default - what the matcher says of itself
   */
  readonly expected?: string;

  /**
   * The way from the value to the part: names of fields, and indexes of elements as strings, such as `['ports', '0', 'name']`.
   *
   * @default - the value itself
   */
  readonly path?: string[];
}
