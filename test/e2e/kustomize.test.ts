import { spawnSync } from 'child_process';
import { chmodSync, readFileSync, symlinkSync } from 'fs';
import { join, resolve } from 'path';
import { stringify } from 'yaml';
import { describeWith, temporaryFolder, writeFiles } from './support';
import { pathOf } from '../../build-tools/servers';
import { APPLICATION, COMPONENT, configMap, MULTI_CLUSTER, SPEC } from '../cli/render/support';
import { MAIN, environment } from '../cli/support';
import { objectsOf } from '../examples/programs';

jest.setTimeout(60_000);

const PAGE = readFileSync(resolve(__dirname, '../../docs/render.md'), 'utf8');
const PLUGIN = 'plugins/cdk8s-oam.dev/v1/render/Render';

const program = (script: string, ...args: string[]) => ['#!/bin/sh', `exec "${process.execPath}" ${[resolve(MAIN, '..', script), ...args].map(each => `"${each}"`).join(' ')} "$@"`, ''].join('\n');

/** A plugin that makes a list of its configuration and of its input, and hands it to the KRM function. */
const WRAPPED = `#!${process.execPath}
const { readFileSync } = require('fs');
const { spawnSync } = require('child_process');
const { parse, parseAllDocuments, stringify } = require('${resolve(__dirname, '../../node_modules/yaml')}');
const items = parseAllDocuments(readFileSync(0, 'utf8')).map(document => document.toJS()).filter(Boolean);
const functionConfig = parse(readFileSync(process.argv[2], 'utf8'));
const input = stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig });
const { status, stdout } = spawnSync(process.execPath, ['${MAIN}', 'render', '--krm'], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
if (status === 0) console.log(parse(stdout).items.map(item => stringify(item)).join('---\\n'));
process.exitCode = status;
`;

const PLUGINS = { 'the plugin': program('kustomize.js'), 'the KRM function, in a plugin': WRAPPED };

/** In an order of ours: kustomize has one of its own. */
const sorted = (text: string) => objectsOf(text).sort((a, b) => `${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1);

describeWith(['kubectl'], 'kubectl kustomize', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('kustomize');
  });

  const write = (files: Record<string, string>, plugin = PLUGINS['the plugin']) => {
    writeFiles(folder, { ...files, [PLUGIN]: plugin });
    chmodSync(join(folder, PLUGIN), 0o700);
  };
  const run = (command: string, ...args: string[]) => {
    const env = environment({ KUSTOMIZE_PLUGIN_HOME: join(folder, 'plugins') });
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 30_000 });
    return { status, stdout, stderr };
  };
  const build = () => run(pathOf('kubectl')!, 'kustomize', '.', '--enable-alpha-plugins');
  const rendered = (path: string) => {
    writeFiles(folder, { 'settings.yaml': stringify(SPEC) });
    const { status, stdout } = run(process.execPath, MAIN, 'render', path, '--settings', 'settings.yaml');
    expect(status).toBe(0);
    return sorted(stdout);
  };
  const config = (spec: object) => stringify({ apiVersion: 'cdk8s-oam.dev/v1', kind: 'Render', metadata: { name: 'shop' }, spec });

  describe.each(Object.entries(PLUGINS))('runs %s', (_, plugin) => {
    test('as a generator: it prints what `render` prints', () => {
      const files = { 'all/app.yaml': APPLICATION, 'all/cart.yaml': `${COMPONENT}---\n${configMap('a')}` };
      write({ ...files, 'kustomization.yaml': 'generators: [render.yaml]\n', 'render.yaml': config({ ...SPEC, files: ['all'] }) }, plugin);
      const { status, stdout, stderr } = build();
      expect([status, stderr]).toEqual([0, '']);
      expect(sorted(stdout)).toEqual(rendered('all'));
      expect(sorted(stdout).map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment']);
    });

    test('as a transformer: it prints what `render` prints of what kustomize has changed', () => {
      const inOther = (text: string) => text.replaceAll('namespace: shop', 'namespace: other');
      const files = { 'app.yaml': APPLICATION, 'rest.yaml': `${COMPONENT}---\n${configMap('a')}` };
      write({ ...files, 'kustomization.yaml': 'namespace: other\nresources: [app.yaml, rest.yaml]\ntransformers: [render.yaml]\n', 'render.yaml': config(SPEC) }, plugin);
      const { status, stdout, stderr } = build();
      expect([status, stderr]).toEqual([0, '']);
      writeFiles(folder, { 'other.yaml': inOther(`${APPLICATION}---\n${files['rest.yaml']}`) });
      expect(sorted(stdout)).toEqual(rendered('other.yaml'));
    });

    test('and tells what is wrong', () => {
      write({ 'app.yaml': APPLICATION.replace('false', '1'), 'kustomization.yaml': 'generators: [render.yaml]\n', 'render.yaml': config({ ...SPEC, files: ['app.yaml'] }) }, plugin);
      const { status, stdout, stderr } = build();
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain("app.yaml:14:15: invalid-type: 'spec.components[0].traits[0].trait.spec.enabled' must be a boolean, got 1\n");
    });
  });

  test('shows no warnings', () => {
    write({ 'app.yaml': `${MULTI_CLUSTER}---\n${configMap('a')}`, 'kustomization.yaml': 'generators: [render.yaml]\n', 'render.yaml': config({ ...SPEC, files: ['app.yaml'] }) });
    expect(build()).toMatchObject({ status: 0, stderr: '' });
  });

  test('runs what the page says', () => {
    // without the annotation, as the page says
    const [generator, plugin] = [...PAGE.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, each]) => each).filter(each => each.includes('kustomize'));
    const files = generator.replace(/^ {2}annotations:\n(?: {4}.*\n)+/m, '').replace(/^kustomize build .*\n/m, '');
    expect([files.includes('function'), plugin.includes(' | kubectl apply -f -\n')]).toEqual([false, true]);
    const block = files + plugin.replace(' | kubectl apply -f -', '');
    const shop = `${APPLICATION}---\n${COMPONENT}---\n${configMap('a')}`;
    writeFiles(folder, { 'shop.yaml': shop, 'node_modules/program': program('kustomize.js'), 'node_modules/.bin/.keep': '' });
    chmodSync(join(folder, 'node_modules/program'), 0o700);
    symlinkSync('../program', join(folder, 'node_modules/.bin/cdk8s-oam-kustomize'));
    const { status, stdout, stderr } = run('bash', '-ec', `kubectl() { "${pathOf('kubectl')}" "$@"; }\n${block}`);
    expect([status, stderr]).toEqual([0, '']);
    expect(sorted(stdout)).toEqual(rendered('shop.yaml'));
  });
});
