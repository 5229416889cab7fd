/** What a kubelet puts into the volumes of a pod. */
import { Cluster } from '../bench/cluster';
import { eventually } from '../../e2e/support/waiting';

/** The files of a volume, by their path in it. */
export type VolumeFiles = Readonly<Record<string, Buffer>>;

/** Reads the files of each volume of a pod, by its name. Fails where a pod would wait for an object that is not there. */
export function volumeReader(cluster: Cluster, { metadata: { namespace }, spec }: any): () => Promise<Record<string, VolumeFiles>> {
  const { serviceAccountName = 'default', volumes = [] } = spec;
  const source = new Source(cluster, namespace, serviceAccountName);
  return async () => Object.fromEntries(await Promise.all(volumes.map(async (volume: any) => [volume.name, await source.filesOf(volume)])));
}

class Source {
  private token?: Promise<string>;

  constructor(private readonly cluster: Cluster, private readonly namespace: string, private readonly account: string) {}

  public async filesOf({ name, configMap, secret, projected, emptyDir, persistentVolumeClaim }: any): Promise<VolumeFiles> {
    if (configMap) return this.keysOf('ConfigMap', configMap);
    if (secret) return this.keysOf('Secret', { ...secret, name: secret.secretName });
    if (projected) return Object.assign({}, ...await Promise.all(projected.sources.map(async (each: any) => this.projectedFrom(each))));
    if (emptyDir || persistentVolumeClaim) return {};
    throw new Error(`the volume ${name} is of a kind that is not known here`);
  }

  private async projectedFrom({ configMap, secret, serviceAccountToken, downwardAPI }: any): Promise<VolumeFiles> {
    if (configMap) return this.keysOf('ConfigMap', configMap);
    if (secret) return this.keysOf('Secret', secret);
    if (serviceAccountToken) {
      // each time that it is asked for, it is another one
      this.token ??= tokenOf(this.cluster, this.namespace, this.account);
      return { [serviceAccountToken.path]: Buffer.from(await this.token) };
    }
    return Object.fromEntries(downwardAPI.items.map(({ path }: any) => [path, Buffer.from(this.namespace)]));
  }

  private async keysOf(kind: 'ConfigMap' | 'Secret', { name, items, optional = false }: any): Promise<VolumeFiles> {
    const readObject = async () => this.cluster.client.get({ apiVersion: 'v1', kind, metadata: { name, namespace: this.namespace } });
    // a controller publishes the certificates of the API server in each new namespace
    const object = name === 'kube-root-ca.crt' ? await eventually(readObject, () => `the ConfigMap ${this.namespace}/${name} is missing`) : await readObject();
    if (!object && !optional) throw new Error(`the pod waits for the ${kind} ${this.namespace}/${name}`);
    const data: Record<string, string> = object?.data ?? {};
    const read = (text: string) => Buffer.from(text, kind === 'Secret' ? 'base64' : 'utf8');
    const wanted: { key: string; path: string }[] = items ?? Object.keys(data).map((key) => ({ key, path: key }));
    const missing = wanted.find(({ key }) => !(key in data));
    if (missing && !optional) throw new Error(`the pod waits for the key ${missing.key} of the ${kind} ${this.namespace}/${name}`);
    return Object.fromEntries(wanted.filter(({ key }) => key in data).map(({ key, path }) => [path, read(data[key])]));
  }
}

/** A token of a service account. */
async function tokenOf({ client }: Cluster, namespace: string, name: string): Promise<string> {
  const path = await client.pathOf({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
  const asked = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 7200 } };
  return (await client.ask('POST', `${path}/token`, asked)).status.token;
}
