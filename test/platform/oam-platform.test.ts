import { JobNaming, MetricsTraitShape, OamPlatform, OamPlatformProps, Scraper } from '../../src';
import { chartOf, foreign, newApp, report } from '../private/models';
import { messageOf } from '../support/message';
import { SECRET, SUBDOMAIN } from '../support/texts';

const PROPS: OamPlatformProps = { vendor: 'acme', systemNamespace: 'acme-system', systemScraper: Scraper.parse('acme-system/prometheus') };
const prefixOf = (vendor: string) => new OamPlatform({ ...PROPS, vendor })._typeOf(v => ({ apiVersion: v.apiVersion, kind: v.workloadPrefix }));

describe('defaults', () => {
  test('of any platform', () => {
    expect(new OamPlatform(PROPS)).toMatchObject({
      vendor: 'acme',
      apiVersion: 'oam.acme.io/v1alpha1',
      systemNamespace: 'acme-system',
      metricsTraitShape: MetricsTraitShape.PORTS,
      jobNaming: JobNaming.V1_4,
      writeDefaultMetricsTraits: true,
      _prunedBy: 'acme',
    });
    expect(new OamPlatform(PROPS).scraperUser).toBeUndefined();
    expect(new OamPlatform(PROPS)._scraperAccess).toBeUndefined();
  });

  test('of the public platform', () => {
    const platform = OamPlatform.verrazzano();

    expect(platform).toMatchObject({ vendor: 'verrazzano', apiVersion: 'oam.verrazzano.io/v1alpha1', systemNamespace: 'verrazzano-system' });
    expect(platform).toMatchObject({ metricsTraitShape: MetricsTraitShape.PORTS, jobNaming: JobNaming.V1_4, writeDefaultMetricsTraits: true });
    expect(platform.systemScraper.toString()).toBe('verrazzano-system/vmi-system-prometheus-0');
    expect(platform.scraperUser).toBe('verrazzano');
    expect(platform._scraperAccess).toEqual({ ingressName: 'vmi-system-prometheus', secretName: 'verrazzano' });
  });

  test('options differ from version to version', () => {
    const options = { metricsTraitShape: MetricsTraitShape.SINGLE_PORT, jobNaming: JobNaming.V1_0, writeDefaultMetricsTraits: false };

    expect(OamPlatform.verrazzano({ ...options, writePrunedFields: true })).toMatchObject({ ...options, _prunedBy: undefined, vendor: 'verrazzano' });
  });

  test.each([['acme', 'Acme'], ['my-vendor', 'MyVendor'], ['a1', 'A1']])('workload kinds of %s begin with %s', (vendor, prefix) => {
    expect(prefixOf(vendor)).toEqual({ apiVersion: `oam.${vendor}.io/v1alpha1`, kind: prefix });
  });
});

