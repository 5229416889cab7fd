import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from './projects';

jest.setTimeout(120_000);

const ROOT = resolve(__dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'copies-test-'));

/** Puts a copy of the library, with a version of its own, where the packages of a folder find it. */
function install(folder: string, version: string) {
  const installed = join(scratch, folder, 'node_modules/cdk8s-oam');
  mkdirSync(installed, { recursive: true });
  for (const part of ['lib', 'schemas']) cpSync(join(ROOT, part), join(installed, part), { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')), version }));
}

beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  install('app', '1.0.0');
  install('other', '1.1.0');
});

afterAll(() => rmSync(scratch, { recursive: true }));

const HEAD = `
const { App, Chart, Testing } = require('cdk8s');
const own = require('./app/node_modules/cdk8s-oam');
const other = require('./other/node_modules/cdk8s-oam');
const errors = require('./app/node_modules/cdk8s-oam/lib/src/testing/errors');

const platformOf = ({ OamPlatform, Scraper }) =>
  new OamPlatform({ vendor: 'acme', systemNamespace: 'monitoring', systemScraper: Scraper.of('monitoring', 'prometheus'), scraperUser: 'metrics' });

function chartFor({ Platform }, platform) {
  const app = Testing.app();
  Platform.install(app, platform);
  return new Chart(app, 'chart');
}

const workloadOf = ({ ContainerizedWorkload }) => new ContainerizedWorkload({ containers: [{ name: 'main', image: 'nginx:1.27' }] });

function bindingOf(chart) {
  const application = new own.ApplicationConfiguration(chart, 'application');
  return application.addComponent(new own.Component(chart, 'component', { workload: workloadOf(own) }));
}

const accessOf = (chart, props) => new own.ScraperAccess(chart, 'access', {
  host: 'scraper.example.com',
  service: { name: 'prometheus', port: 9090, podLabels: { app: 'prometheus' } },
  controller: own.IngressController.traefik({ className: 'traefik', namespace: 'traefik', podLabels: { app: 'traefik' } }),
  credentials: own.ScraperCredentials.generatedPassword(),
  tls: own.TlsCertificate.secret('scraper-tls'),
  allowFrom: [],
  ...props,
});

const kubernetes = props => new own.KubernetesPlatform({
  metrics: own.MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'prometheus', monitorSelector: { matchLabels: { team: 'shop' } } }),
  ...props,
});

const ingress = ({ IngressProvider, TlsCertificate }, certificate = TlsCertificate) =>
  IngressProvider.traefik({ className: 'traefik', tls: certificate.insecureNone() });
`;

const ownChart = 'chartFor(own, platformOf(own))';

/** Runs a program that has loaded both copies, and gives what it prints. */
async function printed(program: string): Promise<string> {
  const file = join(scratch, 'program.cjs');
  writeFileSync(file, `${HEAD}\n${program}`);
  return (await run(scratch, process.execPath, file)).trimEnd();
}

const remedy = 'install one copy in node_modules: npm ls cdk8s-oam shows them all';
const otherCopy = (subject: string, field: string, type: string, [own, other] = ['1.0.0', '1.1.0']) =>
  `[${subject}] other-copy: ${field && `'${field}' `}must be a ${type} of this copy of cdk8s-oam (${own}), got one of another copy (${other}); ${remedy}`;

