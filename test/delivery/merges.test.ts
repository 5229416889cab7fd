import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { Environments } from '../../src';

/** What a program renders; a pull request changes one of these. */
interface Program {
  readonly replicas: number;
  readonly cpu: string;
  /** Components by namespace. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
}

const BASE: Program = { replicas: 2, cpu: '100m', namespaces: { bobs: ['books'], shop: ['front', 'web'] } };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'merges-'));
  git('init', '--quiet', '--initial-branch=main');
  synth(BASE);
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

const ENV = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];

function git(...args: string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8', env: ENV });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message=change');
}

function synth({ replicas, cpu, namespaces }: Program): void {
  const environments = new Environments({ outdir: join(folder, 'dist') });
  for (const name of ['dev', 'prod']) {
    const app = environments.add(name);
    for (const [namespace, components] of Object.entries(namespaces)) {
      const chart = new Chart(app, namespace, { namespace });
      for (const component of components) {
        const containers = [{ name: 'main', image: 'a:1', ports: [{ containerPort: 8080 }], resources: { requests: { cpu, memory: '1Gi' } } }];
        const labels = { app: component };
        new ApiObject(chart, `deployment-${component}`, {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: component },
          spec: { replicas: name === 'prod' ? replicas : 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
        });
        new ApiObject(chart, `service-${component}`, {
          apiVersion: 'v1', kind: 'Service', metadata: { name: component }, spec: { selector: labels, ports: [{ port: 80 }] },
        });
      }
    }
  }
  environments.synth();
}

/** Commits what a program renders on a branch of its own. */
function branch(name: string, program: Program): void {
  git('switch', '--quiet', '--create', name, 'main');
  synth(program);
  commit();
}

const { namespaces } = BASE;
const withComponents = (more: Program['namespaces']): Program => ({ ...BASE, namespaces: { ...namespaces, ...more } });

test.each<[string, Partial<Program>, Partial<Program>, Partial<Program>]>([
  ['replicas beside a CPU request', { replicas: 3 }, { cpu: '200m' }, { replicas: 3, cpu: '200m' }],
  [
    'a component each in two namespaces', withComponents({ bobs: ['api', 'books'] }), withComponents({ shop: ['api', 'front', 'web'] }),
    withComponents({ bobs: ['api', 'books'], shop: ['api', 'front', 'web'] }),
  ],
  [
    'a component each in one namespace', withComponents({ shop: ['cart', 'front', 'web'] }), withComponents({ shop: ['checkout', 'front', 'web'] }),
    withComponents({ shop: ['cart', 'checkout', 'front', 'web'] }),
  ],
  ['a component each in a new namespace', withComponents({ one: ['web'] }), withComponents({ two: ['web'] }), withComponents({ one: ['web'], two: ['web'] })],
  ['a component that goes beside one that comes', withComponents({ shop: ['web'] }), withComponents({ shop: ['front', 'fronts', 'web'] }), withComponents({ shop: ['fronts', 'web'] })],
  ['the same component', withComponents({ shop: ['cart', 'front', 'web'] }), withComponents({ shop: ['cart', 'front', 'web'] }), withComponents({ shop: ['cart', 'front', 'web'] })],
])('two pull requests merge in both orders, and nothing is left to synthesize: %s', (_, one, two, both) => {
  branch('one', { ...BASE, ...one });
  branch('two', { ...BASE, ...two });
  for (const order of [['one', 'two'], ['two', 'one']]) {
    git('switch', '--quiet', '--create', order.join('-'), 'main');
    for (const each of order) expect({ [each]: spawnSync('git', [...AUTHOR, 'merge', '--no-ff', '--quiet', each], { cwd: folder, encoding: 'utf8', env: ENV }) }).toMatchObject({ [each]: { status: 0 } });
    synth({ ...BASE, ...both });
    expect(git('status', '--porcelain')).toBe('');
  }
});

test('a fresh clone removes what the program no longer renders, and changes nothing else', () => {
  const clone = mkdtempSync(join(tmpdir(), 'merges-'));
  cpSync(join(folder, '.git'), join(clone, '.git'), { recursive: true });
  rmSync(folder, { recursive: true });
  folder = clone;
  git('reset', '--quiet', '--hard');
  synth(withComponents({ shop: ['web'] }));
  const files = ['dev', 'prod'].flatMap(env => ['Deployment', 'Service'].map(kind => `${env}/shop/${kind}.front.yaml`));
  const removed = files.flatMap(path => [` D dist/${path}`, ` D dist/.cdk8s-oam-index/${path}.own`]);
  expect(git('status', '--porcelain').trimEnd().split('\n').sort()).toEqual(removed.sort());
});
