import type { Consequence } from './consequence';
import type { FolderDifference } from './objects';
import type { Folders } from './report';
import type { AppFlags } from '../app/app';
import type { ClusterFlags } from '../live/cluster-flags';

/** How the difference is printed. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif', 'github'] as const;

/** The flags of the command `diff`. */
export interface DiffFlags extends AppFlags, ClusterFlags {
  readonly json?: boolean;
  readonly format?: (typeof FORMATS)[number];
  readonly between?: readonly string[];
  readonly live?: boolean;
  readonly env?: string;
}

/** What differs, and what is to be told of it. */
export interface Outcome {
  readonly difference: FolderDifference;
  /** What it does to what runs, where one of the folders is to take the place of the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: Folders;
  /** Where the files of the app are once it has written them. */
  readonly output: Folders;
  /** The environments that have folders of their own. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
}
