/** What differs between the environments, except the versions of images, which are in images.yaml. */
export interface Settings {
  /** The name of the environment, of its folder, and of its cluster. */
  readonly name: string;
  /** The host of the application. */
  readonly host: string;
  /** How many pods it has. */
  readonly replicas: number;
}

/** The environments, in the order in which a release goes through them. */
export const SETTINGS: readonly Settings[] = [
  { name: 'dev', host: 'shop.dev.example.com', replicas: 1 },
  { name: 'staging', host: 'shop.staging.example.com', replicas: 1 },
  { name: 'prod', host: 'shop.example.com', replicas: 2 },
];
