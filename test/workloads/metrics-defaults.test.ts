import { GENERIC_METRICS, GENERIC_PATH, GENERIC_PORT, annotated } from '../../src/workloads/workload';

test('the generic defaults', () => {
  expect(GENERIC_METRICS).toEqual({ port: 8080, path: '/metrics' });
  expect([GENERIC_PORT, GENERIC_PATH]).toEqual([8080, '/metrics']);
});

test.each<[string, any, any]>([
  ['there are none', undefined, {}],
  ['they say nothing of it', { other: 'a' }, {}],
  ['they are no map', ['prometheus.io/port'], {}],
  ['they name a port', { 'prometheus.io/port': '9090' }, { port: 9090 }],
  ['they name a path', { 'prometheus.io/path': '/m' }, { path: '/m' }],
  ['they name both', { 'prometheus.io/port': '65535', 'prometheus.io/path': '/m' }, { port: 65535, path: '/m' }],
  ['they say only that it is scraped', { 'prometheus.io/scrape': 'true' }, {}],
  ['the port is 0', { 'prometheus.io/port': '0' }, {}],
  ['the port is 65536', { 'prometheus.io/port': '65536' }, {}],
  ['the port is empty', { 'prometheus.io/port': '' }, {}],
  ['the port is a name', { 'prometheus.io/port': 'http' }, {}],
  ['the port is in another notation', { 'prometheus.io/port': '0x50' }, {}],
  ['the path does not start with a slash', { 'prometheus.io/path': 'm' }, {}],
  ['the path is one that a MetricsTrait cannot have', { 'prometheus.io/path': '/m?a=b' }, {}],
  ['the path is no text', { 'prometheus.io/path': 1 }, {}],
])('annotations of the pods: %s', (_, annotations, taken) => {
  const defaults = { port: 1, path: '/own', secret: 's' };

  expect(annotated(defaults, annotations)).toEqual({ ...defaults, ...taken });
});
