import { BlockList, isIP } from 'node:net';
import { isDnsLabel, isDnsSubdomain } from './names';
import { bad, Check, FINE, found, ValueReason } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65535;
}

/** A network port. */
export const port: Check = (value, field) => isPort(value)
  ? FINE
  : bad('invalid-port', 'number', field, value);

function path(forbidden: RegExp, reason: ValueReason<'invalid-path'>): Check {
  return (value, field) => typeof value === 'string' && value.startsWith('/') && !forbidden.test(value) ? FINE : bad('invalid-path', reason, field, value);
}

/** The HTTP path of a metrics endpoint. */
export const metricsPath = path(/[\s?#]/, 'metrics');

/** The path of a probe's request, which may have a query. */
export const probePath = path(/\s/, 'probe');

/** A port by number or by name. */
export const portOrName: Check = (value, field) => typeof value === 'string' ? FINE : port(value, field);

/** A path that is matched exactly or as a prefix. */
export const literalPath = path(/[\s?#]/, 'literal');

/** A path that is a regular expression. */
export const regexPath = path(/\s/, 'regex');

/** A host means something to the platform unless it is empty or a lone `*`, which it treats as absent. */
export function isHost(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.trim() !== '*';
}

/** Whether a rule says in so many words that it is for any host. */
export function hasAnyHost(hosts: unknown): boolean {
  return Array.isArray(hosts) && hosts.some(each => typeof each === 'string' && !isHost(each));
}

/** The hosts that a rule names, in lower case and once each. */
export function namedHosts(hosts: unknown): string[] {
  return [...new Set((Array.isArray(hosts) ? hosts : []).filter(isHost).map(each => each.trim().toLowerCase()))];
}

/** A host for which a certificate can be asked: the platform's controller leaves out every host with a wildcard. */
export function isNamedHost(value: unknown): value is string {
  return isHost(value) && !value.includes('*');
}

/** The host of an ingress rule: a lower-case DNS name, with a wildcard in front at most. */
export const host: Check = (value, field) => {
  if (value === '' || value === '*') return FINE;
  const name = typeof value === 'string' && value.startsWith('*.') ? value.slice(2) : value;
  return isDnsSubdomain(name) && name.split('.').every(isDnsLabel)
    ? FINE
    : bad('invalid-host', 'rule', field, value);
};

/** The host of an address: a lower-case DNS name. */
export const exactHost: Check = (value, field) => isDnsSubdomain(value) && value.split('.').every(isDnsLabel) && isIP(value) === 0
  ? FINE
  : bad('invalid-host', 'exact', field, value);

/** `<namespace>/<deployment-name>`. */
export const scraper: Check = (value, field) => {
  const parts = typeof value === 'string' ? value.split('/') : [];
  if (parts.length === 2 && isDnsLabel(parts[0]) && isDnsSubdomain(parts[1])) return FINE;
  return bad('invalid-scraper', 'form', field, value);
};

/** A path into an object as the OAM runtime reads it: `spec.containers[0].env[1].value`. */
export const fieldPath: Check = (value, field) => typeof value === 'string' && /^[^$.[\]\s][^.[\]\s]*(\.[^.[\]\s]+|\[[^[\]]+\])*$/.test(value)
  ? FINE
  : bad('invalid-field-path', 'form', field, value);

interface Block {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function blockOf(value: unknown): Block | undefined {
  const [, address, bits] = typeof value === 'string' ? /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [] : [];
  const family = isIP(address ?? '');
  return family > 0 && Number(bits) <= (family === 6 ? 128 : 32) ? { address, bits: Number(bits), family: family === 6 ? 'ipv6' : 'ipv4' } : undefined;
}

/** Whether an exception is among the addresses, and not all of them, which Kubernetes refuses. */
function isWithin(inner: Block, outer: Block): boolean {
  const block = new BlockList();
  block.addSubnet(outer.address, outer.bits, outer.family);
  return inner.family === outer.family && inner.bits > outer.bits && block.check(inner.address, inner.family);
}

/** The exceptions of a block of addresses, `except` of `cidr`. */
export const excepted: Check = (value, field) => {
  const cidr: string = value?.cidr;
  const outer = blockOf(cidr);
  if (!outer || !Array.isArray(value.except)) return FINE;
  return value.except.flatMap((each: unknown, i: number) => {
    const inner = blockOf(each);
    return !inner || isWithin(inner, outer) ? FINE : found('invalid-value', joinPath(field, ['except', i]), { reason: 'cidr-exception', cidr, value: Shown.of(each) });
  });
};

/** A block of addresses. */
export const cidr: Check = (value, field) => blockOf(value)
  ? FINE
  : bad('invalid-value', 'cidr', field, value);

/** How the paths of ingress rules are compared. */
const PATH_TYPES = ['Exact', 'Prefix', 'Regex'] as const;

/** The type that a text is read as: the platform does not mind its case. */
export function pathTypeOf(text: unknown): typeof PATH_TYPES[number] | undefined {
  const read = typeof text === 'string' ? text.trim().toLowerCase() : undefined;
  return PATH_TYPES.find(each => each.toLowerCase() === read);
}

/** The type of a path, in any case. An empty one is none. */
export const pathType: Check = (value, field) =>
  value === '' || pathTypeOf(value) !== undefined ? FINE : found('invalid-value', field, { reason: 'one-of', allowed: PATH_TYPES, value: Shown.of(value) });
