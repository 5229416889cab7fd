import type { Finding } from '../../private/finding';

/** What is said of a template, of Helm say, in the place of all that follows from its braces. */
export const TEMPLATED: Finding = {
  code: 'templated-manifest',
  field: '',
  problem: 'has a template\'s \'{{\' here, and is no YAML before the template is rendered',
  remedy: 'read what the template renders, with \'helm template\' say',
};

/** Where the template begins that is to blame for an error: on its line, or on the last one above it that is not empty. */
export function findTemplate(text: string, error: number): number | undefined {
  const ends = text.indexOf('\n', error);
  const lines = text.slice(0, ends < 0 ? text.length : ends).trimEnd().split('\n');
  const line = lines.pop()!;
  let start = lines.reduce((sum, { length }) => sum + length + 1, 0);
  if (line.includes('{{')) return start + line.indexOf('{{');
  while (lines.length > 0) {
    const above = lines.pop()!;
    start -= above.length + 1;
    if (above.includes('{{')) return start + above.indexOf('{{');
    if (above.trim()) return undefined;
  }
  return undefined;
}
