import { pathLabel } from './labels';
import type { GraphBuilder, GraphOwner } from './model';
import { boundName, ComponentIndex } from '../../manifest/model/oam-object';
import type { ObjectIndex } from '../../objects/object-index';
import { asObject, isFilled, listOf, PlainFields, textOf } from '../../private/check';
import type { TypedManifest } from '../../private/oam-kind';

export const COMPONENT_KIND = 'core.oam.dev/Component';
const APPLICATION_KIND = 'core.oam.dev/ApplicationConfiguration';

/** A component as bound by an ApplicationConfiguration. */
export interface BoundComponent extends GraphOwner {
  /** The key of its node. */
  readonly key: string;
  readonly component: string;
  /** The objects that the platform creates for it: its workload and its traits. */
  readonly carried: readonly TypedManifest[];
}

/** Draws each ApplicationConfiguration, the components that it binds, and the hosts of their IngressTraits. */
export function drawBindings(builder: GraphBuilder, index: ObjectIndex): BoundComponent[] {
  const components = new ComponentIndex<TypedManifest>();
  for (const object of index.ofKind(COMPONENT_KIND)) {
    const { name, namespace } = asObject(object.metadata);
    components.add(String(name), textOf(namespace), object);
  }
  return index.ofKind(APPLICATION_KIND).flatMap(application => {
    const { name, namespace: given } = asObject(application.metadata);
    const namespace = textOf(given);
    const owner = { application: String(name), namespace };
    const from = builder.node(JSON.stringify(['application', namespace, name]), 'application',
      [String(name), 'ApplicationConfiguration'], owner);
    return listOf(asObject(application.spec).components).flatMap((entry): BoundComponent[] => {
      const bound = boundName(entry);
      if (bound === undefined) return [];
      const workload = asObject(asObject(components.find(bound, namespace)).spec).workload;
      const traits = listOf(asObject(entry).traits).map(each => asObject(asObject(each).trait));
      const own = { ...owner, component: bound };
      const key = builder.node(JSON.stringify(['component', namespace, name, bound]), 'component', linesOf(bound, workload, traits), own);
      builder.edge(from, key, 'binds');
      for (const trait of traits.filter(({ kind }) => kind === 'IngressTrait')) drawIngressTrait(builder, trait, { ...own, key });
      return [{ ...own, key, carried: [asObject(workload), ...traits].flatMap(each => carriedObject(each, bound, namespace)) }];
    });
  });
}

/** An unchecked path of an IngressTrait. */
interface TraitPath {
  readonly path?: unknown;
  readonly pathType?: unknown;
}

/** The kinds of traits that are drawn separately. */
const DRAWN: readonly unknown[] = ['IngressTrait', 'MetricsTrait'];

function linesOf(name: string, workload: unknown, traits: readonly PlainFields[]): string[] {
  const { kind } = asObject(workload);
  const others = traits.filter(trait => !DRAWN.includes(trait.kind)).map(trait => String(trait.kind));
  return [
    name,
    workload === undefined ? 'Component, not in the manifests' : String(kind),
    ...others.length > 0 ? [`with ${[...new Set(others)].join(', ')}`] : [],
  ];
}

function drawIngressTrait(
  builder: GraphBuilder, { metadata, spec }: PlainFields, { key, ...owner }: GraphOwner & { readonly key: string },
): void {
  const { name } = asObject(metadata);
  const lines = [...name === undefined ? [] : [String(name)], 'IngressTrait'];
  const route = builder.node(JSON.stringify(['trait', key, name]), 'route', lines, owner);
  const rules = listOf(asObject(spec).rules).map(each => asObject(each));
  const hostsOf = (rule: PlainFields) => [...new Set(listOf<unknown>(rule.hosts).filter(isFilled))];
  const isOneHost = new Set(rules.flatMap(rule => hostsOf(rule).length > 0 ? hostsOf(rule) : [''])).size < 2;
  for (const rule of rules) {
    const paths = listOf(rule.paths).length > 0 ? listOf(rule.paths).map(each => asObject<TraitPath>(each)) : [{}];
    const { host: service } = asObject(rule.destination);
    for (const host of hostsOf(rule).length > 0 ? hostsOf(rule) : ['']) {
      builder.edge(drawHost(builder, host, 'generated host'), route, 'routes');
      const labels = paths.map(({ path = '/', pathType }) =>
        (isOneHost ? '' : host) + pathLabel(String(path), String(pathType ?? (path === '/' ? 'Prefix' : 'Exact'))));
      builder.edge(route, key, 'routes', isFilled(service) ? labels.map(each => `${each} to ${service}`) : labels);
    }
  }
}

/** Adds the node of a host. */
export function drawHost(builder: GraphBuilder, host: string, any = 'any host'): string {
  return builder.node(JSON.stringify(['host', host === '' ? any : host]), 'host', [host === '' ? any : host]);
}

function carriedObject(value: PlainFields, name: string, namespace: string | undefined): TypedManifest[] {
  const { apiVersion, kind, metadata } = value;
  if (!isFilled(apiVersion) || !isFilled(kind)) return [];
  return [{ ...value, metadata: { name, ...asObject(metadata), namespace } } as object as TypedManifest];
}
