import type { EdgeKind, GraphNode, NodeRole, Picture } from './picture';
import { printable } from '../../findings/shown';
import { grouped } from '../../private/grouped';
import { withoutCredentials } from '../../private/hidden';

/** The brackets around the label of a node, which give it its shape. */
const SHAPES: Readonly<Record<NodeRole, readonly [open: string, close: string]>> = {
  component: ['[', ']'],
  host: ['([', '])'],
  missing: ['[', ']'],
  namespace: ['[', ']'],
  scraper: ['[[', ']]'],
  secret: ['[(', ')]'],
};

const ARROWS: Readonly<Record<EdgeKind, string>> = { routes: '-->', calls: '==>', scrapes: '-.->', uses: '--o' };

/** Formats a picture as a Mermaid flowchart, with a frame for each namespace if there are several. */
export function mermaidOf({ nodes, edges }: Picture): string {
  const ids = idsOf(nodes);
  const nodeLine = ({ key, role, lines }: GraphNode) => ids.get(key) + SHAPES[role].join(quoted(lines));
  const frames = [...grouped(nodes, ({ namespace }) => [namespace])];
  const isFramed = frames.filter(([namespace]) => namespace !== undefined).length > 1;
  const shown = frames.flatMap(([namespace, own]) => isFramed && namespace !== undefined
    ? [`subgraph in_${idOf(namespace)}[${quoted([namespace])}]`, ...['direction LR', ...own.map(nodeLine)].map(line => `  ${line}`), 'end']
    : own.map(nodeLine));
  const links = edges.map(({ from, to, kind, lines }) =>
    `${ids.get(from)} ${ARROWS[kind]}${lines.length === 0 ? '' : `|${quoted(lines)}|`} ${ids.get(to)}`);
  const missing = nodes.filter(({ role }) => role === 'missing').map(({ key }) => ids.get(key));
  const styles = missing.length === 0 ? [] : ['classDef missing stroke-dasharray:4', `class ${missing.join(',')} missing`];
  return ['flowchart LR', ...[...shown, ...links, ...styles].map(line => `  ${line}`)].map(line => `${line}\n`).join('');
}

/** Derives an id for each node from its role and names. It does not depend on the other nodes, unless two ids would be the same. */
function idsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(nodes.map(({ key, role, lines, namespace }) => {
    const id = idOf([role, ...namespace === undefined ? [] : [namespace], lines[0]].join('_'));
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

/** The maximum number of lines of a label. */
const MOST_LINES = 6;

/** The maximum length of a line of a label, in characters. */
const LONGEST_LINE = 120;

/** The lines of a label as a quoted string, without line breaks and the credentials of URLs. */
function quoted(lines: readonly string[]): string {
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`] : lines;
  const cut = shown.map(line => [...withoutCredentials(printable(line))])
    .map(line => line.length <= LONGEST_LINE ? line.join('') : `${line.slice(0, LONGEST_LINE - 1).join('')}…`);
  return `"${cut.map(escaped).join('<br/>')}"`;
}

/** Replaces characters that have a meaning in Mermaid labels, Markdown or HTML by their character codes. */
function escaped(text: string): string {
  const code = (character: string) => `#${character.codePointAt(0)};`;
  // the number of an element of a list, last: the codes of other characters are no numbers
  return text.replace(/[^\p{L}\p{N} .:,/()=?✓✗…'-]|^[ -]/gu, code)
    .replace(/^(\d+)([.)])(?= )/, (_, number: string, mark: string) => number + code(mark));
}
