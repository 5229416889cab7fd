import { Command } from 'commander';
import { answersOf, checkAnswers, CI, DEFAULTS, DELIVERIES, InitFlags } from './answers';
import { repositoryFiles } from './repository';
import { printable } from '../../findings/shown';
import { refuse } from '../../private/errors';
import { writeOutput } from '../../writing/write-output';
import { ExitCode, Guarded } from '../exit';
import { checkNewFolder } from '../new-folder';
import { count, shellWord, tell } from '../output';

const SUBJECT = 'cdk8s-oam init';

/** Adds the command `init`. */
export function addInit(program: Command, guarded: Guarded): void {
  program.command('init')
    .description('Write a deployment repository: a program with environments, a test, checks of pull requests, CODEOWNERS and a README.')
    .argument('[dir]', 'the folder, which must not exist, must be empty, or may contain only .git', '.')
    .option('--name <name>', 'the name of the application and its namespace', DEFAULTS.name)
    .option('--image <image>', 'its container image, with a tag or a digest', DEFAULTS.image)
    .option('--port <port>', 'the port that serves requests', DEFAULTS.port)
    .option('--metrics-port <port>', 'the port that serves metrics', DEFAULTS.metricsPort)
    .option('--environments <names>', 'the environments, separated by commas; the last one is production', DEFAULTS.environments)
    .option('--domain <domain>', 'the domain of its host names', DEFAULTS.domain)
    .option('--issuer <name>', 'the cert-manager ClusterIssuer of its certificates', DEFAULTS.issuer)
    .option('--delivery <tool>', `the tool that applies the manifests: ${DELIVERIES.join(', ')}`, DEFAULTS.delivery)
    .option('--repository <url>', 'the URL of this repository, for the delivery tool', DEFAULTS.repository)
    .option('--ci <host>', `the CI system that checks pull requests: ${CI.join(', ')}`, DEFAULTS.ci)
    .option('--owner <owner>', 'the code owner: @<user> or @<group>/<name>', DEFAULTS.owner)
    .action((dir: string, flags: InitFlags) => guarded({}, async () => init(dir, flags)));
}

/** Writes a repository, and reports the next steps. */
export function init(dir: string, flags: InitFlags): ExitCode {
  const answers = answersOf(flags);
  refuse(SUBJECT, [...checkAnswers(answers), ...checkNewFolder(dir, 'DIR', true)]);
  const files = repositoryFiles(answers, dir);
  writeOutput(dir, files, { subject: SUBJECT });
  const lines = [`${count(files.size, 'file')} written to ${dir}`, ...examples(flags), `next: ${nextOf(dir)}`];
  tell(lines.map(printable).join('\n'));
  return ExitCode.FINE;
}

/** Reports the defaults that are only examples and have to be replaced. */
function examples({ domain, repository, owner, delivery }: InitFlags): string[] {
  const given = { domain, ...delivery === 'none' ? {} : { repository }, owner };
  const left = Object.entries(given).filter(([name, value]) => value === DEFAULTS[name as keyof InitFlags]).map(([, value]) => value);
  return left.length === 0 ? [] : [`examples, to be replaced in these files: ${left.join(', ')}`];
}

function nextOf(dir: string): string {
  const change = dir === '.' ? [] : [`cd ${shellWord(dir)}`];
  return [...change, 'npm install', 'npm run synth', 'npm test'].join(' && ') + ', then commit all, package-lock.json too';
}
