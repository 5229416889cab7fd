import { Endpoint, endpointsOf } from '../../src/private/metrics';

const DEFAULTS: Endpoint = { port: 7001, path: '/wls-exporter/metrics' };

test.each<[string, any, Endpoint[]]>([
  ['no spec: the defaults', undefined, [DEFAULTS]],
  ['an empty spec: the defaults', {}, [DEFAULTS]],
  ['nulls: the defaults', { port: null, path: null, ports: null, enabled: null }, [DEFAULTS]],
  ['a port: the default path', { port: 1 }, [{ port: 1, path: DEFAULTS.path }]],
  ['a path: the default port', { path: '/a' }, [{ port: DEFAULTS.port, path: '/a' }]],
  ['port and path', { port: 1, path: '/a' }, [{ port: 1, path: '/a' }]],
  ['ports, each with its own or the default value', { ports: [{ port: 1 }, { path: '/b' }, {}] }, [
    { port: 1, path: DEFAULTS.path }, { port: DEFAULTS.port, path: '/b' }, DEFAULTS,
  ]],
  ['ports and a port: the port comes last', { port: 1, ports: [{ port: 2, path: '/b' }] }, [
    { port: 2, path: '/b' }, { port: 1, path: DEFAULTS.path },
  ]],
  ['ports, port and path: the path goes with the port', { port: 1, path: '/a', ports: [{ port: 2 }] }, [
    { port: 2, path: DEFAULTS.path }, { port: 1, path: '/a' },
  ]],
  ['ports and a path alone: the path belongs to no endpoint', { path: '/a', ports: [{ port: 2 }] }, [{ port: 2, path: DEFAULTS.path }]],
  ['empty ports count as absent', { path: '/a', ports: [] }, [{ port: DEFAULTS.port, path: '/a' }]],
  ['enabled says nothing else', { enabled: true, port: 1 }, [{ port: 1, path: DEFAULTS.path }]],
  ['not enabled: none', { enabled: false, port: 1, ports: [{ port: 2 }] }, []],
])('%s', (_, spec, endpoints) => {
  expect(endpointsOf(spec, DEFAULTS)).toEqual(endpoints);
});
