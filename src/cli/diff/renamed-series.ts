import { canonical } from './compare';
import { BothSides, bothSides, ClusterOf, Consequence } from './consequence';
import { runsPods, type FolderDifference, type FolderObject } from './objects';
import { uniquePairs, type renamedObjects } from './renames';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { COMPONENT } from '../../objects/labels';
import { ObjectIndex } from '../../objects/object-index';
import { labelsOfPods } from '../../objects/pod-holders';
import { ruleOf, seriesLabel } from '../../objects/relabel-rule';
import { asObject, isObject, listOf } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind, kindOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import type { TypedManifest } from '../../private/oam-kind';
import type { ScrapedTarget } from '../../scraping/endpoints';
import { ScrapedCluster } from '../../scraping/scrapes';
import { monitorsIn } from '../../scraping/scrape-jobs';

/**
 * Finds pods that are still scraped, but whose series get another job or lose labels: queries for the old ones return no new samples.
 * Only the effects of monitors and Services count, not changed labels of pods, which change in many releases.
 */
export function renamedSeries(difference: FolderDifference, renamed: RenamedObjects, clusterOf: ClusterOf): Consequence[] {
  const { added, removed, changed } = difference;
  const differing = new Set([...added, ...removed, ...changed.flatMap(({ before, after }) => [before, after])]);
  const decides = ({ value }: FolderObject) => isKind(value, SERVICE) || monitorsIn(typed(value)).length > 0;
  if (![...differing].some(decides)) return [];
  const all = [
    ...bothSides(difference, clusterOf).flatMap(both => renamedIn(both, renamed, differing)),
    ...changed.filter(({ before, after }) => namingRules(before) !== namingRules(after))
      .map(({ before: by }) => ({
        by,
        finding: found('series-renamed', '', saying('the metric relabelings that name series have changed: queries, alert rules and '
          + 'dashboards for the old names and labels may no longer match',
        'keep the rules, or change what asks for the series too'))[0],
      })),
  ];
  // many components may share a monitor
  const byObject = grouped(all, ({ by }) => [by]);
  const once = [...byObject.values()].flatMap(own => [...grouped(own, ({ finding }) => [JSON.stringify(finding.parameters)]).values()]);
  const pairs = new Map(changed.flatMap(pair => [[pair.before, pair], [pair.after, pair]] as const));
  const isAdded = new Set(added);
  return once.map(([{ by, finding }]) => {
    const { before, after } = pairs.get(by) ?? (isAdded.has(by) ? { before: undefined, after: by } : { before: by, after: undefined });
    return { finding, before, after };
  });
}

const typed = (value: object) => value as TypedManifest;

/** The fields of endpoints with rules that change samples, for each operator. */
const METRIC_RULES = ['metricRelabelings', 'metricRelabelConfigs', 'metricRelabeling'];

/** The rules of a monitor that change names or labels of series; rules that only keep or drop samples are excluded. */
function namingRules({ value }: FolderObject): string {
  const field = kindOf(value).monitor?.endpoints;
  if (field === undefined) return '';
  const holders = [value.spec, ...listOf<unknown>(value.spec?.[field])].filter(isObject);
  const rules = holders.flatMap(each => METRIC_RULES.flatMap(name => listOf<unknown>(each[name]))).filter(isObject);
  return canonical(rules.map(ruleOf).filter(({ action }) => !/^(keep|drop)/i.test(String(action))));
}

interface RenamedSeries {
  readonly finding: Finding;
  /** The object that renames them. */
  readonly by: FolderObject;
}

type RenamedObjects = ReturnType<typeof renamedObjects>;

function renamedIn(both: BothSides, renamed: RenamedObjects, differing: ReadonlySet<FolderObject>): RenamedSeries[] {
  const { before, after } = both;
  const [from, to] = [new Scrapes(before, differing), new Scrapes(after, differing)];
  return pairedPods(both, renamed).flatMap(([pods, now]) => {
    const [was, is] = [from.of(pods), to.of(now)];
    const by = [...was.by, ...is.by].find(each => differing.has(each));
    if (!by || was.targets.length === 0 || is.targets.length === 0) return [];
    return changesOf(was.targets, is.targets, lostLabels(pods, now)).map(finding => ({ finding, by }));
  });
}

