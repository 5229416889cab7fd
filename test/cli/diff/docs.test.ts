import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { manifest, project } from '../app/project';
import { cli } from '../command';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/diff.md'), 'utf8');

const object = (kind: string, name: string, fields: object = {}) => manifest(kind, name, { metadata: { name, namespace: 'hello' }, ...fields });
const deployment = (replicas: number, ...containers: object[]) => object('Deployment', 'greet', { apiVersion: 'apps/v1', spec: { replicas, template: { spec: { containers } } } });
const greet = (image: string, password: string) => ({ name: 'greet', image, env: [{ name: 'PASSWORD', value: password }] });
const config = (color: string) => object('ConfigMap', 'greet', { data: { 'app.conf': `greeting: Hello\ncolor: ${color}\nlines: 3\n` } });
const OTHERS = ['a', 'b', 'c', 'd'].map(name => object('Service', name)).join('');

test('what the page shows is what the command prints', async () => {
  const { diff, remove } = project({
    'dist/hello.k8s.yaml': object('Service', 'old') + deployment(1, greet('greet:1.0', 'hunter2')) + config('red') + OTHERS,
    'new/hello.k8s.yaml': object('ServiceAccount', 'greet') + deployment(2, { name: 'log', image: 'log:2' }, greet('greet:1.1', 'hunter3')) + config('blue') + OTHERS,
  });
  const { code, stdout, stderr } = await diff();
  remove();
  const [, shown] = /# prints\n([^]*?)```\n/.exec(PAGE)!;
  expect([code, stdout + stderr]).toEqual([1, shown]);
});

test('what is committed in dist/ is what the examples write', async () => {
  expect(await cli(['diff', 'dist'])).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^no difference in \d+ objects\n$/) });
}, 120_000);
