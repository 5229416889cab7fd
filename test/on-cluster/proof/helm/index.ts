/** `helm template` of a chart, and a program of the library that renders the same objects: what they take. */
import { strict as assert } from 'assert';
import { execFileSync } from 'child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { parseAllDocuments, stringify } from 'yaml';
import { environmentTimes } from './environments';
import { compileLibrary, compilePrograms } from '../../../../bench/compile';
import { takeTurns, timeOf } from '../../../../bench/processes';
import { chartName, componentName, environment, hostName, IMAGE, slices } from '../../../../bench/shape';
import { summary } from '../../../../bench/statistics';
import { programOf } from '../../bench/binaries';
import type { Proof, ProofBench } from '../proof';

const ROUNDS = 5;

/** What docs/gitops-app.md says of Helm. */
const SAID = 'times as long as `helm template` takes for a chart of the same objects';

/** The values of the chart: the components of the bench. */
function values(components: number): object {
  const of = (application: string, n: number) => ({
    name: componentName(n),
    application,
    annotations: { version: 'v1.0.0', description: `Application ${application}` },
    labels: { app: componentName(n), version: 'v1' },
    image: IMAGE,
    ports: [{ containerPort: 8080, name: 'http' }],
    env: environment(n),
    resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
    readinessProbe: { httpGet: { path: '/health/ready', port: 8080 }, periodSeconds: 10 },
    ingress: { host: hostName(n), paths: [{ path: '/api', pathType: 'Prefix' }] },
    metrics: { path: '/metrics' },
  });
  return {
    ingressClass: 'nginx',
    tlsSecret: 'shop-tls',
    monitorLabels: { release: 'prometheus' },
    components: slices({ components, charts: 1 }, 0).flatMap(({ name, numbers }) => numbers.map((n) => of(name, n))),
  };
}

/** A program, and what it is given. */
type Command = readonly [file: string, ...args: string[]];

interface Sides {
  readonly helm: Command;
  readonly library: Command;
  /** Where the library writes. */
  readonly out: string;
}

function prepared(folder: string, components: number): Sides {
  const [chart, out] = [join(folder, `chart-${components}`), join(folder, `out-${components}`)];
  cpSync(join(__dirname, 'chart'), chart, { recursive: true });
  writeFileSync(join(chart, 'values.yaml'), stringify(values(components)));
  const child = compilePrograms()('whole-child');
  return {
    helm: [programOf('helm'), 'template', 'shop', chart, '--namespace', chartName(0)],
    library: [process.execPath, child, 'kubernetes', `${components}`, out],
    out,
  };
}

async function run({ tried }: ProofBench): Promise<void> {
  // the disk is not what is measured
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cdk8s-oam-proof-'));
  try {
    for (const components of [1000, 4000]) {
      const sides = prepared(folder, components);
      const what = `${components.toLocaleString('en')} components`;
      await tried(`${what}: the chart and the program render the same`, async () => `${equalObjects(sides).toLocaleString('en')} objects are equal`);
      await tried(`${what}: the program's time beside that of \`helm template\`, least and median of ${ROUNDS} processes each`, async () => times(sides));
    }
    const { helm: command } = prepared(folder, 1000);
    const objects = [...byKey(output(command)).keys()];
    await tried(
      `three environments of 1,000 components in 20 namespaces: a first run and one after a release, beside three times \`helm template\`, ${ROUNDS} of each`,
      async () => environmentTimes(command, objects, folder),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const output = ([file, ...args]: Command) => execFileSync(file, args, { encoding: 'utf8', maxBuffer: Infinity });

/** Renders both sides, and answers how many objects they are; fails where they differ. */
function equalObjects({ helm, library, out }: Sides): number {
  const [rendered] = [helm, library].map(output);
  const written = readdirSync(out).filter((name) => name.endsWith('.yaml')).map((name) => readFileSync(join(out, name), 'utf8'));
  const [ofChart, ofProgram] = [byKey(rendered), byKey(written.join('---\n'))];
  assert.deepEqual(ofChart, ofProgram);
  return ofChart.size;
}

function byKey(text: string): Map<string, unknown> {
  const objects = parseAllDocuments(text).map((document) => document.toJS()).filter((object) => object != null);
  const sorted = objects.map((object): [string, unknown] => [`${object.kind} ${object.metadata.name}`, object]).sort(([a], [b]) => a < b ? -1 : 1);
  const unique = new Map(sorted);
  assert.equal(unique.size, objects.length);
  return unique;
}

function times({ helm, library }: Sides): string {
  const [ofHelm, ofLibrary] = takeTurns(ROUNDS, [helm, library].map(([file, ...args]) => () => timeOf(file, ...args))).map(summary);
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const ratio = (key: 'min' | 'median') => (ofLibrary[key] / ofHelm[key]).toFixed(2);
  return `${seconds(ofLibrary.min)} / ${seconds(ofLibrary.median)} s beside ${seconds(ofHelm.min)} / ${seconds(ofHelm.median)} s: ${ratio('min')} / ${ratio('median')}`;
}

export const helm: Proof = {
  claim: 'A program and a Helm chart render the same objects, and what each takes is measured beside the other',
  programs: ['helm'],
  pages: { 'docs/gitops-app.md': [SAID] },
  fetch: compileLibrary,
  run,
};
