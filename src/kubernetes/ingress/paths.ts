import { PlainRule, Rule } from './rule';
import { bad, Finding, FINE, found, saying, within } from '../../findings/finding';
import type { Path } from '../../findings/path';
import type { ControllerName } from '../../ingress/ingress-controller';
import { PlainValue } from '../../private/check';
import { isUnresolvedPath, pathTypeOf } from '../../private/network';
import { ComparedPath } from '../../routes/claims';
import { comparedPath } from '../../routes/paths';
import { AuthorizationPolicy, IngressPath } from '../../traits/ingress-types';

/** A path of an Ingress. */
export interface RoutedPath {
  readonly path: string;
  readonly pathType: string;
}

/** A path of a rule as it is declared, and who may use it. */
export interface DeclaredPath extends RoutedPath {
  /** Its index in the rule; `undefined` if the rule has no paths and takes all. */
  readonly index?: number;
  /** @default - everybody may */
  readonly policy?: AuthorizationPolicy;
}

/** The paths of a rule as the platform reads them: all paths if there is none, `/` as a prefix, others as exact paths. */
export function declaredPaths({ paths }: PlainRule): DeclaredPath[] {
  if (!paths?.length) return [pathOf()];
  return paths.map(({ path, pathType, authorizationPolicy }, index) => {
    return { ...pathOf(path, pathType), index, policy: authorizationPolicy ?? undefined };
  });
}

/** A path of a rule, and the field that declares it. */
export interface PlacedPath extends DeclaredPath {
  readonly rule: Rule;
  readonly field: Path;
}

/** The paths of all rules. */
export function placed(rules: readonly Rule[]): PlacedPath[] {
  return rules.flatMap(rule => declaredPaths(rule.given).map(each => ({
    ...each, rule, field: ['rules', rule.index, ...each.index === undefined ? [] : ['paths', each.index]],
  })));
}

/** The order of paths unless the implementation decides: exact ones, regular expressions, prefixes; longer ones first. */
export function comparePaths(a: RoutedPath, b: RoutedPath): number {
  const rank = ({ pathType }: RoutedPath) => ['Exact', 'Regex', 'Prefix'].indexOf(pathType);
  return rank(a) - rank(b) || b.path.length - a.path.length;
}

/** A path as the platform reads it. */
export function pathOf(given?: unknown, type?: unknown): RoutedPath {
  const path = String(given ?? '').trim() || '/';
  return { path, pathType: pathTypeOf(type) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/**
 * The claim of a path. Prefixes are compared by their elements: a slash at the end has no meaning. An exact path may exist beside a prefix,
 * and takes precedence over it.
 */
export function claimedPath(given?: PlainValue): ComparedPath {
  const { path, pathType } = pathOf(given?.path, given?.pathType);
  return pathType === 'Exact' ? { path, pathType } : { path: comparedPath(path, 'Prefix') };
}

/** The characters that some ingress controllers compare encoded, and others decoded. */
const ODD = /[^A-Za-z0-9/_.~!$&()*+,:=@-]/;
/** The characters that ingress-nginx does not accept in a path by default. */
const ODD_FOR_NGINX = /[^A-Za-z0-9/_.-]/;

/** What a provider of ingress reports about each field of a path: nothing if it expresses all of its values. */
export type PathChecks<Given extends readonly unknown[]> = Readonly<Record<keyof IngressPath, (...given: Given) => Finding[]>>;

const isRegex = ({ pathType }: IngressPath) => pathTypeOf(pathType) === 'Regex';

/** What an Ingress cannot express of each field of a path, or the API server or the controller rejects. */
const INGRESS_PATH: PathChecks<[given: IngressPath, controller: ControllerName | undefined]> = {
  pathType: given => !isRegex(given) ? FINE : found('not-expressible', 'pathType',
    saying('cannot be Regex: an Ingress knows exact paths and prefixes only',
      'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute by CustomTrait, or use Prefix',
      'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute as a further trait, or use Prefix')),
  authorizationPolicy: ({ authorizationPolicy }) => authorizationPolicy == null ? FINE : found('not-expressible', 'authorizationPolicy',
    saying('cannot be expressed: an Ingress does not ask who sends a request',
      'Istio could, as on an OAM platform: write its AuthorizationPolicy by CustomTrait, or let the application ask',
      'Istio could, as on an OAM platform: write its AuthorizationPolicy as a further trait, or let the application ask')),
  path: (given, controller) => isRegex(given) || given.path == null ? FINE : checkPath(given.path.trim(), controller),
};

/** Reports what an Ingress cannot express of the paths of a rule. */
export function checkPaths({ paths }: PlainRule, controller: ControllerName | undefined): Finding[] {
  return (paths ?? []).flatMap((given, i) => within(['paths', i], Object.values(INGRESS_PATH).flatMap(check => check(given, controller))));
}

function checkPath(path: string, controller: ControllerName | undefined): Finding[] {
  if (isUnresolvedPath(path)) return bad('invalid-path', 'resolved-path', 'path', path);
  if (ODD.test(path)) {
    return bad('invalid-path',
      saying('must have only characters that need no encoding: ingress controllers compare others in different ways',
        'use a prefix that ends before them'), 'path', path);
  }
  const isOdd = controller === 'ingress-nginx' && ODD_FOR_NGINX.test(path);
  return isOdd ? bad('invalid-path', 'ingress-nginx-path', 'path', path) : FINE;
}
