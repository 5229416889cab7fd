import { LaunchSetup, RunningServer, guard, launch, newFolder } from './launch';
import { Server, pathOf } from '../../../build-tools/servers';

export { newFolder, writeFiles, type RunningServer } from './launch';

/** Who imports this gets time for real servers, and nothing of them is left behind. */
jest.setTimeout(60_000);

const undos: (() => Promise<void>)[] = [];

/** Has something undone after the last test of the file, before what was begun earlier. */
export function atEnd(undo: () => Promise<void>): void {
  undos.push(undo);
}

afterAll(async () => {
  const failures: string[] = [];
  // the latest first: what asks a server ends before the server
  for (const undo of undos.splice(0).reverse()) await undo().catch((reason) => failures.push(String(reason)));
  if (failures.length > 0) throw new Error(failures.join('\n'));
});

/** A new folder that is removed after the last test of the file, or when its process dies. */
export function temporaryFolder(name = 'e2e'): string {
  const folder = newFolder(name);
  atEnd(guard(folder).stop);
  return folder;
}

/** What a server of this machine is started with. */
export interface ServerSetup extends Omit<LaunchSetup, 'name' | 'file'> {
  readonly name: Server;
  /** The program, if it is not the one that Debian has. */
  readonly file?: string;
}

/** Starts a server, and stops it after the last test of the file. */
export async function startServer(setup: ServerSetup): Promise<RunningServer> {
  const file = setup.file ?? pathOf(setup.name);
  if (!file) throw new Error(`${setup.name} is not installed`);
  const running = await launch({ ...setup, file });
  atEnd(running.stop);
  return running;
}
