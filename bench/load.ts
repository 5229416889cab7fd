import { alternate, run } from './processes';
import { summary, Summary } from './statistics';

const ROUNDS = 25;
const BASE = ['cdk8s', 'cdk8s-plus-27'];

/** What one process took, in milliseconds. */
export interface LoadSample {
  readonly total: number;
  readonly cpu: number;
}

/** One list of packages. */
export interface Loaded {
  readonly total: Summary;
  readonly cpu: Summary;
}

export interface LoadResult {
  readonly rounds: number;
  /** cdk8s alone. */
  readonly cdk8s: Loaded;
  /** cdk8s and cdk8s-plus-27. */
  readonly without: Loaded;
  /** Both, and the library. */
  readonly with: Loaded;
}

export function measureLoad(child: string): LoadResult {
  const load = (...names: string[]) => (): LoadSample => run(child, ...names);
  load(...BASE, 'cdk8s-oam')(); // from the disk into its cache
  const [pairs, cdk8s] = alternate(ROUNDS, () => [load(...BASE)(), load(...BASE, 'cdk8s-oam')()], load('cdk8s'));
  return { rounds: ROUNDS, cdk8s: loaded(cdk8s), without: loaded(pairs.map(p => p[0])), with: loaded(pairs.map(p => p[1])) };
}

function loaded(samples: LoadSample[]): Loaded {
  return { total: summary(samples.map(s => s.total)), cpu: summary(samples.map(s => s.cpu)) };
}
