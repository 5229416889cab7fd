import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { Answers, answersOf, checkAnswers, CI, DEFAULTS, DELIVERIES, hostOf, InitFlags } from './answers';
import { programFiles } from './program';
import { printable } from '../../base/findings/finding';
import { OwnPackage, ownPackage, projectFiles } from '../../migration/typescript/node-project';
import { refuse } from '../../base/brand';
import { writeOutput } from '../../files/writing/write-output';
import { ExitCode, Guarded, count, shellWord, tell } from '../output';
import { checkNewFolder } from '../new-folder';

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

/** The README of a repository, which explains how to work in it. */
function readme(answers: Answers): string {
  const { name, image, environments, ci, issuer } = answers;
  const production = environments[environments.length - 1];
  const [first] = environments;
  const checks = { github: '`.github/workflows/manifests.yml`', gitlab: '`.gitlab-ci.yml`', none: undefined }[ci];
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
${checks === undefined ? '' : `| ${checks} | the checks of pull requests |\n`}| \`CODEOWNERS\` | the owners, who approve changes |

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
${promotion(environments)}
To add or remove an environment, change \`settings.ts\` and \`images.yaml\` together: both must name the same environments.

## Pull requests

${checks === undefined ? 'No checks of pull requests are set up yet.' : CHECKED}

${RULES[ci]}

## Delivery

${deliveryOf(answers)} The host of ${name} is \`${hostOf(answers, environments.length - 1)}\` in ${production}.

${CLUSTER} \`${issuer}\`. If yours differ, change \`environments.ts\`.
`;
}

const CLUSTER = 'Each cluster has kube-prometheus-stack (Helm release `monitoring` in the namespace `monitoring`), Traefik, and '
  + 'cert-manager with the ClusterIssuer';

const CHECKED = 'The checks fail if a test fails, if a manifest does not match its schema, or if a file in `dist/` is missing, edited or '
  + 'added by hand. A comment shows what a change does to each environment.';

/** What enforces the checks and the reviews: without it, both are only information. */
const RULES: Readonly<Record<Answers['ci'], string>> = {
  github: 'In the rules of the branch `main`, require the check `manifests` and reviews from code owners. Without these rules, a pull '
    + 'request can be merged with a failed check or without an approval.',
  gitlab: 'In the settings of the project, require successful pipelines for merges, and for the protected branch the approval of code '
    + 'owners (GitLab Premium). Without these settings, a merge request can be merged with a failed check or without an approval.\n\n'
    + 'For the comment, create a project access token with only the role Reporter and the scope `api`, because everyone who can push can '
    + 'use it. Store it in the masked variable `COMMENT_TOKEN` with the environment scope `comment`.',
  none: 'In the rules of the branch, require reviews from code owners. Without that rule, CODEOWNERS has no effect.',
};

/** From each environment to the next one, which is never skipped. */
function promotion([first, next, ...others]: readonly string[]): string {
  if (next === undefined) return '';
  const later = others.map((name, i) => `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${name}`).join('');
  return `
Promote what runs in ${first} to ${next}${later}:

\`\`\`sh
npx cdk8s-oam set-image --from ${first} --env ${next}
npm run synth
\`\`\`
`;
}

function deliveryOf({ delivery, environments, repository }: Answers): string {
  const files = (folder: string) => environments.map(each => `-f dist/${folder}/${each}.yaml`).join(' ');
  switch (delivery) {
    case 'argo-cd':
      return `Argo CD applies what you commit to <${repository}>. Apply one file for each environment, once: `
        + `\`kubectl apply ${files('_argocd')}\`. Argo CD must know each cluster by the name of its environment.`;
    case 'flux':
      return `Flux applies what you commit to <${repository}>. Apply one file in each cluster, once, such as `
        + `\`kubectl apply -f dist/_flux/${environments[0]}.yaml\`.`;
    case 'none':
      return 'Delivery is not set up yet. Set `delivery` of `Environments`, or apply a folder of `dist/` by hand.';
  }
}
