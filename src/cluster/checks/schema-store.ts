import { readFileSync } from 'fs';
import { dirname, join } from 'path';
import { gunzipSync } from 'zlib';
import { nearest } from '../../base/check';
import { FINE, Finding, found } from '../../base/findings/finding';
import { memo } from '../../base/memo';
import { groupOf, isVendorVersion, ObjectType } from '../../base/oam-kind';
import { removedVersion } from '../../base/kind-of';

/** The keywords of schemas whose values are numbers, and those whose values are booleans. */
type Numbers = 'maxItems' | 'maxLength' | 'maxProperties' | 'maximum' | 'minItems' | 'minLength' | 'minProperties'
  | 'minimum' | 'multipleOf';
type Flags = 'exclusiveMaximum' | 'exclusiveMinimum' | 'nullable' | 'uniqueItems' | 'x-kubernetes-embedded-resource'
  | 'x-kubernetes-int-or-string' | 'x-kubernetes-preserve-unknown-fields';

/** A schema as in a CustomResourceDefinition; `$ref` is the name of another definition of its set. */
export interface Schema extends Readonly<Partial<Record<Numbers, number> & Record<Flags, boolean>>> {
  readonly '$ref'?: string;
  readonly 'type'?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  readonly 'format'?: string;
  readonly 'enum'?: readonly unknown[];
  readonly 'default'?: unknown;
  readonly 'pattern'?: string;
  readonly 'required'?: readonly string[];
  readonly 'properties'?: Readonly<Record<string, Schema>>;
  readonly 'additionalProperties'?: Schema | boolean;
  readonly 'items'?: Schema;
  readonly 'allOf'?: readonly Schema[];
  readonly 'anyOf'?: readonly Schema[];
  readonly 'oneOf'?: readonly Schema[];
  readonly 'not'?: Schema;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message?: string }[];
}

/** A kind in one of its versions. */
export interface KindSchema {
  readonly plural: string;
  readonly namespaced: boolean;
  /** The name of its definition. */
  readonly schema: string;
}

/** The kinds that one source defines. */
export interface SchemaSet {
  /** By API version and kind. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, KindSchema>>>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The source of the schemas in a file. */
export interface SchemaSource {
  /** The name of the file, `<file>.json.gz`. */
  readonly file: string;
  /** The Go module from which they were taken, its version, and its hash. Schemas of this library have none. */
  readonly module?: string;
  readonly version?: string;
  readonly sum?: string;
  /** The SPDX identifier of the license. */
  readonly license: string;
  /** The minor version of Kubernetes whose own kinds these are. */
  readonly kubernetes?: string;
  /** Whether they were written for this library, for what it writes of the kinds: no registry serves them. */
  readonly isByHand?: boolean;
  /** The API groups; the core group is empty. */
  readonly groups: readonly string[];
  /** The hash of the content, uncompressed. */
  readonly sha256: string;
}

/** The schema of a kind, and the set that has its definitions. */
export interface KnownSchema {
  readonly schema: Schema;
  readonly set: SchemaSet;
  /** Whether Kubernetes itself has the kind. */
  readonly isBuiltIn: boolean;
}

/** A schema, or why there is none: a finding for a kind that no server has, no finding for an unknown kind. */
type Lookup = (KnownSchema | { readonly findings: readonly Finding[] }) & {
  /** Whether a cluster may have another version of the kind than this package: an operator, an old cluster. */
  readonly mayDiffer?: boolean;
};

const schemasFolder = () => join(dirname(require.resolve('cdk8s-oam/package.json')), 'schemas');
let sources: readonly SchemaSource[] | undefined;

/** The sources of this package's schemas. */
export function schemaSources(): readonly SchemaSource[] {
  return sources ??= JSON.parse(readFileSync(join(schemasFolder(), 'sources.json'), 'utf8')) as SchemaSource[];
}

/** The versions of Kubernetes whose schemas are in this package, the newest last. */
export function kubernetesVersions(): string[] { return schemaSources().flatMap(({ kubernetes }) => kubernetes ?? []); }

/** The schemas of a file, read on first use. */
const setOf = memo(({ file }: SchemaSource): SchemaSet =>
  JSON.parse(gunzipSync(readFileSync(join(schemasFolder(), `${file}.json.gz`))).toString('utf8')));

/** The schemas of Kubernetes' own kinds at a version, the newest if none is given. */
export function kubernetesSet(version = kubernetesVersions().at(-1)): SchemaSet {
  return setOf(schemaSources().find(({ kubernetes }) => kubernetes === version)!);
}

/** Finds the schemas of kinds: those that were given, those of Kubernetes, and those of operators. */
export class SchemaStore {
  // each object asks for both
  private readonly lookups = new Map<string, Lookup>();
  private readonly earlier = new Map<string, readonly KnownSchema[]>();

  /**
   * @param version the version of Kubernetes; if not given, any version may serve a kind
   * @param own sets that take precedence over those of this package
   */
  public constructor(private readonly version: string | undefined, private readonly own: readonly SchemaSet[] = []) {}

  /** The schema of a kind, or why there is none. */
  public find(type: ObjectType): Lookup {
    const key = `${type.apiVersion} ${type.kind}`;
    const lookup = this.lookups.get(key) ?? this.look(type);
    this.lookups.set(key, lookup);
    return lookup;
  }

