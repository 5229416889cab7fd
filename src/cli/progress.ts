import { Worker } from 'node:worker_threads';

/** The text that is shown while manifests are read. */
export const READING = 'reading the manifests';

/** The interval at which the line is written, in milliseconds. A shorter action shows no line. */
const STEP = 1000;

/** The minimum width of the terminal, in columns. On a narrower one, the line would cover other output on the left. */
const NARROWEST = 60;

/** The states of the line: not being written, being written by the thread, and ended with the action. */
const [IDLE, WRITING, ENDED] = [0, 1, 2];

/** The code of the thread. It writes the line while the action runs, because the action may block the main thread. */
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
 * ends. Other output starts on the left and stays intact. Nothing is shown if standard error is not a terminal, or if the terminal does
 * not support control characters or is narrower than `NARROWEST`. `CI` and `NO_COLOR` turn the line off too.
 */
export async function withProgress<T>(what: string, action: () => T | Promise<T>): Promise<T> {
  if (!isShown()) return action();
  const line = new Int32Array(new SharedArrayBuffer(8));
  const parts = [`${SAVE}${MARGIN}\x1b[`, 'D', RESTORE];
  const workerData = { what, step: STEP, shared: line.buffer, parts, idle: IDLE, writing: WRITING };
  // if the thread cannot start, only the line is missing
  const thread = new Worker(WRITER, { eval: true, workerData }).on('error', () => undefined);
  thread.unref();
  const erase = () => {
    while (Atomics.compareExchange(line, 0, IDLE, ENDED) === WRITING) Atomics.wait(line, 0, WRITING);
    if (line[1] > 0) process.stderr.write(`${SAVE}${MARGIN}\x1b[${line[1] - 1}D${ERASE}${RESTORE}`);
    line[1] = 0;
  };
  // also when the process exits before the action ends
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
  // a terminal that does not report its width has 0 columns
  return process.stderr.isTTY && !isLog && NO_COLOR === '' && TERM !== 'dumb' && (process.stderr.columns || NARROWEST) >= NARROWEST;
}
