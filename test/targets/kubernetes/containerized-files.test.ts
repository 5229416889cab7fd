import { bindOn, findingsOf, kubernetesChart, LABELS, listening, objectsOf, only } from './support';
import {
  ContainerizedConfig, ContainerizedContainer, ContainerizedVolume, ContainerizedWorkload, MetricsTrait, VolumeAccessMode, VolumeSharingPolicy,
  Workload,
} from '../../../src';

const AMOUNTS = { cpu: { required: '1' }, memory: { required: '1Gi' } };
const disk = { required: '1Gi' };
const { SHARED, EXCLUSIVE } = VolumeSharingPolicy;

const rendered = (given: Workload) => objectsOf(bindOn(kubernetesChart(), given));
const findings = (given: Workload) => findingsOf(bindOn(kubernetesChart(), given));
const podSpec = (objects: any[]) => only('Deployment', objects).spec.template.spec;

/** What becomes of a workload that has no metrics. */
function unscraped(given: Workload): any[] {
  const binding = bindOn(kubernetesChart(), given);
  new MetricsTrait(binding, 'metrics', { enabled: false });
  return objectsOf(binding);
}

/** Two containers, `main` and `other`. */
function two(main: Partial<ContainerizedContainer>, other: Partial<ContainerizedContainer>): Workload {
  return new ContainerizedWorkload({
    containers: [
      { name: 'main', image: 'i', ports: [{ name: 'http', containerPort: 8080 }], ...main },
      { name: 'other', image: 'i', ...other },
    ],
  });
}

const mounting = (...volumes: ContainerizedVolume[]) => ({ resources: { ...AMOUNTS, volumes } });

describe('config files', () => {
  const objects = (...config: ContainerizedConfig[]) => rendered(listening({ config }));

  test('of one directory are both there, and leave it what it has', () => {
    const all = objects({ path: '/etc/app/a.conf', value: 'a' }, { path: '/etc/app/b.conf', value: '' });
    const mount = (file: string) => ({ name: 'config-files', mountPath: `/etc/app/${file}`, subPath: `main.etc.app.${file}`, readOnly: true });

    expect(only('ConfigMap', all)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'greet-config', namespace: 'ns', labels: LABELS },
      data: { 'main.etc.app.a.conf': 'a', 'main.etc.app.b.conf': '' },
    });
    expect(podSpec(all).volumes).toEqual([{ name: 'config-files', configMap: { name: 'greet-config' } }]);
    expect(podSpec(all).containers[0].volumeMounts).toEqual([mount('a.conf'), mount('b.conf')]);
  });

  test('of two containers lie in one ConfigMap, and each mounts its own', () => {
    const all = rendered(two({ config: [{ path: '/a', value: '1' }] }, { config: [{ path: '/a', value: '2' }] }));

    expect(only('ConfigMap', all).data).toEqual({ 'main.a': '1', 'other.a': '2' });
    expect(podSpec(all).containers.map(({ volumeMounts }: any) => volumeMounts.map(({ subPath }: any) => subPath))).toEqual([['main.a'], ['other.a']]);
  });

  test('whose paths differ in what no key can have are told apart', () => {
    const keys = Object.keys(only('ConfigMap', objects({ path: '/a/b', value: '1' }, { path: '/a.b', value: '2' }, { path: '/ä', value: '3' }, { path: '/ö', value: '4' })).data);

    expect(new Set(keys).size).toBe(4);
    expect(keys.every(key => /^[-._a-zA-Z0-9]{1,253}$/.test(key))).toBe(true);
  });

  test('whose paths are long are told apart', () => {
    const long = `/${'a'.repeat(300)}`;
    const keys = Object.keys(only('ConfigMap', objects({ path: `${long}/x`, value: '1' }, { path: `${long}/y`, value: '2' })).data);

    expect(keys.map(key => key.length)).toEqual([253, 253]);
    expect(new Set(keys).size).toBe(2);
  });

  test('of secrets are mounted from them, by reference', () => {
    const all = objects({ path: '/etc/tls.crt', fromSecret: { name: 'tls', key: 'crt' } }, { path: '/etc/tls.key', fromSecret: { name: 'tls', key: 'key' } });
    const mount = (key: string) => ({ name: 'secret-tls', mountPath: `/etc/tls.${key}`, subPath: key, readOnly: true });

    expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodMonitor']);
    expect(podSpec(all).volumes).toEqual([{ name: 'secret-tls', secret: { secretName: 'tls' } }]);
    expect(podSpec(all).containers[0].volumeMounts).toEqual([mount('crt'), mount('key')]);
  });

  test('of secrets have volumes whose names Kubernetes takes, one for each', () => {
    const from = (name: string, path: string) => ({ path, fromSecret: { name, key: 'k' } });
    const names = podSpec(objects(from('a.b', '/1'), from('a-b', '/2'), from('s'.repeat(253), '/3'))).volumes.map(({ name }: any) => name);

    expect(names).toEqual([expect.stringMatching(/^secret-a-b-[0-9a-f]{8}$/), 'secret-a-b', expect.stringMatching(/^secret-s+-[0-9a-f]{8}$/)]);
    expect(names[2]).toHaveLength(63);
  });

  test('fail when they have both a value and a secret: the platform drops the secret', () => {
    expect(findings(listening({ config: [{ path: '/a', value: 'v', fromSecret: { name: 's', key: 'k' } }] }))).toEqual([
      "[c/hello/greet] invalid-value: 'workload.spec.containers[0].config[0]' must have exactly one of value, fromSecret, and has value and fromSecret",
    ]);
  });

  test('replace the pods when one changes, since a file mounted by itself is not updated', () => {
    const annotations = (value: string) => only('Deployment', objects({ path: '/a', value })).spec.template.metadata.annotations;

    expect(annotations('1')).toEqual({ 'checksum/config': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(annotations('1')).toEqual(annotations('1'));
    expect(annotations('1')).not.toEqual(annotations('2'));
  });

  test('of secrets have no checksum, of what nobody here knows', () => {
    expect(only('Deployment', objects({ path: '/a', fromSecret: { name: 's', key: 'k' } })).spec.template.metadata).not.toHaveProperty('annotations');
  });

  test('of a workload whose name is too long for them are in a ConfigMap with a shorter one, and a hash', () => {
    const containers = [{ name: 'main', image: 'i', config: [{ path: '/a', value: 'b' }] }];
    const [configMap] = unscraped(new ContainerizedWorkload({ name: 'a'.repeat(248), containers }));

    expect([configMap.kind, configMap.metadata.name]).toEqual(['ConfigMap', expect.stringMatching(/^a{244}-[0-9a-f]{8}$/)]);
  });

  test('of a workload with a long name pass where the ConfigMap has another', () => {
    const all = rendered(new ContainerizedWorkload({
      name: 'a'.repeat(63),
      containers: [
        { name: 'main', image: 'i', config: [{ path: '/a', value: 'b' }], ports: [{ name: 'http', containerPort: 8080 }] },
      ],
    }));

    expect(only('ConfigMap', all).metadata.name).toBe(`${'a'.repeat(63)}-config`);
  });

  test.each(['/', '/etc/dir/', '/a:b'])('fail when the path is none of a file that Kubernetes mounts: %s', (path) => {
    expect(findings(listening({ config: [{ path, value: 'a' }] }))).toEqual([
      "[c/hello/greet] invalid-value: 'workload.spec.containers[0].config[0].path' must be the absolute path of a file, "
        + `without ':' and without '/' at its end, got "${path}"`,
    ]);
  });
});

