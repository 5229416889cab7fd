import { application, chartOf, ingress, newApp, report } from './models';
import { CustomTrait, IngressPathType, JobNaming, MetricsTrait, OamPlatform } from '../../src';
import { showPath } from '../../src/base/findings/finding';
import { claimsOf } from '../../src/cluster/routes/claims';
import { namedHosts } from '../../src/base/addresses';

const { EXACT } = IngressPathType;

const SHORTEN = 'shorten the name of the application, the namespace or the component';
const long = (name: string) => `${name}-${'x'.repeat(51)}`;

test('passes names that are short enough, in applications and namespaces of one name', () => {
  const app = newApp();
  application(chartOf(app, 'hello'), 'hello', 'one', 'two');
  application(chartOf(app, 'bye'), 'hello', 'one', 'two');

  expect(report(app)).toEqual([]);
});

test('fails when two components lose their names in the job\'s', () => {
  const app = newApp();
  application(chartOf(app, 'ns'), 'hello', long('one'), long('two'));

  expect(report(app)).toEqual([
    `[ns/hello/${long('two')}] duplicate-job: port 8080 of component "${long('two')}" and port 8080 of component "${long('one')}" `
    + `('ns/hello/${long('one')}') share the job name "hello_ns"; ${SHORTEN}`,
  ]);
});

test('fails when the second endpoints of two components meet, and the first do not', () => {
  const app = newApp();
  const rest = 'x'.repeat(63 - 'hello_ns_'.length - 1);
  const [one, two] = application(chartOf(app, 'ns'), 'hello', `a${rest}`, `b${rest}`);
  for (const binding of [one, two]) new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 2 }] });

  expect(report(app)).toEqual([
    `[ns/hello/b${rest}] duplicate-job: port 2 of component "b${rest}" and port 2 of component "a${rest}" ('ns/hello/a${rest}') share the job name "hello_ns_1"; ${SHORTEN}`,
  ]);
});

test('fails when two endpoints of one component meet, since the end of the name is cut', () => {
  const app = newApp();
  const name = 'a'.repeat(63);
  const [binding] = application(chartOf(app, 'ns'), name, 'one');
  new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 2 }] });

  expect(report(app)).toEqual([
    `[ns/${name}/one] duplicate-job: port 2 of component "one" and port 1 of component "one" ('ns/${name}/one') share the job name "${name}"; ${SHORTEN}`,
  ]);
});

test('fails when applications of two namespaces meet, since the namespace is cut', () => {
  const app = newApp();
  const name = 'a'.repeat(63);
  for (const ns of ['one', 'two']) application(chartOf(app, ns), name, 'c');

  expect(report(app)).toEqual([
    `[two/${name}/c] duplicate-job: port 8080 of component "c" and port 8080 of component "c" ('one/${name}/c') share the job name "${name}"; ${SHORTEN}`,
  ]);
});

test('passes long names where metrics are disabled', () => {
  const app = newApp();
  const [one] = application(chartOf(app, 'ns'), 'hello', long('one'), long('two'));
  new MetricsTrait(one, 'metrics', { enabled: false });

  expect(report(app)).toEqual([]);
});

test('passes long names on a platform that cuts none', () => {
  const app = newApp(OamPlatform.verrazzano({ jobNaming: JobNaming.V1_0 }));
  application(chartOf(app, 'ns'), 'hello', long('one'), long('two'));

  expect(report(app)).toEqual([]);
});

const OWN_PATH = 'give each its own path or host';
const GENERATED = 'hello.ns.<domain>';

/** Two components of one application. */
function pair() {
  const app = newApp();
  const [one, two] = application(chartOf(app, 'ns'), 'hello', 'one', 'two');
  return { app, one, two };
}

