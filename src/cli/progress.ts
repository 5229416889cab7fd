import { note } from './output';

/** The time in milliseconds after which a command says what it waits for. */
const PATIENCE = 1000;

/** Waits for an action. On a terminal, a line says what takes long. */
export async function withProgress<T>(what: string, action: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    if (process.stderr.isTTY) note(`${what} …`);
  }, PATIENCE);
  try {
    return await action();
  } finally {
    clearTimeout(timer);
  }
}
