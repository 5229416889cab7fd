import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ended } from './command';

/** The compiled command. */
export const MAIN = resolve(__dirname, '../../lib/src/cli/main.js');

if (!existsSync(MAIN)) throw new Error('lib/ is missing: run `npx projen pretest` first');

/** The environment of the tests, without what is not to be inherited. */
export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { CDK8S_OAM_PASSWORD: _, ...env } = process.env;
  return { ...env, ...more };
}

/** Runs a command of the shell to its end; `cdk8s-oam` is the compiled one. */
export async function shell(script: string, env: Readonly<Record<string, string>> = {}, input?: string): Promise<Ended> {
  const command = `cdk8s-oam() { "${process.execPath}" "${MAIN}" "$@"; }\n${script}`.replaceAll('cdk8s-oam', 'cdk8s_oam');
  const child = spawn('/bin/bash', ['-c', command], { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'], timeout: 20_000, killSignal: 'SIGKILL' });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr] = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''));
  const code = await new Promise<number>((done, failed) => child.on('error', failed).on('close', status => done(status ?? -1)));
  return { code, stdout: await stdout, stderr: await stderr };
}
