import { Finding, found } from '../../../findings/finding';

/** What a pod mounts. */
type MountedKind = 'Secret' | 'ConfigMap';

/** A key of it, in the namespace of what is scraped. */
export interface MountedKey {
  readonly name: string;
  readonly key: string;
}

/** The file in which the scraper finds a key. */
export type FileOf = (kind: MountedKind, key: MountedKey) => string;

/** Folders in which the pods of a scraper have Secrets and ConfigMaps, by `<namespace>/<name>`. */
export interface MountedFolders {
  readonly secretFolders?: Readonly<Record<string, string>>;
  readonly configMapFolders?: Readonly<Record<string, string>>;
}

/** Where a Prometheus that the operator runs mounts those of its own namespace, and where others may do so too. */
const FOLDERS: Readonly<Record<MountedKind, readonly [option: keyof MountedFolders, own: string]>> = {
  Secret: ['secretFolders', '/etc/prometheus/secrets'],
  ConfigMap: ['configMapFolders', '/etc/prometheus/configmaps'],
};

/** The options of a scraper that the program runs. */
const COPIES: Readonly<Record<keyof MountedFolders, string>> = { secretFolders: 'secretCopies', configMapFolders: 'configMapCopies' };

/** The files of the Secrets and ConfigMaps of a namespace, and what is said of those that cannot be mounted, each once. */
export class MountedFiles {
  private readonly missing = new Map<string, Finding[]>();

  /**
   * @param namespace where the Secrets are: that of what is scraped
   * @param system where the scraper is
   * @param isOwn whether the program runs the scraper, and mounts copies by their names
   */
  public constructor(
    private readonly namespace: string, private readonly system: string, private readonly folders: MountedFolders,
    private readonly isOwn = false,
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
      const told = this.isOwn ? { reason: 'copy', field: COPIES[option] } as const : { reason: 'folder', field: option } as const;
      this.missing.set(`${kind} ${name}`, found('not-mountable', '', { ...told, kind, name, namespace, system, place }));
    }
    return `${folder}/${key}`;
  };
}
