import { METADATA, SchemaCheck } from './check-schema';
import { fieldsCheckOf } from './kubernetes-fields';
import { KnownSchema, kubernetesSet, SchemaSet, SchemaStore } from './schema-store';
import { asObject, isObject, list, PlainFields, PlainValue, text } from '../../base/check';
import { bad, Check, FINE, Finding, found, isWithin, Path, ownWords, Shown, within } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { fieldAt, kindName, labelPlacesOf, nameRuleOf, REVIEW_NAME } from '../../base/kind-of';
import { annotations, isDnsLabel, labelKey, labels, namespaceName } from '../../base/names';
import {
  groupOf, isClustersVersion, isForCluster, isLocalConfig, isOamType, isTyped, ObjectType,
} from '../../base/oam-kind';
import { isSubstituted, substituted } from '../../base/substitution';
import { mayBeSet } from '../../base/workload-parameters';

/** How objects are checked. */
export interface ManifestChecksOptions {
  /** The version of Kubernetes, such as `1.34`. Without it, only what all known versions reject is found. */
  readonly kubernetesVersion?: string;
  /** Schemas that take precedence over those of this package. */
  readonly schemas?: readonly SchemaSet[];
  /** Whether a kind without a schema is an error. */
  readonly requireSchemas?: boolean;
  /** Kinds that are not checked, `<group>/<Kind>`, or `<Kind>` in the core group. */
  readonly uncheckedKinds?: readonly string[];
  /** Whether nobody has asked: a kind may then have no schema, and an operator another version than its schemas. */
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

  /** Findings on a whole object, including its name, namespace, labels and annotations. */
  public checkWhole(object: PlainFields & ObjectType): CheckFinding[] {
    const findings = this.check(object);
    const metadata: unknown = object.metadata ?? {};
    if (!isForCluster(object) || this.unchecked.has(kindName(object)) || !isObject(metadata)) return [...findings];
    const { namespace } = metadata;
    const ofMetadata = [
      ...isLocalConfig(object) ? FINE : objectNameFindings(object, metadata),
      ...!isGiven(namespace) || isNamespaceName(namespace) ? FINE : namespaceName(namespace, 'metadata.namespace'),
      ...labelMap(metadata.labels, 'metadata.labels'),
      ...otherMetadata(object, metadata),
    ];
    return [...merged(findings, ofMetadata.filter(finding => !isUndecided(object, finding)))];
  }

  /** Findings on a whole object, or on the workload in a component of OAM: kinds of OAM have checks of their own. */
  public checkSubject(object: PlainFields & ObjectType): CheckFinding[] {
    const [subject] = schemaSubjects(object);
    if (!subject || subject.path.length === 0) return subject ? this.checkWhole(object) : [];
    // the workload of a component needs no name of its own: the platform names it
    const { value, path, isParameter } = subject;
    return within(path, this.check(value).filter(each => !each.isWarning && !isParameter(each.path)));
  }

  /** Findings on an object, without those on its metadata beyond the types. */
  public check(object: PlainFields & ObjectType): CheckFinding[] {
    const { requireSchemas, isUnasked } = this.options;
    if (this.unchecked.has(kindName(object))) return [];
    if (isUnasked && isOfOamPlatform(object)) return this.checkSubject(object);
    if (!isForCluster(object)) return [...this.store.misplaced(object)];
    const lookup = this.store.find(object);
    if ('findings' in lookup && lookup.findings.length === 0) {
      const { apiVersion, kind } = object;
      const key = `${groupOf({ apiVersion })}/${kind}`;
      if (isUnasked || this.missing.has(key) && !requireSchemas) return [];
      this.missing.add(key);
      const [finding] = found('no-schema', 'kind', { version: apiVersion, kind });
      return [requireSchemas ? finding : { ...finding, isWarning: true }];
    }
    const own = 'findings' in lookup ? lookup.findings : this.by(lookup, object);
    if (own.length > 0 && 'isBuiltIn' in lookup && lookup.isBuiltIn) {
      // the version that rejects least may be that of the cluster
      const earlier = this.store.before(object).map(each => this.by(each, object));
      return [...earlier.reduce((a, b) => b.length < a.length ? b : a, own)];
    }
    // findings that another version may not have are warnings unless somebody has asked
    const isOpenQuestion = lookup.mayDiffer && isUnasked;
    return own.map(each => isOpenQuestion && OF_VERSION.has(each.code) ? { ...each, isWarning: true } : each);
  }

