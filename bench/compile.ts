import { execFileSync } from 'child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

// What is measured is compiled JavaScript under plain node: stripping types costs time and memory of its own.

export const ROOT = resolve(__dirname, '..');

/** Ignored by git and npm. It lies below the package, so that the programs in it import the package by its name. */
const OUTPUT = join(ROOT, 'bench/.cache');

const COMPILER_OPTIONS = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };

/** Compiles src/ into lib/, unless that is newer. */
export function compileLibrary(): void {
  const main = join(ROOT, 'lib/src/index.js');
  if (existsSync(main) && statSync(main).mtimeMs > newest(join(ROOT, 'src'))) return;
  execFileSync(process.execPath, [require.resolve('projen/bin/projen'), 'compile'], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(f => f.isFile());
  return Math.max(...files.map(f => statSync(join(f.parentPath, f.name)).mtimeMs));
}

/** Compiles bench/*.ts; gives the path of a compiled program by its name. */
export function compilePrograms(): (name: string) => string {
  mkdirSync(OUTPUT, { recursive: true });
  for (const name of readdirSync(__dirname).filter(n => n.endsWith('.ts'))) {
    const { outputText } = transpileModule(readFileSync(join(__dirname, name), 'utf8'), { fileName: name, compilerOptions: COMPILER_OPTIONS });
    writeFileSync(join(OUTPUT, name.replace(/\.ts$/, '.js')), outputText);
  }
  return name => join(OUTPUT, `${name}.js`);
}

export function removePrograms(): void {
  rmSync(OUTPUT, { recursive: true, force: true });
}
