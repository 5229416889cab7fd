import { ApiObject, Chart } from 'cdk8s';
import { Duplicates } from './duplicates';
import { RenderedMember, TreeReport, membersOf, speakerOf } from './members';
import { checkMetadata } from './metadata';
import { KnownKinds } from './scopes';
import type { KindScopes } from './scopes';
import type { CheckFinding, ManifestChecks } from '../../checks/manifest-checks';
import { againstPolicies, IManifestPolicy } from '../../checks/manifest-policies';
import { bad } from '../../findings/finding';
import { joinPath, showPath } from '../../findings/path';
import { asObject, filled, isObject, object, PlainFields, PlainValue } from '../../private/check';
import type { ObjectType } from '../../private/oam-kind';
import type { TreeFinding } from '../../private/tree';

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);

/** The checks that a user has asked for. */
interface MoreChecks {
  /** The checks against schemas. */
  readonly manifests?: ManifestChecks;
  readonly policies?: readonly IManifestPolicy[];
}

/** Checks the objects of an app one by one, and does not keep their data. */
export class ObjectChecks {
  private readonly report = new TreeReport();
  private readonly duplicates = new Duplicates();
  private readonly kinds: KnownKinds;
  /** Findings that are no errors. */
  public readonly warnings: TreeFinding[] = [];

  public constructor(private readonly scopes: KindScopes, uncheckedKinds: readonly string[] = [], private readonly more: MoreChecks = {}) {
    this.kinds = new KnownKinds(scopes, uncheckedKinds);
  }

  /** The findings about the objects so far, in their order. */
  public get findings(): readonly TreeFinding[] {
    return [...this.scopes.findings, ...this.report.found];
  }

  public isClusterScoped(json: PlainValue | undefined): boolean {
    const { apiVersion, kind } = asObject(json);
    return typeof apiVersion === 'string' && typeof kind === 'string' && this.scopes.isClusterScoped({ apiVersion, kind });
  }

  /**
   * Checks an object, and returns it in the form to be written: an object of a cluster-scoped kind loses the namespace of its chart.
   *
   * @param value the rendered data; `undefined` if there is none
   * @param chart the chart in which it is rendered
   * @param construct the object, or the chart if it renders in its own way
   */
  public checked(value: PlainValue | undefined, chart: Chart, construct: ApiObject | Chart): PlainValue | undefined {
    const isMisplaced = (type: ObjectType) => this.scopes.isClusterScoped(type) && !this.kinds.isLeftAlone(type);
    const json = withoutMisplacedNamespace(value, namespaceOfChart(value, chart, construct), isMisplaced);
    if (json === undefined) return undefined;
    for (const member of membersOf({ construct, chart, at: [], json })) this.add(member);
    return json;
  }

  private add(member: RenderedMember): void {
    const { json } = member;
    if (!isObject(json)) return this.report.add(member, bad('invalid-type', 'object', '', json));
    const problems = typed(json, '');
    if (problems.length > 0) return this.report.add(member, problems);
    const type = json as PlainFields & ObjectType;
    const kind = this.kinds.find(type);
    const before = this.report.found.length;
    if (kind) checkMetadata({ ...member, json }, kind, this.report);
    const { manifests, policies = [] } = this.more;
    if (manifests && !this.kinds.isLeftAlone(type)) this.bySchema(member, manifests.check(type), before);
    if (!kind) return;
    if (policies.length > 0) this.report.add(member, againstPolicies(json, policies));
    this.report.add(member, this.duplicates.meet({ ...member, json }, kind));
  }

  /** Adds the findings of schemas, except those about metadata that has been reported already. */
  private bySchema(member: RenderedMember, findings: readonly CheckFinding[], before: number): void {
    if (findings.length === 0) return;
    const told = new Set(this.report.found.slice(before).map(({ finding }) => showPath(finding.path)));
    const news = findings.filter(({ path }) => !told.has(showPath(joinPath(member.at, path))));
    this.report.add(member, news.filter(({ isWarning }) => !isWarning));
    for (const each of news.filter(({ isWarning }) => isWarning)) this.warnings.push({ construct: speakerOf(member), finding: each });
  }
}

/** The chart's namespace in rendered form: a resolver may have replaced it. */
function namespaceOfChart(value: PlainValue | undefined, chart: Chart, construct: ApiObject | Chart): unknown {
  const isInherited = chart.namespace !== undefined && ApiObject.isApiObject(construct) && construct.metadata.namespace === chart.namespace;
  return isInherited ? value?.metadata?.namespace : chart.namespace;
}

/**
 * An object without the namespace of its chart, if its kind is cluster-scoped: cdk8s gives every object the namespace of its chart. A
 * namespace that the program has written stays, and the checks report it. The given object may be shared, and is never changed.
 */
export function withoutMisplacedNamespace(
  json: PlainValue | undefined, chartNamespace: unknown, isClusterScoped: (type: ObjectType) => boolean,
): PlainValue | undefined {
  const { apiVersion, kind, metadata } = asObject(json);
  const { namespace, ...others } = asObject(metadata);
  if (namespace == null || namespace !== chartNamespace || typeof apiVersion !== 'string' || typeof kind !== 'string') return json;
  return isClusterScoped({ apiVersion, kind }) ? { ...asObject(json), metadata: others } : json;
}
