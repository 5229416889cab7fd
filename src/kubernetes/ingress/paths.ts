import { PlainRule } from './rule';
import { bad, FINE, Finding, found, within } from '../../findings/finding';
import type { ControllerName } from '../../ingress/ingress-controller';
import { PlainValue } from '../../private/check';
import { isUnresolvedPath, pathTypeOf } from '../../private/network';
import { ComparedPath } from '../../routes/claims';
import { comparedPath } from '../../routes/paths';

/** A path of an Ingress. */
export interface RoutedPath {
  readonly path: string;
  readonly pathType: string;
}

/** The paths of a rule as the platform reads them: all paths where there is none, `/` by its beginning, others as a whole. */
export function pathsOf({ paths }: PlainRule): RoutedPath[] {
  return paths?.length ? paths.map(({ path, pathType }) => pathOf(path, pathType)) : [pathOf()];
}

function pathOf(given?: unknown, type?: unknown): RoutedPath {
  const path = String(given ?? '').trim() || '/';
  return { path, pathType: pathTypeOf(type) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/**
 * Prefixes are compared by their elements: a slash at the end says nothing. An exact path may stand beside a prefix, and goes before it.
 */
export function claimedPath(given?: PlainValue): ComparedPath {
  const { path, pathType } = pathOf(given?.path, given?.pathType);
  return pathType === 'Exact' ? { path, pathType } : { path: comparedPath(path, 'Prefix') };
}

/** What some ingress controllers compare encoded, and others decoded. */
const ODD = /[^A-Za-z0-9/_.~!$&()*+,:=@-]/;
/** What ingress-nginx does not take for a path by default. */
const ODD_FOR_NGINX = /[^A-Za-z0-9/_.-]/;

/** What a plain Ingress cannot say of the paths of a rule, and what the API server or the controller refuses of it. */
export function checkPaths({ paths }: PlainRule, controller: ControllerName | undefined): Finding[] {
  return (paths ?? []).flatMap(({ path, pathType, authorizationPolicy }, i) => {
    const isRegex = pathTypeOf(pathType) === 'Regex';
    return within(['paths', i], [
      ...isRegex ? found('not-expressible', 'pathType', { reason: 'regex-path' }) : FINE,
      ...authorizationPolicy != null ? found('not-expressible', 'authorizationPolicy', { reason: 'authorization-policy' }) : FINE,
      ...isRegex || path == null ? FINE : checkPath(path.trim(), controller),
    ]);
  });
}

function checkPath(path: string, controller: ControllerName | undefined): Finding[] {
  if (isUnresolvedPath(path)) return bad('invalid-path', 'unresolved', 'path', path);
  if (ODD.test(path)) return bad('invalid-path', 'encoded', 'path', path);
  const isOdd = controller === 'ingress-nginx' && ODD_FOR_NGINX.test(path);
  return isOdd ? bad('invalid-path', 'ingress-nginx', 'path', path) : FINE;
}
