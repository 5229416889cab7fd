import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Ajv from 'ajv';
import { ApiObject, Chart } from 'cdk8s';
import { parse } from 'yaml';
import { Environment, Environments } from '../../../src';
import { ImagesFile, imagesSchema } from '../../../src/delivery/environments/images';
import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const [CART, FRONT] = ['ghcr.io/acme/cart', 'localhost:5000/front'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});
afterEach(() => {
  delete process.env.CDK8S_OAM_ENVIRONMENT;
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'images.yaml');
const out = () => join(folder, 'out');
const written = (text: string | Buffer) => writeFileSync(file(), text);
const textOf = (act: () => unknown) => messageOf(act).replaceAll(folder, '');

/** What is wrong with a text. */
const wrong = (text: string | Buffer) => {
  written(text);
  return textOf(() => new Environments({ outdir: out(), images: file() }));
};

function environmentsOf(...lines: readonly string[]): Environments {
  written(lines.map(line => `${line}\n`).join(''));
  return new Environments({ outdir: out(), images: file() });
}

/** Declares something that has an image. */
function pods(app: Environment, ...images: readonly string[]): void {
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const containers = [...images.map(image => app.image(image)), ...images.length === 0 ? ['example/own:1'] : []].map((image, i) => ({ name: `c${i}`, image }));
  new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: { containers } } as object as { apiVersion: string; kind: string });
}

/** The one version that is written. */
const version = (value: string) => {
  const environments = environmentsOf(`staging: { ${CART}: ${value} }`);
  return environments.add('staging').image(CART);
};

describe('an image has', () => {
  test.each([
    ['1.4.2', ':1.4.2'], ['"1.4.2"', ':1.4.2'], ["'1.4.2'", ':1.4.2'], ['1.20', ':1.20'], ['010', ':010'], ['1e3', ':1e3'], ['true', ':true'], ['0x1F', ':0x1F'], ['"null"', ':null'],
    ['20261123140512345678', ':20261123140512345678'], ['1_000', ':1_000'], ['!!str 1.0', ':1.0'], ['"1.\\u0034"', ':1.4'], ['a'.repeat(128), `:${'a'.repeat(128)}`],
    [DIGEST, `@${DIGEST}`], [`1.4.2@${DIGEST}`, `:1.4.2@${DIGEST}`],
  ])('what %s is, as it is written', (value, end) => {
    expect(version(value)).toBe(CART + end);
  });

  test('the version of its environment, before and after others are added', () => {
    const environments = environmentsOf('# releases', 'staging:', `  ${CART}: 1.5.0 # {"$imagepolicy": "x"}`, `  ${FRONT}: 2`, 'production:', `  ${CART}: 1.4.2`);
    const staging = environments.add('staging');
    pods(staging, CART, FRONT);
    pods(environments.add('production'), CART);
    expect(staging.image(CART)).toBe(`${CART}:1.5.0`);
    environments.synth();
    expect(['staging', 'production'].map(name => readFileSync(join(out(), name, 'shop/Pod.pod.yaml'), 'utf8').match(/image: .*/g))).toEqual([
      [`image: ${CART}:1.5.0`, `image: ${FRONT}:2`], [`image: ${CART}:1.4.2`],
    ]);
  });

  test('its version in a file that is found from the working directory', () => {
    written(`staging: { ${CART}: 1.4.2 }`);
    const environments = new Environments({ outdir: out(), images: relative(process.cwd(), file()) });
    expect(environments.add('staging').image(CART)).toBe(`${CART}:1.4.2`);
  });
});

test.each(['', '# nothing\n', '---\n', 'staging:\n', 'staging: {}\n', 'staging: ~\n', '\ufeffstaging:\r\n', '{"staging":{}}'])('a file may be empty, or an environment: %j', text => {
  written(text);
  const environments = new Environments({ outdir: out(), images: file() });
  pods(environments.add('staging'));
  environments.synth();
  expect(existsSync(join(out(), 'staging/shop/Pod.pod.yaml'))).toBe(true);
});

