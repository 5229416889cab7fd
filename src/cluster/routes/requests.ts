import { EVERY_HOST, takesHost, Route, comparedPath, isRegex, PathMatch, RouteRequest } from './route';
import { grouped } from '../../base/check';
import { wholeMatch } from '../../base/regexes';

/** Stands for a host, a label or a path element that no route names. */
const ANY = '*';

/**
 * Requests for each host and each path of routes, for paths below and for near misses. They include those that routes of some kinds take
 * and routes of others do not.
 */
export function requestsFor(routes: readonly Route[]): RouteRequest[] {
  const around = routes.some(({ type }) => type === 'TextPrefix' || isRegex(type)) ? besides : below;
  const hosts = [...new Set(routes.flatMap(hostsAround))].sort();
  const byHost = grouped(routes, ({ host }) => [host]);
  const wide = [...byHost.keys()].filter(host => host === EVERY_HOST || host.startsWith('*.'));
  return hosts.flatMap(host => {
    const own = [...new Set([host, ...wide.filter(each => takesHost(each, host, 'some'))])].flatMap(each => byHost.get(each) ?? []);
    const paths = own.flatMap(({ path, type }) => isRegex(type) ? aroundRegex(path) : around(path, type));
    // a regular expression may match strings that are not paths
    return [...new Set(paths)].filter(path => path.startsWith('/')).sort().map(path => ({ host, path }));
  });
}

/** Hosts for the host of a route. For a wildcard that stands for many labels: one with one label, one with two, and one with none. */
function hostsAround({ host, entry: { wildcard } }: Route): string[] {
  if (host === EVERY_HOST) return [ANY];
  return wildcard === 'one' || !host.startsWith('*.') ? [host] : [host, `*.${host}`, host.slice(2)];
}

/** Requests for a path, and for what is below it. */
export function below(path: string): string[] {
  const own = comparedPath(path, 'Prefix');
  return own === '/' ? [own, `/${ANY}`] : [own, `${own}/`, `${own}/${ANY}`];
}

/** The paths of `below`, paths that begin with the same text, and the path in upper case. */
function besides(path: string, type: PathMatch): string[] {
  const own = comparedPath(path, 'Prefix');
  if (own === '/') return below(path);
  return [...below(path), ...type === 'TextPrefix' && path.endsWith('/') ? [`${path}X`] : [], `${own}X`, own.toUpperCase()];
}

/** Paths that match a regular expression, and near misses: with more text at either end, below it, and in upper case. */
function aroundRegex(expression: string): string[] {
  return samplesOf(expression).flatMap(own => [own, `${own}X`, `${own}/${ANY}`, `/${ANY}${own}`, own.toUpperCase()]);
}

/** Characters of paths, tried for classes and dots. Representatives of kinds of characters come first. */
const CHARACTERS = [...'xa0AX-_./~%', ...'bcdefghijklmnopqrstuvwyz123456789'];

/** The number of strings that are tried. */
const TRIES = 4;

/** Some strings that match a regular expression as a whole: different alternatives, with few and with more repetitions. */
export function samplesOf(expression: string): string[] {
  const tried = Array.from({ length: TRIES }, (_, i) => new Sampler(expression, i).sample());
  return [...new Set(tried)].filter(each => wholeMatch(expression, each) !== undefined);
}

/** Reads an expression from left to right and picks a string. Syntax that it does not know yields a string that does not match. */
class Sampler {
  private at = 0;

  public constructor(private readonly text: string, private readonly choice: number) {}

  public sample(): string {
    return this.alternatives();
  }

  private alternatives(): string {
    const options = [this.sequence()];
    while (this.taken('|')) options.push(this.sequence());
    return options[this.choice % options.length];
  }

  private sequence(): string {
    let own = '';
    while (this.at < this.text.length && !'|)'.includes(this.text[this.at])) own += this.repeated(this.atom());
    return own;
  }

  private repeated(atom: string): string {
    const [quantifier, min] = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/.exec(this.text.slice(this.at)) ?? [''];
    this.at += quantifier.length;
    if (quantifier === '') return atom;
    const least = min === undefined ? Number(quantifier[0] === '+') : Number(min);
    const isFixed = min !== undefined && !quantifier.includes(',');
    return atom.repeat(least + (isFixed ? 0 : this.choice % 2));
  }

  private atom(): string {
    const rest = this.text.slice(this.at);
    if (rest[0] === '(') return this.group(/^\((?:\?(?:P?<\w+>|[imsU-]*:|[imsU-]+(?=\))))?/.exec(rest)![0]);
    const [token] = /^(?:\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|\\.|[^])/.exec(rest)!;
    this.at += token.length;
    return token === '^' || token === '$' ? '' : this.characterOf(token);
  }

  private group(opening: string): string {
    this.at += opening.length;
    const own = this.alternatives();
    this.taken(')');
    return own;
  }

  private characterOf(token: string): string {
    if (token.length === 1 && token !== '.') return token;
    const fitting = CHARACTERS.filter(each => wholeMatch(token, each) !== undefined);
    return fitting.length > 0 ? fitting[this.choice % Math.min(2, fitting.length)] : token.slice(-1);
  }

  private taken(character: string): boolean {
    const isNext = this.text[this.at] === character;
    if (isNext) this.at++;
    return isNext;
  }
}
