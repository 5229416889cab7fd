import { quoted } from './text';
import { Imported, pieces, Statement } from './tree';

/** The imports of code, and of what else a file names. */
export function printImports(statements: readonly Statement[], others: readonly Imported[]): string {
  const modules = new Map<string, Set<string>>();
  const named = statements.flatMap(({ value }) => [...pieces(value)].flatMap(piece => piece.type === 'imported' ? piece : []));
  for (const { module, name } of [...others, ...named]) modules.set(module, (modules.get(module) ?? new Set()).add(name));
  return [...modules].sort(byModule).map(([module, names]) => printImport(module, [...names].sort())).join('');
}

/** Packages first. */
function byModule([a]: [string, unknown], [b]: [string, unknown]): number {
  const key = (module: string) => `${module.startsWith('.') ? 1 : 0}${module}`;
  return key(a) < key(b) ? -1 : 1;
}

function printImport(module: string, names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from ${quoted(module)};\n`;
  return line.length <= 121 ? line : `import {\n${names.map(name => `  ${name},\n`).join('')}} from ${quoted(module)};\n`;
}