describe('a file fails when', () => {
  test('it cannot be read', () => {
    expect(textOf(() => new Environments({ outdir: out(), images: file() }))).toBe('/images.yaml: manifest-not-readable: does not exist; check the path');
    expect(textOf(() => new Environments({ outdir: out(), images: folder }))).toBe(': manifest-not-readable: cannot be read (EISDIR); check the path and its permissions');
    expect(textOf(() => new Environments({ images: '' }))).toBe("[Environments] invalid-value: 'images' must be a non-empty string, got \"\"");
  });

  test.each<[string, string | Buffer, string[]]>([
    ['it is no YAML', 'staging:\n  a: "1\n', ['/images.yaml:2:6: yaml-syntax: has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines']],
    ['it is no text', Buffer.from('a: \xe4', 'latin1'), ['/images.yaml:1:4: invalid-character: has bytes that are not UTF-8; save the file as UTF-8']],
    ['it has a second document', 'staging: {}\n---\nproduction: {}\n', ['/images.yaml:3:1: yaml-document: is a second document, which is not read; leave it out']],
    ['it is a list', '- staging\n', ['/images.yaml:1:1: invalid-value: must be a map; write "<name>: <value>" on a separate line for each entry']],
    ['an environment is a string', 'staging: 1.4.2\n', ["/images.yaml:1:10: invalid-value: 'staging' must be a map; write \"<name>: <value>\" on a separate line for each entry"]],
    ['an environment is an alias', 'staging: &a {}\nproduction: *a\n', ["/images.yaml:2:13: invalid-value: 'production' must be a map; write \"<name>: <value>\" on a separate line for each entry"]],
    ['an environment is there twice', 'staging: {}\nstaging: {}\n', ["/images.yaml:2:1: duplicate-key: 'staging' is given twice in one map, first on line 1; leave out one of the two: most readers of YAML silently drop the first"]],
    ['an image is there twice', 'staging:\n  cart: 1\n  "cart": 2\n', ["/images.yaml:3:3: duplicate-key: 'staging.cart' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first"]],
    ['versions are none', 'staging:\n  a:\n  b: null\n  c: latest version\n  d: 1.0@sha256:1\n  e: [1]\n  f: ghcr.io/f:1\n  g: |\n    1.0\n  h: -1\n', [
      '8 findings:',
      ...([['2:5', 'a', 'nothing'], ['3:6', 'b', 'nothing'], ['4:6', 'c', '"latest version"'], ['5:6', 'd', '"1.0@sha256:1"'], ['6:6', 'e'], ['7:6', 'f', '"ghcr.io/f:1"'], ['8:6', 'g'], ['10:6', 'h', '"-1"']] as const)
        .map(([at, name, got]) => `  /images.yaml:${at}: invalid-value: 'staging.${name}' must be ${got === undefined ? 'a string on one line, and no alias; the value is not shown; write the text itself on one line'
          : `a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got ${got}; write one of them`}`),
    ]],
    ['a version is missing between braces', 'staging: { a: 1, b }\nproduction: { c: }\n', [
      '2 findings:', ...[['1:18', 'staging.b'], ['2:18', 'production.c']].map(([at, path]) =>
        `  /images.yaml:${at}: invalid-value: '${path}' must be a tag, a digest (sha256:<64 hexadecimal digits>), or both as <tag>@<digest>, got nothing; write one of them`),
    ]],
    ['names are none', 'staging:\n  ghcr.io/cart:1.4.2: 1\n  Cart: 1\n  https://x/cart: 1\n', [
      '3 findings:',
      ...[['2:3', "['ghcr.io/cart:1.4.2']", 'ghcr.io/cart:1.4.2'], ['3:3', '.Cart', 'Cart'], ['4:3', "['https://x/cart']", 'https://x/cart']]
        .map(([at, path, got], i) => `  /images.yaml:${at}: invalid-value: 'staging${path}' ${i === 0 ? 'must be the name of an image without tag and digest' : 'must be the name of an image such as ghcr.io/acme/cart'}, got "${got}"; ${i === 0 ? 'write what precedes the tag or digest' : 'write it in lower case, without a scheme'}`),
    ]],
  ])('%s', (_, text, lines) => {
    expect(wrong(text).split('\n')).toEqual(lines);
  });
});

