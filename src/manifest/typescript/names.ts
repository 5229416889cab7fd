import { Chart } from 'cdk8s';

/** What TypeScript keeps for itself, and what the files of a project have already. */
const RESERVED = new Set([
  ...'abstract any arguments as async await boolean break case catch class const constructor continue debugger declare'.split(' '),
  ...'default delete do else enum eval export exports extends false finally for from function get global globalThis if'.split(' '),
  ...'implements import in infinity instanceof interface is keyof let module namespace never new null number object of'.split(' '),
  ...'package private process protected prototype public readonly require return set static string super switch symbol this'.split(' '),
  ...'throw true try type typeof undefined unknown var void while with yield'.split(' '),
  // imported, or given to the constructor
  'k8s', 'scope', 'id', 'props', 'app',
]);

/** Classes of JavaScript that a class of a project had better not hide. */
const BUILT_IN = new Set([
  ...'Array Boolean Buffer Date Error Function Infinity Intl JSON Map Math Number Object Promise Proxy Reflect Set String'.split(' '),
  ...'Symbol WeakMap WeakSet'.split(' '),
]);

/** Files that a project has beside those of its applications, and names that not every system allows. */
const FILES = /^(main|index|components|objects|con|prn|aux|nul|(com|lpt)\d)$/;

/** Longer than any name of Kubernetes is in characters, and shorter than file systems take in bytes. */
const LONGEST_FILE = 200;

/** The words of a name: its letters and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.map(word => word.toLowerCase()) ?? [];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `hello-helidon` of any text, or what it is called otherwise. */
export function kebabCase(text: string, otherwise: string): string {
  return wordsOf(text).join('-') || otherwise;
}

/** `HelloHelidon`, with `what` in front where that begins with a digit. */
export function pascalCase(text: string, what: string): string {
  const words = wordsOf(text).map(capital).join('');
  return /^\d/.test(words) ? capital(what) + words : words;
}

/** `helloHelidon`. */
export function camelCase(text: string, what: string): string {
  const words = pascalCase(text, what);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Names of which each is given once. */
export class Names {
  private readonly taken = new Set<string>();
  /** The number to try first for a name: all before it are taken. */
  private readonly next = new Map<string, number>();

  /** What stands between a name and its number. */
  public constructor(private readonly separator: string, taken: readonly string[] = []) {
    for (const each of taken) this.taken.add(keyOf(each));
  }

  /** The first free name, or the last with a number. Their case makes no difference: on some systems it makes none to files. */
  public take(...wanted: readonly string[]): string {
    const last = wanted[wanted.length - 1];
    const free = wanted.find(each => !this.has(each)) ?? this.numbered(last);
    this.taken.add(keyOf(free));
    return free;
  }

  /** Gives a name back that nothing has after all. */
  public release(text: string): void {
    this.taken.delete(keyOf(text));
  }

  private numbered(text: string): string {
    let number = this.next.get(keyOf(text)) ?? 2;
    while (this.has(text + this.separator + number)) number++;
    this.next.set(keyOf(text), number + 1);
    return text + this.separator + number;
  }

  /** What all objects inherit is taken: constructs would find it among the children of each. */
  private has(text: string): boolean {
    return text in Object.prototype || this.taken.has(keyOf(text));
  }
}

/** What names have in common that are not told apart everywhere: their case, and what constructs write for a slash. */
function keyOf(text: string): string {
  return text.toLowerCase().replaceAll('/', '--');
}

/** The constant for what has a name; `what` tells it from others of the name. */
export function constantName(names: Names, text: string, what: string): string {
  const camel = camelCase(text, what);
  const wanted = camel === '' || RESERVED.has(camel.toLowerCase()) ? [] : [camel];
  return names.take(...wanted, camel === '' ? what : `${camel}${capital(what)}`);
}

/** What a constant of a file holds: the field in which it is, the one around that, and its own name. */
export interface ConstantOfFile {
  readonly key: string;
  readonly around: string;
  readonly own?: string;
}

/** A constant of a whole file: `JVM`, `HTTP_PORT`. */
export function fileConstant(names: Names, { key, around, own = '' }: ConstantOfFile): string {
  const wanted = [[own, key], [around, key], [around, own, key]].map(parts => wordsOf(parts.join(' ')).join('_').toUpperCase());
  const allowed = wanted.filter(each => /^[A-Z]/.test(each));
  return names.take(...allowed, ...allowed.length > 0 ? [] : ['BLOCK']);
}

/** The names of the methods of a chart. */
export function methodNames(): Names {
  return new Names('', Object.getOwnPropertyNames(Chart.prototype));
}

/** A method of a chart: `addFrontEnd`. */
export function methodName(names: Names, verb: string, text: string): string {
  return names.take(verb + (pascalCase(text, '') || 'Other'));
}

/** The name of a class beside those that a file imports. */
export function className(text: string, names: Names, imports: ReadonlySet<string>): string {
  const pascal = pascalCase(text, 'application') || 'Application';
  const isTaken = imports.has(pascal) || BUILT_IN.has(pascal) || pascal === 'ChartProps';
  return names.take(...isTaken ? [] : [pascal], `${pascal}Chart`);
}

/** The name of a file without its extension, and of the chart in it. */
export function fileName(names: Names, ...wanted: readonly string[]): string {
  const short = wanted.map(each => each.slice(0, LONGEST_FILE).replace(/-$/, ''));
  const allowed = short.filter(each => !FILES.test(each));
  return names.take(...allowed, ...allowed.length > 0 ? [] : [`${short[0]}-application`]);
}
