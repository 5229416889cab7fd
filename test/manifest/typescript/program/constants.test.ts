import { documentsOf, expectSame, projectOf } from '../generated';
import { component } from '../odd-documents';

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
