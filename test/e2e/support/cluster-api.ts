import { ServerResponse } from 'http';
import { startUpstream, Upstream } from './upstream';

/** An API server that lists pods, Services and Endpoints, and tells of changes to who watches them. */
export interface ClusterApi extends Upstream {
  /** Has one object more. */
  add(object: any): void;
  /** Has it no longer. */
  remove(object: any): void;
}

/** By the name of the resource in the path. */
const KINDS: Readonly<Record<string, string>> = { pods: 'Pod', services: 'Service', endpoints: 'Endpoints' };

interface Watch {
  readonly kind: string;
  /** All, where it is none. */
  readonly namespace?: string;
  readonly response: ServerResponse;
}

/** Starts as much of an API server as discovery asks for. */
export async function startClusterApi(objects: readonly any[]): Promise<ClusterApi> {
  const present = new Set(objects);
  const watches = new Set<Watch>();
  let version = 1;
  const versioned = (object: any) => ({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
  const tell = (type: string, object: any) => {
    version++;
    const event = `${JSON.stringify({ type, object: versioned(object) })}\n`;
    [...watches].filter((watch) => isOf(watch, object)).forEach(({ response }) => response.write(event));
  };

  const upstream = await startUpstream((response, { url }) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const [, namespace, plural] = /^\/api\/v1\/(?:namespaces\/([^/]+)\/)?([a-z]+)$/.exec(pathname) ?? [];
    const kind = KINDS[plural];
    const isWatch = kind && searchParams.has('watch');
    response.writeHead(kind ? 200 : 404, { 'Content-Type': 'application/json' });
    if (isWatch) {
      const watch = { kind, namespace, response };
      watches.add(watch);
      response.on('close', () => watches.delete(watch)).flushHeaders();
    } else {
      const items = [...present].filter((object) => isOf({ kind, namespace }, object)).map(versioned);
      response.end(JSON.stringify({ kind: `${kind}List`, apiVersion: 'v1', metadata: { resourceVersion: String(version) }, items }));
    }
  });

  return {
    ...upstream,
    add: (object) => {
      present.add(object);
      tell('ADDED', object);
    },
    remove: (object) => {
      present.delete(object);
      tell('DELETED', object);
    },
  };
}

function isOf({ kind, namespace }: Omit<Watch, 'response'>, object: any): boolean {
  return object.kind === kind && (namespace === undefined || object.metadata.namespace === namespace);
}
