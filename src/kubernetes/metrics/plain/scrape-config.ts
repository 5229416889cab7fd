import { jobFields, jobRules } from './job';
import type { EndpointOfJob, ScrapedComponent } from '../endpoints';

/** The only version of the kind. */
export const SCRAPE_CONFIG_VERSION = 'monitoring.coreos.com/v1alpha1';

/** The fields that a ScrapeConfig and an endpoint of a monitor share: the operator reads the Secrets. */
const AS_GIVEN = ['basicAuth', 'authorization', 'tlsConfig', 'metricRelabelings'];

/** The spec of a ScrapeConfig of the Prometheus Operator. */
export function scrapeConfig(endpoint: EndpointOfJob, component: ScrapedComponent, namespace: string): object {
  const { scheme, ...fields } = jobFields(endpoint, component);
  const given = Object.entries(endpoint.fields).filter(([name, value]) => AS_GIVEN.includes(name) && value != null);
  return {
    ...fields,
    // older operators accept no other spelling
    scheme: String(scheme).toUpperCase(),
    ...Object.fromEntries(given),
    kubernetesSDConfigs: [{ role: 'Pod', namespaces: { names: [namespace] } }],
    relabelings: jobRules(endpoint),
  };
}
