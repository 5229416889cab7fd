import { bindOn, endpointsOf, findingOf, findingsOf, helidonWith, kubernetesChart, listening, objectsOf, weblogic } from './support';
import { CONFIG_MAP, CRON_JOB, DAEMON_SET, deploymentWith, JOB, ofKind, POD, PODS, REPLICA_SET, shop, STATEFUL_SET, storage } from './traits-support';
import { ContainerizedWorkload, CustomTrait, ImagePullPolicy, LoggingTrait, LoggingTraitProps, Workload } from '../../../src';
import { expectGolden } from '../../support/golden';

const CONFIG = '<match **>\n  @type stdout\n</match>\n';
const LOG: LoggingTraitProps = { loggingConfig: CONFIG, loggingImage: 'example/fluentd:1', imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT };

function logged(workload?: Workload, props: LoggingTraitProps = LOG) {
  const binding = bindOn(kubernetesChart(), workload);
  new LoggingTrait(binding, 'logging', props);
  return binding;
}

const object = (binding: ReturnType<typeof logged>, kind: string, index = 0) => objectsOf(binding).filter(each => each.kind === kind)[index];

test('golden: a sidecar that reads what the other containers write, and its configuration', () => {
  const workload = listening({
    config: [{ path: '/etc/greet/greet.conf', value: 'greeting=hello\n' }],
    resources: {
      cpu: { required: '1' },
      memory: { required: '1Gi' },
      volumes: [{ name: 'logs', mountPath: '/logs', disk: { required: '1Gi', ephemeral: true } }],
    },
  });

  expectGolden('kubernetes-logging', objectsOf(logged(workload)).filter(({ kind }) => ['Deployment', 'ConfigMap'].includes(kind)));
});

const LOGS = { name: 'logs', mountPath: '/logs' };
const sidecar = (name: string, mounts: any[]) => ({
  name: 'logging-stdout',
  image: 'example/fluentd:1',
  imagePullPolicy: 'IfNotPresent',
  env: [{ name: 'FLUENTD_CONF', value: 'custom.conf' }],
  volumeMounts: [...mounts, { name, mountPath: '/fluentd/etc/custom.conf', subPath: 'custom.conf', readOnly: true }],
});

describe.each<[string, Workload, (object: any) => any]>([
  ['StatefulSet', STATEFUL_SET, each => each.spec.template],
  ['DaemonSet', DAEMON_SET, each => each.spec.template],
  ['ReplicaSet', REPLICA_SET, each => each.spec.template],
  ['Pod', POD, each => each],
])('%s', (kind, workload, podsOf) => {
  const name = `logging-stdout-greet-${kind.toLowerCase()}`;

  test('has the sidecar last, and its volume', () => {
    const { metadata, spec } = podsOf(object(logged(workload), kind));

    expect(spec.containers).toEqual([...PODS.spec.containers, sidecar(name, [LOGS])]);
    expect(spec.volumes).toEqual([{ name: 'logs', emptyDir: {} }, { name, configMap: { name } }]);
    // a Pod cannot be replaced by a change
    expect(Object.keys(metadata.annotations ?? {})).toEqual(kind === 'Pod' ? [] : ['checksum/logging']);
  });

  test('has a ConfigMap, which is a part of the trait', () => {
    const configMap = object(logged(workload), 'ConfigMap');

    expect(configMap.metadata).toMatchObject({ name, namespace: 'ns', labels: { 'app.oam.dev/component': 'greet', 'app.oam.dev/resourceType': 'TRAIT' } });
    expect(configMap.data).toEqual({ 'custom.conf': CONFIG });
  });
});

test('HelidonWorkload', () => {
  const { spec } = object(logged(helidonWith(undefined)), 'Deployment');

  expect(spec.template.spec.containers[1]).toEqual(sidecar('logging-stdout-greet-deployment', []));
});

