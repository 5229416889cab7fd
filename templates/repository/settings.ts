/** What differs between the environments, except the versions of images, which are in images.yaml. */
export interface Settings {
  /** The name of the environment, of its folder, and of its cluster. */
  readonly name: string;
  // begin requests
  /** The host of the application. */
  readonly host: string;
  // end requests
  /** How many pods it has. */
  readonly replicas: number;
}

/** The environments, in the order in which a release goes through them. */
export const SETTINGS: readonly Settings[] = [
{{entries}}];
