import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Files, Project, cli, indexOf, lines, manifest, project, report } from '../support';

let made: Project | undefined;
afterEach(() => {
  made?.remove();
  made = undefined;
});

/** Writes all files as `App` of cdk8s does; a moment later than they were written before, so that the system tells that. */
const COPY = 'sleep 0.02; cp -R new/. "$CDK8S_OUTDIR"';

const of = (files: Files, app = COPY) => (made = project(files, app));
const fine = (stdout: string[], ...stderr: string[]) => ({ code: 0, stdout: lines(...stdout), stderr: lines(...stderr) });

const [A, B, C] = ['a', 'b', 'c'].map(name => manifest('Service', name));

describe('what has become of the files is told', () => {
  test('when they are new', async () => {
    const { synth, read } = of({ 'new/a.k8s.yaml': A, 'new/shop/b.k8s.yaml': B, 'new/none.k8s.yaml': '' });
    expect(await synth()).toEqual(fine(['+ added    dist/a.k8s.yaml', '+ added    dist/none.k8s.yaml', '+ added    dist/shop/b.k8s.yaml'], '3 added, 0 files without a change'));
    expect(read('dist')).toEqual({ 'a.k8s.yaml': A, 'shop/b.k8s.yaml': B, 'none.k8s.yaml': '' });
  });

  test('when they are written as they were', async () => {
    const { synth } = of({ 'new/a.yaml': A, 'new/b.yaml': B, 'dist/a.yaml': A, 'dist/b.yaml': B });
    expect(await synth()).toEqual(fine([], 'no change in 2 files'));
  });

  test('when some differ, and the app removes one', async () => {
    const { synth } = of({ 'new/a.yaml': A, 'new/b.yaml': C, 'new/c.json': C, 'dist/a.yaml': A, 'dist/b.yaml': B, 'dist/d.yaml': B }, `rm dist/d.yaml; ${COPY}`);
    expect(await synth()).toEqual(fine(['+ added    dist/c.json', '- removed  dist/d.yaml', '~ changed  dist/b.yaml'], '1 added, 1 removed, 1 changed, 1 file without a change'));
  });

  test('with the number of accepted findings', async () => {
    const accepted = { 'new/accepted-findings.txt': 'not-selected at shop: a\n', 'new/prod/accepted-findings.txt': 'not-selected at shop: a\ncannot-judge at shop: b\n' };
    const { synth } = of({ 'new/a.yaml': A, ...accepted });
    expect((await synth()).stderr).toBe('1 added, 0 files without a change; 3 accepted findings\n');
  });

  test('without what steers a terminal in their names', async () => {
    const { synth } = of({ 'new/a\u001b[2J.yaml': A });
    expect(await synth()).toEqual(fine(['+ added    dist/a [2J.yaml'], '1 added, 0 files without a change'));
  });

  test('and nothing of other files, which stay', async () => {
    const others = { 'README.md': 'mine', '.hidden.yaml': 'mine', 'kustomization.yaml': 'mine', 'construct-metadata.json': '{}' };
    const { synth, read } = of({ 'new/a.yaml': A, ...Object.fromEntries(Object.entries(others).map(([name, text]) => [`dist/${name}`, text])) });
    expect(await synth()).toEqual(fine(['+ added    dist/a.yaml'], '1 added, 0 files without a change'));
    expect(read('dist')).toEqual({ ...others, 'a.yaml': A });
  });
});

describe('an environment', () => {
  const app = 'cp new/a.yaml "$CDK8S_OUTDIR/$CDK8S_OAM_ENVIRONMENT.yaml"';

  test('is named to the app', async () => {
    const { synth } = of({ 'new/a.yaml': A }, `${app}; ${report('staging')}`);
    expect(await synth('--env', 'staging')).toEqual(fine(['+ added    dist/staging.yaml'], '1 added, 0 files without a change'));
  });

  test('makes no difference to an app without Environments, which is told', async () => {
    const { synth } = of({ 'new/a.yaml': A }, app);
    const note = 'note: the app reports no Environments, so that --env makes no difference, unless it reads CDK8S_OAM_ENVIRONMENT itself';
    expect(await synth('--env', 'staging')).toEqual(fine(['+ added    dist/staging.yaml'], note, '1 added, 0 files without a change'));
    expect(await synth('--env', 'staging', '--stdout')).toEqual({ code: 0, stdout: A, stderr: `${note}\n` });
  });
});