/** Pairs objects that create pods, before and after: by name or else by component. */
function pairedPods({ before, after }: BothSides, renamed: RenamedObjects): (readonly [TypedManifest, TypedManifest])[] {
  const podsIn = (objects: readonly FolderObject[]) => objects.filter(runsPods);
  const keyOf = ({ value }: FolderObject) => identityKey(identityOf(typed(value)));
  const [from, to] = [podsIn(before), podsIn(after)];
  const byName = new Map(to.map(each => [keyOf(each), each]));
  const same = from.flatMap(each => {
    const now = byName.get(keyOf(each)) ?? renamed.get(each);
    return now ? [[each, now] as const] : [];
  });
  const paired = new Set(same.flat());
  const [gone, fresh] = [from, to].map(objects => objects.filter(each => !paired.has(each)));
  const others = uniquePairs(gone, fresh, ({ value }) => componentOf(typed(value)));
  return [...same, ...others].map(([was, is]) => [typed(was.value), typed(is.value)]);
}

function componentOf({ metadata }: TypedManifest): string | undefined {
  const component = asObject<Record<string, unknown>>(metadata?.labels)[COMPONENT];
  return typeof component === 'string' ? component : undefined;
}

/** The scraped targets of pods, and the objects that declare them. */
interface ScrapedPods {
  readonly targets: readonly ScrapedTarget[];
  readonly by: readonly FolderObject[];
}

/** The scrapes of the monitors that differ or whose Services may differ. */
class Scrapes {
  /** By monitor or Service, the object that contains it. */
  private readonly holders: ReadonlyMap<object, FolderObject>;
  private readonly cluster: ScrapedCluster;

  public constructor(objects: readonly FolderObject[], differing: ReadonlySet<FolderObject>) {
    const services = objects.filter(({ value }) => isKind(value, SERVICE));
    const isServed = services.some(each => differing.has(each));
    const monitors = objects.flatMap(object => monitorsIn(typed(object.value)).map(({ monitor }) => [monitor, object] as const))
      .filter(([monitor, object]) => differing.has(object) || isServed && kindOf(monitor).monitor?.selectsServices);
    this.holders = new Map<object, FolderObject>([...monitors, ...services.map(each => [each.value, each] as const)]);
    const pods = objects.filter(runsPods).map(({ value }) => value);
    this.cluster = new ScrapedCluster(new ObjectIndex([...pods, ...this.holders.keys()].map(typed)));
  }

  /** The scrapes of the pods of an object. Monitors and Services of other components do not count. */
  public of(pods: TypedManifest): ScrapedPods {
    const components = [undefined, componentOf(pods)];
    const traces = this.cluster.scrapes(pods)
      .filter(({ targets, links }) => targets.length > 0 && links.every(({ object }) => components.includes(componentOf(object))));
    const used = [...new Set(traces.flatMap(({ links }) => links.map(({ object }) => object)))];
    const [services, monitors] = [true, false].map(isService => used.filter(object => isKind(object, SERVICE) === isService));
    const by = [...monitors, ...services].flatMap(each => this.holders.get(each) ?? []);
    return { targets: traces.flatMap(({ targets }) => targets), by };
  }
}

/** The labels of series, with their values, that come from labels which the pods no longer have. */
function lostLabels(before: TypedManifest, after: TypedManifest): ReadonlyMap<string, string> {
  const now = labelsOfPods(after);
  const lost = Object.entries(labelsOfPods(before)).filter(([key, value]) => now[key] !== value);
  return new Map(lost.map(([key, value]) => [seriesLabel(key), value]));
}

function changesOf(from: readonly ScrapedTarget[], to: readonly ScrapedTarget[], ofPods: ReadonlyMap<string, string>): Finding[] {
  const valuesOf = (targets: readonly ScrapedTarget[], label: string) =>
    new Set(targets.filter(({ labels }) => labels.has(label)).map(({ labels }) => labels.get(label)));
  const isOfPods = (label: string, value?: string) => value !== undefined && ofPods.get(label) === value;
  const lost = (label: string) => [...valuesOf(from, label)].filter(value => !valuesOf(to, label).has(value) && !isOfPods(label, value));
  const [was, is] = [lost('job'), [...valuesOf(to, 'job')]].map(jobs => jobs.map(job => job === undefined ? '?' : String(job)));
  const all = new Set(from.flatMap(target => [...target.labels.keys()]));
  const labels = [...all].filter(label => label !== 'job' && lost(label).length > 0).sort();
  return [
    ...was.length > 0 ? found('series-renamed', '', { reason: 'job', was, is }) : FINE,
    ...labels.length > 0 ? found('series-renamed', '', { reason: 'labels', labels: labels.map(String) }) : FINE,
  ];
}
