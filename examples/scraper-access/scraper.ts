import { Chart } from 'cdk8s';
import { kubernetes, onEachPlatform } from '../platforms';
import { NetworkPeer, OamPlatform, Scraper, ScraperService } from 'cdk8s-oam';

/** The Service that the Prometheus Operator makes, and its labels for the pods of a Prometheus that is called `system`. */
export const PROMETHEUS: ScraperService = {
  name: 'prometheus-operated',
  port: 9090,
  podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'system' },
};

/** Who reads it past the ingress, without a password: Grafana, and the pods of this Prometheus, which scrape each other. */
export const READERS: readonly NetworkPeer[] = [
  { podLabels: { 'app.kubernetes.io/name': 'grafana' } },
  { podLabels: PROMETHEUS.podLabels! },
];

const acme = new OamPlatform({
  vendor: 'acme',
  systemNamespace: 'monitoring',
  systemScraper: Scraper.of('monitoring', 'prometheus'),
  scraperUser: 'metrics',
});

/** The manifests for the cluster that runs a controller. Each has an App of its own, since one App is one cluster. */
export function renderAccess(controller: string, declare: (chart: Chart) => void): void {
  onEachPlatform(app => declare(new Chart(app, `scraper-access-${controller}`)), { oam: acme, kubernetes });
}
