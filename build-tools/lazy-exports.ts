/**
 * Makes the compiled index load src/gitops/, src/kubernetes/ and src/scraper/ when one of their exports is first read: programs that render for another platform do without.
 *
 * TypeScript writes `var x_1 = require("./x");` and a getter of `x_1.X` for each export of such a file.
 */
import { readFileSync, writeFileSync } from 'fs';
import { resolve } from 'path';

const LAZY = /^var (\w+) = require\("(\.\/(?:gitops|kubernetes|scraper)\/[^"]+)"\);\n/gm;

/** The compiled index with what is lazy; the same again where it is so already. */
export function withLazyExports(code: string): string {
  const modules = new Map([...code.matchAll(LAZY)].map(([, variable, path]) => [variable, path]));
  return code.replace(LAZY, '').replace(/return (\w+)\.(\w+);/g, (statement, variable: string, name: string) =>
    modules.has(variable) ? `return require("${modules.get(variable)}").${name};` : statement);
}

function main() {
  const file = resolve(__dirname, '../lib/src/index.js');
  const code = withLazyExports(readFileSync(file, 'utf8'));
  const expected = [
    'require("./gitops/gitops-app").GitOpsApp', 'require("./kubernetes/kubernetes-platform").KubernetesPlatform', 'require("./scraper/scraper-access").ScraperAccess',
  ];
  if (!expected.every(each => code.includes(`return ${each};`))) throw new Error(`${file} has another form than expected`);
  writeFileSync(file, code);
}

if (require.main === module) main();
