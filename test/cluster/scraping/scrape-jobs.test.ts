import { documentsOf } from '../../verify/manifests';
import { declaredComponents } from '../../../src/verify/declared-components';
import { remarkText } from '../../../src/verify/remarks';
import { messageOf } from '../../support/message';

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart', namespace: 'shop', labels: { 'app.oam.dev/name': 'shop', 'app.oam.dev/component': 'cart', 'app.oam.dev/resourceType': 'WORKLOAD' } },
  spec: { template: { metadata: { labels: { 'app.oam.dev/name': 'shop', 'app.oam.dev/component': 'cart' } }, spec: { containers: [{ name: 'cart', ports: [{ name: 'http', containerPort: 8080 }] }] } } },
};

const keep = (label: string, regex: string) => ({ action: 'keep', source_labels: [`__meta_kubernetes_pod_${label}`], regex });
const OF_CART = [keep('label_app_oam_dev_name', 'shop'), keep('label_app_oam_dev_component', 'cart')];
const job = (rules: readonly object[], more: object = {}) => ({
  job_name: 'shop_shop_cart', kubernetes_sd_configs: [{ role: 'pod', namespaces: { names: ['shop'] } }], relabel_configs: [...OF_CART, ...rules], ...more,
});
const object = (jobs: unknown, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'scrape-shop', namespace: 'monitoring', labels: { 'cdk8s-oam/scrape-configuration': 'vmagent-files' } },
  data: { 'shop.yaml': typeof jobs === 'string' ? jobs : JSON.stringify(jobs) },
  ...more,
});

/** What is known of each component, in one line. */
const told = (...objects: readonly object[]) => declaredComponents(documentsOf(...objects)).map((declared) => {
  const { namespace, application, component, endpoints, unscraped, hints } = declared;
  const places = endpoints.map(({ port = '*', path = '*', job: of = '-', declaredAt }) => `:${port}${path} ${of} line ${declaredAt?.line}`);
  return [`${namespace}/${application}/${component}`, ...places, ...[...unscraped ? [unscraped] : [], ...hints].map(remarkText)].join(', ');
});

describe('a job', () => {
  test.each<[string, object, string]>([
    ['finds a port by its name', job([keep('container_port_name', 'http')]), ':8080/metrics shop_shop_cart'],
    ['finds a port by its number', job([keep('container_port_number', '9090')]), ':9090/metrics shop_shop_cart'],
    ['scrapes another port of the pods', job([{ source_labels: ['__address__'], target_label: '__address__', regex: '(.+?)(?::\\d+)?', replacement: '$1:9612' }]), ':9612/metrics shop_shop_cart'],
    ['has a path of its own', job([keep('container_port_number', '1')], { metrics_path: '/q' }), ':1/q shop_shop_cart'],
    ['has a path that only the scraper knows', job([{ source_labels: ['x'], target_label: '__metrics_path__' }]), ':8080* shop_shop_cart'],
    ['names the job of its series', job([{ target_label: 'job', replacement: 'carts' }]), ':8080/metrics carts'],
  ])('%s', (_, given, line) => {
    expect(told(deployment, object([given]))).toEqual([`shop/shop/cart, ${line} line 32`]);
  });

  test.each<[string, object]>([
    ['finds no pods', job([], { kubernetes_sd_configs: [{ role: 'node' }] })],
    ['finds nothing', job([], { kubernetes_sd_configs: undefined, static_configs: [] })],
    ['is for another component', { ...job([]), relabel_configs: [] }],
  ])('that %s says nothing of a component', (_, given) => {
    expect(told(deployment, object([given]))).toEqual(['shop/shop/cart, no monitor selects it']);
  });

  test('may look into all namespaces', () => {
    expect(told(object([job([keep('container_port_number', '9090')], { kubernetes_sd_configs: [{ role: 'pod' }] })])))
      .toEqual(['undefined/shop/cart, :9090/metrics shop_shop_cart line 10, its workload is not among the manifests']);
  });

  test('finds the ports of what a program has made by itself, by labels that no model knows', () => {
    const { metadata: { labels: _, ...metadata }, spec } = deployment;
    const pods = { ...spec.template, metadata: { labels: { 'app.kubernetes.io/name': 'cart', 'tier': 'web' } } };
    const rules = [
      keep('container_port_name', 'http'), keep('label_app_kubernetes_io_name', 'cart'), keep('label_tier', 'web|data'),
      { target_label: 'app_oam_dev_name', replacement: 'shop' }, { target_label: 'app_oam_dev_component', replacement: 'cart' },
    ];
    const made = { ...deployment, metadata, spec: { template: pods } };
    expect(told(made, object([{ ...job([]), relabel_configs: rules }]))).toEqual(['shop/shop/cart, :8080/metrics shop_shop_cart line 28']);
  });
});

describe('objects', () => {
  const JOB = job([keep('container_port_number', '9090')]);
  const labelled = (form: string) => ({ metadata: { name: 'scrape', namespace: 'monitoring', labels: { 'cdk8s-oam/scrape-configuration': form } } });
  const LINE = ['shop/shop/cart, :9090/metrics shop_shop_cart line 10, its workload is not among the manifests'];

  test('a Secret holds jobs as they are, or encoded', () => {
    const secret = { kind: 'Secret', ...labelled('additional-scrape-configs') };
    const { data } = object([JOB]);

    expect(told(object([], { ...secret, data: undefined, stringData: data }))).toEqual(LINE);
    expect(told(object([], { ...secret, data: { 'a.yaml': Buffer.from(data['shop.yaml']).toString('base64') } }))).toEqual(LINE);
  });

  test.each<[string, object]>([
    ['of another kind', { kind: 'Secret' }],
    ['without the label', { metadata: { name: 'scrape', namespace: 'monitoring' } }],
    ['of a form that is not known', labelled('constructor')],
  ])('one %s is not read', (_, more) => {
    expect(told(object([JOB], more))).toEqual([]);
  });

  test.each<[string, string]>([
    ['files', 'scrape_configs: {}'],
    ['helm-values', '{}'],
    ['additional-scrape-configs', 'a: [unclosed'],
    ['vmagent-files', 'scrape_configs: []'],
    ['collector', '- a'],
  ])('fails when one of form %s is not of this form', (form, text) => {
    const kind = form === 'additional-scrape-configs' ? 'Secret' : 'ConfigMap';
    const given = object(text, { ...labelled(form), kind, ...kind === 'Secret' ? { data: undefined, stringData: { 'shop.yaml': text } } : {} });
    const field = kind === 'Secret' ? 'stringData' : 'data';
    expect(messageOf(() => declaredComponents(documentsOf(given)))).toBe(
      `app.yaml:10:3: invalid-value: '${field}['shop.yaml']' must be scrape jobs of form ${form}; render it again, or remove the label`);
  });

  test('two of them may have one name for different ones', () => {
    const [first, form, namespace] = [object([JOB]), object({ scrape_configs: [JOB] }, labelled('files')), object([JOB])];
    const elsewhere = { ...namespace, metadata: { ...namespace.metadata, namespace: 'other' } };
    expect(declaredComponents(documentsOf(first, form, elsewhere)).map(({ endpoints }) => endpoints.length)).toEqual([3]);
  });
});
