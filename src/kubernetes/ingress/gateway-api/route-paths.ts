import { able } from './implementations/all';
import { Implementation, RegexDialect } from './implementations/implementation';
import { bad, Finding, FINE, found, saying, within } from '../../../findings/finding';
import { isUnresolvedPath } from '../../../private/network';
import { regex } from '../../../private/regexes';
import { DeclaredPath, RoutedPath } from '../paths';

/** The longest path that an HTTPRoute accepts. */
const MAX_PATH = 1024;

/** The exact paths and prefixes that an HTTPRoute accepts. */
const LITERAL = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;

/** The paths that every program interprets in the same way. */
const PLAIN = /^[A-Za-z0-9/_.~-]+$/;

const TYPES: Readonly<Record<string, string>> = { Exact: 'Exact', Prefix: 'PathPrefix', Regex: 'RegularExpression' };

/** A path as an HTTPRoute matches it. */
export function matchOf({ path, pathType }: RoutedPath, { regex: dialect }: Implementation): object {
  return { path: { type: TYPES[pathType], value: pathType === 'Regex' && dialect ? dialect.write(path) : path } };
}

/** Reports paths of a rule that cannot be expressed, or that the API server rejects. Fields are relative to the rule. */
export function pathFindings(paths: readonly DeclaredPath[], implementation: Implementation): Finding[] {
  return paths.flatMap(each => each.index === undefined ? FINE : within(['paths', each.index], pathFinding(each, implementation)));
}

function pathFinding({ path, pathType, policy }: DeclaredPath, { regex: dialect, oddPaths, title }: Implementation): Finding[] {
  if (pathType === 'Regex') {
    return dialect ? regexFindings(path, dialect)
      : found('not-expressible', 'pathType', { reason: 'regex-of-gateway', implementation: title, able: able('regex') });
  }
  if (path.length > MAX_PATH) return found('invalid-path', 'path', { reason: 'long', max: MAX_PATH, count: path.length });
  if (isUnresolvedPath(path)) {
    return bad('invalid-path', saying('must have no "//", "/./", "/../" or "%2f" in an HTTPRoute',
      'write the path as it is after these are resolved'), 'path', path);
  }
  if (!LITERAL.test(path)) {
    return bad('invalid-path', saying("must have letters, digits and the characters -/._~!$&'()*+,;=:@ only in an HTTPRoute",
      'encode others, such as "%22" for a quotation mark'), 'path', path);
  }
  return policy && oddPaths !== undefined && !PLAIN.test(path) ? bad('invalid-path', saying("must have letters, digits, '/', '_', '.', "
    + "'~' and '-' only where it has an authorization policy, since others can be sent encoded and miss it",
  'guard a prefix that ends before them'), 'path', path) : FINE;
}

function regexFindings(path: string, dialect: RegexDialect): Finding[] {
  const written = dialect.write(path);
  if (written.length > MAX_PATH) return found('invalid-path', 'path', { reason: 'long', max: MAX_PATH, count: written.length });
  return within('path', [...regex(path, ''), ...dialect.refuses?.(path) ?? FINE]);
}

/** The literal beginning of all paths that an expression matches. */
export function literalBeginning(expression: string): string {
  return expression.includes('|') ? '' : /^[A-Za-z0-9/_~-]*(?![?*+{|])/.exec(expression)?.[0] ?? '';
}
