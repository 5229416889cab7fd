import { judged, JudgedCluster, Judgement, JudgementVerdict } from './rule';
import { Finding, FINE, found } from '../../base/findings/finding';
import { requirementsOf } from '../objects/object-index';
import type { Phrase } from '../../base/findings/sentence';
import { NAMESPACE_NAME } from '../objects/network-peers';
import { isFilled, isObject } from '../../base/check';
import { fieldAt, kindName } from '../../base/kinds/kind-of';
import type { TypedManifest } from '../../base/oam-kind';
import { isSelectedKind, notSelected, RenderedPrometheus } from '../scraping/prometheus';

/** The resource that selects an object, or what is said of it if none does. */
export interface JudgedSelection {
  readonly by?: RenderedPrometheus;
  readonly judgements: Judgement[];
}

/** From the mildest one. */
const VERDICTS: readonly JudgementVerdict[] = ['unjudged', 'warning', 'error'];

/**
 * Judges whether a resource selects a monitor, a probe or rules. If there are several, the one that comes closest counts, and of those that
 * select it one that rejects the least.
 */
export function judgeSelection(
  object: TypedManifest, cluster: JudgedCluster, rejectedBy: (by: RenderedPrometheus) => readonly Finding[] = () => [],
): JudgedSelection {
  const { prometheuses, index } = cluster.scraped;
  if (!isSelectedKind(kindName(object))) return { judgements: [] };
  const near = prometheuses.filter(({ selectors }) => selectors[kindName(object)]).map(by => {
    const missing = notSelected(by, object, index).map(finding => judgementOf(object, by, finding, cluster));
    return { by, judgements: missing.length > 0 ? missing : judged(object, unknownNamespace(object, by, cluster), 'unjudged') };
  });
  if (near.length === 0) {
    return { judgements: judged(object, found('cannot-judge', '', { reason: 'no-scraper', kind: object.kind }), 'unjudged') };
  }
  const worst = (judgements: readonly Judgement[]) => Math.max(-1, ...judgements.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const ranked = near.map(each => ({ ...each, rank: worst(each.judgements) }));
  const best = ranked.filter(({ rank }) => rank === Math.min(...ranked.map(each => each.rank)));
  if (best.length > 1) best.sort((one, other) => rejectedBy(one.by).length - rejectedBy(other.by).length);
  const [{ by, judgements }] = best;
  if (judgements.length === 0) return { by, judgements };
  // what is not known does not matter if something else is wrong
  return { judgements: judgements.filter(({ verdict }) => VERDICTS.indexOf(verdict) === worst(judgements)) };
}

/** What is not known of the namespace of an object that a resource selects: which one it is, or a label that the resource excludes. */
function unknownNamespace(object: TypedManifest, by: RenderedPrometheus, cluster: JudgedCluster): Finding[] {
  const { object: { kind, spec }, name, selectors } = by;
  const [, namespaces] = selectors[kindName(object)]!;
  const selector: unknown = spec?.[namespaces];
  const namespace: unknown = object.metadata?.namespace;
  const scraper = `${kind} ${name}`;
  if (namespace === undefined) {
    const isAny = isObject(selector) ? Object.keys(selector).length === 0 : spec?.selectAllByDefault === true;
    return isAny ? FINE : found('cannot-judge', 'metadata.namespace', { reason: 'no-namespace', scraper });
  }
  if (cluster.isRendered(object) || cluster.scraped.index.named('/Namespace', undefined, namespace)) return FINE;
  const isExcluding = requirementsOf(selector).some(({ key, operator }) =>
    key !== NAMESPACE_NAME && /^(NotIn|DoesNotExist)$/.test(operator));
  return isExcluding ? found('cannot-judge', 'metadata.namespace', { reason: 'namespace', scraper, namespace: String(namespace) }) : FINE;
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
    : reason === 'namespace-labels' && !isOurs && !index.named('/Namespace', undefined, namespace) && !isByName(finding)
      ? found('cannot-judge', 'metadata.namespace', { reason: 'namespace', scraper, namespace: String(namespace) }) : [];
  if (unknown.length > 0) return { of: object, object, finding: unknown[0], verdict: 'unjudged' };
  const about = reason === 'no-selector' ? by.object : object;
  return { of: object, object: about, finding, verdict: isOpen && !isOurs ? 'warning' : 'error' };
}

/** Whether a namespace lacks only the label of its name, which each has. */
function isByName({ parameters: { missing } }: Finding): boolean {
  return (missing as readonly Phrase[]).every(each => 'key' in each && each.key === NAMESPACE_NAME);
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
    const isSure = finding.code !== 'scrape-timeout' || isKnown || isFilled(endpoint?.interval ?? endpoint?.scrapeInterval);
    return judged(object, [finding], isSure ? 'error' : 'warning');
  });
}
