import { atEnd } from './clean-up';
import { eventually } from './eventually';
import { newFolder, writeFiles } from './folder';
import { guard, Guard } from './guard';
import { accepts, LOOPBACK } from './ports';
import { pathOf, Server } from '../../../build-tools/servers';

/** What a server is started with. */
export interface ServerSetup {
  readonly name: Server;
  /** Its arguments; it runs in its folder. */
  readonly args: readonly string[];
  /** What is written into its folder first, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
  /** Whether it serves, once it accepts connections. @default - it does */
  readonly isReady?: () => Promise<boolean>;
}

/** A server that has started. */
export interface RunningServer {
  /** The end of its log. */
  log(): string;
  /** Ends it and removes its folder; done for it after the last test of the file. */
  stop(): Promise<void>;
}

/** Starts a server in a folder of its own, and waits until it serves. */
export async function startServer({ name, args, files, ports, isReady = async () => true }: ServerSetup): Promise<RunningServer> {
  const file = pathOf(name);
  if (!file) throw new Error(`${name} is not installed`);
  const folder = newFolder(name);
  writeFiles(folder, files);
  const guarded = guard(folder, [file, ...args]);
  try {
    await eventually(async () => await serves(name, guarded, ports) && await isReady() || undefined, () => {
      return `${name} does not serve on ${ports.map((port) => `${LOOPBACK}:${port}`).join(', ')}`;
    });
  } catch (error) {
    await guarded.stop();
    throw new Error(`${(error as Error).message}\n${guarded.output()}`.trimEnd());
  }
  atEnd(guarded.stop);
  return { log: guarded.output, stop: guarded.stop };
}

async function serves(name: Server, guarded: Guard, ports: readonly number[]): Promise<boolean> {
  const open = await Promise.all(ports.map(accepts));
  const end = guarded.ended();
  if (end !== undefined) throw new Error(`${name} did not start: ${end}`);
  return open.every(Boolean);
}