describe('volumes', () => {
  test('with a disk become claims, which outlive the pods', () => {
    const all = rendered(listening(mounting({ name: 'data', mountPath: '/data', disk }, { name: 'read', mountPath: '/read', accessMode: VolumeAccessMode.READ_ONLY, disk })));

    expect(all.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual(['data', 'read'].map(name => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: `greet.${name}`, namespace: 'ns', labels: LABELS },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })));
    expect(podSpec(all).volumes).toEqual(['data', 'read'].map(name => ({ name, persistentVolumeClaim: { claimName: `greet.${name}` } })));
    expect(podSpec(all).containers[0].volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }, { name: 'read', mountPath: '/read', readOnly: true }]);
  });

  test('that one pod alone can have are given free before the next takes them', () => {
    expect(only('Deployment', rendered(listening(mounting({ name: 'a', mountPath: '/a', disk })))).spec.strategy).toEqual({ type: 'Recreate' });
    expect(only('Deployment', rendered(listening(mounting({ name: 'a', mountPath: '/a', sharingPolicy: SHARED, disk })))).spec).not.toHaveProperty('strategy');
  });

  test('that need not outlive a pod are empty directories', () => {
    const all = rendered(listening(mounting({ name: 'tmp', mountPath: '/tmp', disk: { required: '1Gi', ephemeral: true } })));

    expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodMonitor']);
    expect(podSpec(all).volumes).toEqual([{ name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }]);
    expect(only('Deployment', all).spec).not.toHaveProperty('strategy');
  });

  test('that containers share are one', () => {
    const shared = (mountPath: string, accessMode?: VolumeAccessMode) => mounting({ name: 'data', mountPath, accessMode, sharingPolicy: SHARED, disk });
    const all = rendered(two(shared('/data'), shared('/in', VolumeAccessMode.READ_ONLY)));

    expect(only('PersistentVolumeClaim', all).spec.accessModes).toEqual(['ReadWriteMany']);
    expect(podSpec(all).volumes).toHaveLength(1);
    expect(podSpec(all).containers.map(({ volumeMounts }: any) => volumeMounts)).toEqual([
      [{ name: 'data', mountPath: '/data' }], [{ name: 'data', mountPath: '/in', readOnly: true }],
    ]);
  });

  const AT = '[c/hello/greet] * \'workload.spec.containers[0].resources.volumes[0]';
  test.each<[string, ContainerizedVolume, string]>([
    ['nobody knows what it is', { name: 'data', mountPath: '/data' },
      `${AT.replace('*', 'dangling-volume:')}.disk' is required: without it there is nothing to mount; give its size, and whether it is ephemeral`],
    ['its name is none', { name: 'My Data', mountPath: '/data', disk },
      `${AT.replace('*', 'invalid-name:')}.name' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got "My Data"`],
    ['config files have its name', { name: 'config-files', mountPath: '/data', disk },
      `${AT.replace('*', 'duplicate-name:')}.name' is "config-files", the name of the volume of the config files; use another name`],
  ])('fail when %s', (_, volume, message) => {
    expect(findings(listening({ config: [{ path: '/a', value: 'b' }], ...mounting(volume) }))).toEqual([message]);
  });

  test.each<[string, Partial<ContainerizedVolume>, Partial<ContainerizedVolume>, string]>([
    ['two containers have one for themselves', {}, {},
      '\' is "data", which container "main" has for itself alone; set sharingPolicy Shared on both, or use another name'],
    ['one container would share it alone', { sharingPolicy: SHARED }, { sharingPolicy: EXCLUSIVE },
      '\' is "data", which container "main" has for itself alone; set sharingPolicy Shared on both, or use another name'],
    ['containers share it as two sizes', { sharingPolicy: SHARED }, { sharingPolicy: SHARED, disk: { required: '2Gi' } },
      ".disk' differs from that of the same volume in container \"main\"; declare both alike"],
    ['containers share it as two kinds', { sharingPolicy: SHARED }, { sharingPolicy: SHARED, disk: { required: '1Gi', ephemeral: true } },
      ".disk' differs from that of the same volume in container \"main\"; declare both alike"],
  ])('fail when %s', (_, first, second, message) => {
    const volume = (more: Partial<ContainerizedVolume>) => mounting({ name: 'data', mountPath: '/data', disk, ...more });

    expect(findings(two(volume(first), volume(second)))).toEqual([
      `[c/hello/greet] dangling-volume: 'workload.spec.containers[1].resources.volumes[0]${message}`,
    ]);
  });

  test('of a workload whose name is too long have claims with a shorter one, and a hash', () => {
    const containers = [{ name: 'main', image: 'i', ...mounting({ name: 'data', mountPath: '/data', disk }) }];
    const [claim] = unscraped(new ContainerizedWorkload({ name: 'a'.repeat(252), containers }));

    expect([claim.kind, claim.metadata.name]).toEqual(['PersistentVolumeClaim', expect.stringMatching(/^a{244}-[0-9a-f]{8}$/)]);
  });

  test.each(['0', '+0', '0.0', '.0', '0Gi', '0e3', '00'])('fail when a claim asks for %s, and pass where the volume is ephemeral', required => {
    const disked = (ephemeral: boolean) => listening(mounting({ name: 'a', mountPath: '/a', disk: { required, ephemeral } }));

    expect(findings(disked(false))).toEqual([
      `[c/hello/greet] invalid-value: 'workload.spec.containers[0].resources.volumes[0].disk.required' must be greater than zero: a claim asks for some storage, got "${required}"; give the size that is needed, such as "1Gi", or set 'ephemeral'`,
    ]);
    expect(findings(disked(true))).toEqual([]);
  });

  test.each(['0.1', '1', '100m', '10Gi', '01'])('pass when a claim asks for %s', required => {
    expect(findings(listening(mounting({ name: 'a', mountPath: '/a', disk: { required } })))).toEqual([]);
  });

  test('fail when a container mounts two things at one place', () => {
    const workload = listening({ config: [{ path: '/data', value: 'a' }], ...mounting({ name: 'a', mountPath: '/data', disk }) });

    expect(findings(workload)).toEqual([
      "[c/hello/greet] duplicate-name: 'workload.spec.containers[0]' mounts two things at \"/data\"; mount each config file and each volume at its own place",
    ]);
  });
});

test('fails when the config files of all containers are more than one ConfigMap holds, though each fits', () => {
  const file = (name: string) => ({ path: `/etc/${name}`, value: 'x'.repeat(2 ** 19) });
  const ports = [{ name: 'http', containerPort: 8080 }];
  const containers = [{ name: 'a', image: 'i', ports, config: [file('a'), file('b')] }, { name: 'b', image: 'i', config: [file('c'), file('d')] }];

  expect(findings(new ContainerizedWorkload({ containers }))).toEqual([
    "[c/hello/greet] invalid-value: 'workload.spec.containers[1].config[0]' must have at most 1048576 bytes in all, got 1572864; "
    + 'keep large files in the image or in a volume, or divide the data',
  ]);
  expect(findings(new ContainerizedWorkload({ containers: containers.slice(0, 1) }))).toEqual([]);
});
