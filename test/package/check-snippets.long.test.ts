import { snippetErrors } from '../../build-tools/check-snippets';

jest.setTimeout(60_000);

const page = (...lines: string[]) => ['# A page', '', '```ts', ...lines, '```', ''].join('\n');

test('fails when an example does not compile, and says where', () => {
  const errors = snippetErrors({
    'README.md': page("import { Scraper } from 'cdk8s-oam';", "const scraper = Scraper.parse('a/b');", 'console.log(scraper);'),
    'docs/page.md': page("import { Scraper } from 'cdk8s-oam';", 'const scraper = Scraper.parse(1);', "import { Missing } from 'cdk8s-oam';"),
    'docs/query.md': page("import { ScraperClient } from 'cdk8s-oam/query';", 'new ScraperClient({ url: 1 });'),
  });
  expect(errors.split('\n').filter(line => line.includes(': error TS'))).toEqual([
    "docs/page.md:5:31: error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.",
    'docs/page.md:6:10: error TS2305: Module \'"cdk8s-oam"\' has no exported member \'Missing\'.',
    "docs/query.md:5:21: error TS2322: Type 'number' is not assignable to type 'string'.",
  ]);
});
