import type { BinaryName } from '../bench/binaries';
import type { Cluster } from '../bench/cluster';
import type { CrdModuleName } from '../bench/crds';

/** The programs of a cluster. */
export const CLUSTER: readonly BinaryName[] = ['kube-apiserver', 'kube-controller-manager'];

/** Something that is proved by programs which the tests do not build. */
export interface Proof {
  /** What is claimed, in a sentence. */
  readonly claim: string;
  /** The programs that it runs, those of its cluster included. */
  readonly programs: readonly BinaryName[];
  /** Operators whose CustomResourceDefinitions it applies. @default - none */
  readonly crds?: readonly CrdModuleName[];
  /** Sentences and rows of pages that the proof holds against what it sees, by page. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** Fetches what it needs beside its programs, where there is a network; it is run in a namespace without one. @default - nothing */
  fetch?(): void;
  /** Proves it. */
  run(bench: ProofBench): Promise<void>;
}

/** What a proof is given. */
export interface ProofBench {
  /** Starts a cluster of its own. */
  cluster(): Promise<Cluster>;
  /** Tries one thing: fails, or answers in a few words what was seen. */
  tried(what: string, see: () => Promise<string>): Promise<void>;
}
