import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './support';
import { describeWith } from '../e2e/support/waiting';

const scriptFor = async (shell: string) => (await cli(['completion', shell])).stdout;

/** In a folder with one file, `only.yaml`. */
function run(shell: string, args: readonly string[], script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'));
  try {
    writeFileSync(join(folder, 'only.yaml'), '');
    writeFileSync(join(folder, '.script'), script);
    const { stdout, stderr, status } = spawnSync(shell, [...args, join(folder, '.script')], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    if (status !== 0) throw new Error(`${shell}: ${status} ${stderr}${stdout}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('bash', () => {
  test.each<[string[], string[]]>([
    [['dif'], ['diff']],
    [['diff', '--fo'], ['--format']],
    [['diff', '--format', 'json', 'dist', '--be'], ['--between']],
    [['explain', 'data-l'], ['data-left-behind']],
    [['completion', ''], ['bash', 'zsh']],
    [['diff', '--format', 'j'], ['json']],
    [['graph', 'dist', '--format', ''], ['mermaid', 'markdown']],
    [['init', '--delivery', 'f'], ['flux']],
    [['init', '--ci', 'git'], ['github', 'gitlab']],
    [['--ver'], ['--version']],
    [['validate', '--as'], ['--as-server']],
    [['help', 'ver'], ['verify']],
    // a file then
    [['validate', 'only'], []],
    [['validate', ''], []],
    [['nothing', '--x'], []],
  ])('after %j there come %j', async (typed, expected) => {
    const words = ['cdk8s-oam', ...typed].map(word => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _cdk8s_oam; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p cdk8s-oam`;
    const lines = run('bash', ['--norc', '--noprofile'], `${await scriptFor('bash')}\n${call}\n`).trimEnd().split('\n');
    expect(lines.filter(line => line !== '')).toEqual([...expected, 'complete -o default -F _cdk8s_oam cdk8s-oam']);
  });

  test('all commands that the help names, and no more', async () => {
    const call = 'COMP_WORDS=(cdk8s-oam ""); COMP_CWORD=1; _cdk8s_oam; echo "${COMPREPLY[@]}"';
    const { stdout } = await cli(['--help']);
    const named = [...stdout.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, name]) => name);
    expect(run('bash', ['--norc'], `${await scriptFor('bash')}\n${call}\n`).trim().split(' ').filter(word => !word.startsWith('-'))).toEqual(named);
  });
});

describeWith(['zsh'], 'zsh', () => {
  /** Types into a terminal, and waits for what must come. */
  const typed = (script: string, keys: string, expected: string) => `
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell 'PROMPT="> "; fpath=($fpath); autoload -Uz compinit; compinit -u -D'
zpty -w shell 'eval "$(<completion.sh)"'
zpty -n -w shell $'${keys}'
text=
for i in {1..200}; do
  while zpty -r -t shell part; do text+=$part; done
  [[ $text == *${expected}* ]] && { print found; exit 0 }
  sleep 0.05
done
print -r -- "$text"
exit 1
`.replace('eval "$(<completion.sh)"', `eval "$(<${script})"`);

  test.each([
    ['cdk8s-oam expl\\t', 'cdk8s-oam explain'],
    ['cdk8s-oam diff --form\\t', 'cdk8s-oam diff --format'],
    ['cdk8s-oam explain data-l\\t', 'cdk8s-oam explain data-left-behind'],
    ['cdk8s-oam validate on\\t', 'cdk8s-oam validate only.yaml'],
  ])('%s becomes %s', async (keys, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'zsh-'));
    try {
      writeFileSync(join(folder, 'script'), await scriptFor('zsh'));
      expect(run('zsh', ['-f'], typed(join(folder, 'script'), keys, `"${expected}"`))).toBe('found\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});

test('fails for another shell', async () => {
  expect(await cli(['completion', 'fish'])).toEqual({
    code: 2, stdout: '', stderr: "[cdk8s-oam completion] usage: 'SHELL' must be one of bash, zsh, got \"fish\"; choose one\n",
  });
});
