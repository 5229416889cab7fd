import { parseAllDocuments } from 'yaml';
import { Finding, showPath } from '../../../src/base/findings/finding';
import { showPhrase } from '../../../src/base/findings/sentence';
import { describe as describeWhole, describeProblem } from '../../../src/base/findings/words';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { detachedFrom, traceRequest, withoutRoute } from '../../../src/cluster/routes/reach';
import * as makers from '../../../src/cluster/routes/all-routes';
import { shownObject } from '../../../src/base/shown';
import { ChainLink } from '../../../src/cluster/objects/links';

/** The objects of YAML. */
export const objectsOf = (yaml: string): TypedManifest[] => parseAllDocuments(yaml).map(document => document.toJS());

export const tablesOf = (objects: readonly TypedManifest[]) => makers.tablesOf(new ObjectIndex(objects));

export const findRoutes = (objects: readonly TypedManifest[]) => makers.findRoutes(new ObjectIndex(objects));

/** A path of an Ingress: `Prefix /a => cart:80`, `Exact /a => cart:http`; of any other type, if it names none. */
export function pathOf(text: string): object {
  const [, pathType, path, name, port] = /^(\w*) ?(\S*) => ([\w-]+):(\w+)$/.exec(text)!;
  const number = Number(port);
  const service = { name, port: Number.isNaN(number) ? { name: port } : { number } };
  return { pathType: pathType || 'ImplementationSpecific', ...path && { path }, backend: { service } };
}

export interface GivenIngress {
  readonly name?: string;
  readonly namespace?: string;
  readonly className?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly tls?: readonly object[];
  readonly defaultBackend?: string;
}

/** An Ingress with paths by host; `*` is no host. */
export function ingressOf(hosts: Readonly<Record<string, readonly string[]>>, given: GivenIngress = {}): TypedManifest {
  const { name = 'web', namespace = 'shop', className = 'public', annotations, tls, defaultBackend } = given;
  const rules = Object.entries(hosts).map(([host, paths]) => ({ ...host !== '*' && { host }, http: { paths: paths.map(pathOf) } }));
  const backend = defaultBackend && (pathOf(` => ${defaultBackend}`) as { backend: object }).backend;
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace, annotations },
    spec: { ingressClassName: className, rules, tls, ...backend && { defaultBackend: backend } },
  } as unknown as TypedManifest;
}

/** Which Service takes a request, as `name:port`; those that claim the same after it. */
export function taking(objects: readonly TypedManifest[], host: string, path: string): string[] {
  return tablesOf(objects).flatMap(table => {
    const { route, rivals } = table.find({ host, path });
    return [...route ? [route] : [], ...rivals].map(({ backend: { service, port } }) => `${service}:${port}`);
  });
}

/** A finding in words, and the word that was meant. */
export const wordsOf = (finding: Finding): string => finding.parameters.meant === undefined ? describeProblem(finding) : describeWhole(finding);

const shown = ({ object, path, holds, breaks }: ChainLink): string[] => holds
  ? [`${shownObject(object)}: '${showPath(path)}' ${showPhrase(holds)}`]
  : breaks.map(each => `${shownObject(object)}: ${wordsOf(each)}`);

/** The steps of a request to the pods, in words. */
export function stepsOf(objects: readonly TypedManifest[], url: string): string[] {
  const { protocol, hostname: host, port, pathname: path } = new URL(url);
  const request = { host, path, isTls: protocol === 'https:', ...port && { port: Number(port) } };
  const traces = traceRequest(tablesOf(objects), new ObjectIndex(objects), request);
  const links = traces.length > 0 ? traces.flatMap(each => each.links) : detachedFrom(findRoutes(objects).detached, request);
  return links.length > 0 ? links.flatMap(shown) : withoutRoute(tablesOf(objects), request).map(wordsOf);
}
