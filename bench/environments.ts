import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'fs';
import { tmpdir } from 'os';
import { join, relative } from 'path';
import { EnvironmentsSide, RELEASED, RELEASED_IN } from './environments-shape';
import { timeOf } from './processes';
import { componentName } from './shape';
import { ratio, summary, Summary } from './statistics';
import { table } from './table';

// Whole processes, as a pipeline runs them: a first run into an empty folder, and one after a release.

const ROUNDS = 5;

/** The share of the first run that the second may take. */
const AT_MOST = 1 / 3;

/** What one side took. */
export interface EnvironmentsResult {
  readonly side: EnvironmentsSide;
  readonly files: number;
  readonly first: Summary;
  readonly second: Summary;
  /** The second run with `--env`. */
  readonly one?: Summary;
}

const TITLES: Readonly<Record<EnvironmentsSide, string>> = {
  'file-per-object': '`Environments`, a file for each object',
  'file-per-chart': '`Environments`, a file for each chart',
  'app': 'an `App` for each environment, a file for each chart',
};

const SIDES = Object.keys(TITLES) as EnvironmentsSide[];

export function measureEnvironments(child: string): EnvironmentsResult[] {
  // a folder in memory where there is one: the disk is not what is measured
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cdk8s-oam-bench-'));
  try {
    const rounds = Array.from({ length: ROUNDS }, () => SIDES.map(side => round(child, side, join(folder, side))));
    sameObjects(folder);
    return rounds[0].map(({ side, files }, i) => ({
      side,
      files,
      first: summary(rounds.map(each => each[i].first)),
      second: summary(rounds.map(each => each[i].second)),
      one: side === 'app' ? undefined : summary(rounds.map(each => each[i].one!)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fails if the second run touches anything but what differs. */
function round(child: string, side: EnvironmentsSide, outdir: string) {
  rmSync(outdir, { recursive: true, force: true });
  const run = (released: 'yes' | 'no') => timeOf(process.execPath, child, side, released, outdir);
  const first = run('no');
  const before = timesIn(outdir);
  const second = run('yes');
  // the index has a file for each
  const files = before.size / (side === 'app' ? 1 : 2);
  if (side === 'app') return { side, files, first, second };
  const after = timesIn(outdir);
  const touched = [...after].filter(([path, time]) => before.get(path) !== time).map(([path]) => path).sort();
  const file = side === 'file-per-object' ? `shop-0/Deployment.${componentName(RELEASED)}.yaml` : 'shop-0.k8s.yaml';
  const expected = `${RELEASED_IN}/${file}`;
  if (touched.join() !== expected || after.size !== before.size) {
    throw new Error(`${side}: one image changes, and the run touches ${touched.join(', ')}`);
  }
  process.env.CDK8S_OAM_ENVIRONMENT = RELEASED_IN;
  try {
    return { side, files, first, second, one: run('no') };
  } finally {
    delete process.env.CDK8S_OAM_ENVIRONMENT;
    // what is compared is after the release
    run('yes');
  }
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(each => each.isFile()).map(each => join(each.parentPath, each.name));
}

const timesIn = (folder: string) => new Map(pathsIn(folder).map(file => [relative(folder, file), statSync(file, { bigint: true }).mtimeNs]));

/** Fails if the sides have not written the same objects, byte for byte, in whatever order. */
function sameObjects(folder: string): void {
  const [own, ...others] = SIDES.map(side => documentsIn(join(folder, side)));
  const isSame = others.every(each => each.join('---\n') === own.join('---\n'));
  if (!isSame) throw new Error('Environments and App wrote different objects; nothing that follows would mean anything');
}

function documentsIn(folder: string): string[] {
  const files = pathsIn(folder).filter(file => file.endsWith('.yaml'));
  return files.flatMap(file => readFileSync(file, 'utf8').split(/^---\n/m)).filter(text => text.trim() !== '').sort();
}

export const ENVIRONMENTS = `Three environments of 1,000 components in 20 namespaces, 12,000 objects, in whole processes, ${ROUNDS} of each. The second run has another image of one
component in one environment. It may touch the file of that object and the index alone, which is checked by the times of all files, and fails the bench otherwise;
so does any difference between the objects that the sides have written. With \`--env\`, the files of that environment alone are written.`;

export function environmentsTable(results: readonly EnvironmentsResult[]): string {
  const both = ({ min, median }: Summary, digits = 0) => `${min.toFixed(digits)} / ${median.toFixed(digits)}`;
  const app = results.find(({ side }) => side === 'app')!;
  const head = ['program', 'files', 'first run ms', 'over `App`', 'second run ms', 'over the first', 'at most', 'met', '`--env` ms'];
  return table(head, results.map(({ side, files, first, second, one }) => {
    const share = ratio(second, first);
    const kept = [share.min, share.median].filter(each => each <= AT_MOST).length;
    const judged = side === 'app' ? ['', ''] : [AT_MOST.toFixed(2), kept === 2 ? 'yes' : kept === 0 ? 'NO' : 'not clear'];
    return [TITLES[side], files.toLocaleString('en'), both(first), both(ratio(first, app.first), 2), both(second), both(share, 2), ...judged, one ? both(one) : ''];
  }));
}
