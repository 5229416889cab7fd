/** Emphasizes parts of a string. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly note: (text: string) => string;
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly changed: (text: string) => string;
  /** For what the reader should see first. */
  readonly strong: (text: string) => string;
  /** For what only helps the reader to find their way. */
  readonly faint: (text: string) => string;
}

const as = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const COLOURS: Paint = {
  error: as('1;31'),
  warning: as('1;33'),
  note: as('1;36'),
  added: as('32'),
  removed: as('31'),
  changed: as('36'),
  strong: as('1'),
  faint: as('2'),
};

const same = (text: string) => text;
const PLAIN: Paint = { error: same, warning: same, note: same, added: same, removed: same, changed: same, strong: same, faint: same };

/** Returns colours for a terminal that supports them, unless the environment turns them off (`NO_COLOR`); otherwise plain text. */
export function paintFor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Paint {
  // an empty variable turns nothing off, but Node only asks whether it is set
  return stream.isTTY && stream.hasColors({ ...environment, NO_COLOR: environment.NO_COLOR || undefined }) ? COLOURS : PLAIN;
}

const SIGNS: Readonly<Record<string, keyof Paint>> = { '+': 'added', '-': 'removed', '~': 'changed', '!': 'warning' };

/** Colours each line of a diff by its sign. */
export function paintSigns(text: string, paint: Paint): string {
  return text.replace(/^( *)([-+~!] .*)$/gm, (_, indent: string, line: string) => indent + paint[SIGNS[line[0]]](line));
}
