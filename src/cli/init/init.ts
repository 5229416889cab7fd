import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { Answers, answersOf, checkAnswers, CI, DEFAULTS, DELIVERIES, InitFlags } from './answers';
import { programFiles } from './program';
import { readme } from './readme';
import { printable } from '../../findings/shown';
import { OwnPackage, ownPackage, projectFiles } from '../../manifest/typescript/node-project';
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

/** By CI system, the file with the checks of pull requests: its path in the repository, and its template in this package. */
const CHECKS: Readonly<Record<Answers['ci'], readonly [path: string, template: string] | undefined>> = {
  github: ['.github/workflows/manifests.yml', 'github.yml'],
  gitlab: ['.gitlab-ci.yml', 'gitlab.yml'],
  none: undefined,
};

const SCRIPTS = {
  synth: 'cdk8s-oam synth',
  test: 'tsx --test test/*.test.ts',
  diff: 'cdk8s-oam diff',
  validate: 'cdk8s-oam validate dist --environments',
};

/** All files of a repository, by path. It uses the versions of `own`, this package. */
export function repositoryFiles(answers: Answers, folder: string, own: OwnPackage = ownPackage()): Map<string, string> {
  const versions = { ...own.peerDependencies, ...own.devDependencies, 'cdk8s-oam': own.version };
  const checks = CHECKS[answers.ci];
  return new Map([
    ...projectFiles({ folder, otherwise: 'deployments', scripts: SCRIPTS, versions }),
    ...programFiles(answers),
    ...checks ? [[checks[0], templateOf(checks[1])] as const] : [],
    ['CODEOWNERS', codeowners(answers)],
    ['README.md', readme(answers)],
  ]);
}

function templateOf(name: string): string {
  return readFileSync(join(dirname(require.resolve('cdk8s-oam/package.json')), 'templates', name), 'utf8');
}

/** Gives every file an owner: each can change production, either through what the program writes or through what checks it. */
function codeowners({ owner }: Answers): string {
  return `# Each change needs the approval of an owner, where the rules of the branch ask for it.\n*  ${owner}\n`;
}
