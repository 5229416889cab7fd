import { canonical, ComparedObject, environmentOf, FolderObject } from './compare';
import { grouped, isObject, listOf, asObject, isFilled } from '../../base/check';
import { TypedManifest, identityKey, identityOf } from '../../base/oam-kind';
import { relabelRuleOf, seriesLabel } from '../../cluster/scraping/relabel';
import { Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { fieldAt, isKind, kindOf, SERVICE, kindName } from '../../base/kind-of';
import { ObjectIndex } from '../../cluster/objects/object-index';
import { ComparedSeries, lostLabels, pairSeries, seriesIn } from '../../cluster/scraping/compared-series';
import { withoutCredentials } from '../../base/masking';
import { monitorsIn } from '../../cluster/scraping/scrape-jobs';
import { regexEscaped } from '../../base/regexes';
import { labelsOfPods, makesPods, metadataLabels, podSpecPaths } from '../../cluster/objects/pod-templates';
import { shownObject } from '../../base/shown';
import { COMPONENT, NAME } from '../../cluster/objects/selectors';

/** The effect of a difference on what runs, and the object whose difference has it. */
export interface Consequence { readonly finding: Finding; readonly object: ComparedObject }

/** Sorts by severity: objects and consequences that lose data come first. */
export function bySeverity<T>(elements: readonly T[], findingsOf: (element: T) => readonly Finding[]): T[] {
  const losesData = (element: T) => Number(findingsOf(element).some(({ code }) => code === 'data-left-behind'));
  return [...elements].sort((a, b) => losesData(b) - losesData(a));
}

/** The two states of a cluster. */
export class ComparedCluster {
  /** The clusters of a comparison: one for each environment or, without environments, one. */
  public static all(objects: readonly ComparedObject[], environments: readonly string[]): ComparedCluster[] {
    const byEnvironment = grouped(objects, each => sidesOf(each).map(object => environmentOf(object, environments)));
    return [...byEnvironment.values()].map(own => new ComparedCluster(own));
  }

  public readonly before: ObjectIndex;
  public readonly after: ObjectIndex;
  /** The comparisons by the objects of both sides, which are compared by identity. */
  private readonly byValue: ReadonlyMap<TypedManifest, ComparedObject>;

  private constructor(public readonly objects: readonly ComparedObject[]) {
    const valuesOf = (side: 'before' | 'after') => objects.flatMap(each => each[side]?.value ?? []);
    [this.before, this.after] = [new ObjectIndex(valuesOf('before')), new ObjectIndex(valuesOf('after'))];
    this.byValue = new Map(objects.flatMap(each => sidesOf(each).map(({ value }) => [value, each])));
  }

  /** The comparison of an object of one of the indexes. */
  public comparisonOf(object: TypedManifest): ComparedObject { return this.byValue.get(object)!; }

  /** The first of some objects that differs. */
  public differing(objects: readonly TypedManifest[]): ComparedObject | undefined {
    return objects.map(each => this.comparisonOf(each)).find(each => each?.kind !== 'same');
  }

  /** Whether an object was there before, and is no longer there. */
  public readonly isRemoved = (kind: string, namespace: unknown, name: unknown): boolean =>
    this.before.named(kind, namespace, name) !== undefined && !this.after.named(kind, namespace, name);
}

/** The object before and after, as far as it is there. */
const sidesOf = ({ before, after }: ComparedObject) => [before, after].filter(each => each !== undefined);

/**
 * Finds pods that are no longer scraped, and those whose series get another job or lose labels. Series are renamed
 * by monitors and Services alone, not by changed labels of pods, which change in many releases.
 */
export function changedSeries(
  cluster: ComparedCluster, renamed: ReadonlyMap<TypedManifest, TypedManifest>,
): Consequence[] {
  const { before, after } = cluster;
  const differing = cluster.objects.filter(({ kind }) => kind !== 'same');
  const isDeciding = ({ value }: FolderObject) => isKind(value, SERVICE) || monitorsIn(value).length > 0;
  const isChanged = ({ before: was, after: is }: ComparedObject) => scrapedParts(was) !== scrapedParts(is);
  // not a new image alone, which is most of what changes
  if (!differing.some(each => sidesOf(each).some(isDeciding) || isChanged(each))) return [];

  // the series before and after of the same pods, by name or else by component, without those of monitors of other
  // components
  const componentOf = (object: TypedManifest): string | undefined => metadataLabels(object)[COMPONENT];
  const nowOf = (pods: TypedManifest) => cluster.comparisonOf(pods).after?.value ?? renamed.get(pods);
  const known = new Set(before.pods.map(nowOf));
  const others = uniquePairs(
    before.pods.filter(each => !nowOf(each)), after.pods.filter(each => !known.has(each)), componentOf);
  const origins = new Map([...renamed, ...others].map(([pods, now]) => [now, pods]));
  const [from, to] = [before, after].map(index =>
    seriesIn(index, pods => identityKey(identityOf(origins.get(pods) ?? pods))));
  const ofOwnMonitors = (series: readonly ComparedSeries[]) =>
    series.filter(({ pods, by }) => by.every(each => [undefined, componentOf(pods!)].includes(componentOf(each))));
  const { pairs, lost } = pairSeries(ofOwnMonitors(from), ofOwnMonitors(to));
  // many components may share a monitor
  const byObject = grouped(pairs.flatMap(pair => {
    const object = cluster.differing(pair.flatMap(({ by }) => by));
    return object ? [{ pair, object }] : [];
  }), ({ object }) => [object]);

  const ofSeries = [...byObject].flatMap(([object, own]) => {
    const jobs = own.filter(({ pair: [one, other] }) => one.job !== other.job);
    const [was, is] = [0, 1].map(side => [...new Set(jobs.map(({ pair }) => pair[side as 0].job ?? '?'))]);
    const labels = [...new Set(own.flatMap(({ pair: [one, other] }) => {
      const [podLabels, podLabelsAfter] = [labelsOfPods(one.pods!), labelsOfPods(other.pods!)];
      // not because the pods no longer have the label, or with another value
      return lostLabels(one, other).filter(label => !Object.entries(podLabels).some(([key, value]) =>
        seriesLabel(key) === label && one.labels.get(label) === value && podLabelsAfter[key] !== value));
    }))].sort();
    return [
      ...was.length > 0 ? found('series-renamed', '', { reason: 'job', was, is }) : FINE,
      ...labels.length > 0 ? found('series-renamed', '', { reason: 'labels', labels }) : FINE,
    ].map(finding => ({ object, finding }));
  });
  const ofRules = differing.filter(object => object.before && object.after
    && namingRules(object.before) !== namingRules(object.after)).flatMap(object =>
    found('series-renamed', '', ownWords('the metric relabelings that name series have changed: queries, alert rules '
      + 'and dashboards for the old names and labels may no longer match',
    'keep the rules, or change what asks for the series too')).map(finding => ({ object, finding })));
  // pods that are gone need no monitor
  const ofThese = lost.filter(({ pods }) => nowOf(pods!) ?? others.some(([own]) => own === pods));
  return [...ofSeries, ...lostSeries(cluster, ofThese, to), ...ofRules];
}

/** The parts of an object that creates pods by which monitors find these, and their ports. */
function scrapedParts(object: FolderObject | undefined): string {
  if (!object || !makesPods(object.value)) return '';
  const { value } = object;
  const containers = podSpecPaths(value).map(path => asObject(fieldAt(value, path)))
    .flatMap(({ containers: main, initContainers: first }) => [...listOf<unknown>(main), ...listOf<unknown>(first)]);
  return canonical([labelsOfPods(value), containers.map(each => asObject(each).ports ?? null)]);
}

/** The port and the path at which pods are scraped. */
const placeOf = ({ port, path = '' }: ComparedSeries) => `:${port ?? '?'}${withoutCredentials(path)}`;

/** The maximum number of pods, places or paths that a warning names. */
const MOST_NAMED = 6;

/** The first of some names, and how many more there are. */
export function someOf(names: readonly string[]): string[] {
  const all = [...new Set(names)];
  return all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), `${all.length - MOST_NAMED} more`] : all;
}

