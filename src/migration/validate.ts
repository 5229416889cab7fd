import { Finding, firstOf, found, framed, saying, Path } from '../base/findings/finding';
import { grouped, isObject, listOf, PlainValue, nearest } from '../base/check';
import { DeclarationOptions, LeftOut, Parts } from './model/context';
import { oamObject } from '../cluster/objects/oam-object';
import { Declaration, declare } from './model/declaration';
import { LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../files/reading';
import { inOrder } from '../files/reading/located-finding';
import type { ErrorCode } from '../base/findings/catalogue/all';
import {
  isOamType, isOfAnyVendor, isOfOam, isVendorVersion, OAM_API_VERSION, ObjectType, OTHER_OAM_KINDS, TypedManifest,
  isBuiltIn,
} from '../base/oam-kind';
import { Platform } from '../model/platform/platform';
import { OAM_KINDS } from '../model/traits/all';
import { mayBeSet } from '../base/workload-parameters';
import { Field, specOf, Type } from '../base/definitions/type';
import { METADATA_FIELDS } from '../base/names';
import { definedIn } from '../cluster/checks/given-schemas';
import { ManifestChecks } from '../cluster/checks/manifest-checks';
import { memo } from '../base/memo';

/** Manifests that were checked. */
export interface CheckedManifests {
  /** Errors and warnings, in the order of files and lines. */
  readonly findings: LocatedFinding[];
  readonly declaration: Declaration;
}

/**
 * Checks what manifests declare, and returns all errors and warnings. Content that could not be read is not checked.
 */
export function validateManifests(manifests: ReadManifests, options: DeclarationOptions): LocatedFinding[] {
  const { findings } = check(manifests, options);
  // a warning about reading hides no object
  return manifests.unread.every(({ isWarning }) => isWarning) ? findings : findings.filter(({ code }) => !OF_OTHERS.has(code));
}

/**
 * Codes about objects that are not among the manifests. They may be in content that could not be read, which is an
 * error already.
 */
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

/**
 * Reports an unknown field once: preferably with the field that was meant, or else as the model reports it, which may
 * know more.
 */
function withFields(declared: readonly LocatedFinding[], unread: readonly LocatedFinding[]): LocatedFinding[] {
  const meant = new Set(unread.filter(({ isWarning }) => !isWarning).map(placeOf));
  const spelling = new Set(unread.flatMap(each => each.code === 'unknown-oam-kind' ? fieldOf(each, each.path.slice(0, -1)) : []));
  const own = declared.filter(each => each.code === 'unknown-oam-kind' ? !spelling.has(fieldOf(each, each.path))
    : each.code !== 'unknown-field' || !meant.has(placeOf(each)));
  const told = new Set(own.filter(({ code }) => code === 'unknown-field').map(placeOf));
  // a field that is `null` may have a finding already, on what it must be
  const all = new Set(own.map(placeOf));
  return [...own, ...unread.filter(each => !(each.code === 'invalid-type' ? all : told).has(placeOf(each)))];
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

/**
 * Reports fields that the schemas of the OAM kinds do not have: an API server drops them silently. A field that looks
 * like a known one is an error; any other may be one of an unknown version, so it is a warning. If an API server
 * receives the objects, reports fields that are `null`, too: it rejects them.
 */
function unknownFields(document: ManifestDocument, { _makesObjects: isServed, _prunedBy: vendor }: Platform): LocatedFinding[] {
  return locateFindings(document, firstOf(fieldsIn(document, { rejectsNull: () => isServed, vendor }), 'unknown field'));
}

/** How an API server treats fields. */
interface Server {
  /** Whether it rejects a field for being null. */
  readonly rejectsNull: (path: Path) => boolean;
  /** The vendor of the platform, if it drops fields that only a KubernetesPlatform reads. */
  readonly vendor?: string;
}

function* fieldsIn(document: ManifestDocument, server: Server): Generator<() => UnknownField> {
  const object = oamObject(document);
  if (!object) return yield* unknownIn(document.value, [], server);
  const { kind, spec, pathOf, isMulti } = object;
  yield* unknown(document.value, isMulti ? MULTI_CLUSTER_FIELDS : objectFields(true), [], server);
  for (const make of unknownInSpec(kind, spec, server)) {
    yield () => {
      const each = make();
      return { ...each, path: pathOf(each.path) };
    };
  }
}

const WORKLOAD = ['spec', 'workload'];

function* unknownInSpec(kind: string, spec: PlainValue | undefined, server: Server): Generator<() => UnknownField> {
  yield* unknown(spec, specFields(OAM_API_VERSION, kind)!, ['spec'], server);
  if (kind === 'Component') {
    const isParameter = mayBeSet(spec?.parameters);
    // a parameter may set a field that is `null`
    const rejectsNull = (path: Path) => server.rejectsNull(path) && !isParameter(path.slice(WORKLOAD.length));
    return yield* unknownIn(spec?.workload, WORKLOAD, { ...server, rejectsNull });
  }
  for (const [i, entry] of listOf(spec?.components).entries()) {
    for (const [j, each] of listOf(entry?.traits).entries()) {
      yield* unknownIn(each?.trait, ['spec', 'components', i, 'traits', j, 'trait'], server);
    }
  }
}

interface UnknownField extends Finding {
  readonly isWarning?: true;
}

/**
 * The unknown fields of a workload or a trait. Building a finding takes time, so each is built only when it is listed.
 */
function* unknownIn(value: unknown, path: Path, server: Server): Generator<() => UnknownField> {
  if (!isObject(value) || typeof value.kind !== 'string') return;
  const fields = specFields(value.apiVersion, value.kind);
  if (fields) return yield* unknown(value, objectFields(fields), path, server);
  for (const each of misspelt(value as TypedManifest, path)) yield () => each;
  yield* unknown({ metadata: value.metadata }, { metadata: OBJECT_METADATA }, path, server);
}

/** Reports a kind of OAM, or of its vendors, that does not exist, and that looks like one that does. */
function misspelt({ apiVersion, kind }: ObjectType, path: Path): UnknownField[] {
  const isVendors = isVendorVersion(apiVersion);
  // of a standalone object, another check reports it
  if (!isVendors && (apiVersion !== OAM_API_VERSION || path.length === 0) || OTHER_OAM_KINDS.includes(kind)) return [];
  const word = isVendors ? nearest(kind, VENDOR_KINDS) ?? prefixedWorkload(kind) : nearest(kind, OWN_KINDS);
  return word === undefined ? [] : found('unknown-oam-kind', [...path, 'kind'], { reason: 'misspelt', kind, version: apiVersion, word });
}

/**
 * The workload that a kind looks like, with the prefix that a vendor gives it. The prefix ends before a capital letter.
 */
function prefixedWorkload(kind: string): string | undefined {
  const ends = [...kind.matchAll(/\B(?=[A-Z])/g)].map(({ index }) => index);
  const words = ends.map(end => ({ prefix: kind.slice(0, end), own: nearest(kind.slice(end), VENDOR_WORKLOADS) }));
  const meant = words.find(({ own }) => own !== undefined);
  return meant && meant.prefix + meant.own;
}

/** Kinds of OAM itself whose fields are checked, and kinds of vendors, without the prefix of their workloads. */
const [OWN_KINDS, VENDOR_KINDS] = [true, false].map(isOwn =>
  OAM_KINDS.filter(({ kind }) => isOfOam(kind) === isOwn).map(({ name }) => name));

const VENDOR_WORKLOADS = VENDOR_KINDS.filter(name => name.endsWith('Workload'));

function* unknown(value: unknown, fields: KeptFields, path: Path, server: Server): Generator<() => UnknownField> {
  if (typeof fields !== 'object') return;
  if (isList(fields)) {
    for (const [i, element] of listOf(value).entries()) yield* unknown(element, fields[0], [...path, i], server);
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) {
      const own = [...path, name];
      const { vendor } = server;
      const isDropped = (field: string) => vendor !== undefined && fields[field] === 'kubernetes';
      if (!Object.hasOwn(fields, name)) yield () => notKnown(name, own, Object.keys(fields).filter(field => !isDropped(field)));
      else if (isDropped(name)) yield () => pruned(own, vendor!);
      else if (element !== null) yield* unknown(element, fields[name], own, server);
      else if (!isLenient(fields, name) && server.rejectsNull(own)) yield () => found('invalid-type', own, { reason: 'null' })[0];
    }
  }
}

/** API servers read metadata of an object, and its status, more leniently than the schemas say. */
function isLenient(fields: Readonly<Record<string, KeptFields>>, name: string): boolean {
  return name === 'status' || fields === OBJECT_METADATA || fields[name] === OBJECT_METADATA;
}

function pruned(path: Path, vendor: string): UnknownField {
  return { ...found('pruned-field', path, { reason: 'not-in-crd', vendor })[0], isWarning: true };
}

function isList(fields: KeptFields): fields is readonly [KeptFields] {
  return Array.isArray(fields);
}

function notKnown(name: string, path: Path, known: readonly string[]): UnknownField {
  const word = nearest(name, known);
  return word === undefined
    ? { ...found('unknown-field', path, { reason: 'dropped', known })[0], isWarning: true }
    : found('unknown-field', path, { reason: 'misspelt', known, word })[0];
}

/**
 * The fields of an object and of everything below it. A list has one element here. A value that is not checked any
 * deeper is `true`, or names the only platform that reads it.
 */
export type KeptFields = true | NonNullable<Field['on']> | readonly [KeptFields] | { readonly [field: string]: KeptFields };

/** The fields of a value that API servers keep. */
function keptFields(type: Type): KeptFields {
  switch (type.is) {
    case 'list': {
      const element = keptFields(type.of);
      return element === true ? true : [element];
    }
    case 'record':
      return type.kept ? true : Object.fromEntries(
        Object.entries(type.fields).filter(([, each]) => !each.isDropped).map(([name, each]) => [name, each.on ?? keptFields(each.type)]));
    case 'kubernetes':
      return type.stored ? keptFields(type.stored) : true;
    default:
      return true;
  }
}

/** The metadata of every object of Kubernetes. */
const OBJECT_METADATA: KeptFields = Object.fromEntries(METADATA_FIELDS.map(name => [name, true]));

/** The fields of an object as a whole, with those of its `spec`. */
function objectFields(spec: KeptFields): KeptFields {
  return { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec, status: true };
}

/** The fields of a multi-cluster object. */
const MULTI_CLUSTER_FIELDS: KeptFields = {
  apiVersion: true,
  kind: true,
  metadata: OBJECT_METADATA,
  spec: {
    placement: { clusters: [{ name: true }] },
    secrets: true,
    template: { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec: true },
  },
  status: true,
};

const KEPT = OAM_KINDS.map(each => ({ ...each, fields: keptFields(specOf(each)) }));

/** The fields of `spec` of a kind of OAM, of any vendor; `undefined` for any other kind. */
export function specFields(apiVersion: unknown, kind: unknown): KeptFields | undefined {
  if (apiVersion !== OAM_API_VERSION && !isVendorVersion(apiVersion)) return undefined;
  return KEPT.find(each => isOfAnyVendor(each.kind, { apiVersion, kind }))?.fields;
}

/**
 * Checks each object, and the workload in a Component, against the schema of its kind. Definitions of kinds among the
 * manifests are schemas, too. Kinds of OAM have checks of their own. The findings are kept, because `keepGoing` checks
 * the same manifests repeatedly.
 */
const schemaFindings = memo(({ documents }: ReadManifests) => memo(({ schemaChecks = {} }: DeclarationOptions) => {
  const schemas = [definedIn(documents.map(({ value }) => value)), ...schemaChecks.schemas ?? []];
  const checks = new ManifestChecks({ ...schemaChecks, schemas });
  return documents.flatMap(document => locateFindings(document, checks.checkSubject(document.value)));
}));
