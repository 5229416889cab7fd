import { drawHost } from './bindings';
import { pathLabel } from './labels';
import { GraphBuilder, ownerOf } from './model';
import { Finding } from '../../findings/finding';
import { Phrase, showPhrase } from '../../findings/catalogue/phrases';
import { problemOf } from '../../findings/words';
import { asObject } from '../../private/check';
import { grouped } from '../../private/grouped';
import { isKind } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../../private/oam-kind';
import { objectName } from '../../private/written';
import { followRoute } from '../../routes/chain';
import { HTTP_ROUTE } from '../../routes/http-route';
import { findRoutes } from '../../routes/makers';
import { namespaceOf, Route } from '../../routes/route';

/** Draws the route from each host to the pods, and what breaks it. */
export function drawRoutes(builder: GraphBuilder, objects: readonly TypedManifest[]): void {
  const { routes, detached } = findRoutes(objects);
  for (const [object, own] of grouped(routes, ({ origin }) => [origin.object])) {
    const answers = own.map(answerOf);
    const [first] = answers;
    builder.object(object, 'route', first && answers.every(answer => answer) ? [showPhrase(first)] : []);
    const isOneHost = new Set(own.map(({ host }) => host)).size === 1;
    for (const route of own) drawRoute(builder, route, objects, isOneHost);
  }
  for (const { object, hosts, findings } of detached) {
    const node = builder.object(object, 'route');
    for (const host of hosts) builder.edge(drawHost(builder, host), node, 'routes');
    builder.edge(node, drawMissing(builder, object, findings[0]), 'routes');
  }
}

function drawRoute(builder: GraphBuilder, route: Route, objects: readonly TypedManifest[], isOneHost: boolean): void {
  const { origin: { object }, entry, host } = route;
  const node = builder.object(object, 'route');
  const gateways = entry.gateways.filter(each => each !== object).map(each => `Gateway ${String(asObject(each.metadata).name)}`);
  builder.edge(drawHost(builder, host), node, 'routes', gateways);
  const takes = labelOf(route, isOneHost);
  for (const backend of [route.backend, ...route.split ?? []]) {
    const own = { ...route, backend };
    // a redirect leads to no pods
    if (answerOf(own)) continue;
    const { links, target } = followRoute(own, objects);
    if (target) {
      const service = builder.object(target.service, 'service');
      builder.edge(node, service, 'routes', [takes]);
      for (const pods of target.pods) builder.edge(service, builder.object(pods.object, 'workload'), 'routes', [`:${pods.port}`]);
    } else {
      const { object: end, breaks: [broken] } = links.find(({ breaks }) => breaks.length > 0)!;
      const service = isKind(end, SERVICE) ? builder.object(end, 'service') : undefined;
      const missing = broken.parameters.reason === 'service' ? drawService(builder, own) : drawMissing(builder, object, broken);
      if (service !== undefined) builder.edge(service, missing, 'routes');
      builder.edge(node, service ?? missing, 'routes', [takes]);
    }
  }
}

/** The response that a route gives without pods. The Gateway API demands 500 of a rule of an HTTPRoute without backends. */
function answerOf({ origin, backend: { answer, service, resource } }: Route): Phrase | undefined {
  const isEmpty = isKind(origin.object, HTTP_ROUTE) && service === undefined && resource === undefined;
  return answer ?? (isEmpty ? { phrase: 'answers', status: 500 } : undefined);
}

/** Draws a Service that is not in the manifests. It may exist nevertheless: operators create some. */
function drawService(builder: GraphBuilder, route: Route): string {
  const [namespace, name] = [namespaceOf(route), String(route.backend.service)];
  const { application, namespace: around } = ownerOf(route.origin.object);
  const ofApplication = application !== undefined && around === namespace ? { application } : {};
  const owner = namespace === undefined ? {} : { namespace, ...ofApplication };
  return builder.node(JSON.stringify(['Service', namespace, name]), 'missing', [name, 'Service', 'not in the manifests'], owner);
}

/** Draws a node at the point where the route breaks, with the reason. */
function drawMissing(builder: GraphBuilder, object: TypedManifest, broken: Finding): string {
  const reason = `✗ ${problemOf(broken)}`;
  return builder.node(JSON.stringify(['missing', objectName(object), reason]), 'missing', [reason], ownerOf(object));
}

function labelOf({ host, path, type, isDefault, when }: Route, isOneHost: boolean): string {
  if (isDefault) return 'the rest';
  const taken = (isOneHost ? '' : host) + pathLabel(path, type);
  // the conditions are not shown: one may contain a token in a header
  return when === undefined ? taken : `${taken}, on conditions`;
}
