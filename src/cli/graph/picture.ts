import { asObject, textOf, grouped } from '../../base/check';
import { printable } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { withoutCredentials } from '../../base/masking';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';

/** The role of a node. `missing` is a broken route, a Service or a monitor whose pods are elsewhere. */
type NodeRole = 'component' | 'host' | 'missing' | 'namespace' | 'scraper' | 'secret';

/** A node of a picture, with the lines of its label. */
interface GraphNode {
  readonly key: string;
  readonly role: NodeRole;
  readonly lines: readonly string[];
  readonly namespace?: string;
}

/** What the first node of an edge does: it sends requests from outside, calls, scrapes, or is used by the second. */
type EdgeKind = 'routes' | 'calls' | 'scrapes' | 'uses';

/** A connection between two nodes, given by their keys. */
interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly lines: readonly string[];
}

/** Nodes and edges in drawing order, each of them once. */
export class Picture {
  /** The nodes by their keys. */
  private readonly byKey = new Map<string, GraphNode>();
  /** The edges by their nodes and their kind. */
  private readonly byEnds = new Map<string, GraphEdge>();
  /** The keys of the nodes that represent objects without a node of their own. */
  private readonly standingFor = new Map<TypedManifest, string>();

  public get nodes(): readonly GraphNode[] { return [...this.byKey.values()]; }

  public get edges(): readonly GraphEdge[] { return [...this.byEnds.values()]; }

  /** Adds a node unless it exists. Returns its key. */
  public node(key: string, role: NodeRole, lines: readonly string[], namespace?: unknown): string {
    if (!this.byKey.has(key)) this.byKey.set(key, { key, role, lines, namespace: textOf(namespace) });
    return key;
  }

  /** Makes a node stand for an object, which gets none of its own. */
  public represent(object: TypedManifest, key: string): void { this.standingFor.set(object, key); }

  /** The objects without a node of their own. */
  public get represented(): readonly TypedManifest[] { return [...this.standingFor.keys()]; }

  /** Adds the node of an object, unless another one stands for it. Returns its key. */
  public object(object: TypedManifest, role: NodeRole = 'component', details: readonly string[] = []): string {
    const other = this.standingFor.get(object);
    if (other !== undefined) return other;
    const { name, generateName, namespace } = asObject(object.metadata);
    const lines = [String(name ?? `${String(generateName ?? '')}…`), String(object.kind), ...details];
    if (name !== undefined) return this.node(identityKey(identityOf(object)), role, lines, namespace);
    const key = this.node(`unnamed ${this.byKey.size}`, role, lines, namespace);
    this.represent(object, key);
    return key;
  }

  /** Adds an edge between two nodes that are drawn. Those of one kind between the same nodes become one. */
  public edge(from: string, to: string, kind: EdgeKind, lines: readonly string[] = []): void {
    if (!this.byKey.has(from) || !this.byKey.has(to)) return;
    const key = JSON.stringify([from, to, kind]);
    const before = this.byEnds.get(key)?.lines ?? [];
    this.byEnds.set(key, { from, to, kind, lines: [...new Set([...before, ...lines])] });
  }

  /** The nodes of a namespace, with those that an edge connects with one of them. */
  public near(namespace: string): Picture {
    const own = new Set(this.nodes.filter(node => node.namespace === namespace).map(({ key }) => key));
    const edges = this.edges.filter(({ from, to }) => own.has(from) || own.has(to));
    const shown = new Set([...own, ...edges.flatMap(({ from, to }) => [from, to])]);
    return pictureOf(this.nodes.filter(({ key }) => shown.has(key)), edges);
  }

  /** One node for each namespace, with the numbers of what is in it and of what leads from one to another. */
  public byNamespace(): Picture {
    const groups = grouped(this.nodes, ({ key, namespace }) =>
      [namespace === undefined ? key : `namespace ${namespace}`]);
    const groupOf = new Map([...groups].flatMap(([group, nodes]) => nodes.map(({ key }) => [key, group])));
    const nodes = [...groups].map(([key, own]): GraphNode => {
      const [first] = own;
      if (first.namespace === undefined) return first;
      const counts = (['host', 'component', 'secret'] as const).flatMap(role => {
        const { length } = own.filter(node => node.role === role);
        return length > 0 ? counted(length, role === 'secret' ? 'Secret' : role) : [];
      });
      return { key, role: 'namespace', lines: [first.namespace, ...counts] };
    });
    const outer = this.edges.map(edge => ({ ...edge, from: groupOf.get(edge.from)!, to: groupOf.get(edge.to)! }))
      .filter(({ from, to }) => from !== to);
    const edges = [...grouped(outer, ({ from, to, kind }) => [JSON.stringify([from, to, kind])]).values()]
      .map(own => ({ ...own[0], lines: own.length === 1 ? [] : [String(own.length)] }));
    return pictureOf(nodes, edges);
  }
}

