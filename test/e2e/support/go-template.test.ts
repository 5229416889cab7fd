import { compareSync } from 'bcryptjs';
import { executeTemplate, secretFromExternalSecret, secretFromSealedSecret } from './go-template';
import { messageOf } from '../../support/message';

const DATA = { 'user': 'scraper', 'password': 'p"a\\s:s wörd', 'pass-word': 'dashed' };
const execute = (template: string) => executeTemplate(template, DATA);

describe('a template of External Secrets Operator', () => {
  test.each([
    ['plain', 'plain'],
    ['{{ .password }}', DATA.password],
    ['{{.user}}:{{ .password | toString }}!', `scraper:${DATA.password}!`],
    ['{{ index . "pass-word" }}', 'dashed'],
    ['{a: {b: c}} {{`{{`}} d }}', '{a: {b: c}} {{ d }}'],
    ['a {{- .user -}} \n b', 'ascraperb'],
    ['a {{ .user -}} \n b {{- "}}" }}', 'a scraperb}}'],
    ['{{ "a\\"b" }}{{ `c"d` }}{{ 7 }}', 'a"bc"d7'],
    ['{{ printf "%s:%v %%" .user (printf `%s` "x" | toString) }}', 'scraper:x %'],
    ['{{ htpasswd "user" "password" "sha" }}', 'user:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='],
    ['{{ "sha" | htpasswd .user ("password" | toString) }}', 'scraper:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='],
    ['<{{ "\\r\\n a\\nb\\n" | trimAll "\\r\\n" }}><{{ trimAll "x" "xx" }}><{{ trimAll "" "x" }}>', '< a\nb><><x>'],
    ['{{ htpasswd "a:b" .password "sha" }}', 'invalid username: a:b'],
    ['a{{ if eq .user "scraper" }}b{{ .user }}{{ end }}c', 'abscraperc'],
    ['a{{ if or (eq .user "") (gt (len .user) 7) }}{{ fail "no" }}{{ end }}c', 'ac'],
    ['<{{ or "" "b" }}><{{ or "a" "b" }}><{{ len "wörd" }}><{{ "a:b" | trimPrefix "a:" }}>', '<b><a><5><b>'],
  ])('%s', (template, expected) => {
    expect(execute(template)).toBe(expected);
  });

  test('hashes by bcrypt with a salt of its own each time', () => {
    for (const template of ['{{ bcrypt .password }}', '{{ .password | bcrypt }}']) {
      expect(execute(template)).toMatch(/^\$2a\$10\$[./A-Za-z0-9]{53}$/);
      expect(compareSync(DATA.password, execute(template))).toBe(true);
    }
    const [first, second] = [0, 1].map(() => execute('{{ htpasswd .user .password "bcrypt" }}'));
    expect(first.startsWith('scraper:$2a$10$')).toBe(true);
    expect(first).not.toBe(second);
  });

  test('writes into the Secret that bcrypt takes no more than 72 bytes', () => {
    const password = 'x'.repeat(73);
    expect(executeTemplate('{{ htpasswd "u" .password "bcrypt" }}', { password }))
      .toBe('u:failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes');
  });

  test.each([
    ['{{ .other }}', 'map has no entry for key "other"'],
    ['{{ if eq .user "scraper" }}{{ fail "no" }}{{ end }}', 'error calling fail: no'],
    ['{{ if eq .user "scraper" }}', 'unexpected EOF: an if without its end'],
    ['{{ end }}', 'unexpected {{ end }}'],
    ['{{ if .user }}{{ if .user }}{{ end }}', 'unexpected {{ if .user }}'],
    ['{{ constructor }}', 'function "constructor" not defined'],
    ['{{ htpasswd "u" .password }}', 'wrong number of args for htpasswd: want 3 got 2'],
    ['{{ .password | sha256sum }}', 'function "sha256sum" not defined'],
    ['{{ range . }}', 'function "range" not defined'],
    ['{{ .user .password }}', 'unexpected the end in {{ .user .password }}'],
    ['{{ .user | .password }}', 'unexpected the end in {{ .user | .password }}'],
    ['{{ (.user }}', 'unexpected ( in {{ (.user }}'],
    ['{{ .user ) }}', 'unexpected ) in {{ .user ) }}'],
    ['{{ .user + "x" }}', 'unexpected + "x"  in {{ .user + "x" }}'],
    ['{{ printf "%d" 7 }}', 'not executed: printf "%d"'],
    ['{{ . }}', 'not executed: a map as text'],
    ['{{ toString(.user) }}', 'unexpected ( in {{ toString(.user) }}'],
    ['{{ .user', 'unclosed action in template {{ .user'],
    ['{{ "x }}', 'unclosed action in template {{ "x }}'],
  ])('fails when it is %s', (template, message) => {
    expect(messageOf(() => execute(template))).toBe(message);
  });
});

