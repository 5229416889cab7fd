import { BlockList, isIP } from 'node:net';
import { oneOf } from './check';
import { isDnsLabel, isDnsSubdomain } from './names';
import type { Shape } from '../findings/catalogue/shapes';
import { bad, Check, FINE, found, must } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65535;
}

/** A network port. */
export const port: Check = must(isPort, 'invalid-port', 'port');

function path(forbidden: RegExp, shape: Shape): Check {
  return must(value => typeof value === 'string' && value.startsWith('/') && !forbidden.test(value), 'invalid-path', shape);
}

/** The HTTP path of a metrics endpoint. */
export const metricsPath = path(/[\s?#]/, 'plain-path');

/** The path of a probe's request, which may have a query. */
export const probePath = path(/\s/, 'probe-path');

/** A port by number or by name. */
export const portOrName: Check = (value, field) => typeof value === 'string' ? FINE : port(value, field);

/** A path that is matched exactly or as a prefix. */
export const literalPath = path(/[\s?#]/, 'plain-path');

/** Whether a path has steps that are resolved before a request is sent. The API server rejects such a path in an Ingress. */
export function isUnresolvedPath(value: unknown): boolean {
  return /\/\/|\/\.\.?(\/|$)|%2f/i.test(String(value));
}

/** A path that is a regular expression. */
export const regexPath = path(/\s/, 'regex-path');

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

/** Whether a certificate can be requested for a host: the platform's controller leaves out every host with a wildcard. */
export function isNamedHost(value: unknown): value is string {
  return isHost(value) && !value.includes('*');
}

/** The host of an ingress rule: a lower-case DNS name, with a leading wildcard at most. */
export const host: Check = (value, field) => {
  if (value === '' || value === '*') return FINE;
  const name = typeof value === 'string' && value.startsWith('*.') ? value.slice(2) : value;
  return isDnsSubdomain(name) && name.split('.').every(isDnsLabel)
    ? FINE
    : bad('invalid-host', 'host', field, value);
};

/** The host of an address: a lower-case DNS name. */
export const exactHost: Check = must(
  value => isDnsSubdomain(value) && value.split('.').every(isDnsLabel) && isIP(value) === 0, 'invalid-host', 'exact-host',
);

/** `<namespace>/<deployment-name>`. */
export const scraper: Check = must(value => {
  const parts = typeof value === 'string' ? value.split('/') : [];
  return parts.length === 2 && isDnsLabel(parts[0]) && isDnsSubdomain(parts[1]);
}, 'invalid-value', 'scraper-name');

/** A path into an object as the OAM runtime reads it: `spec.containers[0].env[1].value`. */
export const fieldPath: Check = must(
  value => typeof value === 'string' && /^[^$.[\]\s][^.[\]\s]*(\.[^.[\]\s]+|\[[^[\]]+\])*$/.test(value), 'invalid-value', 'field-path',
);

interface Block {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function blockOf(value: unknown): Block | undefined {
  const [, address, bits] = typeof value === 'string' ? /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [] : [];
  const family = isIP(address ?? '');
  if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) return undefined;
  return { address, bits: Number(bits), family: family === 6 ? 'ipv6' : 'ipv4' };
}

function addressesOf({ address, bits, family }: Block): BlockList {
  const block = new BlockList();
  block.addSubnet(address, bits, family);
  return block;
}

/** Whether an exception is part of a block. Kubernetes rejects one that is the whole block. */
function isWithin(inner: Block, outer: Block): boolean {
  return inner.family === outer.family && inner.bits > outer.bits && addressesOf(outer).check(inner.address, inner.family);
}

/** Whether an address is in a block of addresses, such as `10.0.0.0/16`; false if the value is no block. */
export function hasAddress(cidr: unknown, address: string): boolean {
  const block = blockOf(cidr);
  return block !== undefined && addressesOf(block).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The exceptions from a block of addresses: `except` and `cidr`. */
export const excepted: Check = (value, field) => {
  const cidr: string = value?.cidr;
  const outer = blockOf(cidr);
  if (!outer || !Array.isArray(value.except)) return FINE;
  return value.except.flatMap((each: unknown, i: number) => {
    const inner = blockOf(each);
    return !inner || isWithin(inner, outer) ? FINE
      : found('invalid-value', joinPath(field, ['except', i]), { reason: 'cidr-exception', cidr, value: Shown.of(each) });
  });
};

/** A block of addresses. */
export const cidr: Check = must(value => blockOf(value) !== undefined, 'invalid-value', 'cidr');

/** The ways in which the paths of ingress rules are compared. */
const PATH_TYPES = ['Exact', 'Prefix', 'Regex'] as const;

/** The type that the platform reads from a string, in any case. */
export function pathTypeOf(text: unknown): typeof PATH_TYPES[number] | undefined {
  const read = typeof text === 'string' ? text.trim().toLowerCase() : undefined;
  return PATH_TYPES.find(each => each.toLowerCase() === read);
}

/** The type of a path, in any case. An empty string counts as absent. */
export const pathType: Check = (value, field) =>
  value === '' || pathTypeOf(value) !== undefined ? FINE : oneOf(...PATH_TYPES)(value, field);
