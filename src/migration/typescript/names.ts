/** Files that a project has beside those of its applications, and names that not every system allows. */
const FILES = /^(main|index|objects|con|prn|aux|nul|(com|lpt)\d)$/;

/**
 * The maximum length of a file name: more characters than an application's name and namespace have, and fewer bytes
 * than file systems accept.
 */
const LONGEST_FILE = 200;

/** The words of a name: its letters and digits. */
function wordsOf(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Z]{2})(?=\d)/)
    .filter(word => word !== '').map(word => word.toLowerCase());
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Converts a text to `hello-helidon`; returns `otherwise` if it has no words. */
export function kebabCase(text: string, otherwise: string): string {
  return wordsOf(text).join('-') || otherwise;
}

/** Converts a text to `HelloHelidon`, prefixed with `what` if it begins with a digit. */
export function pascalCase(text: string, what: string): string {
  const words = wordsOf(text).map(capital).join('');
  return /^\d/.test(words) ? capital(what) + words : words;
}

/** Converts a text to `helloHelidon`, prefixed with `what` if it begins with a digit. */
export function camelCase(text: string, what: string): string {
  const words = pascalCase(text, what);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Names that are each taken only once. */
export class Names {
  private readonly taken = new Set<string>();
  /** The first number to try for a name: all lower ones are taken. */
  private readonly next = new Map<string, number>();

  /** `separator` is between a name and its number. */
  public constructor(private readonly separator: string, taken: readonly string[] = []) {
    for (const each of taken) this.taken.add(keyOf(each));
  }

  /**
   * Takes the first free name, or else the last one with a number. Case is ignored, because some file systems ignore
   * it.
   */
  public take(...wanted: readonly string[]): string {
    const last = wanted[wanted.length - 1];
    const free = wanted.find(each => !this.has(each)) ?? this.numbered(last);
    this.taken.add(keyOf(free));
    return free;
  }

  private numbered(text: string): string {
    let number = this.next.get(keyOf(text)) ?? 2;
    while (this.has(text + this.separator + number)) number++;
    this.next.set(keyOf(text), number + 1);
    return text + this.separator + number;
  }

  /** Names that all objects inherit count as taken: a construct would find them among its children. */
  private has(text: string): boolean {
    return text in Object.prototype || this.taken.has(keyOf(text));
  }
}

/**
 * The form in which names are compared, because not every system distinguishes them: in lower case, and with `--` for a
 * slash, as constructs write it.
 */
function keyOf(text: string): string {
  return text.toLowerCase().replaceAll('/', '--');
}

/** The name of a class that differs from the imports of a file, and that TypeScript allows. */
export function className(text: string, names: Names, imports: ReadonlySet<string>): string {
  const pascal = pascalCase(text, 'application') || 'Application';
  const isTaken = imports.has(pascal) || pascal === 'ChartProps' || pascal === 'Object';
  return names.take(...isTaken ? [] : [pascal], `${pascal}Chart`);
}

/** The name of a file without its extension, and of the chart in it. */
export function fileName(names: Names, ...wanted: readonly string[]): string {
  const short = wanted.map(each => each.slice(0, LONGEST_FILE).replace(/-$/, ''));
  const allowed = short.filter(each => !FILES.test(each));
  return names.take(...allowed, ...allowed.length > 0 ? [] : [`${short[0]}-application`]);
}
