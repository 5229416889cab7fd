import { ApiObject, App, Chart } from 'cdk8s';
import { describeCluster } from './support/describe-cluster';
import {
  ApplicationConfiguration, Component, DeploymentWorkload, DeploymentWorkloadProps, KubernetesPlatform, MonitoringProvider, Platform, PodSpecPatch,
} from '../../src';

// `podSpec`, held against the server's own strategic merge patches

const FLAT: DeploymentWorkloadProps = {
  image: 'example/greet:1',
  ports: [{ name: 'http', port: 8080 }, { name: 'dns', port: 5353, protocol: 'UDP' as any }],
  env: { GREETING: 'Hello', KEPT: 'yes' },
  envFrom: [{ configMapRef: { name: 'settings' } }],
  args: ['--old'],
  resources: { requests: { cpu: '100m', memory: '64Mi' } },
  probes: { readiness: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 } },
  securityContext: { capabilities: { add: ['NET_BIND_SERVICE'] } },
  volumes: [{ name: 'config', configMap: { name: 'greet' } }],
  volumeMounts: [{ name: 'config', mountPath: '/etc/greet', readOnly: true }],
  spread: [{ topologyKey: 'kubernetes.io/hostname' }],
};

const PATCH: PodSpecPatch = {
  containers: [
    { name: 'helper', image: 'example/helper:1', resources: { requests: { cpu: '10m' } }, livenessProbe: { tcpSocket: { port: 9999 } } },
    {
      name: 'greet',
      args: ['--new'],
      env: [{ name: 'GREETING', value: 'Hi' }, { name: 'ADDED', value: 'yes' }],
      envFrom: [{ secretRef: { name: 'keys' } }],
      ports: [{ containerPort: 8080, hostPort: 8081 }, { containerPort: 9090, name: 'metrics' }],
      readinessProbe: { httpGet: { port: 8080 }, timeoutSeconds: 2 },
      resources: { limits: { memory: '128Mi' } },
      securityContext: { capabilities: { add: ['CHOWN'] }, runAsUser: 1000 },
      volumeMounts: [{ name: 'config', mountPath: '/etc/greet', subPath: 'x' }, { name: 'tmp', mountPath: '/tmp' }],
    },
  ],
  initContainers: [{ name: 'proxy', image: 'example/proxy:1', restartPolicy: 'Always' }],
  volumes: [{ name: 'tmp', emptyDir: {} }, { name: 'config', configMap: { optional: true } }],
  topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 }],
  tolerations: [{ key: 'a', operator: 'Exists' }],
  imagePullSecrets: [{ name: 'registry' }],
  hostAliases: [{ ip: '10.0.0.2', hostnames: ['db'] }],
  nodeSelector: { disk: 'ssd' },
};

/** The Deployment that a component renders. */
function deployment(props: DeploymentWorkloadProps): any {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  Platform.install(chart, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }) }));
  const component = new Component(chart, 'greet', { workload: new DeploymentWorkload(props) });
  const binding = new ApplicationConfiguration(chart, 'shop').addComponent(component);
  return binding.node.findAll().filter(ApiObject.isApiObject).find(each => each.kind === 'Deployment')!.toJson();
}

/** The same value with all lists of objects in one order: the server puts what is added in front. */
function inOrder(value: any): any {
  if (Array.isArray(value)) return value.map(inOrder).sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map(key => [key, inOrder(value[key])]));
}

describeCluster({}, 'pods', (cluster) => {
  test('are merged as the server merges a patch', async () => {
    const { client } = cluster();
    await client.namespace('shop');
    const podsAfter = async (object: any, patch?: object) => {
      const type = 'application/strategic-merge-patch+json';
      await client.apply(object);
      if (patch) await client.ask('PATCH', await client.pathOf(object), { spec: { template: { spec: patch } } }, type);
      const { spec } = await client.get(object);
      await client.delete(object);
      return spec.template.spec;
    };
    const byServer = await podsAfter(deployment(FLAT), PATCH);
    const byLibrary = await podsAfter(deployment({ ...FLAT, podSpec: PATCH }));

    expect(inOrder(byLibrary)).toEqual(inOrder(byServer));
    expect(byLibrary.containers.map(({ name }: any) => name)).toEqual(['greet', 'helper']);
    expect(byLibrary.containers[0].ports).toHaveLength(3);
  });
});
