import { join } from 'node:path';
import { App } from 'cdk8s';
import { IngressProvider, KubernetesPlatform, MonitoringProvider, OamPlatform, Platform, SeriesLabels, TlsCertificate } from 'cdk8s-oam';

/** A platform for each folder of manifests. */
export type Platforms = Readonly<Record<string, Platform>>;

/** Prometheus by its operator. */
export const prometheus = MonitoringProvider.prometheusOperator({
  namespace: 'monitoring',
  name: 'system',
  monitorSelector: { matchLabels: { release: 'prometheus' } },
  monitorNamespaceSelector: {},
  // dashboards and alerts of the platform go on working
  seriesLabels: SeriesLabels.PLATFORM,
});

/** A cluster without an OAM platform, whose requests come in by an ingress controller. */
export const kubernetes = new KubernetesPlatform({
  metrics: prometheus,
  ingress: IngressProvider.nginx({ domain: 'apps.example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  scraperUser: 'metrics',
});

const PLATFORMS: Platforms = { oam: OamPlatform.verrazzano(), kubernetes };

/** The same program for each platform, which is all that differs. */
export function onEachPlatform(declare: (app: App) => void, platforms = PLATFORMS): void {
  for (const [folder, platform] of Object.entries(platforms)) {
    const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? 'dist', folder) });
    Platform.install(app, platform);
    declare(app);
    app.synth();
  }
}
