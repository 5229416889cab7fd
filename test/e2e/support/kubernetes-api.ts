import { chmodSync, existsSync, readFileSync } from 'fs';
import { IncomingMessage, ServerResponse } from 'http';
import { delimiter, dirname, join } from 'path';
import { stringify } from 'yaml';
import { Certificate } from './credentials';
import { temporaryFolder, writeFiles } from './servers';
import { Upstream, startUpstream } from './upstream';
import { pathOf } from '../../../build-tools/servers';

/** What an API server is started with. */
interface ApiServerSetup {
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

/** An API server that lists pods, Services and Endpoints, and tells of changes to who watches them. */
export interface ClusterApi extends Upstream {
  /** Has one object more. */
  add(object: any): void;
  /** Has it no longer. */
  remove(object: any): void;
}

/** By the name of the resource in the path. */
const KINDS: Readonly<Record<string, string>> = { pods: 'Pod', services: 'Service', endpoints: 'Endpoints' };

interface Watch {
  readonly kind: string;
  /** All, where it is none. */
  readonly namespace?: string;
  readonly response: ServerResponse;
}

/** Starts as much of an API server as discovery asks for. */
export async function startClusterApi(objects: readonly any[]): Promise<ClusterApi> {
  const present = new Set(objects);
  const watches = new Set<Watch>();
  let version = 1;
  const versioned = (object: any) => ({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
  const tell = (type: string, object: any) => {
    version++;
    const event = `${JSON.stringify({ type, object: versioned(object) })}\n`;
    [...watches].filter((watch) => isOf(watch, object)).forEach(({ response }) => response.write(event));
  };

  const upstream = await startUpstream((response, { url }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const [, namespace, plural] = /^\/api\/v1\/(?:namespaces\/([^/]+)\/)?([a-z]+)$/.exec(pathname) ?? [];
    const kind = KINDS[plural];
    const isWatch = kind && searchParams.has('watch');
    response.writeHead(kind ? 200 : 404, { 'Content-Type': 'application/json' });
    if (isWatch) {
      const watch = { kind, namespace, response };
      watches.add(watch);
      response.on('close', () => watches.delete(watch)).flushHeaders();
    } else {
      const items = [...present].filter((object) => isOf({ kind, namespace }, object)).map(versioned);
      response.end(JSON.stringify({ kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: String(version) }, items }));
    }
  });

  return {
    ...upstream,
    add: (object) => {
      present.add(object);
      tell('ADDED', object);
    },
    remove: (object) => {
      present.delete(object);
      tell('DELETED', object);
    },
  };
}

function isOf({ kind, namespace }: Omit<Watch, 'response'>, object: any): boolean {
  return object.kind === kind && (namespace === undefined || object.metadata.namespace === namespace);
}

/** How a login ends. */
export interface LoginSetup {
  readonly token: string;
  /** Seconds that it takes. @default 0 */
  readonly seconds?: number;
  /** It fails. @default false */
  readonly fails?: boolean;
}

/** A configuration of kubectl whose user logs in by a program of their own. */
interface Kubeconfig {
  /** The variables that lead to it; it touches nothing of the user who runs the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** The environments in which the program was run so far. */
  environments(): string[];
}

/** Writes a configuration with the contexts `test` (the current one) and `nowhere`, which no server has. */
export function kubeconfig(server: string, { caFile }: Certificate, login: LoginSetup): Kubeconfig {
  const folder = temporaryFolder('kubectl');
  const [file, plugin, log] = ['config', 'login', 'environments'].map((name) => join(folder, name));
  writeFiles(folder, { 'config': stringify(configuration(server, caFile, plugin)), 'login': script(login, log), 'home/.keep': '' });
  chmodSync(plugin, 0o700);
  const path = [dirname(pathOf('kubectl')!), process.env.PATH].join(delimiter);
  return {
    env: { KUBECONFIG: file, HOME: join(folder, 'home'), PATH: path },
    environments: () => existsSync(log) ? readFileSync(log, 'utf8').split('--\n').filter(Boolean) : [],
  };
}

function configuration(server: string, caFile: string, command: string): object {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command, interactiveMode: 'IfAvailable' };
  return {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'test', cluster: { 'server': server, 'certificate-authority': caFile } }],
    'users': [{ name: 'test', user: { exec } }],
    'contexts': [{ name: 'test', context: { cluster: 'test', user: 'test' } }, { name: 'nowhere', context: { cluster: 'nowhere', user: 'test' } }],
    'current-context': 'test',
  };
}

/** What stands in for the login of a cloud. */
function script({ token, seconds = 0, fails = false }: LoginSetup, log: string): string {
  const credential = { apiVersion: 'client.authentication.k8s.io/v1beta1', kind: 'ExecCredential', status: { token } };
  return `#!/bin/sh
(env; echo --) >> '${log}'
echo 'To sign in, open https://login.example.com' >&2
sleep ${seconds}
${fails ? 'exit 1' : `echo '${JSON.stringify(credential)}'`}
`;
}
