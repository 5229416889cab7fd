import { run } from '../../src/cli/program';

/** What a command has printed, and how it has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in this process. Its output may come while others wait for it: `seen` has what there is so far. */
export async function cli(args: readonly string[], { password, seen }: { password?: string; seen?: { stderr: string } } = {}): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(name => jest.spyOn(process[name], 'write').mockImplementation(chunk => {
    texts[name] += String(chunk);
    if (seen) seen.stderr = texts.stderr;
    return true;
  }));
  if (password !== undefined) process.env.CDK8S_OAM_PASSWORD = password;
  try {
    const code = await run(args);
    return { code, ...texts };
  } finally {
    spies.forEach(spy => spy.mockRestore());
    delete process.env.CDK8S_OAM_PASSWORD;
  }
}
