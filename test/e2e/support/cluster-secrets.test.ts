import { compareSync } from 'bcryptjs';
import { secretFromExternalSecret, secretFromSealedSecret } from './cluster-secrets';
import { messageOf } from '../../support/message';

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
