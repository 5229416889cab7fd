import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { ERRORS } from '../../src/findings/catalogue/all';
import { REMARKS } from '../../src/verify/remarks';
import { MAIN, cli, environment } from '../cli/support';
import { BinaryName, versionOf } from '../cluster/bench/binaries';
import { commandsNotRun, NOT_RUN, STEPS } from '../cluster/support/leaving-page';
import { objectsOf } from '../examples/programs';
import { FakeTarget, startScraper } from '../verify/fake-scraper';

jest.setTimeout(30_000);

describe('validate', () => {
  const PAGE = readFileSync(resolve(__dirname, '../../docs/validate.md'), 'utf8');

  /** What the page writes into files, by name. */
  const FILES = new Map([...PAGE.matchAll(/^cat > (\S+) <<'END'\n([^]*?)^END$/gm)].map(([, name, text]) => [name, text]));

  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-page-'));
  const before = process.cwd();
  beforeAll(() => process.chdir(folder));
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  /** What is printed of the page's example. */
  function example(...args: string[]) {
    writeFileSync('shop.yaml', FILES.get('shop.yaml')!);
    return cli(['validate', 'shop.yaml', ...args]);
  }

  test('the page shows what the command prints', async () => {
    const { code, stdout, stderr } = await example();
    expect(code).toBe(1);
    expect(PAGE).toContain(`npx cdk8s-oam validate shop.yaml   # prints\n${stdout}${stderr}\`\`\`\n`);
  });

  test('the page names all that the JSON has', async () => {
    const { findings, ...counts } = JSON.parse((await example('--json')).stdout);
    const names = (text: string) => text.match(/(?<=`)\w+(?=`)/g);
    expect(names(/^- `--json` prints (.*)$/m.exec(PAGE)![1])).toEqual([...Object.keys(counts), 'findings']);
    const fields = [...PAGE.matchAll(/^\| (`.*`) \|.*\|$/gm)].flatMap(([, cell]) => names(cell));
    expect(fields.sort()).toEqual(Object.keys(findings[0]).sort());
  });

  test('the page shows what a program reads', async () => {
    const { findings } = JSON.parse((await example('--json')).stdout);
    const read = findings.map(({ code, path, parameters }: any) => `${JSON.stringify([code, path.at(-1), parameters.value ?? null])}\n`);
    expect(PAGE).toContain(`jq -c '.findings[] | [.code, .path[-1], .parameters.value]'   # prints\n${read.join('')}\`\`\`\n`);
  });

  describe('the page has for CI', () => {
    test('files of YAML', () => {
      expect([...FILES.keys()].filter(name => name !== 'shop.yaml')).toEqual(['.github/workflows/manifests.yml', '.gitlab-ci.yml', '.pre-commit-config.yaml']);
      expect([...FILES.values()].flatMap(text => text.split('---\n')).map(text => typeof parse(text))).toEqual(Array(5).fill('object'));
    });

    test('commands that this one knows', async () => {
      mkdirSync('manifests', { recursive: true });
      writeFileSync('manifests/shop.yaml', FILES.get('shop.yaml')!);
      const commands = [...FILES.values()].flatMap(text => [...text.matchAll(/npx cdk8s-oam (.*?)( > \S+)?$/gm)].map(([, args]) => args));
      expect(commands).toEqual(['validate manifests --sarif', 'validate manifests --sarif', 'validate manifests']);
      for (const args of new Set(commands)) expect((await cli(args.split(' '))).code).toBe(1);
    });
  });
});

describe('verify', () => {
  const ROOT = resolve(__dirname, '../..');

  /** A pod of the application, as the platform's relabelling labels it. */
  function pod(component: string, address: string, outcome: Partial<FakeTarget>): FakeTarget {
    const labels = { app_oam_dev_name: 'bobs-books', app_oam_dev_component: component, namespace: 'bobs-books', instance: address, job: `bobs-books_bobs-books_${component}` };
    return { labels, scrapeUrl: `http://${address}/metrics`, ...outcome };
  }

  const PAGE = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8');

  /** Prints what the page shows; gives the code with which the command ends. */
  async function shown(manifests: string, targets: readonly FakeTarget[]): Promise<number> {
    const scraper = await startScraper({ targets });
    const { code, stdout, stderr } = await cli(['verify', join(ROOT, manifests), '--url', scraper.url]);
    expect(PAGE).toContain(`verify ${manifests} --url https://prometheus.example.com --user metrics   # prints\n${stdout}${stderr}\`\`\`\n`);
    return code;
  }

  test('the page shows what the command prints', async () => {
    expect(await shown('dist/oam/bobs-books.k8s.yaml', [
      pod('robert-helidon', '10.244.0.7:8080', { isUp: true, samples: 142, age: 7.2 }),
      pod('robert-helidon', '10.244.0.8:8080', { isUp: true, samples: 139, age: 21.9 }),
      pod('robert-coh', '10.244.0.9:9612', { isUp: true, samples: 1204, age: 11 }),
      pod('bobby-helidon', '10.244.0.11:8080', { isUp: false, samples: 0, age: 12, lastError: 'connection refused' }),
      pod('bobby-coh', '10.244.0.12:9095', { isUp: true, samples: 1204, age: 3 }),
    ])).toBe(1);
  });

  test('the page shows what the command prints of an application that is about to leave the platform', async () => {
    const labels = {
      app_oam_dev_name: 'hello-helidon',
      app_oam_dev_component: 'hello-helidon-component',
      namespace: 'hello-helidon',
      instance: '10.244.0.7:8081',
      job: 'hello-helidon_default_hello-helidon_hello-helidon-component',
    };
    expect(await shown('dist/kubernetes/hello-helidon.k8s.yaml', [{ labels, scrapeUrl: 'http://10.244.0.7:8081/metrics', isUp: true, samples: 142, age: 7.2 }])).toBe(1);
  });

  test('the page lists the codes of all reasons and notes', () => {
    const [section] = PAGE.split('## Reasons as data')[1].split('\n## ');
    const listed = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => cell.replaceAll('`', '').split(', '));
    expect(listed.sort()).toEqual(Object.keys(REMARKS).sort());
  });
});

