/** In place of the host of a route: any. */
export const EVERY_HOST = '';

/** How many labels the `*` of a host stands for: one for an Ingress, any number for routes of other kinds. */
export type WildcardLabels = 'one' | 'some';

/** Whether the host of a route, such as `*.example.com`, takes that of a request. */
export function takesHost(own: string, asked: string, labels: WildcardLabels = 'one'): boolean {
  if (!own.startsWith('*.')) return own === EVERY_HOST || own === asked;
  const [label] = asked.split('.', 1);
  return label !== '' && (labels === 'one' ? asked.slice(label.length) === own.slice(1) : asked.endsWith(own.slice(1)));
}

/** The hosts of routes that may take requests of a host: itself, any, and the wildcards of its domains. */
export function hostsTaking(host: string): string[] {
  const labels = host.split('.').slice(1);
  return [...new Set([host, EVERY_HOST, ...labels.map((_, i) => `*.${labels.slice(i).join('.')}`)])];
}

/** The hosts that two names or wildcards have in common: those of the narrower one; `undefined` if there are none. */
export function commonHost(one: string, other: string): string | undefined {
  if (takesHost(one, other, 'some')) return other;
  return takesHost(other, one, 'some') ? one : undefined;
}

/** A host of a route that takes a request overrides those of a lower rank: a name precedes a wildcard, and that precedes any host. */
export function rankOfHost(own: string): number {
  return own === EVERY_HOST || own.startsWith('*.') ? own.length : Infinity;
}
