/** Keeps Debian's packages from starting their services while they are installed. */
import { spawnSync } from 'child_process';
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';

/** What Debian's maintainer scripts ask before they start a service; 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d';
/** Where the machine's own policy lies meanwhile. */
const ASIDE = `${POLICY}.before-cdk8s-oam`;
const MADE_BY = '# made by build-tools/no-services.ts, process ';

/** Runs `act` under a policy that forbids every service, and puts back what was there. */
export async function withoutServices<T>(services: readonly string[], act: () => Promise<T>): Promise<T> {
  removeLeftovers();
  if (services.every(isForbidden)) return act();
  if (exists(POLICY)) renameSync(POLICY, ASIDE);
  try {
    writeFileSync(POLICY, `#!/bin/sh\n${MADE_BY}${process.pid}\nexit 101\n`, { mode: 0o755 });
    return await act();
  } finally {
    putBack();
  }
}

/** Puts back the policy that a killed run left aside. */
export function removeLeftovers() {
  const maker = makerOf(POLICY);
  if (maker === undefined ? exists(ASIDE) && !exists(POLICY) : !isAlive(maker)) putBack();
}

function putBack() {
  if (exists(ASIDE)) renameSync(ASIDE, POLICY);
  else rmSync(POLICY, { force: true });
}

function isForbidden(service: string): boolean {
  return exists(POLICY) && spawnSync(POLICY, [service, 'start'], { stdio: 'ignore' }).status === 101;
}

/** The process that made a policy, if it is one of ours. */
function makerOf(file: string): number | undefined {
  if (!exists(file)) return undefined;
  const line = readFileSync(file, 'latin1').split('\n').find((text) => text.startsWith(MADE_BY));
  return line === undefined ? undefined : Number(line.slice(MADE_BY.length));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
