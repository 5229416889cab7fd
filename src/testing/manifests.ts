import type { App, Chart } from 'cdk8s';
import { comparedWith, isMatch } from './compared-objects';
import { findSecrets } from './exposed-secrets';
import type { ReferenceOptions } from './external-object';
import { failCount, failNoMatch, failNone, failSeveral, failSomeMatch, failUnexpected } from './failures';
import { judgePolicies, judgeSchemas } from './judged';
import type { ManifestQuery } from './manifest-query';
import { isAsked, queryOf } from './query';
import { RequestAssertions } from './request-assertions';
import { resolveReferences } from './resolved-references';
import { compareMetrics } from './same-metrics';
import { compareRoutes } from './same-routes';
import type { SchemaOptions } from './schema-options';
import type { MetricsComparison, ScrapedEndpoint, ScrapeExpectation } from './scrape-expectation';
import { findScraped } from './scraped';
import { snapshotOf } from './snapshot';
import type { SnapshotOptions } from './snapshot-options';
import { ViewedCluster } from './viewed-cluster';
import { ViewedObject, objectsOfApp, objectsOfChart, objectsOfFolder, objectsOfText } from './viewed-objects';
import type { IManifestPolicy } from '../checks/manifest-policies';
import { must } from '../findings/finding';
import { brand, isOf } from '../private/brand';
import { filled, text, whole } from '../private/check';
import { refuse } from '../private/errors';
import type { TypedManifest } from '../private/oam-kind';
import { ordered } from '../private/plain';

/**
 * The objects of manifests, as tests ask about them: those that an app renders, or those of YAML that is there. It never changes, and what
 * it gives are copies.
 *
 * An assertion that fails throws one error, `ManifestAssertionError` of `cdk8s-oam/errors`. It says what was asked, and where the object
 * that comes closest differs. What may be a password is not in it.
 *
 * Patterns are described at `Match`.
 */
export class Manifests extends RequestAssertions {
  /**
   * Renders an app, and validates it as `synth()` does: the objects are those that it would write. Nothing is written.
   *
   * @param app the app: a GitOpsApp with all its checks, or cdk8s's own
   * @throws Error with all findings, if the app cannot be rendered
   */
  public static ofApp(app: App): Manifests {
    return new Manifests(objectsOfApp(app));
  }

  /**
   * Renders a chart, as cdk8s's `Testing.synth()` does: the whole app is validated. Charts in the chart are not part of it.
   *
   * @param chart the chart
   * @throws Error with all findings, if the app cannot be rendered
   */
  public static ofChart(chart: Chart): Manifests {
    return new Manifests(objectsOfChart(chart));
  }

  /**
   * Reads the objects of YAML or JSON as Kubernetes reads them; those of a list such as `List` one by one.
   *
   * @param yaml the text
   * @throws ManifestError with the lines of what cannot be read, or is no object
   */
  public static ofYaml(yaml: string): Manifests {
    refuse('Manifests.ofYaml()', text(yaml, 'yaml'));
    return new Manifests(objectsOfText(yaml));
  }

  /**
   * Reads the objects of the files `*.yaml`, `*.yml` and `*.json` in a folder and in the folders below it, such as the output folder of
   * `cdk8s synth`.
   *
   * @param folder the path of the folder, or of one file
   * @throws ManifestError with the files and lines of what cannot be read, or is no object, and if there is no manifest
   */
  public static ofFolder(folder: string): Manifests {
    refuse('Manifests.ofFolder()', filled(folder, 'folder'));
    return new Manifests(objectsOfFolder(folder));
  }

  /**
   * Asserts that requests lead to the same Services and ports as before: those for every host and path that had a route before. The order
   * of the objects, their names and their number do not count; routes for further hosts and paths may come.
   *
   * @param before the manifests before, with at least one route
   * @param after the manifests after
   * @throws ManifestAssertionError with the requests that are led elsewhere
   */
  public static sameRoutes(before: Manifests, after: Manifests): void {
    refuse('Manifests.sameRoutes()', [...isManifests(before, 'before'), ...isManifests(after, 'after')]);
    compareRoutes(before._cluster(), after._cluster());
  }

