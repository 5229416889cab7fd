import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { filesOf } from './pages';
import { REMARKS } from '../../src/verify/remarks';
import { APPLICATION, COMPONENT, configMap, inEmptyFolder } from '../cli/render/support';
import { MAIN, cli, environment } from '../cli/support';
import { BinaryName, versionOf } from '../on-cluster/bench/binaries';
import { commandsNotRun, NOT_RUN, STEPS } from '../on-cluster/support/leaving-page';
import { objectsOf } from '../examples/programs';
import { FakeTarget, startScraper } from '../verify/fake-scraper';

jest.setTimeout(120_000);

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
    const labels = { app_oam_dev_name: 'shop', app_oam_dev_component: component, namespace: 'shop', instance: address, job: `shop_shop_${component}` };
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
    expect(await shown('dist/kubernetes/shop.k8s.yaml', [
      pod('frontend', '10.244.0.7:9090', { isUp: true, samples: 142, age: 7.2 }),
      pod('frontend', '10.244.0.8:9090', { isUp: true, samples: 139, age: 21.9 }),
      pod('api', '10.244.0.11:9090', { isUp: false, samples: 0, age: 12, lastError: 'connection refused' }),
    ])).toBe(1);
  });

  test('the page lists the codes of all reasons and notes', () => {
    const [section] = PAGE.split('## Reasons as data')[1].split('\n## ');
    const listed = [...section.matchAll(/^- (`[^:]*):/gm)].flatMap(([, cell]) => cell.replaceAll('`', '').split(', '));
    expect(listed.sort()).toEqual(Object.keys(REMARKS).sort());
  });
});

describe('render', () => {
  const ROOT = resolve(__dirname, '../..');
  const page = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8');
  const PAGE = page('render.md');

  const FILES = filesOf(PAGE);

  /** An application with a monitor, and an object of another kind. */
  const SHOP = [
    APPLICATION.replace('enabled: false', 'port: 8080'), `${COMPONENT}          ports: [{ name: http, containerPort: 8080 }]\n`, configMap('cart-config'),
  ].join('---\n');

  const write = inEmptyFolder();

  /** What the command prints of the application, with the settings of the page as flags. */
  async function rendered(): Promise<any[]> {
    write({ 'shop.yaml': SHOP });
    const flags = ['--platform', 'kubernetes', '--prometheus', 'monitoring/k8s', '--monitor-selector', 'release=prometheus', '--monitor-namespaces', 'all'];
    const { code, stdout, stderr } = await cli(['render', 'shop.yaml', ...flags]);
    expect([code, stderr]).toEqual([0, '']);
    const objects = objectsOf(stdout);
    expect(objects.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodMonitor', 'ConfigMap']);
    return objects;
  }

  describe('docs/render.md', () => {
    test('has a plugin for Argo CD whose command renders the folder of an application', async () => {
      const plugin = parse(FILES.get('plugin.yaml')!);
      write({
        'shop/manifests/shop.yaml': SHOP.replaceAll('  namespace: shop\n', ''),
        'shop/notes.txt': 'not read',
        [join('shop', plugin.spec.discover.fileName)]: filesOf(page('tutorial-from-oam.md')).get('cdk8s-oam.yaml')!,
        'bin/cdk8s-oam': `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`,
      });
      chmodSync('bin/cdk8s-oam', 0o700);
      const [command, ...args] = plugin.spec.generate.command;
      const env = { ...environment(), PATH: `${process.cwd()}/bin:${process.env.PATH}`, ARGOCD_APP_NAMESPACE: 'shop' };
      const generate = () => spawnSync(command, args, { cwd: 'shop', env, encoding: 'utf8' });
      const { status, stdout, stderr } = generate();
      expect([status, stderr]).toEqual([0, '']);
      expect(objectsOf(stdout)).toEqual((await rendered()).map(object => {
        // an object that passes is left to Argo CD, which names the namespace too
        if (object.kind === 'ConfigMap') delete object.metadata.namespace;
        return object;
      }));
      write({ 'shop/manifests/shop.yaml': 'kind: [\n' });
      expect(generate()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^manifests\/shop\.yaml:2:1: yaml-syntax: /) });
    });
  });
});

test.each([
  'tutorial-from-oam.md', 'import.md', 'render.md', 'manifest.md', 'verify.md', 'query.md', 'leaving-the-platform.md', 'scraper-access.md', 'scraper-credentials.md',
])('docs/%s leads to pages and headings that there are', name => {
  const page = (file: string) => readFileSync(resolve(__dirname, '../../docs', file), 'utf8');
  const links = [...page(name).matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)];
  const slug = (heading: string) => heading.toLowerCase().replace(/[^\w\s-]/g, '').trim().replace(/\s/g, '-');
  const wrong = links.filter(([, file = name, anchor]) => {
    if (!existsSync(resolve(__dirname, '../../docs', file))) return true;
    return anchor !== undefined && ![...page(file).matchAll(/^#+ (.*)$/gm)].some(([, heading]) => slug(heading) === anchor);
  });
  expect([links.length > 0, wrong.map(([link]) => link)]).toEqual([true, []]);
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
    const [, versions] = /runs these commands on (.+?), with a simulated/.exec(PAGE)!;
    expect(versions).toBe(`Kubernetes ${minor('kube-apiserver')}, the OAM runtime ${minor('oam-runtime')}, `
      + `the Prometheus Operator ${minor('prometheus-operator')} and Prometheus ${minor('prometheus')}`);
  });

  test('the page deletes the Deployments whose selectors cannot be changed, and no other', () => {
    const [off, back, ...more] = namesIn(/delete deployment ([^\n`]+) --cascade=orphan/g);
    expect([off, back, more]).toEqual([madeOfHelidon('hello-helidon.k8s.yaml'), off, []]);
  });
});
