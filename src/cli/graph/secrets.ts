import { BoundComponent, COMPONENT_KIND } from './bindings';
import { titleOf } from './labels';
import type { GraphBuilder } from './model';
import type { ScrapersOf } from './scrapes';
import type { ObjectIndex } from '../../objects/object-index';
import { makesPods } from '../../objects/pod-holders';
import { asObject, isFilled, listOf, PlainFields, textOf } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import type { TypedManifest } from '../../private/oam-kind';
import { referencesOf, secretsOf } from '../../references/references';
import { INGRESS } from '../../routes/ingress';
import { findRoutes, FoundRoutes } from '../../routes/makers';

const SECRET = '/Secret';

/** Draws the Secrets, their creators and their users. Does not read their data. */
export function drawSecrets(
  builder: GraphBuilder, index: ObjectIndex, bound: readonly BoundComponent[], scrapers: ScrapersOf,
): void {
  const secrets = new DrawnSecrets(builder, index);
  for (const object of index.objects) {
    for (const { name } of secretsOf(object)) secrets.made(object, name);
  }
  const users = index.objects.filter(object => !isKind(object, COMPONENT_KIND))
    .map(object => ({ object, keys: () => keysOf(builder, object, scrapers) }));
  const carried = bound.flatMap(({ key, carried: all }) => all.map(object => ({ object, keys: () => [key] })));
  for (const { object, keys } of [...users, ...carried]) {
    const names = referencesOf(object).filter(({ kind }) => kind === SECRET);
    for (const { namespace, name } of names) {
      const secret = secrets.node(namespace, name);
      for (const user of keys()) builder.edge(secret, user, 'uses', scrapers.has(object) ? [titleOf(object)] : []);
    }
  }
  drawCertificates(builder, secrets, findRoutes(index));
}

/** The keys of the nodes that use a Secret on behalf of an object; for a monitor, its scrapers. */
function keysOf(builder: GraphBuilder, object: TypedManifest, scrapers: ScrapersOf): readonly string[] {
  return scrapers.get(object) ?? [builder.object(object, makesPods(object) ? 'workload' : 'object')];
}

/** Draws the certificates that routes present. Manifests do not state the namespace in which Istio looks for them. */
function drawCertificates(builder: GraphBuilder, secrets: DrawnSecrets, { routes }: FoundRoutes): void {
  for (const { tls, origin } of routes) {
    for (const { secretName, namespace, object = origin.object } of tls) {
      if (secretName === undefined) continue;
      const own = namespace ?? (isKind(object, INGRESS) ? asObject(object.metadata).namespace : secrets.namespaceOf(secretName));
      builder.edge(secrets.node(textOf(own), secretName), builder.object(origin.object, 'route'), 'uses', ['TLS']);
    }
  }
}

/** The nodes of Secrets, each with its origin. */
class DrawnSecrets {
  private readonly rendered: ReadonlySet<string>;
  private readonly makers = new Set<string>();

  public constructor(private readonly builder: GraphBuilder, index: ObjectIndex) {
    const own = index.ofKind(SECRET).map(({ metadata }) => asObject(metadata));
    this.rendered = new Set(own.map(({ namespace, name }) => keyOf(namespace, name)));
  }

  public node(namespace: string | undefined, name: string): string {
    const key = keyOf(namespace, name);
    const origin = this.makers.has(key) ? [] : [this.rendered.has(key) ? 'in the manifests' : 'created elsewhere'];
    return this.builder.node(`secret ${key}`, 'secret', [name, 'Secret', ...origin], { namespace });
  }

  /** Draws a Secret that a controller creates from an object, and its sources. */
  public made(maker: TypedManifest, name: string): void {
    const { namespace } = asObject(maker.metadata);
    const own = textOf(namespace);
    this.makers.add(keyOf(own, name));
    const secret = this.node(own, name);
    const sources = [...sourcesOf(maker), ...generatorsOf(maker)];
    if (sources.length === 0) this.builder.edge(this.builder.object(maker, 'origin'), secret, 'makes');
    for (const source of sources) this.builder.edge(this.source(source), secret, 'makes', [titleOf(maker)]);
  }

  /** The namespace of the Secret with a name; `undefined` unless there is exactly one. */
  public namespaceOf(name: string): unknown {
    const known = [...this.rendered, ...this.makers].map(key => JSON.parse(key) as [unknown, unknown]).filter(([, own]) => own === name);
    return known.length === 1 ? known[0][0] : undefined;
  }

  private source({ kind, namespace, name }: SecretSource): string {
    return this.builder.node(JSON.stringify(['source', kind, namespace, name]), 'origin', [name, kind], { namespace });
  }
}

/** A source of the values of a Secret that a controller creates. */
interface SecretSource {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The stores and issuers that an object references. */
function sourcesOf(maker: TypedManifest): SecretSource[] {
  return referencesOf(maker).map(({ kind, namespace, name }) => ({ kind: kind.split('/')[1], namespace, name }))
    .filter(({ kind }) => /(Store|Issuer)$/.test(kind));
}

/** The generators of an ExternalSecret. */
function generatorsOf({ spec, metadata }: TypedManifest): SecretSource[] {
  return listOf(asObject(spec).dataFrom).flatMap(each => {
    const { kind, name }: PlainFields = asObject(asObject(asObject(each).sourceRef).generatorRef);
    const { namespace } = asObject(metadata);
    return isFilled(kind) && isFilled(name) ? [{ kind, name, namespace: textOf(namespace) }] : [];
  });
}

function keyOf(namespace: unknown, name: unknown): string {
  return JSON.stringify([namespace ?? null, name]);
}
