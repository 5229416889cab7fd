import type { IConstruct } from 'constructs';

/** The labels of a namespace. */
type NamespaceLabels = Readonly<Record<string, string>>;

const NAMESPACES = Symbol.for('cdk8s-oam.namespaces');

/** Declares the labels of a scope's namespaces, by the names of the namespaces. */
export function declareNamespaces(scope: IConstruct, labels: ReadonlyMap<string, NamespaceLabels>): void {
  Object.defineProperty(scope, NAMESPACES, { value: labels });
}

/** The labels that the outermost declaring scope of a construct has for a namespace; empty if no scope declares it. */
export function declaredLabels(construct: IConstruct, namespace: string): NamespaceLabels {
  const around = construct.node.scopes as readonly { readonly [NAMESPACES]?: ReadonlyMap<string, NamespaceLabels> }[];
  return around.map(scope => scope[NAMESPACES]?.get(namespace)).find(labels => labels !== undefined) ?? {};
}
