import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { CRD_MODULE_NAMES, CRD_MODULES, fetchCrds, kindsOf, missingCrds, readCrds } from './crds';

const { env } = process;
const { module: path, version, sum, folder } = CRD_MODULES['sealed-secrets'];
const CRD = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sealedsecrets.bitnami.com }
spec: { group: bitnami.com, names: { kind: SealedSecret }, versions: [{ name: v1alpha1 }] }
`;
let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  process.env = { ...env, CDK8S_OAM_CLUSTER_CACHE: join(scratch, 'cache') };
});

afterEach(() => {
  process.env = env;
  rmSync(scratch, { recursive: true });
});

/** A `go` that knows one module, with these files, and answers this of it. */
function goAnswers(files: Readonly<Record<string, string>>, answer: object = {}): void {
  const content = join(scratch, 'module', folder);
  mkdirSync(content, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(content, name), text);
  writeFileSync(join(scratch, 'answer.json'), JSON.stringify({ Dir: join(scratch, 'module'), Sum: sum, ...answer }));
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'go'), `#!/bin/sh\n[ "$*" = 'mod download -json ${path}@${version}' ] && exec cat '${join(scratch, 'answer.json')}'\n`);
  chmodSync(join(bin, 'go'), 0o755);
  process.env.PATH = `${bin}:${env.PATH}`;
}

async function fetched(): Promise<{ missing: Record<string, string>; said: string[] }> {
  const said: string[] = [];
  const missing = await fetchCrds(['sealed-secrets'], (line) => said.push(line));
  return { missing: Object.fromEntries(missing), said };
}

test('every module is pinned to a release and its content', () => {
  for (const each of Object.values(CRD_MODULES)) {
    expect(each.version).toMatch(/^v\d+\.\d+\.\d+$/);
    expect(each.sum).toMatch(/^h1:[A-Za-z0-9+/]{43}=$/);
  }
});

test('keeps a copy of the definitions, once, and reads the kinds that are asked for', async () => {
  goAnswers({ 'bitnami.com_sealedsecrets.yaml': CRD, 'README.md': 'no definition' });

  expect(missingCrds(CRD_MODULE_NAMES)).toEqual(CRD_MODULE_NAMES);
  expect(await fetched()).toEqual({ missing: {}, said: [expect.stringContaining(`fetching ${path}`), expect.stringContaining(': 1, ')] });
  expect(missingCrds(['sealed-secrets'])).toEqual([]);
  expect(await fetched()).toEqual({ missing: {}, said: [] });
  expect(readCrds(['sealed-secrets']).flatMap(kindsOf)).toEqual(['bitnami.com/v1alpha1 SealedSecret']);
  expect(readCrds(['sealed-secrets'], new Set(['bitnami.com/v1alpha1 SealedSecret']))).toHaveLength(1);
  expect(readCrds(['sealed-secrets'], new Set(['bitnami.com/v1 SealedSecret']))).toEqual([]);
});

test('says what is missing where it cannot be fetched, and what to do', async () => {
  goAnswers({}, { Error: 'no such host\nand more' });

  expect((await fetched()).missing).toEqual({
    'sealed-secrets': `${path}@${version} cannot be fetched (no such host): see that GOPROXY leads to a proxy that has it`,
  });
  expect(() => readCrds(['sealed-secrets'])).toThrow('the CRDs of sealed-secrets are not there: fetch them by `npm run cluster -- --build`');
});

test('fails when the module has another content than the one that was pinned', async () => {
  goAnswers({ 'a.yaml': CRD }, { Sum: 'h1:other' });

  await expect(fetched()).rejects.toThrow(`${path}@${version} is not the content that was pinned, ${sum}, but h1:other: do not use it`);
});

test('fails when the module has more or fewer definitions than the table says, and keeps nothing', async () => {
  goAnswers({ 'a.yaml': CRD, 'b.yaml': CRD });

  await expect(fetched()).rejects.toThrow(`${path}@${version} has 2 CRDs in ${folder}, not 1: correct the table in test/on-cluster/bench/crds.ts`);
  expect(readdirSync(join(scratch, 'cache'))).toEqual([]);
});
