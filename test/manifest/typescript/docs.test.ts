import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsOf, expectSame, projectOf } from './generated';

const PAGE = readFileSync(join(__dirname, '../../../docs/import.md'), 'utf8');

test('docs/import.md shows what is written', () => {
  const text = /<<'END'\n([^]*?)END\n/.exec(PAGE)![1];
  const project = projectOf(text, 'shop.yaml');
  expect(/```ts\n([^]*?)```\n/.exec(PAGE)![1]).toBe(project.files.get('shop.ts'));
  expectSame(project, documentsOf(text));
});
