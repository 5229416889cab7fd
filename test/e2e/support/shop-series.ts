import { UID_LABELS } from './platform-pods';
import { expectSeries, FoundSeries, without } from './series';
import { APPLICATION, COMPONENTS, LONG, NAMESPACE, ShopComponent, WITHOUT_SERVICE } from './shop';
import { upCount } from './shop-servers';
import { SIDE } from './sides';
import { MonitorKind } from '../../../src';

/** The side that scrapes as the OAM platform does; each kind of monitors has one too. */
export const PLATFORM = 'platform';
export const KINDS = [MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR];
/** Each kind with the components that have a monitor of it. */
export const PAIRS = KINDS.flatMap((kind) => COMPONENTS.map((component): [MonitorKind, ShopComponent] => [kind, component]))
  .filter(([kind, component]) => kind === MonitorKind.POD_MONITOR || !WITHOUT_SERVICE.includes(component));

/** How many series each side has. */
export const COUNTS = [['PodMonitor', '32'], ['ServiceMonitor', '20'], [PLATFORM, '32']];

/** Components whose revision the program pins: of others a program cannot know it. */
const PINNED: readonly ShopComponent[] = ['stock'];

/** The series of a component that a side has scraped. */
export async function scraped(url: string, side: string, component: ShopComponent): Promise<FoundSeries[]> {
  const expression = `{__name__=~"up|requests_total",${SIDE}="${side}",app_oam_dev_component="${component}"}`;
  return without(await expectSeries(url, expression, 2 * upCount(component)), [SIDE]);
}

/** The series of the OAM platform as they are without it: equal, but for what is named here. */
export function expectedOf(ofPlatform: readonly FoundSeries[], component: ShopComponent): FoundSeries[] {
  const gone = [...UID_LABELS, ...PINNED.includes(component) ? [] : ['app_oam_dev_revision']];
  // over 63 characters the platform leaves the component out
  const job = component === LONG && { job: `${APPLICATION}_${NAMESPACE}_${LONG}` };
  return without(ofPlatform.map(({ labels, value }) => ({ labels: { ...labels, ...job }, value })), gone);
}
