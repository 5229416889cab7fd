import { pathsOf } from './server-verdicts';
import { Finding } from '../../findings/finding';
import { showPath } from '../../findings/path';
import { LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../../manifest/reading';
import { isForCluster, isLocalConfig } from '../../private/scopes';
import { askCluster, judgedNote } from '../live/ask-cluster';
import type { ClusterFlags } from '../live/cluster-flags';
import { findingsOn } from '../live/verdict-findings';
import { note } from '../output';

/**
 * What the API server of a cluster rejects of the objects of manifests, at the fields that it names, and what it warns of. What is told
 * of a field already is not told again, and what is not judged once for each reason.
 */
export async function liveFindings(
  subject: string, { documents }: ReadManifests, told: readonly LocatedFinding[], flags: ClusterFlags,
): Promise<LocatedFinding[]> {
  const asked = documents.filter(({ value }) => isForCluster(value) && !isLocalConfig(value));
  if (asked.length === 0) return [];
  return askCluster(subject, flags, asked.map(({ value }) => value), async cluster => {
    note(`note: ${judgedNote(cluster)}`);
    const toldOf = pathsOf(documents, told);
    const isFirst = once();
    return asked.flatMap((document, i) => {
      const { errors, warnings } = findingsOn(document.value, cluster.verdicts[i], cluster.server.version);
      const paths = toldOf(document).errors;
      const isNew = ({ path }: Finding) => path.length === 0 ? paths.size === 0 : !paths.has(showPath(document.pathOf(path)));
      return [...locate(document, errors.filter(isNew), false), ...locate(document, warnings.filter(isFirst), true)];
    });
  });
}

function locate(document: ManifestDocument, findings: readonly Finding[], isWarning: boolean): LocatedFinding[] {
  return locateFindings(document, findings).map(each => ({ ...each, isWarning }));
}

/** Whether an object is the first one that is not judged for its reason; each warning of the server counts. */
function once(): (finding: Finding) => boolean {
  const known = new Set<string>();
  return ({ code, parameters }) => {
    const key = JSON.stringify(parameters);
    if (code !== 'not-judged') return true;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  };
}
