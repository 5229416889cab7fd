import { cdk8s, github, javascript, JsonFile, JsonPatch, release, typescript, YamlFile } from 'projen';

/** Versions that other versions hang on. */
const CDK8S = '2.70.106';
const CDK8S_CLI = '2.207.60';
const CDK8S_PLUS = '2.9.5';
const CONSTRUCTS = '10.4.2';
const JSII = '~6.0.0';

/** What TypeScript programs import beside the jsii API: `cdk8s-oam/query` and so on, each with its folder of src/. */
const SUBPATHS = Object.entries({
  query: 'verify/query', manifest: 'migration', errors: 'testing/errors', testing: 'testing', jest: 'testing/jest',
});

const tool = (name: string) => `tsx --tsconfig build-tools/tsconfig.json build-tools/${name}.ts`;

/** `npm run test:all` sets it, and the code host's workflows: the long suites and all random cases. */
const ALL_TESTS = { TESTS: 'all' };
const IS_ALL = 'node -e "if (process.env.TESTS !== \'all\') process.exit(1)"';

const INSTALL_SERVERS = { name: 'Install the servers of the end-to-end tests', run: `sudo env "PATH=$PATH" CI=true npx ${tool('install-servers')}` };

/** The package in server-rules/. */
const SERVER_RULES = 'cdk8s-oam-server-rules';

