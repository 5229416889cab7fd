import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import {
  Answers, answersOf, checkAnswers, CI, DEFAULTS, DELIVERIES, applicationHost, InitFlags, SAMPLE_IMAGE,
} from './answers';
import { throwFindings } from '../../base/brand';
import { printable } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { writeOutput } from '../../files/writing/write-output';
import { pascalCase } from '../../migration/typescript/names';
import { OwnPackage, ownPackage, projectFiles } from '../../migration/typescript/node-project';
import { stringLiteral } from '../../migration/typescript/tree';
import { checkNewFolder } from '../arguments';
import { ExitCode, Guarded, printToStderr, shellWord } from '../output';

const SUBJECT = 'cdk8s-oam init';

/** Adds the command `init`. */
export function addInit(program: Command, guarded: Guarded): void {
  program.command('init')
    .description('Write a deployment repository: a program with environments, a test, checks of pull requests, '
      + 'CODEOWNERS and a README.')
    .argument('[dir]', 'the folder, which must not exist, must be empty, or may contain only .git', '.')
    .option('--name <name>', 'the name of the application and its namespace', DEFAULTS.name)
    .option('--image <image>', 'its container image, with a tag or a digest', DEFAULTS.image)
    .option('--port <port>', 'the port that serves requests', DEFAULTS.port)
    .option('--metrics-port <port>', 'the port that serves metrics', DEFAULTS.metricsPort)
    .option('--environments <names>', 'the environments, separated by commas; the last one is production',
      DEFAULTS.environments)
    .option('--domain <domain>', 'the domain of its host names', DEFAULTS.domain)
    .option('--issuer <name>', 'the cert-manager ClusterIssuer of its certificates', DEFAULTS.issuer)
    .option('--delivery <tool>', `the tool that applies the manifests: ${DELIVERIES.join(', ')}`,
      DEFAULTS.delivery)
    .option('--repository <url>', 'the URL of this repository, for the delivery tool', DEFAULTS.repository)
    .option('--ci <host>', `the CI system that checks pull requests: ${CI.join(', ')}`, DEFAULTS.ci)
    .option('--owner <owner>', 'the code owner: @<user> or @<group>/<name>', DEFAULTS.owner)
    .action((dir: string, flags: InitFlags) => guarded({}, async () => init(dir, flags)));
}

/** Writes a repository, and reports the next steps. */
export function init(dir: string, flags: InitFlags): ExitCode {
  const answers = answersOf(flags);
  throwFindings(SUBJECT, [...checkAnswers(answers), ...checkNewFolder(dir, 'DIR', true)]);
  const files = repositoryFiles(answers, dir);
  writeOutput(dir, files, { subject: SUBJECT });
  // defaults that are only examples
  const { domain, repository, owner, delivery } = flags;
  const given = Object.entries({ domain, ...delivery !== 'none' && { repository }, owner });
  const left = given.filter(([name, value]) => value === DEFAULTS[name as keyof InitFlags]).map(([, value]) => value);
  const change = dir === '.' ? '' : `cd ${shellWord(dir)} && `;
  printToStderr([
    `${counted(files.size, 'file')} written to ${dir}`,
    ...left.length === 0 ? [] : [`examples, to be replaced in these files: ${left.join(', ')}`],
    `next: ${change}npm install && npm run synth && npm test, then commit all, package-lock.json too`,
  ].map(printable).join('\n'));
  return ExitCode.FINE;
}

/** By CI system, the file with the checks of pull requests: its path in the repository, and its template here. */
const CHECKS: Readonly<Record<Answers['ci'], readonly [path: string, template: string]>> = {
  github: ['.github/workflows/manifests.yml', 'github.yml'],
  gitlab: ['.gitlab-ci.yml', 'gitlab.yml'],
  none: ['', ''],
};

