import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TSC } from '../../build-tools/tsc';
import { MAIN } from '../cli/support';

// the page is a walk: its blocks are run in their order, in one repository

jest.setTimeout(120_000);

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/tutorial-environments.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

/** What a block runs, and what it prints, where the page says that. */
const stepOf = (text: string) => {
  const [, script, prints] = /^([^]*# prints\n)([^]*)$/.exec(text) ?? [undefined, text];
  return { script, prints };
};

const place = mkdtempSync(join(tmpdir(), 'tutorial-environments-'));
/** The folder that the first block makes. */
const repository = join(place, 'deployments');
afterAll(() => rmSync(place, { recursive: true }));

const PACKAGES = ['cdk8s', 'cdk8s-plus-27', 'constructs', 'tsx', 'jest', '@swc', '@types'];

/** Commands that the page runs, by what does their work here. */
const COMMANDS: Readonly<Record<string, string>> = {
  npm: `case "$1" in
    install) mkdir node_modules && ln -s ${PACKAGES.map((name) => `"${join(ROOT, 'node_modules', name)}"`).join(' ')} node_modules && ln -s "${ROOT}" node_modules/cdk8s-oam;;
    test) "${process.execPath}" "${TSC}" && exec "${process.execPath}" "${join(ROOT, 'node_modules/jest/bin/jest.js')}";;
    *) exit 1;;
  esac`,
  // the files must be there
  kubectl: '[ "$1 $2" = "apply -f" ] && shift && while [ "$1" = -f ]; do test -s "$2" || exit 1; shift 2; done',
  npx: `case "$1" in cdk8s-oam) program="${MAIN}";; *) exit 1;; esac; shift; exec "${process.execPath}" "$program" "$@"`,
};

const GIT = {
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'user.name',
  GIT_CONFIG_VALUE_0: 'test',
  GIT_CONFIG_KEY_1: 'user.email',
  GIT_CONFIG_VALUE_1: 'test@example.com',
  GIT_CONFIG_KEY_2: 'commit.gpgsign',
  GIT_CONFIG_VALUE_2: 'false',
};

function bash(script: string): string {
  const env = { ...process.env, ...GIT, PATH: `${join(place, 'bin')}:${process.env.PATH}` };
  const cwd = existsSync(repository) ? repository : place;
  // some commands end with 1 because something differs
  return execFileSync('/bin/bash', ['-c', script], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  mkdirSync(join(place, 'bin'));
  for (const [name, script] of Object.entries(COMMANDS)) writeFileSync(join(place, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
});

test('every block is one for the shell', () => {
  expect(BLOCKS.length).toBe(17);
  expect(BLOCKS.filter(({ language }) => language !== 'sh')).toEqual([]);
});

test.each(BLOCKS.map(({ text }, i) => [i + 1, stepOf(text)] as const))('block %i runs, and prints what is shown', (_, { script, prints }) => {
  const isDifference = script.includes('cdk8s-oam diff ');
  const stdout = bash(isDifference ? `${script.trimEnd().replace(/ *#.*$/, '')} || [ $? = 1 ]` : `set -e\n${script}`);
  if (prints !== undefined) expect(stdout).toBe(prints);
});

test('the programs have the types of the library', () => {
  const tsc = `"${process.execPath}" "${TSC}"`;
  bash(tsc);
  // and before the change of a setting and the new component
  bash(`git checkout --quiet main~4 && ${tsc} && git checkout --quiet main`);
});
