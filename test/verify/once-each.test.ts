import { stringify } from 'yaml';
import * as kubernetes from './kubernetes-manifests';
import { application, component, entry, metricsTrait, read, WORKLOADS } from './manifests';
import { declaredComponents, noteOfBoth } from '../../src/verify/declared';
import { wordsOf } from '../../src/verify/remarks';

const { deployment, endpoint, podMonitor, service } = kubernetes;

/** What is declared by an application and by Kubernetes objects, each in a file of its own. */
function both(oam: readonly object[], plain: readonly object[], defaultNamespace?: string) {
  const textOf = (objects: readonly object[]) => objects.map(object => `---\n${stringify(object)}`).join('');
  return declaredComponents([...read(textOf(oam), 'oam.yaml'), ...read(textOf(plain), 'k8s.yaml')], defaultNamespace);
}

const told = (declared: ReturnType<typeof both>) => declared.map(({ file, namespace = '-', component: name, endpoints, unscraped, also }) =>
  [`${file} ${namespace} ${name}`, ...endpoints.map(({ port, job = '-' }) => `:${port} ${job}`), unscraped ? wordsOf(unscraped) : '', also ? `${also.file}:${also.line}` : ''].filter(Boolean).join(' '));

const app = application([entry('greet')]);

test('a monitor goes before an application', () => {
  expect(told(both([app, component('greet')], [deployment(), podMonitor([endpoint()])]))).toEqual(['k8s.yaml ns greet :8081 hello_ns_greet oam.yaml:9']);
  const off = application([entry('greet', metricsTrait({ enabled: false }))]);
  expect(told(both([off, component('greet')], [deployment(), podMonitor([endpoint()])]))).toEqual(['k8s.yaml ns greet :8081 hello_ns_greet oam.yaml:9']);
});

test('an application goes before a workload without a monitor', () => {
  expect(told(both([app, component('greet')], [deployment()]))).toEqual(['oam.yaml ns greet :8080 - k8s.yaml:5']);
});

test('what is not scraped either way is told once', () => {
  expect(told(both([app, component('greet', WORKLOADS.Service)], [service([])]))).toEqual(['k8s.yaml ns greet a Service is not scraped oam.yaml:9']);
});

test('the components of one only are there as well', () => {
  const apps = application([entry('a'), entry('b')]);
  expect(told(both([apps, component('a'), component('b')], [podMonitor([endpoint()], 'c'), podMonitor([endpoint()], 'b')])))
    .toEqual(['oam.yaml ns a :8080 -', 'k8s.yaml ns b :undefined hello_ns_greet oam.yaml:10', 'k8s.yaml ns c :undefined hello_ns_greet']);
});

describe('the namespace', () => {
  const appIn = (namespace?: string) => application([entry('greet', metricsTrait())], { name: 'hello', ...namespace && { namespace } });

  test('tells components apart', () => {
    expect(told(both([appIn('other')], [podMonitor([endpoint()])]))).toEqual(['oam.yaml other greet :8080 -', 'k8s.yaml ns greet :undefined hello_ns_greet']);
    expect(told(both([appIn()], [podMonitor([endpoint()])], 'other'))).toEqual(['oam.yaml other greet :8080 -', 'k8s.yaml ns greet :undefined hello_ns_greet']);
  });

  test('may be any where it is not known', () => {
    expect(told(both([appIn()], [podMonitor([endpoint()])]))).toEqual(['k8s.yaml ns greet :undefined hello_ns_greet oam.yaml:8']);
    expect(told(both([appIn('other')], [podMonitor([endpoint()], 'greet', { metadata: { namespace: undefined } })]))).toEqual(['k8s.yaml - greet :undefined hello_ns_greet oam.yaml:9']);
  });

  test('is not taken twice', () => {
    expect(told(both([appIn('one'), appIn()], [podMonitor([endpoint()], 'greet', { metadata: { namespace: 'one' } })])))
      .toEqual(['k8s.yaml one greet :undefined hello_ns_greet oam.yaml:9', 'oam.yaml - greet :8080 -']);
  });
});

describe('a note', () => {
  const ORDER = 'a monitor takes precedence over an ApplicationConfiguration, and that over a workload without a monitor';
  const noteOf = (names: readonly string[], plain: readonly object[]) =>
    noteOfBoth(both([application(names.map(name => entry(name))), ...names.map(name => component(name))], plain)).map(wordsOf);

  test('is not made of what is declared once', () => {
    expect(noteOf(['a'], [podMonitor([endpoint()], 'b')])).toEqual([]);
  });

  test('tells of one', () => {
    expect(noteOf(['a', 'b'], [deployment([], 'b'), podMonitor([endpoint()], 'b')])).toEqual([
      `b is declared twice and verified once: as in k8s.yaml:29, not as in oam.yaml:10; ${ORDER}`,
    ]);
  });

  test('tells of several', () => {
    expect(noteOf(['a', 'b'], [deployment([], 'b'), deployment([], 'a')])).toEqual([
      `2 components are declared twice and verified once each: a as in oam.yaml:9, not as in k8s.yaml:29; ${ORDER}`,
    ]);
  });

  test('is data', () => {
    const declared = both([application([entry('b')]), component('b')], [deployment([], 'b')]);
    expect(noteOfBoth(declared)).toEqual([{
      code: 'declared-twice',
      parameters: { count: 1, component: 'b', verified: { file: 'oam.yaml', line: 9 }, ignored: { file: 'k8s.yaml', line: 5 } },
    }]);
  });
});