const metadata = { name: 'scraper', namespace: 'monitoring' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('an ExternalSecret', () => {
  const externalSecret = (target: object) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata,
    spec: { secretStoreRef: { name: 'store' }, target, data: [{ secretKey: 'password', remoteRef: { key: 'scraper' } }] },
  });

  test('becomes the Secret that its template says, without what it was made of', () => {
    const template = { type: 'nginx.org/htpasswd', metadata: { labels: { a: 'b' } }, data: { htpasswd: 'admin:{{ .password }}' } };
    expect(secretFromExternalSecret(externalSecret({ name: 'users', template }), { password: 'x' })).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'users', namespace: 'monitoring', labels: { a: 'b' } },
      type: 'nginx.org/htpasswd',
      data: { htpasswd: base64('admin:x') },
    });
  });

  test('becomes a Secret with what the store holds, where it has no template or merges', () => {
    const dataOf = (target: object) => secretFromExternalSecret(externalSecret(target), { password: 'x' }).data;
    expect(dataOf({})).toEqual({ password: base64('x') });
    expect(dataOf({ template: { mergePolicy: 'Merge', data: { auth: '{{ .password }}!' } } })).toEqual({ password: base64('x'), auth: base64('x!') });
  });

  test.each([
    ['the store lacks a value', () => secretFromExternalSecret(externalSecret({}), {}), 'there is no value for password'],
    ['it has another engine', () => secretFromExternalSecret(externalSecret({ template: { engineVersion: 'v1' } }), { password: 'x' }),
      'not executed: templateFrom, or an engine other than v2'],
    ['it is another kind', () => secretFromExternalSecret({ apiVersion: 'v1', kind: 'Secret' }, {}),
      'expected external-secrets.io/v1 ExternalSecret, got v1 Secret'],
  ])('fails when %s', (_, make, message) => {
    expect(messageOf(make)).toBe(message);
  });
});

describe('a SealedSecret', () => {
  const sealedSecret = (template?: object) => ({
    apiVersion: 'bitnami.com/v1alpha1',
    kind: 'SealedSecret',
    metadata,
    spec: { encryptedData: { password: 'AgB' }, template },
  });

  test('becomes the Secret with what was sealed, and what its template adds', () => {
    const template = { type: 'nginx.org/htpasswd', metadata, data: { htpasswd: 'metrics:{{ bcrypt .password }}', username: 'metrics' } };
    const { data, ...rest } = secretFromSealedSecret(sealedSecret(template), { password: 'x' });
    expect(rest).toEqual({ apiVersion: 'v1', kind: 'Secret', metadata, type: 'nginx.org/htpasswd' });
    expect(data).toEqual({ password: base64('x'), username: base64('metrics'), htpasswd: expect.any(String) });
    expect(compareSync('x', Buffer.from(data.htpasswd, 'base64').toString().slice('metrics:'.length))).toBe(true);
  });

  test('needs no template, but all that was sealed', () => {
    expect(secretFromSealedSecret(sealedSecret(), { password: 'x' })).toMatchObject({ type: 'Opaque', metadata, data: { password: base64('x') } });
    expect(messageOf(() => secretFromSealedSecret(sealedSecret(), {}))).toBe('there is no value for password');
  });
});
