/** A pattern in a policy with which texts are compared. */
export interface TextPattern {
  readonly is: 'exact' | 'prefix' | 'suffix' | 'any';
  readonly text: string;
}

/** A pattern that matches only this text. */
export function exactly(text: string): TextPattern {
  return { is: 'exact', text };
}

/** A pattern that matches every non-empty text without line feeds. */
export const ANY_TEXT: TextPattern = { is: 'any', text: '' };

/**
 * Parses a pattern of Istio. An asterisk at the beginning or the end is a wildcard, and alone it matches any text.
 * Elsewhere it is literal.
 */
export function istioPattern(text: string): TextPattern {
  if (text === '*') return ANY_TEXT;
  if (text.startsWith('*')) return { is: 'suffix', text: text.slice(1) };
  return text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : exactly(text);
}

/** Whether a pattern matches a text. */
export function fits({ is, text }: TextPattern, given: string): boolean {
  switch (is) {
    case 'exact': return given === text;
    case 'prefix': return given.startsWith(text);
    case 'suffix': return given.endsWith(text);
    // Istio uses a regular expression whose dot matches no line feed
    default: return given !== '' && !given.includes('\n');
  }
}

/** Whether the first pattern matches every text that the second one matches. */
export function covers(first: TextPattern, second: TextPattern): boolean {
  if (first.is === 'any') return second.is !== 'exact' || fits(first, second.text);
  return second.is === 'exact' ? fits(first, second.text) : first.is === second.is && fits(first, second.text);
}

/** A pattern in the notation of Istio. */
export function shownPattern({ is, text }: TextPattern): string {
  return `${is === 'suffix' || is === 'any' ? '*' : ''}${text}${is === 'prefix' ? '*' : ''}`;
}

/** The characters that the wildcards of Envoy's templates match, as part of a character class. */
const LITERAL = "A-Za-z0-9\\-._~%!$&'()+,;:@=";

/** Whether a path of a policy is a template. */
export function isTemplate(path: string): boolean {
  return path.includes('{*}') || path.includes('{**}');
}

/** Whether a path matches a template: `{*}` stands for one element, `{**}` for any number of elements. */
export function fitsTemplate(template: string, path: string): boolean {
  const source = template.split(/(\{\*\*?\}|\*\*?)/).map(part => {
    if (part === '{**}' || part === '**') return `[${LITERAL}/]*`;
    return part === '{*}' || part === '*' ? `[${LITERAL}]+` : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`).test(path);
}