describe('files that the app has not written', () => {
  const left = (...names: string[]) => `note: "dist" contains files that this run did not write: ${names.join(', ')}; delete those that you no longer need`;

  test('stay, and are named', async () => {
    const { synth, read } = of({ 'new/a.yaml': A, 'dist/a.yaml': A, 'dist/old/b.yaml': B });
    expect(await synth()).toEqual(fine([], left('"old/b.yaml"'), 'no change in 2 files'));
    expect(read('dist')).toEqual({ 'a.yaml': A, 'old/b.yaml': B });
  });

  test('are named as far as they are few', async () => {
    const { synth } = of({ 'new/x.yaml': A, ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(i => [`dist/${i}.yaml`, B])) });
    expect((await synth()).stderr).toBe(lines(left('"1.yaml", "2.yaml", "3.yaml", "4.yaml", "5.yaml", and 2 more'), '1 added, 7 files without a change'));
  });

  test('are a GitOpsApp\'s own, which its indexes list', async () => {
    const files = {
      ...indexOf('dist/.cdk8s-oam-index', 'a.yaml', 'deep/down/b.yaml'),
      ...indexOf('dist/.cdk8s-oam-index.other', 'other.yaml'),
      ...indexOf('dist/deep/.cdk8s-oam-index', 'c.yaml'),
      'dist/a.yaml': A,
      'dist/deep/down/b.yaml': B,
      'dist/other.yaml': A,
      'dist/deep/c.yaml': C,
    };
    const { synth, write } = of(files, 'true');
    const nothing = 'note: no app of this run reports that it has written into "dist": is its synth() called? '
      + 'Where it runs in a container, give that the variable CDK8S_OAM_REPORT, and the file that it names';
    expect(await synth()).toEqual(fine([], nothing, 'no change in 4 files'));
    // what it has not written, and what another index of that name speaks of
    write({ 'dist/mine.yaml': A, 'dist/c.yaml': C });
    expect(await synth()).toEqual(fine([], left('"c.yaml"', '"mine.yaml"'), nothing, 'no change in 6 files'));
  });

  test('are not known where an index is a file, or has a name that no app can have', async () => {
    const { synth } = of({ 'dist/.cdk8s-oam-index': 'a.yaml', ...indexOf('dist/.cdk8s-oam-index.shop.orig', 'a.yaml'), 'dist/a.yaml': A, 'new/b.yaml': A });
    expect(await synth()).toEqual(fine(['+ added    dist/b.yaml'], left('"a.yaml"'), '1 added, 1 file without a change'));
  });
});

describe('with --stdout, all manifests are printed', () => {
  const map = (name: string) => `kind: ConfigMap\nmetadata:\n  name: ${name}\n`;

  test.each(['--stdout', '-p'])('as one stream of documents, in the order of the files, and the output folder stays as it is: %s', async flag => {
    const { synth, read } = of({
      'new/0000-b.yaml': `${map('b')}---\n${map('b2')}`,
      'new/0001-a.yaml': map('a'),
      'new/c/x.yaml': `---\n${map('c')}`,
      'new/d.yaml': '---',
      'new/e.yaml': '',
      'new/f.yaml': '{}',
      'new/g.json': '{ "a": "é" }',
      'new/construct-metadata.json': '{}',
      'new/.cdk8s-oam-index': 'mine',
      'dist/mine.yaml': A,
    });
    const stdout = ['b', 'b2', 'a', 'c'].map(map).join('---\n') + '---\n---\n{}\n---\n{ "a": "é" }\n';
    expect(await synth(flag)).toEqual({ code: 0, stdout, stderr: '' });
    expect(read('dist')).toEqual({ 'mine.yaml': A });
  });

  test('also where cdk8s.yaml names an output', async () => {
    const { synth, read } = of({ 'out/mine.yaml': A, 'new/a.yaml': A, 'cdk8s.yaml': `app: ${JSON.stringify(COPY)}\noutput: out\n` });
    expect(await synth('-p')).toEqual({ code: 0, stdout: A, stderr: '' });
    expect(read('out')).toEqual({ 'mine.yaml': A });
  });
});

