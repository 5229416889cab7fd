/** Strings that YAML reads unchanged without quotes, inside brackets too. */
const PLAIN = /^[A-Za-z_/][\w./-]*$/;

/** Words that YAML 1.1 reads as something other than a string; some readers take `e1` for a number. */
const OTHER_TYPE = /^(y|yes|n|no|true|false|on|off|null|e\d.*)$/i;

/** Characters that some readers do not accept unescaped. */
const ODD = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The lines of a list of objects in YAML: one per field, and one per element of a nested list of objects, such as a list of rules. */
export function yamlList(elements: readonly object[]): string[] {
  const marked = (line: string, index: number) => `${index === 0 ? '- ' : '  '}${line}`;
  return elements.flatMap(element => Object.entries(element).flatMap(fieldLines).map(marked));
}

function fieldLines([name, value]: [string, unknown]): string[] {
  const isListed = Array.isArray(value) && value.some(each => typeof each === 'object');
  return isListed ? [`${string(name)}:`, ...value.map(each => `  - ${inline(each)}`)] : [`${string(name)}: ${inline(value)}`];
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'string') return string(value);
  if (typeof value !== 'object') return String(value);
  return `{${Object.entries(value!).map(([name, each]) => `${string(name)}: ${inline(each)}`).join(', ')}}`;
}

function string(text: string): string {
  return PLAIN.test(text) && !OTHER_TYPE.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(ODD, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Indents lines by `depth` spaces. */
export function indented(lines: readonly string[], depth: number): string[] {
  return lines.map(line => ' '.repeat(depth) + line);
}
