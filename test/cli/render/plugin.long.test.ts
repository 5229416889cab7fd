import { resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { APPLICATION, COMPONENT, configMap, DEPLOYMENT, inEmptyFolder, lines, MULTI_CLUSTER, SPEC } from './support';
import { runPlugin } from '../../../src/cli/render/krm-function';
import { writeYaml } from '../../../src/manifest';
import { MAIN, cli, shell } from '../support';

jest.setTimeout(120_000);

const BIN = resolve(MAIN, '../kustomize.js');
const PROGRAM = `"${process.execPath}" "${BIN}"`;
/** The same in this process. */
const kustomize = (args = '', input = '') => cli(args.split(' ').filter(each => each !== ''), { input }, runPlugin);

const write = inEmptyFolder();
const config = (spec: object) => writeYaml([{ apiVersion: 'example.com/v1', kind: 'Render', metadata: { name: 'shop' }, spec }]);
const BOTH = [APPLICATION, COMPONENT].join('---\n');
const WARNING = "'spec.placement' is lost: what is rendered is for one cluster; apply it to each of the clusters\n";

test('without an argument it is a KRM function', async () => {
  write({ 'all.yaml': BOTH });
  const list = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: [parse(configMap('a'))], functionConfig: parse(config({ ...SPEC, files: ['all.yaml'] })) };
  const { code, stdout, stderr } = await shell(PROGRAM, {}, JSON.stringify(list));
  expect([code, stderr, parse(stdout)]).toEqual([0, '', { ...list, items: [...list.items, parse(DEPLOYMENT)] }]);
});

describe('with the file of a configuration', () => {
  test('it prints the objects of the files that this names', async () => {
    write({ 'config.yaml': config({ ...SPEC, files: ['all.yaml'] }), 'all.yaml': BOTH });
    expect(await shell(`${PROGRAM} config.yaml`)).toEqual({ code: 0, stdout: DEPLOYMENT, stderr: '' });
  });

  test('it transforms the objects of standard input', async () => {
    write({ 'config.yaml': config(SPEC) });
    expect(await kustomize('config.yaml', `${configMap('a')}---\n${BOTH}`)).toEqual({ code: 0, stdout: `${configMap('a')}---\n${DEPLOYMENT}`, stderr: '' });
  });

  test('it does what the function does with the list of both', async () => {
    const files = { ...SPEC, files: ['all.yaml'] };
    write({ 'config.yaml': config(files), 'all.yaml': `${MULTI_CLUSTER.replaceAll('shop', 'other')}---\n${configMap('z')}` });
    const items = parseAllDocuments(BOTH).map(document => document.toJS());
    const older = await kustomize('config.yaml', BOTH);
    const krm = await kustomize('', JSON.stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig: parse(config(files)) }));
    expect(parseAllDocuments(older.stdout).map(document => document.toJS())).toEqual(parse(krm.stdout).items);
    expect([older.code, older.stderr]).toEqual([krm.code, krm.stderr]);
    expect(older.stderr).toBe(`all.yaml:7:3: warning: placement-left-out: ${WARNING}`);
  });

  test('it prints nothing but why, where nothing is rendered', async () => {
    write({ 'config.yaml': config({ ...SPEC, files: ['all.yaml'] }), 'all.yaml': BOTH.replace('false', '1') });
    expect(await kustomize('config.yaml')).toEqual({
      code: 1, stdout: '', stderr: "all.yaml:14:15: invalid-type: 'spec.components[0].traits[0].trait.spec.enabled' must be a boolean, got 1\n",
    });
    expect(await kustomize('config.yaml', 'a: [')).toEqual({
      code: 2, stdout: '', stderr: '<stdin>:1:5: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes\n',
    });
    write({ 'config.yaml': config({ platform: 'oam' }) });
    expect(await kustomize('config.yaml')).toEqual({
      code: 2, stdout: '', stderr: "[functionConfig] missing-field: 'spec.files' is required where no objects are given; name manifests, and folders of them\n",
    });
  });
});

describe('it ends with 2 when', () => {
  const USAGE = '[cdk8s-oam-kustomize] usage: takes no options, and no arguments but the file of a configuration; let kustomize call it, or use cdk8s-oam render';

  test.each<[string, string, string[]]>([
    ['it is given an option', '--help', [USAGE]],
    ['it is given more than the configuration', 'config.yaml one', [USAGE]],
    ['there is no such file', 'nowhere.yaml', ['nowhere.yaml: manifest-not-readable: does not exist; check the path']],
    ['the configuration has two documents', 'two.yaml', ["[cdk8s-oam-kustomize] usage: 'two.yaml' must hold one configuration, got 2; let kustomize call it, or use cdk8s-oam render"]],
    ['the configuration is empty', 'none.yaml', ["[cdk8s-oam-kustomize] usage: 'none.yaml' must hold one configuration, got 0; let kustomize call it, or use cdk8s-oam render"]],
    ['the configuration is no object', 'text.yaml', ['[functionConfig] invalid-type: must be an object, got "oam"']],
    ['the configuration is wrong', 'config.yaml', [
      "[functionConfig] unknown-field: 'spec.file' is an unknown field; did you mean \"files\"?",
    ]],
  ])('%s', async (_, args, told) => {
    write({ 'config.yaml': config({ platform: 'oam', file: 'a.yaml' }), 'two.yaml': `${config({})}---\n${config({})}`, 'none.yaml': '', 'text.yaml': 'oam\n' });
    expect(await kustomize(args, configMap('a'))).toEqual({ code: 2, stdout: '', stderr: lines(...told) });
  });
});

test('it is started as a program, and ends with the code', async () => {
  expect((await shell(`${PROGRAM} --help`)).code).toBe(2);
  expect(await shell(`head -n 1 ${BIN}`)).toMatchObject({ stdout: '#!/usr/bin/env node\n' });
});
