import { OBJECT_RULES } from './all';
import type { JudgedCluster, Judgement, ObjectRule } from './rule';
import { grouped } from '../../base/check';
import { within } from '../../base/findings/finding';
import { kindName } from '../../base/kind-of';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { ObjectIndex } from '../objects/object-index';
import { carriedBy } from '../objects/oam-workloads';
import { ScrapedCluster } from '../scraping/scrapes';

/** What is known of the cluster of some objects beside them. */
interface KnownCluster {
  /** The objects that a platform describes. */
  readonly described?: readonly TypedManifest[];
  /** Whether the platform renders an object itself. */
  readonly isRendered?: (object: TypedManifest) => boolean;
  /** Whether the program says where the pods of an object are scraped. */
  readonly isDecided?: (object: TypedManifest) => boolean;
  /** Whether an object is judged, and not only one among which others are judged. */
  readonly covers?: (object: TypedManifest) => boolean;
}

/**
 * Judges the objects of a cluster by all rules, and those that an OAM platform creates from them. What cannot be judged
 * for the same reason is reported once, with the number of the others.
 */
export function judgeObjects(objects: readonly TypedManifest[], known: KnownCluster = {}): Judgement[] {
  const { described = [], isRendered = () => false, isDecided = () => false, covers = () => true } = known;
  const carriers = new Map(objects.flatMap(by => carriedBy(by).map(({ object, path }) => [object, { by, path }])));
  const all = [...objects, ...carriers.keys()];
  const carrierOf = (object: TypedManifest) => carriers.get(object)?.by ?? object;
  const rulesByKind = new Map<string, readonly ObjectRule[]>();
  const ruled = all.filter(object => covers(carrierOf(object))).flatMap(object => {
    const kind = kindName(object);
    const rules = rulesByKind.get(kind)
      ?? OBJECT_RULES.filter(({ kinds, isAbout }) => kinds === 'all' || kinds.includes(kind) || isAbout?.(object));
    rulesByKind.set(kind, rules);
    return rules.filter(({ kinds }) => kinds !== 'all' || !carriers.has(object)).map(rule => ({ object, rule }));
  });
  if (ruled.length === 0) return [];
  const beside = new Set(describedBeside(objects, described));
  const cluster: JudgedCluster = {
    scraped: new ScrapedCluster(new ObjectIndex([...all, ...beside])),
    isDescribed: each => beside.has(each),
    isRendered: each => isRendered(carrierOf(each)),
    isDecided,
  };
  const judgements = ruled.flatMap(({ object: own, rule }) => rule.judge(own, cluster))
    .map(({ of, object, finding, verdict }) => {
      const [inCarrier] = within(carriers.get(object)?.path ?? [], [finding]);
      return { of: carrierOf(of), object: carrierOf(object), finding: inCarrier, verdict };
    });
  const unjudged = grouped(judgements.filter(({ verdict }) => verdict === 'unjudged'),
    ({ finding: { parameters } }) => [JSON.stringify(parameters)]);
  return [
    ...judgements.filter(({ verdict }) => verdict !== 'unjudged'),
    ...[...unjudged.values()].map(([first, ...others]) => {
      const { finding } = first;
      return { ...first, finding: { ...finding, parameters: { ...finding.parameters, others: others.length } } };
    }),
  ];
}

/** What a platform describes beside objects: not what is among them, but for labels of namespaces that they lack. */
export function describedBeside(
  objects: readonly TypedManifest[], described: readonly TypedManifest[],
): TypedManifest[] {
  const own = described.length === 0 ? new Set() : new Set(objects.map(json => identityKey(identityOf(json))));
  return described.filter(object => object.kind === 'Namespace' || !own.has(identityKey(identityOf(object))));
}
