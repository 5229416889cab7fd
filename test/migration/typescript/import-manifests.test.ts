import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, documentsOf, expectSame, original, projectOf, testWithCorpus } from './generated';
import { ODD_DOCUMENTS } from './odd-documents';
import { describe as sentence } from '../../../src/base/findings/words';
import { passwordsIn } from '../../../src/cluster/rules/passwords';

describe('the program that is made of manifests writes each of their objects', () => {
  test.each(Object.entries(ODD_DOCUMENTS))('%s', (what, text) => {
    const documents = documentsOf(text);
    expectSame(projectOf(text), what === 'the same object twice' ? documents.slice(1) : documents);
  });
});

describe('in the folder that OAM_CORPUS names', () => {
  const applications = corpus();

  testWithCorpus.each(applications.length > 0 ? applications : ['none'])('%s is imported into a program that writes it', application => {
    const text = original(application);
    expectSame(projectOf(text, `${application}.yaml`), documentsOf(text));
  });
});

const FOLDER = join(__dirname, 'golden');
const CASES = readdirSync(FOLDER).filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length)).sort();

/** Compares the programs with a text, which is written where the environment variable UPDATE_GOLDEN is 1, and never in CI. */
test.each(CASES)('%s is imported as it is shown', name => {
  const text = readFileSync(join(FOLDER, `${name}.yaml`), 'utf8');
  const project = projectOf(text, `${name}.yaml`);
  const shown = [...project.files].filter(([file]) => file.endsWith('.ts')).map(([file, code]) => `==== ${file}\n${code}`).join('\n');
  const golden = join(FOLDER, `${name}.txt`);
  if (process.env.UPDATE_GOLDEN === '1' && !process.env.CI) writeFileSync(golden, shown);
  expect(shown).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : `there is no ${golden}: UPDATE_GOLDEN=1 writes it`);
  expectSame(project, documentsOf(text));
});

const PAGE = readFileSync(join(__dirname, '../../../docs/tutorial-from-oam.md'), 'utf8');

test('docs/tutorial-from-oam.md shows what is written', () => {
  // the page has its reader correct it
  const text = /shop\.yaml <<'END'\n([^]*?)END\n/.exec(PAGE)![1].replace('prot:', 'port:');
  const project = projectOf(text, 'shop.yaml');
  expect(/```ts\n([^]*?)```\n/.exec(PAGE)![1]).toBe(project.files.get('shop.ts'));
  expectSame(project, documentsOf(text));
});

const REMEDY = 'refer to a Secret that is created elsewhere';

test.each<[string, unknown, string[]]>([
  ['a variable', { env: [{ name: 'DB_PASSWORD', value: 'hunter2' }, { name: 'USER', value: 'root' }] }, ["'env[0].value' looks like a password (DB_PASSWORD)"]],
  ['a number', { env: [{ name: 'DB_PASSWORD', value: 1234 }] }, ["'env[0].value' looks like a password (DB_PASSWORD)"]],
  ['a field', { spec: { clientSecret: 'hunter2' } }, ["'spec.clientSecret' looks like a password (clientSecret)"]],
  ['a list', { tokens: ['hunter2', 'hunter3'] }, ["'tokens[0]' looks like a password (tokens)", "'tokens[1]' looks like a password (tokens)"]],
  ['the data of a Secret', { kind: 'Secret', type: 'Opaque', metadata: { name: 'a' }, stringData: { user: 'hunter2', more: '' } }, [
    "'stringData' holds \"user\" of a Secret",
  ]],
  ['a Secret in a List', { kind: 'List', items: [{ kind: 'Secret', metadata: {}, data: { a: 'aHVudGVyMg==' } }] }, [
    "'items[0].data' holds \"a\" of a Secret",
  ]],
  ['a URL', { args: ['--db', 'https://u:hunter2@a.example.com'] }, ["'args[1]' has a URL with a password"]],
  ['a text with an assignment', { data: { 'a.properties': 'user=a\ndb.password = hunter2\n' } }, ["'data['a.properties']' looks like a password (db.password)"]],
  ['an argument', { args: ['--api-token=hunter2'] }, ["'args[0]' looks like a password (api-token)"]],
])('finds %s', (_, value, expected) => {
  const told = passwordsIn(value).map(sentence);
  expect(told).toEqual(expected.map(each => `password-in-manifest: ${each}; ${REMEDY}`));
  expect(JSON.stringify(passwordsIn(value))).not.toContain('hunter');
});

test.each<[string, unknown]>([
  ['a reference', { env: [{ name: 'PASSWORD', fromSecret: { name: 'db', key: 'password' } }, { name: 'P', valueFrom: { secretKeyRef: { name: 'db', key: 'p' } } }] }],
  ['the name of a Secret', { imagePullSecrets: [{ name: 'pull' }], tls: { secretName: 'a' } }],
  ['what is empty, or no text', { env: [{ name: 'PASSWORD', value: '' }, { name: 'PASSWORD', value: null }, { name: 'USE_TOKEN', value: 'true' }, { name: 'AUTH', value: true }] }],
  ['what stands for a value', { password: '${DB_PASSWORD}', data: { 'a.yaml': "PasswordEncrypted: '@@SECRET:db:password@@'" } }],
  ['assignments of the name of a Secret, and of nothing', { data: { 'a.properties': 'secretName=db\ntoken=false\npassword=null\n' } }],
  ['what is encrypted', { kind: 'SealedSecret', spec: { encryptedData: { password: 'AgB…' } } }],
])('leaves %s', (_, value) => {
  expect(passwordsIn(value)).toEqual([]);
});