/** Finds the series, of pods that are still there, whose port and path nothing scrapes any longer. */
function lostSeries(
  cluster: ComparedCluster, lost: readonly ComparedSeries[], now: readonly ComparedSeries[],
): Consequence[] {
  const key = (series: ComparedSeries) => `${series.owner} ${placeOf(series)}`;
  const scraped = new Set(now.map(key));
  const byObject = grouped(lost.filter(each => !scraped.has(key(each))).flatMap(series => {
    const object = cluster.differing([...series.by, series.pods!]);
    return object ? [{ series, object }] : [];
  }), ({ object }) => [object]);
  return [...byObject].flatMap(([object, own]) => found('series-lost', '', {
    pods: someOf(own.map(({ series }) => shownObject(series.pods!))),
    places: someOf(own.map(({ series }) => placeOf(series))),
  }).map(finding => ({ object, finding })));
}

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

/** Pairs elements with the same key, if it is unique on both sides. */
export function uniquePairs<T>(
  before: readonly T[], after: readonly T[], key: (element: T) => string | undefined,
): [T, T][] {
  const [from, to] = [before, after].map(elements => grouped(elements, each => [key(each)]));
  return [...from].flatMap(([own, elements]): [T, T][] => {
    const others = own === undefined ? [] : to.get(own) ?? [];
    return elements.length === 1 && others.length === 1 ? [[elements[0], others[0]]] : [];
  });
}

