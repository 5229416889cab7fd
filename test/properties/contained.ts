/** Lists to which something of the platform's own may be added, at the end. */
const GROWING = ['containers', 'sideCars', 'volumes', 'volumeMounts'];

/**
 * Where something of what was wanted is not in what came out, the first place only. Objects may have more fields, lists the same elements; `growing` lists
 * may have more of them.
 */
export function missing(actual: any, wanted: any, at = '$', grows = false): string | undefined {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted) ? undefined : `${at}: ${shown(actual)} instead of ${shown(wanted)}`;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(wanted)) return `${at}: ${shown(actual)} instead of ${shown(wanted)}`;
  if (Array.isArray(wanted) && (grows ? actual.length < wanted.length : actual.length !== wanted.length)) return `${at}: ${actual.length} elements instead of ${wanted.length}`;
  for (const key of Object.keys(wanted)) {
    const place = `${at}[${JSON.stringify(key)}]`;
    if (!Object.hasOwn(actual, key) && isNothing(key, wanted[key])) continue;
    if (!Object.hasOwn(actual, key)) return `${place}: is lost, was ${shown(wanted[key])}`;
    const found = missing(actual[key], wanted[key], place, GROWING.includes(key));
    if (found) return found;
  }
  return undefined;
}

/** Metadata without labels is the same with an empty map of them. */
function isNothing(key: string, value: any): boolean {
  return ['labels', 'annotations'].includes(key) && Object.keys(value).length === 0;
}

/** Fails where something is lost. */
export function kept(actual: any, wanted: any, what: string): void {
  const found = missing(actual, wanted);
  if (found) throw new Error(`${what}: ${found}`);
}

function shown(value: any): string {
  return JSON.stringify(value) ?? 'nothing';
}
