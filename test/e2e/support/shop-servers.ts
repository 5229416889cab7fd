import { SECOND } from './cli-pods';
import { randomPassword } from './htpasswd';
import { freePort, LOOPBACK } from './ports';
import { COMPONENTS, ENDPOINTS, SECRETS, ShopComponent } from './shop';
import { Ports } from './shop-workloads';
import { Secrets } from './sides';
import { startWorkload, Workload } from './workload';

/** The shop's servers: each component has two pods, at addresses of their own. */
export interface ShopServers {
  readonly ports: Ports;
  readonly secrets: Secrets;
  /** By component. */
  readonly workloads: Readonly<Record<string, readonly Workload[]>>;
}

export const ADDRESSES = [LOOPBACK, SECOND];
/** Those of each component. */
export const ADDRESSES_OF = Object.fromEntries(COMPONENTS.map((component) => [component, ADDRESSES]));

/** How many targets a component has. */
export const upCount = (component: ShopComponent) => ENDPOINTS[component].length * ADDRESSES.length;

const PATHS: Readonly<Record<string, string>> = { statistics: '/stats', payment: '/wls-exporter/metrics', reviews: '/actuator/prometheus' };
/** The metric's own labels meet those that discovery and relabelling give. */
const METRIC = 'requests_total{app="a",container="b",endpoint="c",job="d",namespace="e",pod="f",pod_name="g",service="h",own="i"}';

/** Starts them. The value of a metric tells its port and its pod. */
export async function startShopServers(): Promise<ShopServers> {
  const ports: Record<string, number> = {};
  for (const name of ['idle', ...Object.values(ENDPOINTS).flat()]) ports[name] = await freePort();
  const secrets = Object.fromEntries(Object.values(SECRETS).map((name) => [name, { username: `user-of-${name}`, password: randomPassword() }]));
  const workloads = await Promise.all(COMPONENTS.map(async (component) => {
    const { username: user, password } = secrets[SECRETS[component]] ?? {};
    const servers = ENDPOINTS[component].flatMap((endpoint) => ADDRESSES.map(async (host, index) => startWorkload({
      metrics: `${METRIC} ${ports[endpoint]}.${index + 1}\n`, path: PATHS[endpoint], host, port: ports[endpoint], user, password,
    })));
    return [component, await Promise.all(servers)];
  }));
  return { ports, secrets, workloads: Object.fromEntries(workloads) };
}
