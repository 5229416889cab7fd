import { documentsOf, expectSame, projectOf } from './generated';
import { application, component, SMALL, withTraits } from './odd-documents';
import { readManifests } from '../../../src/manifest/reading';
import { formsOf } from '../../../src/manifest/typescript/choose-forms';
import { inputOf } from '../../../src/manifest/typescript/documents';
import { forOam } from '../../../src/manifest/typescript/documents-for-target';
import { componentsOf, filesOf } from '../../../src/manifest/typescript/grouping';
import { prove } from '../../../src/manifest/typescript/import-manifests';
import { literal } from '../../../src/manifest/typescript/tree';
import { writeChart } from '../../../src/manifest/typescript/write-chart';
import { OamPlatform } from '../../../src/platform/oam-platform';

/** The constants of the one file with components, and the file. */
function constantsOf(text: string): [Record<string, string>, string] {
  const project = projectOf(text);
  expectSame(project, documentsOf(text));
  const program = project.files.get('components.ts')!;
  const constants = [...program.matchAll(/^const (\w+) = ([^]*?);\n$/gm)].map(([, name, value]) => [name, value.replace(/\s+/g, ' ')]);
  return [Object.fromEntries(constants), program];
}

const custom = (name: string, spec: string) => component(name, `apiVersion: example.org/v1\nkind: A\nmetadata: { name: ${name} }\nspec: ${spec}`);
const LONG = 'a-value-that-takes-some-room';

test('a block that is there several times is a constant, called after its field', () => {
  const [constants, program] = constantsOf(['a', 'b', 'c'].map(name => custom(name, `{ own: ${name}, probe: { path: ${LONG}, seconds: 5 } }`)).join(''));
  expect(constants).toEqual({ PROBE: `{ path: '${LONG}', seconds: 5 }` });
  expect(program.match(/probe: PROBE/g)).toHaveLength(3);
});

test('a block that is given to a method is called after the method', () => {
  const claim = `apiVersion: v1\nkind: PersistentVolumeClaim\nspec: { accessModes: [ReadWriteOnce], volumeName: ${LONG}, storageClassName: ${LONG} }`;
  const [constants, program] = constantsOf(component('a', claim) + component('b', claim));
  expect(Object.keys(constants)).toEqual(['FROM_MANIFEST']);
  expect(program.match(/KubernetesWorkload\.fromManifest\(FROM_MANIFEST\)/g)).toHaveLength(2);
});

test('what is only in such blocks is not one more', () => {
  const block = `{ first: { path: ${LONG}, second: { path: ${LONG}, third: true } } }`;
  expect(Object.keys(constantsOf(['a', 'b', 'c'].map(name => custom(name, `{ own: ${name}, outer: ${block} }`)).join(''))[0])).toEqual(['OUTER']);
});

test('a block in another one is a constant of its own if it is elsewhere, too', () => {
  const inner = `{ path: ${LONG}, path2: ${LONG}, path3: ${LONG} }`;
  const [constants] = constantsOf(['a', 'b'].map(name => custom(name, `{ own: ${name}, outer: { more: ${LONG}, inner: ${inner} } }`)).join('') + custom('c', `{ inner: ${inner} }`));
  expect(constants).toEqual({ INNER: `{ path: '${LONG}', path2: '${LONG}', path3: '${LONG}', }`, OUTER: `{ more: '${LONG}', inner: INNER }` });
});

test('a block that is short, or is there once, is none', () => {
  expect(constantsOf(custom('a', `{ x: { path: ${LONG}, seconds: 5 } }`) + custom('b', '{ x: { a: 1 }, z: { a: 1 } }'))[0]).toEqual({});
});

test('elements that lists have in common are spread', () => {
  const variables = ['ONE', 'TWO', 'THREE'].map(name => `{ name: ${name}, value: ${LONG} }`).join(', ');
  const [constants, program] = constantsOf(custom('a', `{ env: [{ name: OWN, value: a }, ${variables}] }`) + custom('b', `{ env: [${variables}, { name: OWN, value: b }] }`)
    + custom('c', `{ env: [${variables}] }`));
  expect(Object.keys(constants)).toEqual(['ENV']);
  expect(program.match(/\.\.\.ENV/g)).toHaveLength(2);
  expect(program).toContain('env: ENV }');
});

