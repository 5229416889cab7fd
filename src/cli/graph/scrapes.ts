import type { BoundComponent } from './bindings';
import { titleOf } from './labels';
import type { GraphBuilder } from './model';
import { problemOf } from '../../findings/words';
import type { ObjectIndex } from '../../objects/object-index';
import type { TypedManifest } from '../../private/oam-kind';
import { boundComponents } from '../../verify/oam-targets';
import { ScrapedCluster, ScrapeTrace } from '../../scraping/scrapes';
import { isFine, Verdict } from '../../verify/judge';
import { reasonText } from '../../verify/remarks';
import { monitorsIn } from '../../scraping/scrape-jobs';

/** By object that declares scrapes, such as a monitor, the keys of the nodes of its scrapers. */
export type ScrapersOf = ReadonlyMap<TypedManifest, readonly string[]>;

/** Draws the scrapers of the pods, with endpoints and monitors. A monitor that selects no pods is drawn without edges. */
export function drawScrapes(builder: GraphBuilder, index: ObjectIndex, bound: readonly BoundComponent[]): ScrapersOf {
  const cluster = new ScrapedCluster(index);
  const scrapers = new Map<TypedManifest, string[]>();
  for (const { object } of cluster.prometheuses) builder.object(object, 'scraper');
  for (const object of index.pods) {
    for (const trace of cluster.scrapes(object)) {
      const [{ object: monitor }] = trace.links;
      const from = scrapersIn(builder, trace, cluster);
      scrapers.set(monitor, [...new Set([...scrapers.get(monitor) ?? [], ...from])]);
      for (const each of from) drawTrace(builder, each, trace, object);
    }
  }
  for (const object of index.objects.filter(each => monitorsIn(each).length > 0 && !scrapers.has(each))) {
    builder.object(object, 'monitor', ['selects no pods here']);
  }
  drawPlatform(builder, index, bound);
  return scrapers;
}

/** The keys of the resources and pods that read the monitor; if there are none, of a scraper outside the manifests. */
function scrapersIn(builder: GraphBuilder, { links }: ScrapeTrace, { prometheuses }: ScrapedCluster): string[] {
  const reading = links.filter(({ holds }) => ['selects-monitor', 'reads-job'].includes(String(holds?.phrase))).map(({ object }) => object);
  const isScraper = (object: TypedManifest) => prometheuses.some(each => each.object === object);
  const all = reading.map(object => builder.object(object, isScraper(object) ? 'scraper' : 'workload'));
  return all.length > 0 ? [...new Set(all)] : [elsewhere(builder)];
}

function elsewhere(builder: GraphBuilder): string {
  return builder.node('scraper', 'scraper', ['scraper', 'not in the manifests']);
}

function drawTrace(builder: GraphBuilder, from: string, { links, targets }: ScrapeTrace, object: TypedManifest): void {
  const common = { from, to: builder.object(object, 'workload'), by: titleOf(links[0].object, object) };
  for (const { port, path } of targets) builder.scrape({ ...common, place: { port, path } });
  const [broken] = links.flatMap(({ breaks }) => breaks);
  if (targets.length === 0 && broken) builder.scrape({ ...common, place: {}, reason: `✗ ${problemOf(broken)}` });
}

/** Draws the scrapes of an OAM platform, which MetricsTraits declare. */
function drawPlatform(builder: GraphBuilder, index: ObjectIndex, bound: readonly BoundComponent[]): void {
  for (const { application, namespace, component, endpoints } of boundComponents(index)) {
    const own = bound.find(each => each.application === application && each.component === component && each.namespace === namespace);
    if (!own) continue;
    const from = builder.node('platform', 'scraper', ['scraper', 'of the OAM platform']);
    for (const place of endpoints) builder.scrape({ from, to: own.key, place });
  }
}

/** Adds the verdicts to the declared endpoints. An endpoint that is not drawn yet gets its own edge. */
export function drawVerdicts(builder: GraphBuilder, verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts.filter(({ state }) => state !== 'none')) {
    const { component, application, namespace, endpoint: { port, path } = {} } = verdict;
    const near = builder.scrapesOf(verdict).filter(({ place }) => mayBe(place.port, port) && mayBe(place.path, path));
    const answer = isFine(verdict) ? { state: 'up', reason: undefined } as const
      : { state: 'wrong', reason: reasonText(verdict.reasons) ?? verdict.state } as const;
    for (const scrape of near) builder.scrape({ ...scrape, ...answer });
    if (near.length > 0) continue;
    const name = JSON.stringify(['declared', namespace, application, component]);
    const to = builder.podsOf(verdict) ?? builder.node(name, 'component', [component, 'not in the manifests'],
      { application, component, namespace });
    builder.scrape({ from: elsewhere(builder), to, place: { port, path }, ...answer });
  }
}

function mayBe(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || one === other;
}
