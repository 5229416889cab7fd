import { ingressOf, objectsOf, taking, tablesOf } from './support';
import { takesHost, rankOfHost, comparedPath, meetsPath, PathMatch, takesPath } from '../../../src/cluster/routes/route';

describe('paths', () => {
  // as the documentation of Kubernetes has them
  test.each<[PathMatch, string, readonly string[], readonly string[]]>([
    ['Exact', '/foo', ['/foo'], ['/bar', '/foo/', '/foobar', '/FOO', '/']],
    ['Exact', '/foo/', ['/foo/'], ['/foo', '/foo/bar']],
    ['Prefix', '/', ['/', '/a', '/a/b/'], []],
    ['Prefix', '/foo', ['/foo', '/foo/', '/foo/bar'], ['/foobar', '/Foo', '/', '/fo']],
    ['Prefix', '/foo/', ['/foo', '/foo/', '/foo/bar'], ['/foobar', '/bar']],
    ['Prefix', '/aaa/bb', ['/aaa/bb'], ['/aaa/bbb', '/aaa']],
    ['Prefix', '/aaa/bbb/', ['/aaa/bbb', '/aaa/bbb/ccc'], ['/aaa/bbbxyz']],
  ])('%s %s', (type, path, taken, left) => {
    expect(taken.filter(each => !takesPath({ path, type }, each))).toEqual([]);
    expect(left.filter(each => takesPath({ path, type }, each))).toEqual([]);
  });

  test('a slash at the end of a prefix says nothing, and one of an exact path does', () => {
    expect(['/', '/a', '/a/', '/a/b/'].map(path => comparedPath(path, 'Prefix'))).toEqual(['/', '/a', '/a', '/a/b']);
    expect(comparedPath('/a/', 'Exact')).toBe('/a/');
  });

  test('a route meets what is below a path if it is there, or around it', () => {
    const meets = (type: PathMatch, own: string) => meetsPath({ path: own, type }, '/a/b');
    expect(['/', '/a', '/a/b', '/a/b/', '/a/b/c'].filter(own => !meets('Prefix', own))).toEqual([]);
    expect(['/a/bc', '/b', '/a/c'].filter(own => meets('Prefix', own))).toEqual([]);
    expect(['/a/b', '/a/b/', '/a/b/c'].filter(own => !meets('Exact', own))).toEqual([]);
    expect(['/', '/a', '/a/bc'].filter(own => meets('Exact', own))).toEqual([]);
  });
});

describe('hosts', () => {
  test('a wildcard stands for one label, and for any number where other routes have it', () => {
    const hosts = ['a.example.com', 'b.a.example.com', 'example.com', '.example.com', 'aexample.com'];
    expect(hosts.filter(host => takesHost('*.example.com', host))).toEqual(['a.example.com']);
    expect(hosts.filter(host => takesHost('*.example.com', host, 'some'))).toEqual(['a.example.com', 'b.a.example.com']);
    expect(hosts.filter(host => takesHost('example.com', host))).toEqual(['example.com']);
    expect(hosts.filter(host => takesHost('', host))).toEqual(hosts);
  });

  test('a name precedes a wildcard, and that any host', () => {
    expect(['', '*.b.c', 'a.b.c', '*.c'].sort((a, b) => rankOfHost(b) - rankOfHost(a))).toEqual(['a.b.c', '*.b.c', '*.c', '']);
  });
});

