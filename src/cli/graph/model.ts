import { placeLabel } from './labels';
import { COMPONENT, NAME } from '../../objects/labels';
import { asObject, textOf } from '../../private/check';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import type { TypedManifest } from '../../private/oam-kind';

/** The role of a node. */
export type NodeRole =
  | 'application' | 'component' | 'host' | 'missing' | 'monitor' | 'object' | 'origin' | 'route' | 'scraper' | 'secret' | 'service'
  | 'workload';

/** The state of a scrape according to the scraper; `unknown` without a verdict. */
export type ScrapeState = 'up' | 'wrong' | 'unknown';

/** The application, namespace and component to which a node belongs. */
export interface GraphOwner {
  readonly application?: string;
  readonly namespace?: string;
  readonly component?: string;
}

/** A node of a picture. */
export interface GraphNode extends GraphOwner {
  readonly key: string;
  readonly role: NodeRole;
  /** The lines of its label. */
  readonly lines: readonly string[];
  readonly environment?: string;
  readonly state?: ScrapeState;
}

/** The meaning of an edge: its first node binds the second, sends requests to it, scrapes it, is used by it, or creates it. */
export type EdgeKind = 'binds' | 'routes' | 'scrapes' | 'uses' | 'makes';

/** A connection between two nodes, given by their keys. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly lines: readonly string[];
  /** The number of endpoints of a scrape. */
  readonly count?: number;
  readonly state?: ScrapeState;
}

/** The endpoint of a scrape. */
interface DrawnEndpoint {
  readonly port?: number;
  readonly path?: string;
}

/** A scrape of one endpoint. */
export interface Scrape {
  readonly from: string;
  readonly to: string;
  readonly place: DrawnEndpoint;
  /** The monitor that declares the scrape. */
  readonly by?: string;
  /** The reason why the endpoint is not scraped. */
  readonly reason?: string;
  readonly state?: ScrapeState;
}

/** Nodes and edges in drawing order. */
export interface Picture {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Collects the nodes and edges of one environment without duplicates. */
export class GraphBuilder {
  private readonly nodes = new Map<string, GraphNode>();
  private readonly edges = new Map<string, GraphEdge>();
  private readonly scraped = new Map<string, Scrape>();

  public constructor(private readonly environment?: string) {}

  /** Adds a node unless it exists. Returns its key. */
  public node(name: string, role: NodeRole, lines: readonly string[], owner: GraphOwner = {}): string {
    const key = JSON.stringify([this.environment, name]);
    if (!this.nodes.has(key)) this.nodes.set(key, { key, role, lines, ...owner, environment: this.environment });
    return key;
  }

  /** Adds the node of an object. */
  public object(object: TypedManifest, role: NodeRole, details: readonly string[] = []): string {
    const { metadata, kind } = object;
    const owner = ownerOf(object);
    const name = String(asObject(metadata).name);
    const { component } = owner;
    const ofComponent = role !== 'workload' || component === undefined || component === name ? [] : [`component ${component}`];
    return this.node(identityKey(identityOf(object)), role, [name, String(kind), ...ofComponent, ...details], owner);
  }

  /** Adds an edge. Edges of one kind between the same nodes become one, with the labels of all. */
  public edge(from: string, to: string, kind: EdgeKind, lines: readonly string[] = []): void {
    const key = JSON.stringify([from, to, kind]);
    const before = this.edges.get(key)?.lines ?? [];
    this.edges.set(key, { from, to, kind, lines: [...new Set([...before, ...lines])] });
  }

  /** Adds a scrape, or replaces it by one with more information. */
  public scrape(scrape: Scrape): void {
    const { from, to, by, place: { port, path } } = scrape;
    this.scraped.set(JSON.stringify([from, to, by, port, path]), scrape);
  }

  /** The scrapes of a component. */
  public scrapesOf(component: GraphOwner): readonly Scrape[] {
    return [...this.scraped.values()].filter(({ to }) => isOf(this.nodes.get(to)!, component));
  }

