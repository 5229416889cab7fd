import fs, { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { Files, MAIN, cli, lines, shell } from './support';
import { ImagesFile } from '../../src/delivery/environments/images';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const CART = 'ghcr.io/acme/cart';

const TEXT = `# what runs where
staging:
  ${CART}: 1.5.0 # {"$imagepolicy": "flux-system:cart:tag"}
  "ghcr.io/acme/front":   '2.0'

  localhost:5000/log: 1.20@${DIGEST}
# careful
prod:
    ${CART}:   "1.4.2"   # with the migration
    ghcr.io/acme/front: 1.9
empty:
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-image-'));
  writeFileSync(file(), TEXT);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'images.yaml');
const text = () => readFileSync(file(), 'utf8');

async function setImage(...args: readonly string[]) {
  const { code, stdout, stderr } = await cli(['set-image', ...args, `--file=${file()}`]);
  return { code, stdout, stderr: stderr.replaceAll(folder, '') };
}

const done = (...all: readonly string[]) => ({ code: 0, stdout: lines(...all), stderr: '' });
const same = { code: 0, stdout: '', stderr: 'no change in "/images.yaml"\n' };

describe('it changes', () => {
  test.each<[string, string, string, string]>([
    [CART, '1.4.3', 'prod', `    ${CART}:   "1.4.3"   # with the migration`],
    [CART, `1.4.3@${DIGEST}`, 'prod', `    ${CART}:   "1.4.3@${DIGEST}"   # with the migration`],
    ['ghcr.io/acme/front', '2.10', 'staging', '  "ghcr.io/acme/front":   \'2.10\''],
    [CART, '1.5.1', 'staging', `  ${CART}: 1.5.1 # {"$imagepolicy": "flux-system:cart:tag"}`],
    ['localhost:5000/log', DIGEST, 'staging', `  localhost:5000/log: ${DIGEST}`],
  ])('%s to %s in %s, and one line', async (name, version, env, line) => {
    const before = ImagesFile.of(TEXT, '').environments.get(env)!.images.get(name)!.version.text;
    expect(await setImage('--env', env, `${name}=${version}`)).toEqual(done(`${env} ${name}: ${before} -> ${version}`));
    const [old, now] = [TEXT.split('\n'), text().split('\n')];
    expect(now.filter((each, i) => each !== old[i])).toEqual([line]);
    expect(now).toHaveLength(old.length);
  });

  test('a version to a digest that has its mark in front', async () => {
    expect(await setImage('--env=prod', `${CART}=@${DIGEST}`)).toEqual(done(`prod ${CART}: 1.4.2 -> ${DIGEST}`));
    expect(text()).toBe(TEXT.replace('1.4.2', DIGEST));
  });

  test('several versions, in the order in which they are given, and leaves out those that are the same', async () => {
    expect(await setImage('--env=prod', 'ghcr.io/acme/front=2', `${CART}=1.4.2`)).toEqual(done('prod ghcr.io/acme/front: 1.9 -> 2'));
    expect(await setImage('--env=staging', 'localhost:5000/log=1', `${CART}=1`)).toEqual(done(`staging localhost:5000/log: 1.20@${DIGEST} -> 1`, `staging ${CART}: 1.5.0 -> 1`));
    expect(text()).toBe(TEXT.replace('1.9', '2').replace(`1.20@${DIGEST}`, '1').replace('1.5.0', '1'));
  });

  test.each<[string, string, string]>([
    ['with line breaks of Windows', 'a:\r\n  x: 1\r\n  y: 2\r\n', 'a:\r\n  x: 1\r\n  y: 3\r\n'],
    ['with a mark of its encoding', '\ufeffa: { x: 1, y: 2 }', '\ufeffa: { x: 1, y: 3 }'],
    ['without a last line break', 'a:\n  y: 2', 'a:\n  y: 3'],
    ['in JSON', '{"a":{"y":"2"}}', '{"a":{"y":"3"}}'],
    ['with a value on the next line', 'a:\n  y:\n    2 # two\n', 'a:\n  y:\n    3 # two\n'],
    ['with characters of two units', '# \u{1F600}\na: { "x": \'1\', y: 2 } # \u{1F600}\n', '# \u{1F600}\na: { "x": \'1\', y: 3 } # \u{1F600}\n'],
    ['with a type', 'a:\n  y: !!str 2\n', 'a:\n  y: !!str 3\n'],
    ['with its own beginning', '---\na:\n  y: 2\n', '---\na:\n  y: 3\n'],
  ])('a file %s', async (_, before, after) => {
    writeFileSync(file(), before);
    expect(await setImage('--env=a', 'y=3')).toEqual(done('a y: 2 -> 3'));
    expect(text()).toBe(after);
  });

  test('whatever a file looks like, one version and nothing else', async () => {
    const word = fc.constantFrom('a', 'b/c', 'd.e/f', 'g', '1.0', 'true', '1e3');
    const quoted = (value: string) => fc.constantFrom(value, `'${value}'`, `"${value}"`);
    const images = fc.dictionary(word, fc.constantFrom('1.0', '2', 'v1', 'on').chain(quoted), { minKeys: 1 });
    const environments = fc.dictionary(fc.constantFrom('staging', 'prod', 'no', '01'), images, { minKeys: 1 });
    await fc.assert(fc.asyncProperty(environments, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', ' # note', '   '), fc.nat(), async (all, lineBreak, end, at) => {
      const entries = Object.entries(all).flatMap(([env, each]) => [[env], ...Object.entries(each).map(([name, value]) => [env, name, value])]);
      const written = (values: readonly (readonly string[])[]) => values.map(([env, name, value]) => `${name === undefined ? `"${env}":` : `  "${name}": ${value}`}${end}${lineBreak}`).join('');
      writeFileSync(file(), written(entries));
      const chosen = entries.filter(({ length }) => length === 3)[at % entries.filter(({ length }) => length === 3).length];
      const [env, name, value] = chosen;
      expect((await setImage(`--env=${env}`, `${name}=9.9`)).code).toBe(0);
      expect(text()).toBe(written(entries.map(each => each === chosen ? [env, name, value.replace(/[^'"]+/, '9.9')] : each)));
    }), { numRuns: 200 });
  });
});

describe('it adds where --add says so', () => {
  test('an image behind the last one of its environment, and behind the name of one without', async () => {
    expect(await setImage('--env=staging', '--add', 'new=1', `${CART}=2`, 'other=1.20')).toEqual(done('staging new: added 1', `staging ${CART}: 1.5.0 -> 2`, 'staging other: added 1.20'));
    expect(await setImage('--env=empty', '--add', 'new=v1')).toEqual(done('empty new: added v1'));
    const log = `  localhost:5000/log: 1.20@${DIGEST}\n`;
    // the library writes two spaces of indentation, and one between the parts of a line
    const written = TEXT.replace('1.5.0', '2').replace(/ {2,}(?='2|"1|# with)/g, ' ').replaceAll('\n    ', '\n  ');
    expect(text()).toBe(`${written.replace(log, `${log}  new: 1\n  other: 1.20\n`)}  new: v1\n`);
  });

  test.each<[string, string, string]>([
    ['at the end without a line break', 'a:\n    x: 1 # one', 'a:\n  x: 1 # one\n  y: v2\n'],
    ['with line breaks of Windows', 'a: # empty\r\nb:\r\n', 'a:\r\n  # empty\r\n  y: v2\r\nb:\r\n'],
    ['between braces', '\ufeffa: {} # none\nb: {}\n', '\ufeffa: { y: v2 } # none\nb: {}\n'],
    ['in JSON', '{"a":{"x":"1"},"b":{}}', '{ "a": { "x": "1", y: v2 }, "b": {} }\n'],
    ['for a null', 'a: ~\n', 'a:\n  y: v2\n'],
    ['with the environment at the end', 'b:\n  x: 1', 'b:\n  x: 1\na:\n  y: v2\n'],
    ['with the environment below those that are indented', '  b:\r\n    x: 1\r\n# end\r\n', 'b:\r\n  x: 1\r\na:\r\n  y: v2\r\n\r\n# end\r\n'],
    ['with the environment to an empty file', '', 'a:\n  y: v2\n'],
    ['with the environment below a comment', '# images\n', '# images\n\na:\n  y: v2\n'],
  ])('%s', async (_, before, after) => {
    writeFileSync(file(), before);
    expect(await setImage('--env=a', '--add', 'y=v2')).toEqual(done('a y: added v2'));
    expect(text()).toBe(after);
  });
});

describe('it takes over from another environment', () => {
  test('all images, if the environment has them', async () => {
    writeFileSync(file(), TEXT.replace(/\n +localhost.*/, ''));
    expect(await setImage('--from=staging', '--env=prod')).toEqual(done(`prod ${CART}: 1.4.2 -> 1.5.0`, 'prod ghcr.io/acme/front: 1.9 -> 2.0'));
    expect(await setImage('--from=staging', '--env=prod')).toEqual(same);
  });

  test('those that are named, or new ones too', async () => {
    expect(await setImage('--from=staging', '--env=prod', CART)).toEqual(done(`prod ${CART}: 1.4.2 -> 1.5.0`));
    expect(await setImage('--from=staging', '--env=prod', '--add')).toEqual(done('prod ghcr.io/acme/front: 1.9 -> 2.0', `prod localhost:5000/log: added 1.20@${DIGEST}`));
    expect(ImagesFile.of(text(), '').environments.get('prod')!.images.get('localhost:5000/log')!.version.text).toBe(`1.20@${DIGEST}`);
  });

  test.each<[string, string[], string]>([
    ['the other one has more', [], "'localhost:5000/log' is not among the images of prod in \"/images.yaml\"; give --add if it is new there"],
    ['the other one does not have a name', ['ghcr.io/acme/crt'], "'ghcr.io/acme/crt' is not among the images of staging in \"/images.yaml\"; did you mean \"ghcr.io/acme/cart\"?"],
    ['a name has a version', [`${CART}=1`], `'<images>' must be the name of an image without tag and digest, got "${CART}=1"; write what precedes the tag or digest`],
    ['a name is given twice', [CART, CART], `'${CART}' is given twice; give it once`],
  ])('and fails when %s', async (_, names, message) => {
    expect(await setImage('--from=staging', '--env=prod', ...names)).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam set-image] invalid-value: ${message}\n` });
    expect(text()).toBe(TEXT);
  });
});

test('it adds an environment with all images of another one', async () => {
  expect(await setImage('--add', '--from=prod', '--env=dev')).toEqual(done(`dev ${CART}: added 1.4.2`, 'dev ghcr.io/acme/front: added 1.9'));
  expect(text()).toMatch(new RegExp(`\\ndev:\\n  ${CART}: 1\\.4\\.2\\n  ghcr\\.io/acme/front: 1\\.9\\n$`));
});

describe('it writes nothing', () => {
  test('where nothing changes', async () => {
    const { mtimeMs, ino } = statSync(file());
    expect(await setImage('--env=prod', `${CART}=1.4.2`)).toEqual(same);
    expect([statSync(file()).mtimeMs, statSync(file()).ino]).toEqual([mtimeMs, ino]);
  });

  test.each<[string, string[], string]>([
    ['the environment is not in the file', ['--env=prd', `${CART}=1`], "invalid-value: '--env' must be one of staging, prod, empty, got \"prd\"; did you mean \"prod\"? Otherwise give --add if it is new in \"/images.yaml\""],
    ['the other environment is not', ['--env=prod', '--from=test'], "invalid-value: '--from' must be one of staging, prod, empty, got \"test\"; name an environment of \"/images.yaml\""],
    ['a new environment is not added', ['--env=test', `${CART}=1`], "invalid-value: '--env' must be one of staging, prod, empty, got \"test\"; give --add if it is new in \"/images.yaml\""],
    ['a new environment has no valid name', ['--env=Dev', '--add', `${CART}=1`], "invalid-value: '--env' must be lower-case letters, digits and \"-\", with a letter or digit at both ends, and no device of Windows (con, nul), got \"Dev\""],
    ['the path of an image is left out', ['--env=prod', 'cart=1'], "invalid-value: 'cart' is not among the images of prod in \"/images.yaml\"; did you mean \"ghcr.io/acme/cart\"?"],
    ['an image of another path is not added', ['--env=prod', 'docker.io/other/cart=1'], "invalid-value: 'docker.io/other/cart' is not among the images of prod in \"/images.yaml\"; give --add if it is new there"],
    ['an image is not', ['--env=prod', 'ghcr.io/acme/crt=1'], "invalid-value: 'ghcr.io/acme/crt' is not among the images of prod in \"/images.yaml\"; did you mean \"ghcr.io/acme/cart\"?"],
    ['no image is given', ['--env=prod'], "usage: '<images>' is required; write cdk8s-oam set-image <images>"],
    ['no environment is given', [`${CART}=1`], "usage: '--env' is required; write --env <name>"],
    ['no version is given', ['--env=prod', CART], `invalid-value: '<images>' must be <name>=<tag or digest>, got "${CART}"; write it so, or give --from and names alone`],
    ['a version is none', ['--env=prod', `${CART}=1.0 beta`], `invalid-value: '${CART}' must be a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got "1.0 beta"; write one of them`],
    ['a version is empty', ['--env=prod', `${CART}=`], `invalid-value: '${CART}' must be a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got ""; write one of them`],
    ['a name is none', ['--env=prod', `${CART}:1=1`], `invalid-value: '<images>' must be the name of an image without tag and digest, got "${CART}:1"; write what precedes the tag or digest`],
    ['a name has capital letters', ['--env=prod', 'ghcr.io/acme/Cart=1'], 'invalid-value: \'<images>\' must be the name of an image such as ghcr.io/acme/cart, got "ghcr.io/acme/Cart"; write it in lower case, without a scheme'],
    ['a name is given twice', ['--env=prod', `${CART}=1`, `${CART}=2`], `invalid-value: '${CART}' is given twice; give it once`],
  ])('and fails when %s', async (_, args, message) => {
    expect(await setImage(...args)).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam set-image] ${message}\n` });
    expect(text()).toBe(TEXT);
  });

  test('and fails when the file is wrong, or is not there', async () => {
    writeFileSync(file(), 'prod:\n  a: [1]\n');
    expect(await setImage('--env=prod', 'a=1')).toEqual({ code: 2, stdout: '', stderr: "/images.yaml:2:6: invalid-value: 'prod.a' must be a string on one line, and no alias; the value is not shown; write the text itself on one line\n" });
    rmSync(file());
    expect(await setImage('--env=prod', 'a=1')).toEqual({ code: 2, stdout: '', stderr: '/images.yaml: manifest-not-readable: does not exist; check the path\n' });
    expect((await cli(['set-image', '--env=prod', 'a=1', '--file='])).stderr).toBe("[cdk8s-oam set-image] invalid-value: '--file' must be a non-empty string, got \"\"\n");
  });

  test('and fails when the disk is full', async () => {
    jest.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    });
    const { code, stdout, stderr } = await setImage('--env=prod', `${CART}=1`);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('ENOSPC: no space left on device')]);
    expect([text(), readdirSync(folder)]).toEqual([TEXT, ['images.yaml']]);
  });
});

