/** A stock Envoy as istiod configures the pods of a gateway. */
import { execFileSync } from 'child_process';
import { ask } from './ask';
import { GivenService, startBackends } from './backends';
import type { ServedGateway } from './comparison';
import { startEnvoy } from './envoy';
import { staticConfiguration, XdsResources } from './static-configuration';
import { KubernetesObject, namespacesOf, withAddress } from './trial';
import { programOf } from '../../bench/binaries';

/** The pods of a gateway. */
export const GATEWAY_PODS = { namespace: 'istio-system', labels: { istio: 'ingressgateway' } };

/** What Istio says of objects, and what it makes of them. */
export interface IstioTranslation extends XdsResources {
  /** Of `istioctl analyze`. */
  readonly messages: readonly string[];
  /** Of the webhook that validates. */
  readonly refused: readonly string[];
}

/** A gateway that serves, and what the analyzers say of its objects. */
export interface ServedByIstio extends ServedGateway, Pick<IstioTranslation, 'messages'> {}

/** Runs the analyzers, the validation and the translation of Istio. */
export function translateByIstio(objects: readonly object[]): IstioTranslation {
  const input = JSON.stringify({ objects, ...GATEWAY_PODS });
  return JSON.parse(execFileSync(programOf('istio'), { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['pipe', 'pipe', 'ignore'] }));
}

/** Serves what the gateway's pods get. Services that are among the objects get pods, which are in no mesh. */
export async function serveByIstio(given: readonly KubernetesObject[]): Promise<ServedByIstio> {
  const backends = await startBackends(given.filter(({ kind }) => kind === 'Service') as unknown as GivenService[]);
  const translation = translateByIstio([...namespacesOf(given), ...given.map(withAddress), ...backends.slices]);
  if (translation.refused.length > 0) throw new Error(`refused: ${translation.refused.join('; ')}`);
  // Istio's own filters: they tell pods of each other, count requests and choose protocols within a mesh
  const isForeign = (name: string) => name.startsWith('istio.');
  const { staticResources, ports } = await staticConfiguration({ ...translation, secrets: secretsIn(given) }, isForeign);
  const envoy = await startEnvoy({ staticResources, ports: [...ports.values()] });
  return {
    messages: translation.messages,
    ask: async (request) => ask(ports.get(request.port ?? 443) ?? fail(`nothing listens at ${request.port}`), request),
    stop: async () => {
      await envoy.stop();
      await backends.stop();
    },
  };
}

/** The certificates that pods of the gateway may read: those of their namespace. */
function secretsIn(objects: readonly any[]): object[] {
  const own = objects.filter(({ kind, metadata: { namespace } }) => kind === 'Secret' && namespace === GATEWAY_PODS.namespace);
  return own.map(({ metadata: { name }, data }) => {
    const [chain, key] = ['tls.crt', 'tls.key'].map((file) => ({ inline_string: Buffer.from(data[file], 'base64').toString() }));
    return { name: `kubernetes://${name}`, tls_certificate: { certificate_chain: chain, private_key: key } };
  });
}

function fail(message: string): never {
  throw new Error(message);
}
