import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import type { ClusterSample } from './clusters-child';
import { COMPONENTS, NAMESPACES, SHARDS } from './clusters-shape';
import { run } from './processes';
import { table } from './table';

// A cluster as large as they are, and the Prometheus of the program that scrapes it.

/** The shape in which it is compared what a change changes. */
const [FEW, FEW_NAMESPACES] = [2000, 200];

/** A component with a MetricsTrait. */
const MOVED = '4';

/** What it took, and what was written. */
export interface ClusterResult {
  readonly sample: ClusterSample;
  readonly files: number;
  readonly bytes: number;
  /** Of each kind: how many there are, and the bytes of the largest. */
  readonly kinds: ReadonlyMap<string, { readonly count: number; readonly largest: number }>;
  /** The objects that are others when a component's metrics have another path. */
  readonly moved: readonly string[];
  /** Those when there is a namespace more, behind the others; without those that are new. */
  readonly grown: readonly string[];
}

export function measureClusters(child: string): ClusterResult {
  return { ...measured(child), ...changes(child) };
}

function measured(child: string) {
  return inFolder(folder => {
    const sample: ClusterSample = run(child, `${COMPONENTS}`, `${NAMESPACES}`, folder);
    const kinds = new Map<string, { count: number; largest: number }>();
    let [files, bytes] = [0, 0];
    for (const text of filesIn(folder)) {
      files += 1;
      bytes += Buffer.byteLength(text);
      for (const document of documentsIn(text)) {
        const { count, largest } = kinds.get(kindOf(document)) ?? { count: 0, largest: 0 };
        kinds.set(kindOf(document), { count: count + 1, largest: Math.max(largest, Buffer.byteLength(document)) });
      }
    }
    return { sample, files, bytes, kinds };
  });
}

/** What changes with a part of the program; fails if a path in one component changes more than what tells it. */
function changes(child: string): Pick<ClusterResult, 'moved' | 'grown'> {
  const written = (components: number, namespaces: number, ...more: string[]) => inFolder(folder => {
    run(child, `${components}`, `${namespaces}`, folder, ...more);
    return filesIn(folder).flatMap(documentsIn);
  });
  const before = new Set(written(FEW, FEW_NAMESPACES));
  const names = new Set([...before].map(nameOf));
  const changed = (after: string[]) => after.filter(document => !before.has(document)).map(nameOf).filter(name => names.has(name)).sort();
  const moved = changed(written(FEW, FEW_NAMESPACES, MOVED));
  if (moved.length !== 1) throw new Error(`a path changes, and with it ${moved.join(', ') || 'nothing'}`);
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
${SHARDS} shards that scrapes them all: a \`GitOpsApp\` with a chart for each namespace, rendered once in a process of its own. Each component is a Deployment and a
Service with metrics at one port; every tenth has an Ingress. What a change changes is seen in ${FEW.toLocaleString('en')} components in ${FEW_NAMESPACES} namespaces, by comparing all objects; a path
that changes more than one object fails the bench.`;

export function clustersTable({ sample, files, bytes, kinds, moved, grown }: ClusterResult): string {
  return table(['', '`PrometheusScraper`'], [
    ['making the constructs, s', seconds(sample.construct)],
    ['synthesis, s', seconds(sample.synth)],
    ['CPU time of both, s', seconds(sample.cpu)],
    ['peak memory, MiB', sample.memory.toFixed(0)],
    ['files', number(files)],
    ['MB', (bytes / 1e6).toFixed(0)],
    ['objects', number([...kinds.values()].reduce((sum, { count }) => sum + count, 0))],
    ...['PodMonitor', 'Role', 'RoleBinding', 'Prometheus'].map(kind =>
      [`of kind ${kind}`, number(kinds.get(kind)?.count ?? 0)]),
    ...['PodMonitor', 'Prometheus'].map(kind =>
      [`largest ${kind}, bytes`, number(kinds.get(kind)?.largest ?? 0)]),
    ['objects that another path changes', moved.join(', ')],
    ['objects that another namespace changes', grown.join(', ') || 'none'],
  ]);
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(0);
const number = (value: number) => value === 0 ? '' : value.toLocaleString('en');
