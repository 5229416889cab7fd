import { readFileSync } from 'fs';
import { expectShown } from './expect-shown';
import { Page, Program, readPage } from './pages';
import { run, runChanged } from './run';
import { documents } from '../../build-tools/check-snippets';

const PAGES = Object.entries(documents()).map(([path, markdown]) => readPage(path, markdown));

const outcomeOf = ({ code, before }: Program) => before === undefined ? run(code) : runChanged(code, before);

test.each(PAGES.flatMap(({ programs }) => programs))('$name gives what is shown', (program) => {
  expectShown(program, outcomeOf(program));
});

test('every block that shows something belongs to a program', () => {
  expect(PAGES.flatMap(({ strays }) => strays)).toEqual([]);
});

test('the design says how many limits of the bench are met', () => {
  const [, met] = /^## Budgets\n([^]*?)\n## /m.exec(readFileSync('bench/results.md', 'utf8'))!;
  const rows = (word: string) => met.match(new RegExp(`\\| +${word} \\|$`, 'gm'))?.length ?? 0;
  const inWords = (count: number) => ['None', 'One', 'Two', 'Three', 'Four', 'Five'][count];
  const all = rows('yes') + rows('NO') + rows('not clear [^|]*');
  const [, cost] = /^## Cost\n([^]*?)(?:\n## |(?![^]))/m.exec(readFileSync('docs/design.md', 'utf8'))!;
  expect(cost).toContain(`${inWords(rows('yes'))} of the ${inWords(all).toLowerCase()} limits are met`);
  expect(cost).toContain(`${inWords(rows('NO'))} are not`);
});

