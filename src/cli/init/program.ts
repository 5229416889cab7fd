import { stringify } from 'yaml';
import { Answers, hostOf, SAMPLE_IMAGE } from './answers';
import { pascalCase } from '../../migration/typescript/names';
import { stringLiteral as quoted } from '../../migration/typescript/tree';

/** The program of a repository, its settings and its test, by path. */
export function programFiles(answers: Answers): Map<string, string> {
  const { name } = answers;
  return new Map([
    ['main.ts', MAIN],
    ['settings.ts', settings(answers)],
    ['images.yaml', images(answers)],
    ['environments.ts', environments(answers)],
    [`applications/${name}.ts`, application(answers)],
    [`test/${name}.test.ts`, test(answers)],
  ]);
}

/** The name of the function that declares the application. */
const functionOf = ({ name }: Answers) => `add${pascalCase(name, '')}`;

const MAIN = `import { addEnvironment, environments } from './environments';
import { SETTINGS } from './settings';

for (const settings of SETTINGS) addEnvironment(settings);
environments.synth();
`;

function settings(answers: Answers): string {
  const names = answers.environments;
  const entries = names.map((name, i) =>
    `  { name: ${quoted(name)}, host: ${quoted(hostOf(answers, i))}, replicas: ${i === names.length - 1 ? 2 : 1} },\n`);
  return `/** What differs between the environments, but for the versions of images, which are in images.yaml. */
export interface Settings {
  /** The name of the environment, of its folder, and of its cluster. */
  readonly name: string;
  /** The host of the application. */
  readonly host: string;
  /** How many pods it has. */
  readonly replicas: number;
}

/** The environments, in the order in which a release goes through them. */
export const SETTINGS: readonly Settings[] = [
${entries.join('')}];
`;
}

function images({ environments: names, image, version }: Answers): string {
  const versions = Object.fromEntries(names.map(name => [name, { [image]: version }]));
  return `# yaml-language-server: $schema=./node_modules/cdk8s-oam/schemas/images.schema.json\n${stringify(versions, { lineWidth: 0 })}`;
}

function environments(answers: Answers): string {
  const { name, issuer, delivery, repository } = answers;
  const tool = {
    'argo-cd': `GitOpsDelivery.argoCd({ repoURL: ${quoted(repository)}, path: 'dist' })`,
    'flux': `GitOpsDelivery.flux({ url: ${quoted(repository)}, path: 'dist' })`,
    'none': undefined,
  }[delivery];
  const more = tool ? 'GitOpsDelivery, ' : '';
  return `import {
  Environment, Environments, ${more}IngressController, IngressProvider, KubernetesPlatform, MonitoringProvider,
  PodSecurity, TlsCertificate,
} from 'cdk8s-oam';
import { ${functionOf(answers)} } from ${quoted(`./applications/${name}`)};
import { Settings } from './settings';

/** What the clusters have: kube-prometheus-stack, Traefik and cert-manager. */
const platform = new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.ingress({
    controller: IngressController.traefik({ className: 'traefik' }), tls: TlsCertificate.issuer(${quoted(issuer)}),
  }),
});

/** All environments, which main.ts writes. */
export const environments = new Environments({
  images: 'images.yaml',
${tool ? `  delivery: [${tool}],\n` : ''}});

/** Adds an environment with its applications. */
export function addEnvironment(settings: Settings): Environment {
  const { name } = settings;
  const namespaces = [{ name: ${quoted(name)}, podSecurity: PodSecurity.BASELINE }];
  const environment = environments.add(name, { platform, cluster: name, namespaces });
  ${functionOf(answers)}(environment, settings);
  return environment;
}
`;
}

function application(answers: Answers): string {
  const { name, image, port, metricsPort } = answers;
  // the sample image listens on the ports that its arguments set
  const command = image === SAMPLE_IMAGE ? `      command: ['./podinfo', '--port=${port}', '--port-metrics=${metricsPort}'],\n` : '';
  return `import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, DeploymentWorkload, Environment, IngressTrait } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application ${name} in an environment. */
export function ${functionOf(answers)}(environment: Environment, { host, replicas }: Settings): Chart {
  const chart = new Chart(environment, ${quoted(name)}, { namespace: ${quoted(name)} });
  const application = new ApplicationConfiguration(chart, ${quoted(name)});

  const web = application.addComponent(new Component(application, 'web', {
    workload: new DeploymentWorkload({
      image: environment.image(${quoted(image)}),
${command}      // the port called metrics is scraped
      ports: [{ name: 'http', port: ${port}, servicePort: 80 }, { name: 'metrics', port: ${metricsPort} }],
      probes: { readiness: { tcpSocket: { port: ${port} } } },
      resources: { requests: { cpu: '100m', memory: '128Mi' } },
      replicas,
    }),
  }));
  new IngressTrait(web, 'ingress', { rules: [{ hosts: [host] }] });
  return chart;
}
`;
}

function test({ name, metricsPort }: Answers): string {
  return `import { equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManifestPolicies } from 'cdk8s-oam';
import { Manifests } from 'cdk8s-oam/testing';
import { addEnvironment } from '../environments';
import { SETTINGS } from '../settings';

for (const settings of SETTINGS) {
  const manifests = Manifests.ofApp(addEnvironment(settings));

  describe(\`${name} in \${settings.name}\`, () => {
    test('requests for its host reach its pods over HTTPS', () => {
      equal(manifests.isReachable(\`https://\${settings.host}/\`).service, 'web');
    });

    test('its metrics are scraped', () => {
      manifests.isScraped({ kind: 'Deployment', name: 'web' }, { port: ${metricsPort}, path: '/metrics' });
    });

    test('no password is in a manifest', () => {
      manifests.hasNoSecrets();
    });

    test('its containers request resources, and have a version', () => {
      manifests.obeys([ManifestPolicies.containerRequests(), ManifestPolicies.noLatestTag()]);
    });
  });
}
`;
}