  /**
   * Asserts that metrics are collected as before: each endpoint of a component has the port, the path and the job that it had, and its
   * series have their labels. More may be collected. Either may be for an OAM platform.
   *
   * @param before the manifests before, with at least one endpoint
   * @param after the manifests after
   * @param options the labels that count, and how an OAM platform names its jobs
   * @throws ManifestAssertionError with the endpoints that are lost or changed, and those that are new
   */
  public static sameMetrics(before: Manifests, after: Manifests, options?: MetricsComparison): void {
    refuse('Manifests.sameMetrics()', [...isManifests(before, 'before'), ...isManifests(after, 'after')]);
    compareMetrics(before._cluster(), after._cluster(), options ?? {});
  }

  private constructor(private readonly objects: readonly ViewedObject[]) {
    super();
  }

  /**
   * The objects of a query, in the order in which they are rendered.
   *
   * @param query which objects; all if not given
   */
  public all(query?: ManifestQuery): any[] {
    return this.asked(queryOf('Manifests.all()', query ?? {})).map(copyOf);
  }

  /**
   * The one object of a query.
   *
   * @param query which object
   * @throws ManifestAssertionError if there is none, with those that come close, or if there are several
   */
  public one(query: ManifestQuery): any {
    const own = queryOf('Manifests.one()', query);
    const asked = this.some(own);
    return asked.length > 1 ? failSeveral(own, asked) : copyOf(asked[0]);
  }

  /**
   * How many objects a query has.
   *
   * @param query which objects; all if not given
   */
  public count(query?: ManifestQuery): number {
    return this.asked(queryOf('Manifests.count()', query ?? {})).length;
  }

  /**
   * Asserts that at least one object of a query matches a pattern.
   *
   * @param query which objects
   * @param partial the pattern of the object, which names some of its fields; without it, there only has to be an object
   * @throws ManifestAssertionError if none does, with the differences of the one that comes closest
   */
  public has(query: ManifestQuery, partial?: any): void {
    const own = queryOf('Manifests.has()', query);
    const compared = comparedWith('Manifests.has()', this.some(own), partial ?? {});
    if (!compared.some(isMatch)) failNoMatch(own, compared);
  }

  /**
   * Asserts that no object of a query matches a pattern; also where there is no object at all.
   *
   * @param query which objects
   * @param partial the pattern of the object; without it, there must be no object
   * @throws ManifestAssertionError if there is one, with its name
   */
  public hasNo(query: ManifestQuery, partial?: any): void {
    const own = queryOf('Manifests.hasNo()', query);
    const compared = comparedWith('Manifests.hasNo()', this.asked(own), partial ?? {});
    const unexpected = compared.filter(isMatch).map(({ object }) => object);
    if (unexpected.length > 0) failUnexpected(own, unexpected, partial == null ? 'some' : 'matching');
  }

  /**
   * Asserts that every object of a query matches a pattern, and that there is at least one.
   *
   * @param query which objects
   * @param partial the pattern of the objects, which names some of their fields
   * @throws ManifestAssertionError if one does not, with the differences of all that do not, or if there is none
   */
  public every(query: ManifestQuery, partial: any): void {
    const own = queryOf('Manifests.every()', query);
    const compared = comparedWith('Manifests.every()', this.some(own), partial);
    const failing = compared.filter(each => !isMatch(each));
    if (failing.length > 0) failSomeMatch(own, compared.length, failing);
  }

  /**
   * Asserts how many objects a query has.
   *
   * @param query which objects
   * @param count how many there must be
   * @throws ManifestAssertionError if there are more or fewer, with their names
   */
  public hasCount(query: ManifestQuery, count: number): void {
    const own = queryOf('Manifests.hasCount()', query);
    refuse('Manifests.hasCount()', whole(0)(count, 'count'));
    const asked = this.asked(own);
    if (asked.length !== count) failCount(own, count, asked);
  }

