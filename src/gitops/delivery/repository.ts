import { posix } from 'node:path';
import { Check, FINE, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';

/** A URL as a tool reads it. What is wrong with it may be a password: it is not shown. */
function urlOf(tool: string, forms: RegExp, reason: 'argo-cd-url' | 'flux-url'): Check {
  return (value, field) => {
    const isText = typeof value === 'string';
    if (isText && (/^https?:\/\/[^/]*@/i.test(value) || /^\w+:\/\/[^/]*:[^/@]*@/.test(value))) {
      return found('invalid-repository', field, { reason: 'credentials', tool });
    }
    return isText && forms.test(value) && isComplete(value) ? FINE : found('invalid-repository', field, { reason });
  };
}

/** A password with a slash in it makes no port, for example. */
const isComplete = (url: string) => !url.includes('://') || URL.canParse(url);

/** What a URL has; quotes, brackets and what cannot be seen are escaped in it. */
const REST = '[^\\s\\p{C}?#"<>\\\\^`{|}]+';

const HTTP_OR_SSH = `(?:https?|ssh)://${REST}`;

/** As it stands in `repoURL`. */
export const argoCdUrl = urlOf('Argo CD', new RegExp(`^(?:${HTTP_OR_SSH}|[\\w.-]+@[\\w.-]+:${REST})$`, 'u'), 'argo-cd-url');

/** As it stands in `spec.url` of a GitRepository. */
export const fluxUrl = urlOf('Flux', new RegExp(`^${HTTP_OR_SSH}$`, 'u'), 'flux-url');

/** Whether a path leads to a folder of the repository, from its root. */
export function isInRepository(path: string): boolean {
  return path === '.' || !path.includes('\\') && path.split('/').every(part => !['', '.', '..'].includes(part));
}

/** A folder of the repository. */
export const repositoryPath: Check = (value, field) => typeof value === 'string' && isInRepository(value)
  ? FINE
  : found('invalid-repository', field, { reason: 'path', value: Shown.of(value) });

/** Whether a folder that a manifest names is another one, or holds it at any depth. */
export function holds(named: unknown, other: string): boolean {
  if (typeof named !== 'string') return false;
  const folder = posix.join('.', named.replace(/^\/+/, '')).replace(/\/$/, '');
  return folder === '.' || folder === other || other.startsWith(`${folder}/`);
}

/** Whether two URLs are of one repository, by what usually differs: the way there, the user and the ending. */
export function isSameRepository(one: unknown, other: string): boolean {
  return typeof one === 'string' && usual(one) === usual(other);
}

function usual(url: string): string {
  return url.toLowerCase().replace(/^\w+:\/\//, '').replace(/^[^/@]*@/, '').replace(':', '/').replace(/\/$/, '').replace(/\.git$/, '');
}
