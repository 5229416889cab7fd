import { projectOf } from '../generated';
import { application, component, withTraits } from '../odd-documents';

/** What `main.ts` passes to the first chart, and what the props say of it. */
function settingsOf(text: string): [string, string][] {
  const { files } = projectOf(text);
  const [, program] = [...files].find(([name]) => name !== 'main.ts' && name.endsWith('.ts'))!;
  const values = /new \w+\(app, '[^']+'(?:, \{([^]*?)\}\);|\))/.exec(files.get('main.ts')!)![1] ?? '';
  const documented = [...program.matchAll(/ {2}\/\*\* (.*) \*\/\n {2}readonly (\w+: [^;]+);/g)];
  return documented.map(([, description, member]) => [`${member} = ${new RegExp(`\\b${member.split(':')[0]}: (\\[.*?\\]|'[^']*'|[^,\\s]+)`).exec(values)![1]}`, description]);
}

const workload = (...images: string[]) => 'apiVersion: core.oam.dev/v1alpha2\nkind: ContainerizedWorkload\nspec:\n  containers:\n'
  + images.map((image, i) => `  - { name: ${i === 0 ? 'main' : `side-${i}`}, image: ${image} }\n`).join('');
const PARAMETERS = '  parameters: [{ name: url, description: "where it is.", fieldPaths: ["spec.containers[0].image"] }]\n';
const bound = (name: string, more: string) => `- componentName: ${name}\n  ${more}\n`;
const value = (text: string) => `parameterValues: [{ name: url, value: ${text} }]`;

test('a component has its own image and its own replicas, which a scaler may set', () => {
  const scaler = '- trait: { apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: { replicaCount: 2 } }';
  expect(settingsOf(withTraits(scaler))).toEqual([
    ['greetImage: string = \'example/main:1\'', 'Image of greet.'], ['greetReplicas: number = 2', 'Number of replicas of greet.'],
  ]);
});

test('images of several containers are called after them, equal ones are one', () => {
  expect(settingsOf(component('a', workload('x:1', 'y:1')))).toEqual([
    ['aMainImage: string = \'x:1\'', 'Image of a (main).'], ['aSide1Image: string = \'y:1\'', 'Image of a (side-1).'],
  ]);
  expect(settingsOf(component('a', workload('x:1', 'x:1')))).toEqual([['aImage: string = \'x:1\'', 'Image of a.']]);
});

test('two components do not share an image, even if it is the same', () => {
  expect(settingsOf(component('a', workload('x:1')) + component('b', workload('x:1')))).toEqual([
    ['aImage: string = \'x:1\'', 'Image of a.'], ['bImage: string = \'x:1\'', 'Image of b.'],
  ]);
});

test('the scraper is one prop if it is one, else that of each component', () => {
  const metrics = (scraper: string) => `traits: [{ trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait, spec: { scraper: ${scraper} } } }]`;
  const text = (...scrapers: string[]) => application('app', scrapers.map((scraper, i) => bound(`c${i}`, metrics(scraper))).join(''));
  expect(settingsOf(text('a/b', 'a/b'))).toEqual([['scraper: string = \'a/b\'', 'Scraper that collects the metrics: `<namespace>/<name>`.']]);
  expect(settingsOf(text('a/b', 'a/c')).map(([setting]) => setting)).toEqual(['c0Scraper: string = \'a/b\'', 'c1Scraper: string = \'a/c\'']);
});

test('hosts are props, unless there is none or one is a pattern of any', () => {
  const ingress = (hosts: string) => withTraits(`- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: IngressTrait, spec: { rules: [{ hosts: ${hosts}, paths: [{ path: / }] }] } }`);
  expect(settingsOf(ingress('[a.example.com, "*.b.org"]'))).toContainEqual(['hosts: string[] = [\'a.example.com\', \'*.b.org\']', 'Hosts of greet.']);
  for (const hosts of ['["*"]', '[a.example.com, "*"]', '[]']) {
    expect(settingsOf(ingress(hosts)).map(([setting]) => setting)).toEqual(['greetImage: string = \'example/main:1\'']);
  }
});

test('a parameter is a prop with its description; with several values it is one for each component', () => {
  const text = (...values: string[]) => application('app', values.map((each, i) => bound(`c${i}`, value(each))).join(''))
    + values.map((_, i) => component(`c${i}`, workload('x:1'), PARAMETERS)).join('');
  const parameters = (...values: string[]) => settingsOf(text(...values)).filter(([setting]) => /url/i.test(setting));
  expect(parameters('a', 'a')).toEqual([['url: string = \'a\'', 'Parameter url of c0, c1: where it is.']]);
  expect(parameters('a', '5')).toEqual([
    ['c0Url: string = \'a\'', 'Parameter url of c0: where it is.'], ['c1Url: number = 5', 'Parameter url of c1: where it is.'],
  ]);
});

test('a field in a map of the user\'s own is no setting', () => {
  expect(settingsOf(component('a', 'apiVersion: v1\nkind: ConfigMap\ndata: { image: x, replicas: "2" }\nmetadata: { labels: { image: y } }'))).toEqual([]);
});

test('the namespace is a prop, also in objects that are written as they are', () => {
  const text = `${application('app', '- componentName: a', 'namespace: ns')}${component('a', workload('x:1')).replace('name: a', 'name: a\n  namespace: ns')}---\napiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: ns }\n`;
  expect(settingsOf(text)[0]).toEqual(['namespace: string = \'ns\'', 'Namespace of all objects of the chart.']);
  expect(projectOf(text).files.get('app.ts')).toContain("metadata: { name: 's', namespace: props.namespace }");
});

test('a name that `Chart` has is not taken', () => {
  expect(settingsOf(application('app', bound('c0', 'parameterValues: [{ name: labels, value: a }]'))).map(([setting]) => setting)).toEqual(['labels2: string = \'a\'']);
});

test('a description is nothing but one', () => {
  const text = application('app', bound('c0', value('a'))) + component('c0', workload('x:1'), PARAMETERS.replace('where it is.', '*/ globalThis.executed = true; /*'));
  expect(projectOf(text).files.get('app.ts')).toContain('/** Parameter url of c0: * / globalThis.executed = true; /*. */');
});
