import { ScraperAccess, ScraperCredentials } from '../../../src';
import { discoverScraper, ScraperNames } from '../../../src/verify/query';
import { readObject } from '../../../src/verify/query/kubectl';
import { access, ControllerName, HOST, NAMES, USER } from '../../targets/scraper/access';
import { newChart, rendered } from '../../support/app';
import { rejectionOf } from '../../support/message';

jest.mock('../../../src/verify/query/kubectl');

/** The objects of the cluster, as kubectl would read them. */
function cluster(objects: readonly any[]): void {
  jest.mocked(readObject).mockImplementation(async (kind, namespace, name) => objects.find(each =>
    each.kind === kind && each.metadata.name === name && each.metadata.namespace === namespace));
}

beforeEach(() => cluster([]));

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('discovery', () => {
  const NAMESPACE = 'monitoring';
  /** That of every Secret here: no message may show it. */
  const PASSWORD = 'correct horse';

  const object = (kind: string, name: string, content: object, namespace = NAMESPACE) => ({ kind, metadata: { name, namespace }, ...content });
  const ingress = (spec: object = { rules: [{ host: 'a.example.com' }] }) => object('Ingress', 'prometheus', { spec });
  const route = (spec: object = { hostnames: ['a.example.com'] }) => object('HTTPRoute', 'prometheus', { spec });
  const secret = (content: object = { data: { username: base64('metrics'), password: base64(PASSWORD) } }) => object('Secret', 'credentials', content);
  const rule = (...paths: object[]) => ({ host: 'a.example.com', http: { paths } });

  const INGRESS: ScraperNames = { namespace: NAMESPACE, ingressName: 'prometheus' };
  const ROUTE: ScraperNames = { namespace: NAMESPACE, httpRouteName: 'prometheus' };
  const ALL: ScraperNames = { ...INGRESS, secretName: 'credentials' };

  /** Why a scraper is not found: the whole message, which has nothing of the password. */
  async function refusal(names: ScraperNames, objects: readonly any[]): Promise<string> {
    cluster(objects);
    const text = await rejectionOf(async () => discoverScraper(names));
    expect(text.includes(PASSWORD) || text.includes(base64(PASSWORD))).toBe(false);
    return text;
  }

  describe('the URL', () => {
    test.each<[string, ScraperNames, object[], string]>([
      ['has the host of the first rule', INGRESS, [ingress({ rules: [{ host: 'a.example.com' }, { host: 'b.example.com' }] })], 'https://a.example.com'],
      ['has the path of the first rule', INGRESS, [ingress({ rules: [rule({ path: '/prometheus/', pathType: 'Prefix' }, { path: '/b', pathType: 'Prefix' })] })], 'https://a.example.com/prometheus'],
      ['has no path where it is /', INGRESS, [ingress({ rules: [rule({ path: '/', pathType: 'Prefix' })] })], 'https://a.example.com'],
      ['has no path where it is the controller\'s expression', INGRESS, [ingress({ rules: [rule({ path: '/()(.*)', pathType: 'ImplementationSpecific' })] })], 'https://a.example.com'],
      ['has no path where there is none', INGRESS, [ingress({ rules: [rule({ pathType: 'Prefix' })] })], 'https://a.example.com'],
      ['has the first hostname of a route', ROUTE, [route({ hostnames: ['a.example.com', 'b.example.com'] })], 'https://a.example.com'],
      ['has the path of a route', ROUTE, [route({ hostnames: ['a.example.com'], rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/a/b' } }] }] })], 'https://a.example.com/a/b'],
      ['has no path where a route takes one alone', ROUTE, [route({ hostnames: ['a.example.com'], rules: [{ matches: [{ path: { type: 'Exact', value: '/a' } }] }] })], 'https://a.example.com'],
      ['has the host that is known', { namespace: NAMESPACE, host: 'c.example.com' }, [], 'https://c.example.com'],
      ['has the Ingress\' host beside one that is known', { ...INGRESS, host: 'c.example.com' }, [ingress()], 'https://a.example.com'],
      ['is that of the Ingress of this namespace', INGRESS, [
        object('Ingress', 'prometheus', { spec: { rules: [{ host: 'other.example.com' }] } }, 'other'), object('Ingress', 'other', { spec: { rules: [{ host: 'other.example.com' }] } }),
        route({ hostnames: ['other.example.com'] }), ingress(),
      ], 'https://a.example.com'],
    ])('%s', async (_, names, objects, url) => {
      cluster(objects);
      expect(await discoverScraper(names)).toEqual({ url });
    });

    const INSTEAD = 'give the URL of the scraper instead';
    const missingHost = (got: string) =>
      `missing-host: the first rule of Ingress "prometheus" must have a DNS name as its host, got ${got}; ${INSTEAD}`;

    test.each<[string, ScraperNames, object[], string]>([
      ['there is no Ingress', INGRESS, [], 'missing-object: there is no Ingress "prometheus" in namespace "monitoring"; check both names, and the context of kubectl'],
      ['there is no HTTPRoute', ROUTE, [ingress()], 'missing-object: there is no HTTPRoute "prometheus" in namespace "monitoring"; check both names, and the context of kubectl'],
      ['there is no spec', INGRESS, [object('Ingress', 'prometheus', {})], missingHost('nothing')],
      ['there is no rule', INGRESS, [ingress({ rules: [] })], missingHost('nothing')],
      ['there is no host', INGRESS, [ingress({ rules: [{ http: { paths: [] } }, { host: 'b.example.com' }] })], missingHost('nothing')],
      ['the host is empty', INGRESS, [ingress({ rules: [{ host: '' }] })], missingHost('""')],
      ['the host is a wildcard', INGRESS, [ingress({ rules: [{ host: '*.example.com' }] })], missingHost('"*.example.com"')],
      ['a route has no host', ROUTE, [route({})], `missing-host: the first host of HTTPRoute "prometheus" must be a DNS name, got nothing; ${INSTEAD}`],
      ['a route has a wildcard', ROUTE, [route({ hostnames: ['*.example.com', 'a.example.com'] })],
        `missing-host: the first host of HTTPRoute "prometheus" must be a DNS name, got "*.example.com"; ${INSTEAD}`],
    ])('fails when %s', async (_, names, objects, text) => {
      expect(await refusal(names, objects)).toBe(`[namespace monitoring] ${text}`);
    });
  });

  describe('the credentials', () => {
    test.each<[string, Partial<ScraperNames>, object, { user: string; password: string }]>([
      ['are in the Secret', {}, secret(), { user: 'metrics', password: PASSWORD }],
      ['have the user that is named', { user: 'admin' }, secret({ data: { password: base64(PASSWORD) } }), { user: 'admin', password: PASSWORD }],
      ['have the key that is named', { user: 'admin', passwordKey: 'token' }, secret({ data: { password: base64('other'), token: base64(PASSWORD) } }), { user: 'admin', password: PASSWORD }],
      ['lose the line break of a file', {}, secret({ data: { username: base64('metrics\r\n'), password: base64(`${PASSWORD}\n`) } }), { user: 'metrics', password: PASSWORD }],
      ['lose one line break only', { user: 'a' }, secret({ data: { password: base64('b\n\n') } }), { user: 'a', password: 'b\n' }],
      ['may be any text', { user: 'a' }, secret({ data: { password: base64('pässwörd 日本 😀') } }), { user: 'a', password: 'pässwörd 日本 😀' }],
      ['may be as long as a Secret', { user: 'a' }, secret({ data: { password: base64('x'.repeat(1_000_000)) } }), { user: 'a', password: 'x'.repeat(1_000_000) }],
    ])('%s', async (_, names, object_, credentials) => {
      cluster([ingress(), object_]);
      expect(await discoverScraper({ ...ALL, ...names })).toEqual({ url: 'https://a.example.com', credentials });
    });

    const noKey = (key: string, keys: string) =>
      `missing-secret-key: Secret "credentials" has no key "${key}" with a value; it has ${keys}: name another Secret or key`;

    test.each<[string, Partial<ScraperNames>, object[], string]>([
      ['there is no Secret', {}, [], 'missing-object: there is no Secret "credentials" in namespace "monitoring"; check both names, and the context of kubectl'],
      ['it has nothing', { user: 'a' }, [secret({})], noKey('password', 'none')],
      ['it has other keys', { user: 'a' }, [secret({ data: { auth: 'eA==', users: 'eA==' } })], noKey('password', '"auth", "users"')],
      ['it has another key than the one that is named', { user: 'a', passwordKey: 'token' }, [secret({ data: { password: base64(PASSWORD) } })], noKey('token', '"password"')],
      ['the key is empty', { user: 'a' }, [secret({ data: { password: '' } })], noKey('password', '"password"')],
      ['the key has no text', { user: 'a' }, [secret({ data: { password: 12 } })], noKey('password', '"password"')],
      ['the key is that of every object', { user: 'a', passwordKey: 'constructor' }, [secret()], noKey('constructor', '"username", "password"')],
      ['there is no user', {}, [secret({ data: { password: base64(PASSWORD) } })], noKey('username', '"password"')],
    ])('fails when %s', async (_, names, objects, text) => {
      expect(await refusal({ ...ALL, ...names }, [ingress(), ...objects])).toBe(`[namespace monitoring] ${text}`);
    });
  });

  describe('what is asked', () => {
    const WRONG = [
      '[discoverScraper()] 4 findings:',
      "  invalid-name: 'namespace' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got \"Monitoring\"",
      "  invalid-name: 'ingressName' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"--kubeconfig=x\"",
      "  invalid-name: 'httpRouteName' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"\"",
      "  invalid-name: 'secretName' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"a b\"",
    ].join('\n');

    test.each<[string, any, string]>([
      ['leads nowhere', { namespace: NAMESPACE }, "[discoverScraper()] missing-field: 'ingressName' is required; name the Ingress or the HTTPRoute ('httpRouteName') that leads to the scraper"],
      ['has no namespace', { ingressName: 'a' }, "[discoverScraper()] missing-field: 'namespace' is required"],
      ['has wrong names', { namespace: 'Monitoring', ingressName: '--kubeconfig=x', httpRouteName: '', secretName: 'a b' }, WRONG],
      ['is nothing', undefined, '[discoverScraper()] missing-field: \'namespace\' is required'],
    ])('fails when it %s, before anything is read', async (_, names, text) => {
      expect(await rejectionOf(async () => discoverScraper(names))).toBe(text);
      expect(readObject).not.toHaveBeenCalled();
    });

    test.each<[string, any, string]>([
      ['a timeout that is none', { timeout: -1 }, "invalid-value: 'timeout' must be an integer from 1 to 2147483647, got -1"],
      ['a context without a name', { context: '' }, 'invalid-value: \'context\' must be a non-empty string, got ""'],
      ['a misspelled option', { contxt: 'a' },
        "unknown-field: 'contxt' is an unknown field; expected one of context, timeout; did you mean \"context\"?"],
    ])('fails when there are %s', async (_, options, text) => {
      expect(await rejectionOf(async () => discoverScraper(INGRESS, options))).toBe(`[discoverScraper()] ${text}`);
    });
  });

  test.each(['127.0.0.1', 'prometheus.example.com'])('the host may be %s', async host => {
    expect(await discoverScraper({ namespace: 'monitoring', host })).toEqual({ url: `https://${host}` });
  });

  test.each(['a b/../@evil', '*', 'metrics:hunter2@example.com', 5])('fails when the host is %p', async host => {
    await expect(discoverScraper({ namespace: 'monitoring', host: host as string })).rejects.toThrow(/^\[discoverScraper\(\)\] invalid-host: 'host' must be a lower-case DNS name/);
  });
});

describe('a ScraperAccess is found by its own names, among what it renders', () => {
  const PASSWORD = 'correct horse battery staple';

  /** An access whose Secret is rendered too. The cluster has it encoded. */
  function applied(controller: ControllerName, props: object = {}): ScraperAccess {
    const names = access(controller, { credentials: ScraperCredentials.insecurePlaintext({ password: PASSWORD }), ...props });
    cluster(rendered(names).map(({ stringData = {}, ...object }: any) => {
      const encoded = Object.entries<string>(stringData).map(([key, value]) => [key, base64(value)]);
      return { ...object, data: { ...object.data, ...Object.fromEntries(encoded) } };
    }));
    return names;
  }

  test.each(NAMES)('for %s', async controller => {
    expect(await discoverScraper(applied(controller))).toEqual({ url: `https://${HOST}`, credentials: { user: USER, password: PASSWORD } });
  });

  test.each(NAMES)('for %s below a path', async controller => {
    expect(await discoverScraper(applied(controller, { path: '/prometheus/' }))).toMatchObject({ url: `https://${HOST}/prometheus` });
  });

  test('that of the platform itself', async () => {
    const names = ScraperAccess.fromPlatform(newChart());
    const metadata = (name: string) => ({ name, namespace: 'verrazzano-system' });
    cluster([
      { kind: 'Ingress', metadata: metadata('vmi-system-prometheus'), spec: { rules: [{ host: HOST }] } },
      { kind: 'Secret', metadata: metadata('verrazzano'), data: { password: base64(PASSWORD) } },
    ]);
    expect(await discoverScraper(names)).toEqual({ url: `https://${HOST}`, credentials: { user: 'verrazzano', password: PASSWORD } });
  });
});
