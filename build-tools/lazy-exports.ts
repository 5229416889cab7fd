/**
 * Defers loading in the compiled library, so that a program loads little more than what it uses:
 *
 * - The index loads a module when one of its exports is first read. If a peer dependency is missing then, the error says which.
 * - The modules that the index names, and those of submodules and of the kinds of traits and workloads, load their own modules when they first use them. An ES module that imports the library reads every export of the index at
 *   once, and would load nearly all of it otherwise.
 * - The sentences of findings are loaded with the first error.
 *
 * TypeScript writes `var x_1 = require("./x");` and a getter of `x_1.X` for each export of such a file. Node finds the names that an ES module may import by
 * reading the code: a getter of another form hides its name, but a call does not hide one that `exports.X = void 0` has declared.
 */
import { readFileSync, writeFileSync } from 'fs';
import { basename, dirname, resolve } from 'path';

const IS_MODULE = 'Object.defineProperty(exports, "__esModule", { value: true });\n';
const LAZY = `${IS_MODULE}const lazy = (name, load) => {
    const get = () => {
        try {
            return load();
        } catch (error) {
            throw require("./base/peers").withPeer(error); // node-do-not-add-exception-line
        }
    };
    Object.defineProperty(exports, name, { enumerable: true, get });
};
`;
const OF_INDEX = /^var (\w+) = require\("(\.\/[^"]+)"\);\n/gm;
const GETTER = /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return (\w+)\.\w+; \} \}\);$/gm;
/** `export * as x from './x'`: a submodule. */
const NAMESPACE = /^exports\.(\w+) = __importStar\((require\("\.\/[^"]+"\))\);$/gm;
const OWN_MODULE = /^const (\w+) = (require\("\.[^"]+"\));$/gm;

/** The compiled index with what is lazy; the same again if it is so already. */
export function withLazyExports(code: string): string {
  const modules = new Map([...code.matchAll(OF_INDEX)].map(([, variable, path]) => [variable, path]));
  if (modules.size === 0) return code;
  return code.replace(OF_INDEX, '').replace(IS_MODULE, LAZY).replace(NAMESPACE, 'lazy("$1", () => $2);').replace(GETTER, (statement, name: string, variable: string) =>
    modules.has(variable) ? `lazy("${name}", () => require("${modules.get(variable)}").${name});` : statement);
}

/** A compiled module that loads each of the library's other modules when it first uses it; the same again if it does so already. */
export function withLazyModules(code: string): string {
  const variables = [...code.matchAll(OWN_MODULE)].map(([, variable]) => variable);
  const deferred = code.replace(OWN_MODULE, 'let $1_;\nconst $1 = () => $1_ ??= $2;');
  // in brackets: `new x_1().X()` would make an object of x_1
  return variables.reduce((text, variable) => text.replace(new RegExp(`\\b${variable}\\.`, 'g'), `(${variable}()).`), deferred);
}

function rewrite(file: string, change: (code: string) => string): string {
  const code = change(readFileSync(file, 'utf8'));
  writeFileSync(file, code);
  return code;
}

/** The files of the modules that a compiled module of a folder loads. */
function namedBy(code: string, folder: string): string[] {
  return [...code.matchAll(/require\("(\.[^"]+)"\)/g)].map(([, path]) => resolve(folder, `${path}.js`));
}

/** What needs the catalogue of sentences only once something is wrong. */
const OF_ERRORS = ['delivery/validation.js', 'base/brand.js', 'base/registry.js', 'verify/query/errors.js'];

/** The base class of the workloads of Kubernetes' own kinds, which needs the rest only once there is one. */
const OF_PODS = 'model/workloads/generic/pod-workload.js';

function main() {
  const folder = resolve(__dirname, '../lib/src');
  const index = rewrite(resolve(folder, 'index.js'), withLazyExports);
  const expected = ['./delivery/gitops-app").GitOpsApp', './targets/kubernetes/kubernetes-platform").KubernetesPlatform', './targets/scraper/scraper-access").ScraperAccess', './testing/index")'];
  if (!expected.every(each => index.includes(`() => require("${each});`))) throw new Error(`${folder}/index.js has another form than expected`);
  for (const file of namedBy(index, folder)) {
    const code = rewrite(file, withLazyModules);
    // what only names other modules: those of kinds, or of a submodule
    if (['kinds.js', 'index.js'].includes(basename(file))) namedBy(code, dirname(file)).forEach(kind => rewrite(kind, withLazyModules));
  }
  for (const file of [...OF_ERRORS, OF_PODS]) rewrite(resolve(folder, file), withLazyModules);
}

if (require.main === module) main();
