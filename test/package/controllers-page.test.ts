import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllersPage } from '../../build-tools/controllers-page';
import { IngressController } from '../../src';
import { PHRASES } from '../../src/findings/catalogue/phrases';
import { ControllerName, WITHOUT_BASIC_AUTH } from '../../src/ingress/ingress-controller';
import { CONTROLLERS } from '../../src/scraper/controllers/all';

const ROOT = join(__dirname, '../..');
const page = controllersPage();

test('docs/ingress-controllers.md is what the adapters say', () => {
  expect(readFileSync(join(ROOT, 'docs/ingress-controllers.md'), 'utf8')).toBe(page);
});

describe.each(Object.keys(CONTROLLERS) as ControllerName[])('%s', (name) => {
  const { title, watchFor, opening = [], leaking = [] } = CONTROLLERS[name]({ className: name });
  const sections = page.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${title}\n`));

  test('has a section, with all that is to watch for', () => {
    expect(section).toBeDefined();
    expect(watchFor.filter((sentence) => !section!.includes(`- ${sentence}\n`))).toEqual([]);
  });

  test('names the annotations that are refused', () => {
    const [, refused = ''] = section!.match(/^\*\*Annotations that are refused\*\*.*: (.*)\.$/m) ?? [];
    expect(refused).toBe([...opening, ...leaking].map((each) => `\`${each}\``).join(', '));
  });

  test('is reached from the table', () => {
    const [, anchor] = page.match(new RegExp(`\\| \\[${title.replace(/[().]/g, '\\$&')}\\]\\(#([^)]+)\\)`))!;
    // as GitHub makes it of the heading
    expect(anchor).toBe(title.toLowerCase().replace(/[^\w -]/g, '').replace(/ /g, '-'));
  });

  test('says how it is attached', () => {
    const [, attached] = section!.match(/^\*\*How it is attached\*\*.*:\n([^]*)\*\*What to watch for\*\*$/m)!;
    expect(attached).toMatch(/^(\| `|- ).*(auth|plugins|middlewares)/im);
    expect(attached).not.toContain('undefined');
  });
});

test.each(WITHOUT_BASIC_AUTH)('%s is told of, and refused', (name) => {
  expect(page).toContain(`| \`${name}\` | ${PHRASES[name]} |`);
  expect(() => IngressController.byName(name, { className: name })).toThrow('no-basic-auth');
});

test('ingress-nginx is marked as retired where controllers are compared', () => {
  expect(page).toContain('| [ingress-nginx](#ingress-nginx), **retired in March 2026** |');
});
