import { Parts } from './model/context';
import { asObject } from '../base/check';
import { asWarnings, Finding, found, joinPath, showPath, within } from '../base/findings/finding';
import { isForCluster } from '../base/oam-kind';
import { definitionFiles } from '../cluster/checks/given-schemas';
import { schemaSubjects } from '../cluster/checks/manifest-checks';
import { ServerRules, serverFindings } from '../cluster/checks/server-rules';
import { collectManifests, LocatedFinding, locateFindings, ReadManifests } from '../files/reading';
/**
 * Reports what an API server rejects in the objects of manifests, at the fields that it names. Omits fields on which
 * `told` has an error.
 *
 * Reports a kind that cannot be judged once. OAM objects are not Kubernetes objects, but the workload of a Component
 * may be one.
 *
 * @param schemas paths of definitions of custom kinds, in addition to those among the manifests: files, folders of
 * them, or a cdk8s.yaml
 */
export function serverVerdicts(
  { documents }: ReadManifests, rules: ServerRules, told: readonly LocatedFinding[], schemas: readonly string[] = [],
): LocatedFinding[] {
  const all = documents.flatMap(document => schemaSubjects(document.value).map(each => ({ document, ...each })));
  const objects = all.filter(({ value }) => isForCluster(value));
  // a workload is named after its component if it has no name of its own
  const judged = objects.map(({ document, value, path }): unknown => {
    const { name, namespace } = asObject(document.value.metadata);
    return path.length === 0 ? value : { ...value, metadata: { name, namespace, ...asObject(value.metadata) } };
  });
  const definitions = schemas.length === 0 ? [] : collectManifests(schemas.flatMap(definitionFiles)).documents;
  const verdicts = rules.judge(judged, { crds: [...definitions, ...documents].map(({ value }) => value) });
  const parts = new Parts(documents);
  // the paths in each document on which there are findings, and errors
  const paths = new Map(documents.map(each => [each, { all: new Set<string>(), errors: new Set<string>() }]));
  for (const each of told) {
    const known = paths.get(parts.of(each)?.document!);
    known?.all.add(showPath(each.path));
    if (!each.isWarning) known?.errors.add(showPath(each.path));
  }
  const kinds = new Set<string>();
  return objects.flatMap(({ document, value, path, isParameter }, i) => {
    const { apiVersion, kind } = value;
    const { all: known, errors } = paths.get(document)!;
    const isIn = (places: ReadonlySet<string>, finding: Finding) =>
      places.has(showPath(document.pathOf(joinPath(path, finding.path))));
    const locate = (located: readonly Finding[]) => locateFindings(document, within(path, located));
    if (verdicts[i].verdict === 'unknown') {
      const name = `${apiVersion} ${kind}`;
      if (kinds.has(name)) return [];
      kinds.add(name);
      const { version } = rules;
      const parameters = { reason: 'unknown-kind', version, kind, resource: apiVersion } as const;
      const unknown = found('not-judged-by-server', 'kind', parameters).filter(each => !isIn(known, each));
      return asWarnings(locate(unknown));
    }
    return locate(serverFindings(value, verdicts[i], rules)
      .filter(each => each.path.length === 0 ? errors.size === 0 : !isIn(errors, each) && !isParameter(each.path)));
  });
}
