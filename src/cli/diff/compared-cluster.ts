import { environmentOf, ComparedObject, FolderObject } from './objects';
import { Finding, FINE, found, saying } from '../../base/findings/finding';
import { ObjectIndex, COMPONENT, NAME, labelsOfPods, ownLabels, makesPods } from '../../cluster/objects/object-index';
import { grouped, isObject, listOf, asObject, isFilled } from '../../base/check';
import { TypedManifest, identityKey, identityOf } from '../../base/oam-kind';
import { canonical } from './compare';
import { relabelRuleOf, seriesLabel } from '../../cluster/scraping/relabel';
import { isKind, kindOf, SERVICE, kindName } from '../../base/kinds/kind-of';
import { ComparedSeries, lostLabels, pairSeries, seriesIn, SeriesPair } from '../../cluster/scraping/compared-series';
import { monitorsIn } from '../../cluster/scraping/scrape-jobs';

/** The effect of a difference on what runs. */
export interface Consequence {
  readonly finding: Finding;
  /** The object whose difference has the effect. */
  readonly object: ComparedObject;
}

/** Sorts by severity: objects and consequences that lose data come first. */
export function bySeverity<T>(elements: readonly T[], findingsOf: (element: T) => readonly Finding[]): T[] {
  const losesData = (element: T) => Number(findingsOf(element).some(({ code }) => code === 'data-left-behind'));
  return [...elements].sort((a, b) => losesData(b) - losesData(a));
}

/** The two states of a cluster. */
export class ComparedCluster {
  public readonly before: ObjectIndex;
  public readonly after: ObjectIndex;
  private readonly byValue: ReadonlyMap<TypedManifest, ComparedObject>;

  public constructor(public readonly objects: readonly ComparedObject[]) {
    const valuesOf = (side: 'before' | 'after') => objects.flatMap(each => each[side]?.value ?? []);
    [this.before, this.after] = [new ObjectIndex(valuesOf('before')), new ObjectIndex(valuesOf('after'))];
    this.byValue = new Map(objects.flatMap(each => sidesOf(each).map(({ value }) => [value, each])));
  }

  /** The comparison of an object of one of the indexes. */
  public comparisonOf(object: TypedManifest): ComparedObject {
    return this.byValue.get(object)!;
  }

  /** The first of some objects that differs. */
  public differing(objects: readonly TypedManifest[]): ComparedObject | undefined {
    return objects.map(each => this.comparisonOf(each)).find(each => each?.kind !== 'same');
  }

  /** Whether an object was there before, and is no longer there. */
  public readonly isRemoved = (kind: string, namespace: unknown, name: unknown): boolean =>
    this.before.named(kind, namespace, name) !== undefined && !this.after.named(kind, namespace, name);
}

/** The clusters of a comparison: two environments have different clusters or namespaces; without environments, there is one. */
export function clustersOf(objects: readonly ComparedObject[], environments: readonly string[]): ComparedCluster[] {
  const byEnvironment = grouped(objects, each => sidesOf(each).map(object => environmentOf(object, environments)));
  return [...byEnvironment.values()].map(own => new ComparedCluster(own));
}

function sidesOf({ before, after }: ComparedObject): FolderObject[] {
  return [before, after].filter(each => each !== undefined);
}

/**
 * Finds pods that are still scraped, but whose series get another job or lose labels: queries for the old ones return no new samples.
 * Only the effects of monitors and Services count, not changed labels of pods, which change in many releases.
 */
export function renamedSeries(cluster: ComparedCluster, renamed: ReadonlyMap<TypedManifest, TypedManifest>): Consequence[] {
  const differing = cluster.objects.filter(({ kind }) => kind !== 'same');
  if (!differing.some(each => [each.before, each.after].some(isDeciding))) return [];
  const pairs = seriesPairs(cluster, renamed);
  // many components may share a monitor
  const byObject = grouped(pairs.flatMap(pair => {
    const object = cluster.differing(pair.flatMap(({ by }) => by));
    return object ? [{ pair, object }] : [];
  }), ({ object }) => [object]);
  return [
    ...[...byObject].flatMap(([object, own]) => changesOf(own.map(({ pair }) => pair)).map(finding => ({ object, finding }))),
    ...differing.filter(({ before, after }) => before && after && namingRules(before) !== namingRules(after)).flatMap(object =>
      found('series-renamed', '', saying('the metric relabelings that name series have changed: queries, alert rules and dashboards for '
        + 'the old names and labels may no longer match',
      'keep the rules, or change what asks for the series too')).map(finding => ({ object, finding }))),
  ];
}

