/** Emphasizes parts of a text. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  /** What is looked at first. */
  readonly strong: (text: string) => string;
  /** What only helps to find one's way. */
  readonly faint: (text: string) => string;
}

const as = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const COLOURS: Paint = { error: as('1;31'), warning: as('1;33'), strong: as('1'), faint: as('2') };

const same = (text: string) => text;
const PLAIN: Paint = { error: same, warning: same, strong: same, faint: same };

/** Colours where somebody looks at a terminal that has them, and does not ask for none (NO_COLOR); elsewhere the text alone. */
export function paintFor(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Paint {
  return stream.isTTY && stream.hasColors(environment) ? COLOURS : PLAIN;
}
