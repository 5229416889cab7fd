import { consequencesOf } from '../../../src/cli/diff/consequences';
import { compareFolders, FolderObject, listedObject } from '../../../src/cli/diff/compare';
import { diffAsText } from '../../../src/cli/diff/report';
import { describeTo } from '../../../src/base/findings/words';
import { gatewayOf, httpRouteOf } from '../../cluster/routes/gateways';
import { ingressOf } from '../../cluster/routes/support';

const at = (file: string) => (value: object): FolderObject => ({ value: value as FolderObject['value'], file });
const objects = (...values: object[]) => values.map(at('a.yaml'));
const ingress = (name: string, hosts: Parameters<typeof ingressOf>[0], className?: string) => ingressOf(hosts, { name, className });

/** What is told of the routes, or of all that is told. */
function told(before: FolderObject[], after: FolderObject[], environments: string[] = []): string[] {
  return consequencesOf(compareFolders(before, after), environments).map(({ finding }) => describeTo('manifests', finding));
}

const SERVICE = (name: string) => `port 80 of Service ${name} in namespace "shop"`;
const TAKEN = (by: string, paths: string, host: string, from: string, now: string, was: string) =>
  `route-taken-over: ${by} takes the requests for ${paths} of ${host} from ${from}: requests now reach ${SERVICE(now)}; before, they reached ${SERVICE(was)}; `
  + 'if this is not intended, give each its own host or path';

const SHOP = ingress('shop', { 'shop.example.com': ['Prefix / => shop:80'] });
const CART = ingress('cart', { 'shop.example.com': ['Prefix /cart => cart:80'] });

test('a new object takes a part of the requests of another one, and a longer path what was left to a shorter one', () => {
  const [paths, host] = ['/cart, /cart/, /cart/*', 'shop.example.com'];
  expect(told(objects(SHOP), objects(SHOP, CART))).toEqual([TAKEN('Ingress shop/cart', paths, host, 'Ingress shop/shop', 'cart', 'shop')]);
  expect(told(objects(SHOP, CART), objects(SHOP))).toEqual([TAKEN('Ingress shop/shop', paths, host, 'Ingress shop/cart', 'shop', 'cart')]);
});

test('the warning is below the object of which something differs, whichever it is', () => {
  const reportOf = (before: FolderObject[], after: FolderObject[]) => {
    const difference = compareFolders(before, after);
    return diffAsText(difference, { before: 'dist', after: 'dist' }, consequencesOf(difference)).split('\n').map(line => line.trim().slice(0, 40));
  };
  const warning = (by: string) => `! warning   route-taken-over: Ingress shop/${by} takes the requ`.slice(0, 40);
  expect(reportOf(objects(SHOP), objects(SHOP, CART))).toEqual(['+ added    Ingress shop/cart (networking', warning('cart'), '']);
  expect(reportOf(objects(SHOP, CART), objects(SHOP))).toEqual(['- removed  Ingress shop/cart (networking', warning('shop'), '']);
  const wide = ingress('cart', { 'other.example.com': ['Prefix /cart => cart:80'] });
  expect(reportOf(objects(SHOP, wide), objects(SHOP, CART)).filter(line => /^[~!]/.test(line)))
    .toEqual(['~ changed  Ingress shop/cart (networking', expect.stringContaining('~ changed  spec.'), expect.stringContaining('! warning   address-changed: no longer s'),
      warning('cart')]);
});

test('a route of a Gateway that another one takes over, since its host is more specific', () => {
  const gateway = gatewayOf(['web * 80 HTTP']);
  const [wide, narrow] = [
    httpRouteOf(['*.example.com'], ['Prefix / => wide:80'], { name: 'wide' }), httpRouteOf(['a.example.com'], ['Prefix / => narrow:80'], { name: 'narrow' }),
  ];
  const [one, ...more] = told(objects(gateway, wide), objects(gateway, wide, narrow));
  expect(one).toMatch(/^route-taken-over: HTTPRoute shop\/narrow takes the requests for .* of a\.example\.com from HTTPRoute shop\/wide: /);
  expect(more).toEqual([]);
});

test.each<[string, object[], object[]]>([
  ['leads where the other one did', [SHOP], [ingress('other', { 'shop.example.com': ['Prefix / => shop:80'] })]],
  ['is the same object, whose fields say so', [SHOP], [ingress('shop', { 'shop.example.com': ['Prefix / => other:80'] })]],
  ['serves what nobody did', [SHOP], [SHOP, ingress('other', { 'other.example.com': ['Prefix / => other:80'] })]],
])('nothing is told of a route that %s', (_, before, after) => {
  expect(told(objects(...before), objects(...after))).toEqual([]);
});

