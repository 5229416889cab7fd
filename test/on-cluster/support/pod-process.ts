/** A pod of which a container really runs: its program has the pod's files, variables, user and service account, and nothing else of this machine. */
import { chmodSync, readFileSync, rmSync } from 'fs';
import { join } from 'path';
import { bindingOf, statusOf } from './kubelet';
import { VolumeFiles, volumeReader } from './pod-volumes';
import { pathOf } from '../../../build-tools/servers';
import { writeFiles } from '../../e2e/support/launch';
import { Cluster } from '../bench/cluster';

/** What runs a container. */
export interface ContainerProgram {
  /** The name of the container. */
  readonly container: string;
  /** What its image has. */
  readonly file: string;
  /**
   * The argument that says where it listens: pods of these tests share a network, so that none may listen at all addresses.
   *
   * @default - none: it does not listen
   */
  readonly listen?: string;
  /** Further arguments. @default - none */
  readonly args?: readonly string[];
  /** Volumes that another container of the pod writes, by what the others hold. @default - none */
  readonly prepare?: (volumes: Volumes, pod: any) => Volumes;
}

type Volumes = Readonly<Record<string, VolumeFiles>>;

/** A pod that runs. */
export interface PodProcess {
  /** Where it serves. */
  readonly url: string;
  /** The folder with its volumes: `volumes/<name>`. */
  readonly folder: string;
  /** The end of its log. */
  log(): string;
  /** Brings its volumes up to date, as a kubelet does now and then, and answers whether anything has changed. */
  sync(): Promise<boolean>;
  /** Ends it. */
  stop(): Promise<void>;
}

/**
 * Gives the program a root of its own, with the volumes at their places; of the machine it has what a program is loaded by. The mounts end with it.
 *
 * A kubelet makes an `emptyDir` writable for everybody, and a claim for the group `fsGroup`.
 */
const SCRIPT = `
set -e
root=$PWD/root
program=$1
readonly=$2
user=$3
group=$4
shift 4
mkdir -p "$root"
mount --bind "$root" "$root"
for each in bin dev lib lib64 proc usr; do
  if [ -e "/$each" ]; then mkdir "$root/$each"; mount --rbind "/$each" "$root/$each"; fi
done
touch "$root/program"
mount --bind "$program" "$root/program"
while read -r kind volume path; do
  [ -e "volumes/$volume" ] || mkdir -p "volumes/$volume"
  chmod -R a+rX "volumes/$volume"
  case $kind in
    emptyDir) chmod 0777 "volumes/$volume";;
    persistentVolumeClaim) if [ -n "$group" ]; then chgrp "$group" "volumes/$volume"; chmod 2775 "volumes/$volume"; fi;;
  esac
  if [ -d "volumes/$volume" ]; then mkdir -p "$root$path"; else mkdir -p "$root$(dirname "$path")"; touch "$root$path"; fi
  mount --bind "volumes/$volume" "$root$path"
done <mounts
if [ "$readonly" = true ]; then mount -o remount,bind,ro "$root"; fi
exec chroot $user "$root" /usr/bin/env -i "$@"
`;

