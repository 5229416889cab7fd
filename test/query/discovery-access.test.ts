import { ScraperAccess, ScraperCredentials } from '../../src';
import { discoverScraper } from '../../src/query';
import { access, ControllerName, HOST, NAMES, USER } from '../scraper/access';
import { newChart, rendered } from '../support/app';
import { rejectionOf } from '../support/rejection';

const PASSWORD = 'correct horse battery staple';

/** An access whose Secret is rendered too, under each name that it may have. */
const rendering = (controller: ControllerName, props: object = {}) =>
  access(controller, { credentials: ScraperCredentials.insecurePlaintext({ password: PASSWORD }), ...props });

describe('a ScraperAccess is found by its own names, among what it renders', () => {
  test.each(NAMES)('for %s', async controller => {
    const names = rendering(controller);
    expect(await discoverScraper(names, { objects: rendered(names) })).toEqual({ url: `https://${HOST}`, credentials: { user: USER, password: PASSWORD } });
  });

  test.each(NAMES)('for %s below a path', async controller => {
    const names = rendering(controller, { path: '/prometheus/' });
    expect(await discoverScraper(names, { objects: rendered(names) })).toMatchObject({ url: `https://${HOST}/prometheus` });
  });
});

test('fails when the Secret is made in the cluster', async () => {
  const names = access('ingress-nginx');
  expect(await rejectionOf(async () => discoverScraper(names, { objects: rendered(names) }))).toBe(
    '[namespace verrazzano-system] missing-object: there is no Secret "prometheus-credentials" in namespace "verrazzano-system"; check both names, and the context of kubectl',
  );
});

test('the access of the platform itself has its names', async () => {
  const names = ScraperAccess.fromPlatform(newChart());
  const metadata = (name: string) => ({ name, namespace: 'verrazzano-system' });
  const objects = [
    { kind: 'Ingress', metadata: metadata('vmi-system-prometheus'), spec: { rules: [{ host: HOST }] } },
    { kind: 'Secret', metadata: metadata('verrazzano'), data: { password: Buffer.from(PASSWORD).toString('base64') } },
  ];
  expect(await discoverScraper(names, { objects })).toEqual({ url: `https://${HOST}`, credentials: { user: 'verrazzano', password: PASSWORD } });
});