test.each<[string, string, string]>([
  ['the platform that is installed', 'chartFor(own, platformOf(other))', otherCopy('App', 'platform', 'Platform')],
  ['the platform of a scope', "new own.Component(chartFor(other, platformOf(other)), 'component', { workload: workloadOf(own) })",
    otherCopy('chart/component', '', 'Platform')],
  ['a workload', `new own.Component(${ownChart}, 'component', { workload: workloadOf(other) })`, otherCopy('chart/component', 'workload', 'Workload')],
  ['a binding', `new other.ManualScalerTrait(bindingOf(${ownChart}), 'scaler', { replicaCount: 2 })`,
    otherCopy('chart/application/component/scaler', 'scope', 'ComponentBinding', ['1.1.0', '1.0.0'])],
  ['an ingress controller', `accessOf(${ownChart}, { controller: other.IngressController.traefik({ className: 'traefik' }) })`,
    otherCopy('chart/access', 'controller', 'IngressController')],
  ['the source of a password', `accessOf(${ownChart}, { credentials: other.ScraperCredentials.generatedPassword() })`,
    otherCopy('chart/access', 'credentials', 'ScraperCredentials')],
  ['a certificate', `accessOf(${ownChart}, { tls: other.TlsCertificate.secret('scraper-tls') })`, otherCopy('chart/access', 'tls', 'TlsCertificate')],
  ['a provider of monitors',
    "kubernetes({ metrics: other.MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'prometheus', monitorSelector: {} }) })",
    otherCopy('KubernetesPlatform', 'metrics', 'MonitoringProvider')],
  ['a provider of Ingresses', 'kubernetes({ ingress: ingress(other) })', otherCopy('KubernetesPlatform', 'ingress', 'IngressProvider')],
  ['the certificate of a provider', 'kubernetes({ ingress: ingress(own, other.TlsCertificate) })',
    otherCopy('KubernetesPlatform', 'ingress.tls', 'TlsCertificate')],
])('fails when %s is of another copy', async (_, expression, message) => {
  expect(await printed(`try { ${expression}; } catch (error) { console.log(error.message); }`)).toBe(message);
});

test('a Scraper of another copy is as good as any', async () => {
  expect(await printed(`
    const binding = bindingOf(${ownChart});
    new own.MetricsTrait(binding, 'metrics', { scraper: other.Scraper.of('tools', 'prometheus') });
    console.log(String(binding.metrics.scraper));
  `)).toBe('tools/prometheus');
});

test('a Duration of another copy of cdk8s is as good as any', async () => {
  expect(await printed(`
    const file = require.resolve('cdk8s/lib/duration.js');
    const { Duration: first } = require(file);
    delete require.cache[file];
    const { Duration: second } = require(file);
    const chart = ${ownChart};
    const binding = bindingOf(chart);
    const ttl = second.minutes(5);
    new own.IngressTrait(binding, 'ingress', { rules: [{ destination: { port: 8080, httpCookie: { name: 'session', ttl } } }] });
    const credentials = own.ScraperCredentials.externalSecret({ store: { name: 'vault' }, key: 'scraper', refreshInterval: second.minutes(7) });
    accessOf(chart, { credentials });
    const objects = Testing.synth(chart);
    const { traits } = objects.find(({ kind }) => kind === 'ApplicationConfiguration').spec.components[0];
    console.log(second !== first, traits[0].trait.spec.rules[0].destination.httpCookie.ttl, objects.find(({ kind }) => kind === 'ExternalSecret').spec.refreshInterval);
  `)).toBe('true 300 420s');
});

test('programs tell the errors of all copies, and show their findings', async () => {
  expect(await printed(`
    const { collectManifests } = require('./other/node_modules/cdk8s-oam/lib/src/migration');
    const { ScraperClient } = require('./other/node_modules/cdk8s-oam/lib/src/verify/query');
    const known = error => ['isModelError', 'isManifestError', 'isScraperError'].filter(name => errors[name](error)).join();
    const tried = fails => { try { return fails(); } catch (error) { return error; } };
    const model = tried(() => other.Scraper.parse('prometheus'));
    console.log(known(model), model instanceof errors.ModelError, errors.describeFinding(model.findings[0]));
    const { ManifestError } = require('./other/node_modules/cdk8s-oam/lib/src/testing/errors');
    console.log(known(new ManifestError([])), [new Error('other'), undefined, null, {}, 'text'].map(known));
    new ScraperClient({ url: 'http://127.0.0.1:1' }).query('up').catch(error => console.log(known(error), error.code));
  `)).toBe([
    'isModelError false invalid-value: \'scraper\' must be of the form <namespace>/<deployment-name>, got "prometheus"; '
    + 'name the deployment of the scraper, such as "monitoring/prometheus"',
    "isManifestError [ '', '', '', '', '' ]",
    'isScraperError network',
  ].join('\n'));
});
