import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { kebabCase } from './names';
import { attempt } from '../../base/attempt';

/** Our own package: its version, its dependencies, and the tarball from which npm has installed it, if it was one. */
export type OwnPackage = { readonly version: string; readonly tarball?: string }
  & Readonly<Record<'peerDependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

/** A project, without its program. */
interface NodeProject {
  /** The folder, whose name becomes that of the package, or else `otherwise`. */
  readonly folder: string;
  readonly otherwise: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** Our package, whose versions of dependencies the project gets. */
  readonly own: OwnPackage;
  /** Whether the project has tests, which jest runs. */
  readonly hasTests?: boolean;
}

/** The maximum length of a package's name, in characters. */
const LONGEST_NAME = 214;

/** The development dependencies of every project, and those of one with tests. */
const TOOLS = ['@types/node', 'cdk8s-cli', 'tsx', 'typescript'];
const TEST_TOOLS = ['@swc/core', '@swc/jest', '@types/jest', 'jest'];

/** swc only removes the types of tests: the compiler checks them. */
const JEST = { transform: { '\\.ts$': '@swc/jest' }, setupFilesAfterEnv: ['cdk8s-oam/jest'] };

/** The compiler only checks a project (`noEmit`): `tsx` runs its sources directly. */
const tsconfig = (types: readonly string[]) => ({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'Node16',
    types,
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
});

/** Reads our own package. */
export function ownPackage(): OwnPackage {
  const file = require.resolve('cdk8s-oam/package.json');
  return { ...JSON.parse(readFileSync(file, 'utf8')), tarball: tarballOf(dirname(file)) };
}

/** The tarball from which npm has installed our package into a folder, as its hidden lockfile beside that says. */
export function tarballOf(folder: string): string | undefined {
  const modules = dirname(folder);
  const lock: any = attempt(() => JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')));
  const resolved: unknown = lock?.packages?.['node_modules/cdk8s-oam']?.resolved;
  const [, path] = typeof resolved === 'string' && /^file:(.+)/.exec(resolved) || [];
  return path === undefined ? undefined : resolve(dirname(modules), path);
}

/** What the user has to know of a project that depends on a tarball. */
export function tarballNotes({ tarball }: OwnPackage): string[] {
  return tarball === undefined ? [] : [
    `package.json names the tarball ${basename(tarball)}: replace it with a version once one is published`,
  ];
}

/** The files that every project has, beside its program. */
export function projectFiles({ folder, otherwise, scripts, own, hasTests = false }: NodeProject): Map<string, string> {
  const { version, tarball, peerDependencies, devDependencies } = own;
  const from = tarball === undefined ? `^${version}` : `file:${relative(folder, tarball).replaceAll(sep, '/')}`;
  // the compiler that jsii needs is an older one
  const typescript = devDependencies['typescript-7'].replace('npm:typescript@', '');
  const versions: Readonly<Record<string, string>> = { ...devDependencies, typescript };
  const tools = [...TOOLS, ...hasTests ? TEST_TOOLS : []].sort();
  const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;
  return new Map([
    ['package.json', json({
      name: kebabCase(basename(resolve(folder)), otherwise).slice(0, LONGEST_NAME).replace(/-$/, ''),
      version: '0.0.0',
      private: true,
      scripts,
      dependencies: Object.fromEntries(Object.entries({ ...peerDependencies, 'cdk8s-oam': from }).sort()),
      devDependencies: Object.fromEntries(tools.map(each => [each, versions[each]])),
      ...hasTests && { jest: JEST },
    })],
    ['tsconfig.json', json(tsconfig(hasTests ? ['cdk8s-oam/jest', 'jest', 'node'] : ['node']))],
    ['cdk8s.yaml', 'language: typescript\napp: node --import tsx main.ts\noutput: dist\n'],
    // a run that is killed may leave its lock and unfinished files
    ['.gitignore', 'node_modules/\n.cdk8s-oam-lock*\n.cdk8s-oam-new\n'],
  ]);
}
