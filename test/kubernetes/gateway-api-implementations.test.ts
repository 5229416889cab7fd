import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayImplementation } from '../../src';
import { IMPLEMENTATIONS, able } from '../../src/kubernetes/ingress/gateway-api/implementations/all';
import { shadows } from '../../src/kubernetes/ingress/gateway-api/route-paths';

const PAGE = readFileSync(join(__dirname, '../../docs/gateway-api.md'), 'utf8');
const { ENVOY_GATEWAY, ISTIO, TRAEFIK, NGINX_GATEWAY_FABRIC, OTHER } = GatewayImplementation;

test.each(Object.values(GatewayImplementation))('the page says what there is to know of %s', name => {
  const { title, notes } = IMPLEMENTATIONS[name];
  const heading = `${title[0].toUpperCase()}${title.slice(1)}`;

  expect(PAGE.split('\n')).toContain(`- **${heading}.** ${notes.join(' ')}`);
});

test('what each can do', () => {
  expect(able('cookie')).toEqual(['Envoy Gateway', 'Istio']);
  expect(able('authorize')).toEqual(['Envoy Gateway']);
  expect(able('regex')).toEqual(['Envoy Gateway', 'Istio', 'NGINX Gateway Fabric', 'Traefik']);
});

const REGEX = { path: '/a/.*', pathType: 'Regex' };
const prefix = (path: string) => ({ path, pathType: 'Prefix' });

test.each<[GatewayImplementation, object, object, boolean]>([
  [ENVOY_GATEWAY, REGEX, prefix('/a/b'), true],
  [ENVOY_GATEWAY, REGEX, prefix('/a'), false],
  [ENVOY_GATEWAY, prefix('/'), REGEX, false],
  [ENVOY_GATEWAY, REGEX, { path: '/a/b', pathType: 'Exact' }, false],
  [ENVOY_GATEWAY, { path: '/.*', pathType: 'Regex' }, prefix('/'), true],
  [NGINX_GATEWAY_FABRIC, REGEX, prefix('/a/b'), true],
  [ISTIO, prefix('/a'), REGEX, true],
  [ISTIO, prefix('/a/b'), REGEX, false],
  [ISTIO, REGEX, prefix('/a/b'), false],
  // /a(b|c)?/.* begins with /ab too, but not only
  [ISTIO, prefix('/a'), { path: '/ab?/.*', pathType: 'Regex' }, false],
  [TRAEFIK, prefix('/a-prefix-that-is-longer'), { path: '/a.*', pathType: 'Regex' }, false],
  [TRAEFIK, prefix('/aaaaaaaaaaaaaaa'), { path: '/aaaaaaaaaaaaaaa/b', pathType: 'Regex' }, false],
  [TRAEFIK, prefix('/'), REGEX, false],
  [OTHER, prefix('/'), REGEX, false],
])('%s: whether %j leaves nothing to %j', (name, first: any, second: any, expected) => {
  expect(shadows(first, second, IMPLEMENTATIONS[name])).toBe(expected);
});