/** All files of a repository, by path. It uses the versions of `own`, this package. */
export function repositoryFiles(answers: Answers, folder: string, own: OwnPackage = ownPackage()): Map<string, string> {
  const versions = { ...own.peerDependencies, ...own.devDependencies, 'cdk8s-oam': own.version };
  const scripts = {
    synth: 'cdk8s-oam synth',
    test: 'tsx --test test/*.test.ts',
    diff: 'cdk8s-oam diff',
    validate: 'cdk8s-oam validate dist --environments',
  };
  const files = new Map([
    ...projectFiles({ folder, otherwise: 'deployments', scripts, versions }),
    ...programFiles(answers),
  ]);
  const [checks, template] = CHECKS[answers.ci];
  if (checks) {
    const templates = join(dirname(require.resolve('cdk8s-oam/package.json')), 'templates');
    files.set(checks, readFileSync(join(templates, template), 'utf8'));
  }
  // every file has an owner: each can change production, either through what the program writes or through what checks
  // it
  return files
    .set('CODEOWNERS', '# Each change needs the approval of an owner, where the rules of the branch ask for it.\n'
      + `*  ${answers.owner}\n`)
    .set('README.md', readme(answers));
}

/** The README of a repository, which explains how to work in it. */
function readme(answers: Answers): string {
  const { name, image, environments, ci, issuer, delivery, repository } = answers;
  const production = environments[environments.length - 1];
  const [checks] = CHECKS[ci];
  const checked = checks ? 'The checks fail if a test fails, if a manifest does not match its schema, or if a file in '
    + '`dist/` is missing, edited or added by hand. A comment shows what a change does to each environment.'
    : 'No checks of pull requests are set up yet.';
  // what enforces the checks and the reviews: without it, both are only information
  const rules = {
    github: 'In the rules of the branch `main`, require the check `manifests` and reviews from code owners. Without '
      + 'these rules, a pull request can be merged with a failed check or without an approval.',
    gitlab: 'In the settings of the project, require successful pipelines for merges, and for the protected branch the '
      + 'approval of code owners (GitLab Premium). Without these settings, a merge request can be merged with a failed '
      + 'check or without an approval.\n\nFor the comment, create a project access token with only the role Reporter '
      + 'and the scope `api`, because everyone who can push can use it. Store it in the masked variable '
      + '`COMMENT_TOKEN` with the environment scope `comment`.',
    none: 'In the rules of the branch, require reviews from code owners. Without that rule, CODEOWNERS has no effect.',
  }[ci];
  // from each environment to the next one, which is never skipped
  const [first, next, ...others] = environments;
  const later = others.map((each, i) =>
    `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${each}`).join('');
  const promotion = next === undefined ? '' : `
Promote what runs in ${first} to ${next}${later}:

\`\`\`sh
npx cdk8s-oam set-image --from ${first} --env ${next}
npm run synth
\`\`\`
`;
  const argoFiles = environments.map(each => `-f dist/_argocd/${each}.yaml`).join(' ');
  const delivered = {
    'argo-cd': `Argo CD applies what you commit to <${repository}>. Apply one file for each environment, once: `
      + `\`kubectl apply ${argoFiles}\`. Argo CD must know each cluster by the name of its environment.`,
    'flux': `Flux applies what you commit to <${repository}>. Apply one file in each cluster, once, such as `
      + `\`kubectl apply -f dist/_flux/${first}.yaml\`.`,
    'none': 'Delivery is not set up yet. Set `delivery` of `Environments`, or apply a folder of `dist/` by hand.',
  }[delivery];
  const cluster = 'Each cluster has kube-prometheus-stack (Helm release `monitoring` in the namespace `monitoring`), '
    + 'Traefik, and cert-manager with the ClusterIssuer';
  return `# Deployments

This repository contains a program that describes what runs in the clusters, and its manifests. Commit and review both together.

| | |
|---|---|
| \`settings.ts\` | the environments, and what differs between them |
| \`images.yaml\` | the version of each image in each environment |
| \`applications/${name}.ts\` | the application ${name} |
| \`environments.ts\` | what the clusters run, and the applications of each environment |
| \`main.ts\` | writes \`dist/\` |
| \`test/\` | tests of the manifests |
| \`dist/\` | the manifests; do not edit them |
${checks && `| \`${checks}\` | the checks of pull requests |\n`}| \`CODEOWNERS\` | the owners, who approve changes |

## Commands

\`\`\`sh
npm ci               # once
npm run synth        # write dist/
npm test
npm run validate     # check dist/ against schemas; once cdk8s-oam-server-rules is published, install it for what an API server finds
npm run diff         # show what the program would change in dist/
\`\`\`

## Release

\`\`\`sh
npx cdk8s-oam set-image --env ${first} ${image}=<tag>
npm run synth
\`\`\`
${promotion}
To add or remove an environment, change \`settings.ts\` and \`images.yaml\` together: both must name the same environments.

## Pull requests

${checked}

${rules}

## Delivery

${delivered} The host of ${name} is \`${applicationHost(answers, environments.length - 1)}\` in ${production}.

${cluster} \`${issuer}\`. If yours differ, change \`environments.ts\`.
`;
}

