import type { ValueChange } from '../../../src/cli/diff/compare';
import type { Path } from '../../../src/findings/path';
import { same } from '../../properties/differences';

/** What a value becomes by the changes that are told of it, and by nothing else. */
export function rebuilt(before: unknown, changes: readonly ValueChange[]): unknown {
  return new Rebuilding(changes).value(before, [], []);
}

class Rebuilding {
  private readonly replaced = new Map<string, ValueChange>();
  private readonly reordered = new Map<string, ValueChange>();
  private readonly removed = new Map<string, ValueChange>();
  /** By the place after of what they are added to. */
  private readonly added = new Map<string, ValueChange[]>();

  public constructor(changes: readonly ValueChange[]) {
    for (const change of changes) {
      const { kind, path, orderOf } = change;
      if (kind === 'added') {
        const parent = id(path.slice(0, -1));
        this.added.set(parent, [...this.added.get(parent) ?? [], change]);
      } else {
        const places = kind === 'removed' ? this.removed : orderOf === undefined ? this.replaced : this.reordered;
        if (places.has(id(path))) throw new Error(`${id(path)} is told twice`);
        places.set(id(path), change);
      }
    }
  }

  public value(value: any, path: Path, pathAfter: Path): unknown {
    const change = this.replaced.get(id(path));
    if (change) {
      same(change.before, value, `before of ${id(path)}`);
      same(change.pathAfter ?? change.path, pathAfter, `the place after of ${id(path)}`);
      return change.after;
    }
    if (Array.isArray(value)) return this.list(value, path, pathAfter);
    return typeof value === 'object' && value !== null ? this.map(value, path, pathAfter) : value;
  }

  private map(value: any, path: Path, pathAfter: Path): unknown {
    const kept = Object.keys(value).filter(key => this.isKept(value[key], [...path, key]));
    const added = this.added.get(id(pathAfter)) ?? [];
    return Object.fromEntries([
      ...kept.map(key => [key, this.value(value[key], [...path, key], [...pathAfter, key])]),
      ...added.map(({ path: place, after }) => [place.at(-1), after]),
    ]);
  }

  private list(value: readonly unknown[], path: Path, pathAfter: Path): unknown {
    const kept = this.inOrder(value, [...value.keys()].filter(i => this.isKept(value[i], [...path, i])), path, pathAfter);
    const added = new Map((this.added.get(id(pathAfter)) ?? []).map(change => [change.path.at(-1), change]));
    return Array.from({ length: kept.length + added.size }, (_, j) => {
      const addition = added.get(j);
      if (addition) return addition.after;
      const i = kept.shift()!;
      return this.value(value[i], [...path, i], [...pathAfter, j]);
    });
  }

  private inOrder(value: readonly unknown[], kept: number[], path: Path, pathAfter: Path): number[] {
    const change = this.reordered.get(id(path));
    if (!change) return kept;
    same(change.pathAfter ?? change.path, pathAfter, `the place after of ${id(path)}`);
    const called = (i: number) => change.orderOf!.split('.').reduce((inner: any, step) => step ? inner[step] : inner, value[i]);
    same(change.before, kept.map(called), `the order before of ${id(path)}`);
    const waiting = [...kept];
    return (change.after as unknown[]).map(name => {
      const at = waiting.findIndex(i => equal(called(i), name));
      if (at < 0) throw new Error(`${JSON.stringify(name)} is not in ${id(path)}`);
      return waiting.splice(at, 1)[0];
    });
  }

  private isKept(value: unknown, path: Path): boolean {
    const change = this.removed.get(id(path));
    if (change) same(change.before, value, `what was removed from ${id(path)}`);
    return !change;
  }
}

const id = (path: Path) => JSON.stringify(path);

function equal(a: unknown, b: unknown): boolean {
  try {
    same(a, b, '');
    return true;
  } catch {
    return false;
  }
}
