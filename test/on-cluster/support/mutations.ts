/** Valid objects made wrong, or only different, at random places: what people and generators of manifests get wrong. */

/** An object of which something was changed. */
export interface Mutant {
  /** The valid object that it was. */
  readonly base: any;
  readonly object: any;
  /** What was changed, as `spec.replicas: deleted`. */
  readonly changes: readonly string[];
}

const MODULUS = 2 ** 31 - 1;

/** Numbers that are the same for the same seed (Park and Miller's generator). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = 1 + seed % (MODULUS - 1);
  }

  /** An integer from 0 to below a limit. */
  public below(limit: number): number {
    this.state = this.state * 48_271 % MODULUS;
    return Math.floor((this.state - 1) / (MODULUS - 1) * limit);
  }

  public pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }
}

/** A field or an entry of an object, and what it is in. */
interface Place {
  readonly holder: any;
  readonly key: string | number;
  readonly path: string;
}

/** Changes one place; answers undefined where it does not fit. */
type Mutation = (place: Place, random: Random, others: ReadonlyMap<string, readonly unknown[]>) => string | undefined;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets one of some values, if the present one is of a type. */
const one = (type: 'string' | 'number', values: readonly unknown[]): Mutation => (place, random) =>
  typeof place.holder[place.key] === type ? set(place, random.pick(values)) : undefined;

const LONG = 'a'.repeat(300);
const TYPES = ['a', 7, true, { a: 1 }, ['a'], 1.5];

/** What may be changed, by its name. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  deleted: ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    return 'deleted';
  },
  nothing: (place) => set(place, null),
  type: (place, random) => set(place, random.pick(TYPES.filter((value) => typeof value !== typeof place.holder[place.key]))),
  empty: (place) => {
    const value = place.holder[place.key];
    return set(place, Array.isArray(value) ? [] : isObject(value) ? {} : '');
  },
  number: one('number', [-1, 0, 1, 2, 65_536, 2 ** 31, 1e18, 1.5]),
  name: one('string', ['Upper', 'under_score', 'with space', '-dash', 'dot.ted', 'a/b', '1', LONG, 'ü', 'a\nb', '..', '*']),
  quantity: one('string', ['-1', '0', '1', '100Gi', '1Zi', '0.5', '1m', '200%', '10.0.0.0/33', '10.0.0.300', '::1']),
  typo: ({ holder, key }, random) => {
    if (Array.isArray(holder)) return undefined;
    const wrong = random.pick([`${key}s`, String(key).toLowerCase(), `${String(key)[0].toUpperCase()}${String(key).slice(1)}`, `x${key}`]);
    if (wrong in holder) return undefined;
    holder[wrong] = holder[key];
    if (random.below(2)) delete holder[key];
    return `as ${wrong}`;
  },
  twice: ({ holder, key }) => {
    if (!Array.isArray(holder)) return undefined;
    holder.push(structuredClone(holder[Number(key)]));
    return 'twice';
  },
  swapped: ({ holder, key }, random) => {
    if (Array.isArray(holder)) return undefined;
    const other = random.pick(Object.keys(holder));
    if (other === key || other === 'apiVersion' || other === 'kind') return undefined;
    [holder[key], holder[other]] = [holder[other], holder[key]];
    return `swapped with ${other}`;
  },
  other: (place, random, others) => {
    const values = others.get(String(place.key)) ?? [];
    return values.length > 1 && !Array.isArray(place.holder) ? set(place, random.pick(values)) : undefined;
  },
  added: ({ holder, key }, random, others) => {
    const value = holder[key];
    if (!isObject(value)) return undefined;
    const name = random.pick([...others.keys()]);
    if (name in value) return undefined;
    value[name] = structuredClone(random.pick(others.get(name)!));
    return `with ${name}`;
  },
};

/** A mistake in the two fields that name the kind; without them, a client has nowhere to send the object. */
const KINDS: readonly (readonly [field: 'apiVersion' | 'kind', value: string])[] = [
  ['apiVersion', 'extensions/v1beta1'], ['apiVersion', 'apps/v1beta1'], ['apiVersion', 'apps/v2'], ['apiVersion', 'v1'], ['apiVersion', 'apps/v1'],
  ['apiVersion', 'batch/v1beta1'], ['apiVersion', 'networking.k8s.io/v1beta1'], ['apiVersion', 'networking.k8s.io/v1'],
  ['apiVersion', 'example.com/v1'], ['apiVersion', 'policy/v1beta1'], ['apiVersion', 'autoscaling/v2beta2'],
  ['kind', 'Deploymnt'], ['kind', 'deployment'], ['kind', 'Ingresses'],
];

/** As many mutants as are wanted, of all bases in turn. */
export function mutants(bases: readonly any[], count: number, seed: number): Mutant[] {
  const random = new Random(seed);
  const others = valuesByKey(bases);
  return Array.from({ length: count }, (_, i) => mutant(bases[i % bases.length], random, others));
}

function mutant(base: any, random: Random, others: ReadonlyMap<string, readonly unknown[]>): Mutant {
  const made = changed(base, random, others);
  // another value of an enum may be the one that was there
  return JSON.stringify(made.object) === JSON.stringify(base) ? mutant(base, random, others) : made;
}

function changed(base: any, random: Random, others: ReadonlyMap<string, readonly unknown[]>): Mutant {
  const object = structuredClone(base);
  if (random.below(50) === 0) {
    const [field, value] = random.pick(KINDS);
    return { base, object: { ...object, [field]: value }, changes: [`${field}: ${value}`] };
  }
  const changes: string[] = [];
  // two changes in every sixth: one may hide the other, or only both together may be wrong
  const wanted = random.below(6) === 0 ? 2 : 1;
  while (changes.length < wanted) {
    const place = random.pick(places(object, ''));
    const change = MUTATIONS[random.pick(Object.keys(MUTATIONS))](place, random, others);
    if (change !== undefined) changes.push(`${place.path}: ${change}`);
  }
  return { base, object, changes };
}

/** All fields and entries but `apiVersion` and `kind` of the object itself. */
function places(value: any, path: string): Place[] {
  const own = Array.isArray(value) ? value.map((_, key) => ({ key, at: `${path}[${key}]` }))
    : isObject(value) ? Object.keys(value).map((key) => ({ key, at: path ? `${path}.${key}` : key })) : [];
  return own.filter(({ at }) => at !== 'apiVersion' && at !== 'kind')
    .flatMap(({ key, at }): Place[] => [{ holder: value, key, path: at }, ...places(value[key], at)]);
}

/** The values that a field of a name has anywhere: another one of an enum is among them. */
function valuesByKey(bases: readonly any[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const { holder, key } of bases.flatMap((base) => places(base, ''))) {
    if (!Array.isArray(holder)) found.set(String(key), [...found.get(String(key)) ?? [], holder[key]]);
  }
  return found;
}

function set({ holder, key }: Place, value: unknown): string {
  // a later change may be within it
  holder[key] = structuredClone(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
