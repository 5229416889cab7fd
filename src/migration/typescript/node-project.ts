import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { kebabCase } from './names';

/** The version and the dependencies of our own package. */
export type OwnPackage = { readonly version: string }
  & Readonly<Record<'peerDependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

/** A project, without its program. */
interface NodeProject {
  /** The folder, whose name becomes that of the package, or else `otherwise`. */
  readonly folder: string;
  readonly otherwise: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** The versions of packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Development tools beside those of every project. */
  readonly tools?: readonly string[];
}

/** The maximum length of a package's name, in characters. */
const LONGEST_NAME = 214;

/** The dependencies and the development dependencies of every project. */
const RUNS_WITH = ['cdk8s', 'cdk8s-oam', 'cdk8s-plus-27', 'constructs'];
const MADE_WITH = ['@types/node', 'tsx', 'typescript'];

/** The compiler only checks a project (`noEmit`): `tsx` runs its sources directly. */
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

/** Reads our own package, whose versions of dependencies a project gets. */
export function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8'));
}

/** The files that every project has, beside its program. */
export function projectFiles({ folder, otherwise, scripts, versions, tools = [] }: NodeProject): Map<string, string> {
  const pick = (names: readonly string[]) => Object.fromEntries(names.map(each => [each, versions[each]]));
  const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
  return new Map([
    ['package.json', json({
      name: kebabCase(basename(resolve(folder)), otherwise).slice(0, LONGEST_NAME).replace(/-$/, ''),
      version: '0.0.0',
      private: true,
      scripts,
      dependencies: pick(RUNS_WITH),
      devDependencies: pick([...MADE_WITH, ...tools].sort()),
    })],
    ['tsconfig.json', json(TSCONFIG)],
    ['cdk8s.yaml', 'language: typescript\napp: npx tsx main.ts\noutput: dist\n'],
    // a run that is killed may leave its lock and unfinished files
    ['.gitignore', 'node_modules/\n.cdk8s-oam-lock*\n.cdk8s-oam-new\n'],
  ]);
}
