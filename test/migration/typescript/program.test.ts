import * as library from '../../../src';
import { documentsOf, expectSame, projectOf } from './generated';
import { application, component, SMALL, withTraits } from './odd-documents';
import { describeProblem } from '../../../src/base/findings/words';
import { readManifests } from '../../../src/files/reading';
import { ChartCode, ChartWriter } from '../../../src/migration/typescript/chart-code';
import { forOam } from '../../../src/migration/typescript/documents-for-target';
import { FileLayout, importInput } from '../../../src/migration/typescript/layout';
import { rejectedBy } from '../../../src/migration/typescript/import-manifests';
import { literal } from '../../../src/migration/typescript/tree';
import { OamPlatform } from '../../../src/targets/oam/oam-platform';

const platform = OamPlatform.verrazzano();
const { documents } = importInput(forOam(readManifests(application('hello', '- componentName: greet') + component('greet', SMALL), 'x.yaml')).documents);
const layout = new FileLayout(documents, new Set());
const charts = layout.files.map(file => new ChartWriter(file, layout, new Map()).write());

/** The documents that are rejected, by their index, with the reasons. */
const rejected = (all: readonly ChartCode[], count = documents.length) =>
  [...rejectedBy(all, count, platform, library)].map(([document, why]) => [documents.indexOf(document), why.map(describeProblem)]);

test('a program that writes what the manifests say is not rejected', () => {
  expect(rejected(charts)).toEqual([]);
});

