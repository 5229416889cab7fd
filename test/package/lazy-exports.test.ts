import { execFileSync } from 'child_process';
import { join, resolve } from 'path';
import { withLazyExports } from '../../build-tools/lazy-exports';

const INDEX = `__exportStar(require("./platform/platform"), exports);
var trait_1 = require("./traits/trait");
Object.defineProperty(exports, "Trait", { enumerable: true, get: function () { return trait_1.Trait; } });
var tls_1 = require("./scraper/tls");
Object.defineProperty(exports, "Kind", { enumerable: true, get: function () { return tls_1.Kind; } });
Object.defineProperty(exports, "Tls", { enumerable: true, get: function () { return tls_1.Tls; } });
`;

test('what lies in src/scraper is loaded when it is read, the rest at once', () => {
  const lazy = withLazyExports(INDEX);
  expect(lazy).toBe(`__exportStar(require("./platform/platform"), exports);
var trait_1 = require("./traits/trait");
Object.defineProperty(exports, "Trait", { enumerable: true, get: function () { return trait_1.Trait; } });
Object.defineProperty(exports, "Kind", { enumerable: true, get: function () { return require("./scraper/tls").Kind; } });
Object.defineProperty(exports, "Tls", { enumerable: true, get: function () { return require("./scraper/tls").Tls; } });
`);
  expect(withLazyExports(lazy)).toBe(lazy);
});

test('the compiled library loads the access to the scraper when a program names it', () => {
  const program = `
    const library = require(${JSON.stringify(join(resolve(__dirname, '../..'), 'lib/src/index.js'))});
    const loaded = () => Object.keys(require.cache).filter((file) => /[/\\\\]scraper[/\\\\]|bcryptjs|unixcrypt|apache-md5/.test(file)).length;
    console.log(JSON.stringify([loaded(), typeof library.ScraperAccess, loaded() > 10, Object.keys(library).includes('ScraperTls')]));`;
  expect(JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }))).toEqual([0, 'function', true, true]);
});
