import { documentsOf, expectSame, projectOf } from '../generated';
import { application, component } from '../odd-documents';

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
