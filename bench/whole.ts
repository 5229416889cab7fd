import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ROOT } from './compile';
import { digestOf } from './digest';
import { takeTurns, timeOf } from './processes';
import { ratio, summary, Summary } from './statistics';
import { table } from './table';
import type { WholeSide } from './whole-child';

// Whole processes, as a pipeline runs them: node starts, loads, declares, checks and writes.

/** One pair: what is measured, and what it is compared with. */
interface WholeCase {
  readonly title: string;
  readonly components: number;
  readonly of: WholeSide | 'render' | 'validate';
  readonly to: WholeSide;
  readonly atMost: number;
}

const CASES: readonly WholeCase[] = [
  { title: '4,000 components, KubernetesPlatform: over plain ApiObjects, both GitOpsApp', components: 4000, of: 'kubernetes', to: 'plain-kubernetes', atMost: 1.5 },
  { title: '1,000 components, KubernetesPlatform: over plain ApiObjects, both GitOpsApp', components: 1000, of: 'kubernetes', to: 'plain-kubernetes', atMost: 1.5 },
  { title: '1,000 components, OAM, GitOpsApp: over plain ApiObjects, App', components: 1000, of: 'oam', to: 'plain-oam', atMost: 0.7 },
  {
    title: '10,000 components, KubernetesPlatform, held against schemas: over the same without, both GitOpsApp',
    components: 10_000,
    of: 'kubernetes-checked',
    to: 'kubernetes',
    atMost: 1.25,
  },
  { title: '`render` of 4,000 components of OAM: over the program, GitOpsApp', components: 4000, of: 'render', to: 'kubernetes', atMost: 2 },
  { title: '`validate` of the same: over the program, GitOpsApp', components: 4000, of: 'validate', to: 'kubernetes', atMost: 2 },
];

const ROUNDS = 5;

/** What the program says of its platform. */
const FLAGS = [
  '--platform', 'kubernetes', '--prometheus', 'monitoring/prometheus', '--monitor-selector', 'release=prometheus', '--monitor-namespaces', 'all',
  '--ingress-class', 'nginx', '--ingress-controller', 'ingress-nginx', '--ingress-domain', 'example.com', '--tls-secret', 'shop-tls',
];

/** The same of what has no flag. */
const SETTINGS = { kubernetes: { prometheus: { seriesLabels: 'both' } } };

export interface WholeResult extends WholeCase {
  readonly took: Summary;
  readonly against: Summary;
  readonly bytes: number;
}

/** A folder in memory where there is one: the disk is not what is measured. */
const memory = () => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cdk8s-oam-bench-'));

export function measureWhole(child: string): WholeResult[] {
  return CASES.map(each => {
    const folder = memory();
    try {
      return measured(child, folder, each);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function measured(child: string, folder: string, of: WholeCase): WholeResult {
  const out = (side: string) => join(folder, side);
  const program = (side: WholeSide) => () => timeOf(process.execPath, child, side, `${of.components}`, out(side));
  const main = join(ROOT, 'lib/src/cli/main.js');
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify(SETTINGS));
  const flags = ['--settings', settings, ...FLAGS];
  if (of.of === 'render' || of.of === 'validate') program('oam')();
  const sides = {
    render: () => timeOf(process.execPath, main, 'render', ...flags, '--out', out('render'), out('oam')),
    validate: () => timeOf(process.execPath, main, 'validate', ...flags, out('oam')),
  };
  const [took, against] = takeTurns(ROUNDS, [of.of in sides ? sides[of.of as keyof typeof sides] : program(of.of as WholeSide), program(of.to)]);
  if (of.of !== 'validate') sameObjects(out(of.of), out(of.to), of.title);
  return { ...of, took: summary(took), against: summary(against), bytes: digestOf(out(of.to)).bytes };
}

/** Fails if two sides have not written the same objects, byte for byte, in whatever order. */
function sameObjects(one: string, other: string, title: string): void {
  const [own, others] = [one, other].map(documentsOf);
  const odd = own.findIndex((text, i) => text !== others[i]);
  if (own.length === others.length && odd < 0) return;
  throw new Error(`${title}: ${own.length} and ${others.length} objects, and nothing that follows would mean anything:\n${own[odd]}\n---\n${others[odd]}`);
}

function documentsOf(folder: string): string[] {
  const names = readdirSync(folder).filter(name => !name.startsWith('.'));
  return names.flatMap(name => readFileSync(join(folder, name), 'utf8').split(/^---\n/m)).filter(text => text.trim() !== '').sort();
}

export const WHOLE = `Whole processes, node's own start included, ${ROUNDS} of each in turn. They write to a file system in memory where there is one. Each component has a
MetricsTrait, its own or the default, and an IngressTrait of its own: for Kubernetes that is a Deployment, a Service, a PodMonitor and an Ingress.
All objects are compared byte for byte, in whatever order; a difference fails the bench.`;

export function wholeTable(results: readonly WholeResult[]): string {
  const both = ({ min, median }: Summary, digits = 0) => `${min.toFixed(digits)} / ${median.toFixed(digits)}`;
  return table(['program', 'MB', 'ms', 'the other\'s ms', 'ratio', 'at most', 'met'], results.map(({ title, bytes, took, against, atMost }) => {
    const { min, median } = ratio(took, against);
    const kept = [min, median].filter(each => each <= atMost).length;
    return [
      title, (bytes / 1e6).toFixed(1), both(took), both(against), both({ min, median }, 2), atMost.toFixed(2), kept === 2 ? 'yes' : kept === 0 ? 'NO' : 'not clear',
    ];
  }));
}
