import { Finding, found } from '../../../../base/findings/finding';

/** The kind of an object that a pod mounts. */
type MountedKind = 'Secret' | 'ConfigMap';

/** A key of such an object, in the namespace of the scraped component. */
interface MountedKey {
  readonly name: string;
  readonly key: string;
}

/** Returns the file in which the scraper finds a key. */
export type FileOf = (kind: MountedKind, key: MountedKey) => string;

/** The folders in which the pods of a scraper mount Secrets and ConfigMaps, by `<namespace>/<name>`. */
interface MountedFolders {
  readonly secretFolders?: Readonly<Record<string, string>>;
  readonly configMapFolders?: Readonly<Record<string, string>>;
}

/**
 * The option for each kind, and the folder in which a Prometheus of the operator mounts those of its own namespace.
 * Others may do so too.
 */
const FOLDERS: Readonly<Record<MountedKind, readonly [option: keyof MountedFolders, own: string]>> = {
  Secret: ['secretFolders', '/etc/prometheus/secrets'],
  ConfigMap: ['configMapFolders', '/etc/prometheus/configmaps'],
};

/** The files of the Secrets and ConfigMaps of a namespace, and one finding for each that cannot be mounted. */
export class MountedFiles {
  private readonly missing = new Map<string, Finding[]>();

  /**
   * @param namespace the namespace of the Secrets: that of the scraped component
   * @param system the namespace of the scraper
   */
  public constructor(
    private readonly namespace: string, private readonly system: string, private readonly folders: MountedFolders,
  ) {}

  public get findings(): Finding[] {
    return [...this.missing.values()].flat();
  }

  public readonly fileOf: FileOf = (kind, { name, key }) => {
    const [option, own] = FOLDERS[kind];
    const place = `${this.namespace}/${name}`;
    const folder = this.folders[option]?.[place] ?? `${own}/${name}`;
    if (this.namespace !== this.system && this.folders[option]?.[place] === undefined) {
      const { namespace, system } = this;
      this.missing.set(`${kind} ${name}`, found('not-mountable', '', { field: option, kind, name, namespace, system, place }));
    }
    return `${folder}/${key}`;
  };
}