describe('Coherence', () => {
  const OWN = { name: 'logging-stdout-storage-coherence', configMap: { name: 'logging-stdout-storage-coherence' } };

  test('the sidecar is one of the operator\'s, which gives it the volumes of the resource itself', () => {
    const binding = logged(storage({ volumeMounts: [LOGS], volumes: [{ name: 'logs', emptyDir: {} }], sideCars: [{ name: 'own', image: 'example/own:1' }] }));
    const { sideCars, volumes, volumeMounts, annotations } = object(binding, 'Coherence').spec;

    expect(sideCars).toEqual([{ name: 'own', image: 'example/own:1' }, sidecar(OWN.name, [])]);
    expect(volumes).toEqual([{ name: 'logs', emptyDir: {} }, OWN]);
    expect(volumeMounts).toEqual([LOGS]);
    expect(Object.keys(annotations)).toEqual(['checksum/logging']);
  });

  const ARGUMENTS = [
    '-Dcoherence.log=jdk',
    '-Dcoherence.log.logger=com.oracle.coherence',
    '-Djava.util.logging.config.file=/coherence-operator/utils/logging/logging.properties',
  ];

  test('the members log into files of a volume, as the platform lets them', () => {
    const { jvm, volumes, volumeMounts } = object(logged(storage({ jvm: { memory: { heapSize: '1g' }, args: ['-Da=b'] } })), 'Coherence').spec;

    expect(jvm).toEqual({ memory: { heapSize: '1g' }, args: ['-Da=b', ...ARGUMENTS] });
    expect(volumes).toEqual([{ name: 'logging-stdout-files', emptyDir: {} }, OWN]);
    expect(volumeMounts).toEqual([{ name: 'logging-stdout-files', mountPath: '/logs' }]);
  });

  test('what their own arguments say stays', () => {
    const own = ['-Dcoherence.log=slf4j', '-Djava.util.logging.config.file=/own.properties'];

    expect(object(logged(storage({ jvm: { args: own } })), 'Coherence').spec.jvm.args).toEqual([...own, ARGUMENTS[1]]);
  });

  test('without the trait nothing is added', () => {
    const { spec } = objectsOf(bindOn(kubernetesChart(), storage())).find(({ kind }) => kind === 'Coherence');

    expect(Object.keys(spec)).toEqual(['labels', 'ports']);
  });

  test('is scraped as before', () => {
    expect(endpointsOf(logged(storage()))).toEqual([{ scheme: 'http', port: 'metrics', path: '/metrics' }]);
  });
});