test('another controller reads the same fields in another way', () => {
  const own = (className?: string) => ingress('shop', { 'shop.example.com': ['Prefix / => shop:80', 'Prefix /cart => cart:80'] }, className);
  const OTHER = TAKEN('Ingress shop/shop', '/cartX', 'shop.example.com', 'another of its routes', 'cart', 'shop');
  expect(told(objects(own('nginx')), objects(own('traefik')))).toEqual([expect.stringContaining('\'spec.ingressClassName\' is traefik'), OTHER]);
  const classOf = (controller: string) =>
    ({ apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name: 'web' }, spec: { controller } });
  const [before, after] = ['k8s.io/ingress-nginx', 'traefik.io/ingress-controller'].map(each => objects(own('web'), classOf(each)));
  expect(told(before, after)).toEqual([expect.stringContaining('immutable-field'), OTHER]);
  expect(consequencesOf(compareFolders(before, after)).map(({ object }) => object.before?.value.kind)).toEqual(['IngressClass', 'IngressClass']);
});

describe('requests that everyone may send now', () => {
  const host = 'shop.example.com';
  const OPEN = (by: string, paths = '/, /*') => `protection-lost: ${by} lets in all requests for ${paths} of ${host}; before, a policy, a filter or an annotation `
    + 'decided on them; keep it, unless everyone may send these requests';
  const AUTH = { 'nginx.ingress.kubernetes.io/auth-url': 'http://auth' };
  const annotated = (annotations: object): any => ({ ...SHOP, metadata: { ...(SHOP as any).metadata, annotations } });
  const [gateway, http] = [gatewayOf(['web * 80 HTTP'], { className: 'istio' }), httpRouteOf([host], ['Prefix / => shop:80'])];
  const policy = (rules: object[]) => ({
    apiVersion: 'security.istio.io/v1', kind: 'AuthorizationPolicy', metadata: { name: 'clerks', namespace: 'infra' }, spec: { targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }], rules },
  });
  const CLERKS = policy([{ from: [{ source: { requestPrincipals: ['*'] } }] }]);

  test.each<[string, object[], object[], string[]]>([
    ['by an annotation that is gone', [annotated(AUTH)], [SHOP], [OPEN('Ingress shop/shop')]],
    ['by another object', [annotated(AUTH)], [annotated(AUTH), CART],
      [TAKEN('Ingress shop/cart', '/cart, /cart/, /cart/*', host, 'Ingress shop/shop', 'cart', 'shop'), OPEN('Ingress shop/cart', '/cart, /cart/, /cart/*')]],
    ['by a policy that is gone', [gateway, http, CLERKS], [gateway, http], [OPEN('HTTPRoute shop/cart')]],
    ['by a policy that lets in everyone', [gateway, http, CLERKS], [gateway, http, policy([{}])], [OPEN('HTTPRoute shop/cart')]],
    ['but not by an annotation that decides on nothing', [annotated({ 'example.com/author': 'me' })], [SHOP], []],
    ['nor by one that decides on them too', [annotated(AUTH)], [annotated({ 'nginx.ingress.kubernetes.io/auth-type': 'basic' })], []],
    ['nor where more are kept away', [SHOP], [annotated(AUTH)], []],
    ['nor where they are new', [], [SHOP], []],
  ])('%s', (_, before, after, expected) => {
    expect(told(objects(...before), objects(...after))).toEqual(expected);
  });

  test('are below the policy that is gone', () => {
    const [{ object }] = consequencesOf(compareFolders(objects(gateway, http, CLERKS), objects(gateway, http)));
    expect([object.kind, object.before?.value.kind]).toEqual(['removed', 'AuthorizationPolicy']);
  });
});

test('what is in the folders of two environments takes nothing from each other, and a host is served in each by itself', () => {
  const [staging, production] = ['staging/a.yaml', 'production/a.yaml'].map(at);
  const both = ['staging', 'production'];
  expect(told([staging(SHOP), production(SHOP)], [staging(SHOP), production(SHOP), production(CART)], both)).toHaveLength(1);
  expect(told([staging(SHOP)], [staging(SHOP), production(CART)], both)).toEqual([]);
  expect(told([staging(SHOP), production(SHOP)], [staging(SHOP)], both)).toEqual([
    'address-changed: no longer serves shop.example.com, and no other declared object does; keep each host until no client uses it',
  ]);
  expect(told([staging(SHOP), production(SHOP)], [staging(SHOP)])).toEqual([]);
});

test('many paths are counted, and what may be a password is not shown', () => {
  const many = Array.from({ length: 5 }, (_, i) => `Prefix /p${i} => other:80`);
  const [one] = told(objects(SHOP), objects(SHOP, ingress('other', { 'shop.example.com': many })));
  expect(one).toContain('takes the requests for /p0, /p0/, /p0/*, /p1, /p1/, /p1/*, 9 more of shop.example.com');
  const [hidden] = told(objects(SHOP), objects(SHOP, ingress('other', { 'shop.example.com': ['Exact /a?token=hunter2 => other:80'] })));
  expect(hidden).toContain('takes the requests for /a?… of shop.example.com');
});

