import { posix } from 'path';
import { IngressServer } from './ingress-servers';
import { IngressPathType, IngressRule } from '../../../src';

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
export interface DeclaredPath {
  readonly host: string;
  readonly elements: readonly string[];
  readonly isExact: boolean;
  readonly answering: string;
}

/** All that is declared, path by path. */
export function declaredPaths(declared: readonly Declared[]): DeclaredPath[] {
  return declared.flatMap((trait) => trait.rules.flatMap((rule) => hostsOf(rule, trait).flatMap((host) => {
    const { host: service = trait.service, port = trait.port } = rule.destination ?? {};
    return pathsOf(rule).map((path) => ({ host, ...path, answering: `${trait.namespace}/${service}:${port}` }));
  })));
}

/** Which port of which Service has to answer a server's client, if any has. Knows the rules as they were declared, and no Ingress. */
export function answering(paths: readonly DeclaredPath[], server: IngressServer, hostHeader: string, target: string): string | undefined {
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
