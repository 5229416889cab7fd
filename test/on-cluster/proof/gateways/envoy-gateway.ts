/** Envoy, as Envoy Gateway configures it, beside what the engine for routes says. */
import * as fc from 'fast-check';
import { compareAll, Side } from './comparison';
import { fetchEnvoy } from './envoy';
import { CLASS, serveByEnvoyGateway } from './envoy-gateway-server';
import { GuardedSide, proveGuarded } from './guarded';
import { EDGE, gatewayOf } from './objects';
import { routeTrial } from './route-trials';
import { GatewayImplementation, IngressProvider, NamespacesFrom } from '../../../../src';
import type { TypedManifest } from '../../../../src/base/oam-kind';
import { JWT_ISSUERS } from '../../../properties/guarded-routes';
import { ENVOY_GATEWAY } from '../../../support/envoy-paths';
import { Proof, ProofBench } from '../proof';

/** So many sets of routes, and so many applications. */
const [SETS, GUARDED_SETS] = [100, 40];

const SIDE: Side = {
  serve: serveByEnvoyGateway,
  around: [CLASS],
  facts: { normalization: ENVOY_GATEWAY, pods: { namespace: 'envoy-gateway-system', labels: {}, namespaceLabels: {}, ports: [] } },
};

const same = (object: object) => object;

/** What a platform team has: a Gateway with a certificate for all hosts. */
const AROUND = gatewayOf([{ name: 'wild', port: 443, hostname: '*.example.com', from: 'All' }]);

const JWT_KEYS = (object: any, inline: string) => ({
  ...object,
  spec: { ...object.spec, jwt: { ...object.spec.jwt, providers: object.spec.jwt.providers.map(({ remoteJWKS: _, ...rest }: any) => ({ ...rest, localJWKS: { type: 'Inline', inline } })) } },
});

const GUARDED: GuardedSide = {
  gateway: {
    name: 'Envoy Gateway',
    provider: IngressProvider.gatewayApi({
      gateway: { name: 'shared', namespace: EDGE, listeners: [{ name: 'wild', hostname: '*.example.com', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] },
      implementation: GatewayImplementation.ENVOY_GATEWAY,
      jwtIssuers: JWT_ISSUERS,
    }),
    around: [CLASS, ...AROUND] as unknown as TypedManifest[],
    pods: { namespace: 'envoy-gateway-system', labels: {} },
    prefix: 'Prefix',
    normalization: ENVOY_GATEWAY,
  },
  kinds: { Service: same, HTTPRoute: same, SecurityPolicy: JWT_KEYS },
  around: () => AROUND,
  serve: serveByEnvoyGateway,
};

async function run({ tried }: ProofBench): Promise<void> {
  await tried(`${SETS} generated Gateways with HTTPRoutes, SecurityPolicies and cookies, and 25 requests of each`, async () => {
    return compareAll(fc.sample(routeTrial, { numRuns: SETS, seed: 24 }), SIDE);
  });
  await tried('generated IngressTraits with policies, each path in many spellings, by tokens of all kinds', async () => proveGuarded(GUARDED_SETS, GUARDED));
}

export const envoyGateway: Proof = {
  claim: 'What the engine for routes says of a Gateway is what Envoy does that Envoy Gateway configures',
  programs: ['envoy-gateway'],
  pages: { 'docs/design.md': ['Envoy, configured by Envoy Gateway\'s and Istio\'s own translators (`npm run proof -- envoy-gateway istio`)'] },
  fetch: fetchEnvoy,
  run,
};
