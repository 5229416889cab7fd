import { fakeKubectl, FakeKubectl } from '../../query/fake-kubectl';

/** What is answered to a request. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  /** In place of a body in JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The connection breaks off in the middle of the answer. */
  readonly isCut?: true;
  /** There is no answer. */
  readonly isSilent?: true;
}

/** By `METHOD path`; without the query, but for the `continue` of a list. */
export type Replies = Readonly<Record<string, Reply>>;

/** A request that came. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: any;
}

/** A cluster behind a kubectl that is found in place of the real one. */
export interface FakeCluster extends FakeKubectl {
  requests(): SentRequest[];
  /** The rights of the folder of each socket, the folder, and the process. */
  sockets(): { readonly mode: string; readonly folder: string; readonly pid: number }[];
}

const resource = (name: string, kind: string, namespaced = true) => ({ name, kind, namespaced, verbs: ['create', 'get', 'list', 'patch'] });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const merged = (key: string, schema: string, strategy = 'merge') =>
  ({ 'x-kubernetes-patch-merge-key': key, 'x-kubernetes-patch-strategy': strategy, 'type': 'array', 'items': ref(schema) });

/** An OpenAPI document that says how strategic merge patches of kinds are read. */
const documentOf = (group: string, kinds: Readonly<Record<string, object>>, schemas: object = {}): Reply => {
  const names = Object.keys(kinds).map(kind => [kind, { group, kind, version: 'v1' }] as const);
  return {
    body: {
      paths: Object.fromEntries(names.map(([kind, named]) => [`/${kind}`, {
        patch: { 'x-kubernetes-group-version-kind': named, 'requestBody': { content: { 'application/strategic-merge-patch+json': {} } } },
      }])),
      components: {
        schemas: {
          ...Object.fromEntries(names.map(([kind, named]) => [kind, { 'x-kubernetes-group-version-kind': [named], 'properties': kinds[kind] }])),
          Meta: { properties: { finalizers: { 'x-kubernetes-patch-strategy': 'merge', 'items': {} } } },
          ...schemas,
        },
      },
    },
  };
};

/** As in the documents of Kubernetes 1.34, as far as tests need it. */
export const DOCUMENTS = {
  core: documentOf('', {
    ConfigMap: { metadata: { allOf: [ref('Meta')] }, data: { additionalProperties: { type: 'string' } } },
    Secret: {},
    Service: { metadata: { allOf: [ref('Meta')] }, spec: { allOf: [ref('ServiceSpec')] } },
  }, { ServiceSpec: { properties: { ports: merged('port', 'Port') } }, Port: { properties: {} } }),
  apps: documentOf('apps', { Deployment: { spec: { allOf: [ref('Spec')] } } }, {
    Spec: { properties: { strategy: { 'allOf': [ref('Strategy')], 'x-kubernetes-patch-strategy': 'retainKeys' }, template: ref('Template') } },
    Strategy: { properties: {} },
    Template: { properties: { containers: merged('name', 'Container'), volumes: merged('name', 'Volume', 'merge,retainKeys'), tolerations: { items: {} } } },
    Container: { properties: { env: merged('name', 'Variable') } },
    Variable: {},
    Volume: {},
  }),
};

/** What any cluster serves. */
const SERVED: Replies = {
  'GET /version': { body: { major: '1', minor: '34', gitVersion: 'v1.34.4' } },
  'GET /apis': { body: { kind: 'APIGroupList', groups: [{ name: 'apps', preferredVersion: { groupVersion: 'apps/v1' } }] } },
  'GET /api/v1': {
    body: {
      kind: 'APIResourceList',
      resources: [resource('configmaps', 'ConfigMap'), resource('secrets', 'Secret'), resource('services', 'Service'), resource('namespaces', 'Namespace', false)],
    },
  },
  'GET /openapi/v3/api/v1': DOCUMENTS.core,
  'GET /openapi/v3/apis/apps/v1': DOCUMENTS.apps,
  'GET /apis/apps/v1': { body: { kind: 'APIResourceList', resources: [resource('deployments', 'Deployment'), resource('deployments/scale', 'Scale')] } },
};

/** A refusal of the API server. */
export const status = (code: number, message: string, more: object = {}): Reply =>
  ({ status: code, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code, ...more } });

/**
 * A cluster that answers as it is told. Of a list it does not know it answers an empty one, of an object that there is none; it applies what it
 * is sent without a change.
 */
export function fakeCluster(replies: Replies = {}, namespace = ''): FakeCluster {
  const kubectl = fakeKubectl(`
    const fs = require('fs'), path = require('path');
    const args = process.argv.slice(2);
    if (args.includes('config')) return void process.stdout.write(${JSON.stringify(namespace)});
    const socket = args.find(arg => arg.startsWith('--unix-socket=')).slice(14);
    const folder = path.dirname(socket);
    const record = (name, value) => fs.appendFileSync(path.join(__dirname, name), JSON.stringify(value) + '\\n');
    record('sockets', { mode: (fs.statSync(folder).mode & 0o777).toString(8), folder, pid: process.pid });
    const replies = ${JSON.stringify({ ...SERVED, ...replies })};
    require('http').createServer((request, response) => {
      let text = '';
      request.on('data', piece => { text += piece; }).on('end', () => {
        const url = new URL(request.url, 'http://localhost');
        const body = text && JSON.parse(text);
        record('requests', { method: request.method, path: url.pathname, query: Object.fromEntries(url.searchParams), type: request.headers['content-type'], body });
        const isList = request.method === 'GET' && url.searchParams.has('labelSelector');
        const none = { status: 404, body: { kind: 'Status', message: 'not found', reason: 'NotFound', code: 404 } };
        // a patch that is no object has no effect
        const isMerged = /merge-patch/.test(request.headers['content-type']);
        const usual = request.method !== 'GET' ? { body: isMerged ? replies['GET ' + url.pathname].body : body } : isList ? { body: { items: [] } } : none;
        const key = request.method + ' ' + url.pathname;
        const reply = replies[key + '?continue=' + url.searchParams.get('continue')] ?? replies[key] ?? usual;
        if (reply.isSilent) return;
        const answer = reply.text ?? JSON.stringify(reply.body);
        const length = Buffer.byteLength(answer);
        response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', 'Content-Length': length, ...reply.headers });
        if (!reply.isCut) return void response.end(answer);
        response.write(answer.slice(0, length / 2));
        setTimeout(() => response.destroy(), 20);
      });
    }).listen(socket);`);
  return {
    ...kubectl,
    requests: () => kubectl.recorded('requests'),
    sockets: () => kubectl.recorded('sockets'),
  };
}