const PACK_SERVER_RULES = {
  name: 'Pack the rules of the API server',
  run: [
    'export GOTOOLCHAIN=$(node -p "require(\'./server-rules/build.json\').go")',
    'npx projen server-rules',
    // what is packed is what is pinned
    'git diff --exit-code server-rules',
    'mkdir packages/server-rules',
    'node -p "require(\'./server-rules/package.json\').version" > packages/server-rules/version.txt',
    'npm pack ./server-rules --pack-destination packages/server-rules',
  ].join('\n'),
};

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
  // one hash of a password each, the regular expressions and the query language of Prometheus, loaded when a program asks for them, and what the command line reads its arguments and manifests with.
  // unixcrypt from 2 on and commander from 15 on are ES modules alone, which a library that is CommonJS cannot `require`; unixcrypt 3.0.4 computes as 1.2.0 does
  bundledDeps: [
    // the grammar of PromQL, and the parser that it needs beside it
    '@prometheus-io/lezer-promql@^0.315.0', '@lezer/highlight@^1.2.5', '@lezer/lr@^1.4.12',
    'apache-md5@^1.1.8', 'bcryptjs@^3.0.3', 'commander@^14.0.3', 're2js@^2.10.0', 'unixcrypt@^1.2.0', 'yaml@^2.9.1',
  ],
  devDeps: [
    `cdk8s-cli@^${CDK8S_CLI}`,
    // whose objects components stand for in tests, as those of cdk8s-plus-27
    'cdk8s-plus-33@^2.5.57',
    '@types/node@^20',
    // commonmark reads in tests what is written for pull requests
    '@types/commonmark@^0.27', 'ajv@^8', 'commonmark@^0.31', 'fast-check@^4',
    // compiles the tests, at a tenth of the time of the TypeScript compiler
    '@swc/core@^1.16.22', '@swc/jest@^0.2.39',
    // checks the types of everything that jsii does not compile, at a quarter of the time
    'typescript-7@npm:typescript@^7.0.2',
    'tsx@^4',
    // oxlint runs the rules of ESLint's plugins, too, at less than half of ESLint's time
    'oxlint@^1.94.0', 'oxlint-tsgolint@^7.0.2008', '@stylistic/eslint-plugin@^5', '@typescript-eslint/eslint-plugin@^8', 'eslint-plugin-regexp@^3',
  ],

  jsiiVersion: JSII,
  typescriptVersion: JSII,
  // compiled beside each other: src/ (the library) and imports/ (generated from crds/, which come from src/)
  entrypoint: 'lib/src/index.js',
  // without source maps: they are half of what a program that uses the library would read at start-up
  tsconfig: { compilerOptions: { rootDir: '.', inlineSourceMap: false, inlineSources: false }, include: ['src/**/*.ts', 'imports/**/*.ts'] },
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
      // counts statements; v8 would count comments and types as covered lines
      coverageProvider: 'babel',
      moduleNameMapper: {
        '^cdk8s-oam$': '<rootDir>/src/index.ts',
        ...Object.fromEntries(SUBPATHS.map(([path, folder]) => [`^cdk8s-oam/${path}$`, `<rootDir>/src/${folder}/index.ts`])),
      },
      // its name is not that of a package that is installed
      modulePathIgnorePatterns: ['<rootDir>/server-rules/package.json'],
      collectCoverageFrom: ['src/**/*.ts'],
      coverageReporters: ['json', 'lcov', 'text-summary'],
      coverageThreshold: { lines: 95, branches: 90 },
      // doubles the time of the suites: COVERAGE=true, as each release has it
      collectCoverage: false,
      // the suites on clusters build and start more than any other test waits for: `npm run test:cluster` runs them
      testPathIgnorePatterns: ['/node_modules/', '/lib/', '/test/on-cluster/[^/]+$'],
      setupFiles: ['<rootDir>/test/support/library-warnings.ts'],
      // a test may be the first to load a module, which is compiled then, and instrumented for coverage
      testTimeout: 30_000,
      // a core for each worker: the default leaves one free, which on a machine of two cores runs every suite in one process
      maxWorkers: '100%',
      // a worker that has kept too much of earlier suites is replaced, before its garbage collection becomes what it does
      workerIdleMemoryLimit: '1500MB',
    },
    coverageText: false,
  },
  // the type check is in `check-sources`, done once, not once a test file (`isolatedModules` in test/tsconfig.json)
  typecheckTests: false,

  // the task `lint` instead
  eslint: false,

  npmTrustedPublishing: true,
  // the last major that runs on Node 20
  bumpPackage: 'commit-and-tag-version@^12',
  // a release starts by hand, and its version is that of its section in the changelog
  releaseTrigger: release.ReleaseTrigger.workflowDispatch(),
  nextVersionCommand: 'tsx --tsconfig test/tsconfig.json build-tools/next-version.ts',
  githubOptions: { mergify: false },
  depsUpgrade: true,
  pullRequestTemplate: false,
  // the code host's runner is not root, and where CI is set a missing server is a failure
  buildWorkflowOptions: { preBuildSteps: [INSTALL_SERVERS], env: ALL_TESTS, permissions: { contents: github.workflows.JobPermission.READ } },
  releaseWorkflowSetupSteps: [INSTALL_SERVERS],
  postBuildSteps: [PACK_SERVER_RULES],
});

// ---------------------------------------------------------------- tests

// swc compiles them: a check of their types is in `check-sources`, done once
project.deps.removeDependency('ts-jest');
project.jest!.config.transform = { '[.]ts$': '<rootDir>/build-tools/jest-transform.js' };

// ---------------------------------------------------------------- package

