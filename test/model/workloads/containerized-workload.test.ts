import {
  ContainerizedWorkload, ContainerizedWorkloadProps, ContainerProtocol, CpuArchitecture, OperatingSystem, VolumeAccessMode, VolumeSharingPolicy,
} from '../../../src';
import { bind, newChart, rendered, renderedEntry, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';

/** Every field of the schema. */
const SPEC = {
  osType: OperatingSystem.LINUX,
  arch: CpuArchitecture.ARM64,
  containers: [
    {
      name: 'main',
      image: 'example/greet:1.0',
      command: ['java'],
      args: ['-jar', 'greet.jar'],
      resources: {
        cpu: { required: '500m' },
        memory: { required: '256Mi' },
        gpu: { required: '1' },
        volumes: [
          {
            name: 'data',
            mountPath: '/data',
            accessMode: VolumeAccessMode.READ_ONLY,
            sharingPolicy: VolumeSharingPolicy.SHARED,
            disk: { required: '1Gi', ephemeral: true },
          },
          { name: 'cache', mountPath: '/cache' },
        ],
        extended: [{ name: 'example.com/v1.MotionSensor', required: 1 }, { name: 'example.com/v1.Camera', required: '2' }],
      },
      env: [{ name: 'LEVEL', value: 'INFO' }, { name: 'TOKEN', fromSecret: { name: 'greet', key: 'token' } }, { name: 'empty-value', value: '' }],
      config: [{ path: '/etc/greet/app.yaml', value: 'a: 1\n' }, { path: '/etc/keys/key.pem', fromSecret: { name: 'greet', key: 'key.pem' } }],
      ports: [{ name: 'http', containerPort: 8080, protocol: ContainerProtocol.TCP }, { name: 'discovery', containerPort: 7070, protocol: ContainerProtocol.UDP }],
      livenessProbe: {
        httpGet: { path: '/health/live', port: 8080, httpHeaders: [{ name: 'X-Probe', value: 'live' }] },
        initialDelaySeconds: 10,
        periodSeconds: 20,
        timeoutSeconds: 2,
        successThreshold: 1,
        failureThreshold: 0,
      },
      readinessProbe: { exec: { command: ['cat', '/ready'] } },
      imagePullSecret: 'registry',
    },
    { name: 'sidecar', image: 'example/sidecar:2', ports: [{ name: 'metrics', containerPort: 9090 }], livenessProbe: { tcpSocket: { port: 9090 } } },
  ],
} satisfies ContainerizedWorkloadProps;

const METADATA = { name: 'greet', labels: { app: 'greet' }, annotations: { note: 'all fields' } };

test('every field of the OAM schema is written as it is given', () => {
  expect(renderedWorkload(new ContainerizedWorkload({ ...METADATA, ...SPEC }))).toEqual({
    apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', metadata: METADATA, spec: SPEC,
  });
});

test('golden', () => {
  expectGolden('containerized-workload', rendered(bind(new ContainerizedWorkload({ ...METADATA, ...SPEC }))));
});

test('declares the ports of its containers', () => {
  expect(new ContainerizedWorkload(SPEC).declaredPorts).toEqual([
    { port: 8080, name: 'http', container: 'main', protocol: 'TCP' },
    { port: 7070, name: 'discovery', container: 'main', protocol: 'UDP' },
    { port: 9090, name: 'metrics', container: 'sidecar' },
  ]);
});

test('declares none where its containers have none', () => {
  expect(new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1' }] }).declaredPorts).toEqual([]);
});

test('is scraped at 8080 /metrics, whatever ports it declares', () => {
  const workload = new ContainerizedWorkload(SPEC);

  expect(workload.metricsDefaults).toEqual({ port: 8080, path: '/metrics' });
  expect(renderedEntry(bind(workload)).traits).toEqual([
    { trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } } },
  ]);
});

test('keeps a copy of its containers', () => {
  const containers = [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }];
  const workload = new ContainerizedWorkload({ containers });
  containers[0].ports[0].containerPort = 1;
  containers.pop();

  expect(renderedWorkload(workload).spec).toEqual({
    containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }],
  });
});

test('may be used by two components', () => {
  const chart = newChart();
  const workload = new ContainerizedWorkload(SPEC);
  bind(workload, {}, chart);

  expect(rendered(chart).find(o => o.kind === 'Component').spec.workload.spec).toEqual(SPEC);
  expect(renderedWorkload(workload).spec).toEqual(SPEC);
});
