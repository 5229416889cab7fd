import { application, chartOf, newApp, report } from './models';
import { JobNaming, MetricsTrait, OamPlatform } from '../../src';

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
    `[ns/hello/${long('two')}] duplicate-job-name: port 8080 of component "${long('two')}" and port 8080 of component "${long('one')}" `
    + `('ns/hello/${long('one')}') share the job name "hello_ns"; ${SHORTEN}`,
  ]);
});

test('fails when the second endpoints of two components meet, and the first do not', () => {
  const app = newApp();
  const rest = 'x'.repeat(63 - 'hello_ns_'.length - 1);
  const [one, two] = application(chartOf(app, 'ns'), 'hello', `a${rest}`, `b${rest}`);
  for (const binding of [one, two]) new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 2 }] });

  expect(report(app)).toEqual([
    `[ns/hello/b${rest}] duplicate-job-name: port 2 of component "b${rest}" and port 2 of component "a${rest}" ('ns/hello/a${rest}') share the job name "hello_ns_1"; ${SHORTEN}`,
  ]);
});

test('fails when two endpoints of one component meet, since the end of the name is cut', () => {
  const app = newApp();
  const name = 'a'.repeat(63);
  const [binding] = application(chartOf(app, 'ns'), name, 'one');
  new MetricsTrait(binding, 'metrics', { ports: [{ port: 1 }, { port: 2 }] });

  expect(report(app)).toEqual([
    `[ns/${name}/one] duplicate-job-name: port 2 of component "one" and port 1 of component "one" ('ns/${name}/one') share the job name "${name}"; ${SHORTEN}`,
  ]);
});

test('fails when applications of two namespaces meet, since the namespace is cut', () => {
  const app = newApp();
  const name = 'a'.repeat(63);
  for (const ns of ['one', 'two']) application(chartOf(app, ns), name, 'c');

  expect(report(app)).toEqual([
    `[two/${name}/c] duplicate-job-name: port 8080 of component "c" and port 8080 of component "c" ('one/${name}/c') share the job name "${name}"; ${SHORTEN}`,
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
