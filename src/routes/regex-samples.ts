import { wholeMatch } from '../private/regexes';

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
