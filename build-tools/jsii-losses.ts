/** What a TypeScript API has and jsii drops or weakens without a word. */
import * as ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

/** Exports that are no class, interface or enum, and signatures with unions of literals. */
export function lostByJsii(entry: string): string[] {
  const program = ts.createProgram([entry], OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} is no module`);

  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = has(exported.flags, ts.SymbolFlags.Alias) ? checker.getAliasedSymbol(exported) : exported;
    const kind = lostKind(symbol.flags);
    return kind
      ? [`${exported.name}: jsii loses an exported ${kind}`]
      : (symbol.declarations ?? []).flatMap((declaration) => literalUnions(checker, exported.name, declaration));
  });
}

function lostKind(flags: ts.SymbolFlags): string | undefined {
  if (has(flags, ts.SymbolFlags.Function)) return 'function';
  if (has(flags, ts.SymbolFlags.Variable)) return 'constant';
  if (has(flags, ts.SymbolFlags.TypeAlias)) return 'type alias';
  return undefined;
}

function literalUnions(checker: ts.TypeChecker, owner: string, declaration: ts.Declaration): string[] {
  if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return [];
  return declaration.members
    .filter((member) => isPublic(member) && signatureOf(checker, member).some((type) => hasLiteralUnion(checker, type)))
    .map((member) => `${owner}.${member.name?.getText() ?? 'constructor'}: jsii makes a plain type of a union of literals`);
}

function isPublic(member: ts.ClassElement | ts.TypeElement): boolean {
  const isPrivate = has(ts.getCombinedModifierFlags(member), ts.ModifierFlags.Private);
  const isInternal = ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal');
  return !isPrivate && !isInternal && !(member.name && ts.isPrivateIdentifier(member.name));
}

/** The types of a member's parameters and what it returns, or its own. */
function signatureOf(checker: ts.TypeChecker, member: ts.ClassElement | ts.TypeElement): ts.Type[] {
  const signature = ts.isFunctionLike(member) ? checker.getSignatureFromDeclaration(member) : undefined;
  if (!signature) return [checker.getTypeAtLocation(member)];
  const parameters = signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter));
  return ts.isConstructorDeclaration(member) ? parameters : [...parameters, signature.getReturnType()];
}

function hasLiteralUnion(checker: ts.TypeChecker, type: ts.Type, seen = new Set<ts.Type>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.isUnion()) return type.types.some((part) => isLiteral(part) || hasLiteralUnion(checker, part, seen));
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    ?? (checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined);
  return element !== undefined && hasLiteralUnion(checker, element, seen);
}

/** Members of an enum are literals too, and jsii keeps them. */
function isLiteral(type: ts.Type): boolean {
  return (type.isStringLiteral() || type.isNumberLiteral()) && !has(type.flags, ts.TypeFlags.EnumLiteral);
}

function has(flags: number, flag: number): boolean {
  return (flags & flag) !== 0; // eslint-disable-line no-bitwise
}
