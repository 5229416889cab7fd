import { Files, Project, cli, lines, manifest, project } from '../support';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

const of = (files: Files, app?: string) => (made = project(files, app));

const CONFIG = manifest('ConfigMap', 'config', { data: { 'mode': 'fast', 'app.conf': 'a\nb\nc\nd\n' } });
const SERVICE = manifest('Service', 'greet');
const SECRET = manifest('Secret', 'password', { data: { password: 'aHVudGVyMg==' } });
const deployment = (...containers: object[]) => manifest('Deployment', 'greet', { apiVersion: 'apps/v1', spec: { replicas: 1, template: { spec: { containers } } } });
const GREET = { name: 'greet', image: 'greet:1', env: [{ name: 'TOKEN', value: 'hunter2' }, { name: 'MODE', value: 'fast' }] };

describe('nothing differs', () => {
  test('where all is the same', async () => {
    const { diff } = of({ 'dist/a.yaml': CONFIG + SERVICE, 'new/a.yaml': CONFIG + SERVICE });
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr: 'no difference in 2 objects\n' });
    expect(await diff('@dist')).toEqual({ code: 0, stdout: '', stderr: 'no difference in 2 objects\n' });
  });

  test('where it is written in another way', async () => {
    const { diff } = of({
      'dist/a.yaml': '# a comment\n{ kind: A, apiVersion: v1, metadata: { name: "x", "labels": {a: b} } }\n', 'new/a.yaml': 'apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    a: "b"\n  name: x\n',
    });
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr: 'no difference in 1 object\n' });
  });

  test('where objects are in other files of one folder', async () => {
    const { diff } = of({ 'dist/a.yaml': CONFIG + SERVICE, 'dist/b.yaml': SECRET, 'new/a.k8s.yaml': SERVICE + CONFIG, 'new/c.json': SECRET.slice(4) });
    const stderr = 'no difference in 3 objects\n';
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr });
    const { stdout, ...others } = await diff('--json');
    expect([JSON.parse(stdout), others]).toEqual([{ equal: true, notes: [], added: [], removed: [], moved: [], changed: [] }, { code: 0, stderr }]);
  });

  test('where there are other files', async () => {
    const { diff } = of({ 'dist/a.yaml': CONFIG, 'dist/README.md': 'a: [', 'dist/.git/a.yaml': SERVICE, 'dist/construct-metadata.json': '{"version":"1.0.0"}', 'new/a.yaml': CONFIG, 'new/construct-metadata.json': '{}' });
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr: 'no difference in 1 object\n' });
  });
});

test('findings that are accepted now, and were not before, are notes', async () => {
  const accepted = (...all: string[]) => all.map(each => `${each}\n`).join('');
  const { diff } = of({
    'dist/a.yaml': CONFIG,
    'new/a.yaml': CONFIG,
    'dist/accepted-findings.txt': accepted('not-selected at shop/a: old', 'not-selected at shop/b: gone'),
    'new/accepted-findings.txt': accepted('cannot-judge at shop/a: new\u001b[2J', 'not-selected at shop/a: old'),
  });
  const said = 'newly accepted in accepted-findings.txt: cannot-judge at shop/a: new [2J';
  expect(await diff()).toEqual({ code: 0, stdout: '', stderr: `note: ${said}\nno difference in 1 object\n` });
  expect(JSON.parse((await diff('--json')).stdout).notes).toEqual([said]);
});

