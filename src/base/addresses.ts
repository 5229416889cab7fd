import { oneOf } from './check';
import { bad, Check, FINE, found, must, joinPath, Shown } from './findings/finding';
import { BlockList, isIP } from 'node:net';
import type { Shape } from './findings/catalogue/shapes';
import { isDnsLabel, isDnsSubdomain } from './names';

// Where requests go: checks of ports, paths, hosts and blocks of IP addresses, and how each is compared.

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65535;
}

/** A network port. */
export const port: Check = must(isPort, 'invalid-port', 'port');

const pathWithout = (forbidden: RegExp, shape: Shape): Check => must(
  value => typeof value === 'string' && value.startsWith('/') && !forbidden.test(value), 'invalid-path', shape);

/** The HTTP path of a metrics endpoint, or a path that is matched exactly or as a prefix. */
export const metricsPath = pathWithout(/[\s?#]/, 'plain-path');

/** The path of a probe's request, which may have a query. */
export const probePath = pathWithout(/\s/, 'probe-path');

/** A port by number or by name. */
export const portOrName: Check = (value, field) => typeof value === 'string' ? FINE : port(value, field);

/** Whether a path has steps that are resolved before a request is sent, which the API server rejects in an Ingress. */
export function isUnresolvedPath(value: unknown): boolean { return /\/\/|\/\.\.?(\/|$)|%2f/i.test(String(value)); }

/** A path that is a regular expression. */
export const regexPath = pathWithout(/\s/, 'regex-path');

/** Whether the platform evaluates a host: it treats an empty one or a lone `*` as absent. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.trim() !== '*';
}

/** Whether a rule is explicitly for any host. */
export function hasAnyHost(hosts: unknown): boolean {
  return Array.isArray(hosts) && hosts.some(each => typeof each === 'string' && !isHost(each));
}

/** The hosts that a rule names, in lower case and without duplicates. */
export function namedHosts(hosts: unknown): string[] {
  return [...new Set((Array.isArray(hosts) ? hosts : []).filter(isHost).map(each => each.trim().toLowerCase()))];
}

/** Whether a certificate can be requested for a host: the platform's controller leaves out hosts with a wildcard. */
export function isNamedHost(value: unknown): value is string { return isHost(value) && !value.includes('*'); }

/** The host of an ingress rule: a lower-case DNS name, with a leading wildcard at most. */
export const host: Check = (value, field) => {
  if (value === '' || value === '*') return FINE;
  const name = typeof value === 'string' && value.startsWith('*.') ? value.slice(2) : value;
  return isHostName(name) ? FINE : bad('invalid-host', 'host', field, value);
};

const isHostName = (value: unknown) => isDnsSubdomain(value) && value.split('.').every(isDnsLabel);

/** The host of an address: a lower-case DNS name. */
export const exactHost: Check = must(value => isHostName(value) && isIP(value) === 0, 'invalid-host', 'exact-host');

/** The block of addresses that a string such as `10.0.0.0/16` names. */
function addressBlock(value: unknown) {
  const [, address, length] = typeof value === 'string' ? /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [] : [];
  const [bits, family] = [Number(length), isIP(address ?? '') === 6 ? 'ipv6' as const : 'ipv4' as const];
  if (isIP(address ?? '') === 0 || bits > (family === 'ipv6' ? 128 : 32)) return undefined;
  const addresses = new BlockList();
  addresses.addSubnet(address, bits, family);
  return { address, bits, family, addresses };
}

/** Whether an address is in a block of addresses; false if the value is no block. */
export function hasAddress(block: unknown, address: string): boolean {
  return addressBlock(block)?.addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ?? false;
}

/** The `exceptCidrs` of a block of addresses, `cidr`. Kubernetes rejects one that is the whole block. */
export const excepted: Check = (value, field) => {
  const outer = addressBlock(value?.cidr);
  if (!outer || !Array.isArray(value.exceptCidrs)) return FINE;
  return value.exceptCidrs.flatMap((each: unknown, i: number) => {
    const inner = addressBlock(each);
    const isPart = !inner || inner.family === outer.family && inner.bits > outer.bits
      && outer.addresses.check(inner.address, inner.family);
    return isPart ? FINE : found('invalid-value', joinPath(field, ['exceptCidrs', i]), {
      reason: 'cidr-exception', cidr: value.cidr as string, value: Shown.of(each),
    });
  });
};

/** A block of addresses. */
export const cidr: Check = must(value => addressBlock(value) !== undefined, 'invalid-value', 'cidr');

/** The ways in which the paths of ingress rules are compared. */
const PATH_TYPES = ['Exact', 'Prefix', 'Regex', 'ImplementationSpecific'] as const;

/** The type that the platform reads from a string, in any case. */
export function pathTypeOf(given: unknown): typeof PATH_TYPES[number] | undefined {
  const read = typeof given === 'string' ? given.trim().toLowerCase() : undefined;
  return PATH_TYPES.find(each => each.toLowerCase() === read);
}

/** The type of a path, in any case. An empty string counts as absent. */
export const pathType: Check = (value, field) =>
  value === '' || pathTypeOf(value) !== undefined ? FINE : oneOf(...PATH_TYPES)(value, field);
