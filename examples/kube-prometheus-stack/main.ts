import { App, Chart } from 'cdk8s';
import { addDashboard } from './dashboard';
import { onEachPlatform } from '../platforms';
import { ApplicationConfiguration, KubernetesPlatform, MetricsAlerts, MonitoringProvider } from 'cdk8s-oam';

export function demo(app: App): void {
  const chart = new Chart(app, 'demo', { namespace: 'demo' });
  const application = new ApplicationConfiguration(chart, 'demo');
  application.addDeployment('podinfo', {
    image: 'ghcr.io/stefanprodan/podinfo:6.9.2',
    command: ['./podinfo', '--port=9898', '--port-metrics=9797'],
    ports: [{ name: 'http', port: 9898, servicePort: 80 }, { name: 'metrics', port: 9797 }],
    probes: { readiness: { httpGet: { path: '/readyz', port: 9898 } } },
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    replicas: 2,
  });
  addDashboard(application);
  // the chart brings kube-state-metrics
  new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
}

// the chart is for Kubernetes alone
onEachPlatform(demo, {
  kubernetes: new KubernetesPlatform({
    metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  }),
});
