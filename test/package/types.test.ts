import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve(__dirname, '../../src');

/** How many times `any` may stand in 1,000 lines. */
const MOST_ANY = 2;

/** A file of the sources, and all nodes of its tree. */
function nodesOf(file: string): { readonly source: ts.SourceFile; readonly nodes: readonly ts.Node[] } {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { source, nodes };
}

const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).sort().map(nodesOf);

/** The name of a type that a node declares, exported or not. */
function typeName(node: ts.Node): string[] {
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
  return isType && node.name ? [node.name.text] : [];
}

test('a type name stands once in the sources', () => {
  const places = new Map<string, string[]>();
  for (const { source: { fileName }, nodes } of FILES) {
    for (const name of new Set(nodes.flatMap(typeName))) places.set(name, [...places.get(name) ?? [], fileName]);
  }
  expect(places.get('Platform')).toEqual(['model/platform/platform.ts']);
  expect([...places].filter(([, { length }]) => length > 1)).toEqual([]);
});

test('what is not known is a PlainValue or unknown: `any` is rare', () => {
  const any = FILES.flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword));
  const lines = FILES.flatMap(({ source }) => source.text.split('\n')).length;
  expect(lines).toBeGreaterThan(1000);
  expect(any.length / lines * 1000).toBeLessThanOrEqual(MOST_ANY);
});
