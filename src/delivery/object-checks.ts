import { ApiObject, Chart } from 'cdk8s';
import { ObjectPlace, RenderedMember, TreeReport, renderedMembersOf, speakerOf } from '../base/tree-report';
import {
  ManifestChecks, isGiven, isNamespaceName, labelMap, objectNameFindings, otherMetadata,
} from '../cluster/checks/manifest-checks';
import { againstPolicies, IManifestPolicy } from '../cluster/checks/manifest-policies';
import { FINE, Finding, bad, found, joinPath, showPath, Shown, Check } from '../base/findings/finding';
import { asObject, filled, isObject, object as objectOf, PlainValue, list, pattern } from '../base/check';
import {
  FirstObjects, identityOf, ObjectType, TypedManifest, isForCluster, WITHOUT_DOT,
  isClusterScoped as isKnownClusterScoped,
} from '../base/oam-kind';
import { kindName, isKind, CUSTOM_RESOURCE_DEFINITION } from '../base/kind-of';
import { namespaceName, ownNamespace } from '../base/names';
import type { TreeFinding } from '../base/registry';

// What a GitOpsApp checks of each object on its own, before the rules over all objects: its type, its names and labels,
// its schema, and the policies of the program.

/** Whether data has a type, without which nothing else can be checked. */
const typed = objectOf({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);

/** Checks the objects of an app one by one. */
export class ObjectChecks {
  private readonly report = new TreeReport();
  private readonly firsts = new FirstObjects<ObjectPlace>();
  private readonly unchecked: ReadonlySet<string>;
  /** The objects so far. */
  public readonly members: RenderedMember[] = [];
  /** Findings that are no errors. */
  public readonly warnings: TreeFinding[] = [];

  public constructor(
    private readonly isOfCluster: ClusterScopes, unchecked: readonly string[] = [],
    private readonly more: { readonly manifests?: ManifestChecks; readonly policies?: readonly IManifestPolicy[] } = {},
  ) {
    this.unchecked = new Set(unchecked.map(kind => kind.includes('/') ? kind : `/${kind}`));
  }

  /** The findings about the objects so far, in their order. */
  public get findings(): readonly TreeFinding[] { return this.report.found; }

  /** Whether the user excludes the objects of a type from checks. */
  public readonly isLeftAlone = (type: ObjectType): boolean => this.unchecked.has(kindName(type));

  /** Whether an object is of a cluster-scoped kind; false for data without a type. */
  public isClusterScoped(json: PlainValue | undefined): boolean {
    const { apiVersion, kind } = asObject(json);
    return typeof apiVersion === 'string' && typeof kind === 'string' && this.isOfCluster({ apiVersion, kind });
  }

  /**
   * Checks an object, and returns it in the form to be written: an object of a cluster-scoped kind loses the namespace
   * of its chart.
   *
   * @param value the rendered data; `undefined` if there is none
   * @param chart the chart in which it is rendered
   * @param construct the object, or the chart if it renders in its own way
   */
  public checked(value: PlainValue | undefined, chart: Chart, construct: ApiObject | Chart): PlainValue | undefined {
    // the chart's namespace in rendered form: a resolver may have replaced it
    const isInherited = chart.namespace !== undefined && ApiObject.isApiObject(construct)
      && construct.metadata.namespace === chart.namespace;
    const chartNamespace: unknown = isInherited ? value?.metadata?.namespace : chart.namespace;
    const json =
      withoutMisplacedNamespace(value, chartNamespace, type => this.isOfCluster(type) && !this.isLeftAlone(type));
    if (json === undefined) return undefined;
    for (const member of renderedMembersOf({ construct, chart, at: [], json })) this.add(member);
    return json;
  }

  /** Checks one object: its type, then its metadata, its schema, the policies, and whether it is there already. */
  private add(member: RenderedMember): void {
    const problems = typed(member.json, '');
    if (problems.length > 0) return this.report.add(member, problems);
    const json = member.json as TypedManifest;
    this.members.push(member);
    const isLeftAlone = this.isLeftAlone(json);
    const isOfObject = !isLeftAlone && isForCluster(json);
    const isClusterScoped = this.isOfCluster(json);
    const before = this.report.found.length;
    if (isOfObject) checkMetadata({ ...member, json }, isClusterScoped, this.report);
    const { manifests, policies = [] } = this.more;
    if (manifests && !isLeftAlone) {
      // what has been reported about metadata is not reported again
      const told = new Set(this.report.found.slice(before).map(({ finding }) => showPath(finding.path)));
      const news = manifests.check(json).filter(({ path }) => !told.has(showPath(joinPath(member.at, path))));
      this.report.add(member, news.filter(({ isWarning }) => !isWarning));
      const warnings = news.filter(({ isWarning }) => isWarning);
      this.warnings.push(...warnings.map(finding => ({ construct: speakerOf(member), finding })));
    }
    if (!isOfObject) return;
    if (policies.length > 0) this.report.add(member, againstPolicies(json, policies));
    this.report.add(member, this.againstFirst(member, isClusterScoped));
  }

  /** Reports an object that is the same in the cluster as an earlier one. */
  private againstFirst({ construct, chart, at, json }: RenderedMember, isClusterScoped: boolean): Finding[] {
    const identity = identityOf(json, { isClusterScoped: () => isClusterScoped });
    const first = this.firsts.earlier(identity, { construct, chart, at });
    if (!first) return FINE;
    // two main children of one construct are named themselves
    const { node } = speakerOf(first) === speakerOf({ construct }) ? first.construct : speakerOf(first);
    const { kind, name, namespace } = identity as Record<'kind' | 'name', string> & { readonly namespace?: string };
    const named = { kind, name, namespace, isClusterScoped, maker: { construct: node.path } };
    return found('duplicate-object', '', { reason: 'tree', ...named, ...first.at.length > 0 ? { at: first.at } : {} });
  }
}

/**
 * An object without the namespace of its chart, if its kind is cluster-scoped: cdk8s gives every object the namespace
 * of its chart. A namespace that the program has written stays, and the checks report it. The given object may be
 * shared, and is never changed.
 */
export function withoutMisplacedNamespace(
  json: PlainValue | undefined, chartNamespace: unknown, isClusterScoped: (type: ObjectType) => boolean,
): PlainValue | undefined {
  const { apiVersion, kind, metadata } = asObject(json);
  const { namespace, ...others } = asObject(metadata);
  if (namespace == null || namespace !== chartNamespace || typeof apiVersion !== 'string' || typeof kind !== 'string') {
    return json;
  }
  return isClusterScoped({ apiVersion, kind }) ? { ...asObject(json), metadata: others } : json;
}

/**
 * Checks the metadata of an object. Findings about what a chart passes on to all its objects are reported at the chart.
 */
function checkMetadata(
  member: ObjectPlace & { readonly json: TypedManifest }, isClusterScoped: boolean, report: TreeReport,
): void {
  const { json, chart, at } = member;
  const metadata: unknown = json.metadata ?? {};
  if (!isObject(metadata)) return report.add(member, bad('invalid-type', 'object', 'metadata', metadata));
  report.add(member, objectNameFindings(json, metadata));

  const { namespace, labels } = metadata;
  if (isGiven(namespace) && isClusterScoped) {
    const pointer = ['', ...at, 'metadata', 'namespace'].join('/');
    const value = Shown.of(namespace);
    report.add(member, found('namespace-on-cluster-scoped', 'metadata.namespace', { kind: json.kind, pointer, value }));
  } else if (isGiven(namespace) && !isNamespaceName(namespace)) {
    if (at.length === 0 && namespace === chart.namespace) report.addOnce(chart, namespaceName(namespace, 'namespace'));
    else report.add(member, ownNamespace(namespace, 'metadata.namespace'));
  }

  const wrongLabels = labelMap(labels, 'metadata.labels');
  if (wrongLabels.length === 0 || !isObject(labels)) {
    report.add(member, wrongLabels);
  } else {
    const ofChart = at.length === 0 ? chart.labels : {};
    const pairs = (isOfChart: boolean) =>
      Object.fromEntries(Object.entries(labels).filter(([key, value]) => (ofChart[key] === value) === isOfChart));
    report.addOnce(chart, labelMap(pairs(true), 'labels'));
    report.add(member, labelMap(pairs(false), 'metadata.labels'));
  }
  report.add(member, otherMetadata(json, metadata));
}

/** Kinds that the user declares to be cluster-scoped. */
export const clusterScopedKinds: Check = list(pattern(
  /^[a-z0-9][-a-z0-9]*(\.[a-z0-9][-a-z0-9]*)+\/(?!v\d)[A-Za-z][-A-Za-z0-9]*$/,
  'custom-type',
));

/** `<group>/<Kind>`, or `<Kind>` in the core group. */
export const UNCHECKED_KIND = new RegExp(
  `^((${WITHOUT_DOT.join('|')}|[a-z0-9][-a-z0-9]*(\\.[a-z0-9][-a-z0-9]*)+)/(?!v\\d))?[A-Za-z][-A-Za-z0-9]*$`);

/** A kind whose objects the user excludes from checks. */
export const uncheckedKind = pattern(UNCHECKED_KIND, 'object-type');

/** Kinds whose objects the user excludes from checks. */
export const uncheckedKinds: Check = list(uncheckedKind);

/** Whether a kind is cluster-scoped. */
type ClusterScopes = (type: ObjectType) => boolean;

/**
 * Determines which kinds are cluster-scoped: by the CustomResourceDefinitions of the app, else by the user, else by
 * what is known of Kubernetes and of operators.
 *
 * @param userKinds `<group>/<Kind>`, checked by `clusterScopedKinds`
 * @param objects all rendered objects, for the definitions among them
 */
export function clusterScopes(
  userKinds: readonly string[] = [], objects: readonly RenderedObject[] = [],
): ClusterScopes {
  const members = objects.flatMap(({ object, chart, json }) =>
    renderedMembersOf({ construct: object, chart, at: [], json }));
  const definitions = members.map(({ json }) => json).filter(json => isKind(json, CUSTOM_RESOURCE_DEFINITION));
  const declared = new Map([
    ...userKinds.map(kind => [kind, true] as const),
    ...definitions.map(json => {
      const { group, names, scope } = asObject(json?.spec);
      return [`${group}/${names?.kind}`, scope === 'Cluster'] as const;
    }),
  ]);
  return type => declared.get(kindName(type)) ?? isKnownClusterScoped(type);
}

/** An API object and its rendered form. */
export interface RenderedObject {
  readonly object: ApiObject;
  readonly chart: Chart;
  /** Plain data, as it is written. */
  readonly json: PlainValue | undefined;
}
