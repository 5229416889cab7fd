/** What the command ends with. */
export enum ExitCode {
  /** All is up, or the query was answered. */
  FINE = 0,
  /** Something that is declared is not up. */
  NOT_UP = 1,
  /** The scraper could not be asked, or the command was not understood. */
  NOT_ASKED = 2,
}
