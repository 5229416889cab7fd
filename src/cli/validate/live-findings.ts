import { pathsOf } from './server-verdicts';
import { Finding, framed } from '../../findings/finding';
import { isWithin, Path } from '../../findings/path';
import { Shown } from '../../findings/shown';
import { LocatedFinding, locateFindings, ManifestDocument, ReadManifests } from '../../manifest/reading';
import { grouped } from '../../private/grouped';
import { isForCluster, isLocalConfig } from '../../private/scopes';
import { askCluster, isOpen, judgedNote } from '../live/ask-cluster';
import type { ClusterFlags } from '../live/cluster-flags';
import { findingsOn } from '../live/verdict-findings';
import { note } from '../output';

/** The answer of a cluster on manifests. */
export interface LiveAnswer {
  readonly findings: readonly LocatedFinding[];
  /** Whether it has judged each object, apart from those whose kind or namespace is declared too. */
  readonly isComplete: boolean;
}

/**
 * Reports what the API server of a cluster rejects in the objects of manifests, at the fields that it names, and its warnings. Omits
 * rejections of fields on which, or around or in which, `told` has an error. Reports objects that are not judged once for each reason.
 */
export async function liveFindings(
  subject: string, { documents }: ReadManifests, told: readonly LocatedFinding[], flags: ClusterFlags,
): Promise<LiveAnswer> {
  const asked = documents.filter(({ value }) => isForCluster(value) && !isLocalConfig(value));
  if (asked.length === 0) return { findings: [], isComplete: true };
  return askCluster(subject, flags, asked.map(({ value }) => value), async cluster => {
    note(`note: ${judgedNote(cluster)}`);
    const toldOf = pathsOf(documents, told);
    const all = asked.map((document, i) => ({ document, ...findingsOn(document.value, cluster.verdicts[i], cluster.server.version) }));
    const warnings = all.flatMap(each => each.warnings.map((finding): ToldOfDocument => ({ document: each.document, finding })));
    return {
      findings: [
        ...all.flatMap(({ document, errors }) => {
          const paths = toldOf(document).ofErrors;
          return locate(document, errors.filter(each => !isTold(each, document.pathOf(each.path), paths)), false);
        }),
        ...counted(warnings).flatMap(({ document, finding }) => locate(document, [finding], true)),
      ],
      isComplete: !cluster.verdicts.some(isOpen),
    };
  });
}

/** The message of a cluster on a forbidden change, which no check of a manifest can find. */
const OF_CHANGE = /^Forbidden|immutable/;

/** Whether another check has reported what the cluster rejects. One of them may name a list, and the other its element. */
function isTold(finding: Finding, path: Path, told: readonly Path[]): boolean {
  if (finding.path.length === 0) return told.length > 0;
  const isSame = (other: Path) => isWithin(path, other) && isWithin(other, path);
  const { answer }: { readonly answer?: unknown } = finding.parameters;
  if (Shown.is(answer) && OF_CHANGE.test(answer.text)) return told.some(isSame);
  return told.some(other => other.length > 0 && (isWithin(path, other) || isWithin(other, path)));
}

function locate(document: ManifestDocument, findings: readonly Finding[], isWarning: boolean): LocatedFinding[] {
  return locateFindings(document, findings).map(each => ({ ...each, isWarning }));
}

/** A finding on an object. */
interface ToldOfDocument {
  readonly document: ManifestDocument;
  readonly finding: Finding;
}

/** For each reason, keeps the first object that is not judged, with the number of others. Keeps each warning of the server. */
function counted(all: readonly ToldOfDocument[]): ToldOfDocument[] {
  const keyOf = ({ code, parameters }: Finding, i: number) => code === 'not-judged' ? JSON.stringify(parameters) : String(i);
  const groups = grouped([...all.keys()], i => [keyOf(all[i].finding, i)]);
  return [...groups.values()].map(([first, ...others]) => {
    const { document, finding } = all[first];
    const number = others.length;
    if (number === 0) return { document, finding };
    return { document, finding: number === 1 ? framed('as-another', finding) : framed('as-others', finding, { number }) };
  });
}
