import { EVERY_HOST, takesHost, Route, comparedPath, isRegexMatch, RouteRequest } from './route';
import { grouped } from '../../base/check';
import { wholeMatch } from '../../base/regexes';

/** Stands for a host, a label or a path element that no route names. */
const ANY = '*';

/**
 * Requests for each host and each path of routes, for paths below and for near misses. They include those that routes
 * of some kinds take and routes of others do not.
 */
export function requestsFor(routes: readonly Route[]): RouteRequest[] {
  const needsNearMisses = routes.some(({ type }) => type === 'TextPrefix' || isRegexMatch(type));
  const hosts = [...new Set(routes.flatMap(({ host, entry: { wildcard } }) => {
    if (host === EVERY_HOST) return [ANY];
    // a wildcard for many labels: one with one label, one with two, and one with none
    return wildcard === 'one' || !host.startsWith('*.') ? [host] : [host, `*.${host}`, host.slice(2)];
  }))].sort();
  const byHost = grouped(routes, ({ host }) => [host]);
  const wide = [...byHost.keys()].filter(host => host === EVERY_HOST || host.startsWith('*.'));
  return hosts.flatMap(host => {
    const names = [...new Set([host, ...wide.filter(each => takesHost(each, host, 'some'))])];
    const paths = names.flatMap(name => byHost.get(name) ?? []).flatMap(({ path, type }) => {
      // more text at either end of what an expression matches, what is below it, and the same in upper case
      if (isRegexMatch(type)) {
        return samplesOf(path).flatMap(own => [own, `${own}X`, `${own}/${ANY}`, `/${ANY}${own}`, own.toUpperCase()]);
      }
      const own = comparedPath(path, 'Prefix');
      if (own === '/' || !needsNearMisses) return pathsBelow(path);
      const text = type === 'TextPrefix' && path.endsWith('/') ? [`${path}X`] : [];
      return [...pathsBelow(path), ...text, `${own}X`, own.toUpperCase()];
    });
    // a regular expression may match strings that are not paths
    return [...new Set(paths)].filter(path => path.startsWith('/')).sort().map(path => ({ host, path }));
  });
}

/** Paths of requests for a path, and for what is below it. */
export function pathsBelow(path: string): string[] {
  const own = comparedPath(path, 'Prefix');
  return own === '/' ? [own, `/${ANY}`] : [own, `${own}/`, `${own}/${ANY}`];
}

/** Characters of paths, tried for classes and dots. Representatives of kinds of characters come first. */
const CHARACTERS = [...'xa0AX-_./~%', ...'bcdefghijklmnopqrstuvwyz123456789'];

/** The number of strings that are tried. */
const TRIES = 4;

/**
 * Some strings that match a regular expression as a whole: different alternatives, with few and with more repetitions.
 */
export function samplesOf(expression: string): string[] {
  const tried = Array.from({ length: TRIES }, (_, i) => new Sampler(expression, i).alternatives());
  return [...new Set(tried)].filter(each => wholeMatch(expression, each) !== undefined);
}

/** Reads an expression from left to right and picks a string, which does not match if some syntax is not known. */
class Sampler {
  private at = 0;

  public constructor(private readonly text: string, private readonly choice: number) {}

  public alternatives(): string {
    const options = [this.sequence()];
    while (this.text[this.at] === '|') {
      this.at++;
      options.push(this.sequence());
    }
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
    if (rest[0] === '(') {
      this.at += /^\((?:\?(?:P?<\w+>|[imsU-]*:|[imsU-]+(?=\))))?/.exec(rest)![0].length;
      const own = this.alternatives();
      if (this.text[this.at] === ')') this.at++;
      return own;
    }
    const [token] = /^(?:\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]|\\.|[^])/.exec(rest)!;
    this.at += token.length;
    if (token === '^' || token === '$') return '';
    if (token.length === 1 && token !== '.') return token;
    const fitting = CHARACTERS.filter(each => wholeMatch(token, each) !== undefined);
    return fitting.length > 0 ? fitting[this.choice % Math.min(2, fitting.length)] : token.slice(-1);
  }
}