project.package.addField('types', 'lib/src/index.d.ts');
project.package.addField('exports', {
  '.': { types: './lib/src/index.d.ts', default: './lib/src/index.js' },
  ...Object.fromEntries(SUBPATHS.map(([path, folder]) => [
    `./${path}`, { types: `./lib/src/${folder}/index.d.ts`, default: `./lib/src/${folder}/index.js` },
  ])),
  './package.json': './package.json',
  './.jsii': './.jsii',
});
// for programs whose module resolution does not know `exports`, as in cdk8s-cli's template
project.package.addField('typesVersions', {
  '*': Object.fromEntries(SUBPATHS.map(([path, folder]) => [path, [`./lib/src/${folder}/index.d.ts`]])),
});
const BINS = { 'cdk8s-oam': './lib/src/cli/main.js' };
project.addBins(BINS);
const unpublished = [
  // the generated classes show that the CRDs are sound; the library renders without them
  '/imports/', '/lib/imports/',
  // spelled as jsii-pacmak looks for it, or it adds the line itself
  'packages',
  '/dist/', '/examples/', '/bench/', '/build-tools/', '/crds/', '/docs/*', '!/docs/errors.md', '/.ci/', '/cdk8s.yaml', '/.npmrc', '/CONTRIBUTING.md', '/API.md',
  '/.oxlintrc.json',
  // no declaration of a public module refers to these
  '/lib/src/cli/**/*.d.ts',
  // a package of its own
  '/server-rules/',
];
project.npmignore?.exclude(...unpublished);
project.gitignore.include('/dist/', '/imports/');
project.gitignore.exclude('/server-rules/lib/', '/server-rules/server-rules.wasm.br', '/packages/', '/tsconfig.tsbuildinfo', '/.warnings.jsii.js');
const GENERATED_DATA = ['base/kubernetes-api/cdk8s-plus-27.json', 'base/kubernetes-api/facts.ts', 'model/workloads/generic/pod-spec-patch.ts'].map(name => `/src/${name}`);
for (const path of ['/crds/**', '/dist/**', '/examples/deployments/**', '/imports/**', '/docs/api/**', '/docs/ingress-controllers.md', '/docs/monitoring-providers.md', '/schemas/**', '/server-rules/build.json', '/server-rules/THIRD-PARTY-LICENSES', ...GENERATED_DATA]) project.annotateGenerated(path);

// the lock file names packages, not the registry that one machine happened to use
const npmrc = new javascript.NpmConfig(project, { omitEmpty: false });
npmrc.addConfig('omit-lockfile-registry-resolved', 'true');
npmrc.addConfig('fund', 'false');
npmrc.addConfig('audit', 'false');

// ---------------------------------------------------------------- workflows

