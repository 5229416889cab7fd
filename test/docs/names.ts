import ts from 'typescript';
import { parseDocument, visit } from 'yaml';

/** Names of environment variables, labels and the like, which are no one's API. */
const isOwn = (name: string) => /^[A-Z0-9_]+$/.test(name) || name.includes('/');

/** The names of others that a program uses: imported classes and functions, members that it calls, properties that it sets. */
export function namesInProgram(code: string): Set<string> {
  const names = new Set<string>();
  const imported = new Set<string>();
  const visitNode = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) {
      imported.add(node.name.text);
    } else if (ts.isIdentifier(node)) {
      const { parent, text } = node;
      const isProperty = (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node;
      const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
      if (isProperty ? !isOwn(text) : isMember || imported.has(text)) names.add(isProperty ? `.${text}` : text);
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(ts.createSourceFile('program.ts', code, ts.ScriptTarget.Latest, true));
  return names;
}

/** The keys of a chart's values but for those that the user chooses. */
export function namesInValues(text: string, chosen: readonly string[]): Set<string> {
  const names = new Set<string>();
  visit(parseDocument(text), {
    Pair: (_, { key }) => {
      const name = String(key);
      if (!isOwn(name) && !chosen.includes(name)) names.add(name);
    },
  });
  return names;
}