describe('WebLogic', () => {
  const NAME = 'logging-stdout-shop-domain';
  const SCRATCH = { name: 'logging-stdout-files', mountPath: '/scratch' };
  const FLAT = { logHome: '/scratch/logs/shop', logHomeEnabled: true, logHomeLayout: 'Flat' };
  const domain = (spec: any = {}) => object(logged(shop(spec)), 'Domain').spec;
  const logHomeOf = ({ logHome, logHomeEnabled, logHomeLayout }: any) => ({ logHome, logHomeEnabled, logHomeLayout });
  const volumesOf = ({ serverPod }: any) => serverPod.volumes.filter(({ configMap }: any) => configMap === undefined);

  test('the servers log into a volume, which the sidecar of each reads', () => {
    const spec = domain();

    expect(logHomeOf(spec)).toEqual(FLAT);
    expect(spec.serverPod.volumes).toEqual([{ name: SCRATCH.name, emptyDir: {} }, { name: NAME, configMap: { name: NAME } }]);
    expect(spec.serverPod.volumeMounts).toEqual([SCRATCH]);
    expect(spec.serverPod.containers).toEqual([sidecar(NAME, [SCRATCH])]);
  });

  test('what else the servers mount is there too', () => {
    const binding = logged(shop({ serverPod: { volumeMounts: [LOGS], volumes: [{ name: 'logs', emptyDir: {} }] } }));
    const { serverPod } = object(binding, 'Domain').spec;

    expect(serverPod.containers).toEqual([sidecar(NAME, [LOGS, SCRATCH])]);
    expect(serverPod.volumes).toEqual([{ name: 'logs', emptyDir: {} }, { name: SCRATCH.name, emptyDir: {} }, { name: NAME, configMap: { name: NAME } }]);
    expect(object(binding, 'Cluster').spec).toEqual({ clusterName: 'front', replicas: 2 });
  });

  test('a v8 Domain has no layout', () => {
    const spec = object(logged(weblogic()), 'Domain').spec;

    expect(logHomeOf(spec)).toEqual({ ...FLAT, logHomeLayout: undefined });
    expect(spec.serverPod.volumeMounts).toEqual([SCRATCH]);
  });

  test.each<[string, string, string[]]>([
    ['in a volume of its own', '/shared/logs/', ['shared']],
    ['in a volume that is mounted at just this place', '/shared', ['shared']],
    ['in no volume', '/u01/logs', ['shared', 'logging-stdout-files']],
    ['in no volume, with a slash at the end', '/u01/logs/', ['shared', 'logging-stdout-files']],
    ['beside a volume whose path begins alike', '/shared-logs', ['shared', 'logging-stdout-files']],
    ['below the directory of the platform', '/scratch/own', ['shared', 'logging-stdout-files']],
  ])('a log home of its own stays: %s', (_, logHome, volumes) => {
    const spec = domain({ logHome, logHomeLayout: 'ByServers', serverPod: { volumeMounts: [{ name: 'shared', mountPath: '/shared/' }], volumes: [{ name: 'shared', emptyDir: {} }] } });

    expect(logHomeOf(spec)).toEqual({ logHome, logHomeEnabled: true, logHomeLayout: 'ByServers' });
    expect(volumesOf(spec).map(({ name }: any) => name)).toEqual(volumes);
    const expected = volumes.length === 1 ? [] : [{ name: 'logging-stdout-files', mountPath: logHome.startsWith('/scratch') ? '/scratch' : logHome.replace(/\/$/, '') }];
    expect(spec.serverPod.volumeMounts.slice(1)).toEqual(expected);
  });

  test('one that is switched off stays so where there is a volume', () => {
    const spec = domain({ logHomeEnabled: false, serverPod: { volumeMounts: [LOGS], volumes: [{ name: 'logs', emptyDir: {} }] } });

    expect(logHomeOf(spec)).toEqual({ logHomeEnabled: false });
    expect(spec.serverPod.volumeMounts).toEqual([LOGS]);
  });

  test('fails when it is switched off and there is no volume', () => {
    expect(findingOf(logged(shop({ logHomeEnabled: false })))).toBe(
      'not-expressible: could read no log: \'logHomeEnabled\' of Domain "shop" is false, and its servers mount no volume; leave \'logHomeEnabled\' out, or leave the trait out');
  });

  test('fails when a volume has the name of that for the logs', () => {
    expect(findingOf(logged(shop({ serverPod: { volumes: [{ name: SCRATCH.name, emptyDir: {} }] } })))).toBe(
      'duplicate-name: adds a volume "logging-stdout-files", and the workload has one of this name; rename that of the workload');
  });

  test('without the trait nothing is added', () => {
    const { serverPod, ...spec } = objectsOf(bindOn(kubernetesChart(), shop())).find(({ kind }) => kind === 'Domain').spec;

    expect(logHomeOf(spec)).toEqual({});
    expect(Object.keys(serverPod)).toEqual(['labels']);
  });
});

test('another configuration is another annotation: the pods are replaced', () => {
  const annotations = [CONFIG, `${CONFIG}#`, CONFIG].map(loggingConfig => object(logged(STATEFUL_SET, { ...LOG, loggingConfig }), 'StatefulSet').spec.template.metadata.annotations);

  expect(annotations[0]).not.toEqual(annotations[1]);
  expect(annotations[0]).toEqual(annotations[2]);
});

test('without a configuration the image has its own: nothing is mounted, and there is no ConfigMap', () => {
  const binding = logged(helidonWith(undefined), { loggingImage: 'example/fluentd:1' });

  expect(object(binding, 'Deployment').spec.template.spec.containers[1]).toEqual({ name: 'logging-stdout', image: 'example/fluentd:1' });
  expect(objectsOf(binding).some(({ kind }) => kind === 'ConfigMap')).toBe(false);
});

test('a long name is shortened where it must be, and nowhere else', () => {
  const name = 'n'.repeat(63);
  const binding = logged(new ContainerizedWorkload({ name, containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] }));
  const [volume] = object(binding, 'Deployment').spec.template.spec.volumes;

  expect(volume.configMap).toEqual({ name: `logging-stdout-${name}-deployment` });
  expect(volume.name).toMatch(/^logging-stdout-n{39}-[0-9a-f]{8}$/);
  expect(object(binding, 'ConfigMap').metadata.name).toBe(volume.configMap.name);
});

