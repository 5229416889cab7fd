import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { interruptible } from '../../../src/cli/app/run-app';

let kill: jest.SpyInstance;
beforeEach(() => {
  kill = jest.spyOn(process, 'kill').mockReturnValue(true);
});
afterEach(() => kill.mockRestore());

const heard = () => (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).map(signal => process.listenerCount(signal));

test('what is not interrupted gives what it gives', async () => {
  const before = heard();
  expect(await interruptible(async interruption => [interruption.aborted, heard()])).toEqual([false, before.map(count => count + 1)]);
  await expect(interruptible(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect([heard(), kill.mock.calls]).toEqual([before, []]);
});

test('a signal is told to what is going on, and counts when that is over', async () => {
  const before = heard();
  const told: unknown[] = [];
  await interruptible(async interruption => {
    interruption.addEventListener('abort', () => told.push(interruption.reason));
    process.emit('SIGTERM', 'SIGTERM');
    process.emit('SIGINT', 'SIGINT');
    told.push(kill.mock.calls.length);
  }).catch(() => undefined);
  expect([told, kill.mock.calls, heard()]).toEqual([['SIGTERM', 0], [[process.pid, 'SIGTERM']], before]);
});

test('one that comes while nothing can be heard counts too', async () => {
  await interruptible(async () => {
    setImmediate(() => process.emit('SIGHUP', 'SIGHUP'));
  });
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGHUP']]);
});

test('one that comes while a child has just ended and much is to be done ends the process', async () => {
  const program = `
    const { interruptible } = require(${JSON.stringify(resolve(__dirname, '../../../lib/src/cli/app/run-app'))});
    const { spawn } = require('child_process');
    const work = () => { for (const end = Date.now() + 600; Date.now() < end;); };
    interruptible(() => new Promise(done => spawn('true').on('exit', () => {
      spawn('sh', ['-c', 'sleep 0.2; kill -TERM ' + process.pid], { stdio: 'ignore' });
      work();
      done();
    }))).then(() => process.exit(3));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  expect(await new Promise(ended => child.on('exit', (code, signal) => ended(signal ?? code)))).toBe('SIGTERM');
});
