import { METADATA, SchemaCheck } from './check-schema';
import { kubernetesFields } from './objects';
import type { SchemaSet } from './schema';
import { KnownSchema, SchemaStore, kubernetesSet } from './store';
import { FINE, Finding, found, within, isWithin, Path, bad, Check, saying, Shown } from '../../base/findings/finding';
import { asObject, PlainFields, PlainValue, isObject, list, text } from '../../base/check';
import { kindName, fieldAt, labelPlacesOf, nameRuleOf } from '../../base/kinds/kind-of';
import {
  groupOf, isClustersVersion, isOamType, isTyped, ObjectType, isForCluster, isLocalConfig,
} from '../../base/oam-kind';
import { isSubstituted, substituted } from '../../base/substitution';
import { mayBeSet } from '../../base/workload-parameters';
import { annotations, isDnsLabel, labelKey, labels, namespaceName } from '../../base/names';

/** How objects are checked. */
export interface ManifestChecksOptions {
  /** The version of Kubernetes that applies them, such as `1.34`. Without it, only what all known versions refuse is found. */
  readonly kubernetesVersion?: string;
  /** Schemas that take precedence over those of this package. */
  readonly schemas?: readonly SchemaSet[];
  /** Whether a kind without a schema is an error. */
  readonly requireSchemas?: boolean;
  /** Kinds that are not checked, `<group>/<Kind>`, or `<Kind>` in the core group. */
  readonly uncheckedKinds?: readonly string[];
  /** Whether nobody has asked: then a kind without a schema is fine, and an operator may have another version than its schemas. */
  readonly isUnasked?: boolean;
}

/** A finding, or a warning. */
export interface CheckFinding extends Finding {
  readonly isWarning?: true;
}

/** Checks objects against the schemas of their kinds, and against requirements of API servers beyond them. */
export class ManifestChecks {
  private readonly store: SchemaStore;
  /** Kinds without a schema that were reported: each is reported once. */
  private readonly missing = new Set<string>();

  private readonly unchecked: ReadonlySet<string>;

  public constructor(private readonly options: ManifestChecksOptions) {
    this.unchecked = new Set(options.uncheckedKinds?.map(kind => kind.includes('/') ? kind : `/${kind}`));
    this.store = new SchemaStore(options.kubernetesVersion, options.schemas);
  }

  private get metadata(): SchemaSet {
    return kubernetesSet(this.options.kubernetesVersion);
  }

  /** Findings on a whole object, including its name, namespace, labels and annotations. */
  public checkWhole(object: PlainFields & ObjectType): CheckFinding[] {
    const isChecked = isForCluster(object) && !this.unchecked.has(kindName(object));
    const ofMetadata = isChecked ? metadataFindings(object).filter(finding => !isOpen(object, finding)) : FINE;
    return [...distinct(this.check(object), ofMetadata)];
  }

  /** Findings on a whole object, or on the workload in a component of OAM: kinds of OAM have checks of their own. */
  public checkSubject(object: PlainFields & ObjectType): CheckFinding[] {
    const [subject] = kubernetesObjects(object);
    if (!subject || subject.path.length === 0) return subject ? this.checkWhole(object) : [];
    // the workload of a component needs no name of its own: the platform names it
    const { value, path, isParameter } = subject;
    return within(path, this.check(value).filter(each => !each.isWarning && !isParameter(each.path)));
  }

  /** Findings on an object, without those on its metadata beyond the types. */
  public check(object: PlainFields & ObjectType): CheckFinding[] {
    if (this.unchecked.has(kindName(object))) return [];
    if (this.options.isUnasked && isOfOamPlatform(object)) return this.checkSubject(object);
    if (!isForCluster(object)) return [...this.store.misplaced(object)];
    const lookup = this.store.find(object);
    if ('findings' in lookup) return lookup.findings.length > 0 ? this.told(lookup, lookup.findings) : this.withoutSchema(object);
    const own = this.by(lookup, object);
    if (own.length === 0 || !lookup.isBuiltIn) return this.told(lookup, own);
    // the version that refuses least may be that of the cluster
    return [...this.store.before(object).map(each => this.by(each, object)).reduce((a, b) => b.length < a.length ? b : a, own)];
  }

  private by(known: KnownSchema, object: PlainFields & ObjectType): readonly Finding[] {
    const { findings, others } = known.isBuiltIn ? this.ofBuiltIn(known, object) : this.ofCustom(known, object);
    return others.reduce((told, each) => distinct(told, each.filter(finding => !isOpen(object, finding))), findings);
  }

  /** Findings, of which those that another version may not have are warnings unless somebody has asked. */
  private told({ mayDiffer }: { readonly mayDiffer?: boolean }, findings: readonly Finding[]): CheckFinding[] {
    const isOpenQuestion = mayDiffer && this.options.isUnasked;
    return findings.map(each => isOpenQuestion && OF_VERSION.has(each.code) ? { ...each, isWarning: true } : each);
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
    const { requireSchemas, isUnasked } = this.options;
    const key = `${groupOf({ apiVersion })}/${kind}`;
    if (isUnasked || this.missing.has(key) && !requireSchemas) return [];
    this.missing.add(key);
    const [finding] = found('no-schema', 'kind', { version: apiVersion, kind });
    return [requireSchemas ? finding : { ...finding, isWarning: true }];
  }
}

/** An object of Kubernetes or of an operator. */
interface SchemaSubject {
  readonly value: PlainFields & ObjectType;
  /** Its path in the given object; empty if it is that object. */
  readonly path: Path;
  /** Whether a parameter may set the value at a path in it. */
  readonly isParameter: (path: Path) => boolean;
}

