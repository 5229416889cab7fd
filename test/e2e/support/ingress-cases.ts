import { readFileSync } from 'fs';
import { Agent, IncomingHttpHeaders, request } from 'http';
import { Agent as TlsAgent, request as tlsRequest } from 'https';
import { posix } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { Certificate, certificate } from './credentials';
import { haproxyFromIngresses, startHaproxy } from './haproxy';
import { IngressCluster, certificatesAskedFor } from './ingress';
import { nginxFromIngresses, startNginx } from './nginx';
import { atEnd } from './servers';
import { Upstream, startUpstream } from './upstream';
import { LOOPBACK, freePort } from './waiting';
import { ApplicationConfiguration, Component, ContainerizedWorkload, IngressPathType, IngressProvider, IngressRule, IngressTrait, KubernetesPlatform, MonitoringProvider, Platform, TlsCertificate } from '../../../src';

/** The rules of an IngressTrait, and what they leave to the platform. */
export interface Declared {
  readonly rules: readonly IngressRule[];
  /** `<app>.<namespace>.<domain>`. */
  readonly generatedHost: string;
  readonly namespace: string;
  /** Name and port of the component's Service. */
  readonly service: string;
  readonly port: number;
}

/** How a server reads the path of a request before it compares it: nginx tidies it up, haproxy takes it as it came. */
const READ: Readonly<Record<IngressServer, (path: string) => string>> = {
  nginx: (path) => posix.normalize(decodeURIComponent(path)),
  haproxy: (path) => path,
};

/** A path of a host, and what it leads to: `<namespace>/<name>:<port>`. */
interface DeclaredPath {
  readonly host: string;
  readonly elements: readonly string[];
  readonly isExact: boolean;
  readonly answering: string;
}

/** All that is declared, path by path. */
function declaredPaths(declared: readonly Declared[]): DeclaredPath[] {
  return declared.flatMap((trait) => trait.rules.flatMap((rule) => hostsOf(rule, trait).flatMap((host) => {
    const { host: service = trait.service, port = trait.port } = rule.destination ?? {};
    return pathsOf(rule).map((path) => ({ host, ...path, answering: `${trait.namespace}/${service}:${port}` }));
  })));
}

/** Which port of which Service has to answer a server's client, if any has. Knows the rules as they were declared, and no Ingress. */
function answering(paths: readonly DeclaredPath[], server: IngressServer, hostHeader: string, target: string): string | undefined {
  const host = hostHeader.toLowerCase().replace(/:\d+$/, '');
  const [, ...parents] = host.split('.');
  const site = [host, ['*', ...parents].join('.')].find((each) => paths.some((declared) => declared.host === each));
  const elements = READ[server](target.replace(/\?.*/, '')).split('/');
  const fitting = paths.filter((declared) => declared.host === site && fits(declared, elements));
  const [best] = fitting.sort((a, b) => Number(b.isExact) - Number(a.isExact) || withoutEnd(b.elements).length - withoutEnd(a.elements).length);
  return best?.answering;
}

function hostsOf({ hosts = [] }: IngressRule, { generatedHost }: Declared): string[] {
  const named = hosts.filter((host) => !['', '*'].includes(host));
  return named.length > 0 ? named : [generatedHost];
}

function pathsOf({ paths = [] }: IngressRule): Pick<DeclaredPath, 'elements' | 'isExact'>[] {
  return (paths.length > 0 ? paths : [{}]).map(({ path = '/', pathType }) => ({
    elements: path.split('/'),
    isExact: (pathType ?? (path === '/' ? IngressPathType.PREFIX : IngressPathType.EXACT)) === IngressPathType.EXACT,
  }));
}

function fits(declared: DeclaredPath, asked: readonly string[]): boolean {
  if (declared.isExact) return declared.elements.join('/') === asked.join('/');
  return withoutEnd(declared.elements).every((element, i) => element === asked[i]);
}

/** A slash at the end is an empty element. */
function withoutEnd(elements: readonly string[]): readonly string[] {
  return elements[elements.length - 1] === '' ? elements.slice(0, -1) : elements;
}

/** The Services of a cluster, with a server behind each of their ports. */
export interface Backends {
  /** The addresses behind each port, by `<namespace>/<name>:<port>`. */
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  /** The servers behind each port. */
  readonly servers: Readonly<Record<string, readonly Upstream[]>>;
}