const isDeciding = (object?: FolderObject) =>
  object !== undefined && (isKind(object.value, SERVICE) || monitorsIn(object.value).length > 0);

/** The fields of endpoints with rules that change samples, for each operator. */
const METRIC_RULES = ['metricRelabelings', 'metricRelabelConfigs', 'metricRelabeling'];

/** The rules of a monitor that change names or labels of series; rules that only keep or drop samples are excluded. */
function namingRules({ value }: FolderObject): string {
  const field = kindOf(value).monitor?.endpoints;
  if (field === undefined) return '';
  const holders = [value.spec, ...listOf<unknown>(value.spec?.[field])].filter(isObject);
  const rules = holders.flatMap(each => METRIC_RULES.flatMap(name => listOf<unknown>(each[name]))).filter(isObject);
  return canonical(rules.map(relabelRuleOf).filter(({ action }) => !/^(keep|drop)/i.test(String(action))));
}

/** The series before and after of the same pods, by name or else by component, without those of monitors of other components. */
function seriesPairs(cluster: ComparedCluster, renamed: ReadonlyMap<TypedManifest, TypedManifest>): readonly SeriesPair[] {
  const { before, after } = cluster;
  const nowOf = (pods: TypedManifest) => cluster.comparisonOf(pods).after?.value ?? renamed.get(pods);
  const known = new Set(before.pods.map(nowOf));
  const others = uniquePairs(before.pods.filter(each => !nowOf(each)), after.pods.filter(each => !known.has(each)), componentOf);
  const origins = new Map([...renamed, ...others].map(([pods, now]) => [now, pods]));
  const [from, to] = [before, after].map(index => seriesIn(index, pods => identityKey(identityOf(origins.get(pods) ?? pods)))
    .filter(({ pods, by }) => by.every(each => [undefined, componentOf(pods!)].includes(componentOf(each)))));
  return pairSeries(from, to).pairs;
}

const componentOf = (object: TypedManifest): string | undefined => ownLabels(object)[COMPONENT];

/** The findings on all series that an object renames. */
function changesOf(pairs: readonly SeriesPair[]): Finding[] {
  const jobs = pairs.filter(([{ job: was }, { job: is }]) => was !== is);
  const [was, is] = [0, 1].map(side => [...new Set(jobs.map(pair => pair[side as 0].job ?? '?'))]);
  const labels = [...new Set(pairs.flatMap(([one, other]) => lostLabels(one, other).filter(label => !isOfPods(label, one, other))))].sort();
  return [
    ...was.length > 0 ? found('series-renamed', '', { reason: 'job', was, is }) : FINE,
    ...labels.length > 0 ? found('series-renamed', '', { reason: 'labels', labels }) : FINE,
  ];
}

/** Whether series lose a label because the pods no longer have it, or with another value. */
function isOfPods(label: string, { labels, pods: was }: ComparedSeries, { pods: is }: ComparedSeries): boolean {
  const now = labelsOfPods(is!);
  return Object.entries(labelsOfPods(was!)).some(([key, value]) =>
    seriesLabel(key) === label && labels.get(label) === value && now[key] !== value);
}

/**
 * Added objects by the removed objects that they are under another name. Both belong to the same component, or the component itself has
 * another name now. A rename is one to one: a removed object that could be several added ones is none of them.
 */
