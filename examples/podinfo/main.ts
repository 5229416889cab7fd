import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { onEachPlatform } from '../platforms';
import { ApplicationConfiguration, AutoscalerTrait, KubernetesPlatform, MonitoringProvider, PodSecurity } from 'cdk8s-oam';

const check = (path: string) => ({ exec: { command: ['podcli', 'check', 'http', `localhost:9898${path}`] } });

/** https://github.com/stefanprodan/podinfo, the folder kustomize/ */
function podinfo(app: App): void {
  const chart = new Chart(app, 'podinfo', { namespace: 'podinfo' });
  const binding = new ApplicationConfiguration(chart, 'podinfo').addDeployment('podinfo', {
    image: 'ghcr.io/stefanprodan/podinfo:6.14.1',
    containerName: 'podinfod',
    command: [
      './podinfo', '--port=9898', '--port-metrics=9797', '--grpc-port=9999', '--grpc-service-name=podinfo', '--level=info', '--random-delay=false',
      '--random-error=false',
    ],
    ports: [{ name: 'http', port: 9898 }, { name: 'http-metrics', port: 9797 }, { name: 'grpc', port: 9999 }],
    env: { PODINFO_UI_COLOR: '#34577c' },
    probes: { liveness: check('/healthz'), readiness: check('/readyz') },
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '2', memory: '512Mi' } },
    volumes: [{ name: 'data', emptyDir: {} }],
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
    minReadySeconds: 3,
    revisionHistoryLimit: 5,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: k8s.IntOrString.fromNumber(0) } },
    // the image names its user, and the kubelet needs the number
    podSpec: { securityContext: { runAsUser: 100 } },
  });
  new AutoscalerTrait(binding, 'autoscaler', { minReplicas: 2, maxReplicas: 4, cpuUtilization: 99 });
}

onEachPlatform(podinfo, {
  kubernetes: new KubernetesPlatform({
    metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
    defaults: { podSecurity: PodSecurity.RESTRICTED, probes: { initialDelaySeconds: 5, timeoutSeconds: 5 } },
  }),
});
