import { RULES } from './all';
import type { JudgedCluster, Judgement, ObjectRule } from './rule';
import { within } from '../../base/findings/finding';
import { carriedBy } from '../objects/carried';
import { ObjectIndex } from '../objects/object-index';
import { grouped } from '../../base/check';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { kindName } from '../../base/kinds/kind-of';
import { ScrapedCluster } from '../scraping/scrapes';

/** What is known of the cluster of some objects beside them. */
interface KnownCluster {
  /** The objects that a platform describes. */
  readonly described?: readonly TypedManifest[];
  /** Whether the platform renders an object itself. */
  readonly isRendered?: (object: TypedManifest) => boolean;
  /** Whether an object is judged, and not only one among which others are judged. */
  readonly covers?: (object: TypedManifest) => boolean;
}

/**
 * Judges the objects of a cluster by all rules, and those that an OAM platform creates from them. What cannot be judged for the same reason
 * is said once.
 */
export function judge(objects: readonly TypedManifest[], known: KnownCluster = {}): Judgement[] {
  const { described = [], isRendered = () => false, covers = () => true } = known;
  const carriers = new Map(objects.flatMap(by => carriedBy(by).map(({ object, path }) => [object, { by, path }])));
  const all = [...objects, ...carriers.keys()];
  const carrierOf = (object: TypedManifest) => carriers.get(object)?.by ?? object;
  const judged = all.filter(object => covers(carrierOf(object))).flatMap(object =>
    rulesAbout(object).filter(({ kinds }) => kinds !== 'all' || !carriers.has(object)).map(rule => ({ object, rule })));
  if (judged.length === 0) return [];
  const beside = new Set(describedBeside(objects, described));
  const scraped = new ScrapedCluster(new ObjectIndex([...all, ...beside]));
  const cluster: JudgedCluster = { scraped, isDescribed: each => beside.has(each), isRendered: each => isRendered(carrierOf(each)) };
  const judgements = judged.flatMap(({ object: own, rule }) => rule.judge(own, cluster)).map(({ of, object, finding, verdict }) => (
    { of: carrierOf(of), object: carrierOf(object), finding: within(carriers.get(object)?.path ?? [], [finding])[0], verdict }
  ));
  const [sure, unsure] = [false, true].map(isUnjudged => judgements.filter(({ verdict }) => (verdict === 'unjudged') === isUnjudged));
  const unjudged = grouped(unsure, ({ finding: { parameters } }) => [JSON.stringify(parameters)]);
  return [...sure, ...[...unjudged.values()].map(counted)];
}

/** What a platform describes beside objects: not what is among them, but for labels of namespaces that they do not have. */
export function describedBeside(objects: readonly TypedManifest[], described: readonly TypedManifest[]): TypedManifest[] {
  const own = described.length === 0 ? new Set() : new Set(objects.map(json => identityKey(identityOf(json))));
  return described.filter(object => object.kind === 'Namespace' || !own.has(identityKey(identityOf(object))));
}

const RULES_OF = new Map<string, readonly ObjectRule[]>();

/** The rules about objects of a type. */
function rulesAbout(type: TypedManifest): readonly ObjectRule[] {
  const kind = kindName(type);
  const rules = RULES_OF.get(kind) ?? RULES.filter(({ kinds, isAbout }) => kinds === 'all' || kinds.includes(kind) || isAbout?.(type));
  RULES_OF.set(kind, rules);
  return rules;
}

/** The first of the judgements that cannot be made for one reason, with the number of the others. */
function counted([first, ...others]: readonly Judgement[]): Judgement {
  const { finding } = first;
  return { ...first, finding: { ...finding, parameters: { ...finding.parameters, others: others.length } } };
}
