import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../src/testing/jest';
import { filesOf, readPage } from './pages';
import { compiled } from '../support/compiled';

const PAGE = readFileSync(join(__dirname, '../../docs/testing.md'), 'utf8');

describe('docs/testing.md', () => {
  const tests: [name: string, run: () => void][] = [];
  const shop = {};
  new Function('require', 'exports', compiled(readPage('docs/testing.md', PAGE).programs[0].code))(require, shop);
  const [, code] = /^```js\n([^]*?)^```$/m.exec(PAGE)!;
  new Function('require', 'exports', 'test', compiled(code))(
    (name: string) => name === '../shop' ? shop : jest.requireActual(name), {}, (name: string, run: () => void) => tests.push([name, run]));

  test.each(tests)('has a test that passes: %s', (_, run) => run());

  test('has two of them', () => expect(tests.length).toBe(2));

  test('has a jest configuration, of which one line is for the library', () => {
    const config = filesOf(PAGE).get('jest.config.js')!;
    const made: { exports?: object } = {};
    new Function('module', config)(made);
    expect(made.exports).toEqual({ transform: { '\\.ts$': '@swc/jest' }, setupFilesAfterEnv: ['cdk8s-oam/jest'] });
    const [, line] = /add only the line `(.*?)`/.exec(PAGE)!;
    expect(config.split('\n')).toContain(`  ${line}`);
  });
});