  private by({ schema, set, isBuiltIn }: KnownSchema, object: PlainFields & ObjectType): readonly Finding[] {
    const { kubernetesVersion: version } = this.options;
    const { definitions: ofKubernetes } = kubernetesSet(version);
    const rules = { definitions: set.definitions, isBuiltIn, metadata: ofKubernetes, isOpen: isSubstituted, version };
    const { apiVersion, kind, metadata, status, ...own } = object as PlainFields;
    if (!isBuiltIn) {
      // the metadata of a custom kind is that of every kind, and not part of its schema
      const headed = { apiVersion, kind, metadata } as PlainFields;
      const ofMetadata = new SchemaCheck({ ...rules, definitions: ofKubernetes, isBuiltIn: true }, headed);
      const ofFields = new SchemaCheck(rules, headed).check(schema, own as PlainFields);
      return [...ofMetadata.check(METADATA, metadata, ['metadata']).findings, ...ofFields.findings];
    }
    const { findings, others } = new SchemaCheck(rules, object).check(schema, object);
    const ofFields = fieldsCheckOf(apiVersion, kind, false)?.(object, '') ?? FINE;
    // others count only if there are none at their path
    return [others, ofFields.filter(({ path }) => path[0] !== 'metadata')].reduce<readonly Finding[]>((told, each) =>
      merged(told, each.filter(finding => !isUndecided(object, finding))), findings);
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
export function schemaSubjects(value: PlainFields & ObjectType): SchemaSubject[] {
  if (!isOfOamPlatform(value)) return [{ value, path: [], isParameter: () => false }];
  const { workload, parameters } = asObject(value.spec);
  if (value.kind !== 'Component' || !isTyped(workload) || isOamType(workload)) return [];
  return [{ value: workload, path: ['spec', 'workload'], isParameter: mayBeSet(parameters) }];
}

/** Merges findings: of several at one path, the first one counts, and drops those with the same code below its path. */
function merged(first: readonly Finding[], second: readonly Finding[]): readonly Finding[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first;
  const isReported = ({ path, code }: Finding) => first.some(each =>
    isWithin(path, each.path) && (each.path.length === path.length || each.code === code));
  return [...first, ...second.filter(each => !isReported(each))];
}

/** What the version of an operator, or of an old cluster, decides. */
const OF_VERSION: ReadonlySet<string> = new Set(['unknown-field', 'unserved-version']);

/** Whether a finding is about a value that is filled in before the object is applied, or that counts as absent. */
function isUndecided(object: PlainFields, { code, path, parameters: { reason, shape } }: Finding): boolean {
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
/** Whether a field of metadata is set. */
export const isGiven = (value: unknown) => value != null && value !== '';
/** Whether a value is the name of a namespace. */
export const isNamespaceName = (value: unknown) => isDnsLabel(substituted(value));
/** The length to which the server cuts a `generateName`. */
const LONGEST_START = 58;

/** The server ignores `generateName` beside `name`. Objects that it has stored have both. */
export const twoNames = ({ name, generateName, uid }: PlainFields): Finding[] =>
  isGiven(name) && isGiven(generateName) && !isGiven(uid)
    ? found('invalid-value', 'metadata.generateName', { reason: 'two-names' }) : FINE;

/** Findings on the name of an object. */
export function objectNameFindings(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const { name, generateName } = metadata;
  const nameRule = nameRuleOf(json);
  // a value of another type breaks every rule, as `/` does
  const broken = (value: unknown) => typeof value !== 'string' ? nameRule('/', json)
    : nameRule(substituted(value), json) && nameRule(value, json);
  const wrong = (field: 'name' | 'generateName', reason: 'given' | 'completed', rule: Phrase) =>
    found('invalid-name', `metadata.${field}`, { reason, rule, value: Shown.of(metadata[field]) });
  if (isGiven(name)) {
    const rule = broken(name);
    return rule ? wrong('name', 'given', rule) : twoNames(metadata);
  }
  if (isGiven(generateName)) {
    const isText = typeof generateName === 'string';
    const completed = isText ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName;
    const rule = broken(completed);
    return rule ? wrong('generateName', 'completed', rule) : FINE;
  }
  return nameRule === REVIEW_NAME ? FINE
    : found('missing-field', 'metadata.name', ownWords('is required', "set it, or 'metadata.generateName'"));
}

const finalizers = list((value, field) => typeof value !== 'string' || labelKey(value, '').length === 0
  ? text(value, field) : bad('invalid-value', ownWords('must be of the form [<DNS subdomain>/]<name>'), field, value));

/** Findings on the annotations and finalizers of an object, on the metadata of its pods, and on labels of selectors. */
export function otherMetadata(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const labelPlaces = labelPlacesOf(json);
  return [
    ...annotationMap(metadata.annotations, 'metadata.annotations'),
    ...metadata.finalizers == null ? FINE : finalizers(metadata.finalizers, 'metadata.finalizers'),
    ...labelPlaces.metadata.flatMap(path => {
      const made: PlainValue | undefined = fieldAt(json, path);
      if (!isObject(made)) return FINE;
      const at = path.join('.');
      return [...labelMap(made.labels, `${at}.labels`), ...annotationMap(made.annotations, `${at}.annotations`)];
    }),
    ...labelPlaces.selectors.flatMap(path => labelMap(fieldAt(json, path), path.join('.'))),
  ];
}

/** Labels of an object, of its pods, or of those that it selects. A placeholder counts as a possible value of it. */
export const labelMap: Check = (value, field) => {
  if (value == null) return FINE;
  if (!isObject(value)) return labels(value, field);
  const filledIn = Object.entries(value).map(([key, each]) =>
    [key, labels({ a: substituted(each) }, '').length === 0 ? substituted(each) : each]);
  return labels(Object.fromEntries(filledIn), field);
};

const annotationMap: Check = (value, field) => value == null ? FINE : annotations(value, field);
