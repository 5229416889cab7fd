import { Parts } from './model/context';
import { collectManifests, LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../files/reading';
import { definitionFiles } from '../cluster/checks/given-schemas';
import { kubernetesObjects } from '../cluster/checks/manifest-checks';
import type { ServerRules } from '../cluster/checks/server-rules';
import { refusals } from '../cluster/checks/server-verdicts';
import { Finding, found, within, joinPath, showPath } from '../base/findings/finding';
import { asObject } from '../base/check';
import { ObjectType, isForCluster } from '../base/oam-kind';

/**
 * Paths of definitions of custom kinds, in addition to those among the manifests: files, folders of them, or a
 * cdk8s.yaml.
 */
type Schemas = readonly string[];

/**
 * Reports what an API server rejects in the objects of manifests, at the fields that it names. Omits fields on which
 * `told` has an error.
 *
 * Reports a kind that cannot be judged once. OAM objects are not Kubernetes objects, but the workload of a Component
 * may be one.
 */
export function serverVerdicts(
  { documents }: ReadManifests, rules: ServerRules, told: readonly LocatedFinding[], schemas: Schemas = [],
): LocatedFinding[] {
  const objects = documents.flatMap(document => kubernetesObjects(document.value).map(each => ({ document, ...each })))
    .filter(({ value }) => isForCluster(value));
  const verdicts = rules.judge(objects.map(named), { crds: [...documentsIn(schemas), ...documents].map(({ value }) => value) });
  const toldOf = pathsOf(documents, told);
  const kinds = new Set<string>();
  return objects.flatMap(({ document, value, path, isParameter }, i) => {
    const { errors, all } = toldOf(document);
    const isIn = (paths: ReadonlySet<string>) => (finding: Finding) => paths.has(showPath(document.pathOf(joinPath(path, finding.path))));
    const locate = (findings: readonly Finding[]) => locateFindings(document, within(path, findings));
    if (verdicts[i].verdict === 'unknown') {
      const unknown = notJudged(value, rules, kinds).filter(each => !isIn(all)(each));
      return locate(unknown).map(each => ({ ...each, isWarning: true }));
    }
    const isTold = isIn(errors);
    return locate(refusals(value, verdicts[i], rules)
      .filter(each => each.path.length === 0 ? errors.size === 0 : !isTold(each) && !isParameter(each.path)));
  });
}

const documentsIn = (paths: Schemas) => paths.length === 0 ? [] : collectManifests(paths.flatMap(definitionFiles)).documents;

type Judged = ReturnType<typeof kubernetesObjects>[number] & { readonly document: ManifestDocument };

/** Names a workload after its component if it has no name of its own. */
function named({ document, value, path }: Judged): unknown {
  const { name, namespace } = asObject(document.value.metadata);
  return path.length === 0 ? value : { ...value, metadata: { name, namespace, ...asObject(value.metadata) } };
}

/** The paths in a document on which there are findings: those of errors, and all. */
interface ToldPaths {
  readonly errors: Set<string>;
  readonly all: Set<string>;
}

/** Returns a function that finds the paths with findings of a document. */
function pathsOf(
  documents: readonly ManifestDocument[], told: readonly LocatedFinding[],
): (document: ManifestDocument) => ToldPaths {
  const parts = new Parts(documents);
  const none = (): ToldPaths => ({ errors: new Set(), all: new Set() });
  const paths = new Map(documents.map(document => [document, none()]));
  for (const each of told) {
    const own = paths.get(parts.of(each)?.document!);
    own?.all.add(showPath(each.path));
    if (!each.isWarning) own?.errors.add(showPath(each.path));
  }
  return document => paths.get(document)!;
}

function notJudged({ apiVersion, kind }: ObjectType, { version }: ServerRules, kinds: Set<string>): Finding[] {
  const name = `${apiVersion} ${kind}`;
  if (kinds.has(name)) return [];
  kinds.add(name);
  return found('not-judged-by-server', 'kind', { reason: 'unknown-kind', version, kind, resource: apiVersion });
}
