import { Picture } from './picture';
import { Finding } from '../../base/findings/finding';
import { problemOf } from '../../base/findings/words';
import { boundName, ComponentIndex } from '../../cluster/objects/oam-object';
import { ObjectIndex, podSpecPaths } from '../../cluster/objects/object-index';
import { asObject, isFilled, listOf, PlainValue, textOf, objectName } from '../../base/check';
import { isKind, mayHavePods, SERVICE, fieldAt } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { referencesOf, createdSecretsOf } from '../../cluster/references/references';
import { followRoute } from '../../cluster/routes/reach';
import { INGRESS } from '../../cluster/routes/ingress';
import { findRoutes } from '../../cluster/routes/makers';
import { backendNamespaceOf, Route } from '../../cluster/routes/route';
import { monitorsIn } from '../../cluster/scraping/scrape-jobs';
import { ScrapedCluster } from '../../cluster/scraping/scrapes';
import { boundComponents, OAM_COMPONENT } from '../../verify/monitors';

/** Draws the components among objects, and the requests, calls and scrapes that reach them, and the Secrets that they use. */
export function draw(objects: readonly TypedManifest[]): Picture {
  const picture = new Picture();
  const bound = boundBy(new ObjectIndex(objects));
  const index = new ObjectIndex([...objects, ...bound.flatMap(({ carried }) => carried)]);
  for (const each of bound) drawComponent(picture, each);
  for (const object of index.pods) picture.object(object, 'component');
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

function boundBy(index: ObjectIndex): BoundComponent[] {
  const components = new ComponentIndex<TypedManifest>();
  for (const object of index.ofKind(OAM_COMPONENT)) {
    components.add(String(object.metadata?.name), textOf(object.metadata?.namespace), object);
  }
  return index.ofKind('core.oam.dev/ApplicationConfiguration').flatMap(application => {
    const { metadata, spec } = application;
    const namespace = textOf(metadata?.namespace);
    return listOf(spec?.components).flatMap((entry): BoundComponent[] => {
      const component = boundName(entry);
      if (component === undefined) return [];
      const carry = (value: unknown): TypedManifest[] => {
        const { apiVersion, kind, metadata: given, ...rest } = asObject(value);
        if (!isFilled(apiVersion) || !isFilled(kind)) return [];
        return [{ apiVersion, kind, metadata: { name: component, ...asObject(given), namespace }, ...rest } as object as TypedManifest];
      };
      const [workload] = carry(components.find(component, namespace)?.spec?.workload);
      const traits = listOf(entry?.traits).flatMap(each => carry(each?.trait));
      return [{ application: String(metadata?.name), namespace, component, workload, carried: [...workload ? [workload] : [], ...traits] }];
    });
  });
}

const boundKey = ({ namespace, application, component }: Omit<BoundComponent, 'carried'>) =>
  JSON.stringify(['bound', namespace, application, component]);

/** Draws a component, unless its workload has no pods, such as a Service. */
function drawComponent(picture: Picture, bound: BoundComponent): void {
  const { component, namespace, workload, carried } = bound;
  if (workload && !mayHavePods(workload)) return;
  const key = picture.node(boundKey(bound), 'component', [component, workload?.kind ?? 'Component, not in the manifests'], namespace);
  for (const object of carried) picture.represent(object, key);
}

/** Draws the IngressTraits of a component: they lead to its pods, or to those that its Service selects. */
function drawIngressTraits(picture: Picture, bound: BoundComponent, index: ObjectIndex): void {
  const { workload, namespace, carried } = bound;
  const ends = workload && isKind(workload, SERVICE)
    ? index.podsOf(workload).map(pods => picture.object(pods, 'component')) : [boundKey(bound)];
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

function drawHost(picture: Picture, host: string, namespace: unknown): string {
  return picture.node(JSON.stringify(['host', namespace, host]), 'host', [host || 'any host'], namespace);
}

/** Draws the way from each host to the pods, or to where it breaks. A redirect leads to none. */
function drawRoutes(picture: Picture, index: ObjectIndex): void {
  const { routes, detached } = findRoutes(index);
  for (const route of routes) {
    const { object } = route.origin;
    for (const backend of [route.backend, ...route.split ?? []].filter(({ answer }) => !answer)) {
      const host = drawHost(picture, route.host, object.metadata?.namespace);
      const { links, target } = followRoute({ ...route, backend }, index);
      const broken = links.flatMap(({ breaks }) => breaks);
      const ends = target ? target.pods.map(pods => picture.object(pods.object, 'component'))
        : [drawMissing(picture, { ...route, backend }, broken)];
      for (const end of ends) picture.edge(host, end, 'routes', [routeLabel(route)]);
    }
  }
  for (const { object, hosts, findings } of detached) {
    const end = drawBreak(picture, object, findings[0]);
    for (const host of hosts) picture.edge(drawHost(picture, host, object.metadata?.namespace), end, 'routes');
  }
}

/** Draws a Service that is not in the manifests, which may exist nevertheless, or else the reason why a route breaks. */
function drawMissing(picture: Picture, route: Route, [broken]: readonly Finding[]): string {
  if (broken.parameters.reason !== 'service') return drawBreak(picture, route.origin.object, broken);
  const [namespace, name] = [backendNamespaceOf(route), String(route.backend.service)];
  return picture.node(JSON.stringify(['Service', namespace, name]), 'missing', [name, 'Service', 'not in the manifests'], namespace);
}

function drawBreak(picture: Picture, object: TypedManifest, broken: Finding): string {
  const reason = `✗ ${problemOf(broken)}`;
  const key = JSON.stringify(['break', objectName(object), reason]);
  return picture.node(key, 'missing', [titleOf(object), reason], object.metadata?.namespace);
}

function routeLabel({ path, type, isDefault, when }: Route): string {
  // the conditions are not shown: one may contain a token in a header
  return isDefault ? 'the rest' : `${pathLabel(path, type)}${when === undefined ? '' : ', on conditions'}`;
}

function drawCalls(picture: Picture, index: ObjectIndex): void {
  for (const object of index.pods) {
    const called = calledServices(object, index).flatMap(service => index.podsOf(service)).filter(each => each !== object);
    for (const each of called) picture.edge(picture.object(object, 'component'), picture.object(each, 'component'), 'calls');
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
        .map(link => picture.object(link.object, 'component'));
      const from = reading.length > 0 ? reading : [picture.node('scraper', 'scraper', ['scraper', 'not in the manifests'])];
      scrapers.set(monitor, [...new Set([...scrapers.get(monitor) ?? [], ...from])]);
      const breaks = targets.length === 0 ? links.flatMap(link => link.breaks).slice(0, 1) : [];
      const lines = [titleOf(monitor, object), ...targets.map(placeLabel), ...breaks.map(each => `✗ ${problemOf(each)}`)];
      for (const each of from) picture.edge(each, picture.object(object, 'component'), 'scrapes', lines);
    }
  }
  for (const object of index.objects.filter(each => monitorsIn(each).length > 0 && !scrapers.has(each))) {
    picture.object(object, 'missing', ['selects no pods here']);
  }
  for (const bound of boundComponents(index).filter(({ endpoints }) => endpoints.length > 0)) {
    const platform = picture.node('platform', 'scraper', ['scraper', 'of the OAM platform']);
    picture.edge(platform, boundKey(bound), 'scrapes', bound.endpoints.map(placeLabel));
  }
  return [...scrapers];
}

const SECRET = '/Secret';

/** Draws the Secrets that are used, and what makes them. Does not read their data. */
function drawSecrets(picture: Picture, index: ObjectIndex, scrapers: readonly ScrapersOf[]): void {
  const keyOf = (namespace: unknown, name: unknown) => JSON.stringify(['secret', namespace || null, name]);
  const makers = new Map(index.objects.flatMap(object => createdSecretsOf(object)
    .map(({ name }) => [keyOf(object.metadata?.namespace, name), `from ${titleOf(object)}`])));
  const rendered = new Set(index.ofKind(SECRET).map(({ metadata }) => keyOf(metadata?.namespace, metadata?.name)));
  const secret = (namespace: unknown, name: string) => {
    const key = keyOf(namespace, name);
    const origin = makers.get(key) ?? (rendered.has(key) ? 'in the manifests' : 'created elsewhere');
    return picture.node(key, 'secret', [name, 'Secret', origin], namespace);
  };
  const drawn = [...index.pods, ...picture.represented].map(object => [object, [picture.object(object, 'component')]] as const);
  for (const [object, keys] of [...new Map(drawn), ...scrapers]) {
    for (const { namespace, name } of referencesOf(object).filter(({ kind }) => kind === SECRET)) {
      for (const key of keys) picture.edge(secret(namespace, name), key, 'uses');
    }
  }
  for (const { tls, host, origin } of findRoutes(index).routes) {
    const around = origin.object.metadata?.namespace;
    for (const { secretName, namespace, object = origin.object } of tls) {
      // manifests do not state the namespace in which Istio looks for them
      const own = namespace ?? (isKind(object, INGRESS) ? around : undefined);
      if (secretName !== undefined) picture.edge(secret(own, secretName), drawHost(picture, host, around), 'uses', ['TLS']);
    }
  }
}

/** The kind and the name of an object, with its namespace if that differs from the namespace of `beside`. */
function titleOf({ kind, metadata }: TypedManifest, beside?: TypedManifest): string {
  const { namespace, name } = metadata ?? {};
  const isBeside = beside === undefined || namespace === undefined || beside.metadata?.namespace === namespace;
  return `${String(kind)} ${isBeside ? '' : `${String(namespace)}/`}${String(name)}`;
}

const REGEXES: readonly string[] = ['Regex', 'PartRegex', 'RegularExpression'];

/** A path without its query, which may contain a token. */
const withoutQuery = (path: string) => path.replace(/\?.*/s, '?…');

/** A path with its type: `/a/…` is a prefix of whole segments, `/a…` a prefix of the text, and `~` marks a regular expression. */
function pathLabel(given: string, type: string): string {
  // `?` is a quantifier in a regular expression
  if (REGEXES.includes(type)) return `~ ${given}`;
  const path = withoutQuery(given);
  if (type === 'TextPrefix') return `${path}…`;
  return type === 'Prefix' ? `${path.replace(/\/$/, '')}/…` : path;
}

/** The label of a metrics endpoint: its port and path. */
function placeLabel({ port, path }: { readonly port?: number; readonly path?: string }): string {
  return `:${port ?? '?'}${withoutQuery(path ?? '')}`;
}

/** A value that the program in a container reads. */
interface ContainerValue {
  /** Whether all of it is an address, by its name: the host of a variable such as `DB_HOST`. */
  readonly isAddress: boolean;
  readonly text: string;
}

/** The Services that environment variables and arguments of the pods of an object name. */
function calledServices(object: TypedManifest, index: ObjectIndex): TypedManifest[] {
  const namespace = object.metadata?.namespace;
  const pods = podSpecPaths(object).map(at => fieldAt(object, at));
  const values = pods.flatMap(spec => [...listOf(spec?.containers), ...listOf(spec?.initContainers)])
    .flatMap(each => [...argumentsOf(each), ...variablesOf(each, namespace, index)]);
  return [...new Set(values.flatMap(hostsIn).flatMap(host => serviceAt(host, namespace, index) ?? []))];
}

const ADDRESS = /addr|endpoint|host|server|service|ur[il]/i;

function argumentsOf(container?: PlainValue): ContainerValue[] {
  return [...listOf(container?.command), ...listOf(container?.args)].map(String).map(text => {
    const [, flag = '', value = text] = /^(--?[^=]*)=(.*)$/s.exec(text) ?? [];
    return { isAddress: ADDRESS.test(flag), text: value };
  });
}

function variablesOf(container: PlainValue | undefined, namespace: unknown, index: ObjectIndex): ContainerValue[] {
  const dataOf = (source?: PlainValue) => Object.entries(asObject<object>(index.named('/ConfigMap', namespace, source?.name)?.data));
  const imported = listOf(container?.envFrom).flatMap(each => dataOf(each?.configMapRef));
  const own = listOf(container?.env).map((each): [string, unknown] => {
    const source = each?.valueFrom?.configMapKeyRef;
    return [String(each?.name), each?.value ?? dataOf(source).find(([key]) => key === source?.key as unknown)?.[1]];
  });
  return [...imported, ...own].flatMap(([name, text]) => typeof text === 'string' ? [{ isAddress: ADDRESS.test(name), text }] : []);
}

/** The hosts in a value: after `://` or `@`, before a port, with the namespace, or all of an address. */
function hostsIn({ isAddress, text }: ContainerValue): string[] {
  return [...text.matchAll(/(:\/\/|@)?([a-z0-9.-]+)(:\d+(?![\d.]))?/g)]
    .filter(([, before, host, port]) => before ?? port ?? (host.includes('.') || isAddress && host === text))
    .map(([, , host]) => host);
}

/** The Service of a host name, as the DNS of the cluster resolves it for pods in a namespace. */
function serviceAt(host: string, around: unknown, index: ObjectIndex): TypedManifest | undefined {
  const find = ([name, namespace = around, service = 'svc']: readonly unknown[]) =>
    service === 'svc' ? index.named(SERVICE, namespace, name) : undefined;
  const [pod, ...ofService] = host.split('.');
  // a pod of a headless Service has a name before that of the Service
  return find([pod, ...ofService]) ?? find(ofService);
}
