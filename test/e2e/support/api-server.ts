import { IncomingMessage, ServerResponse } from 'http';
import { Certificate } from './certificate';
import { startUpstream, Upstream } from './upstream';

/** What an API server is started with. */
export interface ApiServerSetup {
  /** The objects that it has; Ingresses, HTTPRoutes and Secrets. */
  readonly objects: readonly any[];
  /** It knows no tokens over plain HTTP, since kubectl sends none then. */
  readonly tls: Certificate;
  /** The token that it demands. */
  readonly token: string;
  /** The groups that it does not have. @default - none */
  readonly without?: readonly string[];
}

/** Resources as discovery tells them. */
const RESOURCES = [
  { group: '', version: 'v1', name: 'secrets', singularName: 'secret', kind: 'Secret' },
  { group: 'networking.k8s.io', version: 'v1', name: 'ingresses', singularName: 'ingress', kind: 'Ingress' },
  { group: 'gateway.networking.k8s.io', version: 'v1', name: 'httproutes', singularName: 'httproute', kind: 'HTTPRoute' },
];

type Resource = (typeof RESOURCES)[number];

const versionOf = ({ group, version }: Resource) => group ? `${group}/${version}` : version;

/** Starts as much of an API server as `kubectl get` asks for. */
export async function startApiServer({ objects, tls, token, without = [] }: ApiServerSetup): Promise<Upstream> {
  const resources = RESOURCES.filter(({ group }) => !without.includes(group));
  return startUpstream((response, { url, headers }) => {
    const { pathname } = new URL(url, 'http://x');
    if (headers.authorization !== `Bearer ${token}`) return refuse(response, 401, 'Unauthorized');
    const known = discovery(pathname, resources) ?? objectAt(pathname, resources, objects);
    return known ? reply(response, 200, known) : refuse(response, 404, 'NotFound');
  }, { tls });
}

/** What there is. */
function discovery(path: string, resources: readonly Resource[]): object | undefined {
  if (path === '/version') return { major: '1', minor: '32', gitVersion: 'v1.32.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: resources.filter(({ group }) => group).map(groupOf) };
  const [, groupVersion] = /^\/apis?\/((?:[^/]+\/)?v1)$/.exec(path) ?? [];
  const own = resources.filter((resource) => versionOf(resource) === groupVersion);
  return own.length === 0 ? undefined : {
    kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: own.map(({ name, singularName, kind }) => ({ name, singularName, kind, namespaced: true, verbs: ['get', 'list'] })),
  };
}

function groupOf(resource: Resource): object {
  const preferredVersion = { groupVersion: versionOf(resource), version: resource.version };
  return { name: resource.group, versions: [preferredVersion], preferredVersion };
}

function objectAt(path: string, resources: readonly Resource[], objects: readonly any[]): object | undefined {
  const [, groupVersion, namespace, plural, name] = /^\/apis?\/((?:[^/]+\/)?v1)\/namespaces\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const resource = resources.find((each) => versionOf(each) === groupVersion && each.name === plural);
  return objects.find(({ kind, metadata }) => kind === resource?.kind && metadata.namespace === namespace && metadata.name === name);
}

function refuse(response: ServerResponse<IncomingMessage>, code: number, reason: string) {
  return reply(response, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: `the server says ${reason}`, reason, code });
}

function reply(response: ServerResponse<IncomingMessage>, status: number, body: object) {
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