/**
 * Added objects by the removed objects that they are under another name: both belong to the same component, which may
 * have another name now. A removed object that could be several added ones is none of them.
 */
export function renamedObjects(cluster: ComparedCluster): ReadonlyMap<TypedManifest, TypedManifest> {
  const { objects } = cluster;
  let before = objects.flatMap(each => each.after ? [] : each.before!.value);
  let after = objects.flatMap(each => each.before ? [] : each.after!.value);
  if (before.length === 0 || after.length === 0) return new Map();
  const components = renamedComponents(cluster);
  // keys by which both are the same: the name that the component leads to, the spec, or the kind alone
  const keysOf = (object: TypedManifest): (string | undefined)[] => {
    const [kind, own, spec] = [kindName(object), componentNames(object), object.spec ?? null];
    if (!own) return [undefined, canonical([kind, spec])];
    const now = components.get(canonical(own)) ?? own;
    const name = String(object.metadata?.name).replaceAll(own[0], now[0]);
    return [[kind, now, name], [kind, now, spec], [kind, now]].map(canonical);
  };
  return new Map([0, 1, 2].flatMap(i => {
    const pairs = uniquePairs(before, after, each => keysOf(each)[i]);
    const paired = new Set(pairs.flat());
    [before, after] = [before, after].map(own => own.filter(each => !paired.has(each)));
    return pairs;
  }));
}

/** The name of a component, and that of its application. */
type ComponentNames = readonly [component: string, application: string];

/** The component to which the labels of an object assign it. */
function componentNames({ metadata }: TypedManifest): ComponentNames | undefined {
  const { [COMPONENT]: component, [NAME]: application } = asObject<Record<string, unknown>>(metadata?.labels);
  return isFilled(component) ? [component, isFilled(application) ? application : ''] : undefined;
}

/** More pairs of components are not compared: where so many are new, none is taken for another one. */
const MOST_PAIRS = 40_000;

/** The new names of components by their old ones, if the workloads (or all objects) are the same but for the names. */
function renamedComponents({ before, after }: ComparedCluster): ReadonlyMap<string, ComponentNames> {
  const [own, others] = [before, after].map(({ objects }) =>
    grouped(objects.filter(componentNames), each => [canonical(componentNames(each))]));
  const [gone, fresh] = [[own, others], [others, own]].map(([all, known]) =>
    [...all].filter(([key]) => !known.has(key)).map(([, objects]) => {
      const workloads = objects.filter(makesPods);
      const texts = (workloads.length > 0 ? workloads : objects)
        .map(({ apiVersion: _, metadata, ...rest }) => canonical([rest, metadata?.name]));
      return { names: componentNames(objects[0])!, texts };
    }));
  if (gone.length * fresh.length > MOST_PAIRS) return new Map();
  const pairs = gone.flatMap(from => fresh.filter(to => {
    if (from.texts.length !== to.texts.length) return false;
    // each of their names is equivalent to another
    const names = [...from.names, ...to.names].filter(isFilled).sort((a, b) => b.length - a.length);
    const any = new RegExp(names.map(regexEscaped).join('|'), 'g');
    const [was, is] = [from, to].map(({ texts }) => texts.map(each => each.replace(any, '*')).sort().join('\n'));
    return was === is;
  }).map(to => [from, to] as const));
  const isSure = (pair: typeof pairs[number]) =>
    pairs.filter(each => each.some((one, side) => one === pair[side])).length === 1;
  return new Map(pairs.filter(isSure).map(([from, to]) => [canonical(from.names), to.names]));
}
