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

/** The pods that Istio runs for a Gateway of the Gateway API. */
export const PODS_OF_GATEWAY = { namespace: 'istio-system', labels: { 'gateway.networking.k8s.io/gateway-name': 'public' } };

/** The objects of these pods, which Istio's controller would make. */
const OBJECTS_OF_GATEWAY: readonly KubernetesObject[] = [
  gatewayObject('v1', 'Service', { spec: { clusterIP: '10.96.1.3', selector: PODS_OF_GATEWAY.labels, ports: [{ name: 'https', port: 443, targetPort: 443 }] } }),
  gatewayObject('v1', 'Pod', { spec: { containers: [{ name: 'istio-proxy', image: 'auto' }] }, status: { podIP: '127.0.0.1', phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
  gatewayObject('discovery.k8s.io/v1', 'EndpointSlice', {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['127.0.0.1'], conditions: { ready: true }, targetRef: { kind: 'Pod', name: 'public-istio', namespace: PODS_OF_GATEWAY.namespace } }],
    ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
  }),
];

function gatewayObject(apiVersion: string, kind: string, rest: object): KubernetesObject {
  const labels = { ...PODS_OF_GATEWAY.labels, 'kubernetes.io/service-name': 'public-istio' };
  return { apiVersion, kind, metadata: { name: 'public-istio', namespace: PODS_OF_GATEWAY.namespace, labels }, ...rest };
}

/** Pods of a gateway. */
type GatewayPods = Omit<typeof GATEWAY_PODS, 'labels'> & { readonly labels: object };

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
function translateByIstio(objects: readonly object[], pods: GatewayPods): IstioTranslation {
  const input = JSON.stringify({ objects, ...pods });
  return JSON.parse(execFileSync(programOf('istio'), { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['pipe', 'pipe', 'ignore'] }));
}

/** Serves what the gateway's pods get. Services that are among the objects get pods, which are in no mesh. */
export async function serveByIstio(given: readonly KubernetesObject[], pods: GatewayPods = GATEWAY_PODS): Promise<ServedByIstio> {
  const backends = await startBackends(given.filter(({ kind }) => kind === 'Service') as unknown as GivenService[]);
  const own = pods === PODS_OF_GATEWAY ? OBJECTS_OF_GATEWAY : [];
  const translation = translateByIstio([...namespacesOf(given), ...given.map(withAddress), ...own, ...backends.slices], pods);
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
  return own.flatMap(({ metadata: { name, namespace }, data }) => {
    const [chain, key] = ['tls.crt', 'tls.key'].map((file) => ({ inline_string: Buffer.from(data[file], 'base64').toString() }));
    const names = [`kubernetes://${name}`, `kubernetes-gateway://${namespace}/${name}`];
    return names.map((each) => ({ name: each, tls_certificate: { certificate_chain: chain, private_key: key } }));
  });
}

function fail(message: string): never {
  throw new Error(message);
}