describe('render', () => {
  const ROOT = resolve(__dirname, '../..');
  const page = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8');
  const PAGE = page('render.md');

  /** The blocks of a page that are for a shell. */
  const blocksOf = (text: string) => [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);

  /** What a block writes into files, by name. */
  const filesOf = (block: string) => [...block.matchAll(/^cat > (\S+) <<'END'\n([^]*?)^END$/gm)].map(([, name, text]) => [name, text] as const);

  const FILES = new Map(blocksOf(PAGE).flatMap(filesOf));
  const before = process.cwd();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-page-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  function write(name: string, text: string): void {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text);
  }

  /** What the example gives. */
  async function example(): Promise<string> {
    write('shop.yaml', FILES.get('shop.yaml')!);
    const [, args] = /^npx cdk8s-oam (render shop\.yaml.*?) {3}# prints$/m.exec(PAGE)!;
    const { code, stdout, stderr } = await cli(args.split(' '));
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  }

  describe('docs/render.md', () => {
    test('shows what the command prints', async () => {
      expect(PAGE).toContain(`--monitor-namespaces all   # prints\n${await example()}\`\`\`\n`);
    });

    test('has a configuration for kustomize that gives the same', async () => {
      const configurations = blocksOf(PAGE).flatMap(filesOf).filter(([name]) => name === 'render.yaml').map(([, text]) => parse(text));
      expect(configurations).toHaveLength(2);
      const items = objectsOf(await example());
      for (const functionConfig of configurations) {
        const list = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: [], functionConfig };
        const { code, stdout, stderr } = await cli(['render', '--krm'], { input: JSON.stringify(list) });
        expect([code, stderr, parse(stdout)]).toEqual([0, '', { ...list, items }]);
      }
      const [krm, older] = configurations;
      const path = parse(krm.metadata.annotations['config.kubernetes.io/function']).exec.path;
      const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      expect([path, Object.keys(bin)]).toEqual(['./node_modules/.bin/cdk8s-oam-kustomize', ['cdk8s-oam', 'cdk8s-oam-kustomize']]);
      delete krm.metadata.annotations;
      expect(older).toEqual(krm);
    });

    test('has a plugin for Argo CD whose command renders the folder of an application', async () => {
      const plugin = parse(FILES.get('plugin.yaml')!);
      write('shop/manifests/shop.yaml', FILES.get('shop.yaml')!.replaceAll('  namespace: shop\n', ''));
      write('shop/notes.txt', 'not read');
      write(join('shop', plugin.spec.discover.fileName), filesOf(blocksOf(page('take-over.md')).join('\n')).find(([name]) => name === 'cdk8s-oam.yaml')![1]);
      mkdirSync('bin');
      write('bin/cdk8s-oam', `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
      chmodSync('bin/cdk8s-oam', 0o700);
      const [command, ...args] = plugin.spec.generate.command;
      const env = { ...environment(), PATH: `${folder}/bin:${process.env.PATH}`, ARGOCD_APP_NAMESPACE: 'shop' };
      const generate = () => spawnSync(command, args, { cwd: 'shop', env, encoding: 'utf8' });
      const { status, stdout, stderr } = generate();
      expect([status, stderr]).toEqual([0, '']);
      expect(objectsOf(stdout)).toEqual(objectsOf(await example()).map(object => {
        // an object that passes is left to Argo CD, which names the namespace too
        if (object.kind === 'ConfigMap') delete object.metadata.namespace;
        return object;
      }));
      write('shop/manifests/shop.yaml', 'kind: [\n');
      expect(generate()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^manifests\/shop\.yaml:2:1: yaml-syntax: /) });
    });

    test('names codes that there are, as many as it has rows', () => {
      const [, table] = /^## What is refused$([^]*)/m.exec(PAGE)!;
      const codes = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code);
      expect([codes.length, codes.filter(code => !Object.hasOwn(ERRORS, code))]).toEqual([table.match(/^\| `/gm)!.length, []]);
    });
  });

  test('docs/take-over.md can be followed up to the cluster', async () => {
    const blocks = blocksOf(page('take-over.md'));
    const [settings, text] = blocks.flatMap(filesOf)[0];
    mkdirSync('manifests');
    copyFileSync(join(ROOT, 'dist/oam/hello-helidon.k8s.yaml'), 'manifests/applications.yaml');
    const commands = blocks.flatMap(block => block.match(/^(?:cat > cdk8s-oam\.yaml|npx cdk8s-oam (?:validate|render) .*)/gm) ?? []);
    expect(commands).toEqual([
      'npx cdk8s-oam validate manifests', 'cat > cdk8s-oam.yaml', 'npx cdk8s-oam validate manifests', 'npx cdk8s-oam render manifests --out dist', 'npx cdk8s-oam render manifests --out dist',
    ]);
    for (const command of commands) {
      if (command.startsWith('cat')) write(settings, text);
      else expect(await cli(command.split(' ').slice(2))).toMatchObject({ code: 0, stdout: '' });
    }
    expect(readFileSync('dist/applications.yaml', 'utf8')).toMatch(/^kind: PodMonitor$/m);
  });

  test.each(['render.md', 'take-over.md'])('docs/%s leads to pages and headings that there are', name => {
    const links = [...page(name).matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)];
    const slug = (heading: string) => heading.toLowerCase().replace(/[^\w\s-]/g, '').trim().replace(/\s/g, '-');
    const wrong = links.filter(([, file = name, anchor]) => {
      if (!existsSync(join(ROOT, 'docs', file))) return true;
      return anchor !== undefined && ![...page(file).matchAll(/^#+ (.*)$/gm)].some(([, heading]) => slug(heading) === anchor);
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });
});

describe('leaving the platform', () => {
  const ROOT = resolve(__dirname, '../..');
  const PAGE = readFileSync(join(ROOT, 'docs/leaving-the-platform.md'), 'utf8');

  /** The function of the page that cuts out the objects of some kinds. */
  const ONLY = /^only\(\) .*$/m.exec(PAGE)![0];

  const manifests = (platform: string, name: string) => objectsOf(readFileSync(join(ROOT, 'dist', platform, name), 'utf8'));

  function only(kinds: string, name: string): any[] {
    const script = `${ONLY}\nonly "$1" "$2"`;
    return objectsOf(execFileSync('sh', ['-c', script, 'sh', kinds, join(ROOT, 'dist/kubernetes', name)], { encoding: 'utf8' }));
  }

  /** The names behind a command of the page, in their order. */
  function namesIn(command: RegExp): string[][] {
    return [...PAGE.matchAll(command)].map(([, names]) => names.split(' '));
  }

  const named = (objects: any[], kind: string) => objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);

  /** The Deployments that the platform makes of HelidonWorkloads. */
  const madeOfHelidon = (name: string) => manifests('oam', name).filter(({ kind }) => kind === 'Component')
    .map(({ spec }) => spec.workload.spec?.deploymentTemplate?.metadata.name).filter(Boolean);

  test.each(readdirSync(join(ROOT, 'dist/kubernetes')))('what the page cuts out of %s are whole objects, and all of their kinds', (name) => {
    const all = manifests('kubernetes', name);
    for (const kinds of ['PodMonitor|Ingress', 'Service']) {
      expect(only(kinds, name)).toEqual(all.filter(({ kind }) => kinds.split('|').includes(kind)));
    }
  });

  test('each command of the page is run by a test on a cluster, or named there with what it needs', () => {
    expect(commandsNotRun()).toEqual(Object.keys(NOT_RUN));
  });

  test('the page has the steps and the versions of the test that runs its commands', () => {
    expect([...STEPS.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const minor = (name: BinaryName) => versionOf(name).split('.').slice(0, 2).join('.');
    const [, versions] = /controllers and garbage collector of (.+?)\. The platform's own/.exec(PAGE)!;
    expect(versions).toBe(`Kubernetes ${minor('kube-apiserver')}, the OAM runtime ${minor('oam-runtime')}, `
      + `the Prometheus Operator ${minor('prometheus-operator')} and Prometheus ${minor('prometheus')}`);
  });

  test('the page deletes the Deployments whose selectors cannot be changed, and no other', () => {
    const [hello, books] = namesIn(/delete deployment ([^\n`]+) --cascade=orphan/g);
    expect(hello).toEqual(madeOfHelidon('hello-helidon.k8s.yaml'));
    expect(books).toEqual(madeOfHelidon('bobs-books.k8s.yaml'));
  });

  test('the page names the Services of bobs-books', () => {
    const [, services] = /^- \*\*6:\*\* the Services (.+)\.$/m.exec(PAGE)!;
    expect([...services.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(named(manifests('kubernetes', 'bobs-books.k8s.yaml'), 'Service'));
  });
});
