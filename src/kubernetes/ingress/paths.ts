import { IngressControllerName } from './ingress-props';
import { FINE, Finding } from '../../findings/finding';
import { finding, joinField, wrong } from '../../findings/unsaid';
import { pathTypeOf } from '../../private/path-types';
import { Route } from '../../private/tree';

/** A path of an Ingress. */
export interface RoutedPath {
  readonly path: string;
  readonly pathType: string;
}

/** The paths of a rule as the platform reads them: all paths where there is none, `/` by its beginning, others as a whole. */
export function pathsOf(rule: any): RoutedPath[] {
  const paths: any[] = rule?.paths?.length > 0 ? rule.paths : [{}];
  return paths.map(pathOf);
}

function pathOf(given: any): RoutedPath {
  const path = given?.path?.trim() || '/';
  return { path, pathType: pathTypeOf(given?.pathType) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/** Prefixes are compared by their elements: a slash at the end says nothing. An exact path may stand beside a prefix, and goes before it. */
export function comparedPath(given: any): Pick<Route, 'path' | 'pathType'> {
  const { path, pathType } = pathOf(given);
  return pathType === 'Exact' ? { path, pathType } : { path: path.replace(/(.)\/$/, '$1') };
}

/** What some ingress controllers compare encoded, and others decoded. */
const ODD = /[^A-Za-z0-9/_.~!$&()*+,:=@-]/;
/** What ingress-nginx does not take for a path by default. */
const ODD_FOR_NGINX = /[^A-Za-z0-9/_.-]/;

/** What a plain Ingress cannot say of the paths of a rule, and what the API server or the controller refuses of it. */
export function checkPaths(rule: any, field: string, controller: IngressControllerName | undefined): Finding[] {
  return (rule?.paths ?? []).flatMap((each: any, i: number) => {
    const at = `${field}.paths[${i}]`;
    const isRegex = pathTypeOf(each?.pathType) === 'Regex';
    return [
      ...isRegex ? finding('not-expressible', joinField(at, 'pathType'), 'cannot be Regex: an Ingress knows exact paths and prefixes only',
        'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute by CustomTrait, or use Prefix') : FINE,
      ...each?.authorizationPolicy != null ? finding('not-expressible', joinField(at, 'authorizationPolicy'), 'cannot be expressed: an Ingress does not ask who sends a request',
        'Istio could, as on an OAM platform: write its AuthorizationPolicy by CustomTrait, or let the application ask') : FINE,
      ...isRegex || typeof each?.path !== 'string' ? FINE : checkPath(each.path.trim(), joinField(at, 'path'), controller),
    ];
  });
}

function checkPath(path: string, field: string, controller: IngressControllerName | undefined): Finding[] {
  if (/\/\/|\/\.\.?(\/|$)|%2f/i.test(path)) {
    return wrong('invalid-path', field, 'have no "//", "/./", "/../" or "%2f" in an Ingress', path, 'write the path as it is after these are resolved');
  }
  if (ODD.test(path)) {
    return wrong('invalid-path', field, 'have only characters that need no encoding: ingress controllers compare others in different ways', path, 'use a prefix that ends before them');
  }
  return controller === IngressControllerName.INGRESS_NGINX && ODD_FOR_NGINX.test(path)
    ? wrong('invalid-path', field, 'have letters, digits, \'/\', \'_\', \'.\' and \'-\' only: ingress-nginx refuses other paths', path, 'use a prefix that ends before them')
    : FINE;
}
