/** The licences of what is compiled to WebAssembly: those of the modules, and of Go. */
import { execFileSync } from 'child_process';
import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { pathOf } from '../servers';

const LICENSE = /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i;

const VERSION = '{{.Version}}\t{{.Dir}}';
const TEMPLATE = `{{with .Module}}{{if not .Main}}{{.Path}} {{with .Replace}}${VERSION}{{else}}${VERSION}{{end}}{{end}}{{end}}`;

/** Each text once, below the names of what is under it. Needs Go, and the modules. */
export function licensesOf(module: string, program: string): string {
  const env = { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' };
  const go = (...args: string[]) => execFileSync(pathOf('go')!, args, { cwd: module, env, encoding: 'utf8', maxBuffer: 2 ** 24 });
  const modules = [...new Set(go('list', '-deps', '-f', TEMPLATE, `./${program}`).split('\n').filter(Boolean))].sort().map((line) => line.split('\t'));
  const texts = new Map<string, string[]>();
  for (const [name, folder] of [['Go', go('env', 'GOROOT').trim()], ...modules]) {
    for (const text of textsIn(folder, name)) texts.set(text, [...texts.get(text) ?? [], name]);
  }
  return [...texts].map(([text, names]) => `${'='.repeat(80)}\n${names.join('\n')}\n${'='.repeat(80)}\n\n${text}\n`).join('\n');
}

function textsIn(folder: string, name: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENSE.test(file)).sort() : [];
  // such as a Go of Debian, which has it elsewhere
  if (files.length === 0) throw new Error(`${name} has no licence in ${folder}`);
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}
