import { delivery } from './delivery';
import { envoyGateway } from './gateways/envoy-gateway';
import { istio } from './gateways/istio';
import { traefik } from './gateways/traefik';
import { helm } from './helm';
import { manifests } from './manifests';
import { oamRuntime } from './oam-runtime';
import { Proof } from './proof';
import { scrapers } from './scrapers';
import { serverRules } from './server-rules';

/** The proofs, by their name: what `npm run proof -- NAME` runs. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  'oam-runtime': oamRuntime,
  helm,
  'server-rules': serverRules,
  manifests,
  delivery,
  scrapers,
  traefik,
  'envoy-gateway': envoyGateway,
  istio,
};