const isOfOamPlatform = (type: ObjectType) => isOamType(type) || isClustersVersion(type.apiVersion);

/** The given object, or the workload in a component of OAM; none for other objects of OAM. */
export function kubernetesObjects(value: PlainFields & ObjectType): SchemaSubject[] {
  if (!isOfOamPlatform(value)) return [{ value, path: [], isParameter: () => false }];
  const { workload, parameters } = asObject(value.spec);
  if (value.kind !== 'Component' || !isTyped(workload) || isOamType(workload)) return [];
  return [{ value: workload, path: ['spec', 'workload'], isParameter: mayBeSet(parameters) }];
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

/** What the version of an operator, or of an old cluster, decides. */
const OF_VERSION: ReadonlySet<string> = new Set(['unknown-field', 'unserved-version']);

const notOfMetadata = ({ path }: Finding) => path[0] !== 'metadata';

/** Whether a finding is about a value that is filled in before the object is applied, or that counts as absent. */
function isOpen(object: PlainFields, { code, path, parameters: { reason, shape } }: Finding): boolean {
  // the adapter of a metric decides which labels it accepts
  if (code === 'invalid-label' && path.includes('metric')) return true;
  let value: PlainValue | undefined = object;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    value = value[step];
  }
  if (value === null) return code !== 'missing-field';
  return typeof value === 'string' && (isSubstituted(value) || value === '' && (EMPTY.has(reason) || EMPTY.has(shape)));
}

/** The reasons and shapes of findings that do not apply to empty strings. */
const EMPTY = new Set<unknown>(['one-of', 'port-name']);

// The requirements of API servers on the metadata of an object, and on that of the pods that it creates.

/** Findings on the metadata of an object, beyond the types of its fields. */
function metadataFindings(json: PlainFields & ObjectType): Finding[] {
  const metadata: unknown = json.metadata ?? {};
  if (!isObject(metadata)) return FINE;
  const { namespace } = metadata;
  const isFine = !isGiven(namespace) || isNamespace(namespace);
  return [
    ...isLocalConfig(json) ? FINE : nameFindings(json, metadata),
    ...isFine ? FINE : namespaceName(namespace, 'metadata.namespace'),
    ...labelMap(metadata.labels, 'metadata.labels'),
    ...otherMetadata(json, metadata),
  ];
}

/** Whether a field of metadata is set. */
export const isGiven = (value: unknown) => value != null && value !== '';

/** Whether a value is the name of a namespace. */
export const isNamespace = (value: unknown) => isDnsLabel(substituted(value));

/** The length to which the server cuts a `generateName`. */
const LONGEST_START = 58;

/** The server ignores `generateName` beside `name`. Objects that it has stored have both. */
export const twoNames = ({ name, generateName, uid }: PlainFields): Finding[] => isGiven(name) && isGiven(generateName) && !isGiven(uid)
  ? found('invalid-value', 'metadata.generateName', { reason: 'two-names' }) : FINE;

/** Findings on the name of an object. */
export function nameFindings(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const { name, generateName } = metadata;
  const nameRule = nameRuleOf(json);
  const fits = (value: unknown) => typeof value === 'string' && (nameRule.fits(value, json) || nameRule.fits(substituted(value), json));
  if (isGiven(name)) {
    return fits(name) ? twoNames(metadata)
      : found('invalid-name', 'metadata.name', { reason: 'given', rule: nameRule.must(json), value: Shown.of(name) });
  }
  if (isGiven(generateName)) {
    if (fits(typeof generateName === 'string' ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName)) return FINE;
    const value = Shown.of(generateName);
    return found('invalid-name', 'metadata.generateName', { reason: 'completed', rule: nameRule.must(json), value });
  }
  return nameRule.isOptional ? FINE : found('missing-field', 'metadata.name', saying('is required', "set it, or 'metadata.generateName'"));
}

/** Findings on the annotations and finalizers of an object, on the metadata of its pods, and on labels of selectors. */
export function otherMetadata(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const labelPlaces = labelPlacesOf(json);
  return [
    ...annotationMap(metadata.annotations, 'metadata.annotations'),
    ...metadata.finalizers == null ? FINE : finalizers(metadata.finalizers, 'metadata.finalizers'),
    ...labelPlaces.metadata.flatMap(path => {
      const made: PlainValue | undefined = fieldAt(json, path);
      if (!isObject(made)) return FINE;
      return [...labelMap(made.labels, `${path.join('.')}.labels`), ...annotationMap(made.annotations, `${path.join('.')}.annotations`)];
    }),
    ...labelPlaces.selectors.flatMap(path => labelMap(fieldAt(json, path), path.join('.'))),
  ];
}

const finalizer: Check = (value, field) => typeof value !== 'string' || labelKey(value, '').length === 0
  ? text(value, field)
  : bad('invalid-value', saying('must be of the form [<DNS subdomain>/]<name>'), field, value);

const finalizers = list(finalizer);

/** Labels of an object, of its pods, or of those that it selects. A placeholder counts as a value that may replace it. */
export const labelMap: Check = (value, field) => {
  if (value == null) return FINE;
  const filledIn = (each: unknown) => labels({ a: substituted(each) }, '').length === 0 ? substituted(each) : each;
  return labels(isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each)])) : value, field);
};

const annotationMap: Check = (value, field) => value == null ? FINE : annotations(value, field);
