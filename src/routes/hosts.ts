/** The host of a route that takes requests of every host. */
export const EVERY_HOST = '';

/** How many labels the `*` of a host stands for: one for an Ingress, one or more for routes of other kinds. */
export type WildcardLabels = 'one' | 'some';

/** Whether the host of a route, such as `*.example.com`, matches that of a request. */
export function takesHost(own: string, asked: string, labels: WildcardLabels = 'one'): boolean {
  if (!own.startsWith('*.')) return own === EVERY_HOST || own === asked;
  const [label] = asked.split('.', 1);
  return label !== '' && (labels === 'one' ? asked.slice(label.length) === own.slice(1) : asked.endsWith(own.slice(1)));
}

/** The hosts of routes that may match a host: the host itself, `EVERY_HOST`, and the wildcards of its domains. */
export function hostsTaking(host: string): string[] {
  const labels = host.split('.').slice(1);
  return [...new Set([host, EVERY_HOST, ...labels.map((_, i) => `*.${labels.slice(i).join('.')}`)])];
}

/** The narrower of two names or wildcards, which covers the hosts that both have in common; `undefined` if there are none. */
export function commonHost(one: string, other: string): string | undefined {
  if (takesHost(one, other, 'some')) return other;
  return takesHost(other, one, 'some') ? one : undefined;
}

/** The rank of the host of a route. Of the hosts that match a request, a higher rank overrides: a name, a longer wildcard, `EVERY_HOST`. */
export function rankOfHost(own: string): number {
  return own === EVERY_HOST || own.startsWith('*.') ? own.length : Infinity;
}