test('elements that are no objects are not spread', () => {
  const steps = ['ONE', 'TWO', 'THREE'].map(name => `{ name: ${name}, value: ${LONG} }`).join(', ');
  const [constants, program] = constantsOf(custom('a', `{ steps: [first, ${steps}, { name: a }] }`) + custom('b', `{ steps: [first, ${steps}, { name: b }] }`));
  expect(Object.keys(constants)).toEqual(['STEPS']);
  expect(program.match(/steps: \['first', \.\.\.STEPS, /g)).toHaveLength(2);
});

test('a run that is in longer ones alone is none', () => {
  const of = (...names: string[]) => `{ env: [${names.map(name => `{ name: ${name}, value: ${LONG} }`).join(', ')}] }`;
  const [constants] = constantsOf(custom('a', of('A', 'B', 'C', 'D', 'X')) + custom('b', of('Y', 'A', 'B', 'C', 'D')) + custom('c', of('A', 'B', 'C', 'Z')));
  expect(Object.keys(constants)).toEqual(['ENV']);
  expect(constants.ENV).toContain("'D'");
});

test('a text of three lines is a template of its own', () => {
  const [constants] = constantsOf(component('a', 'apiVersion: v1\nkind: ConfigMap\ndata: { my.conf: "a\\n`${b}`\\nc", two: "a\\nb\\n" }'));
  expect(constants).toEqual({ MY_CONF: '`a \\`\\${b}\\` c`' });
});

const platform = OamPlatform.verrazzano();
const { documents } = inputOf(forOam(readManifests(application('hello', '- componentName: greet') + component('greet', SMALL), 'x.yaml')).documents);
const components = componentsOf(documents);
const charts = formsOf(filesOf(documents, components, new Set()), components, platform).map(writeChart);

test('a program that writes what the manifests say passes', () => {
  expect(() => prove(charts, documents, platform)).not.toThrow();
});

describe('fails when', () => {
  test('an object is missing', () => {
    expect(() => prove(charts.map(chart => ({ ...chart, statements: chart.statements.slice(0, 1) })), documents, platform))
      .toThrow('the program writes 1 objects of 2, 0 of them changed');
  });

  test('an object is another one', () => {
    const changed = charts.map(chart => ({ ...chart, settings: chart.settings.map(setting => ({ ...setting, value: literal('other:1') })) }));
    expect(() => prove(changed, documents, platform)).toThrow('the program writes 2 objects of 2, 1 of them changed');
  });

  test('an object is one too many', () => {
    expect(() => prove(charts, documents.slice(1), platform)).toThrow('the program writes 2 objects of 1, 1 of them changed');
  });

  test('the tree has something against it', () => {
    const [chart] = charts;
    const twice = [chart, { ...chart, plan: { ...chart.plan, name: 'again' } }];
    expect(() => prove(twice, documents, platform)).toThrow(/^the program is refused: again\/.*: duplicate-object: /);
  });
});

describe('settings', () => {
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
});

describe('write chart', () => {
  const workload = (lines: number, own = 'field') => `apiVersion: example.org/v1\nkind: A\nspec:\n${Array.from({ length: lines }, (_, i) => `  ${own}${i}: a-value-of-${i}\n`).join('')}`;
  const trait = (lines: number, own: string) => `traits: [{ trait: { apiVersion: example.org/v1, kind: B, spec: {${Array.from({ length: lines }, (_, i) => `${own}${i}: a-value-of-${i}`).join(', ')}} } }]`;

  /** The heads of the members of the one class with an application, and its constructor. */
  function membersOf(text: string): { heads: string[]; constructor: string; program: string } {
    const project = projectOf(text);
    expectSame(project, documentsOf(text));
    const program = project.files.get('shop.ts')!;
    const heads = [...program.matchAll(/^ {2}(?:public|private) (\w+\([^)]*\).*) \{$/gm)].map(([, head]) => head);
    return { heads, constructor: /public constructor[^]*?\n {2}\}\n/.exec(program)![0], program };
  }

  const CONSTRUCTOR = 'constructor(scope: Construct, id: string, props?: ChartProps)';

  test('a constructor of one screen is not divided', () => {
    expect(membersOf(application('shop', '- componentName: a') + component('a', workload(30))).heads).toEqual([CONSTRUCTOR]);
  });

  test('a longer one has a method for each component, which returns it if it is bound here', () => {
    const { heads, constructor } = membersOf(application('shop', '- componentName: a') + component('a', workload(30)) + component('b', workload(30, 'other')));
    expect(heads).toEqual([CONSTRUCTOR, 'addA(): Component', 'addB(): void']);
    expect(constructor).toContain('    const a = this.addA();\n    this.addB();\n\n    const shop = new ApplicationConfiguration');
    expect(constructor).toContain('    shop.addComponent(a);\n');
  });

  test('one that is still too long has a method for each binding, and then for other objects', () => {
    const { heads, constructor } = membersOf(application('shop', `- componentName: a\n  ${trait(30, 'a')}\n- componentName: b\n  ${trait(30, 'b')}\n- componentName: c`)
      + component('a', workload(30)) + `---\n${workload(30).replace('spec:', 'metadata: { name: o }\nspec:')}`);
    expect(heads).toEqual([
      CONSTRUCTOR, 'addA(): Component', 'bindA(shop: ApplicationConfiguration, a: Component): void', 'bindB(shop: ApplicationConfiguration): void',
    ]);
    expect(constructor).toContain('    this.bindA(shop, a);\n    this.bindB(shop);\n');
    const many = Array.from({ length: 3 }, (_, i) => `---\n${workload(30, `o${i}-`).replace('spec:', `metadata: { name: o${i} }\nspec:`)}`).join('');
    expect(membersOf(application('shop', '- componentName: a') + many).heads).toEqual([CONSTRUCTOR, 'addAO0(): void', 'addAO1(): void', 'addAO2(): void']);
  });

  test('a component that is patched is returned by its constant', () => {
    const { program } = membersOf(application('shop', '- componentName: a') + component('a', workload(60), 'status: { ready: null }'));
    expect(program).toMatch(/const a = new Component[^]*ApiObject\.of\(a\)\.addJsonPatch\(.*\);\n {4}return a;\n/);
  });

  test('what is said of an entry goes with it', () => {
    const { program } = membersOf(application('shop', '- componentName: elsewhere'));
    expect(program).toContain("    // component 'elsewhere' is not among the manifests\n    shop.addComponent(Component.fromComponentName(this, 'elsewhere', 'elsewhere'));\n");
  });
});