describe('synth() writes nothing, and fails when', () => {
  const failed = (environments: Environments) => {
    const text = textOf(() => environments.synth());
    expect(existsSync(out())).toBe(false);
    return text.split('\n');
  };

  test('the file has not what environments ask for', () => {
    const environments = environmentsOf('staging:', '  ghcr.io/acme/crt: 1', 'production:');
    const wanted = environments.add('staging').image(CART);
    environments.add('production').image(CART);
    environments.add('test').image(CART);
    expect(wanted).toBe(CART);
    const missing = `invalid-value: '${CART}' is an image that "/images.yaml" does not have for the environment`;
    expect(failed(environments)).toEqual([
      'Validation failed with the following errors:',
      `  [staging] ${missing}; did you mean "ghcr.io/acme/crt"?`, ...['production', 'test'].map(name =>
        `  [${name}] ${missing}; add it there: \`npx cdk8s-oam set-image --add --env ${name} --file "/images.yaml" ${CART}=<tag>\``),
    ]);
  });

  test('one is asked for while objects are rendered', () => {
    const environments = environmentsOf('staging:');
    const staging = environments.add('staging');
    const chart = new Chart(staging, 'shop', { namespace: 'shop' });
    chart.toJson = () => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' }, data: { image: staging.image(CART) } }];
    expect(failed(environments)).toEqual([
      'Validation failed with the following errors:',
      `  [staging] invalid-value: '${CART}' is an image that "/images.yaml" does not have for the environment; add it there: `
        + `\`npx cdk8s-oam set-image --add --env staging --file "/images.yaml" ${CART}=<tag>\``,
    ]);
  });

  test('the file has what an environment does not ask for', () => {
    const environments = environmentsOf('staging:', `  ${CART}: 1`, '  front: 1', 'production:', `  ${CART}: 1`);
    for (const name of ['staging', 'production']) environments.add(name);
    pods(environments.add('test'));
    environments.add('other');
    expect(failed(environments)).toEqual([
      'Validation failed with the following errors:',
      ...[['staging', CART, 2], ['staging', 'front', 3], ['production', CART, 5]].map(([name, image, line]) =>
        `  [${name}] invalid-value: '${image}' is an image that the program does not ask for, at /images.yaml:${line}:3; ask for it by image(), or remove the line`),
    ]);
  });

  test('the file has environments that the program does not have, whichever is written', () => {
    const environments = environmentsOf('stagin: {}', 'production: {}', 'old: {}');
    for (const name of ['staging', 'production']) environments.add(name);
    const lines = [
      '2 findings:',
      '  /images.yaml:1:1: invalid-value: \'stagin\' must be one of staging, production, got \"stagin\"; did you mean "staging"? Otherwise add the environment to the program, or remove it',
      "  /images.yaml:3:1: invalid-value: 'old' must be one of staging, production, got \"old\"; add the environment to the program, or remove it",
    ];
    expect(failed(environments)).toEqual(lines);
    process.env.CDK8S_OAM_ENVIRONMENT = 'production';
    expect(failed(environments)).toEqual(lines);
  });
});

describe('image() fails when', () => {
  test.each<[unknown, what: string, remedy: string]>([
    ...['ghcr.io/acme/cart:1.4.2', `cart@${DIGEST}`, `localhost:5000/cart:1@${DIGEST}`, 'cart=1'].map((name): [string, string, string] =>
      [name, 'without tag and digest', 'write what precedes the tag or digest']),
    ...['', 'Cart', 'ghcr.io/acme/Cart:1', 'https://ghcr.io/cart', 7].map((name): [unknown, string, string] =>
      [name, 'such as ghcr.io/acme/cart', 'write it in lower case, without a scheme']),
  ])('it is asked for %s', (name, what, remedy) => {
    const staging = environmentsOf('staging:').add('staging');
    expect(messageOf(() => staging.image(name as string))).toBe(
      `[staging] invalid-value: 'name' must be the name of an image ${what}, got ${JSON.stringify(name)}; ${remedy}`,
    );
  });

  test('there is no file', () => {
    const staging = new Environments({ outdir: out() }).add('staging');
    expect(messageOf(() => staging.image(CART))).toBe("[staging] invalid-value: 'images' is required: image() looks tags up in a file; name the file in the property 'images' of Environments");
  });

  test('what it gave is asserted on', () => {
    const staging = environmentsOf('staging:').add('staging');
    pods(staging, CART);
    expect(messageOf(() => Manifests.ofApp(staging))).toContain(`'${CART}' is an image that`);
  });
});

describe('the schema', () => {
  const accepts = new Ajv({ strict: true, allErrors: true, strictTypes: false }).compile(imagesSchema());

  test('is the one that is written', () => {
    expect(readFileSync(join(__dirname, '../../../schemas/images.schema.json'), 'utf8')).toBe(JSON.stringify(imagesSchema(), undefined, 2) + '\n');
  });

  test.each([
    '', 'staging:', 'staging: {}', 'staging: 1', '- a', 'a',
    ...['cart', CART, FRONT, 'ghcr.io/a/b:1', `a@${DIGEST}`, 'Cart', 'a//b', 'a/', '/a', '-a', 'https://a/b', 'a b'].map(name => `staging: { "${name}": "1.0" }`),
    ...['1', '1.20', '1.4.2', 'true', '""', '"null"', 'null', '~', '-1', '[]', '{}', '"a b"', '"-a"', '.a', 'latest', DIGEST, `1@${DIGEST}`, `"@${DIGEST}"`, `${DIGEST}0`, 'sha256:1', 'a:b', `"${'a'.repeat(129)}"`]
      .map(value => `staging: { cart: ${value} }`),
  ])('and the check agree on %s', text => {
    written(text);
    let isTaken = true;
    try {
      ImagesFile.read(file());
    } catch {
      isTaken = false;
    }
    expect([text, accepts(parse(text))]).toEqual([text, isTaken]);
  });
});
