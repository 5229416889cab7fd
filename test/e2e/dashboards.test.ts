import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { gunzipSync } from 'zlib';
import { seriesOf, startPrometheus } from './support/prometheus';
import { listening } from './support/upstream';
import { describeWith, eventually, LOOPBACK } from './support/waiting';
import { ApplicationConfiguration, MetricsDashboard, MetricsRuntime } from '../../src';
import { programsOf, shop } from '../monitoring/alerts/support';
import { bound, dashboardsOf, panelsOf } from '../monitoring/dashboards/support';

const { COHERENCE, GO, HELIDON, JVM, NODE, PROCESS, WEBLOGIC } = MetricsRuntime;

/** The pages of test/monitoring/dashboards/pages, and the rows for which they have data. */
const PAGES: Readonly<Record<string, readonly MetricsRuntime[]>> = {
  'coherence': [COHERENCE],
  'coherence-legacy': [COHERENCE],
  'go': [PROCESS, GO],
  'helidon-2': [HELIDON],
  'helidon-3': [HELIDON],
  'helidon-4': [HELIDON],
  'jvm-client-java': [PROCESS, JVM],
  'jvm-micrometer': [JVM],
  'jvm-simpleclient': [PROCESS, JVM],
  'node': [PROCESS, NODE],
  'weblogic-by-hand': [WEBLOGIC],
};

const names = Object.keys(PAGES);
const FOLDER = join(__dirname, '../monitoring/dashboards/pages');
const texts = new Map(names.map((name) => [name, gunzipSync(readFileSync(join(FOLDER, `${name}.txt.gz`))).toString()]));

/** A scrape of a second ago may still be under way, and mark all series of a page as gone at its own time. */
const SETTLED_MS = 3000;

/** A micrometer has no more of a process than its start. */
const SHARED = { 'jvm-micrometer': ['Process: Uptime'] };

/** The panels of a dashboard with all rows, for a component whose page is one of these. */
function panelsFor(page: string) {
  const chart = shop();
  const application = new ApplicationConfiguration(chart, 'cart');
  bound(application, page);
  const dashboard = new MetricsDashboard(chart, 'dashboard', { components: [{ component: page, runtimes: Object.values(MetricsRuntime) }] });
  return panelsOf(dashboardsOf(dashboard)[0]);
}

const TITLES: Readonly<Record<MetricsRuntime, string>> = {
  [COHERENCE]: 'Coherence', [GO]: 'Go', [HELIDON]: 'Helidon', [JVM]: 'JVM', [NODE]: 'Node.js', [PROCESS]: 'Process', [WEBLOGIC]: 'WebLogic',
};

test('all pages are known', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...names.map((name) => `${name}.txt.gz`)].sort());
});

describeWith(['prometheus'], 'a Prometheus', () => {
  describe.each(programsOf('prometheus').map((file) => [file.replace(/^.*\//, ''), file]))('%s', (name, file) => {
    let url: string;
    let time: number;

    beforeAll(async () => {
      const { port } = await listening((request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(texts.get(request.url!.slice(1)));
      }, {});
      const jobs = names.map((page) => ({
        job_name: `cart_shop_${page}`, metrics_path: `/${page}`, static_configs: [{ targets: [`${LOOPBACK}:${port}`], labels: { namespace: 'shop' } }],
      }));
      const config = JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: jobs });
      ({ url } = await startPrometheus({ config, file: name === file ? undefined : file }));
      // rates are of two samples; a page that is late for one scrape has no series until the next, so all queries ask about one time at which no page was late
      await eventually(async () => {
        time = Date.now() - SETTLED_MS;
        const scraped = await seriesOf(url, 'min_over_time(up[4s]) == 1 and count_over_time(up[4s]) >= 3', time);
        return scraped.length === names.length || undefined;
      }, () => 'not all pages are scraped three times in a row', { timeout: 45_000, interval: 250 });
    }, 60_000);

    test.each(names)('has data for each query of the rows of %s, and of no other', async (page) => {
      const asked = await Promise.all(panelsFor(page).map(async ({ row, title, queries }) =>
        ({ row, title, counts: await Promise.all(queries.map(async (query) => (await seriesOf(url, query, time)).length)) })));
      const rows = ['', 'Scrapes', ...PAGES[page].map((runtime) => TITLES[runtime])];
      const isOwn = ({ row }: { row: string }) => rows.includes(row);
      expect(asked.filter(isOwn).filter(({ counts }) => counts.includes(0))).toEqual([]);
      expect(new Set(asked.filter(isOwn).map(({ row }) => row))).toEqual(new Set(rows));
      const others = asked.filter((each) => !isOwn(each) && each.counts.some((count) => count > 0));
      expect(others.map(({ row, title }) => `${row}: ${title}`)).toEqual((SHARED as Record<string, string[]>)[page] ?? []);
    });
  });
});