/** Runs a pod that the API server has, at an address, and tells the API server of it. */
export async function runPod(cluster: Cluster, pod: any, program: ContainerProgram, address: string): Promise<PodProcess> {
  const { client, add } = cluster;
  const container = pod.spec.containers.find(({ name }: any) => name === program.container);
  const readVolumes = volumeReader(cluster, pod);
  const read = async () => {
    const volumes = await readVolumes();
    return filesOf({ ...volumes, ...program.prepare?.(volumes, pod) });
  };
  let files = await read();
  const [port, path] = probeOf(container);
  const url = `http://${address}:${port}`;
  await client.ask('POST', `${await client.pathOf(pod)}/binding`, bindingOf(pod));
  const server = await add({
    name: `${pod.metadata.name}-${program.container}`,
    file: pathOf('unshare')!,
    args: ['--mount', '--', '/bin/sh', '-c', SCRIPT, 'sh', program.file, ...userOf(pod, container), ...commandOf(cluster, pod, container),
      ...program.args ?? [], ...program.listen ? [`${program.listen}=${address}:${port}`] : []],
    files: { ...files, mounts: mountsOf(pod, container) },
    ports: [],
    isReady: async () => path === undefined || fetch(url + path, { signal: AbortSignal.timeout(2000) }).then(({ ok }) => ok, () => false),
  });
  await client.merge(pod, { status: statusOf(pod, address) }, 'status');
  const sync = async () => {
    const next = await read();
    const isNew = (file: string) => !files[file]?.equals(next[file]);
    const changed = Object.keys(next).filter(isNew);
    const gone = Object.keys(files).filter((file) => !(file in next));
    files = next;
    gone.forEach((file) => rmSync(join(server.folder, file)));
    writeFiles(server.folder, Object.fromEntries(changed.map((file) => [file, next[file]])));
    changed.forEach((file) => chmodSync(join(server.folder, file), 0o644));
    return changed.length + gone.length > 0;
  };
  return { url, folder: server.folder, log: server.log, stop: server.stop, sync };
}

/** Each file of the volumes, by its path in the folder of the process. */
function filesOf(volumes: Volumes): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(volumes).flatMap(([volume, files]) =>
    Object.entries(files).map(([path, content]) => [`volumes/${volume}/${path}`, content])));
}

/** What is mounted where: outer folders first. */
function mountsOf({ spec: { volumes } }: any, { volumeMounts }: any): string {
  const kindOf = (name: string) => Object.keys(volumes.find((each: any) => each.name === name)).find((key) => key !== 'name');
  const mounts = [...volumeMounts].sort((a: any, b: any) => a.mountPath.length - b.mountPath.length);
  return mounts.map(({ name, mountPath, subPath }: any) => `${kindOf(name)} ${subPath ? `${name}/${subPath}` : name} ${mountPath}\n`).join('');
}

/** Whether its root is read-only, as whom it runs, and the group of its claims. */
function userOf({ spec: { securityContext: ofPod = {} } }: any, { securityContext = {} }: any): string[] {
  const { runAsUser, runAsGroup = 0, fsGroup } = { ...ofPod, ...securityContext };
  // who is no root outside of the tests' namespace has no other users in it
  const [, , count] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/);
  const isUser = runAsUser !== undefined && Number(count) > 1;
  const user = isUser ? [`--userspec=${runAsUser}:${runAsGroup}`, `--groups=${fsGroup ?? runAsGroup}`].join(' ') : '';
  return [String(securityContext.readOnlyRootFilesystem === true), user, isUser ? String(fsGroup ?? '') : ''];
}

/** Where it says whether it serves; the path of a container without a probe is undefined. */
function probeOf({ readinessProbe, ports }: any): [number, string | undefined] {
  const { path, port } = readinessProbe?.httpGet ?? { port: ports[0].containerPort };
  return [typeof port === 'number' ? port : ports.find(({ name }: any) => name === port).containerPort, path];
}

/** Its variables and its command, which listens where it is told. */
function commandOf({ client: { access } }: Cluster, { metadata }: any, { env = [], command = [], args = [] }: any): string[] {
  const { hostname, port } = new URL(access.url);
  const own = env.map(({ name, value, valueFrom }: any) => [name, value ?? metadata[valueFrom.fieldRef.fieldPath.split('.')[1]]]);
  const variables: Record<string, string> = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, ...Object.fromEntries(own) };
  const words = [...command.slice(1), ...args].map((word: string) => word.replace(/\$\((\w+)\)/g, (all, name) => variables[name] ?? all));
  return [
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    '/program',
    ...words.filter((word) => !/^--?(web\.listen-address|httpListenAddr)=/.test(word)),
  ];
}
