import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const ROOT = resolve(__dirname, '../..');
const COMPILER_OPTIONS = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };

/**
 * Compiles a TypeScript file of this repository, and all that it imports by a relative path, into a new folder that every user may read. Plain Node
 * starts what comes out in a few hundredths of a second, and it is always what the sources say. Gives the JavaScript file, and the folder to remove.
 */
export function compiled(entry: string): { readonly file: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  chmodSync(folder, 0o755);
  const done = new Set<string>();
  const compile = (source: string): string => {
    const target = join(folder, relative(ROOT, source)).replace(/\.ts$/, '.js');
    if (done.has(source)) return target;
    done.add(source);
    const { outputText } = transpileModule(readFileSync(source, 'utf8'), { compilerOptions: COMPILER_OPTIONS });
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    writeFileSync(target, outputText, { mode: 0o644 });
    for (const [, path] of outputText.matchAll(/require\("(\.[^"]+)"\)/g)) compile(sourceOf(resolve(dirname(source), path)));
    return target;
  };
  return { file: compile(entry), folder };
}

function sourceOf(path: string): string {
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
}
