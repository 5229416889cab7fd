/** Loads the packages that are named, in a process of its own; prints what it took as JSON. */
import type { LoadSample } from './load';

const before = process.cpuUsage();
const start = performance.now();
// eslint-disable-next-line @typescript-eslint/no-require-imports
for (const name of process.argv.slice(2)) require(name);
const total = performance.now() - start;
const { user, system } = process.cpuUsage(before);
const sample: LoadSample = { total, cpu: (user + system) / 1000 };
process.stdout.write(JSON.stringify(sample));