  /** The key of the node with the pods of a component. */
  public podsOf(component: GraphOwner): string | undefined {
    return [...this.nodes.values()].find(node => ['component', 'workload'].includes(node.role) && isOf(node, component))?.key;
  }

  /** Builds the graph. If it is verified, each node with pods gets the worst state of its scrapes, or `unknown` if it has none. */
  public build(isVerified: boolean): Picture {
    const drawn = [...this.scraped.values()];
    const scrapes = isVerified ? drawn.map(scrape => ({ ...scrape, state: scrape.state ?? 'unknown' })) : drawn;
    const edges = [...this.edges.values(), ...scrapeEdges(scrapes)];
    this.adopt(edges);
    const states = grouped(scrapes, ({ to }) => [to]);
    const nodes = [...this.nodes.values()].map((node): GraphNode => {
      const own = states.get(node.key)?.map(({ state }) => state);
      const isGrey = isVerified && (own ?? ['component', 'workload'].includes(node.role));
      const state = STATES.find(each => own?.includes(each)) ?? (isGrey ? 'unknown' : undefined);
      return state === undefined ? node : { ...node, state };
    });
    return { nodes, edges };
  }

  /**
   * Assigns a node without an application to the only application that uses it in its namespace, and a host to the application and
   * namespace of its routes if they share them.
   */
  private adopt(edges: readonly GraphEdge[]): void {
    for (const role of ADOPTED) {
      const users = grouped(edges.filter(({ kind }) => kind !== 'scrapes'), ({ from }) => [from]);
      for (const node of [...this.nodes.values()].filter(each => each.role === role && each.application === undefined)) {
        const all = (users.get(node.key) ?? []).map(({ to }) => this.nodes.get(to)!);
        const owners = all.filter(({ application, namespace }) =>
          role === 'host' || application !== undefined && node.namespace === namespace);
        const [{ application, namespace } = {} as GraphOwner] = owners;
        if (owners.length === 0 || owners.some(each => each.application !== application || each.namespace !== namespace)) continue;
        this.nodes.set(node.key, { ...node, application, namespace });
      }
    }
  }
}

/** The roles of nodes that belong to their users. */
const ADOPTED: readonly NodeRole[] = ['service', 'route', 'host', 'secret', 'origin'];

/** The states, from worst to best. */
export const STATES: readonly ScrapeState[] = ['wrong', 'unknown', 'up'];

const SIGNS: Readonly<Record<ScrapeState, string>> = { up: ' ✓', wrong: ' ✗', unknown: ' ?' };

/** Combines the scrapes of one monitor that have the same ends, state and reason into one edge. */
function scrapeEdges(scrapes: readonly Scrape[]): GraphEdge[] {
  const alike = grouped(scrapes, ({ from, to, by, state, reason }) => [JSON.stringify([from, to, by, state, reason])]);
  return [...alike.values()].map(own => {
    const [{ from, to, by, state, reason }] = own;
    const sign = state === undefined ? '' : SIGNS[state];
    const isKnown = ({ place: { port, path } }: Scrape) => (port ?? path ?? reason) === undefined || (port ?? path) !== undefined;
    const places = own.filter(isKnown).map(({ place }) => placeLabel(place) + sign);
    const lines = [...by === undefined ? [] : [by], ...places, ...reason === undefined ? [] : [reason]];
    return { from, to, kind: 'scrapes', lines, count: own.length, state };
  });
}

/** Whether a node belongs to a component. An unknown namespace matches any. */
function isOf(node: GraphOwner, { application, namespace, component }: GraphOwner): boolean {
  return node.application === application && node.component === component
    && (node.namespace === undefined || namespace === undefined || node.namespace === namespace);
}

/** The application, component and namespace of an object, from its labels and metadata. */
export function ownerOf({ metadata }: TypedManifest): GraphOwner {
  const { namespace, labels } = asObject(metadata);
  const { [NAME]: application, [COMPONENT]: component } = asObject<Readonly<Record<string, unknown>>>(labels);
  return { application: textOf(application), component: textOf(component), namespace: textOf(namespace) };
}
