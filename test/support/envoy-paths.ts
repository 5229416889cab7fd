// How Envoy reads the path of a request before it looks for a route, as version 1.40 does.

/** How an implementation configures Envoy. */
export interface Normalization {
  readonly mergesSlashes: boolean;
  /** What becomes of `%2F` and `%5C`. */
  readonly escapedSlashes: 'kept' | 'redirected' | 'unescaped';
  /** Whether `..;` is a step like any other one, as an Envoy may have it that is older. */
  readonly keepsParameters?: true;
}

/** Istio's default, BASE. */
export const ISTIO_BASE: Normalization = { mergesSlashes: false, escapedSlashes: 'kept' };

/** The default of Envoy Gateway. */
export const ENVOY_GATEWAY: Normalization = { mergesSlashes: true, escapedSlashes: 'redirected' };

/** What Envoy makes of a path: the path by which routes and policies are asked, or an answer of its own. */
export type ReadPath = { readonly path: string } | { readonly status: 307 | 400 };

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
/** What it encodes if it comes as it is. */
const TO_ENCODE = /["|^`{}<>]/g;

/** The path of a request, as it is sent, with its query. */
export function readByEnvoy(sent: string, { mergesSlashes, escapedSlashes, keepsParameters }: Normalization): ReadPath {
  const [given] = sent.split('?', 1);
  if (!given.startsWith('/') || /[#\s]|%00|[^\x21-\x7e]/.test(given)) return { status: 400 };
  const isEscaped = escapedSlashes !== 'kept' && /%2f|%5c/i.test(given);
  if (isEscaped && escapedSlashes === 'redirected') return { status: 307 };
  const unescaped = isEscaped ? given.replace(/%2f/gi, '/').replace(/%5c/gi, '\\') : given;
  const resolved = decoded(resolvedDots(unescaped.replace(/\\/g, '/'), keepsParameters ? PLAIN_STEPS : STEPS));
  return { path: mergesSlashes ? merged(resolved) : resolved };
}

/** A path of nothing but slashes keeps two. */
function merged(path: string): string {
  return /^\/{2,}$/.test(path) ? '//' : path.replace(/\/{2,}/g, '/');
}

function decoded(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (whole, digits: string) => {
    const character = String.fromCharCode(parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : whole;
  }).replace(TO_ENCODE, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** How a step to the folder above is written, and one to the same. */
interface Steps {
  readonly above: RegExp;
  readonly same: RegExp;
}

const PLAIN_STEPS: Steps = { above: /^(\.|%2e){2}$/i, same: /^(\.|%2e)$/i };
/** One with a parameter has dots that are not encoded. */
const STEPS: Steps = { above: /^(\.|%2e){2}$|^\.\.;/i, same: /^(\.|%2e)$|^\.;/i };

/** Steps go up by one element, an empty one too. */
function resolvedDots(path: string, { above, same }: Steps): string {
  const [, ...elements] = path.split('/');
  const kept = elements.reduce<string[]>((before, element, i) => {
    const isLast = i === elements.length - 1;
    if (above.test(element)) return [...before.slice(0, -1), ...isLast ? [''] : []];
    if (same.test(element)) return isLast ? [...before, ''] : before;
    return [...before, element];
  }, []);
  return `/${kept.join('/')}`;
}
