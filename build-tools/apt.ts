/** Installs Debian packages. */
import { ChildProcess, spawn } from 'child_process';

const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long another package manager may hold its lock, in seconds. */
const LOCK_TIMEOUT = 300;
const OPTIONS = [
  '-q',
  '-o', `DPkg::Lock::Timeout=${LOCK_TIMEOUT}`,
  '-o', 'Acquire::http::Timeout=30',
  '-o', 'Acquire::https::Timeout=30',
  '-o', 'Dpkg::Options::=--force-confdef',
  '-o', 'Dpkg::Options::=--force-confold',
];
/** The locks that `DPkg::Lock::Timeout` does not cover: of the package lists and of the downloads. */
const LOCKED = /Could not get lock|Unable to lock directory/;

/** What became of an installation. */
export interface Outcome {
  readonly isDone: boolean;
  /** What apt-get printed. */
  readonly output: string;
  /** The signal that asked this process to end meanwhile. */
  readonly interruptedBy?: NodeJS.Signals;
}

/** Installs packages, and reads the package lists anew where they do not do. */
export async function install(packages: readonly string[]): Promise<Outcome> {
  const apt = new AptGet();
  try {
    const args = ['install', '--no-install-recommends', '-y', ...packages];
    const isDone = await apt.run(args) || (await apt.run(['update']), await apt.run(args));
    return { isDone, output: apt.output, interruptedBy: apt.interruptedBy };
  } finally {
    apt.dispose();
  }
}

/** While it lives, a signal ends the running apt-get and not this process, which has something to put back. */
class AptGet {
  public output = '';
  public interruptedBy?: NodeJS.Signals;
  private child?: ChildProcess;

  constructor() {
    SIGNALS.forEach((signal) => process.on(signal, this.interrupt));
  }

  public dispose() {
    SIGNALS.forEach((signal) => process.off(signal, this.interrupt));
  }

  /** Runs one command as soon as the locks are free; says whether it succeeded. */
  public async run(args: string[]): Promise<boolean> {
    const end = Date.now() + LOCK_TIMEOUT * 1000;
    while (!this.interruptedBy) {
      const before = this.output.length;
      if (await this.spawn(args)) return true;
      if (!LOCKED.test(this.output.slice(before)) || Date.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    return false;
  }

  private readonly interrupt = (signal: NodeJS.Signals) => {
    this.interruptedBy ??= signal;
    this.child?.kill(signal);
  };

  private async spawn(args: string[]): Promise<boolean> {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_SUSPEND: '1', LC_ALL: 'C' };
    const child = spawn('apt-get', [...OPTIONS, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { this.output += text; });
    return new Promise((resolve, reject) => child.on('error', reject).on('close', (code) => resolve(code === 0)));
  }
}
