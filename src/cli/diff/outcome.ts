import type { Consequence } from './consequence';
import type { FolderDifference } from './objects';
import type { Folders } from './report';
import type { AppFlags } from '../app/app';

/** The output formats. */
export const FORMATS = ['text', 'json', 'markdown'] as const;

/** The flags of the command `diff`. */
export interface DiffFlags extends AppFlags {
  readonly json?: boolean;
  readonly format?: (typeof FORMATS)[number];
  readonly between?: readonly string[];
}

/** The difference, with the information to report on it. */
export interface Outcome {
  readonly difference: FolderDifference;
  /** The effects on what runs, if one of the folders is to replace the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: Folders;
  /** The environments that have their own folders. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
}
