import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve(__dirname, '../../src');

/** The types that a file declares, exported or not. */
function typesOf(file: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node) => {
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
    if (isType && node.name) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest));
  return names;
}

test('a type name stands once in the sources', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).sort();
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const name of new Set(typesOf(file))) places.set(name, [...places.get(name) ?? [], file]);
  }
  expect(places.get('Platform')).toEqual(['platform/platform.ts']);
  expect([...places].filter(([, { length }]) => length > 1)).toEqual([]);
});
