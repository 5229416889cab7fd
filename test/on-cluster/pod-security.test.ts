import { describeCluster } from './support/describe-cluster';
import { PodSecurity } from '../../src';
import { againstStandard, withStandard } from '../../src/cluster/checks/pod-security';
import { eventually } from '../e2e/support/waiting';

// what the library says of the Pod Security Standards, held against the admission controller of the server

const image = 'example/greet:1';
const ofContainer = (fields: object) => ({ containers: [{ name: 'main', image, ...fields }] });
const ofContext = (securityContext: object) => ofContainer({ securityContext });
const ofPod = (fields: object) => ({ ...ofContainer({}), ...fields });
const ofInit = (securityContext: object) => ofPod({ initContainers: [{ name: 'init', image, securityContext }] });
const ofVolume = (source: object) => ofPod({ volumes: [{ name: 'data', ...source }] });

/** Specs of pods, by what is particular about them. */
const PODS: Readonly<Record<string, any>> = {
  'nothing': ofContainer({}),
  'hostNetwork': ofPod({ hostNetwork: true }),
  'hostPID': ofPod({ hostPID: true }),
  'hostIPC': ofPod({ hostIPC: true }),
  'hostPID false': ofPod({ hostPID: false }),
  'a hostPort': ofContainer({ ports: [{ containerPort: 80, hostPort: 80 }] }),
  'a hostPath': ofVolume({ hostPath: { path: '/' } }),
  'nfs': ofVolume({ nfs: { server: 'nfs.example.com', path: '/' } }),
  ...Object.fromEntries(Object.entries({
    configMap: { name: 'a' },
    secret: { secretName: 'a' },
    emptyDir: {},
    projected: { sources: [] },
    downwardAPI: {},
    persistentVolumeClaim: { claimName: 'a' },
    csi: { driver: 'example.com' },
    ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } },
    image: { reference: 'example/data:1' },
  }).map(([source, fields]) => [source, ofVolume({ [source]: fields })])),
  'privileged': ofContext({ privileged: true, allowPrivilegeEscalation: true }),
  'privileged false': ofContext({ privileged: false }),
  'escalation': ofContext({ allowPrivilegeEscalation: true }),
  'the capability CHOWN': ofContext({ capabilities: { add: ['CHOWN'] } }),
  'the capability NET_BIND_SERVICE': ofContext({ capabilities: { add: ['NET_BIND_SERVICE'] } }),
  'the capability SYS_ADMIN': ofContext({ capabilities: { add: ['SYS_ADMIN'] } }),
  'one capability dropped': ofContext({ capabilities: { drop: ['NET_RAW'] } }),
  'all capabilities dropped': ofContext({ capabilities: { drop: ['ALL'] } }),
  'procMount Unmasked': ofPod({ ...ofContext({ procMount: 'Unmasked' }), hostUsers: false }),
  'root': ofContext({ runAsUser: 0 }),
  'another user': ofContext({ runAsUser: 1000 }),
  'root of the pod': ofPod({ securityContext: { runAsUser: 0 } }),
  'runAsNonRoot false': ofContext({ runAsNonRoot: false }),
  'runAsNonRoot false of the pod': ofPod({ securityContext: { runAsNonRoot: false } }),
  'runAsNonRoot true': ofContext({ runAsNonRoot: true }),
  'seccomp Unconfined': ofContext({ seccompProfile: { type: 'Unconfined' } }),
  'seccomp Unconfined of the pod': ofPod({ securityContext: { seccompProfile: { type: 'Unconfined' } } }),
  'seccomp Localhost': ofContext({ seccompProfile: { type: 'Localhost', localhostProfile: 'a.json' } }),
  'AppArmor Unconfined': ofContext({ appArmorProfile: { type: 'Unconfined' } }),
  'AppArmor RuntimeDefault': ofContext({ appArmorProfile: { type: 'RuntimeDefault' } }),
  'a type of SELinux': ofContext({ seLinuxOptions: { type: 'spc_t' } }),
  'the type of SELinux for containers': ofContext({ seLinuxOptions: { type: 'container_t' } }),
  'a user of SELinux': ofContext({ seLinuxOptions: { user: 'system_u' } }),
  'a role of SELinux': ofPod({ securityContext: { seLinuxOptions: { role: 'system_r' } } }),
  'a sysctl': ofPod({ securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }),
  'a safe sysctl': ofPod({ securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] } }),
  'a probe of another host': ofContainer({ livenessProbe: { httpGet: { host: '127.0.0.1', port: 80 } } }),
  'a hook of another host': ofContainer({ lifecycle: { preStop: { httpGet: { host: '127.0.0.1', port: 80 } } } }),
  'a probe': ofContainer({ livenessProbe: { tcpSocket: { port: 80 } } }),
  'a privileged init container': ofInit({ privileged: true, allowPrivilegeEscalation: true }),
  'an init container that escalates': ofInit({ allowPrivilegeEscalation: true }),
  'an init container': ofInit({}),
};

describeCluster({}, 'a Pod Security Standard', (cluster) => {
  beforeAll(async () => {
    const { client } = cluster();
    for (const standard of Object.values(PodSecurity)) {
      await client.namespace(standard, { 'pod-security.kubernetes.io/enforce': standard, 'pod-security.kubernetes.io/enforce-version': 'latest' });
      await client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: standard } });
    }
  });

  const ofServer = async (namespace: string, spec: any) => eventually(async () => {
    const { status, body } = await cluster().client.tryCreate({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'greet', namespace }, spec }, { dryRun: true });
    if (status < 300) return [];
    if (/serviceaccount/.test(body.message)) return undefined;
    return [body.message];
  }, () => 'the namespace has no service account');

  describe.each(Object.values(PodSecurity))('%s', (standard) => {
    test.each(Object.entries(PODS))('says of a pod with %s what the server says', async (_, pod) => {
      const spec = withStandard(pod, standard);
      const refused = await ofServer(standard, spec);
      // what is refused is refused for the standard alone
      expect(refused.filter((message) => !message.includes(`violates PodSecurity "${standard}:latest"`))).toEqual([]);
      expect([_, againstStandard(spec, standard).length > 0]).toEqual([_, refused.length > 0]);
    });
  });

  test('refuses both of a pod, and lets both through, unless it is privileged', () => {
    for (const standard of [PodSecurity.BASELINE, PodSecurity.RESTRICTED]) {
      const verdicts = Object.values(PODS).map((pod) => againstStandard(withStandard(pod, standard), standard).length > 0);
      expect([verdicts.filter((isRefused) => isRefused).length > 15, verdicts.filter((isRefused) => !isRefused).length > 15]).toEqual([true, true]);
    }
  });
});
