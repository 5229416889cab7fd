/** What a text is compared with, as policies write it. */
export interface TextPattern {
  readonly is: 'exact' | 'prefix' | 'suffix' | 'any';
  readonly text: string;
}

/** A pattern that is this text alone. */
export function exactly(text: string): TextPattern {
  return { is: 'exact', text };
}

/** Any text with something in it. */
export const ANY_TEXT: TextPattern = { is: 'any', text: '' };

/** A pattern of Istio: an asterisk at one end stands for the rest, and alone for any text. One elsewhere is itself. */
export function istioPattern(text: string): TextPattern {
  if (text === '*') return ANY_TEXT;
  if (text.startsWith('*')) return { is: 'suffix', text: text.slice(1) };
  return text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : exactly(text);
}

/** Whether a text is one that a pattern is for. */
export function fits({ is, text }: TextPattern, given: string): boolean {
  switch (is) {
    case 'exact': return given === text;
    case 'prefix': return given.startsWith(text);
    case 'suffix': return given.endsWith(text);
    // a regular expression whose dot is no line feed
    default: return given !== '' && !given.includes('\n');
  }
}

/** Whether all that the second pattern is for is something that the first one is for, too. */
export function covers(first: TextPattern, second: TextPattern): boolean {
  if (first.is === 'any') return second.is !== 'exact' || fits(first, second.text);
  return second.is === 'exact' ? fits(first, second.text) : first.is === second.is && fits(first, second.text);
}

/** A pattern as Istio writes it. */
export function shownPattern({ is, text }: TextPattern): string {
  return `${is === 'suffix' || is === 'any' ? '*' : ''}${text}${is === 'prefix' ? '*' : ''}`;
}

/** The characters of a path that Envoy's templates know; any other one fits none. */
const LITERAL = "A-Za-z0-9\\-._~%!$&'()+,;:@=";

/** Whether a path of a policy is a template. */
export function isTemplate(path: string): boolean {
  return path.includes('{*}') || path.includes('{**}');
}

/** Whether a path is one of a template: `{*}` stands for one element, `{**}` for any number. */
export function fitsTemplate(template: string, path: string): boolean {
  const source = template.split(/(\{\*\*?\}|\*\*?)/).map(part => {
    if (part === '{**}' || part === '**') return `[${LITERAL}/]*`;
    return part === '{*}' || part === '*' ? `[${LITERAL}]+` : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`).test(path);
}