describe('requests that no route takes any longer', () => {
  const PATHS = (paths: string, host: string) =>
    `address-changed: no longer serves ${paths} of ${host}, and no other declared object does; keep each path until no client uses it`;
  const HOSTS = (hosts: string) => `address-changed: no longer serves ${hosts}, and no other declared object does; keep each host until no client uses it`;
  const host = 'shop.example.com';
  const [ROOT, API] = [ingress('shop', { [host]: ['Prefix / => shop:80', 'Prefix /api => shop:80'] }), ingress('shop', { [host]: ['Prefix /api => shop:80'] })];
  const gateway = (listener: string) => gatewayOf([`web ${listener} 80 HTTP`]);
  const [first, second] = ['a', 'b'].map(name => httpRouteOf([`${name}.example.com`], ['Prefix / => shop:80'], { name }));

  test.each<[string, object[], object[], string[]]>([
    ['of a path', [ROOT], [API], [PATHS('/, /*', host)]],
    ['of a longer path', [ingress('shop', { [host]: ['Prefix /a => shop:80', 'Prefix /b => shop:80'] })], [ingress('shop', { [host]: ['Prefix /b => shop:80'] })],
      [PATHS('/a, /a/, /a/*', host)]],
    ['of what is below a path', [ingress('shop', { [host]: ['Prefix /a => shop:80'] })], [ingress('shop', { [host]: ['Exact /a => shop:80'] })], [PATHS('/a/, /a/*', host)]],
    ['but not of one that a shorter one takes', [ROOT], [SHOP], []],
    ['nor of one of another object', [ROOT], [API, ingress('rest', { [host]: ['Prefix / => shop:80'] })], []],
    ['of a host that a listener no longer has', [gateway('*'), first, second], [gateway('a.example.com'), first, second], [HOSTS('b.example.com')]],
    ['of all hosts that it no longer has', [gateway('*'), first], [gateway('c.example.com'), first], [HOSTS('a.example.com')]],
    ['and nothing where the host has its own finding', [SHOP], [], [HOSTS(host)]],
    ['nor of what only some controllers take', [ingress('shop', { [host]: ['Prefix /api => shop:80'] }, 'nginx')],
      [gateway('*'), httpRouteOf([host], ['Prefix /api => shop:80'])], []],
  ])('%s', (_, before, after, expected) => {
    expect(told(objects(...before), objects(...after))).toEqual(expected);
  });

  test('are below the object of which something differs', () => {
    const place = (before: object[], after: object[]) => consequencesOf(compareFolders(objects(...before), objects(...after)))
      .map(({ object: { before: was, after: is } }) => [was?.value.kind, is?.value.kind]);
    expect(place([gateway('*'), first], [gateway('c.example.com'), first])).toEqual([['Gateway', 'Gateway']]);
    // the Gateway of another repository was taken to have every host
    expect(place([first], [gateway('c.example.com'), first])).toEqual([[undefined, 'Gateway']]);
    expect(place([ROOT], [API])).toEqual([['Ingress', 'Ingress']]);
  });
});

describe('an annotation that changes what the paths of a host match', () => {
  const REGEX = { 'nginx.ingress.kubernetes.io/use-regex': 'true' };
  const of = (name: string, path: string, annotations = {}) => ingressOf({ 'shop.example.com': [`${path} => ${name}:80`] }, { name, annotations, className: 'nginx' });
  const WIDER = (object: string, paths: string, service: string) =>
    `route-taken-over: ${object} takes requests that no route took, since its path is compared otherwise: ${paths} of shop.example.com reach ${SERVICE(service)}; `
    + 'if this is not intended, give each Ingress of the host its own host';

  test('lets paths of the host take more, in its Ingress and in others', () => {
    const [cart, api] = [of('cart', 'Exact /cart'), of('api', 'Prefix /api')];
    expect(told(objects(cart), objects(of('cart', 'Exact /cart', REGEX)))).toEqual([WIDER('Ingress shop/cart', '/CART, /cart/, /cart/*, /cartX', 'cart')]);
    expect(told(objects(cart, api), objects(cart, of('api', 'Prefix /api', REGEX)))).toEqual([
      WIDER('Ingress shop/api', '/API, /apiX', 'api'), WIDER('Ingress shop/cart', '/CART, /cart/, /cart/*, /cartX', 'cart'),
    ]);
  });

  test('lets them take requests from others', () => {
    const root = of('root', 'Prefix /');
    const [one, ...more] = told(objects(root, of('health', 'Exact /health')), objects(root, of('health', 'Exact /health', REGEX)));
    expect(one).toBe(TAKEN('Ingress shop/health', '/HEALTH, /health/, /health/*, /healthX', 'shop.example.com', 'Ingress shop/root', 'health', 'root'));
    expect(more).toEqual([]);
  });

  test('is said of the object that has it', () => {
    const [cart, api] = [of('cart', 'Exact /cart'), of('api', 'Prefix /api')];
    const places = consequencesOf(compareFolders(objects(cart, api), objects(cart, of('api', 'Prefix /api', REGEX))))
      .map(({ object }) => listedObject(object).value.metadata?.name);
    expect(places).toEqual(['api', 'api']);
  });
});