test('permissions of the file, and a link to it, stay', async () => {
  renameSync(file(), join(folder, 'real.yaml'));
  chmodSync(join(folder, 'real.yaml'), 0o640);
  symlinkSync('real.yaml', file());
  expect(await setImage('--env=prod', `${CART}=1`)).toMatchObject({ code: 0 });
  expect([lstatSync(file()).isSymbolicLink(), statSync(file()).mode % 0o1000, readdirSync(folder).sort()]).toEqual([true, 0o640, ['images.yaml', 'real.yaml']]);
  expect(text()).toBe(TEXT.replace('1.4.2', '1'));
});

test('of 24 changes by eight runs at once, all are there', async () => {
  const names = Array.from({ length: 24 }, (_, i) => `ghcr.io/acme/part-${i}`);
  const written = (version: string) => lines('prod:', ...names.map(name => `  ${name}: ${version}`));
  writeFileSync(file(), written('1.0.0'));
  const starts = names.filter((_, i) => i % 3 === 0).map((_, run) => names.slice(3 * run, 3 * run + 3).map(name => `${name}=1.0.1`).join(' '));
  expect(starts).toHaveLength(8);
  const ended = await Promise.all(starts.map(async changes => shell(`cdk8s-oam set-image --env prod ${changes} --file ${file()}`)));
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(starts.map(() => ({ code: 0, stderr: '' })));
  expect([text(), readdirSync(folder)]).toEqual([written('1.0.1'), ['images.yaml']]);
}, 60_000);

