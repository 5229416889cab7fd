import type { IConstruct } from 'constructs';

/** The labels of an object. */
type NamespaceLabels = Readonly<Record<string, string>>;

const NAMESPACES = Symbol.for('cdk8s-oam.namespaces');

/** Says which labels the namespaces of a scope have, by their names. */
export function declareNamespaces(scope: IConstruct, labels: ReadonlyMap<string, NamespaceLabels>): void {
  Object.defineProperty(scope, NAMESPACES, { value: labels });
}

/** The labels of a namespace as a scope around a construct has declared it; none where nobody has. */
export function declaredLabels(construct: IConstruct, namespace: string): NamespaceLabels {
  const around = construct.node.scopes as readonly { readonly [NAMESPACES]?: ReadonlyMap<string, NamespaceLabels> }[];
  return around.map(scope => scope[NAMESPACES]?.get(namespace)).find(labels => labels !== undefined) ?? {};
}
