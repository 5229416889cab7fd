/** Runs the test suites, with TESTS=all also the long ones; with COVERAGE=true measures coverage. Prints what is not as expected, and a summary. What is given goes to jest. */
import { spawnSync } from 'child_process';
import { readFileSync } from 'fs';
import { availableParallelism } from 'os';
import { join } from 'path';

/** Suites that only a run of all tests has: those that start servers, and those that are named so. */
const LONG = ['/test/e2e/', '[.]long[.]test[.]ts$'];

/** Those of package.json, with another in place of jest's default, which prints each suite. */
const REPORTERS = [join(__dirname, 'reporter.js'), 'summary', 'jest-junit'];

function argumentsOf({ TESTS, COVERAGE }: NodeJS.ProcessEnv): string[] {
  // each suite has a copy of the counters and their places, which takes as long as all else
  const coverage = COVERAGE === 'true' ? ['--coverage'] : [];
  // the end-to-end tests mostly wait for servers: one worker more than there are cores
  if (TESTS === 'all') return [...coverage, `--maxWorkers=${availableParallelism() + 1}`];
  const { jest } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  return [...coverage, ...[...jest.testPathIgnorePatterns, ...LONG].map(pattern => `--testPathIgnorePatterns=${pattern}`)];
}

// the last of the arguments takes all words that follow it
const words = [require.resolve('jest/bin/jest'), '--ci', ...process.argv.slice(2), ...REPORTERS.map(reporter => `--reporters=${reporter}`), ...argumentsOf(process.env)];
// a program that a test runs has settings of its own
const { TSX_TSCONFIG_PATH: _, ...env } = process.env;
process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit', env: { ...env, JEST_JUNIT_OUTPUT_DIR: 'test-reports' } }).status ?? 1;
