import { DeclarationOptions, LeftOut, Parts } from './model/context';
import { declare } from './model/declaration';
import { isObject, listOf, nearest } from '../base/check';
import { Field, specOf, Type } from '../base/definitions/type';
import type { ErrorCode } from '../base/findings/catalogue/all';
import { Finding, firstOf, found, framed, Path, ownWords, asWarnings } from '../base/findings/finding';
import { memo } from '../base/memo';
import { METADATA_FIELDS } from '../base/names';
import {
  isBuiltIn, isOamType, isOfAnyVendor, isOfOam, isVendorVersion, OAM_API_VERSION, ObjectType, OTHER_OAM_KINDS,
  TypedManifest,
} from '../base/oam-kind';
import { mayBeSet } from '../base/workload-parameters';
import { definedIn } from '../cluster/checks/given-schemas';
import { ManifestChecks } from '../cluster/checks/manifest-checks';
import { oamObject } from '../cluster/objects/oam-object';
import { LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../files/reading';
import { describePlace, byPosition } from '../files/reading/located-finding';
import { OAM_KINDS } from '../model/traits/all';

/** Codes about objects that are not among the manifests. They may be in content that could not be read. */
const OF_OTHERS: ReadonlySet<ErrorCode> = new Set([
  'component-elsewhere', 'component-not-bound', 'component-not-found',
] as const);

/** Checks what manifests declare, for all errors and warnings. Content that could not be read is not checked. */
export function validateManifests(manifests: ReadManifests, options: DeclarationOptions): LocatedFinding[] {
  const { findings } = checkManifests(manifests, options);
  // a warning about reading hides no object
  const isComplete = manifests.unread.every(({ isWarning }) => isWarning);
  return isComplete ? findings : findings.filter(({ code }) => !OF_OTHERS.has(code));
}

/** Manifests that were checked. */
export type CheckedManifests = ReturnType<typeof checkManifests>;

/** The same, in the order of files and lines, with the declaration that the findings are about. */
export function checkManifests(manifests: ReadManifests, options: DeclarationOptions, left = new LeftOut()) {
  const { documents, sources } = manifests;
  const declaration = declare(documents, options, left);
  const parts = new Parts(documents);
  const isDeclared = (finding: LocatedFinding) => !left.has(parts.of(finding)!);
  const { _makesObjects: isServed, _prunedBy: vendor } = options.platform;
  const unread = documents.flatMap(document => locateFindings(document,
    firstOf(unknownInDocument(document, { rejectsNull: () => isServed, vendor }), 'unknown field'))).filter(isDeclared);
  const known = withUnknownFields(declaration.findings, unread);
  // a schema counts for fields that have no finding yet
  const told = new Set(known.map(describePlace));
  const isNew = (finding: LocatedFinding) => !told.has(describePlace(finding)) && isDeclared(finding);
  const bySchema = schemaFindings(manifests)(options).filter(isNew);
  const certain = [...known, ...bySchema];
  const places = new Set(certain.map(describePlace));
  const suspected = documents.map(document => ({ document, suspects: placeholders(document).filter(isDeclared) }));
  const unusual = suspected.flatMap(({ document: { value }, document, suspects }) => {
    // the kind of an operator, and a class of volumes, may have a syntax of its own for what is filled in
    const isOwn = !isBuiltIn(value) && !isOamType(value) && !oamObject(document) || value.kind === 'StorageClass';
    return isOwn ? [] : suspects.filter(suspect => !places.has(describePlace(suspect)));
  });
  // that a placeholder was never filled in is the cause of what is wrong with it
  const blamed = new Set(suspected.flatMap(({ suspects }) => suspects).map(describePlace));
  const causes = certain.map(each => blamed.has(describePlace(each)) ? framed('placeholder', each) : each);
  const order = new Map([...sources.keys()].map((file, i) => [file, i]));
  const findings = [...causes, ...unusual].sort((a, b) => order.get(a.file)! - order.get(b.file)! || byPosition(a, b));
  // several checks may find the same
  const seen = new Set<string>();
  const isFirst = ({ file, line, column, code, path, parameters }: LocatedFinding) => {
    const key = JSON.stringify([file, line, column, code, path, parameters]);
    return !seen.has(key) && seen.add(key);
  };
  return { findings: findings.filter(isFirst), declaration };
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

/** Reports an unknown field once: with the field that was meant, or else as the model does, which may know more. */
function withUnknownFields(declared: readonly LocatedFinding[], unread: readonly LocatedFinding[]): LocatedFinding[] {
  const fieldAt = (file: string, path: Path) => JSON.stringify([file, path]);
  const meant = new Set(unread.filter(({ isWarning }) => !isWarning).map(describePlace));
  const misspelt = unread.filter(({ code }) => code === 'unknown-oam-kind');
  const objects = new Set(misspelt.map(({ file, path }) => fieldAt(file, path.slice(0, -1))));
  const own = declared.filter(each => each.code === 'unknown-oam-kind' ? !objects.has(fieldAt(each.file, each.path))
    : each.code !== 'unknown-field' || !meant.has(describePlace(each)));
  const told = new Set(own.filter(({ code }) => code === 'unknown-field').map(describePlace));
  // a field that is `null` may have a finding already, on what it must be
  const all = new Set(own.map(describePlace));
  return [...own, ...unread.filter(each => !(each.code === 'invalid-type' ? all : told).has(describePlace(each)))];
}

/** Placeholders of templates for a value: `##NAME##`, `${NAME}`, `<the name>`, `$(NAME)`. */
const PLACEHOLDER = /^##.*##$|\$\{[A-Za-z_][^{}]*\}|^\$\([^)]*\)$|^<[^<>]*>$|^%[A-Z_]+%$|^@[A-Z_]+@$/;

/** Fields with code or prose, in which the same characters have other meanings. */
const PROGRAMS = new Set([
  'annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'expr', 'loggingConfig', 'openAPIV3Schema',
  'script', 'stringData', 'subPathExpr',
]);

/** Warns of values that look like those of a template that was not filled in. */
function placeholders(document: ManifestDocument): LocatedFinding[] {
  const hasTemplate = (line: string) => {
    // `{{ .Name }}`
    const start = line.indexOf('{{');
    return start >= 0 && line.includes('}}', start + 2);
  };
  const left = [...leaves(document.value, [])].filter(({ leaf }) =>
    typeof leaf === 'string' && (PLACEHOLDER.test(leaf) || leaf.split('\n').some(hasTemplate)));
  const words = ownWords('looks like the placeholder of a template that was not filled in');
  const findings = firstOf(left.map(({ path }) => () => found('placeholder', path, words)[0]), 'placeholder');
  return asWarnings(locateFindings(document, findings));
}

/** The scalars in a value, with their paths, except those in fields of `PROGRAMS`. */
function* leaves(value: unknown, path: Path): Generator<{ readonly path: Path; readonly leaf: unknown }> {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) yield* leaves(element, [...path, i]);
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) {
      if (!PROGRAMS.has(name)) yield* leaves(element, [...path, name]);
    }
  } else {
    yield { path, leaf: value };
  }
}

