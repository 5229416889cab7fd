import { Picture } from './picture';
import { Finding } from '../../base/findings/finding';
import { problemOf } from '../../base/findings/words';
import { boundName, ComponentIndex } from '../../cluster/objects/oam-object';
import { ObjectIndex } from '../../cluster/objects/object-index';
import { asObject, isFilled, listOf, PlainValue, textOf } from '../../base/check';
import { isKind, mayHavePods, SERVICE, fieldAt } from '../../base/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { referencesOf, createdSecretsOf } from '../../cluster/references';
import { followRoute } from '../../cluster/routes/reach';
import { INGRESS } from '../../cluster/routes/ingress';
import { findRoutes } from '../../cluster/routes/all-routes';
import { backendNamespaceOf } from '../../cluster/routes/route';
import { monitorsIn } from '../../cluster/scraping/scrape-jobs';
import { ScrapedCluster } from '../../cluster/scraping/scrapes';
import { boundComponents, OAM_COMPONENT } from '../../verify/declared-components';
import { shownObject } from '../../base/shown';
import { podSpecPaths } from '../../cluster/objects/pod-templates';

/** Draws the components among objects, what reaches them, and the Secrets that they use. */
export function draw(objects: readonly TypedManifest[]): Picture {
  const picture = new Picture();
  const bound = boundBy(new ObjectIndex(objects));
  const index = new ObjectIndex([...objects, ...bound.flatMap(({ carried }) => carried)]);
  for (const each of bound) {
    const { component, namespace, workload, carried } = each;
    // a workload without pods is no component, such as a Service
    if (workload && !mayHavePods(workload)) continue;
    const lines = [component, workload?.kind ?? 'Component, not in the manifests'];
    const key = picture.node(boundKey(each), 'component', lines, namespace);
    for (const object of carried) picture.represent(object, key);
  }
  for (const object of index.pods) picture.object(object);
  for (const each of bound) drawIngressTraits(picture, each, index);
  drawRoutes(picture, index);
  drawCalls(picture, index);
  const scrapers = drawScrapes(picture, index);
  drawSecrets(picture, index, scrapers);
  return picture;
}

/** A component that an ApplicationConfiguration binds. */
interface BoundComponent {
  readonly application: string;
  readonly namespace?: string;
  readonly component: string;
  /** The objects that the platform creates for it: its workload, if that is known, and its traits. */
  readonly carried: readonly TypedManifest[];
  readonly workload?: TypedManifest;
}

/** The components of the ApplicationConfigurations, with what the platform creates for each. */
function boundBy(index: ObjectIndex): BoundComponent[] {
  const components = new ComponentIndex<TypedManifest>();
  for (const object of index.ofKind(OAM_COMPONENT)) {
    components.add(String(object.metadata?.name), textOf(object.metadata?.namespace), object);
  }
  return index.ofKind('core.oam.dev/ApplicationConfiguration').flatMap(({ metadata, spec }) => {
    const [application, namespace] = [String(metadata?.name), textOf(metadata?.namespace)];
    return listOf(spec?.components).flatMap((entry): BoundComponent[] => {
      const component = boundName(entry);
      if (component === undefined) return [];
      const carry = (value: unknown): TypedManifest[] => {
        const { apiVersion, kind, metadata: given, ...rest } = asObject(value);
        if (!isFilled(apiVersion) || !isFilled(kind)) return [];
        const own = { name: component, ...asObject(given), namespace };
        return [{ apiVersion, kind, metadata: own, ...rest } as object as TypedManifest];
      };
      const [workload] = carry(components.find(component, namespace)?.spec?.workload);
      const traits = listOf(entry?.traits).flatMap(each => carry(each?.trait));
      return [{ application, namespace, component, workload, carried: [...workload ? [workload] : [], ...traits] }];
    });
  });
}

/** The key of the node of a component, which is bound at most once in an application. */
const boundKey = ({ namespace, application, component }: Omit<BoundComponent, 'carried'>) =>
  JSON.stringify(['bound', namespace, application, component]);

/** Draws the IngressTraits of a component: they lead to its pods, or to those that its Service selects. */
function drawIngressTraits(picture: Picture, bound: BoundComponent, index: ObjectIndex): void {
  const { workload, namespace, carried } = bound;
  const ends = workload && isKind(workload, SERVICE)
    ? index.podsOf(workload).map(pods => picture.object(pods)) : [boundKey(bound)];
  const traits = carried.filter(({ kind }) => kind === 'IngressTrait');
  for (const rule of traits.flatMap(({ spec }) => listOf(spec?.rules))) {
    const paths = listOf(rule?.paths);
    const labels = (paths.length > 0 ? paths : [undefined]).map(each => {
      const path = String(each?.path ?? '/');
      return pathLabel(path, String(each?.pathType ?? (path === '/' ? 'Prefix' : 'Exact')));
    });
    const hosts = listOf<unknown>(rule?.hosts).filter(isFilled);
    for (const host of hosts.length > 0 ? hosts : ['generated host']) {
      for (const end of ends) picture.edge(drawHost(picture, host, namespace), end, 'routes', labels);
    }
  }
}

