import { eventually } from './eventually';
import { newFolder, writeFiles } from './files';
import { guard, Guard } from './guard';
import { accepts, LOOPBACK } from './ports';

/** What a server is started with. */
export interface LaunchSetup {
  /** What messages call it. */
  readonly name: string;
  /** Its program. */
  readonly file: string;
  /** Its arguments; it runs in its folder. */
  readonly args: readonly string[];
  /** What is written into its folder first, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
  /** Variables beside those of this process. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it serves, once it accepts connections; it is given the folder. @default - it does */
  readonly isReady?: (folder: string) => Promise<boolean>;
  /** How long it may take to serve, in milliseconds. @default 20000 */
  readonly timeout?: number;
}

/** A server that has started. */
export interface RunningServer {
  /** The folder in which it runs. */
  readonly folder: string;
  /** The end of its log. */
  log(): string;
  /** Why it runs no more; undefined while it does. */
  ended(): string | undefined;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a server in a folder of its own, and waits until it serves. It ends with this process, whatever becomes of that. */
export async function launch({ name, file, args, files, ports, env, isReady = async () => true, timeout }: LaunchSetup): Promise<RunningServer> {
  const folder = newFolder(name);
  writeFiles(folder, files);
  const guarded = guard(folder, [file, ...args], { env });
  try {
    await eventually(async () => await serves(name, guarded, ports) && await isReady(folder) || undefined, () => {
      return `${name} does not serve on ${ports.map((port) => `${LOOPBACK}:${port}`).join(', ')}`;
    }, { timeout });
  } catch (error) {
    await guarded.stop();
    throw new Error(`${(error as Error).message}\n${guarded.output()}`.trimEnd());
  }
  return { folder, log: guarded.output, ended: guarded.ended, stop: guarded.stop };
}

async function serves(name: string, guarded: Guard, ports: readonly number[]): Promise<boolean> {
  const open = await Promise.all(ports.map(accepts));
  const end = guarded.ended();
  if (end !== undefined) throw new Error(`${name} did not start: ${end}`);
  return open.every(Boolean);
}