/** The ports of the Services among the objects, as `<namespace>/<name>:<port>`. */
export function servicePorts(objects: readonly any[]): string[] {
  return objects.filter(({ kind }) => kind === 'Service').flatMap(({ metadata: { namespace = 'default', name }, spec: { ports = [] } }) => {
    return ports.map(({ port }: any) => `${namespace}/${name}:${port}`);
  });
}

/** Starts servers behind each port, one if nothing else is said. Each answers with the port's name, and which of the servers it is. */
export async function startBackends(ports: readonly string[], count = 1): Promise<Backends> {
  const started = await Promise.all(ports.map(async (name): Promise<[string, Upstream[]]> => [
    name, await Promise.all(Array.from({ length: count }, async (_, index) => startUpstream((response) => response.end(`${name} ${index}`)))),
  ]));
  return {
    endpoints: Object.fromEntries(started.map(([name, servers]) => [name, servers.map(({ port }) => `${LOOPBACK}:${port}`)])),
    servers: Object.fromEntries(started),
  };
}

/** A request, with a path that goes out as it is written. */
interface Question {
  readonly port: number;
  /** The header `Host`, and without its port the name for which the certificate must be. */
  readonly host: string;
  readonly path: string;
  /** @default - none is sent */
  readonly cookie?: string;
  /** Certificates of the authorities to trust. @default - the request is plain HTTP */
  readonly ca?: string[];
}

/** An answer. */
interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

// thousands of requests share their connections; over TLS those for one host do, and the servers take few
const agent = new Agent({ keepAlive: true });
const tlsAgent = new TlsAgent({ keepAlive: true, maxFreeSockets: 1 });
atEnd(async () => [agent, tlsAgent].forEach((each) => each.destroy()));

/** Sends a request without any tidying of its path, which curl and `fetch` do. Follows no redirect. */
export async function ask({ port, host, path, cookie, ca }: Question): Promise<Reply> {
  const options = { host: LOOPBACK, port, path, headers: { Host: host, ...cookie !== undefined && { Cookie: cookie } }, timeout: 20_000 };
  return new Promise((resolve, reject) => {
    const asked = ca
      ? tlsRequest({ ...options, agent: tlsAgent, servername: host.replace(/:\d+$/, ''), ca })
      : request({ ...options, agent });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`no answer from ${host}${path}`))).on('response', async (response) => {
      const { statusCode, headers } = response;
      response.setEncoding('utf8').toArray().then((texts) => resolve({ status: statusCode!, headers, body: texts.join('') }), reject);
    }).end();
  });
}

const DOMAIN = 'apps.example.com';

/** An application of components that have each an IngressTrait. */
export interface IngressApplication {
  readonly name: string;
  readonly namespace: string;
  /** By name, which is that of the Service too. */
  readonly components: Readonly<Record<string, IngressComponent>>;
}