  /**
   * Asserts that every object matches the schema of its kind, and what else API servers are known to demand of it.
   *
   * @param options the version of Kubernetes, and schemas of your own
   * @throws ManifestAssertionError with all that is wrong, object by object; ModelError if the options are
   */
  public matchesSchemas(options?: SchemaOptions): void {
    judgeSchemas(this.objects, options ?? {});
  }

  /**
   * Asserts that every object obeys policies.
   *
   * @param policies the policies: those of `ManifestPolicies`, or your own
   * @throws ManifestAssertionError with all violations, object by object; ModelError if a policy is none
   */
  public obeys(policies: IManifestPolicy[]): void {
    judgePolicies(this.objects, policies);
  }

  /**
   * All objects as YAML, for a snapshot: sorted by namespace, group, kind and name, with keys in order, and each behind a line with its
   * kind and name, so that what changes in an object changes its lines alone. The values of Secrets are `<redacted>`, and annotations
   * `checksum/…` are `<checksum>`.
   *
   * @param options what else is left out; nothing if not given
   * @throws ModelError if a path of `redact` is invalid
   */
  public toSnapshot(options?: SnapshotOptions): string {
    return snapshotOf(this.objects, options ?? {});
  }

  /**
   * Asserts that pods are scraped, and gives where: a monitor selects them or their Service; a container declares the port; rules of the
   * monitor keep the target; a Prometheus that is rendered takes the monitor; NetworkPolicies let it in. Of several objects, all must be.
   *
   * @param component which objects
   * @param expected where; anywhere if not given
   * @throws ManifestAssertionError with the steps that hold, and the one that does not
   */
  public isScraped(component: ManifestQuery, expected?: ScrapeExpectation): ScrapedEndpoint[] {
    return findScraped(this._cluster(), component, expected ?? {});
  }

  /**
   * Asserts that nothing secret is in the manifests: none of some values, and no data of a Secret unless a tool puts the values in their
   * place. A value is found in names and keys too, and in whatever is around it: base64, URLs, JSON in a string, and gzip in base64.
   *
   * @param values what is secret, of at least 4 characters each; the message names them by their index
   * @throws ManifestAssertionError with the fields; never with a value
   */
  public hasNoSecrets(values?: string[]): void {
    findSecrets('Manifests.hasNoSecrets()', this.objects, values ?? []);
  }

  /**
   * Asserts that what pods and other objects name is there: ConfigMaps, Secrets and their keys, ServiceAccounts, claims, Services and the
   * like, in the namespace of what names them. What is `optional` need not be there. Secrets count that a SealedSecret, an ExternalSecret
   * or a Certificate makes. What belongs to the whole cluster, such as an IngressClass, is looked for if some of its kind are rendered.
   *
   * @param options what is elsewhere
   * @throws ManifestAssertionError with all references that lead to nothing
   */
  public referencesResolve(options?: ReferenceOptions): void {
    resolveReferences('Manifests.referencesResolve()', this.objects, options ?? {});
  }

  /**
   * The objects as one cluster has them.
   *
   * @internal
   */
  protected _cluster(): ViewedCluster {
    return new ViewedCluster(this.objects);
  }

  private asked(query: ManifestQuery): readonly ViewedObject[] {
    return this.objects.filter(({ value }) => isAsked(query, value));
  }

  private some(query: ManifestQuery): readonly ViewedObject[] {
    const asked = this.asked(query);
    return asked.length > 0 ? asked : failNone(query, this.objects);
  }
}

brand(Manifests);

const isManifests = must(value => isOf(Manifests, value), 'invalid-type', 'manifests');

/** A copy that is the caller's own. */
function copyOf({ value }: ViewedObject): TypedManifest {
  return ordered(value, false);
}
