import { clusterOf } from './cluster';
import { platformComponents } from './platform-pods';
import { RunningPrometheus, startPrometheus } from './prometheus';
import { expectSeries } from './series';
import { COMPONENTS, kubernetesShop, monitorsOf, renderShop, SECRETS, ShopComponent } from './shop';
import { KINDS, PAIRS, PLATFORM } from './shop-series';
import { ADDRESSES_OF, ShopServers, startShopServers, upCount } from './shop-servers';
import { Ports } from './shop-workloads';
import { Discovery, INTERVAL, SIDE, Sides } from './sides';
import { strangersOf } from './strangers';
import { MonitorKind, OamPlatform } from '../../../src';

/** The shop, scraped by one Prometheus: on a side for each kind of monitors, and on one as the OAM platform does it. */
export interface ScrapedShop {
  readonly servers: ShopServers;
  readonly sides: Sides;
  readonly prometheus: RunningPrometheus;
}

/** The shop's rendered monitors. */
export type Monitors = (component: ShopComponent, kind?: MonitorKind) => any;

/** More sides. */
export type AddSides = (sides: Sides, monitors: Monitors, found: Discovery, ports: Ports) => void;

/** The name of a secret with the right user and another password. */
export const WRONG_SECRET = 'another-password';

/** Starts it, and waits until all has been scraped. In the cluster are pods beside those of the shop. */
export async function startScrapedShop(addSides: AddSides = () => {}): Promise<ScrapedShop> {
  const servers = await startShopServers();
  const { ports, secrets } = servers;
  const sides = new Sides({ ...secrets, [WRONG_SECRET]: { ...secrets[SECRETS.orders], password: 'x' } });
  const platform = platformComponents(renderShop(OamPlatform.verrazzano(), ports), ADDRESSES_OF, ports.payment);
  sides.addPlatform(PLATFORM, platform, sides.inFiles(PLATFORM, { pods: platform.flatMap(({ pods }) => pods), services: [] }));
  const { pods, services } = clusterOf(kubernetesShop(ports), ADDRESSES_OF, ports.payment);
  const found = sides.inFiles('cluster', { pods: [...pods, ...strangersOf(pods)], services });
  const rendered = KINDS.flatMap((kind) => monitorsOf(ports, kind));
  KINDS.forEach((kind) => sides.addMonitors(kind, rendered.filter((monitor) => monitor.kind === kind), found));
  const monitors: Monitors = (component, kind = MonitorKind.POD_MONITOR) =>
    rendered.find((monitor) => monitor.kind === kind && monitor.metadata.labels['app.oam.dev/component'] === component);
  addSides(sides, monitors, found, ports);
  const prometheus = await startPrometheus({ config: sides.config(), files: sides.files });
  const wanted = [...COMPONENTS, ...PAIRS.map(([, component]) => component)].map(upCount).reduce((a, b) => a + b);
  await expectSeries(prometheus.url, `up{${SIDE}=~"${[PLATFORM, ...KINDS].join('|')}"}`, wanted);
  // what should not be scraped would have been by then
  await new Promise((resolve) => setTimeout(resolve, 4 * INTERVAL));
  return { servers, sides, prometheus };
}