/** Draws a host, unless it is drawn. Returns its key. An empty host stands for any. */
const drawHost = (picture: Picture, host: string, namespace: unknown) =>
  picture.node(JSON.stringify(['host', namespace, host]), 'host', [host || 'any host'], namespace);

/** Draws the way from each host to the pods, or to where it breaks. A redirect leads to none. */
function drawRoutes(picture: Picture, index: ObjectIndex): void {
  const drawBreak = (object: TypedManifest, broken: Finding) => {
    const reason = `✗ ${problemOf(broken)}`;
    const key = JSON.stringify(['break', shownObject(object), reason]);
    return picture.node(key, 'missing', [objectLabel(object), reason], object.metadata?.namespace);
  };
  const { routes, detached } = findRoutes(index);
  for (const route of routes) {
    const { host, path, type, isDefault, when, origin: { object } } = route;
    // the conditions are not shown: one may contain a token in a header
    const label = isDefault ? 'the rest' : `${pathLabel(path, type)}${when === undefined ? '' : ', on conditions'}`;
    for (const backend of [route.backend, ...route.split ?? []].filter(({ answer }) => !answer)) {
      const start = drawHost(picture, host, object.metadata?.namespace);
      const { links, target } = followRoute({ ...route, backend }, index);
      let ends = target?.pods.map(pods => picture.object(pods.object));
      if (!ends) {
        const [broken] = links.flatMap(({ breaks }) => breaks);
        const [namespace, name] = [backendNamespaceOf({ ...route, backend }), String(backend.service)];
        // a Service that is not in the manifests may exist nevertheless
        const lines = [name, 'Service', 'not in the manifests'];
        ends = [broken.parameters.reason !== 'service' ? drawBreak(object, broken)
          : picture.node(JSON.stringify(['Service', namespace, name]), 'missing', lines, namespace)];
      }
      for (const end of ends) picture.edge(start, end, 'routes', [label]);
    }
  }
  for (const { object, hosts, findings } of detached) {
    const end = drawBreak(object, findings[0]);
    for (const host of hosts) picture.edge(drawHost(picture, host, object.metadata?.namespace), end, 'routes');
  }
}

/** Names of variables and flags whose whole value is an address, such as `DB_HOST`. */
const ADDRESS = /addr|endpoint|host|server|service|ur[il]/i;

/** Draws calls of the Services that environment variables and arguments of pods name. */
function drawCalls(picture: Picture, index: ObjectIndex): void {
  for (const object of index.pods) {
    const around = object.metadata?.namespace;
    const dataOf = (source?: PlainValue) =>
      Object.entries(asObject<object>(index.named('/ConfigMap', around, source?.name)?.data));
    const specs = podSpecPaths(object).map(at => fieldAt(object, at));
    const containers = specs.flatMap(spec => [...listOf(spec?.containers), ...listOf(spec?.initContainers)]);
    const values = containers.flatMap((container): (readonly [name: string, value: unknown])[] => [
      ...[...listOf(container?.command), ...listOf(container?.args)].map(String).map(argument => {
        const [, flag = '', value = argument] = /^(--?[^=]*)=(.*)$/s.exec(argument) ?? [];
        return [flag, value] as const;
      }),
      ...listOf(container?.envFrom).flatMap(each => dataOf(each?.configMapRef)),
      ...listOf(container?.env).map(each => {
        const source = each?.valueFrom?.configMapKeyRef;
        const given = each?.value ?? dataOf(source).find(([key]) => key === source?.key as unknown)?.[1];
        return [String(each?.name), given] as const;
      }),
    ]);
    // after `://` or `@`, before a port, with the namespace, or all of an address
    const hosts = values.flatMap(([name, value]) => typeof value !== 'string' ? []
      : [...value.matchAll(/(:\/\/|@)?([a-z0-9.-]+)(:\d+(?![\d.]))?/g)].flatMap(([, before, host, port]) =>
        before ?? port ?? (host.includes('.') || ADDRESS.test(name) && host === value) ? host : []));
    // as the DNS of the cluster resolves a name for pods in this namespace
    const serviceAt = ([name, namespace = around, service = 'svc']: readonly unknown[]) =>
      service === 'svc' ? index.named(SERVICE, namespace, name) : undefined;
    const services = hosts.flatMap(host => {
      const [pod, ...ofService] = host.split('.');
      // a pod of a headless Service has a name before that of the Service
      return serviceAt([pod, ...ofService]) ?? serviceAt(ofService) ?? [];
    });
    for (const called of [...new Set(services)].flatMap(service => index.podsOf(service))) {
      if (called === object) continue;
      picture.edge(picture.object(object), picture.object(called), 'calls');
    }
  }
}

