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
import { TOOL_FACTS, ToolFacts } from '../../delivery/tools/tool-facts';
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
    .option('--metrics-port <port>', 'the port that serves metrics, which may be the same', DEFAULTS.metricsPort)
    .option('--metrics-path <path>', 'the path of the metrics', DEFAULTS.metricsPath)
    .option('--environments <names>', 'the environments, separated by commas; the last one is production',
      DEFAULTS.environments)
    .option('--domain <domain>', 'the domain of its host names', DEFAULTS.domain)
    .option('--cluster-issuer <name>', 'the cert-manager ClusterIssuer of its certificates', DEFAULTS.clusterIssuer)
    .option('--delivery <tool>', `the tool that applies the manifests: ${DELIVERIES.join(', ')}`, DEFAULTS.delivery)
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

/** The file with the checks of pull requests. */
const CHECKS: Readonly<Record<Answers['ci'], string>> =
  { github: '.github/workflows/manifests.yml', gitlab: '.gitlab-ci.yml', none: '' };

/** All files of a repository, by path. It uses the versions of `own`, this package. */
export function repositoryFiles(answers: Answers, folder: string, own: OwnPackage = ownPackage()): Map<string, string> {
  const { name, image, version, port, metricsPort, metricsPath, environments, delivery, repository, ci } = answers;
  const templates = join(dirname(require.resolve('cdk8s-oam/package.json')), 'templates');
  const textOf = (template: string) => readFileSync(join(templates, template), 'utf8');
  const fill = (template: string, values: object) => textOf(`repository/${template}`)
    .replace(/\{\{(\w+)\}\}/g, (_, key) => String((values as Readonly<Record<string, unknown>>)[key]));

  const [first, next, ...others] = environments;
  const last = environments.length - 1;
  const { folder: ofTool, factory, url }: Partial<ToolFacts> = delivery === 'none' ? {} : TOOL_FACTS[delivery];
  const parts = {
    ...answers,
    first,
    next,
    // from each environment to the next one, which is never skipped
    later: others.map((each, i) =>
      `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${each}`).join(''),
    files: environments.map(each => `-f dist/${ofTool}/${each}.yaml`).join(' '),
  };
  const isOnePort = port === metricsPort;
  const otherPath = metricsPath === DEFAULTS.metricsPath ? '' : `path: ${stringLiteral(metricsPath)}`;
  const metrics = isOnePort || otherPath ? `, metrics: ${otherPath && `{ ${otherPath} }` || '{}'}` : '';
  const http = `{ name: 'http', port: ${port}, servicePort: 80`;
  const values = {
    ...parts,
    metricsPath: stringLiteral(metricsPath),
    ports: isOnePort ? `[${http}${metrics} }]` : `[${http} }, { name: 'metrics', port: ${metricsPort}${metrics} }]`,
    scraped: isOnePort ? 'the port has metrics too' : 'the port called metrics is scraped',
    production: environments[last],
    host: applicationHost(answers, last),
    addApplication: `add${pascalCase(name, '')}`,
    versions: stringify(Object.fromEntries(environments.map(each => [each, { [image]: version }])), { lineWidth: 0 }),
    entries: environments.map((each, i) => `  { name: ${stringLiteral(each)}, `
      + `host: ${stringLiteral(applicationHost(answers, i))}, replicas: ${i === last ? 2 : 1} },\n`).join(''),
    // the sample image listens on the ports that its arguments set, and names its user, whom no kubelet can verify
    sample: image === SAMPLE_IMAGE
      ? `    command: ['./podinfo', '--port=${port}'${isOnePort ? '' : `, '--port-metrics=${metricsPort}'`}],\n`
        + '    securityContext: { runAsUser: 1000 },\n' : '',
    deliveryImport: url ? 'GitOpsDelivery, ' : '',
    deliveryLine: url ? `  delivery: [GitOpsDelivery.${factory}({ ${url.property}: ${stringLiteral(repository)}, `
      + "path: 'dist' })],\n" : '',
    checksRow: CHECKS[ci] && `| \`${CHECKS[ci]}\` | the checks of pull requests |\n`,
    pullRequests: textOf(`repository/pull-requests/${ci}.md`).trim(),
    delivered: fill(`delivery/${delivery}.md`, parts).trim(),
    promotion: next === undefined ? '' : fill('promotion.md', parts),
  };

  const scripts = {
    synth: 'cdk8s-oam synth',
    test: 'tsx --test test/*.test.ts',
    diff: 'cdk8s-oam diff',
    validate: 'cdk8s-oam validate dist --environments',
  };
  const versions = { ...own.peerDependencies, ...own.devDependencies, 'cdk8s-oam': own.version };
  return new Map([
    ...projectFiles({ folder, otherwise: 'deployments', scripts, versions }),
    // every file has an owner: each can change production, through what the program writes or through what checks it
    ...['main.ts', 'settings.ts', 'images.yaml', 'environments.ts', 'CODEOWNERS', 'README.md'].map(path =>
      [path, fill(path, values)] as const),
    [`applications/${name}.ts`, fill('application.ts', values)],
    [`test/${name}.test.ts`, fill('application-test.ts', values)],
    ...CHECKS[ci] ? [[CHECKS[ci], textOf(`${ci}.yml`)] as const] : [],
  ]);
}
