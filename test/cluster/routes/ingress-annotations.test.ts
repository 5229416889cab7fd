import { gatewayOf, httpRouteOf } from './gateways';
import { GivenIngress, ingressOf, stepsOf, tablesOf, taking } from './support';
import { hiddenRoutes } from '../../../src/cluster/routes/hidden-routes';
import type { TypedManifest } from '../../../src/base/oam-kind';

const NGINX = 'nginx.ingress.kubernetes.io/';
const REGEX = { [`${NGINX}use-regex`]: 'true' };
const HOST = 'a.example.com';
const classOf = (name: string, controller: string) =>
  ({ apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', metadata: { name }, spec: { controller } }) as unknown as TypedManifest;
const of = (paths: readonly string[], annotations?: GivenIngress['annotations'], given: GivenIngress = {}) =>
  ingressOf({ [HOST]: paths }, { className: 'nginx', annotations, ...given });
const takenBy = (objects: readonly TypedManifest[], ...paths: readonly string[]) => paths.map(path => taking(objects, HOST, path).join());

describe('on a host where one Ingress of ingress-nginx asks for regular expressions', () => {
  test.each<[string, GivenIngress['annotations']]>([
    ['by use-regex', REGEX],
    ['by a rewrite', { [`${NGINX}rewrite-target`]: '/$2' }],
    ['by both', { ...REGEX, [`${NGINX}rewrite-target`]: '/$2' }],
  ])('all paths are such, %s', (_, annotations) => {
    const own = of(['/foo(/|$)(.*) => foo:80', 'Exact /health => health:80'], annotations);
    const other = of(['Exact /bar => bar:80', 'Prefix /cart => cart:80'], {}, { name: 'b', namespace: 'other' });
    expect(takenBy([own, other], '/foo/x', '/foo', '/foox', '/healthz', '/HEALTH', '/barX', '/cartoon', '/xbar'))
      .toEqual(['foo:80', 'foo:80', '', 'health:80', 'health:80', 'bar:80', 'cart:80', '']);
    // not of another host or class
    expect(taking([own, ingressOf({ b: ['Exact /bar => bar:80'] }, { className: 'nginx' })], 'b', '/barX')).toEqual([]);
    expect(taking([own, of(['Exact /bar => bar:80'], {}, { className: 'other' })], HOST, '/barX')).toEqual([]);
  });

  test('the longest takes a request, of equally long ones the last by its text, and beside an exact one a prefix what is below', () => {
    expect(takenBy([of(['/a/[a-z]{3} => any:80', 'Exact /a/abc => abc:80'], REGEX)], '/a/abc')).toEqual(['any:80']);
    expect(takenBy([of(['/a/.* => any:80', '/a/ab => ab:80'], REGEX)], '/a/ab')).toEqual(['ab:80']);
    const twins = [of(['Prefix /a => below:80', 'Exact /a => exact:80']), of(['/x => x:80'], REGEX, { name: 'b' })];
    expect(takenBy(twins, '/a/b', '/a', '/ab')).toEqual(['below:80', 'exact:80', 'exact:80']);
    expect(takenBy([of(['Exact / => root:80', '/x => x:80'], REGEX)], '/')).toEqual(['']);
  });

  test('none are where the annotation is off, is not read, or changes no path', () => {
    const exact = ['Exact /a => a:80'];
    for (const [name, value] of [['use-regex', 'false'], ['rewrite-target', '/a']]) expect(takenBy([of(exact, { [`${NGINX}${name}`]: value })], '/ab')).toEqual(['']);
    for (const controller of ['traefik.io/ingress-controller', 'nginx.org/ingress-controller', 'example.com/other']) {
      expect(takenBy([of(exact, REGEX), classOf('nginx', controller)], '/ab')).toEqual([controller === 'example.com/other' ? 'a:80' : '']);
    }
    expect(takenBy([of(exact, REGEX, { className: 'own' }), classOf('own', 'k8s.io/ingress-nginx')], '/ab')).toEqual(['a:80']);
  });

  test('a path that another one takes is hidden', () => {
    const hidden = (...paths: string[]) => hiddenRoutes(tablesOf([of(paths, REGEX)])[0])
      .map(({ route, other }) => [route, other].map(({ backend }) => backend.service));
    expect(hidden('/a/[a-z]+ => any:80', 'Exact /a/abc => abc:80')).toEqual([['abc', 'any']]);
    expect(hidden('/a/[a-z]+$ => any:80', 'Exact /a/abc => abc:80')).toEqual([]);
    expect(hidden('Prefix / => root:80', 'Exact /a => a:80')).toEqual([]);
  });

  test('an expression that only nginx reads may take any path', () => {
    const own = of(['/a(?!b) => a:80', 'Exact /b => b:80'], REGEX);
    const UNKNOWN = "Ingress shop/web: cannot-judge: 'spec.rules[0].http.paths[0]' cannot be judged: whether this path takes the request is known to the controller alone";
    expect(stepsOf([own], `http://${HOST}/c`)).toEqual([UNKNOWN]);
    expect(stepsOf([own], `http://${HOST}/b`)[1]).toBe(UNKNOWN);
  });
});

describe('annotations about hosts', () => {
  test.each([`${NGINX}server-alias`, 'haproxy-ingress.github.io/server-alias', 'konghq.com/host-aliases'])('%s adds some', key => {
    const own = of(['Prefix /a => a:80'], { [key]: 'b.example.com, *.c.example.com' });
    expect(['b.example.com', 'x.c.example.com', 'c.example.com'].map(host => taking([own], host, '/a').join())).toEqual(['a:80', 'a:80', '']);
    // a host of another Ingress keeps its own routes, and all Ingresses of a host have its aliases
    const other = ingressOf({ 'b.example.com': ['Prefix / => b:80'] }, { className: 'nginx', name: 'b' });
    expect(taking([own, other], 'b.example.com', '/a')).toEqual(['b:80']);
    expect(taking([own, of(['Prefix /x => x:80'], {}, { name: 'x' })], 'x.c.example.com', '/x')).toEqual(['x:80']);
  });

  test('one that is an expression may be any', () => {
    expect(taking([of(['Prefix /a => a:80'], { [`${NGINX}server-alias`]: '~^b.*$' })], 'b.org', '/a')).toEqual(['a:80']);
  });
});

describe('what a controller alone knows', () => {
  const steps = (objects: readonly TypedManifest[], path: string) => stepsOf(objects, `http://${HOST}${path}`);

  test.each([`${NGINX}server-snippet`, `${NGINX}ssl-passthrough`, 'nginx.org/path-regex', 'nginx.org/server-snippets'])('%s concerns all requests for its hosts', key => {
    const own = of(['Prefix /a => a:80'], { [key]: 'true' });
    expect(steps([own], '/b')).toEqual([expect.stringMatching(/cannot-judge/)]);
    expect(steps([own, of(['Exact /b => b:80'], {}, { name: 'b' })], '/b')[1]).toMatch(/^Ingress shop\/web: cannot-judge/);
    expect(steps([of(['Prefix /a => a:80'], { [key]: 'false' })], '/b')[0]).toMatch(/^no-route/);
  });

  test.each([`${NGINX}configuration-snippet`, `${NGINX}auth-snippet`, 'haproxy.org/backend-config-snippet', 'konghq.com/override'])('%s concerns those that a path takes', key => {
    const own = of(['Prefix /a => a:80'], { [key]: 'deny all;' });
    expect(steps([own], '/a')[1]).toContain('cannot-judge');
    expect(steps([own], '/b')[0]).toMatch(/^no-route/);
  });

  test('directives about headers change nothing', () => {
    const snippet = '# keep; us\nmore_set_headers "X-Frame-Options: DENY; x";\n  add_header X-A \'b;{\' always;\nproxy_set_header X-B $host;';
    const own = (value: string) => steps([of(['Prefix /a => a:80'], { [`${NGINX}configuration-snippet`]: value })], '/a')[1];
    expect(own(snippet)).toMatch(/broken-route/);
    for (const more of ['return 200;', 'add_header X Y; return 200;', '}', 'add_header "', 'if ($a) { add_header X Y; }']) expect(own(`${snippet}\n${more}`)).toMatch(/cannot-judge/);
    const started = Date.now();
    own(`${'#a'.repeat(50_000)}"`);
    own(`${'add_header a b; '.repeat(20_000)}"`);
    expect(Date.now() - started).toBeLessThan(2000);
    expect(own('return 200;')).toBe(`Ingress shop/web: cannot-judge: 'metadata.annotations['${NGINX}configuration-snippet']' cannot be judged: what it changes for requests is known to the controller alone`);
  });

  test.each([[`${NGINX}canary`, 'true'], ['konghq.com/methods', 'GET'], ['konghq.com/headers.x-a', 'b'], ['haproxy-ingress.github.io/http-header-match', 'a: b']])('%s is a condition', (key, value) => {
    const [own, usual] = [of(['Prefix /a => a:80'], { [key]: value }), of(['Prefix /a => usual:80'], {}, { name: 'b' })];
    const { route, rivals } = tablesOf([own, usual])[0].find({ host: HOST, path: '/a' });
    expect([route?.backend.service, rivals]).toEqual(['usual', []]);
    expect(steps([own], '/a')[0]).toBe(`Ingress shop/web: 'spec.rules[0].http.paths[0]' takes ${HOST}/a of requests with annotation ${key}`);
  });
});

describe('the controller\'s own type of path', () => {
  const typed = (path: string, annotations: GivenIngress['annotations'], className: string) => [of([`${path} => a:80`], annotations, { className })];
  const TYPE = 'haproxy-ingress.github.io/path-type';
  const MATCHER = 'traefik.ingress.kubernetes.io/router.pathmatcher';

  test.each<[string, GivenIngress['annotations'], string, readonly string[], readonly string[]]>([
    ['/~/foo/.*', {}, 'kong', ['/foo/x', '/foo/'], ['/~/foo/x', '/foo', '/a/foo/']],
    ['/~/foo\\d', { 'konghq.com/regex-prefix': '/~' }, 'kong', ['/foo1/x'], ['/foo']],
    ['/re:/foo\\d', { 'konghq.com/regex-prefix': '/re:' }, 'kong', ['/foo1'], ['/re:/foo1']],
    ['/foo/[0-9]+', { [TYPE]: 'regex' }, 'haproxy', ['/foo/1', '/foo/1/x'], ['/foo/a', '/x/foo/1']],
    ['/foo.x', { [TYPE]: 'Begin' }, 'haproxy', ['/foo.x', '/FOO.xy'], ['/fooAx']],
    ['/foo', { [TYPE]: 'exact' }, 'haproxy', ['/foo'], ['/foo/']],
    ['/foo', { [TYPE]: 'prefix' }, 'haproxy', ['/foo', '/foo/x'], []],
    ['/foo', { [MATCHER]: 'Path' }, 'traefik', ['/foo'], ['/foo/x']],
    ['/foo/[0-9]+', { [MATCHER]: 'PathRegexp' }, 'traefik', ['/foo/1', '/x/foo/12/y'], ['/foo/a']],
    ['/foo', { [MATCHER]: 'PathPrefix' }, 'traefik', ['/foobar'], ['/fo']],
    ['/foo', { [MATCHER]: 'constructor' }, 'traefik', ['/foobar'], ['/fo']],
  ])('%s with %j by %s', (path, annotations, className, taken, left) => {
    expect(takenBy(typed(path, annotations, className), ...taken)).toEqual(taken.map(() => 'a:80'));
    const [table] = tablesOf(typed(path, annotations, className));
    for (const each of left) expect(table.find({ host: HOST, path: each })).toEqual({ route: undefined, rivals: [], conditional: [] });
  });

  test('is not known where nothing says it', () => {
    const [table] = tablesOf(typed('/foo(/|$)', {}, 'own'));
    const may = (path: string) => table.find({ host: HOST, path }).rivals.length;
    expect(['/foo', '/foo/x', '/FOO', '/fooX', '/x'].map(may)).toEqual([1, 1, 1, 0, 0]);
  });

  test('leaves a fixed type as it is', () => {
    expect(takenBy([of(['Exact /foo => a:80'], { [TYPE]: 'regex', [MATCHER]: 'PathRegexp' }, { className: 'haproxy' })], '/foo/')).toEqual(['']);
  });

  test('has the rank that an annotation of Traefik sets', () => {
    const own = (priority: string) => [
      of(['Prefix /a/b => long:80'], {}, { className: 'traefik' }),
      of(['Prefix /a => short:80'], { 'traefik.ingress.kubernetes.io/router.priority': priority }, { className: 'traefik', name: 'b' }),
    ];
    expect(['0', '1', '1000'].map(priority => takenBy(own(priority), '/a/b')[0])).toEqual(['long:80', 'long:80', 'short:80']);
  });
});

test('routes of a Gateway read no annotations', () => {
  const route = httpRouteOf([HOST], ['Exact /a => a:80']);
  Object.assign(route.metadata!, { annotations: REGEX });
  expect(takenBy([gatewayOf(['https * 443 HTTPS']), route], '/ab')).toEqual(['']);
});
