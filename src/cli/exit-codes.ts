/** What the command ends with. */
export enum ExitCode {
  /** It was done, and all is well. */
  FINE = 0,
  /** It was done, and the answer is no: something is not up, has errors, cannot be rendered, or differs. */
  NOT_FINE = 1,
  /** It could not be done: the input cannot be read, nobody answers, or the command was not understood. */
  NOT_DONE = 2,
}
