/** How often the line is written, in milliseconds; what takes less time than that has none. */
const STEP = 1000;

/** Below so many columns, the line would be in the way of what is written on the left. */
const NARROWEST = 60;

/**
 * Does something that may take long. After a second, a terminal shows at its right margin for how long it has been going on, until it
 * ends; what others write to the terminal meanwhile begins on the left, and stays whole. Where standard error is no terminal, or one
 * without control characters, nothing is written.
 */
export async function withProgress<T>(what: string, action: () => Promise<T>): Promise<T> {
  if (!isShown()) return action();
  const begin = Date.now();
  let shown = '';
  const timer = setInterval(() => {
    shown = `${what}: ${Math.round((Date.now() - begin) / 1000)} s`;
    process.stderr.write(atRight(shown.length, shown));
  }, STEP);
  const erase = () => shown && process.stderr.write(atRight(shown.length, ERASE));
  // also where the process is ended meanwhile
  process.once('exit', erase);
  try {
    return await action();
  } finally {
    clearInterval(timer);
    process.off('exit', erase);
    erase();
  }
}

function isShown(): boolean {
  const { CI = '', NO_COLOR = '', TERM } = process.env;
  const isLog = !['', 'false'].includes(CI);
  // a terminal that does not say how wide it is has 0 columns
  return process.stderr.isTTY && !isLog && NO_COLOR === '' && TERM !== 'dumb' && (process.stderr.columns || NARROWEST) >= NARROWEST;
}

const [SAVE, RESTORE, MARGIN, ERASE] = ['\x1b7', '\x1b8', '\x1b[999C', '\x1b[K'];

/** Writes at the right margin, and goes back to where the cursor was. */
function atRight(width: number, text: string): string {
  return `${SAVE}${MARGIN}\x1b[${width - 1}D${text}${RESTORE}`;
}
