import { unknownFields } from './unknown-fields';
import { Finding, firstOf, found, framed, saying } from '../findings/finding';
import { grouped } from '../private/grouped';
import { DeclarationOptions } from './model/context';
import { Declaration, declare } from './model/declaration';
import { LeftOut, Parts } from './model/left-out';
import { oamObject } from './model/oam-object';
import { LocatedFinding, ManifestDocument, ReadManifests, locateFindings } from './reading';
import { inOrder } from './reading/located-finding';
import { schemaFindings } from './schema-findings';
import type { ErrorCode } from '../findings/catalogue/all';
import type { Path } from '../findings/path';
import { isObject } from '../private/check';
import { isOamType } from '../private/oam-kind';
import { isBuiltIn } from '../private/scopes';

/** Manifests that were checked. */
export interface CheckedManifests {
  /** Errors and warnings, in the order of files and lines. */
  readonly findings: LocatedFinding[];
  readonly declaration: Declaration;
}

/** Checks what manifests declare, and returns all errors and warnings. Content that could not be read is not checked. */
export function validateManifests(manifests: ReadManifests, options: DeclarationOptions): LocatedFinding[] {
  const { findings } = check(manifests, options);
  // a warning about reading hides no object
  return manifests.unread.every(({ isWarning }) => isWarning) ? findings : findings.filter(({ code }) => !OF_OTHERS.has(code));
}

/** Codes about objects that are not among the manifests. They may be in content that could not be read, which is an error already. */
const OF_OTHERS: ReadonlySet<ErrorCode> = new Set(['component-elsewhere', 'component-not-bound', 'component-not-found'] as const);

/** The same, with the declaration that the findings are about. */
export function check(manifests: ReadManifests, options: DeclarationOptions, left = new LeftOut()): CheckedManifests {
  const { documents, sources } = manifests;
  const declaration = declare(documents, options, { left });
  const parts = new Parts(documents);
  const isDeclared = (finding: LocatedFinding) => !left.has(parts.of(finding)!);
  const fields = documents.flatMap(document => unknownFields(document, options.platform)).filter(isDeclared);
  const bySchema = schemaFindings(manifests)(options).filter(isDeclared);
  const certain = withSchemas(withFields(declaration.findings, fields), bySchema);
  const suspected = documents.map(document => ({ document, suspects: placeholders(document).filter(isDeclared) }));
  const suspects = suspected.flatMap(each => each.suspects);
  const at = grouped(certain, each => [placeOf(each)]);
  const unusual = suspected.flatMap(each => hasOwnTemplates(each.document) ? [] : each.suspects);
  const others = unusual.filter(suspect => !at.has(placeOf(suspect)));
  const findings = [...hinted(certain, suspects), ...others];
  return { findings: once(sorted(findings, [...sources.keys()])), declaration };
}

/** Reports an unknown field once: preferably with the field that was meant, or else as the model reports it, which may know more. */
function withFields(declared: readonly LocatedFinding[], unknown: readonly LocatedFinding[]): LocatedFinding[] {
  const meant = new Set(unknown.filter(({ isWarning }) => !isWarning).map(placeOf));
  const spelling = new Set(unknown.flatMap(each => each.code === 'unknown-oam-kind' ? fieldOf(each, each.path.slice(0, -1)) : []));
  const own = declared.filter(each => each.code === 'unknown-oam-kind' ? !spelling.has(fieldOf(each, each.path))
    : each.code !== 'unknown-field' || !meant.has(placeOf(each)));
  const told = new Set(own.filter(({ code }) => code === 'unknown-field').map(placeOf));
  // a field that is `null` may have a finding already, on what it must be
  const all = new Set(own.map(placeOf));
  return [...own, ...unknown.filter(each => !(each.code === 'invalid-type' ? all : told).has(placeOf(each)))];
}

/** Adds findings of schemas about fields that have no finding yet. */
function withSchemas(known: readonly LocatedFinding[], bySchema: readonly LocatedFinding[]): LocatedFinding[] {
  const told = new Set(known.map(placeOf));
  return [...known, ...bySchema.filter(each => !told.has(placeOf(each)))];
}

/** Frames findings about a placeholder: that it was never filled in is the cause of what is wrong with it. */
function hinted(certain: readonly LocatedFinding[], suspects: readonly LocatedFinding[]): LocatedFinding[] {
  const blamed = new Set(suspects.map(placeOf));
  return certain.map(each => blamed.has(placeOf(each)) ? framed('placeholder', each) : each);
}

function fieldOf({ file }: LocatedFinding, path: Path): string {
  return JSON.stringify([file, path]);
}

function placeOf({ file, line, column }: LocatedFinding): string {
  return `${line}:${column} ${file}`;
}

function sorted(findings: readonly LocatedFinding[], files: readonly string[]): LocatedFinding[] {
  const place = new Map(files.map((file, i) => [file, i]));
  return [...findings].sort((a, b) => place.get(a.file)! - place.get(b.file)! || inOrder(a, b));
}

/** Removes duplicates, because several checks may find the same. */
function once(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const seen = new Set<string>();
  return findings.filter(each => {
    const { file, line, column, code, path, parameters } = each;
    const key = JSON.stringify([file, line, column, code, path, parameters]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Placeholders of templates for a value: `##NAME##`, `${NAME}`, `<the name>`, `$(NAME)`. */
const PLACEHOLDER = /^##.*##$|\$\{[A-Za-z_][^{}]*\}|^\$\([^)]*\)$|^<[^<>]*>$|^%[A-Z_]+%$|^@[A-Z_]+@$/;

/** Fields with code or prose, in which the same characters have other meanings. */
const PROGRAMS = new Set([
  'annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'expr', 'loggingConfig', 'openAPIV3Schema', 'script',
  'stringData', 'subPathExpr',
]);

/** Whether a kind may have a syntax of its own for what is filled in: that of an operator, and a class of volumes. */
function hasOwnTemplates(document: ManifestDocument): boolean {
  const { value } = document;
  return !isBuiltIn(value) && !isOamType(value) && !oamObject(document) || value.kind === 'StorageClass';
}

/** Warns of values that look like those of a template that was not filled in. */
function placeholders(document: ManifestDocument): LocatedFinding[] {
  return locateFindings(document, firstOf(placeholdersIn(document.value), 'placeholder')).map(each => ({ ...each, isWarning: true }));
}

function* placeholdersIn(value: unknown): Generator<() => Finding> {
  for (const [path, leaf] of leaves(value, [])) {
    const isLeftOut = typeof leaf === 'string' && (PLACEHOLDER.test(leaf) || leaf.split('\n').some(isTemplate));
    if (isLeftOut) yield () => found('placeholder', path, saying('looks like the placeholder of a template that was not filled in'))[0];
  }
}

/** Whether a line has a placeholder of a template: `{{ .Name }}`. */
function isTemplate(line: string): boolean {
  const start = line.indexOf('{{');
  return start >= 0 && line.includes('}}', start + 2);
}

/** The scalars in a value, with their paths, except those in fields of `PROGRAMS`. */
function* leaves(value: unknown, path: Path): Generator<[path: Path, leaf: unknown]> {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) yield* leaves(element, [...path, i]);
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) if (!PROGRAMS.has(name)) yield* leaves(element, [...path, name]);
  } else {
    yield [path, value];
  }
}