/** A component. */
interface IngressComponent {
  /** By name. */
  readonly ports: Readonly<Record<string, number>>;
  readonly rules: readonly IngressRule[];
  /** Of a certificate of its own. @default - the issuer's */
  readonly secretName?: string;
  /** Whether there is none. @default false */
  readonly insecurePlainText?: boolean;
  /** Annotations of its Ingresses. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What is rendered of it. */
interface IngressApplicationOptions {
  /** Whether an issuer makes certificates. @default false */
  readonly isTls?: boolean;
  /** The server whose controller is to read the annotations. @default - no controller is named */
  readonly server?: IngressServer;
}

/** All that Kubernetes gets, as the library renders it. */
export function renderedOf({ name, namespace, components }: IngressApplication, { isTls = false, server }: IngressApplicationOptions = {}): any[] {
  const chart = new Chart(new App(), 'chart', { namespace });
  Platform.install(chart, new KubernetesPlatform({
    metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
    ingress: IngressProvider[server === undefined ? 'other' : server === 'nginx' ? 'nginx' : 'haproxyIngress']({
      domain: DOMAIN,
      tls: isTls ? TlsCertificate.clusterIssuer('issuer') : TlsCertificate.insecureNone(),
      className: 'public',
    }),
  }));
  const application = new ApplicationConfiguration(chart, name);
  for (const [component, { ports, rules, secretName, insecurePlainText, annotations }] of Object.entries(components)) {
    const containerPorts = Object.entries(ports).map(([port, containerPort]) => ({ name: port, containerPort }));
    const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1', ports: containerPorts }] });
    const binding = application.addComponent(new Component(chart, component, { workload }));
    const metadata = annotations && { annotations };
    new IngressTrait(binding, 'ingress', { rules: [...rules], insecurePlainText, metadata, ...secretName !== undefined && { tls: { secretName } } });
  }
  return Testing.synth(chart);
}

/** The Ingresses among them. */
export function ingressesOf(objects: readonly any[]): any[] {
  return objects.filter(({ kind }) => kind === 'Ingress');
}

/** What is declared in it. */
export function declaredOf({ name, namespace, components }: IngressApplication): Declared[] {
  return Object.entries(components).map(([service, { ports, rules }]) => ({
    rules, namespace, service, port: ports.http ?? Object.values(ports)[0], generatedHost: `${name}.${namespace}.${DOMAIN}`,
  }));
}

/** Servers that are configured from Ingresses as their controllers do it. */
export const INGRESS_SERVERS = {
  nginx: async (cluster: IngressCluster) => startNginx(nginxFromIngresses(cluster)),
  haproxy: async (cluster: IngressCluster) => startHaproxy(haproxyFromIngresses(cluster)),
} as const;

/** The name of one. */
export type IngressServer = keyof typeof INGRESS_SERVERS;

/** The ports of a server that routes. */
export interface RunningIngresses {
  readonly httpPort: number;
  readonly httpsPort: number;
}

/** What is served. */
interface Served {
  readonly ingresses: readonly any[];
  readonly backends: Backends;
  /** By `<namespace>/<name>` of their Secrets. @default - none */
  readonly certificates?: Readonly<Record<string, Certificate>>;
  /** @default public */
  readonly className?: string;
}

/** Has a server route what Ingresses say, on free ports. */
export async function serveIngresses(name: IngressServer, served: Served): Promise<RunningIngresses> {
  const { ingresses, backends, certificates, className = 'public' } = served;
  const ports = { httpPort: await freePort(), httpsPort: await freePort() };
  await INGRESS_SERVERS[name]({ className, ingresses, endpoints: backends.endpoints, certificates, ...ports });
  return ports;
}

/** The certificates that Ingresses ask for, as cert-manager makes them, or whoever makes their Secrets; by `<namespace>/<name>`. */
export async function certificatesFor(ingresses: readonly any[]): Promise<Record<string, Certificate>> {
  const asked = [...certificatesAskedFor(ingresses)];
  return Object.fromEntries(await Promise.all(asked.map(async ([secret, hosts]) => [secret, await certificate(hosts)])));
}

/** The certificates of those who signed them. */
export function authoritiesOf(certificates: Readonly<Record<string, Certificate>>): string[] {
  return Object.values(certificates).map(({ caFile }) => readFileSync(caFile, 'utf8'));
}

/** A host, a path, and who has to answer. */
type Case = [host: string, path: string, expected: string | undefined];

/** Every host with every path: those that are declared, longer and shorter ones, and others. */
export function casesOf(traits: readonly Declared[], server: IngressServer, otherHosts: readonly string[], otherPaths: readonly string[]): Case[] {
  const declared = declaredPaths(traits);
  const hosts = new Set([...declared.map(({ host }) => host.replace('*', 'any')), ...otherHosts]);
  const literal = declared.map(({ elements }) => elements.join('/'));
  const paths = new Set([...literal, ...literal.flatMap((path) => [`${path}/`, `${path}x`, `${path}/x`, path.slice(0, -1) || '/']), ...otherPaths]);
  return [...hosts].flatMap((host) => [...paths].map((path): Case => [host, path, answering(declared, server, host, path)]));
}

/** Fewer than half of the connections that the servers take. */
const AT_ONCE = 10;

/** Who answers in each case. What is not served is 404, and reaches nobody. */
export async function answersTo(cases: readonly Case[], question: Pick<Question, 'port' | 'ca'>): Promise<Case[]> {
  const answers: Case[] = [];
  for (let start = 0; start < cases.length; start += AT_ONCE) {
    answers.push(...await Promise.all(cases.slice(start, start + AT_ONCE).map(async ([host, path]): Promise<Case> => {
      const { status, body } = await ask({ ...question, host, path });
      return [host, path, status === 404 ? undefined : `${status} ${body}`.replace(/^200 (.+) 0$/, '$1')];
    })));
  }
  return answers;
}

/** How many requests have come to all of them. */
export function requestsTo({ servers }: Backends): number {
  return Object.values(servers).flat().reduce((sum, { requests }) => sum + requests.length, 0);
}
