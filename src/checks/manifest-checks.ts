import { METADATA, SchemaCheck } from './check-schema';
import { metadataFindings } from './metadata';
import { kubernetesFields } from './objects';
import type { SchemaSet } from './schema';
import { KnownSchema, SchemaStore, kubernetesSet } from './store';
import { FINE, Finding, found } from '../findings/finding';
import { isWithin } from '../findings/path';
import { PlainFields, PlainValue } from '../private/check';
import { kindName } from '../private/kinds/kind-of';
import { groupOf, ObjectType } from '../private/oam-kind';
import { isForCluster } from '../private/scopes';
import { isSubstituted } from '../private/substitution';

/** How objects are checked. */
export interface ManifestChecksOptions {
  /** The version of Kubernetes that applies them, such as `1.34`; any known version if none is given. */
  readonly kubernetesVersion?: string;
  /** Schemas that take precedence over those of this package. */
  readonly schemas?: readonly SchemaSet[];
  /** Whether a kind without a schema is an error. */
  readonly requireSchemas?: boolean;
  /** Kinds that are not checked, `<group>/<Kind>`, or `<Kind>` in the core group. */
  readonly uncheckedKinds?: readonly string[];
}

/** A finding, or a warning. */
export interface CheckFinding extends Finding {
  readonly isWarning?: true;
}

/** Checks objects against the schemas of their kinds, and against requirements of API servers beyond them. */
export class ManifestChecks {
  private readonly store: SchemaStore;
  private readonly metadata: SchemaSet;
  /** Kinds without a schema that were reported: each is reported once. */
  private readonly missing = new Set<string>();

  private readonly unchecked: ReadonlySet<string>;

  public constructor(private readonly options: ManifestChecksOptions) {
    this.unchecked = new Set(options.uncheckedKinds?.map(kind => kind.includes('/') ? kind : `/${kind}`));
    this.store = new SchemaStore(options.kubernetesVersion, options.schemas);
    this.metadata = kubernetesSet(options.kubernetesVersion);
  }

  /** Findings on a whole object, including its name, namespace, labels and annotations. */
  public checkWhole(object: PlainFields & ObjectType): CheckFinding[] {
    const isChecked = isForCluster(object) && !this.unchecked.has(kindName(object));
    const ofMetadata = isChecked ? metadataFindings(object).filter(finding => !isOpen(object, finding)) : FINE;
    return [...distinct(this.check(object), ofMetadata)];
  }

  /** Findings on an object, without those on its metadata beyond the types. */
  public check(object: PlainFields & ObjectType): CheckFinding[] {
    if (this.unchecked.has(kindName(object))) return [];
    if (!isForCluster(object)) return [...this.store.misplaced(object)];
    const lookup = this.store.find(object);
    if ('findings' in lookup) return lookup.findings.length > 0 ? [...lookup.findings] : this.withoutSchema(object);
    const { findings, others } = lookup.isBuiltIn ? this.ofBuiltIn(lookup, object) : this.ofCustom(lookup, object);
    return others.reduce((told, each) => distinct(told, each.filter(finding => !isOpen(object, finding))), findings) as CheckFinding[];
  }

  private ofBuiltIn({ schema, set }: KnownSchema, object: PlainFields & ObjectType): Found {
    const { findings, others } = new SchemaCheck(this.rules(set, true), object).check(schema, object);
    const ofFields = kubernetesFields(object.apiVersion, object.kind, false)?.(object, '') ?? FINE;
    return { findings, others: [others, ofFields.filter(notOfMetadata)] };
  }

  /** Checks an object of a custom kind. Its metadata is that of every kind, and not part of its schema. */
  private ofCustom({ schema, set }: KnownSchema, { apiVersion, kind, metadata, status, ...own }: PlainFields): Found {
    const object = { apiVersion, kind, metadata } as PlainFields;
    const ofMetadata = new SchemaCheck(this.rules(this.metadata, true), object).check(METADATA, metadata, ['metadata']);
    const ofFields = new SchemaCheck(this.rules(set, false), object).check(schema, own as PlainFields);
    return { findings: [...ofMetadata.findings, ...ofFields.findings], others: [] };
  }

  private rules({ definitions }: SchemaSet, isBuiltIn: boolean) {
    return { definitions, isBuiltIn, metadata: this.metadata.definitions, isOpen: isSubstituted, version: this.options.kubernetesVersion };
  }

  private withoutSchema({ apiVersion, kind }: ObjectType): CheckFinding[] {
    const { requireSchemas } = this.options;
    const key = `${groupOf({ apiVersion })}/${kind}`;
    if (this.missing.has(key) && !requireSchemas) return [];
    this.missing.add(key);
    const [finding] = found('no-schema', 'kind', { version: apiVersion, kind });
    return [requireSchemas ? finding : { ...finding, isWarning: true }];
  }
}

/** Findings, and others that count only where the former have none. */
interface Found {
  readonly findings: readonly Finding[];
  readonly others: readonly (readonly Finding[])[];
}

/** Merges findings: of several checks at one path, the first one reports. Findings below its path with the same code are dropped. */
function distinct(first: readonly Finding[], second: readonly Finding[]): readonly Finding[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first;
  const isTold = ({ path, code }: Finding) => first.some(each =>
    isWithin(path, each.path) && (each.path.length === path.length || each.code === code));
  return [...first, ...second.filter(each => !isTold(each))];
}

const notOfMetadata = ({ path }: Finding) => path[0] !== 'metadata';

/** Whether a finding is about a value that is filled in before the object is applied, or that counts as absent. */
function isOpen(object: PlainFields, { code, path, parameters: { reason } }: Finding): boolean {
  // the adapter of a metric decides which labels it accepts
  if (code === 'invalid-label' && path.includes('metric')) return true;
  let value: PlainValue | undefined = object;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    value = value[step];
  }
  if (value === null) return code !== 'missing-field';
  return typeof value === 'string' && (isSubstituted(value) || value === '' && EMPTY.has(reason));
}

/** The reasons of findings that do not apply to empty strings. */
const EMPTY = new Set<unknown>(['one-of', 'port-name']);
