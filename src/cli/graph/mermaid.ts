import { label } from './labels';
import type { EdgeKind, Picture, GraphNode, NodeRole, ScrapeState } from './model';
import { grouped } from '../../private/grouped';

/** The brackets around the label of a node, which give it its shape. */
const SHAPES: Readonly<Partial<Record<NodeRole, readonly [open: string, close: string]>>> = {
  application: ['[/', '/]'],
  host: ['([', '])'],
  origin: ['[/', '\\]'],
  route: ['{{', '}}'],
  scraper: ['[[', ']]'],
  secret: ['[(', ')]'],
  service: ['(', ')'],
};

const ARROWS: Readonly<Record<EdgeKind, string>> = { binds: '---', routes: '-->', scrapes: '-.->', uses: '--o', makes: '==>' };

/** Colours that are readable on light and dark pages. Signs in the labels repeat their meaning. */
const COLOURS: Readonly<Record<ScrapeState, { readonly fill: string; readonly stroke: string }>> = {
  up: { fill: '#dafbe1', stroke: '#1a7f37' },
  wrong: { fill: '#ffebe9', stroke: '#cf222e' },
  unknown: { fill: '#eaeef2', stroke: '#6e7781' },
};

/** The maximum number of lines of a label. */
const MOST_LINES = 6;

/** Formats a graph as a Mermaid flowchart. */
export function mermaidOf({ nodes, edges }: Picture): string {
  const ids = idsOf(nodes);
  const lines = [...grouped(nodes, ({ environment }) => [environment])].flatMap(([environment, own]) => environment === undefined
    ? groupsOf(own, ids) : subgraph(`environment_${idOf(environment)}`, environment, groupsOf(own, ids)));
  const links = edges.map(({ from, to, kind, lines: own }) =>
    `${ids.get(from)} ${ARROWS[kind]}${own.length === 0 ? '' : `|${quoted(own)}|`} ${ids.get(to)}`);
  const all = [...lines, ...links, ...stylesOf({ nodes, edges }, ids)];
  return ['flowchart LR', ...all.map(line => `  ${line}`)].map(line => `${line}\n`).join('');
}

/** Frames the nodes of each application or namespace. Nodes without one have no frame; if there is only one frame, it is omitted. */
function groupsOf(nodes: readonly GraphNode[], ids: ReadonlyMap<string, string>): string[] {
  const groups = grouped(nodes, ({ application, namespace }) => [JSON.stringify([application, namespace])]);
  const outside = groups.get(JSON.stringify([undefined, undefined])) ?? [];
  const frames = [...groups.values()].filter(own => own !== outside);
  const linesOf = (own: readonly GraphNode[]) => own.map(node => nodeLine(node, ids));
  if (frames.length === 1) return linesOf(nodes);
  return [...linesOf(outside), ...frames.flatMap(own => {
    const [{ application, namespace, environment }] = own;
    const parts = { application, namespace };
    const title = Object.entries(parts).filter(([, value]) => value !== undefined).map(part => part.join(' ')).join(', ');
    const names = ['in', environment, application, namespace].filter(each => each !== undefined);
    return subgraph(idOf(names.join('_')), title, linesOf(own));
  })];
}

function subgraph(id: string, title: string, lines: readonly string[]): string[] {
  return [`subgraph ${id}[${quoted([title])}]`, ...['direction LR', ...lines].map(line => `  ${line}`), 'end'];
}

function nodeLine({ key, role, lines }: GraphNode, ids: ReadonlyMap<string, string>): string {
  const [open, close] = SHAPES[role] ?? ['[', ']'];
  return `${ids.get(key)}${open}${quoted(lines)}${close}`;
}

function stylesOf({ nodes, edges }: Picture, ids: ReadonlyMap<string, string>): string[] {
  const missing = nodes.filter(({ role }) => role === 'missing' || role === 'monitor').map(({ key }) => ids.get(key)!);
  const states = (Object.keys(COLOURS) as ScrapeState[]).flatMap(state => {
    const { fill, stroke } = COLOURS[state];
    const own = nodes.filter(node => node.state === state).map(({ key }) => ids.get(key)!);
    const links = edges.flatMap((edge, index) => edge.state === state ? [index] : []);
    return [
      ...own.length === 0 ? [] : [`classDef ${state} fill:${fill},stroke:${stroke},color:#1f2328`, `class ${own.join(',')} ${state}`],
      ...links.length === 0 ? [] : [`linkStyle ${links.join(',')} stroke:${stroke}`],
    ];
  });
  return [...missing.length === 0 ? [] : ['classDef missing stroke-dasharray:4', `class ${missing.join(',')} missing`], ...states];
}

/** Derives an id for each node from its role and names. It does not depend on the other nodes, unless two ids would be the same. */
function idsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(nodes.map(({ key, role, lines, environment, namespace }) => {
    const id = idOf([role, environment, namespace, ...lines.slice(0, 1)].filter(each => each !== undefined).join('_'));
    const number = (counts.get(id) ?? 0) + 1;
    counts.set(id, number);
    return [key, number === 1 ? id : `${id}__${number}`];
  }));
}

/** An ASCII identifier. It starts with a word that this program chooses, none of which is a keyword of Mermaid. */
function idOf(text: string): string {
  return text.replace(/[^A-Za-z0-9]+/g, '_').slice(0, LONGEST_ID);
}

const LONGEST_ID = 80;

/** The lines of a label as a quoted string. */
function quoted(lines: readonly string[]): string {
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`] : lines;
  return `"${shown.map(label).map(escaped).join('<br/>')}"`;
}

/** Replaces characters that have a meaning in Mermaid labels, Markdown or HTML by their character codes. */
function escaped(text: string): string {
  const code = (character: string) => `#${character.codePointAt(0)};`;
  // the number of an element of a list, last: the codes of other characters are no numbers
  return text.replace(/[^\p{L}\p{N} .:,/()=?✓✗…'-]|^[ -]/gu, code)
    .replace(/^(\d+)([.)])(?= )/, (_, number: string, mark: string) => number + code(mark));
}
