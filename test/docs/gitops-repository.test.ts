import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { MAIN } from '../cli/support';

// the page is a walk: its blocks are run in their order, in one repository

jest.setTimeout(120_000);

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/gitops-repository.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

/** What a block runs, and what it prints, where the page says that. */
const stepOf = (text: string) => {
  const [, script, prints] = /^([^]*# prints\n)([^]*)$/.exec(text) ?? [undefined, text];
  return { script, prints };
};

const repository = mkdtempSync(join(tmpdir(), 'gitops-repository-'));
afterAll(() => rmSync(repository, { recursive: true }));

/** Commands that the page runs, by what does their work here. */
const COMMANDS: Readonly<Record<string, string>> = {
  npm: 'true',
  // the files must be there
  kubectl: '[ "$1 $2" = "apply -f" ] && shift && while [ "$1" = -f ]; do test -s "$2" || exit 1; shift 2; done',
  npx: `case "$1" in cdk8s-oam) program="${MAIN}";; tsx) program="${require.resolve('tsx/cli')}";; *) exit 1;; esac; shift; exec "${process.execPath}" "$program" "$@"`,
};

function bash(script: string): string {
  const env = { ...process.env, PATH: `${join(repository, '.git/bin')}:${process.env.PATH}` };
  // some commands end with 1 because something differs
  return execFileSync('/bin/bash', ['-c', script], { cwd: repository, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const code = (script: string): number => {
  try {
    bash(script);
    return 0;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

beforeAll(() => {
  bash('git init --quiet --initial-branch main && git config user.name test && git config user.email test@example.com && git config commit.gpgsign false');
  for (const folder of ['.git/bin', 'node_modules']) mkdirSync(join(repository, folder));
  for (const [name, script] of Object.entries(COMMANDS)) writeFileSync(join(repository, '.git/bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  for (const name of ['cdk8s', 'cdk8s-plus-27', 'constructs', '@types']) symlinkSync(join(ROOT, 'node_modules', name), join(repository, 'node_modules', name));
  symlinkSync(ROOT, join(repository, 'node_modules/cdk8s-oam'));
});

test('every block is one for the shell', () => {
  expect(BLOCKS.length).toBeGreaterThan(15);
  expect(BLOCKS.filter(({ language }) => language !== 'sh')).toEqual([]);
});

test.each(BLOCKS.map(({ text }, i) => [i + 1, stepOf(text)] as const))('block %i runs, and prints what is shown', (_, { script, prints }) => {
  const isDifference = script.includes('diff --between');
  const stdout = bash(isDifference ? `${script.trimEnd().replace(/ *#.*$/, '')} || [ $? = 1 ]` : `set -e\n${script}`);
  if (prints !== undefined) expect(stdout).toBe(prints);
});

test('the programs have the types of the library', () => {
  writeFileSync(join(repository, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'CommonJS', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] }, files: ['main.ts'],
  }));
  bash(`"${process.execPath}" "${require.resolve('typescript/bin/tsc')}" -p .`);
  // with the application that has left again
  bash(`git show HEAD~1:payments.ts > payments.ts && git show HEAD~1:main.ts > main.ts && "${process.execPath}" "${require.resolve('typescript/bin/tsc')}" -p .`);
  bash('rm tsconfig.json payments.ts && git checkout --quiet main.ts');
});

test('the job in CI finds whatever is not as the program writes it', () => {
  const { jobs: { manifests: { steps } } } = parse(readFileSync(join(repository, '.github/workflows/manifests.yml'), 'utf8'));
  const job = steps.flatMap(({ run }: { run?: string }) => run ?? []).join(' && ');
  bash('git add . && git commit --quiet --message \'Check manifests\'');
  expect(code(job)).toBe(0);
  const changes = [
    'sed -i "s/replicas: 3/replicas: 4/" main.ts',
    'echo "# by hand" >> dist/prod/shop/Deployment.cart.yaml',
    'rm dist/prod/shop/Service.cart.yaml',
    'sed -i "s/namespaces: \\[/namespaces: [{ name: \'more\' }, /" main.ts',
  ];
  for (const change of changes) {
    bash(`${change} && git commit --quiet --all --message change`);
    expect([change, code(job)]).toEqual([change, 1]);
    bash('git reset --quiet --hard HEAD~1 && git clean --quiet -d --force');
  }
});