describe('properties', () => {
  const LABEL = 'a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)';
  const USER = 'must be at most 128 letters, digits, \'.\', \'_\' and \'-\', the first a letter or digit';
  const NO_COLON = 'choose another user; a \':\' in particular would end the name';
  const PREFIX = '\'workloadKindPrefix\' must be a capital letter, then letters and digits, as a kind begins';

  test.each<[string, Partial<Record<keyof OamPlatformProps, any>>, string]>([
    ['the vendor is none', { vendor: 'oam.acme.io' }, 'invalid-name: \'vendor\' must be the DNS-1123 label between "oam." and ".io", got "oam.acme.io"; write "verrazzano" for "oam.verrazzano.io"'],
    ['the vendor is missing', { vendor: undefined }, 'missing-field: \'vendor\' is required'],
    ['the system namespace is none', { systemNamespace: 'Acme' }, `invalid-namespace: 'systemNamespace' must be ${LABEL}, got "Acme"`],
    ['the system scraper is missing', { systemScraper: undefined }, 'missing-field: \'systemScraper\' is required'],
    ['the prefix begins with a small letter', { workloadKindPrefix: 'acme' }, `invalid-value: ${PREFIX}, got "acme"`],
    ['the prefix has a dash', { workloadKindPrefix: 'My-Vendor' }, `invalid-value: ${PREFIX}, got "My-Vendor"`],
    ['a vendor that begins with a digit has no prefix', { vendor: '3com' }, `invalid-value: ${PREFIX}, got "3com"`],
    ['an owned object has no name', { ownedObjects: [{ kind: 'Secret', namespace: 'acme' }] }, 'missing-field: \'ownedObjects[0].name\' is required'],
    ['an owned object\'s namespace is none', { ownedObjects: [{ kind: 'Secret', namespace: 'A', name: 'a' }] },
      `invalid-namespace: 'ownedObjects[0].namespace' must be ${LABEL}, got "A"`],
    ['the owned objects are no list', { ownedObjects: 'all' }, 'invalid-type: \'ownedObjects\' must be a list, got "all"'],
    ['the user of the scraper has a colon', { scraperUser: 'admin:' }, `invalid-user: 'scraperUser' ${USER}, got "admin:…"; ${NO_COLON}`],
    ['the user of the scraper is given with the password', { scraperUser: 'admin:hunter2' },
      `invalid-user: 'scraperUser' ${USER}, got "admin:…"; ${NO_COLON}`],
    ['the user of the scraper is no key of a Secret', { scraperUser: 'a@b' }, `invalid-user: 'scraperUser' ${USER}, got "a@b"; ${NO_COLON}`],
    ['the user of the scraper has a plus', { scraperUser: 'a+b' }, `invalid-user: 'scraperUser' ${USER}, got "a+b"; ${NO_COLON}`],
    ['the user of the scraper is empty', { scraperUser: '' }, `invalid-user: 'scraperUser' ${USER}, got ""; ${NO_COLON}`],
    ['the access to the scraper is a text', { scraperAccess: 'vmi' }, 'invalid-type: \'scraperAccess\' must be an object, got "vmi"'],
    ['the access to the scraper has no secret', { scraperAccess: { ingressName: 'a' } }, 'missing-field: \'scraperAccess.secretName\' is required'],
    ['the access to the scraper has no ingress', { scraperAccess: { secretName: 'a' } }, 'missing-field: \'scraperAccess.ingressName\' is required'],
    ['the ingress of the scraper is none', { scraperAccess: { ingressName: 'A', secretName: 'a' } },
      `invalid-name: 'scraperAccess.ingressName' ${SUBDOMAIN}, got "A"`],
    ['the secret of the scraper is none', { scraperAccess: { ingressName: 'a', secretName: 'Welcome1!' } },
      `invalid-secret-name: 'scraperAccess.secretName' ${SECRET}`],
    ['the access to the scraper has a field too many', { scraperAccess: { ingressName: 'a', secretName: 'a', password: 'b' } },
      'unknown-field: \'scraperAccess.password\' is an unknown field; expected one of ingressName, secretName; leave it out, or check its spelling'],
    ['a flag is none', { writePrunedFields: 'yes' }, 'invalid-type: \'writePrunedFields\' must be a boolean, got "yes"'],
    ['the shape is none', { metricsTraitShape: 'one' }, 'invalid-value: \'metricsTraitShape\' must be one of ports, single-port, got "one"'],
    ['the naming is none', { jobNaming: 'new' }, 'invalid-value: \'jobNaming\' must be one of 1.0, 1.4, got "new"'],
  ])('fails when %s', (_, props, message) => {
    expect(messageOf(() => new OamPlatform({ ...PROPS, ...props }))).toBe(`[OamPlatform] ${message}`);
  });

  test('fails when several are wrong: all are reported', () => {
    expect(messageOf(() => new OamPlatform({} as any))).toBe([
      '[OamPlatform] 3 findings:',
      '  missing-field: \'vendor\' is required',
      '  missing-field: \'systemNamespace\' is required',
      '  missing-field: \'systemScraper\' is required',
    ].join('\n'));
  });
});

test('the access to the scraper is copied', () => {
  const scraperAccess = { ingressName: 'a', secretName: 'b' };
  const platform = new OamPlatform({ ...PROPS, scraperUser: 'admin', scraperAccess });
  scraperAccess.secretName = 'c';

  expect(platform._scraperAccess).toEqual({ ingressName: 'a', secretName: 'b' });
  expect(platform.scraperUser).toBe('admin');
});

describe('owned objects', () => {
  const OWNED = { kind: 'Secret', namespace: 'acme-system', name: 'prometheus' };

  test('fails when one of them is rendered', () => {
    const app = newApp(new OamPlatform({ ...PROPS, ownedObjects: [OWNED] }));
    foreign(chartOf(app, 'acme-system'), 'x', 'v1', 'Secret', { name: 'prometheus' });

    expect(report(app)).toEqual([
      '[acme-system/x] platform-owned-object: Secret "prometheus" in namespace "acme-system" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name',
    ]);
  });

  test('the list is copied', () => {
    const ownedObjects = [{ ...OWNED }];
    const platform = new OamPlatform({ ...PROPS, ownedObjects });
    ownedObjects[0].name = 'other';
    ownedObjects.push(OWNED);

    expect(platform._owned()).toEqual([OWNED]);
  });
});
