/** Emphasizes parts of a string. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly changed: (text: string) => string;
  /** What is looked at first. */
  readonly strong: (text: string) => string;
  /** What only helps to find one's way. */
  readonly faint: (text: string) => string;
}

const as = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const COLOURS: Paint = {
  error: as('1;31'), warning: as('1;33'), added: as('32'), removed: as('31'), changed: as('36'), strong: as('1'), faint: as('2'),
};

const same = (text: string) => text;
const PLAIN: Paint = { error: same, warning: same, added: same, removed: same, changed: same, strong: same, faint: same };

/** Colours where somebody looks at a terminal that has them, and does not ask for none (NO_COLOR); elsewhere the text alone. */
export function paintFor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Paint {
  return stream.isTTY && stream.hasColors(environment) ? COLOURS : PLAIN;
}

const SIGNS: Readonly<Record<string, keyof Paint>> = { '+': 'added', '-': 'removed', '~': 'changed', '!': 'warning' };

/** The lines of a difference in the colours of their signs. */
export function paintSigns(text: string, paint: Paint): string {
  return text.replace(/^( *)([-+~!] .*)$/gm, (_, indent: string, line: string) => indent + paint[SIGNS[line[0]]](line));
}
