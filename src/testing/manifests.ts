import type { App, Chart } from 'cdk8s';
import { findSecrets } from './exposed-secrets';
import {
  checkedQuery, describeQuery, failCount, failEach, failNone, failWith, firstOnes, meetsQuery, mismatches, MOST_PLACES,
  objectTitle, ViewedCluster,
} from './failures';
import { judgeByRules, judgePolicies, judgeSchemas } from './judged';
import { Matcher } from './matcher';
import type { ManifestQuery, ReferenceOptions, SchemaOptions, SnapshotOptions } from './options';
import { compare, patternOf } from './pattern';
import { compareRoutes } from './reachable';
import { RequestAssertions } from './request-assertions';
import type { MetricsComparison, ScrapedEndpoint, ScrapeExpectation } from './scrape-expectation';
import { compareMetrics, findScraped } from './scraped';
import { objectsOfApp, objectsOfChart, objectsRead, snapshotOf, ViewedObject } from './snapshot';
import { brand, isOf, throwFindings } from '../base/brand';
import { closed, filled, isObject, list, text, whole } from '../base/check';
import { bad, FINE, found, must, within } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { Place } from '../base/masking';
import { TypedManifest } from '../base/oam-kind';
import { ordered } from '../base/plain';
import { Registry } from '../base/registry';
import { IManifestPolicy } from '../cluster/checks/manifest-policies';
import { carriedBy } from '../cluster/objects/oam-workloads';
import { ObjectIndex } from '../cluster/objects/object-index';
import { KnownObjects, referencesOf } from '../cluster/references';
import { collectManifests, readManifests } from '../files/reading';
import { closest, PatternComparison } from './comparison';

