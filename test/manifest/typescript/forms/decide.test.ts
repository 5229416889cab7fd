import { projectOf } from '../generated';
import { application, component } from '../odd-documents';

test('a component whose workload the platform rejects is written as it is, with the reason', () => {
  const domain = 'apiVersion: oam.verrazzano.io/v1alpha1\nkind: VerrazzanoWebLogicWorkload\nspec:\n  template: { metadata: { name: bobs }, spec: {} }';
  const program = projectOf(application('hello', '- componentName: bobs') + component('bobs', domain)).files.get('hello.ts')!;
  expect(program.replace(/\n +\/\/ (?=(domain )?without)/, ' ')).toContain([
    "    // component 'bobs' is written as a CustomObject",
    "    hello.addComponent(Component.fromComponentName(this, 'bobs', 'bobs'));",
    '',
    "    // not a Component: missing-field: 'workload.spec.template.spec.domainUID' is required: the platform creates no domain without it",
    "    new CustomObject(this, 'component-bobs', {",
  ].join('\n'));
});
