import { listOf } from '../../private/check';
import { FINE, Finding } from '../../findings/finding';
import { finding, wrong } from '../../findings/unsaid';
import { isDnsLabel } from '../../private/names';
import { VolumeAccessMode, VolumeSharingPolicy } from '../../workloads/containerized-types';
import { PlainObject } from '../model';
import { MAX_NAME, shortened } from '../names';


/** The volumes of a workload's containers, as volumes of its pods. */
export interface Disks {
  /** The claims of those that outlive a pod. */
  readonly claims: readonly PlainObject[];
  readonly volumes: readonly any[];
  readonly mounts: (container: string) => any[];
  readonly findings: readonly Finding[];
}

interface Volume {
  readonly container: string;
  readonly field: string;
  readonly name: string;
  readonly mountPath: string;
  readonly accessMode?: string;
  readonly sharingPolicy?: string;
  readonly disk?: { readonly required: string; readonly ephemeral?: boolean };
}

/** A volume with a disk is a claim, or an empty directory if it lives no longer than its pod. The runtime mounts them, and leaves open what they are. */
export function volumes(workload: string, containers: readonly any[], taken: readonly string[]): Disks {
  const all: Volume[] = containers.flatMap(({ name: container, resources }, i) => listOf(resources?.volumes).map((volume, j) => (
    { ...volume, container, field: `spec.containers[${i}].resources.volumes[${j}]` })));
  const firsts = new Map<string, Volume>();
  for (const volume of all) {
    if (!firsts.has(volume.name)) firsts.set(volume.name, volume);
  }
  const findings = all.flatMap(volume => check(volume, firsts.get(volume.name)!, taken));
  if (findings.length > 0) return { claims: [], volumes: [], mounts: () => [], findings };
  const own = [...firsts.values()];
  return {
    claims: own.filter(({ disk }) => !disk!.ephemeral).map(volume => claim(workload, volume)),
    volumes: own.map(({ name, disk }) => disk!.ephemeral
      ? { name, emptyDir: { sizeLimit: disk!.required } }
      : { name, persistentVolumeClaim: { claimName: claimName(workload, name) } }),
    mounts: container => all.filter(volume => volume.container === container).map(({ name, mountPath, accessMode }) =>
      ({ name, mountPath, readOnly: accessMode === VolumeAccessMode.READ_ONLY ? true : undefined })),
    findings,
  };
}

/** A dot keeps names of workloads and volumes apart: volumes have none. */
function claimName(workload: string, volume: string): string {
  return shortened(`${workload}.${volume}`, MAX_NAME);
}

function claim(workload: string, { name, sharingPolicy, disk }: Volume): PlainObject {
  const isShared = sharingPolicy === VolumeSharingPolicy.SHARED;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimName(workload, name) },
    spec: { accessModes: [isShared ? 'ReadWriteMany' : 'ReadWriteOnce'], resources: { requests: { storage: disk!.required } } },
  };
}

function check(volume: Volume, first: Volume, taken: readonly string[]): Finding[] {
  const { field, name, disk } = volume;
  const isSecond = first !== volume;
  return [
    ...isDnsLabel(name) ? FINE : wrong('invalid-name', `${field}.name`, 'be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters)', name),
    ...taken.includes(name) ? finding('duplicate-name', `${field}.name`, `is ${JSON.stringify(name)}, which the volume of the config files has`, 'choose another name') : FINE,
    ...disk && !disk.ephemeral && /^\+?[0.]+([a-zA-Z].*)?$/.test(disk.required)
      ? wrong('invalid-value', `${field}.disk.required`, 'be greater than zero: a claim asks for some storage', disk.required) : FINE,
    ...disk ? FINE : finding('dangling-volume', `${field}.disk`, 'is required: without it nobody knows what to mount', 'give its size, and whether it is ephemeral'),
    ...isSecond ? shared(volume, first) : FINE,
  ];
}

function shared({ field, name, disk, sharingPolicy }: Volume, first: Volume): Finding[] {
  const isShared = [sharingPolicy, first.sharingPolicy].every(policy => policy === VolumeSharingPolicy.SHARED);
  if (!isShared) {
    return finding('dangling-volume', field, `is ${JSON.stringify(name)}, which container ${JSON.stringify(first.container)} has for itself alone`,
      'set sharingPolicy Shared on both, or choose another name');
  }
  const isSame = disk?.required === first.disk?.required && Boolean(disk?.ephemeral) === Boolean(first.disk?.ephemeral);
  return isSame ? FINE : finding('dangling-volume', `${field}.disk`, `differs from that of the same volume in container ${JSON.stringify(first.container)}`, 'declare both alike');
}
