import { execFileSync } from 'child_process';
import { join, resolve } from 'path';
import { withLazyExports, withLazyModules } from '../../build-tools/lazy-exports';

const INDEX = `Object.defineProperty(exports, "__esModule", { value: true });
exports.Tls = exports.Kind = exports.Trait = void 0;
__exportStar(require("./platform/platform"), exports);
var trait_1 = require("./traits/trait");
Object.defineProperty(exports, "Trait", { enumerable: true, get: function () { return trait_1.Trait; } });
var tls_1 = require("./scraper/tls");
Object.defineProperty(exports, "Kind", { enumerable: true, get: function () { return tls_1.Kind; } });
Object.defineProperty(exports, "Tls", { enumerable: true, get: function () { return tls_1.Tls; } });
`;

test('what lies in src/scraper is loaded when it is read, the rest at once', () => {
  const lazy = withLazyExports(INDEX);
  expect(lazy).toBe(`Object.defineProperty(exports, "__esModule", { value: true });
const lazy = (name, get) => Object.defineProperty(exports, name, { enumerable: true, get });
exports.Tls = exports.Kind = exports.Trait = void 0;
__exportStar(require("./platform/platform"), exports);
var trait_1 = require("./traits/trait");
Object.defineProperty(exports, "Trait", { enumerable: true, get: function () { return trait_1.Trait; } });
lazy("Kind", () => require("./scraper/tls").Kind);
lazy("Tls", () => require("./scraper/tls").Tls);
`);
  expect(withLazyExports(lazy)).toBe(lazy);
});

const MODULE = `const cdk8s_1 = require("cdk8s");
const checks_1 = require("./checks");
const trait_1 = require("../traits/trait");
class Tls extends trait_1.Trait {
    made() { return new checks_1.Checks((0, checks_1.all)(cdk8s_1.Lazy)); }
}
`;

test('a module loads the other modules of the library when it first uses them', () => {
  const lazy = withLazyModules(MODULE);
  expect(lazy).toBe(`const cdk8s_1 = require("cdk8s");
let checks_1_;
const checks_1 = () => checks_1_ ??= require("./checks");
let trait_1_;
const trait_1 = () => trait_1_ ??= require("../traits/trait");
class Tls extends (trait_1()).Trait {
    made() { return new (checks_1()).Checks((0, (checks_1()).all)(cdk8s_1.Lazy)); }
}
`);
  expect(withLazyModules(lazy)).toBe(lazy);
});

test('the compiled library loads the access to the scraper when a program names it, and what is behind it when it is used', () => {
  const program = `
    const library = require(${JSON.stringify(join(resolve(__dirname, '../..'), 'lib/src/index.js'))});
    const loaded = () => Object.keys(require.cache).filter((file) => /[/\\\\]scraper[/\\\\]|bcryptjs|unixcrypt|apache-md5/.test(file)).length;
    const found = [loaded(), typeof library.ScraperCredentials, loaded(), Object.keys(library).includes('TlsCertificate')];
    library.ScraperCredentials.existingSecret({ name: 'a' });
    console.log(JSON.stringify([...found, loaded() > 1]));`;
  expect(JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }))).toEqual([0, 'function', 1, true, true]);
});
