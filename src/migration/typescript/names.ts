/** The words of a name: its letters and digits. */
function camelWords(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Z]{2})(?=\d)/)
    .filter(word => word !== '').map(word => word.toLowerCase());
}

/** Converts a text to `hello-helidon`; returns `otherwise` if it has no words. */
export function kebabCase(text: string, otherwise: string): string {
  return camelWords(text).join('-') || otherwise;
}

/** Converts a text to `HelloHelidon`, prefixed with `what` if it begins with a digit. */
export function pascalCase(text: string, what: string): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const words = camelWords(text).map(capital).join('');
  return /^\d/.test(words) ? capital(what) + words : words;
}

/** Names that are each taken only once. */
export class Names {
  private readonly taken = new Set<string>();
  /** The first number to try for a name: all lower ones are taken. */
  private readonly next = new Map<string, number>();

  /** `separator` is between a name and its number. */
  public constructor(private readonly separator: string, taken: readonly string[] = []) {
    for (const each of taken) this.taken.add(comparedName(each));
  }

  /** Takes the first free name, or else the last one with a number. */
  public take(...wanted: readonly string[]): string {
    const free = wanted.find(each => !this.has(each)) ?? this.numbered(wanted[wanted.length - 1]);
    this.taken.add(comparedName(free));
    return free;
  }

  private numbered(text: string): string {
    let number = this.next.get(comparedName(text)) ?? 2;
    while (this.has(text + this.separator + number)) number++;
    this.next.set(comparedName(text), number + 1);
    return text + this.separator + number;
  }

  /** Names that all objects inherit count as taken: a construct would find them among its children. */
  private has(text: string): boolean { return text in Object.prototype || this.taken.has(comparedName(text)); }
}

/** The form in which names are compared: not every system has upper case, and constructs write a slash as `--`. */
const comparedName = (text: string) => text.toLowerCase().replaceAll('/', '--');
