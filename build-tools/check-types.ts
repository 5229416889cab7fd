/** Checks the types of everything: sources, tests, examples, benchmarks and build tools. */
import { spawnSync } from 'child_process';
import { TSC } from './tsc';

// one thread and little garbage collection: the least time of the processor, which other checks and the suites share
const { status } = spawnSync(process.execPath, [TSC, '--noEmit', '--singleThreaded', '--project', 'test/tsconfig.json'], {
  stdio: 'inherit', env: { ...process.env, GOGC: '400' },
});
process.exitCode = status ?? 1;