test('fails when another run holds the lock of the folder, and names it', async () => {
  writeFileSync(join(folder, '.cdk8s-oam-lock'), JSON.stringify({ host: 'ci-7', pid: 17, since: '2026-01-01T00:00:00Z' }));
  const now = Date.now();
  let waits = 0;
  jest.spyOn(Atomics, 'wait').mockImplementation(() => {
    waits++;
    jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    return 'timed-out';
  });
  expect(await setImage('--env=prod', `${CART}=1`)).toEqual({
    code: 2,
    stdout: '',
    stderr: "[cdk8s-oam set-image] output-not-writable: '/.cdk8s-oam-lock' is the lock of another run, process 17 on ci-7 since 2026-01-01T00:00:00Z; "
      + 'wait for that run; if its process no longer exists, delete this file\n',
  });
  expect([waits, text()]).toEqual([1, TEXT]);
});

test('a release is a line of the file, and the manifests with the image', async () => {
  const app = [
    "const { ApiObject, Chart } = require('cdk8s');",
    "const { Environments } = require('cdk8s-oam');",
    "const environments = new Environments({ images: 'images.yaml' });",
    "for (const name of ['staging', 'prod', 'empty']) {",
    '  const app = environments.add(name);',
    "  const chart = new Chart(app, 'shop', { namespace: 'shop' });",
    "  const images = name === 'empty' ? [] : ['ghcr.io/acme/cart', 'ghcr.io/acme/front'];",
    "  if (name === 'staging') images.push('localhost:5000/log');",
    "  new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });",
    "  for (const each of images) new ApiObject(chart, each.split('/').pop(), { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'c', image: app.image(each) }] } });",
    '}',
    'environments.synth();',
  ];
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve(MAIN, '../../../..'), join(folder, 'node_modules/cdk8s-oam'));
  for (const name of ['cdk8s', 'constructs']) symlinkSync(resolve(MAIN, '../../../../node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'main.js'), lines(...app));
  writeFileSync(join(folder, 'cdk8s.yaml'), 'app: node main.js\n');
  const files = (): Files => Object.fromEntries(readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('node_modules') && statSync(join(folder, name)).isFile()).map(name => [name, readFileSync(join(folder, name), 'utf8')]));
  const synth = async (set = 'true') => shell(`cd "${folder}" && ${set} && cdk8s-oam synth`);
  expect(await synth()).toMatchObject({ code: 0 });
  expect(Object.keys(files())).toContain('dist/prod/shop/Namespace.shop.yaml');
  const before = files();
  const { code, stdout } = await synth(`cdk8s-oam set-image --env prod ${CART}=1.4.3`);
  const after = files();
  const changed = Object.keys(after).filter(name => after[name] !== before[name]);
  expect(changed.sort()).toEqual([expect.stringMatching(/^dist\/prod\/shop\/Pod\.shop-cart-\w+\.yaml$/), 'images.yaml']);
  expect([code, stdout]).toEqual([0, lines(`prod ${CART}: 1.4.2 -> 1.4.3`, `~ changed  ${changed[0]}`)]);
  for (const name of changed) expect(after[name].split('\n').filter((line, i) => line !== before[name].split('\n')[i])).toHaveLength(1);
  expect(after[changed[0]]).toBe(before[changed[0]].replace('1.4.2', '1.4.3'));
}, 60_000);

