import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, CustomWorkload, IngressTrait, JobNaming, KubernetesWorkload, MetricsTrait, MetricsTraitShape, OamPlatform, OamPlatformProps, Scraper, WebLogicWorkload } from '../../../src';
import { application, chartOf, foreign, newApp, report } from '../../base/models';
import { rendered } from '../../support/app';
import { messageOf } from '../../support/message';
import { SECRET, SUBDOMAIN } from '../../support/texts';

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
    expect(platform.systemScraper!.toString()).toBe('verrazzano-system/vmi-system-prometheus-0');
    expect(platform.scraperUser).toBe('verrazzano');
    expect(platform._scraperAccess).toEqual({ ingressName: 'vmi-system-prometheus', secretName: 'verrazzano' });
  });

  test('options differ from version to version', () => {
    const options = { metricsTraitShape: MetricsTraitShape.SINGLE_PORT, jobNaming: JobNaming.V1_0, writeDefaultMetricsTraits: false };

    expect(OamPlatform.verrazzano({ ...options, hasExtendedCrds: true })).toMatchObject({ ...options, _prunedBy: undefined, vendor: 'verrazzano' });
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
    ['the system namespace is none', { systemNamespace: 'Acme' }, `invalid-name: 'systemNamespace' must be ${LABEL}, got "Acme"`],
    ['the system scraper is missing', { systemScraper: undefined }, 'missing-field: \'systemScraper\' is required'],
    ['the prefix begins with a small letter', { workloadKindPrefix: 'acme' }, `invalid-value: ${PREFIX}, got "acme"`],
    ['the prefix has a dash', { workloadKindPrefix: 'My-Vendor' }, `invalid-value: ${PREFIX}, got "My-Vendor"`],
    ['a vendor that begins with a digit has no prefix', { vendor: '3com' }, `invalid-value: ${PREFIX}, got "3com"`],
    ['an owned object has no name', { ownedObjects: [{ kind: 'Secret', namespace: 'acme' }] }, 'missing-field: \'ownedObjects[0].name\' is required'],
    ['an owned object\'s namespace is none', { ownedObjects: [{ kind: 'Secret', namespace: 'A', name: 'a' }] },
      `invalid-name: 'ownedObjects[0].namespace' must be ${LABEL}, got "A"`],
    ['the owned objects are no list', { ownedObjects: 'all' }, 'invalid-type: \'ownedObjects\' must be a list, got a string'],
    ['the user of the scraper has a colon', { scraperUser: 'admin:' }, `invalid-user: 'scraperUser' ${USER}, got "admin:…"; ${NO_COLON}`],
    ['the user of the scraper is given with the password', { scraperUser: 'admin:hunter2' },
      `invalid-user: 'scraperUser' ${USER}, got "admin:…"; ${NO_COLON}`],
    ['the user of the scraper is no key of a Secret', { scraperUser: 'a@b' }, `invalid-user: 'scraperUser' ${USER}, got "a@b"; ${NO_COLON}`],
    ['the user of the scraper has a plus', { scraperUser: 'a+b' }, `invalid-user: 'scraperUser' ${USER}, got "a+b"; ${NO_COLON}`],
    ['the user of the scraper is empty', { scraperUser: '' }, `invalid-user: 'scraperUser' ${USER}, got ""; ${NO_COLON}`],
    ['the access to the scraper is a text', { scraperAccess: 'vmi' }, 'invalid-type: \'scraperAccess\' must be an object, got a string'],
    ['the access to the scraper has no secret', { scraperAccess: { ingressName: 'a' } }, 'missing-field: \'scraperAccess.secretName\' is required'],
    ['the access to the scraper has no ingress', { scraperAccess: { secretName: 'a' } }, 'missing-field: \'scraperAccess.ingressName\' is required'],
    ['the ingress of the scraper is none', { scraperAccess: { ingressName: 'A', secretName: 'a' } },
      `invalid-name: 'scraperAccess.ingressName' ${SUBDOMAIN}, got "A"`],
    ['the secret of the scraper is none', { scraperAccess: { ingressName: 'a', secretName: 'Welcome1!' } },
      `invalid-name: 'scraperAccess.secretName' ${SECRET}`],
    ['the access to the scraper has a field too many', { scraperAccess: { ingressName: 'a', secretName: 'a', password: 'b' } },
      'unknown-field: \'scraperAccess.password\' is an unknown field; expected one of ingressName, secretName; leave it out, or check its spelling'],
    ['a flag is none', { hasExtendedCrds: 'yes' }, 'invalid-type: \'hasExtendedCrds\' must be a boolean, got a string'],
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

const { PORTS, SINGLE_PORT } = MetricsTraitShape;
const SCRAPER = 'verrazzano-system/vmi-system-prometheus-0';

const acme = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme-system', systemScraper: Scraper.parse('acme-system/prometheus') });

const newChart = (platform?: OamPlatform) => chartOf(newApp(platform), 'ns');
const shaped = (metricsTraitShape: MetricsTraitShape) => newChart(OamPlatform.verrazzano({ metricsTraitShape }));

/** The traits of all components of the chart's applications. */
const traitsOf = (chart: Chart) => rendered(chart).filter(o => o.kind === 'ApplicationConfiguration')
  .flatMap(o => o.spec.components).flatMap(entry => entry.traits ?? []).map(entry => entry.trait);

describe('objects', () => {
  test('a component and an application', () => {
    const chart = newChart();
    application(chart, 'hello', 'greet');

    expect(rendered(chart)).toEqual([
      {
        apiVersion: 'core.oam.dev/v1alpha2',
        kind: 'ApplicationConfiguration',
        metadata: { name: 'hello', namespace: 'ns' },
        spec: {
          components: [{
            componentName: 'greet',
            traits: [{ trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } } }],
          }],
        },
      },
      {
        apiVersion: 'core.oam.dev/v1alpha2',
        kind: 'Component',
        metadata: { name: 'greet', namespace: 'ns' },
        spec: {
          workload: {
            apiVersion: 'oam.verrazzano.io/v1alpha1',
            kind: 'VerrazzanoHelidonWorkload',
            metadata: { name: 'greet-workload' },
            spec: {
              deploymentTemplate: { metadata: { name: 'greet-workload' }, podSpec: { containers: [{ name: 'main', image: 'example/main:1' }] } },
            },
          },
        },
      },
    ]);
  });

  test('an application without components, and a component whose parameters are declared', () => {
    const chart = newChart();
    application(chart, 'empty');
    new Component(chart, 'greet', {
      workload: KubernetesWorkload.configMap({ data: { a: 'b' } }),
      parameters: [{ name: 'a', fieldPaths: ['data.a'], required: true }],
    });

    expect(rendered(chart).map(o => o.spec)).toEqual([
      { components: [] },
      {
        workload: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } },
        parameters: [{ name: 'a', fieldPaths: ['data.a'], required: true }],
      },
    ]);
  });

  test('the kinds of another vendor', () => {
    const chart = newChart(acme);
    const [greet] = application(chart, 'hello', 'greet');
    new IngressTrait(greet, 'ingress', { rules: [{}] });

    expect(rendered(chart)[1].spec.workload).toMatchObject({ apiVersion: 'oam.acme.io/v1alpha1', kind: 'AcmeHelidonWorkload' });
    expect(traitsOf(chart)).toEqual([
      { apiVersion: 'oam.acme.io/v1alpha1', kind: 'IngressTrait', spec: { rules: [{}] } },
      { apiVersion: 'oam.acme.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } },
    ]);
  });

  test('rendered twice, they are the same', () => {
    const chart = newChart();
    application(chart, 'hello', 'one', 'two');

    expect(rendered(chart)).toEqual(rendered(chart));
  });
});

