import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { onEachPlatform } from '../platforms';
import { ApplicationConfiguration, KubernetesPlatform, MonitoringProvider, PodSecurity } from 'cdk8s-oam';

/** A web server for browsers, at a port of each node. */
const web = (name: string, port: number, nodePort: number) => ({
  image: `dockersamples/examplevotingapp_${name}`,
  ports: [{ name, port: 80 }],
  service: { spec: { type: 'NodePort', ports: [{ name: `${name}-service`, port, targetPort: k8s.IntOrString.fromNumber(80), nodePort }] } },
});

/** Data that end with their pod. */
const scratch = (name: string, mountPath: string) => ({
  volumes: [{ name, emptyDir: {} }],
  volumeMounts: [{ name, mountPath }],
});

/** https://github.com/dockersamples/example-voting-app, the folder k8s-specifications/ */
function votingApp(app: App): void {
  const chart = new Chart(app, 'voting-app', { namespace: 'voting-app' });
  const voting = new ApplicationConfiguration(chart, 'voting-app');

  voting.addDeployment('vote', web('vote', 8080, 31000));
  voting.addDeployment('result', web('result', 8081, 31001));
  voting.addDeployment('worker', { image: 'dockersamples/examplevotingapp_worker' });
  voting.addDeployment('redis', {
    image: 'redis:alpine',
    ports: [{ name: 'redis', port: 6379 }],
    ...scratch('redis-data', '/data'),
  });
  voting.addDeployment('db', {
    image: 'postgres:15-alpine',
    containerName: 'postgres',
    ports: [{ name: 'postgres', port: 5432 }],
    env: { POSTGRES_USER: 'postgres' },
    envSources: { POSTGRES_PASSWORD: { secretKeyRef: { name: 'db', key: 'password' } } },
    ...scratch('db-data', '/var/lib/postgresql/data'),
  });
}

onEachPlatform(votingApp, {
  kubernetes: new KubernetesPlatform({
    metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
    // the images run as root
    defaults: { podSecurity: PodSecurity.BASELINE, resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } } },
  }),
});
