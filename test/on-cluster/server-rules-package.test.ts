import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ROOT } from './bench/binaries';
import { readCrds } from './bench/crds';
import { LICENSES_FILE, licensesOfServerRules } from './bench/server-rules';
import { describePrograms } from './support/describe-cluster';
import { VALID_OBJECTS } from './support/valid-objects';
import { NODE_VERSIONS, nodeOf } from '../package/module-programs';
import { pack, Packed, run } from '../package/projects';

const LARGEST = 12 * 2 ** 20;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec:
      containers:
        - { name: cart, image: "example/cart:1.0", ports: [{ containerPort: 8080 }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: clean, namespace: shop }
spec:
  schedule: "0 4 * * *"
  timeZone: Europe/Berlin
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: clean, image: "example/clean:1.0" }] } } } }
`;

/** What no check of this library knows: each line has what the server says of it. */
const WRONG = `apiVersion: batch/v1
kind: CronJob
metadata: { name: clean, namespace: shop }
spec:
  schedule: "0 4 * * *"
  timeZone: Europe/Atlantis
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: clean, image: "example/clean:1.0" }] } } } }
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: cart, namespace: shop }
spec:
  rules:
    - matches:
        - path: { type: PathPrefix, value: /cart//x }
---
apiVersion: v1
kind: Secret
metadata: { name: token, namespace: shop }
type: kubernetes.io/dockerconfigjson
data:
  .dockerconfigjson: aHVudGVyMg==
`;

const TOLD = (version: string) => [
  'wrong.yaml:6:3: error invalid-value: \'spec.timeZone\' must be the exact name of a time zone, such as "Europe/Berlin", got "Europe/Atlantis"',
  `wrong.yaml:15:11: error refused-by-server: 'spec.rules[0].matches[0].path' is rejected by Kubernetes ${version}: `
    + "Invalid value: \"object\": must not contain '//' when type one of ['Exact', 'PathPrefix']",
  'wrong.yaml:21:1: warning password-in-manifest: \'data\' holds ".dockerconfigjson" of a Secret',
  `wrong.yaml:22:3: error refused-by-server: 'data['.dockerconfigjson']' is rejected by Kubernetes ${version}: Invalid value`,
];

/** Judges objects again and again, and one in between that ends the program. */
const LONG_PROGRAM = `
const { load } = require('cdk8s-oam-server-rules');
const { readFileSync } = require('fs');
const rules = load();
const objects = JSON.parse(readFileSync('objects.json', 'utf8'));
let deep = {};
for (let i = 0; i < 9500; i++) deep = { a: deep };
const told = new Map();
for (let i = 0; i < 40; i++) {
  const verdicts = rules.judge([...objects, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'deep' }, data: deep }]);
  for (const { verdict, causes = [] } of verdicts) {
    const key = [verdict, ...causes.map(({ message }) => message)].join(' ');
    told.set(key, (told.get(key) ?? 0) + 1);
  }
}
console.log(JSON.stringify([...told]));
`;

describePrograms(['server-rules'], 'the package of the rules of a server', () => {
  let scratch: string;
  let project: string;
  let rules: Packed;
  let library: Packed;

  /** Without the network, as far as there is one: what a package needs is in it, and its peers are those of this project. */
  const install = async ({ file, peers }: Packed) => {
    await run(project, 'npm', 'install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', file);
    for (const name of peers.map((peer) => peer.slice(0, peer.lastIndexOf('@')))) {
      const link = join(project, 'node_modules', name);
      if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules', name), link);
    }
  };
  const cli = async (...args: string[]) => run(project, process.execPath, 'node_modules/.bin/cdk8s-oam', 'validate', ...args)
    .then((stdout) => ({ isFine: true, text: stdout }), (error: Error) => ({ isFine: false, text: error.message }));

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'server-rules-test-'));
    project = join(scratch, 'project');
    if (!existsSync(join(ROOT, 'lib/src/index.js'))) throw new Error('lib/ is missing: run `npx projen compile` first');
    for (const folder of ['rules', 'library', 'project']) mkdirSync(join(scratch, folder));
    await run(ROOT, process.execPath, require.resolve('typescript/bin/tsc'), '--project', 'server-rules/tsconfig.json');
    rules = await pack(join(ROOT, 'server-rules'), join(scratch, 'rules'));
    library = await pack(ROOT, join(scratch, 'library'));
    writeFileSync(join(project, 'package.json'), '{}');
    await install(library);
    for (const [file, text] of Object.entries({ 'good.yaml': DEPLOYMENT, 'wrong.yaml': WRONG })) writeFileSync(join(project, file), text);
    mkdirSync(join(project, 'crds'));
    writeFileSync(join(project, 'crds/routes.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: readCrds(['gateway-api']) }));
  }, 300_000);
  afterAll(() => rmSync(scratch, { recursive: true }));

  test('holds the host, the rules and their licences, and is small', () => {
    expect(rules.files).toEqual([
      'LICENSE', 'README.md', 'THIRD-PARTY-LICENSES', 'build.json',
      ...['definitions', 'index', 'instance', 'rules', 'wasi', 'web-assembly'].flatMap((name) => [`lib/${name}.d.ts`, `lib/${name}.js`]),
      'package.json', 'server-rules.wasm.br',
    ]);
    expect(rules.size).toBeLessThan(LARGEST);
    expect(library.files.filter((path) => /wasm|server-rules\//.test(path) && !path.startsWith('node_modules/'))).toEqual([]);
  });

  test('is of the version of Kubernetes that it names', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'server-rules/package.json'), 'utf8'));
    const { kubernetes } = JSON.parse(readFileSync(join(ROOT, 'server-rules/build.json'), 'utf8'));
    expect(kubernetes.split('.').slice(0, 2)).toEqual(version.split('.').slice(0, 2));
  });

  test('has the licences of what it is made of', () => {
    const licenses = licensesOfServerRules();
    expect(readFileSync(LICENSES_FILE, 'utf8')).toBe(licenses ?? readFileSync(LICENSES_FILE, 'utf8'));
    expect(readFileSync(LICENSES_FILE, 'utf8')).toContain('k8s.io/kubernetes v');
  });

  describe('in a project', () => {
    test('is asked for if it is not installed', async () => {
      const { isFine, text } = await cli('good.yaml', '--as-server');
      expect(isFine).toBe(false);
      expect(text).toContain("usage: '--as-server' needs the package cdk8s-oam-server-rules; run `npm install --save-dev cdk8s-oam-server-rules`");
    });

    describe('that has it', () => {
      beforeAll(async () => install({ ...rules, peers: library.peers }), 120_000);

      test('finds nothing in what is right', async () => {
        expect(await cli('good.yaml', '--as-server')).toEqual({ isFine: true, text: '' });
      });

      test('finds what a server rejects, and shows no secret', async () => {
        const { isFine, text } = await cli('wrong.yaml', '--as-server', '--schemas', 'crds');
        expect(isFine).toBe(false);
        const { kubernetes } = JSON.parse(readFileSync(join(ROOT, 'server-rules/build.json'), 'utf8'));
        expect(text.split('\n').filter((line) => line.startsWith('wrong.yaml'))).toEqual(TOLD(kubernetes));
        expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
      });

      test('does what its page says', async () => {
        const [, program] = /^```js\n([^]*?)^```$/m.exec(readFileSync(join(ROOT, 'server-rules/README.md'), 'utf8'))!;
        writeFileSync(join(project, 'readme.js'), program);
        expect(await run(project, process.execPath, 'readme.js')).toBe([...program.matchAll(/^\/\/ (.*\n)/gm)].map(([, line]) => line).join(''));
      });

      // others come from the network, or from npm's cache, where the tests of the library have put them
      test.each(Object.keys(NODE_VERSIONS).filter((major) => process.env.CI || process.versions.node.startsWith(`${major}.`)))('judges thousands of objects on Node %s, also after one that ends the program', async (major) => {
        writeFileSync(join(project, 'objects.json'), JSON.stringify(VALID_OBJECTS.filter(({ apiVersion }) => !apiVersion.startsWith('admission'))));
        writeFileSync(join(project, 'long.js'), LONG_PROGRAM);
        const { length } = JSON.parse(readFileSync(join(project, 'objects.json'), 'utf8'));
        const told = JSON.parse(await run(project, await nodeOf(major, scratch), 'long.js'));
        expect(told).toEqual([['accepted', 40 * length], ['failed Maximum call stack size exceeded', 40]]);
      }, 240_000);
    });
  });
});
