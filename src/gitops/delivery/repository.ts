import { posix } from 'node:path';
import { Check, FINE, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';

/** A URL that a tool can read. The value of an invalid one is not shown, since it may contain a password. */
function urlOf(tool: string, forms: RegExp, reason: 'argo-cd-url' | 'flux-url'): Check {
  return (value, field) => {
    const isText = typeof value === 'string';
    const [, scheme, user] = isText && /^(\w+):\/\/([^/@]*@)?/.exec(value) || [];
    if (user !== undefined && (/^https?$/i.test(scheme) || user.includes(':'))) {
      return found('invalid-value', field, { reason: 'credentials', tool });
    }
    return isText && forms.test(value) && isComplete(value) ? FINE : found('invalid-value', field, { reason });
  };
}

/** Rejects what does not parse, such as a password with a slash in it, which leaves an invalid port. */
const isComplete = (url: string) => !url.includes('://') || URL.canParse(url);

/** The characters of a URL: quotes, brackets and invisible characters are escaped in it. */
const REST = '[^\\s\\p{C}?#"<>\\\\^`{|}]+';

const HTTP_OR_SSH = `(?:https?|ssh)://${REST}`;

/** A URL for `repoURL`. */
export const argoCdUrl = urlOf('Argo CD', new RegExp(`^(?:${HTTP_OR_SSH}|[\\w.-]+@[\\w.-]+:${REST})$`, 'u'), 'argo-cd-url');

/** A URL for `spec.url` of a GitRepository. */
export const fluxUrl = urlOf('Flux', new RegExp(`^${HTTP_OR_SSH}$`, 'u'), 'flux-url');

/** Whether a path, relative to the root of the repository, names a folder in it. */
export function isInRepository(path: string): boolean {
  return path === '.' || !path.includes('\\') && path.split('/').every(part => !['', '.', '..'].includes(part));
}

/** A folder of the repository. */
export const repositoryPath: Check = (value, field) => typeof value === 'string' && isInRepository(value)
  ? FINE
  : found('invalid-value', field, { reason: 'repository-path', value: Shown.of(value) });

/** Whether the folder that a manifest names is `other`, or contains it at any depth. */
export function holds(named: unknown, other: string): boolean {
  if (typeof named !== 'string') return false;
  const folder = posix.join('.', named.replace(/^\/+/, '')).replace(/\/$/, '');
  return folder === '.' || folder === other || other.startsWith(`${folder}/`);
}

/** Whether two URLs are of the same repository, regardless of common differences: the scheme, the user and the ending. */
export function isSameRepository(one: unknown, other: string): boolean {
  return typeof one === 'string' && usual(one) === usual(other);
}

function usual(url: string): string {
  return url.toLowerCase().replace(/^\w+:\/\//, '').replace(/^[^/@]*@/, '').replace(':', '/').replace(/\/$/, '').replace(/\.git$/, '');
}