// Unknown fields: an API server drops the fields that the schema of an OAM kind does not have, without a word.

/** Findings that are built only when they are listed, because building one takes time. */
type UnlistedFields = Generator<() => Finding & { readonly isWarning?: true }>;

/** Whether an API server rejects a null, and the vendor whose server drops what only a KubernetesPlatform reads. */
interface Server { readonly rejectsNull: (path: Path) => boolean; readonly vendor?: string }

/**
 * Finds fields that the schemas of the OAM kinds do not have. A field that looks like a known one is an error; any
 * other may be one of an unknown version, so it is a warning. API servers reject `null`, too.
 */
function* unknownInDocument(document: ManifestDocument, server: Server): UnlistedFields {
  const object = oamObject(document);
  if (!object) return yield* unknownInObject(document.value, [], server);
  const { kind, spec, pathOf, isMulti } = object;
  yield* unknownAmong(document.value, isMulti ? MULTI_CLUSTER_FIELDS : objectFields(true), [], server);
  yield* unknownAmong(spec, specFields(OAM_API_VERSION, kind)!, pathOf(['spec']), server);
  if (kind === 'Component') {
    const isParameter = mayBeSet(spec?.parameters);
    const inWorkload = pathOf(['spec', 'workload']);
    // a parameter may set a field that is `null`
    const rejectsNull = (path: Path) => server.rejectsNull(path) && !isParameter(path.slice(inWorkload.length));
    return yield* unknownInObject(spec?.workload, inWorkload, { ...server, rejectsNull });
  }
  for (const [i, entry] of listOf(spec?.components).entries()) {
    for (const [j, each] of listOf(entry?.traits).entries()) {
      yield* unknownInObject(each?.trait, pathOf(['spec', 'components', i, 'traits', j, 'trait']), server);
    }
  }
}

/** The unknown fields of a workload, a trait or any other object, and its kind if it does not exist. */
function* unknownInObject(value: unknown, path: Path, server: Server): UnlistedFields {
  if (!isObject(value) || typeof value.kind !== 'string') return;
  const { apiVersion, kind, metadata } = value as TypedManifest;
  const fields = specFields(apiVersion, kind);
  if (fields) return yield* unknownAmong(value, objectFields(fields), path, server);
  const meant = meantKind({ apiVersion, kind }, path.length === 0);
  if (meant !== undefined) {
    const misspelt = { reason: 'misspelt', kind, version: apiVersion, meant } as const;
    yield () => found('unknown-oam-kind', [...path, 'kind'], misspelt)[0];
  }
  yield* unknownAmong({ metadata }, { metadata: OBJECT_METADATA }, path, server);
}

