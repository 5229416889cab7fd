/** Pods that say who they are, in place of those of Services. */
import { createServer } from 'http';
import type { AddressInfo } from 'net';

/** Where the pods of the Services are, and the objects that lead there. */
export interface Backends {
  /** EndpointSlices of the Services. */
  readonly slices: readonly object[];
  stop(): Promise<void>;
}

/** A Service, as far as it matters here. */
export interface GivenService {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly ports: readonly { readonly name?: string; readonly port: number }[] };
}

/** What a pod answers. */
export interface Received {
  /** `namespace/name` of the Service, and its port. */
  readonly service: string;
  /** Which of the pods. */
  readonly pod: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PODS_OF_EACH = 3;

/** Three pods for each port of each Service, at addresses of the network of pods: one server for all of them. */
export async function startBackends(services: readonly GivenService[]): Promise<Backends> {
  const byAddress = new Map<string, Pick<Received, 'service' | 'pod'>>();
  const server = createServer((request, response) => {
    const { headers, url: path, socket: { localAddress } } = request;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...byAddress.get(localAddress ?? ''), path, headers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const slices = services.flatMap(({ metadata: { name, namespace }, spec: { ports } }) => ports.map((each, i) => {
    const addresses = Array.from({ length: PODS_OF_EACH }, (_, pod) => {
      const address = addressOf(byAddress.size);
      byAddress.set(address, { service: `${namespace}/${name}:${each.port}`, pod });
      return address;
    });
    return {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: `${name}-${i}`, namespace, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      ports: [{ name: each.name ?? '', protocol: 'TCP', port }],
      endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
    };
  }));
  return {
    slices,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An address of 10.244.0.0/16. */
function addressOf(number: number): string {
  return `10.244.${1 + Math.floor(number / 250)}.${1 + number % 250}`;
}