describe('fails when', () => {
  test('an object is missing, or is one too many', () => {
    expect(() => rejected(charts.map(chart => ({ ...chart, body: chart.body.slice(0, 1) })))).toThrow('the program writes 1 objects of 2');
    expect(() => rejected(charts, 1)).toThrow('the program writes 2 objects of 1');
  });

  test('an object is another one', () => {
    const changed = charts.map(chart => ({ ...chart, settings: chart.settings.map(setting => ({ ...setting, value: literal('other:1') })) }));
    expect(rejected(changed)).toEqual([[1, ['not-in-types: would be written differently']]]);
  });

  test('the tree has something against it', () => {
    const twice = charts.flatMap(chart => [chart, { ...chart, plan: { ...chart.plan, name: 'again' } }]);
    expect(rejected(twice)).toContainEqual([0, expect.arrayContaining([expect.stringMatching(/^duplicate-object: ApplicationConfiguration "hello"/)])]);
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

  test('a component has its own image and its own replicas, which a scaler may set', () => {
    const scaler = '- trait: { apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: { replicaCount: 2 } }';
    expect(settingsOf(withTraits(scaler))).toEqual([
      ['greetImage: string = \'example/main:1\'', 'Image of greet.'], ['greetReplicas: number = 2', 'Number of replicas of greet.'],
    ]);
  });

  test('images of several containers are called after all but the first, equal ones are one', () => {
    expect(settingsOf(component('a', workload('x:1', 'y:1')))).toEqual([
      ['aImage: string = \'x:1\'', 'Image of a.'], ['aSide1Image: string = \'y:1\'', 'Image of a (side-1).'],
    ]);
    expect(settingsOf(component('a', workload('x:1', 'x:1')))).toEqual([['aImage: string = \'x:1\'', 'Image of a.']]);
  });

  test('two components do not share an image, even if it is the same', () => {
    expect(settingsOf(component('a', workload('x:1')) + component('b', workload('x:1')))).toEqual([
      ['aImage: string = \'x:1\'', 'Image of a.'], ['bImage: string = \'x:1\'', 'Image of b.'],
    ]);
  });

  test('hosts are props, unless there is none or one is a pattern of any', () => {
    const ingress = (hosts: string) => withTraits(`- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: IngressTrait, spec: { rules: [{ hosts: ${hosts}, paths: [{ path: / }] }] } }`);
    expect(settingsOf(ingress('[a.example.com, "*.b.org"]'))).toContainEqual(['greetHosts: string[] = [\'a.example.com\', \'*.b.org\']', 'Hosts of greet.']);
    for (const hosts of ['["*"]', '[a.example.com, "*"]', '[]']) {
      expect(settingsOf(ingress(hosts)).map(([setting]) => setting)).toEqual(['greetImage: string = \'example/main:1\'']);
    }
  });

  test('a field in a map of the user\'s own is no setting', () => {
    expect(settingsOf(component('a', 'apiVersion: v1\nkind: ConfigMap\ndata: { image: x, replicas: "2" }\nmetadata: { labels: { image: y } }'))).toEqual([]);
  });

  test('the namespace is a prop, also in objects that are written as they are', () => {
    const text = `${application('app', '- componentName: a', 'namespace: ns')}${component('a', workload('x:1')).replace('name: a', 'name: a\n  namespace: ns')}---\napiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: ns }\n`;
    expect(settingsOf(text)[0]).toEqual(['namespace: string = \'ns\'', 'Namespace of all objects of the chart.']);
    expect(projectOf(text).files.get('app.ts')).toContain("metadata: { name: 's', namespace: props.namespace }");
  });

  test('a name that `Chart` has is not taken, and two components do not share one', () => {
    const names = settingsOf(component('a', workload('x:1')) + component('A', workload('y:1'))).map(([setting]) => setting);
    expect(names).toEqual(["aImage: string = 'x:1'", "aMainImage: string = 'y:1'"]);
  });

  test('a description is nothing but one', () => {
    const text = component('"a*/ globalThis.executed = true; /*"', workload('x:1'));
    expect(projectOf(text).files.get('objects.ts')).toContain('/** Image of a* / globalThis.executed = true; /*. */');
  });
});

describe('a chart', () => {
  /** The heads of the members of the one class with an application, and its constructor. */
  function membersOf(text: string): { heads: string[]; constructor: string; program: string } {
    const project = projectOf(text);
    expectSame(project, documentsOf(text));
    const program = project.files.get('shop.ts')!;
    const heads = [...program.matchAll(/^ {2}(?:public|private) (\w+\([^)]*\).*) \{$/gm)].map(([, head]) => head);
    return { heads, constructor: /public constructor[^]*?\n {2}\}\n/.exec(program)![0], program };
  }

  const CONSTRUCTOR = 'constructor(scope: Construct, id: string, props?: ChartProps)';
  const OTHER = 'apiVersion: example.org/v1\nkind: A\nspec: {}\n';

  test('has a method for each entry of its application, which declares the component, then for each other object', () => {
    const entries = '- componentName: a\n  traits: [{ trait: { apiVersion: example.org/v1, kind: B } }]\n- componentName: elsewhere';
    const { heads, constructor, program } = membersOf(`${application('shop', entries)}${component('a', OTHER)}${component('b', OTHER)}---\n${OTHER}metadata: { name: o }\n`);
    expect(heads).toEqual([
      CONSTRUCTOR, 'addA(application: ApplicationConfiguration): void', 'addElsewhere(application: ApplicationConfiguration): void', 'addB(): void', 'addAO(): void',
    ]);
    expect(constructor).toContain(
      "    const application = new ApplicationConfiguration(this, 'shop');\n\n    this.addA(application);\n    this.addElsewhere(application);\n    this.addB();\n    this.addAO();\n");
    expect(program).toMatch(/const component = new Component\(this, 'a', \{[^]*?\n {4}const binding = application\.addComponent\(component\);\n.*\n {4}new CustomTrait\(binding, 'b', /);
    expect(program).toContain("    // component 'elsewhere' is not among the manifests\n    application.addComponent(Component.fromComponentName(this, 'elsewhere', 'elsewhere'));\n");
  });

  test('names the methods as TypeScript allows, and not as those of the class that it extends', () => {
    const { heads } = membersOf(application('shop', ['dependency', '1st', 'a', 'a.a'].map(name => `- componentName: ${name}`).join('\n')));
    expect(heads.slice(1)).toEqual(['addDependency2', 'add1st', 'addA', 'addAA'].map(name => `${name}(application: ApplicationConfiguration): void`));
  });

  test('repeats blocks that are there several times, as they are there', () => {
    const block = 'apiVersion: example.org/v1\nkind: A\nspec: { probe: { path: a-value-that-takes-some-room, seconds: 5 } }';
    const { program } = membersOf(application('shop', ['a', 'b', 'c'].map(name => `- componentName: ${name}`).join('\n')) + ['a', 'b', 'c'].map(name => component(name, block)).join(''));
    expect(program.match(/probe: \{ path: 'a-value-that-takes-some-room', seconds: 5 \}/g)).toHaveLength(3);
  });
});
