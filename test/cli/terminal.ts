import { spawn, spawnSync } from 'node:child_process';
import { environment, MAIN } from './process';

/** Whether this machine has what opens a terminal: the `script` of Linux. */
export const HAS_TERMINAL = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

/** What was seen on a terminal, and how the command has ended. */
export interface Session {
  readonly code: number;
  /** With line breaks of one character. */
  readonly seen: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs the compiled command on a terminal of its own, and types as soon as it asks for a password. */
export async function typeTo(args: readonly string[], typed: string): Promise<Session> {
  const command = [process.execPath, MAIN, ...args].map(quoted).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: environment({ SHELL: '/bin/sh' }), timeout: 20_000, killSignal: 'SIGKILL' });
  let seen = '';
  let isTyped = false;
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    if (isTyped || !/^Password of .*: $/.test(seen)) return;
    isTyped = true;
    // nobody types before the terminal is told to show nothing
    setTimeout(() => child.stdin.write(typed), 100);
  });
  const code = await new Promise<number>((resolve, reject) => child.on('error', reject).on('close', status => resolve(status ?? -1)));
  return { code, seen: seen.replaceAll('\r\n', '\n') };
}
