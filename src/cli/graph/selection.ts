import { EdgeKind, Picture, GraphEdge, GraphNode, GraphOwner, STATES } from './model';
import { FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { grouped } from '../../private/grouped';
import { nearest } from '../../private/nearest';
import { count } from '../output';

/** The selected part of a picture. */
export type Selection = GraphOwner;

/** The number of nodes up to which a picture is readable. */
export const MOST_NODES = 60;

/** The flags by the part that they select. */
const FLAGS = { application: '--application', namespace: '--in-namespace', component: '--component' } as const;

type PicturePart = keyof typeof FLAGS;

/** Reports flags that select nothing, each by itself and together. */
export function checkSelection({ nodes }: Picture, selection: Selection): Finding[] {
  const given = partsOf(selection);
  const findings = given.flatMap(([part, wanted]) => {
    const known = [...new Set(nodes.flatMap(node => partOf(node, part) ?? []))];
    return known.includes(wanted) ? FINE
      : found('usage', FLAGS[part], { reason: 'not-drawn', value: Shown.of(wanted), meant: nearest(wanted, known) });
  });
  if (findings.length > 0 || given.length < 2 || nodes.some(node => isOf(node, selection))) return findings;
  const [[first], ...others] = given;
  return found('usage', FLAGS[first], { reason: 'nothing-drawn', flags: others.map(([part]) => FLAGS[part]) });
}

function partsOf(selection: Selection): [PicturePart, string][] {
  return (Object.keys(FLAGS) as PicturePart[]).flatMap(part => selection[part] === undefined ? [] : [[part, selection[part]]]);
}

/** Pods without the labels of this library are selected by the name of the object that runs them. */
function partOf(node: GraphNode, part: PicturePart): string | undefined {
  return node[part] ?? (part === 'component' && node.role === 'workload' ? node.lines[0] : undefined);
}

function isOf(node: GraphNode, selection: Selection): boolean {
  return partsOf(selection).every(([part, value]) => partOf(node, part) === value);
}

/** Whether a component belongs to a selection; its namespace may be unknown. */
export function isSelected(owner: GraphOwner, selection: Selection): boolean {
  return partsOf(selection).every(([part, value]) => owner[part] === value || part === 'namespace' && owner[part] === undefined);
}

/** The selected nodes, with everything that leads to them and everything to which their routes lead. */
export function selected(graph: Picture, selection: Selection): Picture {
  if (partsOf(selection).length === 0) return graph;
  const own = graph.nodes.filter(node => isOf(node, selection)).map(({ key }) => key);
  const kept = new Set([...reached(own, graph, 'to', () => true), ...reached(own, graph, 'from', ({ kind }) => kind === 'routes')]);
  return within(graph, kept);
}

/** The nodes reached by following edges from their `end` to the other one. Does not go past a scraper, unless it starts there. */
function reached(
  start: readonly string[], { nodes, edges }: Picture, end: 'from' | 'to', isFollowed: (edge: GraphEdge) => boolean,
): Set<string> {
  const other = end === 'from' ? 'to' : 'from';
  const byEnd = grouped(edges.filter(isFollowed), edge => [edge[end]]);
  const scrapers = new Set(grouped(edges, ({ from, kind }) => kind === 'scrapes' ? [from] : []).keys());
  const kept = new Set(start);
  const left = [...kept];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (scrapers.has(key) && !start.includes(key)) continue;
    for (const edge of byEnd.get(key) ?? []) {
      if (kept.has(edge[other])) continue;
      kept.add(edge[other]);
      left.push(edge[other]);
    }
  }
  return new Set(nodes.map(({ key }) => key).filter(key => kept.has(key)));
}

