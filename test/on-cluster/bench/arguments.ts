/** What jest is given of the words after `npm run test:cluster --`. */

/** All suites on clusters. */
const SUITES = 'test/on-cluster/[^/]+\\.test\\.ts$';
const NAME = /^(-t|--testNamePattern)$/;

/** The arguments, with the pattern of all suites where no file is named. */
export function jestArguments(words: readonly string[]): string[] {
  const args: string[] = [];
  for (const word of words) {
    // the task runner drops the quotes of a test's name, which then is several words
    if (NAME.test(args.at(-2) ?? '') && !word.startsWith('-') && !isFile(word)) args[args.length - 1] += ` ${word}`;
    else args.push(word);
  }
  return [...args.some(isFile) ? [] : [SUITES], ...args];
}

function isFile(word: string): boolean {
  return !word.startsWith('-') && (word.includes('test/') || word.endsWith('.ts'));
}
