import { answerTo, isFilledIn, pathOfCause } from './server-answers';
import type { ServerRules, ServerVerdict } from './server-rules';
import { Finding, found } from '../../findings/finding';
import { showPath } from '../../findings/path';
import { Parts } from '../../manifest/model/left-out';
import { LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../../manifest/reading';
import { isKind } from '../../private/kinds/kind-of';
import { CUSTOM_RESOURCE_DEFINITION } from '../../private/kinds/kubernetes-kinds';
import type { ObjectType } from '../../private/oam-kind';
import { isForCluster } from '../../private/scopes';

/**
 * What an API server rejects of the objects of manifests, at the fields that it names. What is told of a field already is not told again.
 *
 * Objects of custom kinds are judged by the definitions among the objects; a kind that cannot be judged is told once.
 */
export function serverVerdicts({ documents }: ReadManifests, rules: ServerRules, told: readonly LocatedFinding[]): LocatedFinding[] {
  const objects = documents.filter(({ value }) => isForCluster(value));
  const crds = documents.map(({ value }) => value).filter(value => isKind(value, CUSTOM_RESOURCE_DEFINITION));
  const verdicts = rules.judge(objects.map(({ value }) => value), { crds });
  const toldOf = pathsOf(documents, told);
  const kinds = new Set<string>();
  return objects.flatMap((document, i) => {
    const { verdict } = verdicts[i];
    if (verdict === 'unknown') return warnings(locateFindings(document, notJudged(document.value, rules, kinds)));
    const paths = toldOf(document);
    const isNew = ({ path }: Finding) => path.length === 0 ? paths.size === 0 : !paths.has(showPath(document.pathOf(path)));
    return locateFindings(document, refusals(document.value, verdicts[i], rules).filter(isNew));
  });
}

const warnings = (findings: readonly LocatedFinding[]) => findings.map(each => ({ ...each, isWarning: true }));

/** The paths of errors that are told already, by their documents. */
function pathsOf(
  documents: readonly ManifestDocument[], told: readonly LocatedFinding[],
): (document: ManifestDocument) => ReadonlySet<string> {
  const parts = new Parts(documents);
  const paths = new Map(documents.map(document => [document, new Set<string>()]));
  for (const each of told) {
    if (!each.isWarning) paths.get(parts.of(each)?.document!)?.add(showPath(each.path));
  }
  return document => paths.get(document)!;
}

function notJudged({ apiVersion, kind }: ObjectType, { version }: ServerRules, kinds: Set<string>): Finding[] {
  const name = `${apiVersion} ${kind}`;
  if (kinds.has(name)) return [];
  kinds.add(name);
  return found('refused-by-server', 'kind', { reason: 'not-judged', version, kind, resource: apiVersion });
}

function refusals(object: ManifestDocument['value'], { verdict, stage, causes = [] }: ServerVerdict, { version }: ServerRules): Finding[] {
  return causes.flatMap(cause => {
    const path = stage === 'kind' ? ['apiVersion'] : pathOfCause(object, cause);
    if (isFilledIn(object, path)) return [];
    const answer = answerTo(object, path, cause);
    return verdict === 'failed' ? found('refused-by-server', path, { reason: 'failed', answer })
      : found('refused-by-server', path, { reason: 'rejected', version, answer });
  });
}
