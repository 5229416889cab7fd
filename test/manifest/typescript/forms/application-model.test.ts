import { projectOf } from '../generated';
import { application, component, SMALL, withTraits } from '../odd-documents';

/** The patches of the application `hello`, with the reasons. */
function patchesOf(text: string): string {
  const program = projectOf(text).files.get('hello.ts')!;
  return /(?: +\/\/ .*\n)* +ApiObject\.of\(hello\)\.addJsonPatch\([^]*?\n? *\);\n/.exec(program)![0].replace(/\n? +(\/\/ )?/g, ' ').trim();
}

const METRICS = '- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait }';
const ingress = (name: string) =>
  `- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: IngressTrait, metadata: { name: ${name} }, spec: { rules: [{ paths: [{ path: /a }] }] } }`;
const NO_OBJECT = (path: string) => `'${path}': '${path}' is not an object`;

test('a trait that the tree does not take is patched in at its place', () => {
  expect(patchesOf(withTraits(`${METRICS}\n${ingress('a')}\n${ingress('b')}`))).toBe(
    "'spec.components[0].traits[2]': duplicate-route: 'rules[0].paths[0]' claims path \"/a\" on host hello.default.<domain>, "
    + "which 'rules[0].paths[0]' of 'hello/hello/greet/ingress' has claimed already ApiObject.of(hello).addJsonPatch(JsonPatch.add('/spec/components/0/traits/2', { "
    + "trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait', metadata: { name: 'b' }, spec: { rules: [{ paths: [{ path: '/a' }] }] }, }, }));");
});

test('an entry without any other trait gets all at once', () => {
  const entries = `- componentName: greet\n  traits:\n  - null\n  ${METRICS}\n- componentName: other\n  traits: [null]\n`;
  expect(patchesOf(application('hello', entries) + component('greet', SMALL) + component('other', SMALL))).toBe(
    `${NO_OBJECT('spec.components[0].traits[0]')} ${NO_OBJECT('spec.components[1].traits[0]')} ApiObject.of(hello).addJsonPatch( `
    + "JsonPatch.add('/spec/components/1/traits', [null]), JsonPatch.add('/spec/components/0/traits/0', null), );");
});

test('an application of which the larger part would be patches is written as it is, with the reasons', () => {
  const program = projectOf(application('hello', `- ${JSON.stringify(['a'.repeat(500)])}`)).files.get('hello.ts')!;
  expect(program).toContain(`    // not an ApplicationConfiguration: ${NO_OBJECT('spec.components[0]')}\n    new CustomObject(this, 'application-configuration-hello', {\n`);
});