  /** The schemas of one of Kubernetes' own kinds in versions before that of `find()`, the newest first. */
  public before(type: ObjectType): readonly KnownSchema[] {
    const key = `${type.apiVersion} ${type.kind}`;
    const known = this.earlier.get(key) ?? this.ofVersion(sourcesFor(type))
      .flatMap(each => entriesIn(setOf(each), type)).slice(1).map(each => ({ ...each, isBuiltIn: true }));
    this.earlier.set(key, known);
    return known;
  }

  /**
   * Reports an object of one of Kubernetes' own kinds in a group without a dot that no server has; objects of tools
   * have other kinds.
   */
  public misplaced({ apiVersion: version, kind }: ObjectType): readonly Finding[] {
    if (groupOf({ apiVersion: version }).includes('.')) return FINE;
    const served = versionsOf(kind, this.kubernetesSets());
    return served.length === 0 ? FINE
      : found('unserved-version', 'apiVersion', { reason: 'other-version', served, kind, version });
  }

  private look(given: ObjectType): Lookup {
    // the kinds of platforms differ only in the vendor's name: the schemas of one vendor are shipped
    const kind = given.kind.replace(/^[A-Za-z]*?(?=(Coherence|Helidon|WebLogic)Workload$)/, 'Verrazzano');
    const type = isVendorVersion(given.apiVersion) ? { apiVersion: 'oam.verrazzano.io/v1alpha1', kind } : given;
    const removed = removedVersion(type);
    if (removed.length > 0) return { findings: removed, mayDiffer: true };
    const group = groupOf(type);
    const own = this.own.filter(({ kinds }) =>
      Object.keys(kinds).some(apiVersion => groupOf({ apiVersion }) === group));
    const shipped = sourcesFor(type);
    const isBuiltIn = own.length === 0 && shipped.some(({ kubernetes }) => kubernetes);
    // a file is read only if those before do not have the kind
    for (const set of [...own, ...isBuiltIn ? this.ofVersion(shipped) : shipped]) {
      const [entry] = entriesIn('file' in set ? setOf(set) : set, type);
      if (entry) return { ...entry, isBuiltIn, mayDiffer: !isBuiltIn && 'file' in set };
    }
    return isBuiltIn ? { findings: this.unservedByKubernetes(type) }
      : { findings: unservedByOperator(type, [...own, ...shipped.map(setOf)]), mayDiffer: own.length === 0 };
  }

  private kubernetesSets(): SchemaSet[] {
    return this.ofVersion(schemaSources().filter(({ kubernetes }) => kubernetes)).map(setOf);
  }

  /** The sources of Kubernetes at the given version, or at all versions, the newest first. */
  private ofVersion(of: readonly SchemaSource[]): SchemaSource[] {
    return of.filter(({ kubernetes }) => this.version === undefined || kubernetes === this.version).reverse();
  }

  private unservedByKubernetes(type: ObjectType): readonly Finding[] {
    const { apiVersion: version, kind } = type;
    const known = schemaSources().flatMap(each =>
      each.kubernetes && entriesIn(setOf(each), type).length > 0 ? each.kubernetes : []);
    const other = { reason: 'other-release', version, kind, number: this.version!, known } as const;
    if (known.length > 0) return found('unserved-version', 'apiVersion', other);
    const served = versionsOf(kind, this.kubernetesSets(), groupOf(type));
    return served.length === 0 ? unknownKind(type, this.kubernetesSets())
      : found('unserved-version', 'apiVersion', { reason: 'other-version', served, kind, version });
  }
}

const sourcesFor = (type: ObjectType) => schemaSources().filter(({ groups }) => groups.includes(groupOf(type)));

/** The schema of a kind in a set, as a list of at most one, to be used in `flatMap`. */
function entriesIn(set: SchemaSet, { apiVersion, kind }: ObjectType): Omit<KnownSchema, 'isBuiltIn'>[] {
  const kinds = Object.hasOwn(set.kinds, apiVersion) ? set.kinds[apiVersion] : {};
  const entry = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return entry ? [{ schema: set.definitions[entry.schema], set }] : [];
}

/** The API versions of a group, or of any, in which sets have a kind. */
function versionsOf(kind: string, sets: readonly SchemaSet[], group?: string): string[] {
  const versions = sets.flatMap(({ kinds }) =>
    Object.keys(kinds).filter(version => Object.hasOwn(kinds[version], kind)));
  return [...new Set(versions)].filter(apiVersion => group === undefined || groupOf({ apiVersion }) === group);
}

/** Reports a kind that an operator serves in another version, or a misspelt one. Others may be newer. */
function unservedByOperator(type: ObjectType, sets: readonly SchemaSet[]): readonly Finding[] {
  const { apiVersion: version, kind } = type;
  const served = versionsOf(kind, sets, groupOf(type));
  if (served.length > 0) return found('unserved-version', 'apiVersion', { reason: 'operator', served, kind, version });
  // the shipped schemas may lack kinds that have similar names, such as VMNodeScrape beside VMPodScrape
  return unknownKind(type, sets, 1).filter(({ parameters: { meant } }) => meant !== undefined);
}

/** Reports a kind that no server of any version has. */
function unknownKind({ apiVersion: version, kind }: ObjectType, sets: readonly SchemaSet[], limit?: number): Finding[] {
  const meant = nearest(kind, sets.flatMap(({ kinds }) => Object.keys(kinds[version] ?? {})), limit);
  return found('unserved-version', 'kind', { reason: 'unknown', version, meant });
}