test('taken out of the tree, it leaves the workload as it was', () => {
  const binding = logged();
  binding.node.tryRemoveChild('logging');

  expect(objectsOf(binding)).toEqual(objectsOf(bindOn(kubernetesChart())));
});

describe('what cannot be', () => {
  const NO_PODS = 'to which a sidecar could be added; put the trait on the component whose workload runs the pods';

  test.each<[string, Workload]>([['ConfigMap', CONFIG_MAP], ['Foo', ofKind('example.com/v1', 'Foo', { replicas: 1 })]])('fails when there are no pods: %s', (kind, workload) => {
    expect(findingOf(logged(workload))).toBe(`not-expressible: a ${kind} has no pods ${NO_PODS}`);
  });

  test.each<[string, Workload]>([['Job', JOB], ['CronJob', CRON_JOB]])('fails when the pods must come to an end: %s', (kind, workload) => {
    expect(findingOf(logged(workload))).toBe(`not-expressible: the pods of a ${kind} terminate, which a sidecar never does; leave it out, and read what the pods print`);
  });

  test.each<[string, Workload]>([['Coherence', storage()], ['WebLogic', shop()]])('fails when there is no image: %s', (_, workload) => {
    expect(findingOf(logged(workload, { loggingConfig: CONFIG }))).toBe(
      'missing-field: \'loggingImage\' is required: only an OAM platform has its own image; give an image with Fluentd');
  });

  test('fails when there is no image, whoever wrote the trait', () => {
    const binding = bindOn(kubernetesChart());
    new CustomTrait(binding, 'logging', { manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'LoggingTrait' } });

    expect(findingOf(binding)).toMatch(/^missing-field: /);
  });

  test('fails when two containers mount different volumes at one place', () => {
    const containers = [{ name: 'one', image: 'example/main:1', volumeMounts: [{ name: 'a', mountPath: '/logs' }] }, { name: 'two', image: 'example/main:1', volumeMounts: [{ name: 'b', mountPath: '/logs' }] }];
    const spec = { ...PODS.spec, containers, volumes: ['a', 'b'].map(name => ({ name, emptyDir: {} })) };

    expect(findingOf(logged(ofKind('v1', 'Pod', spec)))).toBe(
      'not-expressible: the sidecar mounts what the other containers mount, and different volumes are mounted at "/logs"; mount them at different places');
  });

  const RENAME = 'and the workload has one of this name; rename that of the workload';
  const MOUNTS = 'not-expressible: the sidecar mounts what the other containers mount, and';

  test.each<[string, any, any, string]>([
    ['a container has the name of the sidecar', { name: 'logging-stdout' }, {}, `duplicate-name: adds a container "logging-stdout", ${RENAME}`],
    ['a container that starts before has the name of the sidecar', {}, { initContainers: [{ name: 'logging-stdout', image: 'a' }] }, `duplicate-name: adds a container "logging-stdout", ${RENAME}`],
    ['a volume has the name of its volume', {}, { volumes: [{ name: 'logging-stdout-greet-deployment', emptyDir: {} }] }, `duplicate-name: adds a volume "logging-stdout-greet-deployment", ${RENAME}`],
    ['a container mounts something where its file goes', { volumeMounts: [{ name: 'data', mountPath: '/fluentd/etc/custom.conf' }] }, {}, `${MOUNTS} different volumes are mounted at "/fluentd/etc/custom.conf"; mount them at different places`],
  ])('fails when %s', (_, container, spec, message) => {
    expect(findingOf(logged(deploymentWith(container, spec)))).toBe(message);
  });

  test('fails when a sidecar of Coherence has its name', () => {
    expect(findingOf(logged(storage({ sideCars: [{ name: 'logging-stdout', image: 'a' }] })))).toBe(`duplicate-name: adds a container "logging-stdout", ${RENAME}`);
  });

  test('fails when there is a second one, whatever its name', () => {
    const binding = logged();
    new LoggingTrait(binding, 'second', { loggingImage: 'example/fluentd:2', metadata: { name: 'other' } });

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet/second] duplicate-trait: is a second LoggingTrait beside \'c/hello/greet/logging\', and both would change the one workload; leave one of them out',
    ]);
  });
});
