/** Where a value stands in a text, and where what is in it stands. */
export interface Place {
  /** Where its key begins, or the value itself where it has none. */
  readonly offset: number;
  readonly fields?: ReadonlyMap<string, Place>;
  readonly elements?: readonly Place[];
}

/** The path of a field, as findings have it: `spec.rules[1]`, `metadata.labels['a.b/c']`. */
export function fieldOf(prefix: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${prefix}['${key}']`;
  return prefix ? `${prefix}.${key}` : key;
}

/** The place of a field, or of the nearest one around it that is there. */
export function findPlace(root: Place, field: string): Place {
  let place = root;
  for (let rest = field; rest;) {
    const step = place.elements ? elementStep(place.elements, rest) : fieldStep(place.fields, rest);
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
  return element && [element, path.slice(index![0].length)];
}

/** Keys may have dots and brackets in them, so that the map says where a key ends: the longest one that fits. */
function fieldStep(fields: Place['fields'], path: string): Step {
  let longest: string | undefined;
  let spelled = '';
  for (const key of fields?.keys() ?? []) {
    for (const spelling of [key, `['${key}']`]) {
      if (spelling.length > spelled.length && path.startsWith(spelling) && /^($|[.[])/.test(path.slice(spelling.length))) {
        [longest, spelled] = [key, spelling];
      }
    }
  }
  return longest === undefined ? undefined : [fields!.get(longest)!, path.slice(spelled.length).replace(/^\./, '')];
}