export function renamedObjects(cluster: ComparedCluster): ReadonlyMap<TypedManifest, TypedManifest> {
  const { objects } = cluster;
  let before = objects.flatMap(each => each.after ? [] : each.before!.value);
  let after = objects.flatMap(each => each.before ? [] : each.after!.value);
  if (before.length === 0 || after.length === 0) return new Map();
  const components = renamedComponents(cluster.before, cluster.after);
  return new Map([0, 1, 2].flatMap(i => {
    const pairs = uniquePairs(before, after, each => keysOfObject(each, components)[i]);
    const paired = new Set(pairs.flat());
    [before, after] = [before, after].map(own => own.filter(each => !paired.has(each)));
    return pairs;
  }));
}

/** Pairs elements with the same key; without elements that share their key with another one on their side, or have none. */
export function uniquePairs<T>(before: readonly T[], after: readonly T[], keyOf: (element: T) => string | undefined): [T, T][] {
  const [from, to] = [before, after].map(elements => grouped(elements, each => [keyOf(each)]));
  return [...from].flatMap(([key, own]): [T, T][] => {
    const others = key === undefined ? [] : to.get(key) ?? [];
    return own.length === 1 && others.length === 1 ? [[own[0], others[0]]] : [];
  });
}

/** The name of a component, and that of its application. */
type ComponentNames = readonly [component: string, application: string];

/** The new names of renamed components, by their old names. */
type RenamedComponents = ReadonlyMap<string, ComponentNames>;

/** Keys by which a removed and an added object are the same: the name that the component leads to, the spec, or the kind alone. */
function keysOfObject(object: TypedManifest, components: RenamedComponents): (string | undefined)[] {
  const [kind, own, spec] = [kindName(object), namesOf(object), object.spec ?? null];
  if (!own) return [undefined, canonical([kind, spec])];
  const now = components.get(canonical(own)) ?? own;
  const name = String(object.metadata?.name).replaceAll(own[0], now[0]);
  return [[kind, now, name], [kind, now, spec], [kind, now]].map(canonical);
}

function namesOf({ metadata }: TypedManifest): ComponentNames | undefined {
  const { [COMPONENT]: component, [NAME]: application } = asObject<Record<string, unknown>>(metadata?.labels);
  return isFilled(component) ? [component, isFilled(application) ? application : ''] : undefined;
}

/** More pairs of components are not compared: where so many are new, none is taken for another one. */
const MOST_PAIRS = 40_000;

/** Components that are no longer there, whose workloads are those of a new component but for the names. */
function renamedComponents(before: ObjectIndex, after: ObjectIndex): RenamedComponents {
  const [own, others] = [before, after].map(({ objects }) => grouped(objects.filter(namesOf), each => [canonical(namesOf(each))]));
  const [gone, fresh] = [[own, others], [others, own]].map(([all, known]) => [...all].filter(([key]) => !known.has(key)).map(textsOf));
  if (gone.length * fresh.length > MOST_PAIRS) return new Map();
  const pairs = gone.flatMap(from => fresh.filter(to => isRenamed(from, to)).map(to => [from, to] as const));
  const isSure = (pair: typeof pairs[number]) => pairs.filter(each => each.some((one, side) => one === pair[side])).length === 1;
  return new Map(pairs.filter(isSure).map(([from, to]) => [canonical(from.names), to.names]));
}

/** A component, and its objects as text; only its workloads if there are any. */
function textsOf([, objects]: readonly [string, readonly TypedManifest[]]) {
  const workloads = objects.filter(makesPods);
  const shown = (workloads.length > 0 ? workloads : objects).map(({ apiVersion: _, metadata, ...rest }) => [rest, metadata?.name]);
  return { names: namesOf(objects[0])!, texts: shown.map(canonical) };
}

/** Whether the texts of two components are the same, each of their names being as good as another. */
function isRenamed(from: ReturnType<typeof textsOf>, to: typeof from): boolean {
  if (from.texts.length !== to.texts.length) return false;
  const names = [...from.names, ...to.names].filter(isFilled).sort((a, b) => b.length - a.length);
  const any = new RegExp(names.map(each => each.replace(/[^\w-]/g, '\\$&')).join('|'), 'g');
  const [was, is] = [from, to].map(({ texts }) => texts.map(each => each.replace(any, '*')).sort().join('\n'));
  return was === is;
}
