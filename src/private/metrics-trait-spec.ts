import { flag, isObject, list, object } from './check';
import { Check, FINE, Finding, finding } from './finding';
import type { Endpoint } from './metrics';
import { secretName } from './names';
import { metricsPath, port, scraper } from './network';

const FIELDS = object({ enabled: flag, port, path: metricsPath, ports: list(object({ port, path: metricsPath })), secret: secretName, scraper });

/** The check of a MetricsTrait's spec, on a workload with these defaults. */
export function metricsTraitSpec(defaults?: Endpoint): Check {
  return (spec, field) => [...FIELDS(spec, field), ...isObject(spec) ? endpoints(spec, defaults) : FINE];
}

/** What has another type is refused as such. */
const comparable = (value: unknown) => value == null || typeof value === 'number' || typeof value === 'string';

function endpoints(spec: Record<string, any>, defaults?: Endpoint): Finding[] {
  const ports: any[] = Array.isArray(spec.ports) ? spec.ports.filter(isObject) : [];
  const seen = new Map<string, string>();
  const entries = [...ports.map((entry, i) => ({ entry, field: `ports[${i}]` })), ...ports.length > 0 && spec.port != null ? [{ entry: spec, field: 'port' }] : []];
  const repeated = entries.filter(({ entry }) => comparable(entry.port) && comparable(entry.path)).flatMap(({ entry, field }) => {
    const key = `${entry.port ?? defaults?.port} ${entry.path ?? defaults?.path}`;
    const first = seen.get(key);
    if (first) {
      const { port: number = defaults?.port ?? 'by default', path: at = defaults?.path ?? 'by default' } = entry;
      return finding('duplicate-endpoint', field, `repeats '${first}': port ${number}, path ${at}`,
        field === 'port' ? 'leave one of them out: \'port\' is one endpoint more' : 'leave one of them out');
    }
    seen.set(key, field);
    return FINE;
  });
  const unused = ports.length > 0 && spec.path != null && spec.port == null
    ? finding('unused-path', 'path', 'belongs to no endpoint: beside \'ports\' it goes with \'port\' only', 'put it into the entries of \'ports\', or give \'port\' too')
    : FINE;
  return [...repeated, ...unused];
}
