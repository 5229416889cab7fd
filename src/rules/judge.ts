import { RULES } from './all';
import type { JudgedCluster, Judgement } from './rule';
import { ObjectIndex } from '../objects/object-index';
import { grouped } from '../private/grouped';
import { identityKey, identityOf } from '../private/kinds/identity';
import { kindName } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
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

/** Judges the objects of a cluster by all rules. What cannot be judged for the same reason is said once. */
export function judge(objects: readonly TypedManifest[], known: KnownCluster = {}): Judgement[] {
  const { described = [], isRendered = () => false, covers = () => true } = known;
  const judged = objects.flatMap(object =>
    covers(object) ? [...RULES_OF.get(kindName(object)) ?? [], ...RULES_OF.get('all')!].map(rule => ({ object, rule })) : []);
  if (judged.length === 0) return [];
  const beside = new Set(describedBeside(objects, described));
  const scraped = new ScrapedCluster(new ObjectIndex([...objects, ...beside]));
  const cluster: JudgedCluster = { scraped, isDescribed: object => beside.has(object), isRendered };
  const judgements = judged.flatMap(({ object, rule }) => rule.judge(object, cluster));
  const unjudged = grouped(judgements.filter(isUnjudged), ({ finding: { parameters } }) => [JSON.stringify(parameters)]);
  return [...judgements.filter(each => !isUnjudged(each)), ...[...unjudged.values()].map(counted)];
}

/** What a platform describes beside objects: not what is among them, but for labels of namespaces that they do not have. */
export function describedBeside(objects: readonly TypedManifest[], described: readonly TypedManifest[]): TypedManifest[] {
  const own = described.length === 0 ? new Set() : new Set(objects.map(json => identityKey(identityOf(json))));
  return described.filter(object => object.kind === 'Namespace' || !own.has(identityKey(identityOf(object))));
}

const RULES_OF = grouped(RULES, ({ kinds }) => kinds === 'all' ? [kinds] : kinds);

function isUnjudged({ verdict }: Judgement): boolean {
  return verdict === 'unjudged';
}

/** The first of the judgements that cannot be made for one reason, with the number of the others. */
function counted([first, ...others]: readonly Judgement[]): Judgement {
  const { finding } = first;
  return { ...first, finding: { ...finding, parameters: { ...finding.parameters, others: others.length } } };
}