describe('of pages that are made up', () => {
  const CONFIG = [
    "import { ApiObject, App, Chart } from 'cdk8s';",
    "const chart = new Chart(new App(), 'c');",
    "new ApiObject(chart, 'o', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'o' }, data: { key: 'value' } });",
    "console.log('made');",
    "const kind: string = 'a type goes away';",
    'App.of(chart).synth();',
  ];
  const SHOWN = ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: o', 'data:', '  key: value'];
  const FAILS = ['const nothing: any = {};', "throw new RangeError('one' + (nothing.more ?? ' line') + '\\n  and a second');"];
  const ERROR = ['RangeError: one line', '  and a second'];

  const block = (language: string, lines: string[]) => ['Prose.', '', `\`\`\`${language}`, ...lines, '```', ''];
  const page = (...blocks: string[][]): Page => readPage('page.md', blocks.flat().join('\n'));
  const check = (...blocks: string[][]) => () => {
    for (const program of page(...blocks).programs) expectShown(program, outcomeOf(program));
  };
  const ts = (lines: string[]) => block('ts', lines);
  const yaml = (lines: string[]) => block('yaml', lines);
  const text = (lines: string[]) => block('text', lines);

  test.each([
    ['objects and output', check(ts(CONFIG), text(['made']), yaml(SHOWN))],
    ['values in another spelling', check(ts(CONFIG), yaml(['{ kind: "ConfigMap", apiVersion: v1, data: { "key": value }, metadata: { name: o } }']))],
    ['nothing', check(ts(CONFIG), ts(["console.log('unsaid');"]))],
    ['an error', check(ts(FAILS), text(ERROR))],
    ['an error behind output', check(ts(["console.log('first');", ...FAILS]), text(['first']), text(ERROR))],
  ])('those that show %s pass', (_, act) => {
    expect(act).not.toThrow();
  });

  test.each([
    ['another value', check(ts(CONFIG), yaml([...SHOWN.slice(0, -1), '  key: other'])), /-\s+"key": "other"/],
    ['a field less', check(ts(CONFIG), yaml(SHOWN.slice(0, 4))), /\+\s+"key": "value"/],
    ['a field more', check(ts(CONFIG), yaml([...SHOWN, '  more: null'])), /-\s+"more": null/],
    ['an object that is not there', check(ts(CONFIG), yaml([...SHOWN, '---', 'kind: Secret'])), /Expected value:\s+.*"Secret"/],
    ['a key twice', check(ts(CONFIG), yaml([...SHOWN, '  key: value'])), /Map keys must be unique/],
    ['what is not printed', check(ts(CONFIG), text(['mad'])), /-\s+"mad"/],
    ['one line of two', check(ts(["console.log('made\\nof two');"]), text(['made'])), /\+\s+"of two"/],
    ['no error', check(ts(FAILS)), /\+\s+"RangeError: one line"/],
    ['the error as output', check(ts(FAILS), text(ERROR.slice(1))), /\+\s+"RangeError: one line"/],
    ['half of the error', check(ts(FAILS), text(ERROR.slice(0, 1))), /\+\s+" {2}and a second"/],
    ['an error that does not come', check(ts(CONFIG), text(['Error: no'])), /-\s+"Error: no"/],
    ['a program that warns', check(ts(["console.warn('beware');"])), /Received: "beware/],
    ['a program that does not parse', check(ts(['const = 1;'])), /Syntax Error/],
    ['an object that a cluster refuses', check(ts(CONFIG.map((line) => line.replace("'value'", '1')))), /ConfigMap o: data\.key must be string/],
  ])('those that show %s fail', (_, act, message) => {
    expect(act).toThrow(message);
  });

  const COMPONENT = [
    "import { App, Chart } from 'cdk8s';",
    "import { ApplicationConfiguration, KubernetesPlatform, Platform } from 'cdk8s-oam';",
    'const app = new App();',
    'Platform.install(app, new KubernetesPlatform({}));',
    "const cart = new ApplicationConfiguration(new Chart(app, 'c', { namespace: 'c' }), 'a').addDeployment('cart', {",
    "  image: 'example/cart:1',",
    "  resources: { requests: { cpu: '1', memory: '1Gi' } },",
    '});',
    'app.synth();',
  ];
  const change = (lines: string[]) => block('ts change', lines);
  const IMAGE = ["  image: 'example/cart:2',"];
  const DIFFERENCE = ['~ changed  Deployment c/cart (apps/v1) in dist/c.k8s.yaml', '    ~ changed  spec.template.spec.containers[0].image: "example/cart:1" -> "example/cart:2"'];

  test('a change of a program passes with the differences that it makes', () => {
    expect(check(ts(COMPONENT), change(IMAGE), text(DIFFERENCE))).not.toThrow();
  });

  test.each([
    ['nothing of them', check(ts(COMPONENT), change(IMAGE)), /"shown": true/],
    ['others', check(ts(COMPONENT), change(IMAGE), text(DIFFERENCE.map((line) => line.replace('cart:2', 'cart:3')))), /cart:3/],
    ['those of a change that makes none', check(ts(COMPONENT), change(["  image: 'example/cart:1',"]), text(DIFFERENCE)), /cart:2/],
    ['those of a change that warns', check(ts(COMPONENT), change([...IMAGE, '  resources: {},']), text(DIFFERENCE)), /missing-request/],
    ['those of a change that fails', check(ts(COMPONENT), change(["  image: '',"]), text(DIFFERENCE)), /Error/],
  ])('a change that shows %s fails', (_, act, message) => {
    expect(act).toThrow(message);
  });

  test('a change adds and replaces properties and statements', () => {
    const { programs: [, { code, before }] } = page(ts(COMPONENT), change([
      ...IMAGE, '  args: [', "    'serve',", '  ],', '', "import { PodSecurity } from 'cdk8s-oam';", 'Platform.install(app, new KubernetesPlatform({}));', 'const app = new App();',
    ]));
    expect(before).toBe(COMPONENT.join('\n'));
    expect(code.split('\n')).toEqual([
      ...COMPONENT.slice(0, 5), ...IMAGE, COMPONENT[6], '  args: [', "    'serve',", '  ],', '});', "import { PodSecurity } from 'cdk8s-oam';", 'app.synth();', '',
    ]);
  });

  test('blocks behind a heading, a command or nothing at all belong to no program', () => {
    const { programs, strays } = page(change([]), yaml([]), ts([]), ['## Heading'], text([]), ts([]), block('sh', []), yaml([]), ts([]), block('yml', []));
    expect(programs).toEqual([1, 2, 3].map((number) => ({ name: `page.md ${number}`, code: '', yaml: [], errors: [], prints: [] })));
    expect(strays).toEqual(['page.md:3 ts change', 'page.md:8 yaml', 'page.md:19 text', 'page.md:34 yaml', 'page.md:44 yml']);
  });

  test('blocks that would not be seen are refused', () => {
    expect(() => page(['- item', '', '  ```ts', '  ```'])).toThrow('the block of line 3 is indented');
    expect(() => page(['```ts', 'run();'])).toThrow('the block of line 1 has no end');
  });
});