describe('duplicate-route', () => {
  test('fails when two traits claim a path on the host that their application shares', () => {
    const { app, one, two } = pair();
    ingress(one, { paths: [{ path: '/a', pathType: EXACT }] });
    ingress(two, { paths: [{ path: '/b', pathType: EXACT }, { path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([
      `[ns/hello/two/ingress] duplicate-route: 'rules[0].paths[1]' claims path "/a" on host ${GENERATED}, which 'rules[0].paths[0]' of 'ns/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test('fails when a trait claims a path twice', () => {
    const { app, one } = pair();
    ingress(one, { hosts: ['a.b', 'c.d'], paths: [{ path: '/a', pathType: EXACT }] }, { hosts: ['c.d'], paths: [{ path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([
      `[ns/hello/one/ingress] duplicate-route: 'rules[1].paths[0]' claims path "/a" on host c.d, which 'rules[0].paths[0]' of 'ns/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test('fails when two rules without paths claim all of them', () => {
    const { app, one, two } = pair();
    ingress(one, {});
    ingress(two, {});

    expect(report(app)).toEqual([
      `[ns/hello/two/ingress] duplicate-route: 'rules[0]' claims path "/" on host ${GENERATED}, which 'rules[0]' of 'ns/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test.each([['*'], ['']])('fails when a rule without hosts meets one whose host is %p, which the platform passes over', host => {
    const { app, one, two } = pair();
    ingress(one, { paths: [{ path: '/a', pathType: EXACT }] });
    ingress(two, { hosts: [host], paths: [{ path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([
      `[ns/hello/two/ingress] duplicate-route: 'rules[0].paths[0]' claims path "/a" on host ${GENERATED}, which 'rules[0].paths[0]' of 'ns/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test('fails when applications of two namespaces claim a path on one explicit host', () => {
    const app = newApp();
    for (const ns of ['a', 'b']) ingress(application(chartOf(app, ns), 'hello', 'one')[0], { hosts: ['example.com'], paths: [{ path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([
      `[b/hello/one/ingress] duplicate-route: 'rules[0].paths[0]' claims path "/a" on host example.com, which 'rules[0].paths[0]' of 'a/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test('fails when the other trait is one that is carried whole', () => {
    const { app, one, two } = pair();
    ingress(one, { paths: [{ path: '/a', pathType: EXACT }] });
    new CustomTrait(two, 'custom', { manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait', spec: { rules: [{ paths: [{ path: '/a', pathType: EXACT }] }] } } });

    expect(report(app)).toEqual([
      `[ns/hello/two/custom] duplicate-route: 'rules[0].paths[0]' claims path "/a" on host ${GENERATED}, which 'rules[0].paths[0]' of 'ns/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });

  test('passes one path on two hosts, and two paths on one', () => {
    const { app, one, two } = pair();
    ingress(one, { paths: [{ path: '/a', pathType: EXACT }, { path: '/a/', pathType: EXACT }] }, { hosts: ['a.b'], paths: [{ path: '/a', pathType: EXACT }] });
    ingress(two, { paths: [{ path: '/b', pathType: EXACT }] }, { hosts: ['b.a'], paths: [{ path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([]);
  });

  test('passes one path in two applications, each with its own generated host', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    ingress(application(chart, 'hello', 'one')[0], { paths: [{ path: '/a', pathType: EXACT }] });
    ingress(application(chart, 'bye', 'two')[0], { paths: [{ path: '/a', pathType: EXACT }] });
    ingress(application(chartOf(app, 'other'), 'hello', 'one')[0], { paths: [{ path: '/a', pathType: EXACT }] });

    expect(report(app)).toEqual([]);
  });

  test('an application without a namespace has its host in the namespace "default"', () => {
    const app = newApp();
    const chart = chartOf(app, 'c', null);
    const [one] = application(chart, 'hello', 'one');
    ingress(one, {}, {});

    expect(report(app)).toEqual([
      `[c/hello/one/ingress] duplicate-route: 'rules[1]' claims path "/" on host hello.default.<domain>, which 'rules[0]' of 'c/hello/one/ingress' has claimed already; ${OWN_PATH}`,
    ]);
  });
});

describe('claimsOf', () => {
  test.each<[string, any, string[]]>([
    ['no spec', undefined, []],
    ['no rules', { rules: [] }, []],
    ['a rule without anything', { rules: [{}] }, ['rules[0] default /']],
    ['a rule that is null', { rules: [null] }, ['rules[0] default /']],
    ['a path without a path', { rules: [{ paths: [{}] }] }, ['rules[0].paths[0] default /']],
    ['a path with spaces around', { rules: [{ paths: [{ path: ' /a ' }] }] }, ['rules[0].paths[0] default /a']],
    ['a host in capital letters', { rules: [{ hosts: ['A.b'] }] }, ['rules[0] a.b /']],
    ['a host that is repeated', { rules: [{ hosts: ['a.b', 'A.B'] }] }, ['rules[0] a.b /']],
    ['a host beside "*"', { rules: [{ hosts: ['*', 'a.b'] }] }, ['rules[0] a.b /']],
    ['hosts times paths', { rules: [{ hosts: ['a', 'b'], paths: [{ path: '/c', pathType: EXACT }, { path: '/d', pathType: EXACT }] }] },
      ['rules[0].paths[0] a /c', 'rules[0].paths[1] a /d', 'rules[0].paths[0] b /c', 'rules[0].paths[1] b /d']],
  ])('%s', (_, spec, routes) => {
    expect(claimsOf(spec, rule => namedHosts(rule?.hosts).concat(namedHosts(rule?.hosts).length > 0 ? [] : 'default')).map(r => `${showPath(r.field)} ${r.host} ${r.path}`)).toEqual(routes);
  });
});
