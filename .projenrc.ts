import { cdk8s, javascript, JsonFile, typescript, YamlFile } from 'projen';

/** Versions that other versions hang on. */
const CDK8S = '2.70.106';
const CDK8S_CLI = '2.207.60';
const CDK8S_PLUS = '2.9.5';
const CONSTRUCTS = '10.4.2';
const JSII = '~6.0.0';

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-oam',
  description: 'OAM applications as code: components, metrics and ingress declared once in TypeScript, rendered by cdk8s synth',
  keywords: ['cdk8s', 'kubernetes', 'oam', 'prometheus', 'gitops', 'metrics'],
  author: 'cdk8s-oam maintainers',
  authorAddress: 'maintainers@cdk8s-oam.dev',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk8s-oam/cdk8s-oam.git',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-oam maintainers',
  defaultReleaseBranch: 'main',
  packageManager: javascript.NodePackageManager.NPM,
  projenrcTs: true,
  projenrcTsOptions: { projenCodeDir: 'build-tools' },
  runner: typescript.TypeScriptRunner.tsx(),
  // jsii runs best on the supported lines of Node; the library itself runs on 20 as well.
  minNodeVersion: '20.0.0',
  workflowNodeVersion: '24.x',

  cdk8sVersion: CDK8S,
  constructsVersion: CONSTRUCTS,
  peerDeps: [`cdk8s-plus-27@^${CDK8S_PLUS}`],
  devDeps: [
    `cdk8s-cli@^${CDK8S_CLI}`,
    '@types/node@^20',
    'ajv@^8',
    'fast-check@^4',
    // the last one that loads under CommonJS and Node 20
    'kubernetes-models@4.5.1',
    'tsx@^4',
    'yaml@^2',
  ],

  jsiiVersion: JSII,
  typescriptVersion: JSII,
  // compiled beside each other: src/ (the library) and imports/ (generated from crds/)
  entrypoint: 'lib/src/index.js',
  tsconfig: { compilerOptions: { rootDir: '.' }, include: ['src/**/*.ts', 'imports/**/*.ts'] },
  // `dist/` holds the manifests of the examples
  artifactsDirectory: 'packages',
  sampleCode: false,
  integrationTestAutoDiscover: false,

  jest: true,
  jestOptions: {
    jestVersion: '^30',
    passWithNoTests: false,
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      moduleNameMapper: { '^cdk8s-oam$': '<rootDir>/src/index.ts' },
      collectCoverageFrom: ['src/**/*.ts'],
      coverageReporters: ['json', 'lcov', 'text-summary'],
      coverageThreshold: { lines: 95, branches: 90 },
      testPathIgnorePatterns: ['/node_modules/', '/lib/'],
    },
    coverageText: false,
  },
  // the type check is one step of `test`, done once, not once a test file
  tsJestOptions: { transformOptions: { isolatedModules: true } },
  typecheckTests: true,

  eslintOptions: {
    dirs: ['src'],
    devdirs: ['test', 'examples', 'bench'],
    commandOptions: { fix: false },
  },

  npmTrustedPublishing: true,
  // the last major that runs on Node 20
  bumpPackage: 'commit-and-tag-version@^12',
  githubOptions: { mergify: false },
  depsUpgrade: true,
  pullRequestTemplate: false,
});

// ---------------------------------------------------------------- package

project.package.addField('types', 'lib/src/index.d.ts');
project.package.addField('exports', {
  '.': { types: './lib/src/index.d.ts', default: './lib/src/index.js' },
  './package.json': './package.json',
  './.jsii': './.jsii',
  './.warnings.jsii.js': './.warnings.jsii.js',
});
for (const path of ['/dist/', '/imports/', '/examples/', '/bench/', '/build-tools/', '/crds/', '/docs/', '/.ci/', '/cdk8s.yaml', '/.npmrc']) {
  project.npmignore?.exclude(path);
}
project.gitignore.include('/dist/', '/imports/');
project.gitignore.exclude('/packages/', '/tsconfig.tsbuildinfo', '/.warnings.jsii.js');
for (const path of ['/dist/**', '/imports/**', '/docs/errors.md']) project.annotateGenerated(path);

