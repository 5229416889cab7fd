import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Node, parseAllDocuments, visit } from 'yaml';
import { readSarif } from './sarif-shape';
import { PATIENCE, runs } from '../../properties/runs';
import { cli } from '../support';

/** What every password has in it; it is looked for in all that is printed. */
const CORE = 'Kx7Qz4Wv9';

/** A password, whole in quotes or not. */
const password = fc.tuple(fc.constantFrom('', 'a', 'p@ss-', '#1', '5', 'it\'s', '{', '%', '- ', '&x ', '*'), fc.constantFrom('', '!', '=', ' b', ': c', '#d', '"', '\'', ', e', ']', '}}', ' # f', '\\'))
  .map(([before, after]) => `${before}${CORE}${after}`);

/** How a text is written: without quotes where it may, in quotes of both kinds, as a block, or as what it is not. */
const written = fc.tuple(password, fc.constantFrom('plain', 'single', 'double', 'block', 'folded', 'list', 'anchor', 'tag')).map(([text, how]) => {
  switch (how) {
    case 'single': return `'${text.replaceAll('\'', '\'\'')}'`;
    case 'double': return JSON.stringify(text);
    case 'block': return `|\n                ${text}\n                key: ${text}`;
    case 'folded': return `>-\n                ${text}`;
    case 'list': return `[${JSON.stringify(text)}]`;
    case 'anchor': return `&anchor ${JSON.stringify(text)}`;
    case 'tag': return `!!str ${JSON.stringify(text)}`;
    default: return text;
  }
});

const component = (kind: string, spec: string) => `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata:
  name: cart
spec:
  workload:
    apiVersion: core.oam.dev/v1alpha2
    kind: ${kind}
    metadata:
      name: cart
    spec:
${spec}`;

/** Manifests with passwords in the places where people put them. */
const manifest = written.chain(value => fc.constantFrom(
  component('ContainerizedWorkload', `      containers:
        - name: cart
          image: example/cart:1.0
          args:
            - --user=cart
            - ${value}
          env:
            - name: USER
              value: cart
            - name: PASSWORD
              value: ${value}
          config:
            - path: /etc/cart
              value: ${value}
`),
  component('Secret', `      data: ${value}\n`).replace('core.oam.dev/v1alpha2\n    kind', 'v1\n    kind'),
  `apiVersion: v1
kind: Secret
metadata:
  name: cart
type: Opaque
stringData:
  user: cart
  password: ${value}
data:
  password: ${value}
`,
  `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: cart
    data:
      password: ${value}
  - apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: cart
    spec:
      template:
        spec:
          containers:
            - name: cart
              env:
                - name: PASSWORD
                  value: ${value}
`,
  `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata:
  name: cart
spec:
  components:
    - componentName: cart
      parameterValues:
        - name: password
          value: ${value}
      traits:
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: LoggingTrait
            spec:
              loggingImage: example/fluentd:1.0
              loggingConfig: ${value}
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: MetricsTrait
            spec:
              port: 99999
`,
));

/** A change that somebody makes by mistake, at a place from 0 to 1; passwords stay whole, and where they are. */
type Change = (text: string, at: number) => string;

/** Begins a block of text. Without it the text would belong to the key above; not as far in, the text may be a key. */
const HEADER = /[|>]-?$/;

const atLine = (change: (lines: string[], line: number) => void): Change => (text, at) => {
  const lines = text.split('\n');
  const line = Math.floor(at * lines.length);
  if (![line - 1, line, line + 1].some(each => HEADER.test(lines[each] ?? ''))) change(lines, line);
  return lines.join('\n');
};

const atCharacter = (change: (before: string, after: string) => string): Change => (text, at) => {
  let place = Math.floor(at * text.length);
  const inside = [...text.matchAll(new RegExp(CORE, 'g'))].find(({ index }) => index <= place && place < index + CORE.length);
  if (inside) place = inside.index + CORE.length;
  return change(text.slice(0, place), text.slice(place));
};

