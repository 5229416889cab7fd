/** Envoy as Envoy Gateway configures it. */
import { execFileSync } from 'child_process';
import { ask } from './ask';
import { GivenService, startBackends } from './backends';
import type { ServedGateway } from './comparison';
import { startEnvoy } from './envoy';
import { staticConfiguration, XdsResources } from './static-configuration';
import { KubernetesObject, namespacesOf, withAddress } from './trial';
import { programOf } from '../../bench/binaries';

/** What Envoy Gateway makes of objects. */
export interface Translated {
  /** By Gateway, as `namespace/name`. */
  readonly xds: Readonly<Record<string, XdsResources>>;
  /** The Gateways, routes and policies with their status. */
  readonly objects: readonly KubernetesObject[];
}

/** A gateway that serves. */
export interface ServedByEnvoyGateway extends ServedGateway {
  /** The objects with their status. */
  readonly objects: readonly KubernetesObject[];
}

/** The class of the Gateways. */
export const CLASS: KubernetesObject = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'GatewayClass',
  metadata: { name: 'envoy' },
  spec: { controllerName: 'gateway.envoyproxy.io/gatewayclass-controller' },
};

/** Envoy Gateway's pods may not listen at these, and Services of theirs lead elsewhere. */
const privileged = (port: number) => port < 1024 ? port + 10_000 : port;

/** Runs Envoy Gateway's translator; fails on what the schemas of its CustomResourceDefinitions do not have. */
export function translate(objects: readonly object[]): Translated {
  return JSON.parse(execFileSync(programOf('envoy-gateway'), { input: JSON.stringify(objects), encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }));
}

/** Serves Gateways of the class `envoy`. Services that are among the objects get pods. */
export async function serveByEnvoyGateway(given: readonly KubernetesObject[]): Promise<ServedByEnvoyGateway> {
  const backends = await startBackends(given.filter(({ kind }) => kind === 'Service') as unknown as GivenService[]);
  const { xds, objects } = translate([CLASS, ...namespacesOf(given), ...given.map(withAddress), ...backends.slices]);
  const [all, ...others] = Object.values(xds);
  if (!all || others.length > 0) throw new Error(`not one Gateway: ${Object.keys(xds).join(', ')}`);
  const { staticResources, ports } = await staticConfiguration(all);
  const envoy = await startEnvoy({ staticResources, ports: [...ports.values()] });
  return {
    objects,
    ask: async (request) => ask(ports.get(privileged(request.port ?? 443)) ?? fail(`nothing listens at ${request.port}`), request),
    stop: async () => {
      await envoy.stop();
      await backends.stop();
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}
