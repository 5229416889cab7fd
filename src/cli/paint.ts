const CODES = {
  error: '1;31',
  warning: '1;33',
  note: '1;36',
  added: '32',
  removed: '31',
  changed: '36',
  /** For what the reader should see first. */
  strong: '1',
  /** For what only helps the reader to find their way. */
  faint: '2',
};

/** Emphasizes parts of a string. */
export type Paint = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** Returns colours for a terminal that supports them, unless the environment turns them off (`NO_COLOR`); otherwise plain text. */
export function paintFor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Paint {
  // an empty variable turns nothing off, but Node only asks whether it is set
  const hasColours = stream.isTTY && stream.hasColors({ ...environment, NO_COLOR: environment.NO_COLOR || undefined });
  const by = (code: string) => (text: string) => hasColours ? `\u001b[${code}m${text}\u001b[0m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([part, code]) => [part, by(code)])) as Paint;
}

const SIGNS: Readonly<Record<string, keyof Paint>> = { '+': 'added', '-': 'removed', '~': 'changed', '!': 'warning' };

/** Colours each line of a diff by its sign. */
export function paintSigns(text: string, paint: Paint): string {
  return text.replace(/^( *)([-+~!] .*)$/gm, (_, indent: string, line: string) => indent + paint[SIGNS[line[0]]](line));
}