describe('what differs', () => {
  const files = {
    'dist/a.yaml': CONFIG + SERVICE + deployment(GREET),
    'dist/b/b.yaml': SECRET + manifest('A', 'moved'),
    'new/a.yaml': manifest('ConfigMap', 'config', { data: { 'mode': 'slow', 'app.conf': 'a\nb\nx\nd\n', 'more': 'x' } })
      + deployment({ name: 'sidecar', image: 'sidecar:1', env: [{ name: 'PASSWORD', value: 'hunter2' }] }, { ...GREET, image: 'greet:2', env: [{ name: 'TOKEN', value: 'hunter3' }] })
      + '---\napiVersion: batch/v1\nkind: Job\nmetadata: { generateName: job- }\n',
    'new/b/b.yaml': manifest('Secret', 'password', { data: { password: 'aHVudGVyMw==' }, type: 'Opaque' }),
    'new/c/b.yaml': manifest('A', 'moved'),
  };

  test('is told object by object, field by field', async () => {
    expect(await of(files).diff()).toEqual({
      code: 1,
      stdout: lines(
        '+ added    Job job-… (batch/v1) in dist/a.yaml',
        '- removed  Service ns/greet (v1) in dist/a.yaml',
        '    ! warning   address-changed: is removed, so clients can no longer reach its name and address; keep it until no client uses it',
        '~ moved    A ns/moved (v1) in dist/b/b.yaml, now in dist/c/b.yaml',
        '~ changed  ConfigMap ns/config (v1) in dist/a.yaml',
        '    ~ changed  data.mode: (hidden)',
        '    ~ changed  data[\'app.conf\']: (hidden)',
        '    + added    data.more: (hidden)',
        '~ changed  Deployment ns/greet (apps/v1) in dist/a.yaml',
        '    ~ changed  spec.template.spec.containers[0].image, now spec.template.spec.containers[1].image: "greet:1" -> "greet:2"',
        '    - removed  spec.template.spec.containers[0].env[1]: {"name": "MODE", "value": (hidden)}',
        '    ~ changed  spec.template.spec.containers[0].env[0].value, now spec.template.spec.containers[1].env[0].value: (hidden)',
        '    + added    spec.template.spec.containers[0]: {"name": "sidecar", "image": "sidecar:1", "env": [{"name": "PASSWORD", "value": (hidden)}]}',
        '~ changed  Secret ns/password (v1) in dist/b/b.yaml',
        '    ~ changed  data.password: (hidden)',
        '    + added    type: "Opaque"',
      ),
      stderr: '1 added, 1 removed, 1 moved, 3 changed, 0 objects without a difference\n',
    });
  });

  test('is JSON for programs', async () => {
    const { code, stdout, stderr } = await of(files).diff('--json');
    const containers = 'spec.template.spec.containers';
    expect([code, stderr]).toEqual([1, '1 added, 1 removed, 1 moved, 3 changed, 0 objects without a difference\n']);
    expect(JSON.parse(stdout)).toEqual({
      equal: false,
      notes: [],
      added: [{ apiVersion: 'batch/v1', kind: 'Job', generateName: 'job-', file: 'dist/a.yaml' }],
      removed: [{
        apiVersion: 'v1',
        kind: 'Service',
        namespace: 'ns',
        name: 'greet',
        file: 'dist/a.yaml',
        warnings: [{
          code: 'address-changed',
          field: '',
          problem: 'is removed, so clients can no longer reach its name and address',
          remedy: 'keep it until no client uses it',
        }],
      }],
      moved: [{ apiVersion: 'v1', kind: 'A', namespace: 'ns', name: 'moved', file: 'dist/b/b.yaml', fileAfter: 'dist/c/b.yaml' }],
      changed: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          namespace: 'ns',
          name: 'config',
          file: 'dist/a.yaml',
          changes: [
            { field: 'data.mode', kind: 'changed', before: null, after: null, hidden: true },
            { field: 'data[\'app.conf\']', kind: 'changed', before: null, after: null, hidden: true },
            { field: 'data.more', kind: 'added', after: null, hidden: true },
          ],
        },
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          namespace: 'ns',
          name: 'greet',
          file: 'dist/a.yaml',
          changes: [
            { field: `${containers}[0].image`, fieldAfter: `${containers}[1].image`, kind: 'changed', before: 'greet:1', after: 'greet:2' },
            { field: `${containers}[0].env[1]`, kind: 'removed', before: { name: 'MODE', value: null }, hidden: true },
            { field: `${containers}[0].env[0].value`, fieldAfter: `${containers}[1].env[0].value`, kind: 'changed', before: null, after: null, hidden: true },
            { field: `${containers}[0]`, kind: 'added', after: { name: 'sidecar', image: 'sidecar:1', env: [{ name: 'PASSWORD', value: null }] }, hidden: true },
          ],
        },
        {
          apiVersion: 'v1',
          kind: 'Secret',
          namespace: 'ns',
          name: 'password',
          file: 'dist/b/b.yaml',
          changes: [{ field: 'data.password', kind: 'changed', before: null, after: null, hidden: true }, { field: 'type', kind: 'added', after: 'Opaque' }],
        },
      ],
    });
  });

  test.each<[string, object, object, string[]]>([
    ['a version', { apiVersion: 'a/v1' }, { apiVersion: 'a/v2' }, ['apiVersion: "a/v1" -> "a/v2"']],
    ['the order of a list', { x: [1, 2], y: [{ name: 'a' }, { name: 'b' }] }, { x: [2, 1], y: [{ name: 'b' }, { name: 'a' }] }, ['x: order [1, 2] -> [2, 1]', 'y: order by name ["a", "b"] -> ["b", "a"]']],
    ['long values', { name: `${'a'.repeat(200)}b`, path: 'a'.repeat(121) }, { name: `${'a'.repeat(200)}c`, path: [] }, [
      `name: …${'a'.repeat(118)}b" (203 characters) -> …${'a'.repeat(118)}c" (203 characters)`, `path: "${'a'.repeat(119)}… (123 characters) -> []`,
    ]],
    ['odd keys and values', { 'a.b/c': { '\u001b[2J': 'a\u202e' } }, { 'a.b/c': { '\u001b[2J': 'b\u0007' } }, ['[\'a.b/c\'][\'\\u001b[2J\']: "a\\u202e" -> "b\\u0007"']],
    ['a part of what is hidden', { args: ['a', '--password=hunter2'], host: 'a' }, { args: ['a', '--password=hunter3'], host: 'https://x:hunter2@y' }, ['args[1]: (hidden)', 'host: "a" -> "https://…@y"']],
    ['the order of what is hidden', { passwords: ['a', 'b'] }, { passwords: ['b', 'a'] }, ['passwords: order [(hidden), (hidden)], of which the hidden part differs']],
    ['null', { x: null, name: null }, { x: {}, name: 'null' }, ['x: null -> {}', 'name: null -> "null"']],
  ])('is shown: %s', async (_, before, after, told) => {
    const { diff } = of({ 'dist/a.yaml': manifest('A', 'x', { apiVersion: 'a/v1', ...before }), 'new/a.yaml': manifest('A', 'x', { apiVersion: 'a/v1', ...after }) });
    expect(await diff()).toEqual({
      code: 1, stdout: lines('~ changed  A ns/x (a/v1) in dist/a.yaml', ...told.map(line => `    ~ changed  ${line}`)), stderr: '1 changed, 0 objects without a difference\n',
    });
  });

  test('is told of names that are none, and of what steers a terminal in them', async () => {
    const odd = (name: unknown, namespace?: unknown) => manifest('A\u001b[2J', '', { metadata: { name, namespace } });
    const { diff } = of({ 'dist/a\u202e.yaml': odd('a\nb') + odd({ a: 1 }, ['n']) + odd(null), 'new/b.yaml': manifest('B', 'b') });
    expect((await diff()).stdout).toBe(lines(
      '+ added    B ns/b (v1) in dist/b.yaml',
      '- removed  A\\u001b[2J a\\u000ab (v1) in dist/a\\u202e.yaml',
      '- removed  A\\u001b[2J a list of 1/an object (v1) in dist/a\\u202e.yaml',
      '- removed  A\\u001b[2J without a name (v1) in dist/a\\u202e.yaml',
    ));
  });

  test('is all that is new, where nothing was committed yet', async () => {
    const { diff, write } = of({ 'dist/README.md': '', 'new/a.yaml': SERVICE });
    const all = { code: 1, stdout: '+ added    Service ns/greet (v1) in dist/a.yaml\n', stderr: '1 added, 0 objects without a difference\n' };
    expect(await diff()).toEqual(all);
    write({ 'dist/construct-metadata.json': '{}' });
    expect(await diff()).toEqual(all);
  });

  test('is all that was committed, where the app has no objects any more', async () => {
    const { diff } = of({ 'dist/a.yaml': SERVICE, 'new/a.yaml': '' });
    expect(await diff()).toEqual({
      code: 1,
      stdout: lines(
        '- removed  Service ns/greet (v1) in dist/a.yaml',
        '    ! warning   address-changed: is removed, so clients can no longer reach its name and address; keep it until no client uses it',
      ),
      stderr: '1 removed, 0 objects without a difference\n',
    });
  });

  test('is found in lists of objects, and among objects with one name', async () => {
    const list = (...names: string[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: names.map(name => ({ apiVersion: 'v1', kind: 'A', metadata: { name } })) });
    const { diff } = of({ 'dist/a.json': list('a', 'b', 'b'), 'new/a.json': list('b', 'a', 'c') });
    expect((await diff()).stdout).toBe(lines('+ added    A c (v1) in dist/a.json', '- removed  A b (v1) in dist/a.json'));
  });
});

