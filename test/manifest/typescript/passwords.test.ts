import { describe as sentence } from '../../../src/findings/words';
import { passwordsIn } from '../../../src/manifest/typescript/documents';

const REMEDY = 'which is now in the program; take it out of the program, and refer to a Secret that is created elsewhere';

test.each<[string, unknown, string[]]>([
  ['a variable', { env: [{ name: 'DB_PASSWORD', value: 'hunter2' }, { name: 'USER', value: 'root' }] }, ["'env[0].value' looks like a password (DB_PASSWORD)"]],
  ['a number', { env: [{ name: 'PIN', value: 1234 }] }, ["'env[0].value' looks like a password (PIN)"]],
  ['a field', { spec: { clientSecret: 'hunter2' } }, ["'spec.clientSecret' looks like a password (clientSecret)"]],
  ['a list', { tokens: ['hunter2', 'hunter3'] }, ["'tokens[0]' looks like a password (tokens)", "'tokens[1]' looks like a password (tokens)"]],
  ['the data of a Secret', { kind: 'Secret', type: 'Opaque', metadata: { name: 'a' }, stringData: { user: 'hunter2', more: '' } }, [
    "'stringData.user' looks like a password (user)",
  ]],
  ['a Secret in a List', { kind: 'List', items: [{ kind: 'Secret', metadata: {}, data: { a: 'aHVudGVyMg==' } }] }, [
    "'items[0].data.a' looks like a password (a)",
  ]],
  ['a key that is no name, which is not shown', { kind: 'Secret', data: { 'a: hunter2': 'x' } }, ["'data' looks like a password (data)"]],
  ['the name of a variable that is none, which is not shown', { env: [{ name: 'token hunter2', value: 'x' }] }, [
    "'env[0].value' looks like a password (a key that is no name)",
  ]],
  ['a URL', { args: ['--db', 'https://u:hunter2@a.example.com'] }, ["'args[1]' has a URL with a password"]],
  ['a text with an assignment', { data: { 'a.properties': 'user=a\ndb.password = hunter2\n' } }, ["'data['a.properties']' looks like a password (db.password)"]],
  ['an argument', { args: ['--api-token=hunter2'] }, ["'args[0]' looks like a password (api-token)"]],
])('finds %s', (_, value, expected) => {
  const told = passwordsIn(value).map(sentence);
  expect(told).toEqual(expected.map(each => `password-in-manifest: ${each}, ${REMEDY}`));
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
