import { Command, Option } from 'commander';
import { draw } from './draw';
import { EdgeKind, GraphNode, NodeRole, Picture } from './picture';
import { FINE, found, saying, printable, Shown } from '../../base/findings/finding';
import { oamObject } from '../../cluster/objects/oam-object';
import { ManifestDocument, ManifestError, readManifestFiles } from '../../files/reading';
import { filled, grouped, nearest } from '../../base/check';
import { refuse } from '../../base/brand';
import { OAM_API_VERSION, TypedManifest } from '../../base/oam-kind';
import { oamObjects } from '../../verify/monitors';
import { AppFlags, appOf, plainManifests } from '../app/app';
import { failEmpty, runAside } from '../app/run-app';
import { OF_APP, readFolder } from '../diff/diff';
import { ExitCode, Guarded, note, print } from '../output';
import { oneOf } from '../flags';
import { withoutCredentials } from '../../base/hidden';

const SUBJECT = 'cdk8s-oam graph';

const FORMATS = ['mermaid', 'markdown'];
const LEVELS = ['component', 'namespace'];

interface GraphFlags extends AppFlags {
  readonly by?: string;
  readonly inNamespace?: string;
  readonly env?: string;
  readonly format: string;
}

/** Adds the command `graph`. */
export function addGraph(program: Command, guarded: Guarded): void {
  program.command('graph')
    .description('Draw an app as a Mermaid flowchart: its components, their routes, calls, scrapes and Secrets.')
    .argument('[paths...]', 'files and folders of manifests; - reads standard input (default: run the app of cdk8s.yaml)')
    .addOption(new Option('--by <level>', `what a box stands for: ${LEVELS.join(', ')} (default: component, if that fits)`))
    .option('--in-namespace <name>', 'draw only this namespace, and what its components are connected with')
    .option('--env <name>', 'without paths: the environment of the app to draw')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .addOption(new Option('--format <format>', `the format of the output: ${FORMATS.join(', ')} (in a code fence)`).default('mermaid'))
    .action((paths: string[], flags: GraphFlags) => guarded({}, async () => graph(paths, flags)));
}

/** Draws the manifests of the paths or of the app, and prints the flowchart. */
async function graph(paths: readonly string[], flags: GraphFlags): Promise<ExitCode> {
  const { by, format, inNamespace } = flags;
  const appFlags = (['--app', '--config', '--env'] as const).filter(flag => flags[flag.slice(2) as 'app'] !== undefined);
  refuse(SUBJECT, [
    ...oneOf('--format', format, FORMATS),
    ...by === undefined ? FINE : oneOf('--by', by, LEVELS),
    ...paths.length > 0 ? appFlags.flatMap(flag => found('usage', flag, { reason: 'beside', other: 'PATHS' })) : FINE,
    ...flags.env === undefined ? FINE : filled(flags.env, '--env'),
  ]);
  const documents = paths.length > 0 ? readManifestFiles(paths) : await ofApp(flags);
  const wrong = oamObjects(documents).flatMap(object => object.findings());
  if (wrong.length > 0) throw new ManifestError(wrong);
  const whole = draw(documents.map(objectOf));
  const known = [...new Set(whole.nodes.flatMap(({ namespace }) => namespace ?? []))];
  refuse(SUBJECT, inNamespace === undefined || known.includes(inNamespace) ? FINE
    : found('usage', '--in-namespace', { reason: 'not-drawn', value: Shown.of(inNamespace), meant: nearest(inNamespace, known) }));
  const own = inNamespace === undefined ? whole : whole.near(inNamespace);
  const isByNamespace = by === undefined ? !fits(own) : by === 'namespace';
  const text = mermaidOf(isByNamespace ? own.byNamespace() : own);
  print(format === 'markdown' ? `\`\`\`mermaid\n${text}\`\`\`\n` : text);
  if (own.nodes.length === 0) note('note: the flowchart is empty: no object runs pods, routes requests, scrapes, or uses a Secret');
  if (by === undefined && isByNamespace) {
    note(`note: ${own.nodes.length} boxes are too many for one picture, so each stands for a namespace; `
      + 'to look closer, give --in-namespace or --by component');
  }
  return ExitCode.FINE;
}

/** The number of nodes up to which a picture is readable, and the limits above which Mermaid prints an error, unless it is configured. */
const MOST = { nodes: 60, edges: 500, characters: 50_000 };

function fits(picture: Picture): boolean {
  return picture.nodes.length <= MOST.nodes && picture.edges.length <= MOST.edges && mermaidOf(picture).length <= MOST.characters;
}

/** Runs the app with a temporary output folder, and reads the manifests of its one environment. */
async function ofApp(flags: GraphFlags): Promise<readonly ManifestDocument[]> {
  const app = { ...appOf(flags, SUBJECT, { synthConfig: plainManifests('graph') }), isValidated: false, environment: flags.env };
  return runAside(app, [app.output], (folder, written) => {
    const { documents, hasFiles } = readFolder(folder, OF_APP);
    if (!hasFiles) failEmpty(app);
    const names = written.flatMap(({ environments }) => environments ?? []);
    if (flags.env === undefined && names.length > 1) {
      refuse(SUBJECT, found('usage', '--env', saying(`is required, since the app has the environments ${names.join(', ')}`,
        'name the one to draw')));
    }
    if (flags.env !== undefined && names.length === 0) {
      refuse(SUBJECT, found('usage', '--env', saying('names an environment, and the app has none', 'leave it out')));
    }
    return documents;
  });
}

/** The object of a document; an OAM object as it is in each of its clusters. */
function objectOf(document: ManifestDocument): TypedManifest {
  const oam = oamObject(document);
  if (!oam) return document.value;
  const { kind, metadata, spec } = oam;
  return { apiVersion: OAM_API_VERSION, kind, metadata, spec } as object as TypedManifest;
}

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
function mermaidOf({ nodes, edges }: Picture): string {
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
