import { BlockList, isIP } from 'node:net';
import { Check, FINE, joinField, wrong } from './finding';
import { isDnsLabel, isDnsSubdomain } from './names';

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 65535;
}

/** A network port. */
export const port: Check = (value, field) => isPort(value)
  ? FINE
  : wrong('invalid-port', field, 'be a whole number from 1 to 65535', value);

function path(value: unknown, field: string, forbidden: RegExp, must: string, remedy: string) {
  return typeof value === 'string' && value.startsWith('/') && !forbidden.test(value) ? FINE : wrong('invalid-path', field, must, value, remedy);
}

/** The HTTP path of a metrics endpoint. */
export const metricsPath: Check = (value, field) =>
  path(value, field, /[\s?#]/, 'start with \'/\' and have no space, query or fragment', 'give the path alone, such as "/metrics"');

/** The path of a probe's request, which may have a query. */
export const probePath: Check = (value, field) => path(value, field, /\s/, 'start with \'/\' and have no space', 'write it as "/health?full=true"');

/** A port by number or by name. */
export const portOrName: Check = (value, field) => typeof value === 'string' ? FINE : port(value, field);

/** A path that is matched exactly or as a prefix. */
export const literalPath: Check = (value, field) =>
  path(value, field, /[\s?#]/, 'start with \'/\' and have no space, query or fragment', 'give the path alone, such as "/greet"');

/** A path that is a regular expression. */
export const regexPath: Check = (value, field) =>
  path(value, field, /\s/, 'start with \'/\' and have no space', 'the expression is matched against the whole path: write "/.*\\.png" for all images');

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
    : wrong('invalid-host', field, 'be a lower-case DNS name, with \'*.\' in front at most', value, 'give the host alone, without scheme, port or path');
};

/** The host of an address: a lower-case DNS name. */
export const exactHost: Check = (value, field) => isDnsSubdomain(value) && value.split('.').every(isDnsLabel) && isIP(value) === 0
  ? FINE
  : wrong('invalid-host', field, 'be a lower-case DNS name, neither with a wildcard nor an address', value, 'give the host alone, without scheme, port or path');

/** `<namespace>/<deployment-name>`. */
export const scraper: Check = (value, field) => {
  const parts = typeof value === 'string' ? value.split('/') : [];
  if (parts.length === 2 && isDnsLabel(parts[0]) && isDnsSubdomain(parts[1])) return FINE;
  return wrong('invalid-scraper', field, 'have the form <namespace>/<deployment-name>', value, 'name the deployment of the scraper, such as "monitoring/prometheus"');
};

/** A path into an object as the OAM runtime reads it: `spec.containers[0].env[1].value`. */
export const fieldPath: Check = (value, field) => typeof value === 'string' && /^[^$.[\]\s][^.[\]\s]*(\.[^.[\]\s]+|\[[^[\]]+\])*$/.test(value)
  ? FINE
  : wrong('invalid-field-path', field, 'be a field path', value, 'write it as "spec.containers[0].env[1].value"');

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
  const outer = blockOf(value?.cidr);
  if (!outer || !Array.isArray(value.except)) return FINE;
  return value.except.flatMap((each: unknown, i: number) => {
    const inner = blockOf(each);
    return !inner || isWithin(inner, outer) ? FINE : wrong('invalid-value', joinField(field, `except[${i}]`), `be a part of ${value.cidr}`, each, 'leave it out');
  });
};

/** A block of addresses. */
export const cidr: Check = (value, field) => blockOf(value)
  ? FINE
  : wrong('invalid-value', field, 'be a block of addresses', value, 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"');
