import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { blocksOf, filesOf } from './pages';
import { inEmptyFolder } from '../cli/render/support';
import { MAIN, cli, environment } from '../cli/support';
import { objectsOf } from '../examples/programs';
import { startScraper } from '../verify/fake-scraper';

jest.setTimeout(120_000);

const ROOT = resolve(__dirname, '../..');
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial-from-oam.md'), 'utf8');

const write = inEmptyFolder();

/** What needs a network or a cluster. */
const ELSEWHERE = /^(npm install|kubectl|npx cdk8s-oam verify) .*\n|^npm install\n/gm;

/** Packages that `npm install` brings, and their programs. */
function install(): void {
  mkdirSync('node_modules');
  symlinkSync(ROOT, 'node_modules/cdk8s-oam');
  for (const name of ['.bin', 'cdk8s', 'cdk8s-plus-27', 'constructs', 'tsx']) symlinkSync(join(ROOT, 'node_modules', name), join('node_modules', name));
}

test('can be followed up to the cluster, and prints what it shows', () => {
  install();
  let cwd = process.cwd();
  const shown: string[] = [];
  for (const block of blocksOf(TUTORIAL)) {
    const [commands, prints] = block.replace(ELSEWHERE, '').split('   # prints\n');
    if (commands.trim() === '') continue;
    const [last, ...first] = commands.trimEnd().split('\n').reverse();
    const silent = first.length === 0 ? 'true' : `{\n${first.reverse().join('\n')}\n} > /dev/null 2>&1`;
    const script = prints === undefined ? `${commands}\npwd >&3\n` : `${silent}\n${last}\necho $? $(pwd) >&3\n`;
    const npx = `npx() { shift; "${process.execPath}" "${MAIN}" "$@"; }`;
    const { stdout, output } = spawnSync('bash', ['-c', `${prints === undefined ? 'set -e\n' : ''}${npx}\n{ ${script} } 2>&1`], {
      cwd, env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [status, path] = prints === undefined ? ['0', output[3]!.trim()] : output[3]!.trim().split(' ');
    cwd = path;
    expect([commands, status]).toEqual([commands, prints?.includes(': error ') ? '1' : '0']);
    if (prints === undefined) continue;
    expect(stdout).toBe(prints);
    shown.push(stdout);
  }
  expect(shown).toHaveLength(3);
  expect(cwd).toBe(join(realpathSync('.'), 'program'));
  expect(readFileSync('program/shop.ts', 'utf8')).toBe(/^```ts\n([^]*?)^```$/m.exec(TUTORIAL)![1]);
  const objects = objectsOf(readFileSync('rendered/shop.yaml', 'utf8'));
  expect(objectsOf(readFileSync('program/dist/shop.k8s.yaml', 'utf8'))).toEqual(objects);
  const [, kinds] = /^`rendered\/shop\.yaml` has (.+?)\. /m.exec(TUTORIAL)!;
  expect(kinds.replace(' and ', ', ').split(', ').map(each => each.replace(/^an? /, '').replace(/,$/, ''))).toEqual(objects.map(({ kind }) => kind));
});

test('asks a scraper that scrapes the new pods, and one that still has the job of the platform', async () => {
  write({ 'dist/shop.yaml': await renderTutorial() });
  const verify = async (job: string) => {
    const labels = { app_oam_dev_name: 'shop', app_oam_dev_component: 'cart', namespace: 'shop', instance: '10.244.0.7:8080', job };
    const { url } = await startScraper({ targets: [{ labels, scrapeUrl: 'http://10.244.0.7:8080/metrics', isUp: true, samples: 9, age: 1 }] });
    const { code, stdout, stderr } = await cli(['verify', 'dist', '--url', url]);
    return [code, `${stdout}${stderr}`] as const;
  };
  const [code, printed] = await verify('shop_shop_cart');
  const [, last] = /^If `verify` prints `(.+?)`/m.exec(TUTORIAL)!;
  expect([code, printed.endsWith(`${last}\n`)]).toEqual([0, true]);
  expect(await verify('cart')).toEqual([1, expect.stringContaining('job is "cart" and not "shop_shop_cart"')]);
});

/** The manifests of the tutorial, rendered with its settings. */
async function renderTutorial(): Promise<string> {
  for (const [name, text] of filesOf(TUTORIAL)) write({ [name]: text.replace('prot:', 'port:') });
  const { code, stdout } = await cli(['render', 'manifests']);
  expect(code).toBe(0);
  return stdout;
}
