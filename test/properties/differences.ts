/**
 * Where two values differ, the first place only; nothing if they are equal. Own fields are compared, whatever they are called
 * (`__proto__` too, which jest's matchers leave out) and whatever object holds them; nothing counts as equal to nothing else.
 */
export function difference(actual: any, expected: any, at = '$'): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (Array.isArray(actual) !== Array.isArray(expected) || !isObject(actual) || !isObject(expected)) {
    return `${at}: ${shown(actual)} instead of ${shown(expected)}`;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const place = `${at}[${JSON.stringify(key)}]`;
    if (!Object.hasOwn(actual, key)) return `${place}: is lost, was ${shown(expected[key])}`;
    if (!Object.hasOwn(expected, key)) return `${place}: is new: ${shown(actual[key])}`;
    const found = difference(actual[key], expected[key], place);
    if (found) return found;
  }
  return undefined;
}

/** Fails where two values differ. */
export function same(actual: any, expected: any, what: string): void {
  const found = difference(actual, expected);
  if (found) throw new Error(`${what}: ${found}`);
}

function isObject(value: any): boolean {
  return typeof value === 'object' && value !== null;
}

function shown(value: any): string {
  return isObject(value) || typeof value === 'string' ? JSON.stringify(value) : String(value);
}
