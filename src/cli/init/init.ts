import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import {
  Answers, answersOf, checkAnswers, checkIdleFlags, CI, DEFAULTS, DELIVERIES, InitFlags, METRICS_PATH, METRICS_PORT,
  NO_PORT,
} from './answers';
import { pathInRepository, README, repositoryFiles } from './repository';
import { attempt } from '../../base/attempt';
import { throwFindings } from '../../base/brand';
import { bad, Finding, FINE, ownWords, printable } from '../../base/findings/finding';
import { counted, quotedFile } from '../../base/findings/sentence';
import { INGRESS_CONTROLLERS } from '../../cluster/routes/controllers';
import { writeOutput } from '../../files/writing/write-output';
import { ownPackage, tarballNotes } from '../../migration/typescript/node-project';
import { checkNewFolder } from '../arguments';
import { ExitCode, Guarded, printToStderr, shellWord } from '../output';

const SUBJECT = 'cdk8s-oam init';

/** The file with the guide to a repository where the folder has a README. */
const GUIDE = 'DEPLOYMENTS.md';

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
    ...checkAnswers(answers), ...checkIdleFlags(flags), ...checkPlace(dir, answers),
    ...checkNewFolder(dir, 'DIR', true),
  ]);
  const own = ownPackage();
  const readme = (attempt(() => readdirSync(dir)) ?? []).find(name => /^readme/i.test(name));
  const files = repositoryFiles(answers, dir, own, readme === undefined ? README : GUIDE);
  writeOutput(dir, files, { subject: SUBJECT });
  // defaults that are only examples
  const examples = [
    'image' as const,
    ...answers.port === undefined ? [] : ['domain' as const],
    ...answers.delivery === 'none' ? [] : ['repository' as const],
  ].filter(name => flags[name] === DEFAULTS[name]).map(name => DEFAULTS[name]);
  const change = dir === '.' ? '' : `cd ${shellWord(dir)} && `;
  printToStderr([
    `${counted(files.size, 'file')} written to ${dir}`,
    ...readme === undefined ? [] : [`${readme} stays as it is: the guide to the repository is ${GUIDE}`],
    ...examples.length === 0 ? [] : [`examples, to be replaced in these files: ${examples.join(', ')}`],
    ...notesOnMetrics(answers),
    ...tarballNotes(own),
    `next: ${change}npm install && npm run synth && npm test, then commit all, package-lock.json too`,
  ].map(printable).join('\n'));
  return ExitCode.FINE;
}

/** Reports checks of pull requests below the root of a Git repository, where no code host reads them. */
function checkPlace(dir: string, { ci }: Answers): Finding[] {
  const path = pathInRepository(dir);
  return ci === 'none' || path === '' ? FINE : bad('usage', ownWords(
    `must be none in ${quotedFile(path)} of a Git repository, whose root alone the code host reads`,
    'name the root, or copy the checks there later'), '--ci', ci);
}

/** What is published if one port serves requests and metrics. */
function notesOnMetrics({ port, metricsPort, metricsPath }: Answers): string[] {
  return port === undefined || port !== metricsPort ? []
    : [`the Ingress also publishes ${metricsPath}: to keep it in the cluster, serve metrics on a --metrics-port`];
}
