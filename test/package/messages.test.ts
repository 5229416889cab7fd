import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve(__dirname, '../../src');

/** Files that have to read what another program says, since it says it in no other way. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'cluster/checks/server-rules.ts': 'an API server says only in its message which field it cannot read, and quotes values there',
  'files/reading/syntax-mistakes.ts': 'one code of the YAML parser stands for several mistakes, which only its message tells apart',
  'files/write-yaml.ts': 'V8 has no code for a string that is too long, and a RangeError for other things as well',
  'files/writing/write-output.ts': 'the words for a system error, without the call and the path, are only in its message',
};

/** Functions that make words of findings. */
const WORDS = ['describe', 'describeTo', 'describeProblem', 'describeLocated', 'problemOf', 'remedyOf', 'wordsOf', 'reasonText'];
/** Methods that look into the string that they are given. */
const READERS = ['test', 'exec', 'has', 'get', 'includes', 'indexOf', 'match', 'search'];
const COMPARISONS = [
  ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.LessThanToken, ts.SyntaxKind.GreaterThanToken,
];

/** An expression without what does not change its value. */
function bare(node: ts.Expression): ts.Expression {
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

/** The lines of a source that look into a message, or compare it. */
function readersOf(source: string): string[] {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true);
  const names = new Set<string>();
  // a function that the file declares is another one of the same name
  const own = file.statements.flatMap((each) => ts.isFunctionDeclaration(each) && each.name ? [each.name.text] : []);
  const isMessage = (given: ts.Expression): boolean => {
    const node = bare(given);
    if (ts.isIdentifier(node)) return names.has(node.text);
    if (ts.isPropertyAccessExpression(node)) return node.name.text === 'message';
    const isWords = (name: string) => WORDS.includes(name) && !own.includes(name);
    return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isWords(node.expression.text);
  };
  const collect = (node: ts.Node) => {
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name) && (node.propertyName ?? node.name).getText() === 'message') names.add(node.name.text);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isMessage(node.initializer)) names.add(node.name.text);
    ts.forEachChild(node, collect);
  };
  collect(file);
  const lines: string[] = [];
  const visit = (node: ts.Node) => {
    const isInside = (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && isMessage(node.expression);
    const isRead = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
      && READERS.includes(node.expression.name.text) && node.arguments.some(isMessage);
    const isCompared = ts.isBinaryExpression(node) && COMPARISONS.includes(node.operatorToken.kind) && [node.left, node.right].some(isMessage);
    const isSwitched = ts.isSwitchStatement(node) && isMessage(node.expression);
    if (isInside || isRead || isCompared || isSwitched) lines.push(source.split('\n')[file.getLineAndCharacterOfPosition(node.getStart()).line].trim());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...new Set(lines)];
}

test.each([
  "error.message.split(',')", '(error as Error).message.length', "error.message !== 'a'", '/a/.test(error.message)', 'KNOWN.has(error.message)',
  "describe(finding).replace('a', 'b')", 'const { message } = error; message.slice(1)', 'const { message: text } = error; text[0]',
  'const said = error.message; said.trim()', 'const f = ({ message }: Error) => /a/.exec(message)', 'switch (error.message) {}',
])('is a look into a message: %s', (source) => {
  expect(readersOf(source)).toEqual([source]);
});

test.each([
  'tell(error.message)', 'this.message = text', 'const { message } = error; print(message)', 'message.slice(1)', '`${error.message}`', 'finding.parameters.message',
  'function problemOf() {} const why = problemOf(document); why.length',
])('is none: %s', (source) => {
  expect(readersOf(source)).toEqual([]);
});

test('a message is made for people: no source looks into one, but for those of other programs', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).sort();
  const readers = files.flatMap((file) => readersOf(readFileSync(join(SOURCES, file), 'utf8')).map((line) => ({ file, line })));
  expect(readers.filter(({ file }) => !Object.hasOwn(EXCEPTIONS, file))).toEqual([]);
  expect([...new Set(readers.map(({ file }) => file))]).toEqual(Object.keys(EXCEPTIONS));
});