// the lock file names packages, not the registry that one machine happened to use
const npmrc = new javascript.NpmConfig(project, { omitEmpty: false });
npmrc.addConfig('omit-lockfile-registry-resolved', 'true');
npmrc.addConfig('fund', 'false');
npmrc.addConfig('audit', 'false');

// ---------------------------------------------------------------- examples

const examplesTsconfig = {
  extends: '../tsconfig.json',
  // examples import the library by its name, as a user's program does
  compilerOptions: { noEmit: true, rootDir: '..', paths: { 'cdk8s-oam': ['../src/index.ts'] } },
  include: ['**/*.ts'],
};
new JsonFile(project, 'examples/tsconfig.json', { obj: examplesTsconfig, marker: false });
new JsonFile(project, 'bench/tsconfig.json', { obj: examplesTsconfig, marker: false });
project.tsconfigDev.file.addOverride('compilerOptions.paths', { 'cdk8s-oam': ['../src/index.ts'] });

new YamlFile(project, 'cdk8s.yaml', {
  obj: { language: 'typescript', app: 'npx tsx --tsconfig examples/tsconfig.json examples/main.ts', output: 'dist' },
});

// ---------------------------------------------------------------- tasks

// jsii prints the end of life of Node lines on every call
project.tasks.addEnvironment('JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION', '1');
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '1');

const tool = (name: string) => `tsx --tsconfig build-tools/tsconfig.json build-tools/${name}.ts`;

const importCrds = project.addTask('import', {
  description: 'Generate imports/ from crds/',
  exec: tool('import-crds'),
});
const docs = project.addTask('docs', {
  description: 'Generate docs/errors.md',
  exec: tool('generate-docs'),
});
const checkApi = project.addTask('check-api', {
  description: 'Fail on an undocumented member, an optional prop without @default, or a construct jsii loses',
  exec: tool('check-api'),
});
const checkExamples = project.addTask('check-examples', {
  description: 'Type-check examples/, bench/ and build-tools/; compile the examples in README and docs',
  steps: [
    { exec: 'tsc --noEmit -p examples/tsconfig.json' },
    { exec: 'tsc --noEmit -p bench/tsconfig.json' },
    { exec: 'tsc --noEmit -p build-tools/tsconfig.json' },
    { exec: tool('check-snippets') },
  ],
});

const pretest = project.addTask('pretest', { description: 'Generate what is generated' });
pretest.spawn(project.defaultTask!);
pretest.spawn(importCrds);
pretest.spawn(project.compileTask);
pretest.spawn(project.tasks.tryFind('docgen')!);
pretest.spawn(docs);

project.preCompileTask.spawn(importCrds);
project.postCompileTask.spawn(docs);
project.testTask.spawn(checkApi);
project.testTask.spawn(checkExamples);

project.addTask('bench', { description: 'Measure, print and write bench/results.md', exec: 'tsx --tsconfig bench/tsconfig.json bench/main.ts' });

// ---------------------------------------------------------------- lint

project.eslint?.addRules({
  'import/no-cycle': ['error', { ignoreExternal: true }],
  'max-lines': ['error', { max: 350 }],
});
project.eslint?.addOverride({
  files: ['src/index.ts'],
  rules: {
    'no-restricted-syntax': ['error', {
      selector: 'Program > :not(ExportAllDeclaration, ExportNamedDeclaration[source])',
      message: 'index.ts re-exports, nothing else',
    }],
  },
});
project.eslint?.addOverride({
  files: ['src/**/*.ts'],
  rules: { '@typescript-eslint/no-explicit-any': 'off' },
});
project.eslint?.addIgnorePattern('imports/');

project.synth();
