import { Worker } from 'node:worker_threads';

/** What is shown while manifests are read. */
export const READING = 'reading the manifests';

/** How often the line is written, in milliseconds; an action that takes less than that shows none. */
const STEP = 1000;

/** On a narrower terminal, the line would cover what is written on the left. */
const NARROWEST = 60;

/** The states of the line: nobody writes it, the thread writes it, the action has ended. */
const [IDLE, WRITING, ENDED] = [0, 1, 2];

/** What the thread runs: it writes the line for as long as the action goes on, though the main thread may be busy all that time. */
const WRITER = `
  const { writeSync } = require('node:fs');
  const { workerData: { what, step, shared, parts: [before, between, after], idle, writing } } = require('node:worker_threads');
  const line = new Int32Array(shared);
  let seconds = 0;
  setInterval(() => {
    seconds += step / 1000;
    const text = what + ': ' + Math.round(seconds) + ' s';
    if (Atomics.compareExchange(line, 0, idle, writing) !== idle) return;
    // a terminal that cannot take it now gets the next one
    try { writeSync(2, before + (text.length - 1) + between + text + after); line[1] = text.length; } catch {}
    Atomics.store(line, 0, idle);
    Atomics.notify(line, 0);
  }, step);
`;

const [SAVE, RESTORE, MARGIN, ERASE] = ['\x1b7', '\x1b8', '\x1b[999C', '\x1b[K'];

/**
 * Runs an action that may take long. After a second, a terminal shows at its right margin how long the action has been running, until it
 * ends; what others write to the terminal meanwhile begins on the left, and stays whole. Nothing is written if standard error is no
 * terminal, or a terminal without control characters.
 */
export async function withProgress<T>(what: string, action: () => T | Promise<T>): Promise<T> {
  if (!isShown()) return action();
  const line = new Int32Array(new SharedArrayBuffer(8));
  const parts = [`${SAVE}${MARGIN}\x1b[`, 'D', RESTORE];
  const workerData = { what, step: STEP, shared: line.buffer, parts, idle: IDLE, writing: WRITING };
  // a thread that cannot start is only a line that is missing
  const thread = new Worker(WRITER, { eval: true, workerData }).on('error', () => undefined);
  thread.unref();
  const erase = () => {
    while (Atomics.compareExchange(line, 0, IDLE, ENDED) === WRITING) Atomics.wait(line, 0, WRITING);
    if (line[1] > 0) process.stderr.write(`${SAVE}${MARGIN}\x1b[${line[1] - 1}D${ERASE}${RESTORE}`);
    line[1] = 0;
  };
  // also if the process is ended meanwhile
  process.once('exit', erase);
  try {
    return await action();
  } finally {
    process.off('exit', erase);
    erase();
    void thread.terminate();
  }
}

function isShown(): boolean {
  const { CI = '', NO_COLOR = '', TERM } = process.env;
  const isLog = !['', 'false'].includes(CI);
  // a terminal that does not say how wide it is has 0 columns
  return process.stderr.isTTY && !isLog && NO_COLOR === '' && TERM !== 'dumb' && (process.stderr.columns || NARROWEST) >= NARROWEST;
}
