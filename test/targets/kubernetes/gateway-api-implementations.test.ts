import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayImplementation } from '../../../src';
import { IMPLEMENTATIONS, able } from '../../../src/targets/kubernetes/ingress/gateway-api/implementations/all';
import { hiddenRoutes } from '../../../src/cluster/routes/hidden-routes';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';
import { tablesOf } from '../../../src/cluster/routes/all-routes';
import { gatewayOf, httpRouteOf } from '../../cluster/routes/gateways';

const PAGE = readFileSync(join(__dirname, '../../../docs/gateway-api.md'), 'utf8');
const { ENVOY_GATEWAY, ISTIO, TRAEFIK, NGINX_GATEWAY_FABRIC, OTHER } = GatewayImplementation;

test.each(Object.values(GatewayImplementation))('the page says what there is to know of %s', name => {
  const { title, notes } = IMPLEMENTATIONS[name];
  const heading = `${title[0].toUpperCase()}${title.slice(1)}`;

  expect(PAGE.split('\n')).toContain(`- **${heading}.** ${notes.join(' ')}`);
});

test('what each can do', () => {
  expect(able('cookie')).toEqual(['Envoy Gateway', 'Istio']);
  expect(able('authorize')).toEqual(['Envoy Gateway', 'Istio']);
  expect(able('regex')).toEqual(['Envoy Gateway', 'Istio', 'NGINX Gateway Fabric', 'Traefik']);
});

test.each<[GatewayImplementation, string, string, boolean]>([
  [ENVOY_GATEWAY, 'Regex /a/.*', 'Prefix /a/b', true],
  [ENVOY_GATEWAY, 'Regex /a/.*', 'Prefix /a', false],
  [ENVOY_GATEWAY, 'Prefix /', 'Regex /a/.*', false],
  [ENVOY_GATEWAY, 'Regex /a/.*', 'Exact /a/b', false],
  [ENVOY_GATEWAY, 'Regex /.*', 'Prefix /', true],
  [NGINX_GATEWAY_FABRIC, 'Regex /a/.*$', 'Prefix /a/b', true],
  [ISTIO, 'Prefix /a', 'Regex /a/.*', true],
  [ISTIO, 'Prefix /a/b', 'Regex /a/.*', false],
  [ISTIO, 'Regex /a/.*', 'Prefix /a/b', false],
  // /a(b|c)?/.* begins with /ab too, but not only
  [ISTIO, 'Prefix /a', 'Regex /ab?/.*', false],
  [TRAEFIK, 'Prefix /a-prefix-that-is-longer', 'Regex ^(?:/a.*)$', false],
  [TRAEFIK, 'Regex ^(?:/a.*)$', 'Prefix /ab', true],
  [TRAEFIK, 'Prefix /aaaaaaaaaaaaaaa', 'Regex ^(?:/aaaaaaaaaaaaaaa/b)$', false],
  [TRAEFIK, 'Prefix /', 'Regex ^(?:/a/.*)$', false],
  [OTHER, 'Prefix /', 'Regex /a/.*', false],
])('%s: whether %s leaves nothing to %s', (className, first, second, expected) => {
  const objects = [gatewayOf(['https * 443 HTTPS'], { className }), httpRouteOf(['h'], [`${second} => second:80`, `${first} => first:80`])];
  const hidden = tablesOf(new ObjectIndex(objects)).flatMap(table => hiddenRoutes(table)).filter(({ route }) => route.backend.service === 'second');
  expect(hidden.length > 0).toBe(expected);
});
