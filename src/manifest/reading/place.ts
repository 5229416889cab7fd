/** Where a value stands in a text: a number where nothing is in it, as in most values by far. */
export type Place = number | Branch;

/** Where a map or a list stands, and where what is in it stands. */
export interface Branch {
  /** Where its key begins, or the map or list itself where it has none. */
  readonly offset: number;
  readonly fields?: Readonly<Record<string, Place>>;
  readonly elements?: readonly Place[];
}

export function offsetOf(place: Place): number {
  return typeof place === 'number' ? place : place.offset;
}

/** The same, for something that stands elsewhere: at the key of a map, or at an alias. */
export function movedTo(place: Place, offset: number): Place {
  return typeof place === 'number' ? offset : { ...place, offset };
}

/** The path of a field, as findings have it: `spec.rules[1]`, `metadata.labels['a.b/c']`. */
export function fieldOf(prefix: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${prefix}['${key}']`;
  return prefix ? `${prefix}.${key}` : key;
}

/** The place of a field, or of the nearest one around it that is there. */
export function findPlace(root: Place, field: string): Place {
  let place = root;
  for (let rest = field; rest && typeof place !== 'number';) {
    const step = place.elements ? elementStep(place.elements, rest) : fieldStep(place.fields ?? {}, rest);
    if (!step) return place;
    [place, rest] = step;
  }
  return place;
}

/** What was found, and the rest of the path. */
type Step = [place: Place, rest: string] | undefined;

function elementStep(elements: readonly Place[], path: string): Step {
  const index = /^\[(\d+)\]\.?/.exec(path);
  const element = index ? elements[Number(index[1])] : undefined;
  return element === undefined ? undefined : [element, path.slice(index![0].length)];
}

/** Keys may have dots and brackets in them, so that the map says where a key ends: the longest one that fits. */
function fieldStep(fields: Readonly<Record<string, Place>>, path: string): Step {
  const isQuoted = path.startsWith('[\'');
  for (let end = path.length; end > 0; end--) {
    if (end < path.length && path[end] !== '.' && path[end] !== '[') continue;
    const plain = path.slice(0, end);
    const quoted = isQuoted && end >= 4 && plain.endsWith('\']') ? plain.slice(2, -2) : plain;
    const key = [plain, quoted].find(each => Object.hasOwn(fields, each));
    if (key !== undefined) return [fields[key], path.slice(end).replace(/^\./, '')];
  }
  return undefined;
}
