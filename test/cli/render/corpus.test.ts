import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, inEmptyFolder, KUBERNETES, OAM } from './support';
import { readManifests } from '../../../src/manifest';
import { testWithCorpus } from '../../examples/corpus';
import { differences } from '../../examples/differences';
import { cli } from '../support';

const CORPUS = process.env.OAM_CORPUS ?? '';
const corpus = () => readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter(name => /\.(ya?ml|json)$/.test(name)).sort();
const values = (text: string) => readManifests(text, 'corpus.yaml').yaml.map(({ value }) => value);

inEmptyFolder();

testWithCorpus('each document of the corpus is what it was, rendered for an OAM platform', async () => {
  const files = corpus();
  expect(files.length).toBeGreaterThan(0);
  expect(await cli(['render', CORPUS, '--out', 'out', ...OAM])).toEqual({ code: 0, stdout: '', stderr: '' });
  const written = filesOf('out');
  expect(Object.keys(written)).toEqual(files.map(file => file.replace(/\.\w+$/, '.yaml')));
  for (const file of files) {
    const before = values(readFileSync(join(CORPUS, file), 'utf8'));
    const after = values(written[file.replace(/\.\w+$/, '.yaml')]);
    expect([before.length > 0, differences(before, after)]).toEqual([true, []]);
  }
  const printed = await cli(['render', CORPUS, ...OAM]);
  expect(printed.stdout).toBe(Object.values(written).join('---\n'));
});

testWithCorpus('each file of the corpus is rendered for Kubernetes, the same each time, or refused by a message', async () => {
  const ingress = ['--ingress-class', 'nginx', '--ingress-domain', 'example.com', '--insecure-without-tls', '--ingress-controller', 'ingress-nginx'];
  for (const file of corpus()) {
    const args = ['render', join(CORPUS, file), ...KUBERNETES, ...ingress, '--default-namespace', 'default'];
    const first = await cli(args);
    expect(first.code === 0 ? [first.stdout !== '', 0] : [first.stdout === '', 1]).toEqual([true, first.code]);
    if (first.code !== 0) for (const line of first.stderr.trim().split('\n')) expect(line).toMatch(/^\d+ findings:$|^ *\S+:\d+:\d+: (warning: )?[a-z-]+: /);
    expect(await cli(args)).toEqual(first);
  }
});