describe('the default MetricsTrait', () => {
  const domain = new WebLogicWorkload({ template: { name: 'd', spec: { domainUID: 'd', webLogicCredentialsSecret: { name: 'credentials' } } } });

  test.each([
    [PORTS, { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials' }],
    [SINGLE_PORT, { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials', scraper: SCRAPER }],
  ])('in the shape %s', (shape, spec) => {
    const chart = shaped(shape);
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'domain', { workload: domain }));

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec }]);
  });

  test('stands after the traits that were declared, where the platform would put it', () => {
    const chart = newChart();
    const [greet] = application(chart, 'hello', 'greet');
    new IngressTrait(greet, 'ingress', { rules: [{}] });

    expect(traitsOf(chart).map(t => t.kind)).toEqual(['IngressTrait', 'MetricsTrait']);
  });

  test.each([PORTS, SINGLE_PORT])('gives way to one that was declared, which is written as it was: shape %s', shape => {
    const chart = shaped(shape);
    const [greet] = application(chart, 'hello', 'greet');
    new MetricsTrait(greet, 'metrics');

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: {} }]);
  });

  test('is not made for what cannot be scraped, or is not known here', () => {
    const chart = newChart();
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(new Component(chart, 'config', { workload: KubernetesWorkload.configMap({}) }));
    hello.addComponent(new Component(chart, 'custom', { workload: new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } }) }));
    hello.addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));

    expect(rendered(chart)[0].spec.components).toEqual([{ componentName: 'config' }, { componentName: 'custom' }, { componentName: 'elsewhere' }]);
  });

  test('is left to the cluster when the platform is told so; what is effective stays the same', () => {
    const chart = newChart(OamPlatform.verrazzano({ writeDefaultMetricsTraits: false }));
    const [one, two] = application(chart, 'hello', 'one', 'two');
    new MetricsTrait(two, 'metrics', { port: 9090 });

    expect(traitsOf(chart)).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 9090 } }]);
    expect(one.metrics.endpoints).toEqual([{ port: 8080, path: '/metrics', jobName: 'hello_ns_one' }]);
    expect(one.metrics.scraper!.toString()).toBe(SCRAPER);
  });
});

describe('the single-port shape', () => {
  const INSTALL = 'install a platform with MetricsTraitShape.PORTS';
  const LOST = 'is not known to the single-port MetricsTrait, whose schema silently drops it';
  const binding = () => application(shaped(SINGLE_PORT), 'hello', 'greet')[0];

  test.each([
    ['ports are used', { ports: [{ port: 1 }] }, `'ports' ${LOST}; use 'port', or ${INSTALL}`],
    ['enabled is used', { enabled: false }, `'enabled' ${LOST}; leave it out, or ${INSTALL}`],
    ['enabled is used, even to say what holds anyway', { enabled: true }, `'enabled' ${LOST}; leave it out, or ${INSTALL}`],
  ])('fails when %s', (_, props, message) => {
    expect(messageOf(() => new MetricsTrait(binding(), 'metrics', props))).toBe(`[ns/hello/greet/metrics] ports-not-supported: ${message}`);
  });

  test('takes port, path, secret and scraper', () => {
    const trait = new MetricsTrait(binding(), 'metrics', { port: 1, path: '/a', secret: 'b', scraper: Scraper.parse('c/d') });

    expect(trait.binding.metrics).toMatchObject({ endpoints: [{ port: 1, path: '/a' }], secret: 'b', scraper: Scraper.parse('c/d') });
  });
});
