import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import type { ClusterSample } from './clusters-child';
import { COMPONENTS, NAMESPACES, ScraperSide, SHARDS } from './clusters-shape';
import { run } from './processes';
import { table } from './table';

// A cluster as large as they are, and the Prometheus of the program that scrapes it.

const TITLES: Readonly<Record<ScraperSide, string>> = { 'without-operator': '`withoutOperator()`', 'with-operator': '`withOperator()`' };

/** The shape in which it is compared what a change changes. */
const [FEW, FEW_NAMESPACES] = [2000, 200];

/** A component with a MetricsTrait. */
const MOVED = '4';

/** What one side took, and what it wrote. */
export interface ClusterResult {
  readonly side: ScraperSide;
  readonly sample: ClusterSample;
  readonly files: number;
  readonly bytes: number;
  /** Of each kind: how many there are, and the bytes of the largest. */
  readonly kinds: ReadonlyMap<string, { readonly count: number; readonly largest: number }>;
  /** The jobs in ConfigMaps, in bytes: as they are, and compressed. */
  readonly jobs?: { readonly bytes: number; readonly compressed: number };
  /** The objects that are others when a component's metrics have another path. */
  readonly moved: readonly string[];
  /** Those when there is a namespace more, behind the others; without those that are new. */
  readonly grown: readonly string[];
}

export function measureClusters(child: string): ClusterResult[] {
  return (Object.keys(TITLES) as ScraperSide[]).map(side => ({ side, ...measured(child, side), ...changes(child, side) }));
}

function measured(child: string, side: ScraperSide) {
  return inFolder(folder => {
    const sample: ClusterSample = run(child, side, `${COMPONENTS}`, `${NAMESPACES}`, folder);
    const kinds = new Map<string, { count: number; largest: number }>();
    const jobs: string[] = [];
    let [files, bytes] = [0, 0];
    for (const text of filesIn(folder)) {
      files += 1;
      bytes += Buffer.byteLength(text);
      for (const document of documentsIn(text)) {
        const { count, largest } = kinds.get(kindOf(document)) ?? { count: 0, largest: 0 };
        kinds.set(kindOf(document), { count: count + 1, largest: Math.max(largest, Buffer.byteLength(document)) });
        if (document.includes('scrape_configs:')) jobs.push(document);
      }
    }
    const all = jobs.join('');
    return { sample, files, bytes, kinds, jobs: all === '' ? undefined : { bytes: Buffer.byteLength(all), compressed: gzipSync(all).length } };
  });
}

/** What changes with a part of the program; fails if a path in one component changes more than what tells it. */
function changes(child: string, side: ScraperSide): Pick<ClusterResult, 'moved' | 'grown'> {
  const written = (components: number, namespaces: number, ...more: string[]) => inFolder(folder => {
    run(child, side, `${components}`, `${namespaces}`, folder, ...more);
    return filesIn(folder).flatMap(documentsIn);
  });
  const before = new Set(written(FEW, FEW_NAMESPACES));
  const names = new Set([...before].map(nameOf));
  const changed = (after: string[]) => after.filter(document => !before.has(document)).map(nameOf).filter(name => names.has(name)).sort();
  const moved = changed(written(FEW, FEW_NAMESPACES, MOVED));
  if (moved.length !== 1) throw new Error(`${side}: a path changes, and with it ${moved.join(', ') || 'nothing'}`);
  return { moved, grown: changed(written(FEW / FEW_NAMESPACES * (FEW_NAMESPACES + 1), FEW_NAMESPACES + 1)) };
}

function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-bench-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const filesIn = (folder: string) => readdirSync(folder).filter(name => !name.startsWith('.')).map(name => readFileSync(join(folder, name), 'utf8'));
const documentsIn = (text: string) => text.split(/^---\n/m).filter(document => document.trim() !== '');
const kindOf = (document: string) => /^kind: (.*)$/m.exec(document)![1];
const nameOf = (document: string) => {
  const [name, namespace] = ['name', 'namespace'].map(field => new RegExp(`^ {2}${field}: (.*)$`, 'm').exec(document)![1]);
  return `${kindOf(document)} ${namespace}/${name}`;
};

export const CLUSTERS = `${COMPONENTS.toLocaleString('en')} components in ${NAMESPACES.toLocaleString('en')} namespaces for an ordinary cluster, and a PrometheusScraper with
${SHARDS} shards that scrapes them all: a \`GitOpsApp\` with a chart for each namespace, rendered once by each form in a process of its own. Each component is a Deployment and a
Service with metrics at one port; every tenth has an Ingress. What a change changes is seen in ${FEW.toLocaleString('en')} components in ${FEW_NAMESPACES} namespaces, by comparing all objects; a path
that changes more than one object fails the bench.`;

export function clustersTable(results: readonly ClusterResult[]): string {
  const rows: [string, (result: ClusterResult) => string][] = [
    ['making the constructs, s', ({ sample }) => seconds(sample.construct)],
    ['synthesis, s', ({ sample }) => seconds(sample.synth)],
    ['CPU time of both, s', ({ sample }) => seconds(sample.cpu)],
    ['peak memory, MiB', ({ sample }) => sample.memory.toFixed(0)],
    ['files', ({ files }) => number(files)],
    ['MB', ({ bytes }) => (bytes / 1e6).toFixed(0)],
    ['objects', ({ kinds }) => number([...kinds.values()].reduce((sum, { count }) => sum + count, 0))],
    ...['ConfigMap', 'PodMonitor', 'Role', 'RoleBinding', 'StatefulSet', 'Prometheus'].map((kind): typeof rows[number] =>
      [`of kind ${kind}`, ({ kinds }) => number(kinds.get(kind)?.count ?? 0)]),
    ...['ConfigMap', 'PodMonitor', 'StatefulSet', 'Prometheus'].map((kind): typeof rows[number] =>
      [`largest ${kind}, bytes`, ({ kinds }) => number(kinds.get(kind)?.largest ?? 0)]),
    ['ConfigMaps with jobs, MB', ({ jobs }) => jobs ? (jobs.bytes / 1e6).toFixed(1) : ''],
    ['the same compressed by gzip, MB', ({ jobs }) => jobs ? (jobs.compressed / 1e6).toFixed(1) : ''],
    ['objects that another path changes', ({ moved }) => moved.join(', ')],
    ['objects that another namespace changes', ({ grown }) => grown.join(', ') || 'none'],
  ];
  return table(['', ...results.map(({ side }) => TITLES[side])], rows.map(([title, cell]) => [title, ...results.map(cell)]));
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(0);
const number = (value: number) => value === 0 ? '' : value.toLocaleString('en');