describe('the page', () => {
  const PAGE = readFileSync(resolve(__dirname, '../../docs/environments.md'), 'utf8');
  const shown = (name: string) => new RegExp(`cat > ${name} <<'END'\n([^]*?)END\n`).exec(PAGE)![1];

  test('has every option of the command', async () => {
    const { stdout } = await cli(['set-image', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);
    expect(options).toEqual(['--env', '--from', '--add', '--file']);
    for (const option of options) expect(PAGE).toMatch(new RegExp(`${option}(?![\\w-])`));
  });

  test('shows expressions that find the images of an environment', () => {
    const { customManagers: [{ matchStrings: [environment, image] }] } = JSON.parse(shown('renovate.json'));
    const more = `${shown('images.yaml')}test:\n  a: 1\n`.replace('1.5.0', `1.5.0 # note\n\n  # note\n  "localhost:5000/log": '1.20@${DIGEST}'`);
    const [found] = new RegExp(environment).exec(more)!;
    expect([...found.matchAll(new RegExp(image, 'g'))].map(({ groups }) => ({ ...groups }))).toEqual([
      { depName: CART, currentValue: '1.5.0', currentDigest: undefined }, { depName: 'localhost:5000/log', currentValue: '1.20', currentDigest: DIGEST },
    ]);
  });

  test('shows what the command prints', async () => {
    writeFileSync(file(), shown('images.yaml'));
    const [, command, prints] = /cdk8s-oam (set-image .*?) +# prints\n(.*\n)/.exec(PAGE)!;
    expect(await setImage(...command.split(' ').slice(1))).toEqual({ code: 0, stdout: prints, stderr: '' });
  });
});