const JUNK = ['"', '\'', ':', ': ', ' : ', '\t', '{{ .Values.a }}', '{{', '}}', '[', ']', '{', '}', '#', ' #', '&', '*', '!', '|', '>', '%', '@', '`', ',', '- ', '? ', '\n', '\n---\n', '\n--- x\n', '\n...\n',
  '\u0000', '\u0007', '\r', '\u2028', '\ud800', '\ufeff', '\u00a0', 'ü', '${A}', '<a>', 'kind: Secret'];

const LINE_CHANGES: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(atLine((lines, line) => lines.splice(line, 1))),
  fc.constant<Change>(atLine((lines, line) => lines.splice(line, 0, lines[line]))),
  fc.constant<Change>(atLine((lines, line) => lines.splice(line, 2, lines[line + 1] ?? '', lines[line]))),
  fc.constantFrom(' ', '  ', '\t', '- ').map(indent => atLine((lines, line) => void (lines[line] = indent + lines[line]))),
  fc.constant<Change>(atLine((lines, line) => void (lines[line] = lines[line].replace(/^ {1,2}/, '')))),
);

const OTHER_CHANGES: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: fc.constantFrom(...JUNK).map(junk => atCharacter((before, after) => before + junk + after)), weight: 4 },
  { arbitrary: fc.constant<Change>(atCharacter((before, after) => before + after.slice(1))), weight: 2 },
  { arbitrary: fc.constant<Change>(atCharacter(before => before)), weight: 1 },
  { arbitrary: fc.constant<Change>(text => text.replaceAll('\n', '\r\n')), weight: 1 },
);

/** From 0 to 1, and the same for the numbers that fast-check likes best. */
const ANYWHERE = fc.nat().map(number => number * 0.618 % 1);

const some = (changes: fc.Arbitrary<Change>) => fc.array(fc.tuple(changes, ANYWHERE), { maxLength: 2 });

/** Manifests with passwords, broken in up to four ways; lines first, as long as it is known what each begins. */
const brokenManifests: fc.Arbitrary<string> = fc.tuple(
  fc.array(manifest, { minLength: 1, maxLength: 3 }).map(documents => documents.join('---\n')),
  some(LINE_CHANGES),
  some(OTHER_CHANGES),
).map(([whole, first, second]) => [...first, ...second].reduce((text, [change, at]) => change(text, at), whole));

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether the password is in a key that is on its own line. */
function isKey(contents: unknown): boolean {
  let isThere = false;
  visit(contents as Node, { Map: (_, { flow, items }) => void (isThere ||= !flow && items.some(({ key }) => String(key).includes(CORE))) });
  return isThere;
}

test('no password is printed, wherever it stands and whatever is wrong', async () => {
  const file = join(folder, 'app.yaml');
  let found = 0;
  await fc.assert(fc.asyncProperty(brokenManifests, async text => {
    // lines that were removed may leave the text as a key, which nobody takes for a password
    fc.pre(!parseAllDocuments(text, { logLevel: 'silent' }).some(({ contents }) => isKey(contents)));
    writeFileSync(file, text);
    const [human, json, sarif] = [await cli(['validate', file]), await cli(['validate', file, '--json']), await cli(['validate', file, '--sarif'])];
    for (const { code, stdout, stderr } of [human, json, sarif]) {
      expect(code).toBe(human.code);
      expect(stdout + stderr).not.toContain(CORE);
    }
    const { findings } = JSON.parse(json.stdout);
    expect(readSarif(sarif.stdout).results).toHaveLength(findings.filter(({ line }: any) => line !== undefined).length);
    expect(human.stdout.match(/^\S.*$/gm) ?? []).toHaveLength(findings.length);
    found += findings.length;
  }), { numRuns: runs(250) });
  // or it would have been easy to keep silent
  expect(found).toBeGreaterThan(runs(250));
}, PATIENCE);
