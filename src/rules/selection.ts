import { judged, JudgedCluster, Judgement, JudgementVerdict } from './rule';
import { Finding, found } from '../findings/finding';
import { isFilled } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { kindName } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { isSelectedKind, notSelected, RenderedPrometheus } from '../scraping/prometheus';

/** The resource that selects an object, or what is said of it if none does. */
interface JudgedSelection {
  readonly by?: RenderedPrometheus;
  readonly judgements: Judgement[];
}

/** From the mildest one. */
const VERDICTS: readonly JudgementVerdict[] = ['unjudged', 'warning', 'error'];

/** Judges whether a resource selects a monitor, a probe or rules. If there are several, the one that comes closest counts. */
export function judgeSelection(object: TypedManifest, cluster: JudgedCluster): JudgedSelection {
  const { prometheuses, index } = cluster.scraped;
  if (!isSelectedKind(kindName(object))) return { judgements: [] };
  const near = prometheuses.filter(({ selectors }) => selectors[kindName(object)]).map(by =>
    ({ by, judgements: notSelected(by, object, index).map(finding => judgementOf(object, by, finding, cluster)) }));
  if (near.length === 0) {
    return { judgements: judged(object, found('cannot-judge', '', { reason: 'no-scraper', kind: object.kind }), 'unjudged') };
  }
  const worst = (judgements: readonly Judgement[]) => Math.max(-1, ...judgements.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const [{ by, judgements }] = near.sort((one, other) => worst(one.judgements) - worst(other.judgements));
  if (judgements.length === 0) return { by, judgements };
  // what is not known does not matter if something else is wrong
  return { judgements: judgements.filter(({ verdict }) => VERDICTS.indexOf(verdict) === worst(judgements)) };
}

/**
 * Another resource may exist beside one that a platform describes, so that its selectors are a warning, unless the platform renders the
 * object for that one.
 */
function judgementOf(object: TypedManifest, by: RenderedPrometheus, finding: Finding, cluster: JudgedCluster): Judgement {
  const { scraped: { index }, isDescribed, isRendered } = cluster;
  const [isOurs, isOpen] = [isRendered(object), isDescribed(by.object)];
  const scraper = `${by.object.kind} ${by.name}`;
  const { reason, namespace } = finding.parameters;
  const unknown = reason === 'no-selector' && isOpen ? found('cannot-judge', '', { reason: 'selector', scraper })
    : reason === 'namespace-labels' && !isOurs && !index.named('/Namespace', undefined, namespace)
      ? found('cannot-judge', 'metadata.namespace', { reason: 'namespace', scraper, namespace: String(namespace) }) : [];
  if (unknown.length > 0) return { of: object, object, finding: unknown[0], verdict: 'unjudged' };
  const about = reason === 'no-selector' ? by.object : object;
  return { of: object, object: about, finding, verdict: isOpen && !isOurs ? 'warning' : 'error' };
}

/**
 * Judges what an operator rejects in a monitor or a probe. A timeout without an interval is a warning if the default interval of the
 * scraper is not known.
 */
export function judgeRejected(
  object: TypedManifest, rejected: readonly Finding[], { by }: JudgedSelection, cluster: JudgedCluster,
): Judgement[] {
  const isKnown = by && !cluster.isDescribed(by.object);
  return rejected.flatMap(finding => {
    const endpoint = fieldAt(object, finding.path.slice(0, -1) as string[]);
    const isSure = finding.code !== 'scrape-timeout' || isKnown || isFilled(endpoint?.interval);
    return judged(object, [finding], isSure ? 'error' : 'warning');
  });
}