/** A picture of these nodes, and of the edges between them. */
function pictureOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Picture {
  const picture = new Picture();
  for (const { key, role, lines, namespace } of nodes) picture.node(key, role, lines, namespace);
  for (const { from, to, kind, lines } of edges) picture.edge(from, to, kind, lines);
  return picture;
}

/** The brackets around the label of a node, which give it its shape; `[` and `]` by default. */
const SHAPES: { readonly [role in NodeRole]?: readonly [open: string, close: string] } =
  { host: ['([', '])'], scraper: ['[[', ']]'], secret: ['[(', ')]'] };

/** The links of Mermaid: thin, thick, dotted, and with a circle at the end. */
const ARROWS: Readonly<Record<EdgeKind, string>> = { routes: '-->', calls: '==>', scrapes: '-.->', uses: '--o' };

/** Formats a picture as a Mermaid flowchart, with a frame for each namespace if there are several. */
export function mermaidOf({ nodes, edges }: Picture): string {
  const counts = new Map<string, number>();
  // the id of a node is its role and names; it does not depend on the other nodes, unless two ids would be the same
  const ids = new Map(nodes.map(({ key, role, lines, namespace }) => {
    const id = mermaidId([role, ...namespace === undefined ? [] : [namespace], lines[0]].join('_'));
    const number = (counts.get(id) ?? 0) + 1;
    counts.set(id, number);
    return [key, number === 1 ? id : `${id}__${number}`];
  }));
  const nodeLine = ({ key, role, lines }: GraphNode) =>
    ids.get(key) + (SHAPES[role] ?? ['[', ']']).join(mermaidLabel(lines));
  const frames = [...grouped(nodes, ({ namespace }) => [namespace])];
  const isFramed = frames.filter(([namespace]) => namespace !== undefined).length > 1;
  const shown = frames.flatMap(([namespace, own]) => isFramed && namespace !== undefined ? [
    `subgraph in_${mermaidId(namespace)}[${mermaidLabel([namespace])}]`,
    ...['direction LR', ...own.map(nodeLine)].map(line => `  ${line}`),
    'end',
  ] : own.map(nodeLine));
  const links = edges.map(({ from, to, kind, lines }) =>
    `${ids.get(from)} ${ARROWS[kind]}${lines.length === 0 ? '' : `|${mermaidLabel(lines)}|`} ${ids.get(to)}`);
  const missing = nodes.filter(({ role }) => role === 'missing').map(({ key }) => ids.get(key));
  const styles = missing.length === 0 ? []
    : ['classDef missing stroke-dasharray:4', `class ${missing.join(',')} missing`];
  return ['flowchart LR\n', ...[...shown, ...links, ...styles].map(line => `  ${line}\n`)].join('');
}

/** An ASCII identifier. It starts with a word that this program chooses, none of which is a keyword of Mermaid. */
const mermaidId = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 80);

/** The maximum number of lines of a label, and the maximum length of each, in characters. */
const [MOST_LINES, LONGEST_LINE] = [6, 120];

/** The lines of a label as a quoted string, without line breaks and the credentials of URLs. */
function mermaidLabel(lines: readonly string[]): string {
  const shown = lines.length <= MOST_LINES ? lines
    : [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`];
  const code = (character: string) => `#${character.codePointAt(0)};`;
  const escapedLines = shown.map(given => {
    const line = [...withoutCredentials(printable(given))];
    const short = line.length <= LONGEST_LINE ? line : [...line.slice(0, LONGEST_LINE - 1), '…'];
    // characters that have a meaning in Mermaid, Markdown or HTML become their codes; so does what numbers the element
    // of a list, last: the codes of other characters are no numbers
    return short.join('').replace(/[^\p{L}\p{N} .:,/()=?✓✗…'-]|^[ -]/gu, code)
      .replace(/^(\d+)([.)])(?= )/, (_, number: string, mark: string) => number + code(mark));
  });
  return `"${escapedLines.join('<br/>')}"`;
}
