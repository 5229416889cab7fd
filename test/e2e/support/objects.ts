import { HashKind, hashOf } from './htpasswd';

export const HOST = 'scraper.example.com';

/** An Ingress with TLS, as a person writes it. */
export function ingress(annotations: Record<string, string>, spec: object = {}): any {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'scraper', namespace: 'monitoring', annotations },
    spec: {
      rules: [{
        host: HOST,
        http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'prometheus', port: { number: 9090 } } } }] },
      }],
      tls: [{ hosts: [HOST], secretName: 'scraper-tls' }],
      ...spec,
    },
  };
}

/** The Secret `scraper-users`. */
export function secret(stringData: Record<string, string>, type?: string): any {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'scraper-users', namespace: 'monitoring' }, type, stringData };
}

/** A user for each kind of hash, named by it; all have the same password. */
export async function usersOf(password: string, kinds: readonly HashKind[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await hashOf(password, kind)])));
}

/** The users as a file of htpasswd has them. */
export function linesOf(users: Record<string, string>): string {
  return Object.entries(users).map(([user, hash]) => `${user}:${hash}\n`).join('');
}
