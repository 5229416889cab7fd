import { randomInt } from 'crypto';
import { connect, createServer } from 'net';

export const LOOPBACK = '127.0.0.1';

/** Below the ports that Linux gives to outgoing connections, which could take one before its server does. */
const [FIRST, LAST] = [20_000, 32_000];
const given = new Set<number>();

/** A loopback port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FIRST, LAST);
    if (given.has(port) || !await isFree(port)) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}

/** Whether something accepts connections on a loopback port. */
export async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK);
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(1000, () => answer(false)).on('connect', () => answer(true)).on('error', () => answer(false));
  });
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false)).listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}
