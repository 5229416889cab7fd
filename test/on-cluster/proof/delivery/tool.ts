/** What is never deleted, since what it holds would be lost. */
export const isPrecious = ({ kind }: any) => kind === 'Namespace' || kind === 'PersistentVolumeClaim';

/** What Argo CD and Flux have in common to the steps of this proof. */
export interface Tool {
  /** The folder that tells it what to deliver. */
  readonly folder: '_argocd' | '_flux';
  /** Whether it leaves an object in the cluster when it takes away the part that has it. */
  stays(object: any): boolean;
  /** Lets it know a commit, without waiting for what becomes of that. */
  tell(commit: string): Promise<void>;
  /** Waits until it has applied all of a commit, in parts of these names and no others. */
  delivered(commit: string, parts: readonly string[]): Promise<void>;
  /** Lets it look again at everything, and waits until it has. */
  lookAgain(): Promise<void>;
  /** Waits until it complains of what delivers an environment that is no longer in the repository; answers with what it says. */
  complaint(environment: string): Promise<string>;
  /** Removes what a person has applied for an environment, in the way that takes its objects along. */
  remove(environment: string): Promise<void>;
  /** The objects of each part, as it reports them, in the order in which it names them. */
  managed(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The kinds of a part in the order of the last sync, if it tells; none if that was of some objects alone, as when it corrects them. */
  kindsInOrder?(part: string): Promise<string[]>;
}
