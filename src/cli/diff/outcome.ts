import type { Consequence } from './consequence';
import type { FolderDifference } from './objects';
import type { Folders } from './report';
import type { AppFlags } from '../app/app';
import type { ClusterFlags } from '../live/cluster-flags';

/** The output formats. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'github'] as const;

/** The flags of the command `diff`. */
export interface DiffFlags extends AppFlags, ClusterFlags {
  readonly json?: boolean;
  readonly format?: (typeof FORMATS)[number];
  readonly between?: readonly string[];
  readonly live?: boolean;
  readonly env?: string;
}

/** The difference, with the information to report on it. */
export interface Outcome {
  readonly difference: FolderDifference;
  /** The effects on what runs, if one of the folders is to replace the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: Folders;
  /** The folders of the files of the app once it has written them. */
  readonly output: Folders;
  /** The environments that have their own folders. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
  /** What was not compared, for the summary. */
  readonly gap?: string;
}
