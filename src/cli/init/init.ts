import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import {
  Answers, answersOf, applicationHost, checkAnswers, checkIdleFlags, CI, DEFAULTS, DELIVERIES, InitFlags, METRICS_PATH,
  METRICS_PORT, NO_PORT, SAMPLE_IMAGE,
} from './answers';
import { attempt } from '../../base/attempt';
import { throwFindings } from '../../base/brand';
import { printable } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { INGRESS_CONTROLLERS, ingressFactory } from '../../cluster/routes/controllers';
import { TOOL_FACTS, ToolFacts } from '../../delivery/tools/tool-facts';
import { writeOutput } from '../../files/writing/write-output';
import { pascalCase } from '../../migration/typescript/names';
import { OwnPackage, ownPackage, projectFiles, tarballNotes } from '../../migration/typescript/node-project';
import { stringLiteral } from '../../migration/typescript/tree';
import { checkNewFolder } from '../arguments';
import { ExitCode, Guarded, printToStderr, shellWord } from '../output';

const SUBJECT = 'cdk8s-oam init';

/** The file with the guide of a repository, and its name where the folder has a README. */
const [README, GUIDE] = ['README.md', 'DEPLOYMENTS.md'];

/** Adds the command `init`. */
export function addInit(program: Command, guarded: Guarded): void {
  program.command('init')
    .description('Write a deployment repository: a program with environments, tests, checks of pull requests and a '
      + 'README.')
    .argument('[dir]', 'the folder, which may contain .git, README* and LICENSE*; they stay as they are', '.')
    .option('--name <name>', 'the name of the application and its namespace', DEFAULTS.name)
    .option('--image <image>', 'its container image, with a tag or a digest', DEFAULTS.image)
    .option('--port <port>', `the port that serves requests, or ${NO_PORT} for a worker`, DEFAULTS.port)
    .option('--metrics-port <port>', `the port that serves metrics, or ${NO_PORT} (default: ${METRICS_PORT}, or the `
      + 'port that serves requests, if --metrics-path is given)')
    .option('--metrics-path <path>', `the path of the metrics (default: ${METRICS_PATH})`)
    .option('--environments <names>', 'the environments, separated by commas; the last one is production',
      DEFAULTS.environments)
    .option('--domain <domain>', 'the domain of its host names', DEFAULTS.domain)
    .option('--ingress-controller <name>', `the ingress controller: ${INGRESS_CONTROLLERS.join(', ')}`,
      DEFAULTS.ingressController)
    .option('--cluster-issuer <name>', 'the cert-manager ClusterIssuer of its certificates', DEFAULTS.clusterIssuer)
    .option('--release <name>', 'the Helm release of kube-prometheus-stack', DEFAULTS.release)
    .option('--release-namespace <name>', 'the namespace of that release', DEFAULTS.releaseNamespace)
    .option('--delivery <tool>', `the tool that applies the manifests: ${DELIVERIES.join(', ')}`, DEFAULTS.delivery)
    .option('--repository <url>', 'the URL of this repository, for the delivery tool', DEFAULTS.repository)
    .option('--ci <host>', `the CI system that checks pull requests: ${CI.join(', ')}`, DEFAULTS.ci)
    .option('--code-scanning', 'with --ci github: upload the findings to code scanning')
    .option('--owner <owner>', 'the code owner, @<user> or @<group>/<name> (default: none, and no CODEOWNERS)')
    .action((dir: string, flags: InitFlags) => guarded({}, async () => init(dir, flags)));
}

