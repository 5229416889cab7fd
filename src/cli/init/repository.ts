import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Answers } from './answers';
import { programFiles } from './program';
import { readme } from './readme';
import { OwnPackage, ownPackage, projectFiles } from '../../manifest/typescript/node-project';

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
