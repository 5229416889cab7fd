import type { ObjectType } from '../../private/oam-kind';

/**
 * An object without the namespace that it has of its chart, if its kind is not in namespaces. cdk8s gives every object the namespace
 * of its chart. One that somebody wrote stays, and is found by the checks. What is handed in may be shared, and is never changed.
 */
export function withoutMisplacedNamespace(json: any, chartNamespace: string | undefined, isClusterScoped: (type: ObjectType) => boolean): any {
  const namespace = json?.metadata?.namespace;
  if (namespace == null || namespace !== chartNamespace || !isTyped(json) || !isClusterScoped(json)) return json;
  const { namespace: _, ...metadata } = json.metadata;
  return { ...json, metadata };
}

function isTyped({ apiVersion, kind }: any): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string';
}