/** Writes a repository, and reports the next steps. */
export function init(dir: string, flags: InitFlags): ExitCode {
  const answers = answersOf(flags);
  throwFindings(SUBJECT, [
    ...checkAnswers(answers), ...checkIdleFlags(flags), ...checkNewFolder(dir, 'DIR', true),
  ]);
  const own = ownPackage();
  const readme = (attempt(() => readdirSync(dir)) ?? []).find(name => /^readme/i.test(name));
  const files = repositoryFiles(answers, dir, own, readme === undefined ? README : GUIDE);
  writeOutput(dir, files, { subject: SUBJECT });
  // defaults that are only examples
  const examples = [
    ...answers.port === undefined ? [] : ['domain' as const],
    ...answers.delivery === 'none' ? [] : ['repository' as const],
  ].filter(name => flags[name] === DEFAULTS[name]).map(name => DEFAULTS[name]);
  const change = dir === '.' ? '' : `cd ${shellWord(dir)} && `;
  printToStderr([
    `${counted(files.size, 'file')} written to ${dir}`,
    ...readme === undefined ? [] : [`${readme} stays as it is: the guide to the repository is ${GUIDE}`],
    ...examples.length === 0 ? [] : [`examples, to be replaced in these files: ${examples.join(', ')}`],
    ...tarballNotes(own),
    `next: ${change}npm install && npm run synth && npm test, then commit all, package-lock.json too`,
  ].map(printable).join('\n'));
  return ExitCode.FINE;
}

/** The file with the checks of pull requests. */
const CHECKS: Readonly<Record<Answers['ci'], string>> =
  { github: '.github/workflows/manifests.yml', gitlab: '.gitlab-ci.yml', none: '' };

