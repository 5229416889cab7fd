import { existsSync } from 'node:fs';
import { APPLICATION, COMPONENT, DEPLOYMENT, filesOf, inEmptyFolder, KUBERNETES, lines } from './support';
import { cli } from '../support';

const write = inEmptyFolder();

const TRAIT = `        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: IngressTrait
            spec:
              rules:
                - paths:
                    - path: /
`;
const TEXTS = { 'app.yaml': `${APPLICATION}${TRAIT}`, 'cart.yaml': COMPONENT };
const KEEP_GOING = ['render', 'app.yaml', 'cart.yaml', ...KUBERNETES, '--keep-going'];
const WHY = 'app.yaml:15:11: no-ingress-provider: \'spec.components[0].traits[1].trait\' needs to know how requests enter the cluster; give '
  + '--ingress-class and where certificates come from, or \'kubernetes.ingress\' in the settings';
const TO_DO = lines('1 part of the manifests is not rendered. To do:', '- IngressTrait of component "cart" of application "shop" in namespace "shop"', `  ${WHY}`);

test('it renders what can be rendered, lists the rest, and ends with 1', async () => {
  write(TEXTS);
  expect(await cli(KEEP_GOING)).toEqual({ code: 1, stdout: DEPLOYMENT, stderr: TO_DO });
});

test('it prints the list as JSON beside a folder with the manifests', async () => {
  write(TEXTS);
  const { code, stdout, stderr } = await cli([...KEEP_GOING, '--out', 'dist', '--json']);
  expect([code, stderr, filesOf('dist')]).toEqual([1, TO_DO, { 'app.yaml': DEPLOYMENT }]);
  expect(JSON.parse(stdout)).toEqual({
    complete: false,
    toDo: [{
      application: 'shop',
      namespace: 'shop',
      component: 'cart',
      trait: 'IngressTrait',
      with: [],
      reasons: [{
        file: 'app.yaml',
        line: 15,
        column: 11,
        level: 'error',
        code: 'no-ingress-provider',
        field: 'spec.components[0].traits[1].trait',
        path: ['spec', 'components', 0, 'traits', 1, 'trait'],
        parameters: expect.any(Object),
        problem: 'needs to know how requests enter the cluster',
        remedy: 'give --ingress-class and where certificates come from, or \'kubernetes.ingress\' in the settings',
        documentation: expect.stringMatching(/docs\/errors\.md#no-ingress-provider$/),
      }],
    }],
    warnings: [],
  });
});

test('it prints the list as Markdown, in which the text of others is text', async () => {
  write({ ...TEXTS, 'app.yaml': TEXTS['app.yaml'].replace('kind: IngressTrait', 'kind: IngressTrait\n            metadata: { name: "<b>|*x*&[a](b)\\nrow" }') });
  const { code, stdout } = await cli([...KEEP_GOING, '--out', 'dist', '--markdown']);
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, 6)).toEqual([
    '# To do', '', '1 part of the manifests is not rendered.', '',
    '| Application | Component | Trait or object | Not rendered with it | Place | Reason | Remedy |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ]);
  expect(stdout.split('\n')).toHaveLength(8);
  expect(stdout).toContain('| shop | cart | IngressTrait &lt;b>\\|\\*x\\*&amp;\\[a\\](b) row |  | app.yaml:');
});

test('without anything to do it ends with 0, and says so', async () => {
  write({ 'app.yaml': APPLICATION, 'cart.yaml': COMPONENT });
  expect(await cli(KEEP_GOING)).toEqual({ code: 0, stdout: DEPLOYMENT, stderr: '' });
  expect(await cli([...KEEP_GOING, '--out', 'dist', '--markdown'])).toEqual({ code: 0, stdout: '# To do\n\nEverything is rendered.\n', stderr: '' });
  const { stdout } = await cli([...KEEP_GOING, '--out', 'dist', '--json']);
  expect(JSON.parse(stdout)).toEqual({ complete: true, toDo: [], warnings: [] });
});

test('where nothing can be rendered, nothing is written', async () => {
  write({ 'app.yaml': APPLICATION.replace('  namespace: shop\n', ''), 'cart.yaml': COMPONENT });
  const { code, stdout, stderr } = await cli([...KEEP_GOING, '--out', 'dist', '--json']);
  expect([code, existsSync('dist'), JSON.parse(stdout).toDo]).toEqual([1, false, [expect.objectContaining({ application: 'shop', with: ['cart'] })]]);
  expect(stderr).toMatch(/- application "shop", with cart\n {2}app\.yaml:3:1: missing-field: .*\napp\.yaml, cart\.yaml: no-objects: /);
});

test('what cannot be read is told, as JSON too', async () => {
  write({ 'app.yaml': 'a: [\n', 'cart.yaml': COMPONENT });
  const { code, stdout, stderr } = await cli([...KEEP_GOING, '--out', 'dist', '--json']);
  expect([code, JSON.parse(stdout).error]).toEqual([2, {
    code: 'yaml-syntax',
    message: stderr.trimEnd(),
    findings: [{ file: 'app.yaml', line: 2, column: 1, code: 'yaml-syntax', path: [], parameters: { reason: 'open-bracket' } }],
  }]);
});

test.each([['--json'], ['--markdown']])('%s needs --keep-going and a folder for the manifests', async flag => {
  const message = `[cdk8s-oam] usage: '${flag}' prints the to-do list of --keep-going on standard output, in place of the manifests; give --keep-going, and --out with a folder for the manifests\n`;
  for (const more of [['--out', 'dist'], ['--keep-going']]) {
    expect(await cli(['render', 'app.yaml', ...KUBERNETES, flag, ...more])).toMatchObject({ code: 2, stderr: message });
  }
});

test('no secret is in the list', async () => {
  write({ 'app.yaml': APPLICATION.replace('      traits:', '      parameterValues: ["password=hunter"]\n      traits:'), 'cart.yaml': COMPONENT.replace('image: example/cart:1.0', 'image: i\n          env: hunter') });
  for (const flag of ['--json', '--markdown']) {
    const { code, stdout, stderr } = await cli([...KEEP_GOING, '--out', 'dist', flag]);
    expect([code, `${stdout}${stderr}`.includes('hunter')]).toEqual([1, false]);
  }
});
