import { endpoint, HTTP, podMonitor } from './kubernetes-manifests';
import { documentsOf } from './manifests';
import { declaredComponents } from '../../src/verify/declared';
import { DeclaredComponent } from '../../src/verify/declared-component';

const declared = (...objects: readonly object[]) => declaredComponents(documentsOf(...objects));

/** What is known of the endpoints, in one line each. */
const told = ({ endpoints }: DeclaredComponent) => endpoints.map(({ port = '*', path = '', job = '-' }) => `:${port}${path} ${job}`);

describe('pods that a program has made by itself, without labels of a component', () => {
  const bare = (app: string, metadata: object = {}) => {
    const template = { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', ports: [HTTP] }] } };
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: app, namespace: 'ns', ...metadata }, spec: { template } };
  };
  const monitorOf = (selector: object) => {
    const monitor: any = podMonitor([endpoint()]);
    return { ...monitor, spec: { ...monitor.spec, selector } };
  };
  const toldOf = (...objects: readonly object[]) =>
    declared(...objects).map(component => [...told(component), ...component.hints.map(({ code }) => code)]);

  test.each<[string, object[], string[]]>([
    ['are those that the monitor selects', [bare('web'), bare('other')], [':8081/metrics hello_ns_greet']],
    ['are in its namespace', [bare('web', { namespace: 'other' })], [':*/metrics hello_ns_greet', 'no-workload']],
    ['have the labels', [bare('other')], [':*/metrics hello_ns_greet', 'no-workload']],
  ])('%s', (_, objects, expected) => {
    expect(toldOf(monitorOf({ matchLabels: { app: 'web' } }), ...objects)).toEqual([expected]);
  });

  test.each<[string, any]>([['nothing', undefined], ['everything', {}], ['what it does not know', { matchExpressions: [{ key: 'app', operator: 'Is' }] }]])(
    'are not known to a monitor that selects %s', (_, selector) => {
      expect(toldOf(monitorOf(selector), bare('web'))).toEqual([[':*/metrics hello_ns_greet', 'no-workload']]);
    });

  test('are selected by expressions', () => {
    expect(toldOf(monitorOf({ matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] }), bare('web'))).toEqual([[':8081/metrics hello_ns_greet']]);
  });
});