/** A monitor, and the keys of the scrapers that read it. */
type ScrapersOf = readonly [monitor: TypedManifest, scrapers: readonly string[]];

/** Draws the scrapers of the pods, with endpoints and monitors. */
function drawScrapes(picture: Picture, index: ObjectIndex): ScrapersOf[] {
  const cluster = new ScrapedCluster(index);
  const scrapers = new Map(cluster.prometheuses.map(({ object }) => [object, [picture.object(object, 'scraper')]]));
  for (const object of index.pods) {
    for (const { links, targets } of cluster.scrapes(object)) {
      const [{ object: monitor }] = links;
      const reading = links.filter(({ holds }) => ['selects-monitor', 'reads-job'].includes(String(holds?.phrase)))
        .map(link => picture.object(link.object));
      const from = reading.length > 0 ? reading
        : [picture.node('scraper', 'scraper', ['scraper', 'not in the manifests'])];
      scrapers.set(monitor, [...new Set([...scrapers.get(monitor) ?? [], ...from])]);
      const breaks = targets.length === 0 ? links.flatMap(link => link.breaks).slice(0, 1) : [];
      const lines = [
        objectLabel(monitor, object), ...targets.map(endpointLabel), ...breaks.map(each => `✗ ${problemOf(each)}`),
      ];
      for (const each of from) picture.edge(each, picture.object(object), 'scrapes', lines);
    }
  }
  for (const object of index.objects.filter(each => monitorsIn(each).length > 0 && !scrapers.has(each))) {
    picture.object(object, 'missing', ['selects no pods here']);
  }
  for (const bound of boundComponents(index).filter(({ endpoints }) => endpoints.length > 0)) {
    const platform = picture.node('platform', 'scraper', ['scraper', 'of the OAM platform']);
    picture.edge(platform, boundKey(bound), 'scrapes', bound.endpoints.map(endpointLabel));
  }
  return [...scrapers];
}

const SECRET = '/Secret';

/** Draws the Secrets that are used, and what makes them. Does not read their data. */
function drawSecrets(picture: Picture, index: ObjectIndex, scrapers: readonly ScrapersOf[]): void {
  const secretKey = (namespace: unknown, name: unknown) => JSON.stringify(['secret', namespace || null, name]);
  const makers = new Map(index.objects.flatMap(object => createdSecretsOf(object)
    .map(({ name }) => [secretKey(object.metadata?.namespace, name), `from ${objectLabel(object)}`])));
  const rendered = new Set(index.ofKind(SECRET).map(({ metadata }) => secretKey(metadata?.namespace, metadata?.name)));
  const drawSecret = (namespace: unknown, name: string) => {
    const key = secretKey(namespace, name);
    const origin = makers.get(key) ?? (rendered.has(key) ? 'in the manifests' : 'created elsewhere');
    return picture.node(key, 'secret', [name, 'Secret', origin], namespace);
  };
  const drawn = [...index.pods, ...picture.represented].map(object => [object, [picture.object(object)]] as const);
  for (const [object, keys] of [...new Map(drawn), ...scrapers]) {
    for (const { namespace, name } of referencesOf(object).filter(({ kind }) => kind === SECRET)) {
      for (const key of keys) picture.edge(drawSecret(namespace, name), key, 'uses');
    }
  }
  for (const { tls, host, origin } of findRoutes(index).routes) {
    const around = origin.object.metadata?.namespace;
    for (const { secretName, namespace, object = origin.object } of tls) {
      if (secretName === undefined) continue;
      // manifests do not state the namespace in which Istio looks for them
      const own = namespace ?? (isKind(object, INGRESS) ? around : undefined);
      picture.edge(drawSecret(own, secretName), drawHost(picture, host, around), 'uses', ['TLS']);
    }
  }
}

/** The kind and the name of an object, with its namespace if that differs from the namespace of `beside`. */
function objectLabel({ kind, metadata }: TypedManifest, beside?: TypedManifest): string {
  const { namespace, name } = metadata ?? {};
  const isBeside = beside === undefined || namespace === undefined || beside.metadata?.namespace === namespace;
  return `${String(kind)} ${isBeside ? '' : `${String(namespace)}/`}${String(name)}`;
}

/** A path without its query, which may contain a token. */
const withoutQuery = (path: string) => path.replace(/\?.*/s, '?…');

/** A path: `/a/…` is a prefix of whole segments, `/a…` one of the text, and `~` marks a regular expression. */
function pathLabel(path: string, type: string): string {
  if (['Regex', 'PartRegex', 'RegularExpression'].includes(type)) return `~ ${path}`;
  const shown = withoutQuery(path);
  if (type === 'TextPrefix') return `${shown}…`;
  return type === 'Prefix' ? `${shown.replace(/\/$/, '')}/…` : shown;
}

/** The port and the path of a metrics endpoint. */
const endpointLabel = ({ port, path }: { readonly port?: number; readonly path?: string }) =>
  `:${port ?? '?'}${withoutQuery(path ?? '')}`;
