import { ingressOf, tablesOf, taking } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';

const classOf = (controller: string, name = 'public') =>
  ({ apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name }, spec: { controller } }) as unknown as TypedManifest;

describe('Ingresses of Traefik', () => {
  const traefik = (hosts: Readonly<Record<string, readonly string[]>>, given = {}) => ingressOf(hosts, { className: 'traefik', ...given });

  test('compare prefixes character by character', () => {
    const own = traefik({ 'a.example.com': ['Prefix /cart => cart:80', 'Prefix /b/ => b:80'] });

    expect(['/cart', '/cart/1', '/cartoon', '/car', '/b', '/b/'].map(path => taking([own], 'a.example.com', path)))
      .toEqual([['cart:80'], ['cart:80'], ['cart:80'], [], [], ['b:80']]);
  });

  test('have the longest rule take a request, whatever its host', () => {
    const own = traefik({
      'a.example.com': ['Prefix /a => named:80'],
      '*.example.com': ['Prefix /a/longer => wild:80'],
      '*': ['Prefix / => any:80'],
    });

    expect(['/a', '/a/longer/b', '/other'].map(path => taking([own], 'a.example.com', path))).toEqual([['named:80'], ['wild:80'], ['any:80']]);
    expect(taking([own], 'c.b.example.com', '/a/longer')).toEqual(['any:80']);
  });

  test('have an exact path take nothing beside a prefix whose rule is longer', () => {
    const own = traefik({ 'a.example.com': ['Exact /a => exact:80', 'Prefix /a => prefix:80', 'Exact /a/b/c/d/e => far:80'] });

    expect(['/a', '/a/b/c/d/e'].map(path => taking([own], 'a.example.com', path))).toEqual([['prefix:80'], ['far:80']]);
  });

  test('leave it open which of two rules of one length takes a request', () => {
    const own = traefik({ 'a.example.com': ['Exact /a/bcdef => exact:80', 'Prefix /a => prefix:80'] });

    expect(taking([own], 'a.example.com', '/a/bcdef')).toEqual(['exact:80', 'prefix:80']);
  });

  test('have a default backend only without rules', () => {
    const rest = { defaultBackend: 'rest:80' };

    expect(taking([traefik({ 'a.example.com': ['Prefix /a => a:80'] }, rest)], 'a.example.com', '/b')).toEqual([]);
    expect(taking([traefik({}, rest)], 'a.example.com', '/b')).toEqual(['rest:80']);
  });
});

describe('the controller of an Ingress', () => {
  const ingress = (className: string) => ingressOf({ 'a.example.com': ['Prefix /cart => cart:80'] }, { className });
  const takes = (...objects: TypedManifest[]) => tablesOf(objects).some(table => table.find({ host: 'a.example.com', path: '/cartoon' }).route);

  test.each<[string, boolean, readonly TypedManifest[]]>([
    ['is that of its class', true, [ingress('public'), classOf('traefik.io/ingress-controller')]],
    ['is guessed by the name of the class where that is not rendered', true, [ingress('traefik')]],
    ['is not guessed where the class is rendered', false, [ingress('traefik'), classOf('k8s.io/ingress-nginx', 'traefik')]],
    ['is any other: it does what Kubernetes documents', false, [ingress('public')]],
  ])('%s', (_, isText, objects) => {
    expect(takes(...objects)).toBe(isText);
  });
});