/** A part of a template: lines between two comments that name an answer, without which the part is left out. */
const PART = /^ *(?:\/\/|#|<!--) begin (\w+)(?: -->)?\n([^]*?)^ *(?:\/\/|#|<!--) end \1(?: -->)?\n/gm;

/** All files of a repository, by path; `guide` is the file for people. */
export function repositoryFiles(
  answers: Answers, folder: string, own: OwnPackage = ownPackage(), guide = README,
): Map<string, string> {
  const {
    name, image, version, port, metricsPort, metricsPath, environments, delivery, repository, ci, clusterIssuer, owner,
    ingressController, release, releaseNamespace,
  } = answers;
  const templates = join(dirname(require.resolve('cdk8s-oam/package.json')), 'templates');
  /** A template with its parts for which there is a value, and with the values in place of their names in braces. */
  const fill = (template: string, values: object) => {
    const all = values as Readonly<Record<string, unknown>>;
    return readFileSync(join(templates, template), 'utf8').replace(PART, (_, part, lines) => all[part] ? lines : '')
      .replace(/\{\{(\w+)\}\}/g, (_, key) => String(all[key]));
  };
  const ofRepository = (template: string, values: object) => fill(`repository/${template}`, values);

  const [first, next, ...others] = environments;
  const last = environments.length - 1;
  const { folder: ofTool, factory, url }: Partial<ToolFacts> = delivery === 'none' ? {} : TOOL_FACTS[delivery];
  const [requests, metrics] = [port !== undefined, metricsPort !== undefined];
  const isShared = port === metricsPort;
  const ownPath = metricsPath === METRICS_PATH ? '' : `path: ${stringLiteral(metricsPath)}`;
  const settings = isShared || ownPath ? `, metrics: ${ownPath && `{ ${ownPath} }` || '{}'}` : '';
  const clusters = [
    ...metrics ? [`kube-prometheus-stack (Helm release \`${release}\` in the namespace \`${releaseNamespace}\`)`] : [],
    ...requests
      ? [`the ingress controller \`${ingressController}\``, `cert-manager with the ClusterIssuer \`${clusterIssuer}\``] : [],
  ];
  const parts = {
    ...answers,
    first,
    next,
    // from each environment to the next one, which is never skipped
    later: others.map((each, i) =>
      `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${each}`).join(''),
    promoted: next === undefined ? '' : '; the other environments get them when you promote them',
    files: environments.map(each => `-f dist/${ofTool}/${each}.yaml`).join(' '),
    fromOwners: owner === undefined ? '' : ' from code owners',
  };
  const values = {
    ...parts,
    requests,
    metrics,
    ports: [
      ...requests ? [`{ name: 'http', port: ${port}, servicePort: 80${isShared ? settings : ''} }`] : [],
      ...metrics && !isShared ? [`{ name: 'metrics', port: ${metricsPort}${settings} }`] : [],
    ].join(', '),
    component: requests ? 'web' : 'worker',
    parameters: [...requests ? ['host'] : [], 'replicas'].join(', '),
    probed: port ?? metricsPort,
    scraped: isShared ? 'the port has metrics too' : 'the port called metrics is scraped',
    metricsPath: stringLiteral(metricsPath),
    traits: ['ApplicationConfiguration', 'DisruptionBudgetTrait', 'Environment', ...requests ? ['IngressTrait'] : []]
      .join(', '),
    imports: [
      'Environment', 'Environments', ...url ? ['GitOpsDelivery'] : [], ...requests ? ['IngressProvider'] : [],
      'KubernetesPlatform', ...metrics ? ['MonitoringProvider'] : [], 'PodSecurity',
      ...requests ? ['TlsCertificate'] : [],
    ].join(', ').replace(/^(.{100,}?,) /, '$1\n  '),
    ingressFactory: ingressFactory(ingressController),
    addApplication: `add${pascalCase(name, '')}`,
    versions: stringify(Object.fromEntries(environments.map(each => [each, { [image]: version }])), { lineWidth: 0 }),
    entries: environments.map((each, i) => `  { name: ${stringLiteral(each)}, `
      + `${requests ? `host: ${stringLiteral(applicationHost(answers, i))}, ` : ''}replicas: ${i === last ? 2 : 1} },\n`)
      .join(''),
    // the sample image listens on the ports that its arguments set, and names its user, whom no kubelet can verify
    sample: image === SAMPLE_IMAGE,
    command: ["'./podinfo'", ...requests ? [`'--port=${port}'`] : [],
      ...metrics && !isShared ? [`'--port-metrics=${metricsPort}'`] : []].join(', '),
    delivered: url,
    deliveryFactory: factory,
    urlProperty: url?.property,
    url: stringLiteral(repository),
    checked: CHECKS[ci],
    clusters: new Intl.ListFormat('en').format(clusters),
    having: clusters.length === 0 ? '' : `, which have ${[...metrics ? ['kube-prometheus-stack'] : [],
      ...requests ? [ingressController, 'cert-manager'] : []].join(', ')}`,
  };
  const guideText = () => ofRepository('README.md', {
    ...values,
    pullRequests: ofRepository(`pull-requests/${ci}.md`, parts).trim(),
    delivered: ofRepository(`delivery/${delivery}.md`, parts).trim(),
    hostIn: requests ? ` The host of ${name} is \`${applicationHost(answers, last)}\` in ${environments[last]}.` : '',
    promotion: next === undefined ? '' : ofRepository('promotion.md', parts),
  });

  const scripts = {
    synth: 'cdk8s-oam synth',
    test: 'tsc && jest',
    diff: 'cdk8s-oam diff',
    validate: 'cdk8s-oam validate dist --environments',
  };
  return new Map([
    ...projectFiles({ folder, otherwise: 'deployments', scripts, own, hasTests: true }),
    ...['main.ts', 'settings.ts', 'images.yaml', 'environments.ts'].map(path =>
      [path, ofRepository(path, values)] as const),
    [`applications/${name}.ts`, ofRepository('application.ts', values)],
    [`test/${name}.test.ts`, ofRepository('application-test.ts', values)],
    [guide, guideText()],
    // every file has an owner: each can change production, through what the program writes or through what checks it
    ...owner === undefined ? [] : [['CODEOWNERS', ofRepository('CODEOWNERS', values)] as const],
    // without checks, nobody would see what an update breaks
    ...CHECKS[ci] ? [
      [CHECKS[ci], fill(`${ci}.yml`, answers)] as const,
      ['renovate.json', ofRepository('renovate.json', parts)] as const,
    ] : [],
  ]);
}