/** Finds unknown fields at any depth. Below a field whose schema is no object and no list, all are allowed. */
function* unknownAmong(value: unknown, fields: KeptFields, path: Path, server: Server): UnlistedFields {
  if (typeof fields !== 'object') return;
  if (Array.isArray(fields)) {
    for (const [i, element] of listOf(value).entries()) yield* unknownAmong(element, fields[0], [...path, i], server);
    return;
  }
  if (!isObject(value)) return;
  const { vendor, rejectsNull } = server;
  const isDropped = (field: string) => vendor !== undefined && fields[field] === 'kubernetes';
  for (const [name, element] of Object.entries(value)) {
    const own = [...path, name];
    if (!Object.hasOwn(fields, name)) {
      yield () => {
        const known = Object.keys(fields).filter(field => !isDropped(field));
        const [unknown] = found('unknown-field', own, { reason: 'dropped', known });
        return nearest(name, known) === undefined ? { ...unknown, isWarning: true } : unknown;
      };
    } else if (isDropped(name)) {
      yield () => ({ ...found('pruned-field', own, { reason: 'not-in-crd', vendor: vendor! })[0], isWarning: true });
    } else if (element !== null) {
      yield* unknownAmong(element, fields[name], own, server);
    } else {
      // API servers read metadata of an object, and its status, more leniently than the schemas say
      const isLenient = name === 'status' || fields === OBJECT_METADATA || fields[name] === OBJECT_METADATA;
      if (!isLenient && rejectsNull(own)) yield () => found('invalid-type', own, { reason: 'null' })[0];
    }
  }
}

/** Kinds of OAM itself whose fields are checked, and kinds of vendors, without the prefix of their workloads. */
const [OWN_KINDS, VENDOR_KINDS] = [true, false].map(isOwn =>
  OAM_KINDS.filter(({ kind }) => isOfOam(kind) === isOwn).map(({ name }) => name));

const VENDOR_WORKLOADS = VENDOR_KINDS.filter(name => name.endsWith('Workload'));

/** The kind of OAM, or of its vendors, that a kind looks like which does not exist. */
function meantKind({ apiVersion, kind }: ObjectType, isStandalone: boolean): string | undefined {
  if (OTHER_OAM_KINDS.includes(kind)) return undefined;
  if (!isVendorVersion(apiVersion)) {
    // of a standalone object, another check reports it
    return apiVersion !== OAM_API_VERSION || isStandalone ? undefined : nearest(kind, OWN_KINDS);
  }
  const own = nearest(kind, VENDOR_KINDS);
  if (own !== undefined) return own;
  // a workload with the prefix that a vendor gives it, which ends before a capital letter
  for (const { index } of kind.matchAll(/\B(?=[A-Z])/g)) {
    const workload = nearest(kind.slice(index), VENDOR_WORKLOADS);
    if (workload !== undefined) return kind.slice(0, index) + workload;
  }
  return undefined;
}

/**
 * The fields of an object and of everything below it. A list has one element here. A value that is not checked any
 * deeper is `true`, or names the only platform that reads it.
 */
export type KeptFields = true | NonNullable<Field['on']> | [KeptFields] | { readonly [field: string]: KeptFields };

/** The fields of a value that API servers keep. */
function keptFields(type: Type): KeptFields {
  switch (type.is) {
    case 'list': {
      const element = keptFields(type.of);
      return element === true ? true : [element];
    }
    case 'record': {
      if (type.kept) return true;
      const kept = Object.entries(type.fields).filter(([, each]) => !each.isDropped);
      return Object.fromEntries(kept.map(([name, each]) => [name, each.on ?? keptFields(each.type)]));
    }
    case 'kubernetes': return type.stored ? keptFields(type.stored) : true;
    default: return true;
  }
}

/** The metadata of every object of Kubernetes. */
const OBJECT_METADATA: KeptFields = Object.fromEntries(METADATA_FIELDS.map(name => [name, true]));

/** The fields of an object as a whole, with those of its `spec`. */
const objectFields = (spec: KeptFields): KeptFields =>
  ({ apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec, status: true });

/** The fields of a multi-cluster object. */
const MULTI_CLUSTER_FIELDS: KeptFields = objectFields({
  placement: { clusters: [{ name: true }] },
  secrets: true,
  template: { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec: true },
});

const KEPT = OAM_KINDS.map(each => ({ ...each, fields: keptFields(specOf(each)) }));

/** The fields of `spec` of a kind of OAM, of any vendor; `undefined` for any other kind. */
export function specFields(apiVersion: unknown, kind: unknown): KeptFields | undefined {
  if (apiVersion !== OAM_API_VERSION && !isVendorVersion(apiVersion)) return undefined;
  return KEPT.find(each => isOfAnyVendor(each.kind, { apiVersion, kind }))?.fields;
}
