/** Fails, with a list, on what the jsii API should not have: see `assemblyFindings` and `lostByJsii`. */
import { readFileSync } from 'fs';
import { join, resolve } from 'path';
import { lostByJsii } from './jsii-losses';

/** The parts of a jsii assembly that are read here. */
export interface Assembly {
  readonly types?: Record<string, Type>;
}

export interface Type {
  readonly kind: 'class' | 'interface' | 'enum';
  readonly datatype?: boolean;
  readonly docs?: Docs;
  readonly initializer?: Callable;
  readonly methods?: Member[];
  readonly properties?: Member[];
  /** Of an enum. */
  readonly members?: Member[];
}

export interface Docs {
  readonly summary?: string;
  readonly default?: string;
}

export interface Callable {
  readonly docs?: Docs;
  readonly parameters?: { readonly name: string; readonly type: TypeReference }[];
  readonly returns?: { readonly type: TypeReference };
}

export interface Member extends Callable {
  readonly name: string;
  readonly type?: TypeReference;
  readonly optional?: boolean;
  /** The type whose member this one takes the place of. */
  readonly overrides?: string;
}

export interface TypeReference {
  readonly primitive?: string;
  readonly collection?: { readonly elementtype: TypeReference };
  readonly union?: { readonly types: TypeReference[] };
  readonly intersection?: { readonly types: TypeReference[] };
}

/** Undocumented types and members, optional properties of structs without `@default`, and unions of other than primitive types. */
export function assemblyFindings(assembly: Assembly): string[] {
  const types = assembly.types ?? {};
  return Object.entries(types).flatMap(([fqn, type]) => [
    ...(type.docs?.summary ? [] : [`${fqn}: is not documented`]),
    ...(type.initializer ? constructorFindings(fqn, type.initializer) : []),
    ...membersOf(type).flatMap((member) => memberFindings(types, fqn, member)),
    ...(type.datatype ? (type.properties ?? []).flatMap((property) => defaultFindings(fqn, property)) : []),
  ]);
}

function membersOf(type: Type): Member[] {
  return [...(type.properties ?? []), ...(type.methods ?? []), ...(type.members ?? [])];
}

function memberFindings(types: Record<string, Type>, fqn: string, member: Member): string[] {
  const name = `${fqn}.${member.name}`;
  return [
    ...(isDocumented(types, member) ? [] : [`${name}: is not documented`]),
    ...signatureFindings(name, [...typesOf(member), member.type]),
  ];
}

/** One without parameters may be implicit, where nothing can be documented. */
function constructorFindings(fqn: string, { docs, ...callable }: Callable): string[] {
  const name = `${fqn}.constructor`;
  return [
    ...(callable.parameters?.length && !docs?.summary ? [`${name}: is not documented`] : []),
    ...signatureFindings(name, typesOf(callable)),
  ];
}

/** A member says what it is itself, or the one it overrides does; those of other packages are taken to. */
function isDocumented(types: Record<string, Type>, member: Member): boolean {
  if (member.docs?.summary) return true;
  if (!member.overrides) return false;
  const base = types[member.overrides];
  const overridden = base && membersOf(base).find(({ name }) => name === member.name);
  return !overridden || isDocumented(types, overridden);
}

function defaultFindings(fqn: string, property: Member): string[] {
  return property.optional && !property.docs?.default ? [`${fqn}.${property.name}: is optional and has no @default`] : [];
}

function typesOf(callable: Callable): (TypeReference | undefined)[] {
  return [...(callable.parameters ?? []).map(({ type }) => type), callable.returns?.type];
}

function signatureFindings(name: string, references: (TypeReference | undefined)[]): string[] {
  return references.some((type) => type && isUnion(type)) ? [`${name}: has a union or intersection of types`] : [];
}

/** Unions of primitive types are known to all languages as their object; callers write the value itself. */
function isUnion(type: TypeReference): boolean {
  const { union, intersection, collection } = type;
  return Boolean(union?.types.some(each => !each.primitive) ?? intersection) || Boolean(collection && isUnion(collection.elementtype));
}

function main() {
  const root = resolve(__dirname, '..');
  const assembly = JSON.parse(readFileSync(join(root, '.jsii'), 'utf8'));
  const lost = ['index.ts', 'testing/index.ts'].flatMap(file => lostByJsii(join(root, 'src', file)));
  const findings = [...assemblyFindings(assembly), ...lost].sort();
  if (findings.length === 0) return;
  console.error(`${findings.length} findings about the API:\n  ${findings.join('\n  ')}`);
  process.exitCode = 1;
}

if (require.main === module) main();
