/**
 * Pods that serve what the first pod of the component `catalogue` serves, at its very address, and must not be scraped in its place.
 *
 * What tells each from it is in its name.
 */
export function strangersOf(pods: readonly any[]): any[] {
  const own = pods.find(({ metadata }) => metadata.labels['app.oam.dev/component'] === 'catalogue');
  const like = (name: string, metadata: object, status = {}) =>
    ({ ...own, metadata: { ...own.metadata, name, uid: name, ...metadata }, status: { ...own.status, ...status } });
  const labelled = (key: string) => ({ labels: { ...own.metadata.labels, [key]: 'other' } });
  return [
    like('of-another-component', labelled('app.oam.dev/component')),
    like('of-another-application', labelled('app.oam.dev/name')),
    like('of-another-namespace', { namespace: 'other' }),
    like('that-has-ended', {}, { phase: 'Succeeded' }),
    like('that-is-not-placed', {}, { phase: 'Pending', podIP: undefined }),
  ];
}