function within({ nodes, edges }: Picture, kept: ReadonlySet<string>): Picture {
  return {
    nodes: nodes.filter(({ key }) => kept.has(key)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** A picture of one node for each component, application or namespace. */
export interface Overview extends Picture {
  /** What each node stands for. */
  readonly by: PicturePart;
}

/** The levels of an overview, the finest first. */
const LEVELS = ['component', 'application', 'namespace'] as const;

/** An overview at the finest level that fits, or else by namespace. */
export function overviewOf(graph: Picture): Overview {
  const levels = LEVELS.map(by => ({ by, groups: groupsOf(graph, by) }));
  const { by, groups } = levels.find(level => level.groups.size <= MOST_NODES) ?? levels.at(-1)!;
  const keyOf = new Map([...groups].flatMap(([key, nodes]) => nodes.map(node => [node.key, key])));
  const titles = [...groups.values()].map(([first]) => titleOf(first, by));
  const nodes = [...groups].map(([key, own], i) => {
    const isOnly = titles.indexOf(titles[i]) === titles.lastIndexOf(titles[i]);
    return groupNode(key, own, graph, isOnly ? [titles[i]] : [titles[i], `namespace ${own[0].namespace}`]);
  });
  return { by, nodes, edges: edgesBetween(graph, keyOf) };
}

/** Groups the nodes by application or namespace. A host belongs to the group of its route. */
function groupsOf({ nodes, edges }: Picture, by: Overview['by']): ReadonlyMap<string, readonly GraphNode[]> {
  const routes = new Map(edges.filter(({ kind }) => kind === 'routes').map(({ from, to }) => [from, to]));
  const byKey = new Map(nodes.map(node => [node.key, node]));
  const groupOf = (node: GraphNode): string => {
    const owner = node.role === 'host' ? byKey.get(routes.get(node.key) ?? '') ?? node : node;
    const { environment, application, namespace, role } = owner;
    if (application === undefined && namespace === undefined) return JSON.stringify([environment, role, owner.key]);
    const names = by === 'namespace' && namespace !== undefined ? [namespace]
      : [application, namespace, ...by === 'component' ? [partOf(owner, 'component')] : []];
    return JSON.stringify([environment, ...names]);
  };
  return grouped(nodes, node => [groupOf(node)]);
}

function titleOf(node: GraphNode, by: Overview['by']): string {
  const { application, namespace, lines } = node;
  const component = by === 'component' ? partOf(node, 'component') : undefined;
  return component ?? (by === 'namespace' ? namespace ?? application : application ?? namespace) ?? lines[0];
}

/** The nodes that are counted in a group, by role. */
const COUNTED: readonly (readonly [what: string, roles: readonly string[]])[] = [
  ['host', ['host']], ['component', ['component', 'workload']], ['Secret', ['secret']],
];

function groupNode(key: string, own: readonly GraphNode[], { edges }: Picture, title: readonly string[]): GraphNode {
  const [first] = own;
  // a node without an application and a namespace represents itself
  if (own.length === 1 && first.application === undefined && first.namespace === undefined) return { ...first, key };
  const keys = new Set(own.map(each => each.key));
  const counts = COUNTED.map(([what, roles]) => [what, own.filter(({ role }) => roles.includes(role)).length] as const);
  const scrapes = edges.filter(edge => edge.kind === 'scrapes' && keys.has(edge.to));
  const all = [...counts, ['endpoint', endpointsOf(scrapes)] as const].filter(([, number]) => number > 0);
  const wrong = endpointsOf(scrapes.filter(({ state }) => state === 'wrong'));
  const state = STATES.find(each => scrapes.some(edge => edge.state === each));
  const answer = wrong > 0 ? [`✗ ${wrong} of ${endpointsOf(scrapes)} not up`] : state === 'up' ? ['✓ up'] : [];
  const lines = [...title, ...all.map(([what, number]) => count(number, what)), ...answer];
  return { key, role: 'component', lines, environment: first.environment, state };
}

function endpointsOf(edges: readonly GraphEdge[]): number {
  return edges.reduce((sum, edge) => sum + (edge.count ?? 1), 0);
}

/** The unit in which edges are counted, such as Secrets that are used or created, and endpoints of scrapes. */
const EDGES: Readonly<Record<EdgeKind, string>> = {
  binds: 'binding', routes: 'route', scrapes: 'endpoint', uses: 'Secret', makes: 'Secret',
};

function edgesBetween({ edges }: Picture, keyOf: ReadonlyMap<string, string>): GraphEdge[] {
  const outer = edges.map(edge => ({ edge, from: keyOf.get(edge.from)!, to: keyOf.get(edge.to)! })).filter(({ from, to }) => from !== to);
  return [...grouped(outer, ({ from, to, edge: { kind } }) => [JSON.stringify([from, to, kind])]).values()].map(own => {
    const [{ from, to, edge: { kind } }] = own;
    const all = own.map(({ edge }) => edge);
    const state = STATES.find(each => all.some(edge => edge.state === each));
    const number = kind === 'uses' ? new Set(all.map(edge => edge.from)).size : endpointsOf(all);
    return { from, to, kind, lines: [count(number, EDGES[kind])], count: number, state };
  });
}
