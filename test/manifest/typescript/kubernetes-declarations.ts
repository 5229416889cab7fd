import { readFileSync } from 'node:fs';
import * as typescript from 'typescript';

/** The types that workloads of this library take, with all that is in them. */
export const ROOTS = ['DeploymentStrategy', 'KubeConfigMapProps', 'KubeDeploymentProps', 'KubeServiceProps', 'LabelSelector', 'PodSpec', 'ServiceSpec'];

/** The declarations of cdk8s-plus in the form of the table in src: `name:type` for each field, with a `!` where it is required. */
export function declaredTypes(): Record<string, string> {
  const interfaces = declarations();
  const result: Record<string, string> = {};
  const open = [...ROOTS];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (type in result) continue;
    const fields = fieldsOf(interfaces.get(type)!);
    result[type] = fields.map(({ name, type: of, isRequired }) => `${name}${isRequired ? '!' : ''}:${of}`).join(' ');
    open.push(...fields.map(field => field.type.replace(/[[\]{}]/g, '')).filter(each => interfaces.has(each)));
  }
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => a < b ? -1 : 1));
}

function declarations(): Map<string, typescript.InterfaceDeclaration> {
  const file = require.resolve('cdk8s-plus-27/lib/imports/k8s.d.ts');
  const { statements } = typescript.createSourceFile(file, readFileSync(file, 'utf8'), typescript.ScriptTarget.ES2022);
  return new Map(statements.filter(typescript.isInterfaceDeclaration).map(each => [each.name.text, each]));
}

function fieldsOf(declaration: typescript.InterfaceDeclaration) {
  return declaration.members.filter(typescript.isPropertySignature).map(member => ({
    name: (member.name as typescript.Identifier).text,
    type: typeText(member.type!),
    isRequired: member.questionToken === undefined,
  }));
}

/** `string`, `Container`, `string[]`, or `{Quantity}` for a map. */
function typeText(type: typescript.TypeNode): string {
  if (typescript.isArrayTypeNode(type)) return `${typeText(type.elementType)}[]`;
  if (typescript.isTypeReferenceNode(type)) return (type.typeName as typescript.Identifier).text;
  if (typescript.isTypeLiteralNode(type)) return `{${typeText((type.members[0] as typescript.IndexSignatureDeclaration).type)}}`;
  const keyword = typescript.tokenToString(type.kind);
  if (keyword === undefined) throw new Error(`a type of another form: ${typescript.SyntaxKind[type.kind]}`);
  return keyword;
}