// projen pins the other actions by commit itself; these two it names by tag
project.github?.actions.set('actions/setup-node', 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020'); // v7.0.0
project.github?.actions.set('peter-evans/create-pull-request', 'peter-evans/create-pull-request@5f6978faf089d4d20b00c7766989d076bb2fc7f1'); // v8.1.1

const releaseWorkflow = project.github?.tryFindWorkflow('release')?.file;
// the job that runs what dependencies bring only reads; the jobs after it publish
releaseWorkflow?.patch(
  JsonPatch.test('/jobs/release/permissions', { contents: 'write' }),
  JsonPatch.replace('/jobs/release/permissions', { contents: 'read' }),
);
releaseWorkflow?.patch(JsonPatch.add('/jobs/release/env/TESTS', ALL_TESTS.TESTS), JsonPatch.add('/jobs/release/env/COVERAGE', 'true'));
// projen's publisher downloads into dist/, whatever `artifactsDirectory` says
for (const job of ['release_github', 'release_npm']) {
  releaseWorkflow?.patch(
    JsonPatch.test(`/jobs/${job}/steps/1/with/path`, 'dist'),
    JsonPatch.replace(`/jobs/${job}/steps/1/with/path`, 'packages'),
  );
}
releaseWorkflow?.patch(
  JsonPatch.test('/jobs/release_github/steps/2/name', 'Restore build artifact permissions'),
  JsonPatch.replace('/jobs/release_github/steps/2/run', 'cd packages && setfacl --restore=permissions-backup.acl'),
);
// The release job has packed the library; the job whose token may publish uploads that tarball by npm alone. It checks out nothing, installs nothing and runs
// no script of the package. A run that is repeated passes over a version that is published already.
const [setupNode, download] = ['/jobs/release_npm/steps/0', '/jobs/release_npm/steps/1'];
releaseWorkflow?.patch(
  JsonPatch.test(`${setupNode}/with/package-manager-cache`, false),
  JsonPatch.test(`${download}/name`, 'Download build artifacts'),
  ...Array.from({ length: 7 }, () => JsonPatch.remove('/jobs/release_npm/steps/2')),
  JsonPatch.test('/jobs/release_npm/steps/2/name', 'Release'),
  JsonPatch.replace('/jobs/release_npm/steps/2', {
    name: 'Release',
    id: 'release',
    env: { NPM_CONFIG_PROVENANCE: 'true', NPM_CONFIG_DRY_RUN: "${{ inputs.dry_run || 'false' }}" },
    run: [
      'publish() {',
      '  npm view "$1@$2" version 2>/dev/null | grep -qxF "$2" ||',
      '  npm publish "$3" --ignore-scripts --access public --tag latest',
      '}',
      `publish "${project.name}" "$(cat packages/version.txt)" ./packages/js/*.tgz`,
      `publish "${SERVER_RULES}" "$(cat packages/server-rules/version.txt)" ./packages/server-rules/*.tgz`,
    ].join('\n'),
  }),
  JsonPatch.test('/jobs/release_npm/permissions', { 'id-token': 'write', 'contents': 'read' }),
  JsonPatch.replace('/jobs/release_npm/permissions', { 'id-token': 'write' }),
);

// ---------------------------------------------------------------- examples

const SOURCES = {
  'cdk8s-oam': ['../src/index.ts'],
  ...Object.fromEntries(SUBPATHS.map(([path, folder]) => [`cdk8s-oam/${path}`, [`../src/${folder}/index.ts`]])),
};
const examplesTsconfig = {
  extends: '../tsconfig.json',
  // examples import the library by its name, as a user's program does
  compilerOptions: { noEmit: true, rootDir: '..', paths: SOURCES },
  include: ['**/*.ts'],
};
new JsonFile(project, 'examples/tsconfig.json', { obj: examplesTsconfig, marker: false });
new JsonFile(project, 'bench/tsconfig.json', { obj: examplesTsconfig, marker: false });
project.tsconfigDev.file.addOverride('compilerOptions.paths', SOURCES);
// one type check for all: what it imports of src/ is checked with it
for (const files of ['examples/**/*.ts', 'bench/**/*.ts', 'build-tools/**/*.ts', 'src/**/*.ts', '.projenrc.ts']) project.tsconfigDev.addInclude(`../${files}`);

new YamlFile(project, 'cdk8s.yaml', {
  obj: { language: 'typescript', app: 'npx tsx --tsconfig examples/tsconfig.json examples/main.ts', output: 'dist' },
});

// ---------------------------------------------------------------- tasks

// jsii prints the end of life of Node lines on every call; the second variable lists major versions
project.tasks.addEnvironment('JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION', '1');
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

const importCrds = project.addTask('import', { description: 'Generate crds/ from the definitions of kinds, and imports/ from crds/', exec: tool('import-crds') });
project.addTask('import-schemas', {
  description: 'Generate the schemas of kinds in schemas/ from the modules of Kubernetes and of operators, with Go',
  exec: 'tsx --tsconfig test/tsconfig.json build-tools/import-schemas.ts',
});
const deriveKubernetes = project.addTask('derive-kubernetes', {
  description: 'Generate src/base/kubernetes-api/ from schemas/ and cdk8s-plus-27',
  exec: tool('derive-kubernetes'),
});
const docs = project.addTask('docs', {
  description: 'Generate docs/ingress-controllers.md, docs/monitoring-providers.md and schemas/',
  exec: tool('generate-docs'),
});
docs.exec(tool('generate-schema'));
const checkApi = project.addTask('check-api', {
  description: 'Fail on an undocumented member, an optional prop without @default, or a construct jsii loses',
  exec: tool('check-api'),
});
const checkExamples = project.addTask('check-examples', { description: 'Compile the examples in README, docs and doc comments', exec: tool('check-snippets') });
const docgen = project.tasks.tryFind('docgen')!;
docgen.description = 'Generate API.md and docs/api/ from the .jsii manifest';
docgen.exec(tool('split-api'));

const installServers = project.addTask('install-servers', {
  description: 'Install the servers of the end-to-end tests, where root on a Debian machine lacks some',
  exec: tool('install-servers'),
});

// the types of .projenrc.ts are checked with all others
project.defaultTask!.removeStep(0);

const pretest = project.addTask('pretest', { description: 'Generate the files that are compiled; before all tests, install the servers that they run' });
pretest.spawn(installServers, { condition: IS_ALL });
pretest.spawn(project.defaultTask!);
pretest.spawn(importCrds);
pretest.spawn(deriveKubernetes);
const generate = project.addTask('generate', { description: 'Generate lib/, API.md, docs/api/ and what `docs` does' });
generate.spawn(project.compileTask);
generate.spawn(docgen);
generate.spawn(docs);

project.compileTask.exec(tool('lazy-exports'));
// the compiler makes no file executable, npm packs files with the mode that they have, and the package managers of other languages keep it
project.compileTask.exec(`chmod 755 ${Object.values(BINS).join(' ')}`);
project.preCompileTask.spawn(importCrds);
project.preCompileTask.spawn(deriveKubernetes);
project.postCompileTask.spawn(docs);
// the build workflow fails when this changes dist/
project.postCompileTask.exec('cdk8s synth', { env: { CDK8S_CHECK_UPGRADE: 'false' } });
project.postCompileTask.exec(tool('deployments'));

const lint = project.addTask('lint', { description: 'Run oxlint, which fixes nothing' });
lint.exec('oxlint --type-aware src server-rules/src test examples bench build-tools .projenrc.ts', { env: { GOGC: 'off' } }); // its garbage is 2 GiB at most

// no workflow or other task runs it
project.removeTask('compat');
project.deps.removeDependency('jsii-diff');

const checkSources = project.addTask('check-sources', { description: 'Check types and lint' });
checkSources.exec(tool('check-types'));
checkSources.spawn(lint);
const checkCompiled = project.addTask('check-compiled', { description: 'Check the API and the examples in documents' });
checkCompiled.spawn(checkApi);
checkCompiled.spawn(checkExamples);

project.addTask('suites', { description: 'Run the test suites; with TESTS=all the long ones, too, and with COVERAGE=true their coverage', exec: tool('suites'), receiveArgs: true });
const testCompiled = project.addTask('test-compiled', { description: 'Compile the library, then run its checks and the test suites' });
testCompiled.spawn(generate);
testCompiled.exec(`${tool('together')} check-compiled suites`);
project.testTask.reset(`${tool('together')} check-sources test-compiled`);

const CLUSTER = 'tsx --tsconfig test/tsconfig.json test/on-cluster/bench/main.ts';
project.addTask('cluster', { description: 'Start a Kubernetes API server with controllers, built where it is missing', exec: CLUSTER, receiveArgs: true });
const testCluster = project.addTask('test:cluster', { description: 'Run the tests on clusters of their own', exec: `${CLUSTER} --test`, receiveArgs: true });
const testAll = project.addTask('test:all', { description: 'Run all tests with all their random cases, and those on clusters', env: ALL_TESTS });
testAll.spawn(pretest);
testAll.spawn(project.testTask);
testAll.spawn(testCluster);
project.addTask('server-rules', {
  description: 'Build what the package in server-rules/ runs, with Go, and pin its hash',
  exec: 'tsx --tsconfig test/tsconfig.json test/on-cluster/bench/server-rules.ts',
});
project.addTask('proof', {
  description: 'Prove what needs more programs than the tests build, and write bench/proofs.md',
  exec: 'tsx --tsconfig test/tsconfig.json test/on-cluster/proof/main.ts',
  receiveArgs: true,
});

project.addTask('bench', { description: 'Measure, print and write bench/results.md', exec: 'tsx --tsconfig bench/tsconfig.json bench/main.ts' });

project.synth();