describe('the app', () => {
  test('runs by the shell, in the folder of cdk8s.yaml, with the variables of cdk8s', async () => {
    const { synth, write, folder, read } = of({}, 'A=1 && pwd -P > pwd && echo "$CDK8S_OUTDIR $CDK8S_RECORD_CONSTRUCT_METADATA" > "$CDK8S_OUTDIR/a.yaml"');
    expect(await synth()).toMatchObject({ code: 0 });
    expect(read('dist')).toEqual({ 'a.yaml': `${folder}/dist false\n` });
    process.env.CDK8S_RECORD_CONSTRUCT_METADATA = 'true';
    expect(await synth()).toMatchObject({ code: 0 });
    delete process.env.CDK8S_RECORD_CONSTRUCT_METADATA;
    expect(read('dist')).toEqual({ 'a.yaml': `${folder}/dist true\n` });
    write({ 'cdk8s.yaml': 'app: test "$(cat pwd)" = "$(pwd -P)" && echo "$CDK8S_RECORD_CONSTRUCT_METADATA" > $CDK8S_OUTDIR/a.yaml\nvalidations: [{}]\n' });
    expect(await synth('--no-validate')).toMatchObject({ code: 0 });
    expect(read('dist')).toEqual({ 'a.yaml': 'false\n' });
  });

  test('is started from node_modules/.bin if `npx` is to run a program that is there', async () => {
    const { synth, folder, read, write } = of({}, 'npx own-program "a  b"');
    const file = join(folder, 'node_modules', '.bin', 'own-program');
    write({ 'node_modules/.bin/own-program': '#!/bin/sh\necho "$0 $1" > "$CDK8S_OUTDIR/a.yaml"\n' });
    chmodSync(file, 0o755);

    expect(await synth()).toMatchObject({ code: 0 });
    expect(read('dist')).toEqual({ 'a.yaml': 'node_modules/.bin/own-program a  b\n' });
  });

  test('may be another one, which needs no cdk8s.yaml, and writes to dist, wherever it runs', async () => {
    const { folder, read } = of({ 'a/x.yaml': A, 'a/deep/cdk8s.yaml': 'app: mkdir inner; cd inner; cp ../../x.yaml "$CDK8S_OUTDIR"\n' });
    const before = process.cwd();
    process.chdir(join(folder, 'a'));
    try {
      const told = fine(['+ added    dist/x.yaml'], '1 added, 0 files without a change');
      expect(await cli(['synth', '--app', 'cp x.yaml "$CDK8S_OUTDIR"'])).toEqual(told);
      expect(await cli(['synth', '-a', 'cp x.yaml "$CDK8S_OUTDIR"', '-o', '../b/c'])).toEqual(fine(['+ added    ../b/c/x.yaml'], '1 added, 0 files without a change'));
      expect(await cli(['synth', '--config=deep/cdk8s.yaml'])).toEqual(fine(['+ added    deep/dist/x.yaml'], '1 added, 0 files without a change'));
    } finally {
      process.chdir(before);
    }
    expect([read('a/dist'), read('b'), read('a/deep/dist')]).toEqual([{ 'x.yaml': A }, { 'c/x.yaml': A }, { 'x.yaml': A }]);
  });

  test('writes where cdk8s.yaml says, as seen from there', async () => {
    const { synth, folder, read, write } = of({ 'deep/cdk8s.yaml': 'app: cp *.json $CDK8S_OUTDIR\noutput: out/k8s\nsynthConfig: { format: plain }\nvalidations: []\nlanguage: typescript\nimports: [k8s]\n', 'deep/a.json': '{}' });
    const told = (path: string) => fine([`+ added    ${path}`], '1 added, 0 files without a change');
    expect(await synth('--config=@deep/cdk8s.yaml')).toEqual(told('deep/out/k8s/a.json'));
    expect(await synth('--config=@deep/cdk8s.yaml', '--output=@b')).toEqual(told('b/a.json'));
    write({ 'deep/cdk8s.yaml': `app: cp *.json $CDK8S_OUTDIR\noutput: ${folder}/c\n` });
    expect(await synth('--config=@deep/cdk8s.yaml')).toEqual(told('c/a.json'));
    expect([read('deep/out'), read('b'), read('c')]).toEqual([{ 'k8s/a.json': '{}' }, { 'a.json': '{}' }, { 'a.json': '{}' }]);
  });
});
