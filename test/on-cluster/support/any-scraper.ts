/** The examples on platforms that differ in their scraper. */
import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Example, runExample, WITH_POLICIES } from './examples';
import { PROMETHEUS } from './monitoring';
import { folderOf } from './scrape-files';
import {
  IngressProvider, IstioRequestAuthentication, KubernetesPlatform, MonitoringProvider, ScrapeConfiguration,
  ScrapeConfigurationForm, TlsCertificate,
} from '../../../src';
import { PROGRAMS } from '../../examples/programs';

const { namespace: NAMESPACE } = PROMETHEUS.metadata;

const PLACE = { domain: 'apps.example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') };
const INGRESS = IngressProvider.nginx(PLACE);
const ISTIO = IngressProvider.istio({
  ...PLACE,
  gateway: { namespace: 'istio-ingress', podLabels: { istio: 'ingress' } },
  jwtIssuers: [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/.well-known/jwks.json' }],
  requestAuthentication: IstioRequestAuthentication.EXISTS,
});

/** Runs all examples that have components, each with a provider of its own. */
export function runExamples(metricsOf: (app: Construct, index: number) => MonitoringProvider): Example[] {
  const ran = PROGRAMS.map((program, index) => runExample(program, (_, app) => new KubernetesPlatform({
    metrics: metricsOf(app, index),
    ingress: WITH_POLICIES.includes(program) ? ISTIO : INGRESS,
    scraperUser: 'metrics',
  })));
  return ran.filter(({ components }) => components.length > 0);
}

/** Runs them for a Prometheus of one's own, which reads its jobs in a form, and has copies of Secrets. */
export function runPlain(form: ScrapeConfigurationForm, secrets: Iterable<string>): Example[] {
  const secretFolders = Object.fromEntries([...secrets].map((key) => [key, folderOf(key)]));
  return runExamples((app, index) => MonitoringProvider.prometheus({
    configuration: new ScrapeConfiguration(new Chart(app, 'scraping', { namespace: NAMESPACE }), `${form}-${index}`, { form }),
    name: 'prometheus',
    podLabels: { app: 'prometheus' },
    secretFolders,
  }));
}
