/** What the platform makes of a MetricsTrait: written from the facts about it, not from the library. */
export interface Defaults {
  readonly port: number;
  readonly path: string;
  readonly secret?: string;
}

const GENERIC: Defaults = { port: 8080, path: '/metrics' };

/** The defaults of a workload's type; nothing for what cannot be scraped. */
export function defaultsOf(workload: any): Defaults | undefined {
  const type = `${workload.apiVersion.split('/')[0]} ${workload.kind}`;
  if (/^oam\.[^.]+\.io .*CoherenceWorkload$/.test(type)) return coherence(workload.spec.template.spec);
  if (/^oam\.[^.]+\.io .*WebLogicWorkload$/.test(type)) return weblogic(workload.spec.template.spec);
  if (/^oam\.[^.]+\.io .*HelidonWorkload$/.test(type)) return GENERIC;
  switch (type) {
    case 'coherence.oracle.com Coherence': return coherence(workload.spec);
    case 'weblogic.oracle Domain': return weblogic(workload.spec);
    case 'core.oam.dev ContainerizedWorkload': return GENERIC;
    case 'apps Deployment': return annotated(GENERIC, workload.spec.template.metadata?.annotations);
    default: return undefined;
  }
}

function coherence(spec: any): Defaults {
  const metrics = spec.coherence?.metrics?.enabled === false ? undefined : spec.coherence?.metrics;
  const secret = metrics?.ssl?.enabled === true ? metrics.ssl.secrets : undefined;
  return annotated({ port: metrics?.port ?? 9612, path: '/metrics', ...secret !== undefined && { secret } }, spec.annotations);
}

function weblogic(spec: any): Defaults {
  const secret = spec.webLogicCredentialsSecret?.name;
  return { port: 7001, path: '/wls-exporter/metrics', ...secret !== undefined && { secret } };
}

function annotated(defaults: Defaults, annotations: any = {}): Defaults {
  const port = annotations['prometheus.io/port'];
  return { ...defaults, ...port !== undefined && { port: Number(port) }, path: annotations['prometheus.io/path'] ?? defaults.path };
}

/** The endpoints of a MetricsTrait's spec: `ports`, and `port` last; without `ports` a single one. */
export function endpointsOf(spec: any, defaults: Defaults): { port: number; path: string }[] {
  if (spec.enabled === false) return [];
  const filled = (entry: any) => ({ port: entry.port ?? defaults.port, path: entry.path ?? defaults.path });
  if (!spec.ports?.length) return [filled(spec)];
  return spec.port === undefined ? spec.ports.map(filled) : [...spec.ports.map(filled), filled(spec)];
}

/** The job of an endpoint. */
export function jobOf(legacy: boolean, application: string, namespace: string | undefined, component: string, index: number): string {
  const suffix = index === 0 ? '' : `_${index}`;
  const ns = namespace ?? 'default';
  if (legacy) return `${application}_default_${ns}_${component}${suffix}`;
  const full = `${application}_${ns}_${component}${suffix}`;
  if (full.length <= 63) return full;
  const short = `${application}_${ns}${suffix}`;
  return short.length <= 63 ? short : short.substring(0, 63);
}
