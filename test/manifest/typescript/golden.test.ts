import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsOf, expectSame, projectOf } from './generated';

const FOLDER = join(__dirname, 'golden');
const CASES = readdirSync(FOLDER).filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length)).sort();

/** Compares the programs with a text, which is written where the environment variable UPDATE_GOLDEN is 1, and never in CI. */
test.each(CASES)('%s is imported as it is shown', name => {
  const text = readFileSync(join(FOLDER, `${name}.yaml`), 'utf8');
  const project = projectOf(text, `${name}.yaml`);
  const shown = [...project.files].filter(([file]) => file.endsWith('.ts')).map(([file, code]) => `==== ${file}\n${code}`).join('\n');
  const golden = join(FOLDER, `${name}.txt`);
  if (process.env.UPDATE_GOLDEN === '1' && !process.env.CI) writeFileSync(golden, shown);
  expect(shown).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : `there is no ${golden}: UPDATE_GOLDEN=1 writes it`);
  expectSame(project, documentsOf(text));
});
