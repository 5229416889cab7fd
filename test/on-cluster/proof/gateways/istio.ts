/** A stock Envoy, as istiod configures the pods of a gateway, beside what the engine for routes says. */
import * as fc from 'fast-check';
import { compareAll, ServedGateway, Side } from './comparison';
import { fetchEnvoy } from './envoy';
import { GuardedSide, proveGuarded } from './guarded';
import { GATEWAY_PODS, PODS_OF_GATEWAY, serveByIstio } from './istio-server';
import { istioTrial } from './istio-trials';
import { secretNamed } from './objects';
import type { KubernetesObject } from './trial';
import { GatewayImplementation, IngressProvider, IstioRequestAuthentication, NamespacesFrom, TlsCertificate } from '../../../../src';
import type { TypedManifest } from '../../../../src/base/oam-kind';
import { JWT_ISSUERS } from '../../../properties/guarded-routes';
import { ISTIO_BASE } from '../../../support/envoy-paths';
import { Proof, ProofBench } from '../proof';

/** So many sets of routes, and so many applications. */
const [SETS, GUARDED_SETS] = [100, 40];

const SIDE: Side = {
  serve: serveByIstio,
  facts: { normalization: ISTIO_BASE, pods: { ...GATEWAY_PODS, namespaceLabels: {}, ports: [] }, asksFirst: true },
};

const same = (object: object) => object;

const JWT_KEYS = (object: any, jwks: string) => ({
  ...object, spec: { ...object.spec, jwtRules: object.spec.jwtRules.map(({ jwksUri: _, ...rest }: any) => ({ ...rest, jwks })) },
});

const GUARDED: GuardedSide = {
  gateway: {
    name: 'Istio',
    provider: IngressProvider.istio({
      gateway: { namespace: GATEWAY_PODS.namespace, podLabels: GATEWAY_PODS.labels },
      tls: TlsCertificate.clusterIssuer('letsencrypt'),
      jwtIssuers: JWT_ISSUERS,
      requestAuthentication: IstioRequestAuthentication.RENDERED,
    }),
    around: [],
    pods: GATEWAY_PODS,
    prefix: 'TextPrefix',
    normalization: ISTIO_BASE,
  },
  kinds: { Service: same, Gateway: same, VirtualService: same, DestinationRule: same, AuthorizationPolicy: same, RequestAuthentication: JWT_KEYS },
  // those that cert-manager would make
  around: (objects) => objects.filter(({ kind }) => kind === 'Gateway').flatMap(({ spec }) => [...spec.servers].filter(({ tls }) => tls?.credentialName)
    .map(({ tls }) => secretNamed(tls.credentialName, GATEWAY_PODS.namespace))),
  serve: serveRendered,
};

const LISTENER = { name: 'https', hostname: '*.example.com' };

/** What a platform team has: a Gateway that Istio serves, with a certificate for all hosts. */
const GATEWAY_AROUND: readonly KubernetesObject[] = [
  secretNamed('public', PODS_OF_GATEWAY.namespace),
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'istio' },
    spec: { controllerName: 'istio.io/gateway-controller' },
  },
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'public', namespace: PODS_OF_GATEWAY.namespace },
    spec: {
      gatewayClassName: 'istio',
      listeners: [{ ...LISTENER, port: 443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'public' }] }, allowedRoutes: { namespaces: { from: 'All' } } }],
    },
  },
];

const GUARDED_GATEWAY: GuardedSide = {
  gateway: {
    name: 'a Gateway of Istio',
    provider: IngressProvider.gatewayApi({
      gateway: { name: 'public', namespace: PODS_OF_GATEWAY.namespace, listeners: [{ ...LISTENER, allowedRoutes: { namespaces: NamespacesFrom.ALL } }] },
      implementation: GatewayImplementation.ISTIO,
      pods: { namespace: PODS_OF_GATEWAY.namespace, podLabels: PODS_OF_GATEWAY.labels },
      jwtIssuers: JWT_ISSUERS,
      istio: { requestAuthentication: IstioRequestAuthentication.RENDERED },
    }),
    around: GATEWAY_AROUND as unknown as readonly TypedManifest[],
    pods: PODS_OF_GATEWAY,
    prefix: 'Prefix',
    normalization: ISTIO_BASE,
  },
  kinds: { Service: same, HTTPRoute: same, AuthorizationPolicy: same, RequestAuthentication: JWT_KEYS },
  around: () => GATEWAY_AROUND,
  serve: (objects) => serveRendered(objects, PODS_OF_GATEWAY),
};

/** It looks for a port in a policy that denies; ours have the server name, so that connections without one stay open. */
const OF_TCP = / \[IST0133\] \(AuthorizationPolicy /;

async function serveRendered(...given: Parameters<typeof serveByIstio>): Promise<ServedGateway> {
  const served = await serveByIstio(...given);
  const others = served.messages.filter((message) => !OF_TCP.test(message));
  if (others.length === 0) return served;
  await served.stop();
  throw new Error(`the analyzers say: ${others.join('; ')}`);
}

async function run({ tried }: ProofBench): Promise<void> {
  await tried(`${SETS} generated sets of Gateways, VirtualServices, policies and cookies, and 25 requests of each`, async () => {
    return compareAll(fc.sample(istioTrial, { numRuns: SETS, seed: 24 }), SIDE);
  });
  await tried('generated IngressTraits with policies, each path in many spellings, by tokens of all kinds', async () => proveGuarded(GUARDED_SETS, GUARDED));
  await tried('the same with a Gateway of the Gateway API', async () => proveGuarded(GUARDED_SETS, GUARDED_GATEWAY));
}

export const istio: Proof = {
  claim: 'What the engine for routes says of a gateway of Istio is what Envoy does that istiod configures',
  programs: ['istio'],
  pages: { 'docs/design.md': ['Envoy, configured by Envoy Gateway\'s and Istio\'s own translators (`npm run proof -- envoy-gateway istio`)'] },
  fetch: fetchEnvoy,
  run,
};