/**
 * The objects that an app renders, or those of existing YAML, for tests. It never changes, and returns copies.
 *
 * An assertion that fails throws one `ManifestAssertionError` of `cdk8s-oam/errors`, with the differences of the
 * closest object, and without possible passwords.
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
  public static ofApp(app: App): Manifests { return new Manifests(objectsOfApp(app), Registry.of(app)); }

  /**
   * Renders a chart, as cdk8s's `Testing.synth()` does: the whole app is validated. Charts in the chart are not part of
   * it.
   *
   * @param chart the chart
   * @throws Error with all findings, if the app cannot be rendered
   */
  public static ofChart(chart: Chart): Manifests { return new Manifests(objectsOfChart(chart), Registry.of(chart)); }

  /**
   * Reads the objects of YAML or JSON as Kubernetes reads them; those of a list such as `List` one by one.
   *
   * @param yaml the text
   * @throws ManifestError with the lines of what cannot be read, or is no object
   */
  public static ofYaml(yaml: string): Manifests {
    throwFindings('Manifests.ofYaml()', text(yaml, 'yaml'));
    return new Manifests(objectsRead(readManifests(yaml, '<yaml>')));
  }

  /**
   * Reads the objects of the files `*.yaml`, `*.yml` and `*.json` in a folder and in the folders below it, such as the
   * output folder of `cdk8s synth`.
   *
   * @param folder the path of the folder, or of one file
   * @throws ManifestError with the files and lines of what cannot be read, or is no object, and if there is no manifest
   */
  public static ofFolder(folder: string): Manifests {
    throwFindings('Manifests.ofFolder()', filled(folder, 'folder'));
    // a dash means standard input to the commands, but may be a folder here
    return new Manifests(objectsRead(collectManifests([folder === '-' ? './-' : folder])));
  }

  /**
   * Asserts that requests lead to the same Services and ports as before, for every host and path that had a route.
   * Names, order and number of the objects may change, and new hosts and paths may be added. If a host has TLS, it is
   * compared over TLS. For Gateways, the comparison includes the differences between kinds of routes, such as `/cartX`
   * for the prefix `/cart`.
   *
   * @param before the manifests before, with at least one route
   * @param after the manifests after
   * @throws ManifestAssertionError with the requests that lead elsewhere, and the reason if the kind of the route is it
   */
  public static sameRoutes(before: Manifests, after: Manifests): void {
    throwFindings('Manifests.sameRoutes()', [...isManifests(before, 'before'), ...isManifests(after, 'after')]);
    compareRoutes(before._cluster(), after._cluster());
  }

  /**
   * Asserts that metrics are collected as before: each endpoint of a component keeps its port, path and job, and the
   * labels of its series. New endpoints are allowed. Either side may be for an OAM platform. Components are matched by
   * namespace and `app.oam.dev/component`, or by the name of the workload.
   *
   * @param before the manifests before, with at least one endpoint
   * @param after the manifests after
   * @param options the labels that count, and how an OAM platform names its jobs
   * @throws ManifestAssertionError with the endpoints that are lost or changed, and those that are new
   */
  public static sameMetrics(before: Manifests, after: Manifests, options?: MetricsComparison): void {
    throwFindings('Manifests.sameMetrics()', [...isManifests(before, 'before'), ...isManifests(after, 'after')]);
    compareMetrics(before._cluster(), after._cluster(), options ?? {});
  }

  private viewed?: ViewedCluster;

  private constructor(private readonly objects: readonly ViewedObject[], private readonly registry?: Registry) {
    super();
  }

  /** Returns the objects of a query, in the order of rendering. @param query which objects; all if not given */
  public all(query?: ManifestQuery): any[] { return this.asked(checkedQuery('Manifests.all()', query)).map(copyOf); }

  /**
   * Returns the one object of a query.
   *
   * @param query which object
   * @throws ManifestAssertionError if there is none, with those that come close, or if there are several
   */
  public one(query: ManifestQuery): any {
    const own = checkedQuery('Manifests.one()', query);
    const asked = this.some(own);
    return asked.length > 1 ? failCount(own, asked, { reason: 'one' }) : copyOf(asked[0]);
  }

  /** Returns the number of objects of a query. @param query which objects; all if not given */
  public count(query?: ManifestQuery): number { return this.asked(checkedQuery('Manifests.count()', query)).length; }

  /**
   * Asserts that at least one object of a query matches a pattern.
   *
   * @param query which objects
   * @param partial the pattern of the object, which names some of its fields; without it, an object suffices
   * @throws ManifestAssertionError if none does, with the differences of the closest object
   */
  public has(query: ManifestQuery, partial?: any): void {
    const own = checkedQuery('Manifests.has()', query);
    const compared = comparedWith('Manifests.has()', this.some(own), partial ?? {});
    if (compared.some(matchesPattern)) return;
    const { object, comparison } = compared[closest(compared.map(each => each.comparison)) ?? 0];
    failWith(found('not-matched', '', { reason: 'none', what: describeQuery(own), object: objectTitle(object) }),
      mismatches(comparison));
  }

  /**
   * Asserts that no object of a query matches a pattern. It holds if there is no object.
   *
   * @param query which objects
   * @param partial the pattern of the object; without it, there must be no object
   * @throws ManifestAssertionError if there is one, with its name
   */
  public hasNo(query: ManifestQuery, partial?: any): void {
    const own = checkedQuery('Manifests.hasNo()', query);
    const compared = comparedWith('Manifests.hasNo()', this.asked(own), partial ?? {});
    const unexpected = compared.filter(matchesPattern).map(({ object }) => object);
    if (unexpected.length === 0) return;
    failCount(own, unexpected, { reason: 'unexpected', which: partial == null ? 'none' : 'none that match' });
  }

  /**
   * Asserts that every object of a query matches a pattern, and that there is at least one.
   *
   * @param query which objects
   * @param partial the pattern of the objects, which names some of their fields
   * @throws ManifestAssertionError if one does not, with the differences of all that do not, or if there is none
   */
  public every(query: ManifestQuery, partial: any): void {
    const own = checkedQuery('Manifests.every()', query);
    const compared = comparedWith('Manifests.every()', this.some(own), partial);
    const failing = compared.filter(each => !matchesPattern(each))
      .map(({ object, comparison }) => ({ object, findings: mismatches(comparison) }));
    if (failing.length === 0) return;
    const counts = { number: failing.length, all: compared.length, what: describeQuery(own) };
    failEach(found('not-matched', '', { reason: 'some', ...counts }), failing, describeBare);
  }

  /**
   * Asserts the number of objects of a query.
   *
   * @param query which objects
   * @param count how many there must be
   * @throws ManifestAssertionError if there are more or fewer, with their names
   */
  public hasCount(query: ManifestQuery, count: number): void {
    const own = checkedQuery('Manifests.hasCount()', query);
    throwFindings('Manifests.hasCount()', whole(0)(count, 'count'));
    const asked = this.asked(own);
    if (asked.length !== count) failCount(own, asked, { reason: 'count', number: count });
  }

  /**
   * Asserts that every object matches the schema of its kind, and other known requirements of API servers.
   *
   * @param options the version of Kubernetes, and schemas of your own
   * @throws ManifestAssertionError with all violations, object by object; ModelError if the options are invalid
   */
  public matchesSchemas(options?: SchemaOptions): void { judgeSchemas(this.objects, options ?? {}); }

  /**
   * Asserts that every object obeys policies.
   *
   * @param policies the policies: those of `ManifestPolicies`, or your own
   * @throws ManifestAssertionError with all violations, object by object; ModelError if a policy is invalid
   */
  public obeys(policies: IManifestPolicy[]): void { judgePolicies(this.objects, policies); }

  /**
   * Returns all objects as YAML for a snapshot, sorted by namespace, group, kind and name, with sorted keys. A line
   * with kind and name precedes each. The values of Secrets are `<redacted>`, and annotations `checksum/…` are
   * `<checksum>`.
   *
   * @param options what else is left out; nothing if not given
   * @throws ModelError if a path of `redact` is invalid
   */
  public toSnapshot(options?: SnapshotOptions): string { return snapshotOf(this.objects, options ?? {}); }

  /**
   * Asserts that pods are scraped, and returns where: a monitor selects them or their Service; a container declares the
   * port; the rules of the monitor keep the target; a rendered Prometheus selects the monitor; NetworkPolicies admit
   * it. All objects of the query must be scraped. Monitors of the Prometheus Operator, VictoriaMetrics, Azure and
   * Google Cloud, ScrapeConfigs and jobs of a ScrapeConfiguration count. Values that only the cluster knows are left
   * out of the result. Roles, certificates and passwords are not checked.
   *
   * @param component which objects
   * @param expected where; anywhere if not given
   * @throws ManifestAssertionError with the steps that hold, and the one that fails
   */
  public isScraped(component: ManifestQuery, expected?: ScrapeExpectation): ScrapedEndpoint[] {
    return findScraped(this._cluster(), component, expected ?? {});
  }

  /**
   * Asserts that the rules (docs/rules.md) find nothing: no error and no warning, and nothing that they cannot judge.
   * Findings that the app accepts by `Findings` do not count.
   *
   * @throws ManifestAssertionError with all findings
   */
  public hasNoFindings(): void { judgeByRules(this.objects, this.registry); }

  /**
   * Asserts that the manifests contain none of the given values, and nothing that looks like a password: no data of
   * Secrets, and nothing that the rule `password-in-manifest` finds. A value is also found in names, keys, base64, URLs
   * and JSON in a string. Secrets may contain files with settings alone, and placeholders of tools: SOPS (`ENC[…]`),
   * the Vault plugin of Argo CD (`<path:…>`, `<key>`), vals (`ref+vault://…`), Bank-Vaults (`vault:…`), 1Password
   * (`op://…`), and `${NAME}`.
   *
   * @param values real secret values, such as variables of the CI, of at least 4 characters each; the message names
   *   them by their index
   * @throws ManifestAssertionError with the fields; never with a value
   */
  public hasNoSecrets(values?: string[]): void { findSecrets('Manifests.hasNoSecrets()', this.objects, values ?? []); }

  /**
   * Asserts that objects which other objects reference are rendered: ConfigMaps, Secrets and their keys,
   * ServiceAccounts, claims, Services, issuers, roles and the like. It accepts `optional` references, objects that
   * every namespace has, Secrets that a SealedSecret, an ExternalSecret, a Certificate or an annotated Ingress creates,
   * what an OAM platform creates, and, unless some of the kind are rendered, cluster-scoped objects such as an
   * IngressClass.
   *
   * @param options objects that exist elsewhere
   * @throws ManifestAssertionError with all unresolved references
   */
  public referencesResolve(options?: ReferenceOptions): void {
    const given = options ?? {};
    throwFindings('Manifests.referencesResolve()', referenceOptions(given, 'options'));
    // with the objects that an OAM platform creates from Components and traits
    const carried = this.objects.flatMap(viewed =>
      [{ object: viewed.value, path: [] }, ...carriedBy(viewed.value)].map(each => ({ viewed, ...each })));
    const known = new KnownObjects(new ObjectIndex(carried.map(({ object }) => object)), given.external ?? []);
    const references = carried.flatMap(each => referencesOf(each.object).map(reference => ({ ...each, reference })));
    const unresolved = references.flatMap(({ viewed, path, reference }) =>
      within(path, known.against(reference)).map(finding => ({ viewed, finding })));
    if (unresolved.length === 0) return;
    const counts = { number: unresolved.length, all: references.length };
    const lines = unresolved.map(({ viewed, finding }) => `${objectTitle(viewed)}: ${describeBare(finding)}`);
    failWith(found('unresolved-reference', '', { reason: 'some', ...counts }), unresolved.map(({ finding }) => finding),
      firstOnes(lines, MOST_PLACES));
  }

  /** The objects as in one cluster. @internal */
  protected _cluster(): ViewedCluster {
    return this.viewed ??= new ViewedCluster(this.objects, this.registry?.described());
  }

  private asked(query: ManifestQuery): readonly ViewedObject[] {
    return this.objects.filter(({ value }) => meetsQuery(query, value));
  }

  private some(query: ManifestQuery): readonly ViewedObject[] {
    const asked = this.asked(query);
    return asked.length > 0 ? asked : failNone(query, this.objects);
  }
}

brand(Manifests);

const isManifests = must(value => isOf(Manifests, value), 'invalid-type', 'manifests');

const referenceOptions = closed({
  external: list(closed({ kind: filled, name: filled, namespace: filled }, ['kind', 'name'])),
});

/** A copy for the caller. */
function copyOf({ value }: ViewedObject): TypedManifest { return ordered(value, false); }

/** How objects compare with a pattern of a whole object. */
function comparedWith(subject: string, objects: readonly ViewedObject[], partial: unknown) {
  const isPattern = isObject(partial) || isOf(Matcher, partial);
  throwFindings(subject, isPattern ? FINE : bad('invalid-type', 'map', 'partial', partial));
  const pattern = patternOf(subject, partial, 'partial');
  return objects.map(object => ({ object, comparison: compare(pattern, object.value, Place.OBJECT) }));
}

function matchesPattern({ comparison }: { readonly comparison: PatternComparison }): boolean {
  return comparison.differences.length === 0;
}
