import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { kebabCase } from './names';

/** What our own package asks of others. */
export interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** What a project is made of, beside its program. */
export interface NodeProject {
  /** The folder of the project, whose name becomes that of the package. */
  readonly folder: string;
  /** The name of the package if the folder has none. */
  readonly otherwise: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** The versions of packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** What it is made with, beside what runs and compiles it. */
  readonly tools?: readonly string[];
}

/** The longest name of a package in characters. */
const LONGEST_NAME = 214;

/** What a project runs with. */
const RUNS_WITH = ['cdk8s', 'cdk8s-oam', 'cdk8s-plus-27', 'constructs'];
/** What it is made with. */
const MADE_WITH = ['@types/node', 'tsx', 'typescript'];

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'Node16',
    types: ['node'],
    strict: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
  exclude: ['node_modules'],
};

/** What our package asks of others, of which a project gets the versions. */
export function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8'));
}

/** The files that every project has, beside its program. */
export function projectFiles(project: NodeProject): Map<string, string> {
  return new Map([
    ['package.json', json(packageOf(project))],
    ['tsconfig.json', json(TSCONFIG)],
    ['cdk8s.yaml', 'language: typescript\napp: npx tsx main.ts\noutput: dist\n'],
    ['.gitignore', 'node_modules/\n'],
  ]);
}

function packageOf({ folder, otherwise, scripts, versions, tools = [] }: NodeProject): object {
  const pick = (names: readonly string[]) => Object.fromEntries(names.map(each => [each, versions[each]]));
  return {
    name: kebabCase(basename(resolve(folder)), otherwise).slice(0, LONGEST_NAME).replace(/-$/, ''),
    version: '0.0.0',
    private: true,
    scripts,
    dependencies: pick(RUNS_WITH),
    devDependencies: pick([...MADE_WITH, ...tools].sort()),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
