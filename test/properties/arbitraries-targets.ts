import * as fc from 'fast-check';
import { models } from './arbitraries-models';
import { some } from './arbitraries-values';
import { PortableRecipe } from './kubernetes-recipe';
import { portable, TargetSeed } from './portable';

const CONTROLLERS = ['f5-nginx', 'haproxy', 'haproxy-ingress', 'ingress-nginx', 'kong', 'traefik'];

const certificate = fc.record({ from: fc.constantFrom('ClusterIssuer', 'Issuer', 'secret', 'none'), name: fc.constantFrom('letsencrypt', 'a.b', '0') });

const seed: fc.Arbitrary<TargetSeed> = some({
  prometheusName: fc.constantFrom('k8s', 'a.b', 'prometheus'),
  monitorKind: fc.constantFrom('PodMonitor', 'PodMonitor', 'ServiceMonitor'),
  monitorSelector: fc.constantFrom(
    {},
    { matchLabels: { release: 'prometheus' } },
    { matchExpressions: [{ key: 'app.oam.dev/name', operator: 'Exists' }, { key: 'team', operator: 'NotIn', values: ['none'] }] },
  ),
  monitorLabels: fc.constantFrom({}, { 'example.com/scraped-by': 'k8s' }),
  takes: fc.constantFrom('all', 'named', 'labelled', 'its own'),
  meshed: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  replacesNamed: fc.boolean(),
  clusterName: fc.constantFrom('local', 'eu-1'),
  ingress: some({
    className: fc.constantFrom('nginx', 'a.b'),
    domain: fc.constantFrom('apps.example.com', 'x'),
    tls: certificate,
    controller: fc.constantFrom(...CONTROLLERS),
    annotations: fc.constantFrom({}, { 'example.com/note': 'yes' }),
  }, 'className', 'domain', 'tls'),
}, 'prometheusName', 'monitorSelector', 'takes', 'meshed', 'replacesNamed', 'ingress');

/** A program that both kinds of platforms can render. */
export const portables: fc.Arbitrary<PortableRecipe> = fc.tuple(models(), seed).map(([model, chosen]) => portable(model, chosen));

/** Two programs, and a target that takes both. */
export const portablePairs = fc.tuple(models(), models(), seed).map(([first, second, chosen]) => {
  const [a, b] = [portable(first, chosen), portable(second, chosen)];
  const [{ mesh, replaces, ...target }, other] = [a.target, b.target];
  const scrapers = replaces || other.replaces ? [...new Set([...replaces ?? [], ...other.replaces ?? []])] : undefined;
  const meshed = mesh || other.mesh ? { scrapeClass: 'istio', namespaces: [...new Set([...mesh?.namespaces ?? [], ...other.mesh?.namespaces ?? []])] } : undefined;
  return { a: a.model, b: b.model, target: { ...target, namespaceSelector: {}, mesh: meshed, replaces: scrapers } };
});