describe('the route that takes a request', () => {
  test('is of the host, else of a wildcard, else of any host', () => {
    const own = ingressOf({
      'a.example.com': ['Prefix /a => named:80'],
      '*.example.com': ['Prefix / => wild:80'],
      '*': ['Prefix / => any:80'],
    });
    expect(taking([own], 'a.example.com', '/a')).toEqual(['named:80']);
    expect(taking([own], 'b.example.com', '/a')).toEqual(['wild:80']);
    expect(taking([own], 'c.b.example.com', '/a')).toEqual(['any:80']);
    // the host decides, also where it has no route for the path
    expect(taking([own], 'a.example.com', '/b')).toEqual([]);
  });

  test('has the longest path, and of two such is the exact one', () => {
    const own = ingressOf({ '*': ['Prefix / => root:80', 'Prefix /foo/ => prefix:80', 'Exact /foo => exact:80', 'Prefix /foo/bar => bar:http'] });
    const paths = ['/', '/foo', '/foo/', '/foo/bar/x', '/food'];
    expect(paths.map(path => taking([own], 'h', path)[0])).toEqual(['root:80', 'exact:80', 'prefix:80', 'bar:http', 'root:80']);
  });

  test('is the default backend where no rule takes the request, whatever the host', () => {
    const own = ingressOf({ h: ['Exact /a => a:80'] }, { defaultBackend: 'rest:80' });
    expect([taking([own], 'h', '/a'), taking([own], 'h', '/b'), taking([own], 'i', '/a')]).toEqual([['a:80'], ['rest:80'], ['rest:80']]);
  });

  test('may be of any Ingress of the class, and of each class there is one', () => {
    const ingresses = [
      ingressOf({ h: ['Prefix / => one:80'] }),
      ingressOf({ h: ['Prefix /a => two:80'] }, { name: 'second', namespace: 'other' }),
      ingressOf({ h: ['Prefix / => three:80'] }, { className: 'internal' }),
    ];
    expect(taking(ingresses, 'h', '/a')).toEqual(['two:80', 'three:80']);
  });

  test('has rivals where another one claims the same and leads elsewhere', () => {
    const one = ingressOf({ h: ['Prefix /a => one:80'] });
    expect(taking([one, ingressOf({ h: ['Prefix /a/ => two:80'] }, { name: 'b' })], 'h', '/a')).toEqual(['one:80', 'two:80']);
    expect(taking([one, ingressOf({ h: ['Prefix /a => one:80'] }, { namespace: 'b' })], 'h', '/a')).toEqual(['one:80', 'one:80']);
    // no matter that there are two
    expect(taking([one, ingressOf({ h: ['Prefix /a => one:80'] }, { name: 'b' })], 'h', '/a')).toEqual(['one:80']);
    expect(taking([one, ingressOf({ h: ['Exact /a => two:80'] }, { name: 'b' })], 'h', '/a')).toEqual(['two:80']);
  });

  test('compares hosts in lower case, and takes a path of the controller\'s own type for a prefix', () => {
    const own = ingressOf({ 'H.example.com': ['/a => a:80', ' => root:80'] });
    expect([taking([own], 'h.example.com', '/a/b'), taking([own], 'h.example.com', '/b')]).toEqual([['a:80'], ['root:80']]);
    expect(tablesOf([own])[0].routes.map(({ isAssumed }) => isAssumed)).toEqual([true, true]);
  });
});

test('the class is that of the field, of the annotation, or the one that is marked', () => {
  const classes = objectsOf(`
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: usual, annotations: { ingressclass.kubernetes.io/is-default-class: 'true' } }
spec: { controller: k8s.io/ingress-nginx }
---
{ apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: { name: other }, spec: { controller: example.com/other } }
`);
  const annotations = { 'kubernetes.io/ingress.class': 'old' };
  const ingresses = [{}, { className: '', annotations }, { className: '' }].map(given => ingressOf({ h: ['/ => a:80'] }, given));
  const entriesOf = (objects: typeof ingresses) => tablesOf(objects).map(({ entry: { name } }) => name);
  expect(entriesOf([...ingresses, ...classes])).toEqual(['public', 'old', 'usual']);
  expect(entriesOf(ingresses)).toEqual(['public', 'old', undefined]);
});

test('what is no Ingress as the API has it gives no route that is wrong', () => {
  const spoilt = (spec: unknown) => objectsOf(JSON.stringify({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'x' }, spec }));
  for (const spec of [null, 1, { rules: 1 }, { rules: [null, { http: 1 }, { host: 1, http: { paths: 'x' } }] }]) expect(tablesOf(spoilt(spec))).toEqual([]);
  const rules = [{ host: 5, http: { paths: [null, { path: 3 }] } }];
  const [{ routes }] = tablesOf(spoilt({ tls: [null, { hosts: [1] }], defaultBackend: { resource: 1 }, rules }));
  const empty = ['', '/', undefined, undefined];
  expect(routes.map(({ host, path, backend: { service, port } }) => [host, path, service, port])).toEqual([empty, empty, empty]);
});
