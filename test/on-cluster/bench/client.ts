/** A client of the API server, for tests: what kubectl would send, and the whole answer. */
import { Agent, request } from 'https';

/** Where an API server is, and who asks. */
export interface Access {
  /** As `https://127.0.0.1:6443`. */
  readonly url: string;
  /** The authority of its certificate, as PEM. */
  readonly ca: string;
  readonly token: string;
}

/** An answer of the API server. */
export interface Answer {
  readonly status: number;
  /** The object, or a Status. */
  readonly body: any;
}

/** How an object is applied. */
export interface ApplyOptions {
  /** @default tests */
  readonly manager?: string;
  /** Only says what would come out. @default false */
  readonly dryRun?: boolean;
}

/** What names an object. */
export interface ObjectKey {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** A refusal of the API server. */
export class Refused extends Error {
  constructor(public readonly status: number, public readonly body: any, what: string) {
    super(`${what}: ${status} ${body?.message ?? JSON.stringify(body)}`);
  }
}

/** Talks to one API server as one user. */
export class ApiClient {
  private readonly agent: Agent;
  private readonly kinds = new Map<string, Promise<Resource[]>>();

  constructor(public readonly access: Access) {
    this.agent = new Agent({ ca: access.ca, keepAlive: true, maxSockets: 8 });
  }

  public close(): void {
    this.agent.destroy();
  }

  /** Sends a request and takes any answer. */
  public async send(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
    const { url, token } = this.access;
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        // Node tells no length of what a DELETE sends, which the server then takes for another request
        ...text !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) },
      };
      const sent = request(url + path, { method, headers, agent: this.agent, timeout: 60_000 }, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (piece) => { answer += piece; }).on('error', reject).on('end', () => {
          resolve({ status: response.statusCode!, body: parsed(answer) });
        });
      });
      sent.on('error', (error) => reject(new Error(`${method} ${path}: the API server at ${url} does not answer: ${error.message}`)));
      sent.on('timeout', () => sent.destroy(new Error('no answer in 60 s')));
      sent.end(text);
    });
  }

  /** Sends a request and fails on a refusal. */
  public async ask(method: string, path: string, body?: unknown, type?: string): Promise<any> {
    const { status, body: answer } = await this.send(method, path, body, type);
    if (status >= 300) throw new Refused(status, answer, `${method} ${path}`);
    return answer;
  }

  /** Server-side apply with strict validation of fields; takes any answer. */
  public async tryApply(object: any, { manager = 'tests', dryRun = false }: ApplyOptions = {}): Promise<Answer> {
    const query = `fieldManager=${manager}&fieldValidation=Strict&force=true${dryRun ? '&dryRun=All' : ''}`;
    return this.send('PATCH', `${await this.pathOf(object)}?${query}`, object, 'application/apply-patch+yaml');
  }

  /** Server-side apply with strict validation of fields. */
  public async apply(object: any, options?: ApplyOptions): Promise<any> {
    const { status, body } = await this.tryApply(object, options);
    if (status >= 300) throw new Refused(status, body, describe(object));
    return body;
  }

  /** Creates an object, as `kubectl create --validate=strict` does; takes any answer. */
  public async tryCreate(object: any, { dryRun = false }: Pick<ApplyOptions, 'dryRun'> = {}): Promise<Answer> {
    return this.send('POST', `${await this.collectionOf(object)}?fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`, object);
  }

  /** An object, or undefined where there is none. */
  public async get(key: ObjectKey): Promise<any> {
    const { status, body } = await this.send('GET', await this.pathOf(key));
    if (status === 404) return undefined;
    if (status >= 300) throw new Refused(status, body, describe(key));
    return body;
  }

  /** The objects of a kind, in one namespace or in all. */
  public async list(apiVersion: string, kind: string, namespace?: string): Promise<any[]> {
    const key = { apiVersion, kind, metadata: { name: '', namespace } };
    const { items } = await this.ask('GET', await this.collectionOf(key, namespace === undefined));
    return items.map((item: any) => ({ apiVersion, kind, ...item }));
  }

  /** Merges fields into an object, or into its status. */
  public async merge(key: ObjectKey, change: object, subresource?: 'status'): Promise<any> {
    return this.ask('PATCH', await this.pathOf(key) + (subresource ? `/${subresource}` : ''), change, 'application/merge-patch+json');
  }

  /** Deletes an object and what it owns; none is as good. */
  public async delete(key: ObjectKey): Promise<void> {
    const { status, body } = await this.send('DELETE', await this.pathOf(key), { propagationPolicy: 'Background', gracePeriodSeconds: 0 });
    if (status >= 300 && status !== 404) throw new Refused(status, body, describe(key));
  }

  /** Makes a namespace, where there is none. */
  public async namespace(name: string, labels?: Record<string, string>): Promise<void> {
    await this.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...labels && { labels } } });
  }

  /** Whether the server knows a kind. */
  public async knows(apiVersion: string, kind: string): Promise<boolean> {
    return await this.resource(apiVersion, kind) !== undefined;
  }

  /** The path of an object. */
  public async pathOf(key: ObjectKey): Promise<string> {
    return `${await this.collectionOf(key)}/${encodeURIComponent(key.metadata.name)}`;
  }

  private async collectionOf({ apiVersion, kind, metadata: { namespace } }: ObjectKey, all = false): Promise<string> {
    const resource = await this.resource(apiVersion, kind);
    if (!resource) throw new Error(`the API server knows no ${apiVersion} ${kind}`);
    const where = resource.namespaced && !all ? `/namespaces/${namespace ?? 'default'}` : '';
    return `${groupPath(apiVersion)}${where}/${resource.name}`;
  }

  private async resource(apiVersion: string, kind: string): Promise<Resource | undefined> {
    const found = (await this.resources(apiVersion)).find((each) => each.kind === kind);
    if (found) return found;
    // a CRD may have come meanwhile
    this.kinds.delete(apiVersion);
    return (await this.resources(apiVersion)).find((each) => each.kind === kind);
  }

  private async resources(apiVersion: string): Promise<Resource[]> {
    const known = this.kinds.get(apiVersion);
    if (known) return known;
    const asked = this.kindsOf(apiVersion);
    this.kinds.set(apiVersion, asked);
    // what fails once may be there the next time
    asked.catch(() => this.kinds.delete(apiVersion));
    return asked;
  }

  /** The resources of a version; none where the server has no such version. Any other answer says nothing about that. */
  private async kindsOf(apiVersion: string): Promise<Resource[]> {
    const path = groupPath(apiVersion);
    const { status, body } = await this.send('GET', path);
    if (status === 404) return [];
    if (status >= 300) throw new Refused(status, body, `GET ${path}`);
    return body.resources.filter(({ name }: any) => !name.includes('/'));
  }
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** As `apps/v1 Deployment shop/orders`. */
export function describe({ apiVersion, kind, metadata }: ObjectKey): string {
  return `${apiVersion} ${kind} ${metadata?.namespace ? `${metadata.namespace}/` : ''}${metadata?.name}`;
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
