import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { kebabCase } from '../syntax/names';

/** What our own package asks of others. */
interface Package {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The longest name of a package in characters. */
const LONGEST_NAME = 214;

/** What a project runs with. */
const RUNS_WITH = ['cdk8s', 'cdk8s-oam', 'cdk8s-plus-27', 'constructs'];
/** What it is made with. */
const MADE_WITH = ['@types/node', 'cdk8s-cli', 'tsx', 'typescript'];

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

/** The files that every project has, beside its program. */
export function projectFiles(folder: string): Map<string, string> {
  return new Map([
    ['package.json', json(packageOf(folder))],
    ['tsconfig.json', json(TSCONFIG)],
    ['cdk8s.yaml', 'language: typescript\napp: npx tsx main.ts\noutput: dist\n'],
    ['.gitignore', 'node_modules/\n'],
  ]);
}

function packageOf(folder: string): object {
  const own: Package = JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8'));
  const versions: Readonly<Record<string, string>> = { ...own.devDependencies, ...own.peerDependencies, 'cdk8s-oam': `^${own.version}` };
  const pick = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, versions[name]]));
  return {
    name: kebabCase(basename(resolve(folder)), 'oam-applications').slice(0, LONGEST_NAME).replace(/-$/, ''),
    version: '0.0.0',
    private: true,
    scripts: { compile: 'tsc', synth: 'cdk8s synth', build: 'npm run compile && npm run synth', diff: 'cdk8s-oam diff dist' },
    dependencies: pick(RUNS_WITH),
    devDependencies: pick(MADE_WITH),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
