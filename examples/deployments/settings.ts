/** What differs between the environments, but for the images, which are in images.yaml. */
export interface Settings {
  /** The name of the environment, and of its cluster. */
  readonly name: string;
  /** The domain of all hosts. */
  readonly domain: string;
  /** The ClusterIssuer of their certificates. */
  readonly issuer: string;
  /** How many pods each front end has. */
  readonly replicas: number;
}

export const SETTINGS: readonly Settings[] = [
  { name: 'dev', domain: 'dev.example.com', issuer: 'letsencrypt-staging', replicas: 1 },
  { name: 'staging', domain: 'staging.example.com', issuer: 'letsencrypt-staging', replicas: 2 },
  { name: 'prod', domain: 'example.com', issuer: 'letsencrypt', replicas: 3 },
];
