const REGISTRY = 'container-registry.oracle.com';

/** The secret that the registry asks for; it is made in the cluster. */
export const PULL_SECRETS = [{ name: 'bobs-books-repo-credentials' }];

export const WEBLOGIC_IMAGE = `${REGISTRY}/middleware/weblogic:12.2.1.4`;

/** The name of an image of the application: `roberts-coherence`, say. */
export function exampleImage(name: string): string {
  return `${REGISTRY}/verrazzano/example-${name}`;
}
