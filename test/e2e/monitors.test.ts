import { describeWith, run, temporaryFolder, writeFiles } from './support';
import { SIDE } from './support/monitor-scrapes';
import { seriesOf } from './support/prometheus';
import { COUNTS, KINDS, LONG, PAIRS, PLATFORM, ScrapedShop, expectedOf, scraped, startScrapedShop } from './support/shop';

describeWith(['prometheus', 'promtool'], 'a Prometheus that scrapes as monitors have it, and as the OAM platform does', () => {
  let shop: ScrapedShop;

  beforeAll(async () => {
    shop = await startScrapedShop();
  });

  test.each(PAIRS)('has the same series by the %s of %s', async (kind, component) => {
    const { url } = shop.prometheus;
    expect(await scraped(url, kind, component)).toEqual(expectedOf(await scraped(url, PLATFORM, component), component));
  });

  test('has no series more', async () => {
    const counted = await seriesOf(shop.prometheus.url, `count by (${SIDE}) ({__name__=~"up|requests_total"})`);
    expect(counted.map(({ labels, value }) => [labels[SIDE], value])).toEqual(COUNTS);
    expect(await seriesOf(shop.prometheus.url, 'up == 0')).toEqual([]);
  });

  test('has the job in full, where the platform leaves the component out', async () => {
    const jobs = async (side: string) => [...new Set((await scraped(shop.prometheus.url, side, LONG)).map(({ labels }) => labels.job))];
    expect(await jobs(PLATFORM)).toEqual(['shop_bobs-shop-in-the-town']);
    expect(await Promise.all(KINDS.map(jobs))).toEqual(KINDS.map(() => [`shop_bobs-shop-in-the-town_${LONG}`]));
  });

  test('asks with the password of the secret, which is in a file alone', async () => {
    const { sides, servers: { secrets, workloads } } = shop;
    expect([...workloads.orders, ...workloads.payment].map(({ statuses }) => [...new Set(statuses)])).toEqual([[200], [200], [200], [200]]);
    const isTold = (text: string) => sides.config().includes(text);
    expect(Object.values(secrets).map(({ username, password }) => [isTold(username), isTold(password)])).toEqual([[true, false], [true, false]]);
  });

  test('takes a configuration that promtool takes', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { ...shop.sides.files, 'prometheus.yml': shop.sides.config() });
    expect(await run('promtool', ['check', 'config', `${folder}/prometheus.yml`])).toMatchObject({ status: 0, stderr: '' });
  });
});
