import { flag, isObject, list, object } from './check';
import type { Endpoint } from './metrics';
import { secretName } from './names';
import { metricsPath, port, scraper } from './network';
import { Check, FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';

const FIELDS = object({ enabled: flag, port, path: metricsPath, ports: list(object({ port, path: metricsPath })), secret: secretName, scraper });

/** The check of a MetricsTrait's spec, on a workload with these defaults. */
export function metricsTraitSpec(defaults?: Endpoint): Check {
  return (spec, field) => [...FIELDS(spec, field), ...isObject(spec) ? endpoints(spec, defaults) : FINE];
}

/** What has another type is refused as such. */
const comparable = (value: unknown) => value == null || typeof value === 'number' || typeof value === 'string';

function endpoints(spec: Record<string, any>, defaults?: Endpoint): Finding[] {
  const ports: any[] = Array.isArray(spec.ports) ? spec.ports.filter(isObject) : [];
  const seen = new Map<string, Path>();
  const entries: { entry: Record<string, any>; at: Path }[] = ports.map((entry, i) => ({ entry, at: ['ports', i] }));
  if (ports.length > 0 && spec.port != null) entries.push({ entry: spec, at: ['port'] });
  const repeated = entries.filter(({ entry }) => comparable(entry.port) && comparable(entry.path)).flatMap(({ entry, at }) => {
    const { port: number = defaults?.port ?? 'by default', path = defaults?.path ?? 'by default' } = entry;
    const key = `${entry.port ?? defaults?.port} ${entry.path ?? defaults?.path}`;
    const first = seen.get(key);
    if (first) return found('duplicate-endpoint', at, { reason: at[0] === 'port' ? 'port' : 'entry', first, port: number, path });
    seen.set(key, at);
    return FINE;
  });
  const unused = ports.length > 0 && spec.path != null && spec.port == null ? found('unused-path', 'path') : FINE;
  return [...repeated, ...unused];
}
