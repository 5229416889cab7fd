/** One step of a path: the name of a field or the key of a map, or the index of an element. */
export type Step = string | number;

/** The path from a value to something in it: `['rules', 0, 'host']`. */
export type Path = readonly Step[];

/** A path, or its text if the code knows all its steps: `spec.rules[0].host`. */
export type At = Path | string;

/** A name, or a call: `render()`. */
const NAME = /^[A-Za-z_$][\w$-]*(\(\))?$/;

/** The steps of a path. */
export function pathOf(at: At): Path {
  return typeof at === 'string' ? parsed(at) : at;
}

/** Joins paths, one after the other. */
export function joinPath(...paths: readonly At[]): Path {
  return paths.flatMap(pathOf);
}

/**
 * The path as people read it: `spec.rules[1].host`, `metadata.labels['a.b/c']`. The first step is not quoted, because it may be a flag or a
 * file.
 */
export function showPath(path: Path): string {
  return path.reduce<string>((text, step, i) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (i === 0) return step;
    return NAME.test(step) ? `${text}.${step}` : `${text}['${step}']`;
  }, '');
}

/** Whether a path is the outer one, or leads into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, i) => path[i] === step);
}

const STEP = /\[(\d+)\]|\['(.*?)'\](?=[.[]|$)|([^.[\]]+)/gs;

/**
 * The most parsed paths that are kept. Few paths are written as texts in the code, and they are parsed repeatedly; paths that are built
 * with an index may be many.
 */
const MOST_PARSED = 1000;
const PARSED = new Map<string, Path>([['', []]]);

function parsed(text: string): Path {
  const known = PARSED.get(text);
  if (known) return known;
  const path = [...text.matchAll(STEP)].map(([, index, key, name]) => index === undefined ? key ?? name : Number(index));
  if (PARSED.size < MOST_PARSED) PARSED.set(text, path);
  return path;
}
