import { VolumeAccessMode, VolumeSharingPolicy } from './containerized-types';
import { bad, FINE, Finding, found, within } from '../findings/finding';
import { Path } from '../findings/path';
import { MAX_NAME, shortened } from '../objects/names';
import { PlainObject } from '../objects/rendering';
import { listOf } from '../private/check';
import { isDnsLabel } from '../private/names';

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
  readonly field: Path;
  readonly name: string;
  readonly mountPath: string;
  readonly accessMode?: string;
  readonly sharingPolicy?: string;
  readonly disk?: { readonly required: string; readonly ephemeral?: boolean };
}

/** A volume with a disk is a claim, or an empty directory if it lives no longer than its pod. The runtime mounts them, and leaves open what they are. */
export function volumes(workload: string, containers: readonly any[], taken: readonly string[]): Disks {
  const all: Volume[] = containers.flatMap(({ name: container, resources }, i) => listOf(resources?.volumes).map((volume, j) => (
    { ...volume, container, field: ['spec', 'containers', i, 'resources', 'volumes', j] })));
  const firsts = new Map<string, Volume>();
  for (const volume of all) {
    if (!firsts.has(volume.name)) firsts.set(volume.name, volume);
  }
  const findings = all.flatMap(volume => within(volume.field, check(volume, firsts.get(volume.name)!, taken)));
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
  const { name, disk } = volume;
  const isSecond = first !== volume;
  const isEmpty = disk && !disk.ephemeral && /^\+?[0.]+([a-zA-Z].*)?$/.test(disk.required);
  return [
    ...isDnsLabel(name) ? FINE : bad('invalid-name', 'dns-label', 'name', name),
    ...taken.includes(name) ? found('duplicate-name', 'name', { reason: 'config-volume', name }) : FINE,
    ...isEmpty ? bad('invalid-value', 'no-storage', 'disk.required', disk.required) : FINE,
    ...disk ? FINE : found('dangling-volume', 'disk', { reason: 'no-disk' }),
    ...isSecond ? shared(volume, first) : FINE,
  ];
}

function shared({ name, disk, sharingPolicy }: Volume, first: Volume): Finding[] {
  const { container } = first;
  const isShared = [sharingPolicy, first.sharingPolicy].every(policy => policy === VolumeSharingPolicy.SHARED);
  if (!isShared) return found('dangling-volume', '', { reason: 'exclusive', name, container });
  const isSame = disk?.required === first.disk?.required && Boolean(disk?.ephemeral) === Boolean(first.disk?.ephemeral);
  return isSame ? FINE : found('dangling-volume', 'disk', { reason: 'other-disk', container });
}