/** The program of a repository, its settings and its test, by path. */
function programFiles(answers: Answers): Map<string, string> {
  const { name, image, version, environments, issuer, delivery, repository } = answers;
  const addApplication = `add${pascalCase(name, '')}`;
  const entries = environments.map((environment, i) => `  { name: ${stringLiteral(environment)}, `
    + `host: ${stringLiteral(applicationHost(answers, i))}, replicas: ${i === environments.length - 1 ? 2 : 1} },\n`);
  const versions = Object.fromEntries(environments.map(environment => [environment, { [image]: version }]));
  const tool = {
    'argo-cd': `GitOpsDelivery.argoCd({ repoURL: ${stringLiteral(repository)}, path: 'dist' })`,
    'flux': `GitOpsDelivery.flux({ url: ${stringLiteral(repository)}, path: 'dist' })`,
    'none': undefined,
  }[delivery];
  return new Map([
    ['main.ts', `import { addEnvironment, environments } from './environments';
import { SETTINGS } from './settings';

for (const settings of SETTINGS) addEnvironment(settings);
environments.synth();
`],
    ['settings.ts', `/** What differs between the environments, but for the versions of images, which are in images.yaml. */
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
`],
    ['images.yaml', '# yaml-language-server: $schema=./node_modules/cdk8s-oam/schemas/images.schema.json\n'
      + stringify(versions, { lineWidth: 0 })],
    ['environments.ts', `import {
  Environment, Environments, ${tool ? 'GitOpsDelivery, ' : ''}IngressController, IngressProvider, KubernetesPlatform, MonitoringProvider,
  PodSecurity, TlsCertificate,
} from 'cdk8s-oam';
import { ${addApplication} } from ${stringLiteral(`./applications/${name}`)};
import { Settings } from './settings';

/** What the clusters have: kube-prometheus-stack, Traefik and cert-manager. */
const platform = new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.ingress({
    controller: IngressController.traefik({ className: 'traefik' }), tls: TlsCertificate.issuer(${stringLiteral(issuer)}),
  }),
});

/** All environments, which main.ts writes. */
export const environments = new Environments({
  images: 'images.yaml',
${tool ? `  delivery: [${tool}],\n` : ''}});

/** Adds an environment with its applications. */
export function addEnvironment(settings: Settings): Environment {
  const { name } = settings;
  const namespaces = [{ name: ${stringLiteral(name)}, podSecurity: PodSecurity.BASELINE }];
  const environment = environments.add(name, { platform, cluster: name, namespaces });
  ${addApplication}(environment, settings);
  return environment;
}
`],
    [`applications/${name}.ts`, applicationFile(answers, addApplication)],
    [`test/${name}.test.ts`, testFile(answers)],
  ]);
}

/** The file that declares the application, in a function of this name. */
function applicationFile({ name, image, port, metricsPort }: Answers, functionName: string): string {
  // the sample image listens on the ports that its arguments set
  const command = image === SAMPLE_IMAGE
    ? `      command: ['./podinfo', '--port=${port}', '--port-metrics=${metricsPort}'],\n` : '';
  return `import { Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, DeploymentWorkload, Environment, IngressTrait } from 'cdk8s-oam';
import { Settings } from '../settings';

/** Declares the application ${name} in an environment. */
export function ${functionName}(environment: Environment, { host, replicas }: Settings): Chart {
  const chart = new Chart(environment, ${stringLiteral(name)}, { namespace: ${stringLiteral(name)} });
  const application = new ApplicationConfiguration(chart, ${stringLiteral(name)});

  const web = application.addComponent(new Component(application, 'web', {
    workload: new DeploymentWorkload({
      image: environment.image(${stringLiteral(image)}),
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

/** The test of the application, which runs for each environment. */
function testFile({ name, metricsPort }: Answers): string {
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
