import { App, Chart } from 'cdk8s';
import { OamPlatform, Platform, Scraper, ScraperService } from 'cdk8s-oam';

/** The Service that the Prometheus Operator makes, and its labels for the pods of a Prometheus that is called `system`. */
export const PROMETHEUS: ScraperService = {
  name: 'prometheus-operated',
  port: 9090,
  podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'system' },
};

/** The manifests for the cluster that runs a controller. Each has an App of its own, since one App is one cluster. */
export function scraperChart(controller: string): Chart {
  const app = new App();
  Platform.install(app, new OamPlatform({
    vendor: 'acme',
    systemNamespace: 'monitoring',
    systemScraper: Scraper.of('monitoring', 'prometheus'),
    scraperUser: 'metrics',
  }));
  return new Chart(app, `scraper-access-${controller}`);
}
