import { createHash } from 'node:crypto';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import { MAX_LABEL, MAX_NAME, shortened, shortHash } from '../objects/names';
import { PlainObject } from '../objects/rendering';
import { listOf } from '../private/check';
import { bytesOf, MAX_DATA } from '../private/names';

/** The files of a workload's containers: what holds them, and how they come to their places. */
export interface ConfigFiles {
  readonly objects: readonly PlainObject[];
  readonly volumes: readonly any[];
  readonly mounts: (container: string) => any[];
  /** An annotation of the pods, by which they are replaced when a file changes: a file mounted by itself is not updated in place. */
  readonly checksum?: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

interface File {
  readonly container: string;
  readonly field: Path;
  readonly path: string;
  readonly value?: string;
  readonly fromSecret?: { readonly name: string; readonly key: string };
}

/** Each file is mounted by itself, at its own path: what else is in its directory stays there. */
export function configFiles(workload: string, containers: readonly any[]): ConfigFiles {
  const declared: File[] = containers.flatMap(({ name: container, config }, i) => listOf(config).map((file, j) =>
    ({ ...file, container, field: ['spec', 'containers', i, 'config', j] })));
  const files = declared.filter(({ value, fromSecret }) => value != null || fromSecret != null);
  const written = files.filter(file => file.value != null);
  const secrets = [...new Set(files.filter(file => file.value == null).map(file => file.fromSecret!.name))];
  const keys = keysOf(written);
  const name = shortened(`${workload}-config`, MAX_NAME);
  const data = Object.fromEntries(written.map(file => [keys.get(file)!, file.value!]));
  return {
    objects: written.length > 0 ? [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }] : [],
    volumes: [
      ...written.length > 0 ? [{ name: CONFIG_VOLUME, configMap: { name } }] : [],
      ...secrets.map(secret => ({ name: volumeOf(secret), secret: { secretName: secret } })),
    ],
    mounts: container => files.filter(file => file.container === container).map(({ path: mountPath, value, fromSecret }, index, own) => value == null
      ? { name: volumeOf(fromSecret!.name), mountPath, subPath: fromSecret!.key, readOnly: true }
      : { name: CONFIG_VOLUME, mountPath, subPath: keys.get(own[index])!, readOnly: true }),
    ...written.length > 0 ? { checksum: { 'checksum/config': createHash('sha256').update(JSON.stringify(data)).digest('hex') } } : {},
    findings: tooMuch(written),
  };
}

/** One ConfigMap holds the files of all containers. */
function tooMuch(files: readonly File[]): Finding[] {
  let bytes = 0;
  const last = files.find(({ value }) => (bytes += bytesOf([value])) > MAX_DATA);
  return !last ? FINE : found('invalid-value', last.field, { reason: 'config-size', max: MAX_DATA, bytes });
}

const CONFIG_VOLUME = 'config-files';

/** The key of each file: container and path, readable. Where two would be the same, a hash keeps them apart. */
function keysOf(files: readonly File[]): ReadonlyMap<File, string> {
  const readable = ({ container, path }: File) => `${container}.${path.slice(1).replaceAll('/', '.').replace(/[^-._a-zA-Z0-9]/g, '_')}`;
  const names = files.map(readable);
  return new Map(files.map((file, index) => {
    const isTaken = names.some((name, other) => other !== index && name === names[index]);
    return [file, shortened(isTaken ? `${names[index]}-${shortHash(file.path)}` : names[index], MAX_NAME)];
  }));
}

/** The volume of a secret; dots are not allowed in its name. */
function volumeOf(secret: string): string {
  const name = `secret-${secret}`;
  return shortened(secret.includes('.') ? `${name.replaceAll('.', '-')}-${shortHash(secret)}` : name, MAX_LABEL);
}