describe('the app', () => {
  test('runs by the shell, in the folder of cdk8s.yaml, with the variables of cdk8s', async () => {
    const { diff, write } = of({ 'dist/a.yaml': SERVICE }, 'A=1 && pwd -P > pwd && echo "$CDK8S_RECORD_CONSTRUCT_METADATA $HOME_OF_TEST $CDK8S_OAM_PASSWORD" > variables; cp dist/* $CDK8S_OUTDIR');
    process.env.HOME_OF_TEST = 'here';
    expect(await diff()).toMatchObject({ code: 0 });
    expect(await diff('--app', 'test "$(cat variables) $(cat pwd)" = "false here  $(pwd -P)" && cp dist/* "$CDK8S_OUTDIR"')).toMatchObject({ code: 0 });
    process.env.CDK8S_RECORD_CONSTRUCT_METADATA = 'true';
    expect(await diff('--app', 'test "$CDK8S_RECORD_CONSTRUCT_METADATA" = true && cp dist/* "$CDK8S_OUTDIR"')).toMatchObject({ code: 0 });
    delete process.env.CDK8S_RECORD_CONSTRUCT_METADATA;
    write({ 'cdk8s.yaml': 'app: test "$CDK8S_RECORD_CONSTRUCT_METADATA" = true && cp dist/* "$CDK8S_OUTDIR"\nvalidations: [{}]\npluginsDirectory: x\nimports: [k8s]\n' });
    expect(await diff()).toEqual({ code: 0, stdout: '', stderr: 'note: the validations of cdk8s.yaml are not run here: `cdk8s synth` runs them\nno difference in 1 object\n' });
    delete process.env.HOME_OF_TEST;
  });

  test('writes to a folder that nobody else may read', async () => {
    const { diff } = of({ 'dist/a.yaml': SERVICE }, 'test "$(ls -ld "$CDK8S_OUTDIR" | cut -c 1-10)" = drwx------ && cp dist/* "$CDK8S_OUTDIR"');
    expect(await diff()).toMatchObject({ code: 0 });
  });

  test('may need no cdk8s.yaml', async () => {
    const { diff, folder } = of({ 'a/x.yaml': SERVICE });
    const before = process.cwd();
    process.chdir(`${folder}/a`);
    try {
      expect(await cli(['diff', '.', '--app', 'cp x.yaml "$CDK8S_OUTDIR"'])).toEqual({ code: 0, stdout: '', stderr: 'no difference in 1 object\n' });
    } finally {
      process.chdir(before);
    }
    expect(await diff('@a', '--config=@nowhere.yaml', '--app=true')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^nowhere\.yaml: manifest-not-readable: does not exist; /) });
  });

  test('writes where cdk8s.yaml says', async () => {
    const { diff, folder } = of({ 'out/a.yaml': SERVICE, 'new/a.yaml': SERVICE, 'cdk8s.yaml': 'app: cp new/* $CDK8S_OUTDIR\noutput: out\n', 'other.yaml': '' });
    expect(await diff()).toMatchObject({ code: 0 });
    expect(await diff('--config=@other.yaml', '--app=cp new/* $CDK8S_OUTDIR')).toEqual({ code: 2, stdout: '', stderr: 'dist: manifest-not-readable: does not exist; check the path\n' });
    made!.write({ 'other.yaml': `output: ${folder}/new\nsynthConfig: { format: plain, chartVersion: }\n` });
    expect(await diff('--config=@other.yaml', '--app=cp new/* $CDK8S_OUTDIR')).toMatchObject({ code: 0 });
  });
});
