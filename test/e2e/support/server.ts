import { atEnd } from './clean-up';
import { launch, LaunchSetup, RunningServer } from './launch';
import { pathOf, Server } from '../../../build-tools/servers';

export type { RunningServer } from './launch';

/** What a server of this machine is started with. */
export interface ServerSetup extends Omit<LaunchSetup, 'name' | 'file'> {
  readonly name: Server;
}

/** Starts a server that Debian has, and stops it after the last test of the file. */
export async function startServer(setup: ServerSetup): Promise<RunningServer> {
  const file = pathOf(setup.name);
  if (!file) throw new Error(`${setup.name} is not installed`);
  const running = await launch({ ...setup, file });
  atEnd(running.stop);
  return running;
}
