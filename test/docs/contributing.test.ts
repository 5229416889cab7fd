import { existsSync, readFileSync } from 'fs';
import { join } from 'path';

const GUIDE = readFileSync('CONTRIBUTING.md', 'utf8');
const CODE = [...GUIDE.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
const TASKS = Object.keys(JSON.parse(readFileSync('.projen/tasks.json', 'utf8')).tasks);

test('the guide for contributors names tasks that exist', () => {
  const named = CODE.flatMap((code) => /^(?:npx projen|npm run) ([\w:-]+)/.exec(code)?.slice(1) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((task) => !TASKS.includes(task))).toEqual([]);
});

test('the guide for contributors names files and folders that exist', () => {
  const paths = CODE.filter((code) => /^(src|test|docs|build-tools|examples|templates|server-rules|support|bench|proof)\/[^* ]*$|^[\w-]+\.test\.ts$/.test(code));
  expect(paths.length).toBeGreaterThan(40);
  // the table of the tests on clusters leaves out their folder
  expect(paths.filter((path) => !existsSync(path) && !existsSync(join('test/on-cluster', path)))).toEqual([]);
});
