import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { manifest, project } from '../app/project';
import { cli } from '../command';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/synth.md'), 'utf8');

test('what the page shows is what the command prints', async () => {
  const texts = ['greet', 'shop', 'web', 'log', 'old'].map(name => [`dist/${name}.k8s.yaml`, manifest('Service', name)] as const);
  const index = ['greet', 'shop', 'web', 'log'].map(name => `${createHash('sha256').update(manifest('Service', name)).digest('hex')}  ${name}.k8s.yaml\n`).join('');
  const app = 'rm $CDK8S_OUTDIR/greet.k8s.yaml; cp new/* $CDK8S_OUTDIR';
  const { synth, remove } = project({ ...Object.fromEntries(texts), 'dist/.cdk8s-oam-index': index, 'new/cart.k8s.yaml': manifest('Service', 'cart'), 'new/shop.k8s.yaml': '' }, app);
  const { code, stdout, stderr } = await synth();
  remove();
  const [, shown] = /# prints\n([^]*?)```\n/.exec(PAGE)!;
  expect([code, stdout + stderr]).toEqual([0, shown]);
});

test('the page has every option of the command, and of `cdk8s synth`', async () => {
  const { stdout } = await cli(['synth', '--help']);
  const options = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([option]) => option);
  const source = readFileSync(resolve(__dirname, '../../../node_modules/cdk8s-cli/lib/cli/cmds/synth.js'), 'utf8');
  const others = [...source.matchAll(/\.option\('([a-z-]+)'/g)].map(([, name]) => `--${name}`);
  expect([options(stdout), others]).toEqual([expect.arrayContaining(['--app']), expect.arrayContaining(['--app'])]);
  const described = options(PAGE);
  expect([...options(stdout), ...others].filter(option => option !== '--help' && !described.includes(option))).toEqual([]);
});
