import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { runApp } from '../../../src/cli/app/run-app';

const app = (command: string) => ({ subject: 'cdk8s-oam synth', command, folder: tmpdir(), output: 'dist', isValidated: false });

/** Runs an app, interrupts it, and gives what it ends with and how long that takes, in milliseconds. */
async function interrupted(command: string): Promise<[message: string, time: number]> {
  const interruption = new AbortController();
  const end = runApp(app(command), tmpdir(), interruption.signal).then(() => 'it ended well', error => error.message);
  await pause(500);
  interruption.abort('SIGTERM');
  const start = Date.now();
  return [await end, Date.now() - start];
}

test('an app that is interrupted is ended', async () => {
  // by the first signal, not by the last
  const [message] = await interrupted('sleep 20');
  expect(message).toBe('[cdk8s-oam synth] app-failed: the app was ended by SIGTERM; see its output above');
});

test('one that does not listen gets its time, and is ended then', async () => {
  const [message, time] = await interrupted('trap "" TERM; while :; do sleep 0.1; done');
  expect([message, time > 1500]).toEqual(['[cdk8s-oam synth] app-failed: the app was ended by SIGKILL; see its output above', true]);
});

test('one that ends well all the same has ended well', async () => {
  // the shell would tell that `sleep` is ended, too
  const [message] = await interrupted('exec 2> /dev/null; trap "exit 0" TERM; while :; do sleep 0.1; done');
  expect(message).toBe('it ended well');
});
