import { snippetErrors } from '../../build-tools/check-snippets';

jest.setTimeout(60_000);

const page = (...lines: string[]) => ['# A page', '', '```ts', ...lines, '```', ''].join('\n');

test('fails when an example does not compile, and says where', () => {
  const errors = snippetErrors({
    'README.md': page("import { Scraper } from 'cdk8s-oam';", "Scraper.parse('a/b');"),
    'docs/page.md': page("import { Scraper } from 'cdk8s-oam';", 'Scraper.parse(1);', "import { Missing } from 'cdk8s-oam';"),
  });
  expect(errors).toContain("docs/page.md:5:15 - error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'");
  expect(errors).toContain('docs/page.md:6:10 - error');
  expect(errors).not.toContain('README.md');
});

test('compiles what is TypeScript only as it is', () => {
  const errors = snippetErrors({
    'README.md': page("import { ScraperClient } from 'cdk8s-oam/query';", "export const url = (client?: ScraperClient) => client ? client.url : '';"),
    'docs/page.md': page("import { ScraperClient } from 'cdk8s-oam/query';", 'new ScraperClient({ url: 1 });'),
  });
  expect(errors.trim()).toBe("docs/page.md:5:21: error TS2322: Type 'number' is not assignable to type 'string'.");
});
