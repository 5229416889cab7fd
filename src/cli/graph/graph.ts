import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { drawBindings, drawHost } from './bindings';
import { pathLabel } from './labels';
import { mermaidOf } from './mermaid';
import { GraphBuilder, ownerOf, Picture } from './model';
import { drawScrapes, drawVerdicts } from './scrapes';
import { drawSecrets } from './secrets';
import { checkSelection, isSelected, MOST_NODES, Overview, overviewOf, selected, Selection } from './selection';
import { Phrase, showPhrase } from '../../findings/catalogue/phrases';
import { Finding, FINE, found, saying } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { problemOf } from '../../findings/words';
import { oamObject } from '../../manifest/model/oam-object';
import { ManifestDocument, ManifestError, readManifestFiles } from '../../manifest/reading';
import { ObjectIndex } from '../../objects/object-index';
import { asObject, filled } from '../../private/check';
import { refuse } from '../../private/errors';
import { grouped } from '../../private/grouped';
import { isKind } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { namespaceName } from '../../private/names';
import { OAM_API_VERSION, TypedManifest } from '../../private/oam-kind';
import { objectName } from '../../private/written';
import { followRoute } from '../../routes/chain';
import { HTTP_ROUTE } from '../../routes/http-route';
import { findRoutes } from '../../routes/makers';
import { namespaceOf, Route } from '../../routes/route';
import { declaredComponents } from '../../verify/declared';
import { isFine, judge, Verdict } from '../../verify/judge';
import { oamObjects } from '../../verify/oam-components';
import { observe } from '../../verify/observe';
import { wordsOf } from '../../verify/remarks';
import type { WrittenByRun } from '../../writing/run-report';
import { AppFlags, appOf, plainManifests } from '../app/app';
import { failEmpty } from '../app/run-app';
import { runAside } from '../app/run-in-temporary-folder';
import { checkConnection, connect, ConnectionFlags, withConnection } from '../connect';
import { OF_APP, readFolder } from '../diff/read-folder';
import { ExitCode, Guarded } from '../exit';
import { count, note, print } from '../output';
import { withProgress } from '../progress';
import { environmentIn } from '../validate/environments';

const SUBJECT = 'cdk8s-oam graph';

export const FORMATS = ['mermaid', 'markdown'];

interface GraphFlags extends AppFlags {
  readonly application?: string;
  readonly inNamespace?: string;
  readonly component?: string;
  readonly env?: string;
  readonly environments?: boolean;
  readonly format: string;
  readonly verify?: boolean;
  readonly defaultNamespace?: string;
}

/** Adds the command `graph`. */
export function addGraph(program: Command, guarded: Guarded, password?: string): void {
  const command = program.command('graph')
    .description('Draw an app as a Mermaid flowchart: its components, their routes, scrapes and Secrets.')
    .argument('[paths...]', 'files and folders of manifests; - reads standard input (default: run the app of cdk8s.yaml)')
    .option('--application <name>', 'draw only this application')
    .option('--in-namespace <name>', 'draw only this namespace')
    .option('--component <name>', 'draw only this component')
    .option('--env <name>', 'without paths: draw only this environment of the app (default: all, side by side)')
    .option('--environments', 'with paths: draw each environment that Environments has written into the folders')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .addOption(new Option('--format <format>', `the format of the output: ${FORMATS.join(', ')} (in a code fence)`).default('mermaid'))
    .option('--verify', 'ask the metrics scraper, and color endpoints that are scraped green, others red')
    .option('--default-namespace <name>', 'with --verify: the namespace of objects without one');
  const before = command.options.length;
  withConnection(command);
  const connection = command.options.slice(before);
  command.action((paths: string[], flags: ConnectionFlags & GraphFlags) => guarded({}, async () => {
    refuse(SUBJECT, checkFlags(paths, flags, connection));
    if (flags.verify) checkConnection(flags);
    return graph(paths, flags, password);
  }));
}

function checkFlags(paths: readonly string[], flags: ConnectionFlags & GraphFlags, connection: readonly Option[]): Finding[] {
  const { format, verify = false, environments = false, defaultNamespace } = flags;
  const valueOf = (option: Option) => (flags as object as Readonly<Record<string, unknown>>)[option.attributeName()];
  const given = connection.filter(option => valueOf(option) !== undefined).map(({ long }) => long!);
  const appFlags = (['--app', '--config', '--env'] as const).filter(flag => flags[flag.slice(2) as 'app'] !== undefined);
  return [
    ...FORMATS.includes(format) ? FINE
      : found('usage', '--format', { reason: 'one-of', allowed: FORMATS, value: Shown.of(format) }),
    ...paths.length > 0 ? appFlags.flatMap(flag => found('usage', flag, { reason: 'beside', other: 'PATHS' })) : FINE,
    ...flags.env === undefined ? FINE : filled(flags.env, '--env'),
    ...environments && paths.length === 0 ? found('usage', '--environments', { reason: 'without', other: 'PATHS' }) : FINE,
    ...environments && verify ? found('usage', '--environments', { reason: 'beside', other: '--verify' }) : FINE,
    ...verify ? FINE : given.flatMap(flag => flag === '--namespace' ? found('usage', flag, saying('leads to the scraper of --verify',
      'to draw a namespace, give --in-namespace'))
      : found('usage', flag, { reason: 'without', other: '--verify' })),
    ...defaultNamespace === undefined ? FINE : verify ? namespaceName(defaultNamespace, '--default-namespace')
      : found('usage', '--default-namespace', { reason: 'without', other: '--verify' }),
  ];
}

/** Draws the manifests of the paths or of the app, and prints the flowchart. */
async function graph(paths: readonly string[], flags: ConnectionFlags & GraphFlags, password: string | undefined): Promise<ExitCode> {
  const parts = paths.length > 0 ? ofPaths(paths, flags) : await ofApp(flags);
  const names = parts.flatMap(({ environment }) => environment ?? []);
  if (flags.verify && names.length > 1) refuse(SUBJECT, found('usage', '--env', { reason: 'several-environments', allowed: names }));
  // errors in the manifests are reported before the user or the scraper is asked
  const drawn = draw(parts);
  const selection: Selection = { application: flags.application, namespace: flags.inNamespace, component: flags.component };
  refuse(SUBJECT, checkSelection(drawn, selection));
  const verdicts = flags.verify ? await verdictsOn(parts.flatMap(({ documents }) => documents), flags, password) : undefined;
  const own = selected(verdicts ? draw(parts, verdicts) : drawn, selection);
  const isWhole = Object.values(selection).every(value => value === undefined);
  const shown = isWhole && own.nodes.length > MOST_NODES || !isRendered(own) ? overviewOf(own) : own;
  const text = mermaidOf(shown);
  print(flags.format === 'markdown' ? `\`\`\`mermaid\n${text}\`\`\`\n` : text);
  notesOn(own, shown).forEach(note);
  return verdicts?.every(each => isFine(each) || !isSelected(each, selection)) === false ? ExitCode.NOT_FINE : ExitCode.FINE;
}

/** The limits above which Mermaid prints an error instead of a flowchart, unless it is configured otherwise. */
const MERMAID = { edges: 500, characters: 50_000 } as const;

function isRendered(picture: Picture): boolean {
  return picture.edges.length <= MERMAID.edges && mermaidOf(picture).length <= MERMAID.characters;
}

/** Asks the scraper about the components. */
async function verdictsOn(
  documents: readonly ManifestDocument[], flags: ConnectionFlags & GraphFlags, password: string | undefined,
): Promise<Verdict[]> {
  const components = declaredComponents(documents, flags.defaultNamespace);
  const client = await connect(flags, password);
  const applications = components.map(({ application }) => application);
  const observation = await withProgress('asking the scraper', async () => observe(client, applications));
  for (const each of observation.notes) note(`note: ${wordsOf(each)}`);
  return judge(components, observation);
}

/** Notes on the picture for the user. */
function notesOn({ nodes }: Picture, shown: Picture | Overview): string[] {
  const objects = count(nodes.length, 'object');
  if (nodes.length === 0) return ['note: the flowchart is empty: no object runs pods, routes requests, scrapes, or uses a Secret'];
  if ('by' in shown) {
    return [`note: ${objects} do not fit into one picture, so this is an overview by ${shown.by}; `
      + 'to look closer, give --application, --in-namespace or --component'];
  }
  return nodes.length > MOST_NODES ? [`note: ${objects} are many for one picture; to draw fewer, give --component`] : [];
}

/** Reads the manifests of paths; with `--environments`, each environment separately. */
function ofPaths(paths: readonly string[], { environments = false }: GraphFlags): DrawnManifests[] {
  const documents = readManifestFiles(paths);
  if (!environments) return [{ documents }];
  const folderOf = (file: string) => paths.find(each => !relative(each, file).startsWith('..')) ?? '';
  const parts = partsBy(documents, ({ file }) => environmentIn(folderOf(file), file) || undefined);
  const areFolders = parts.every(({ environment }) => environment !== undefined);
  refuse(SUBJECT, areFolders ? FINE : found('usage', '--environments', saying('is for the folder into which Environments writes',
    'name that folder, or leave it out')));
  return parts;
}

/** Runs the app with a temporary output folder, and reads its manifests. */
async function ofApp(flags: GraphFlags): Promise<DrawnManifests[]> {
  const given = appOf(flags, SUBJECT, { synthConfig: plainManifests('graph') });
  const app = { ...given, isValidated: false, environment: flags.env };
  return runAside(app, [app.output], (folder, written) => {
    const { documents, hasFiles } = readFolder(folder, OF_APP);
    if (!hasFiles) failEmpty(app);
    const environmentOf = environmentsOf(written, folder);
    if (flags.env !== undefined && written.every(({ environments }) => !environments)) {
      refuse(SUBJECT, found('usage', '--env', saying('names an environment, and the app has none', 'leave it out')));
    }
    return partsBy(documents, ({ file }) => environmentOf(relative(OF_APP, file)));
  });
}

/** Returns a function that finds the environment of a file of the app. Files outside all environments are drawn separately. */
function environmentsOf(written: readonly WrittenByRun[], folder: string): (file: string) => string | undefined {
  const root = realpathSync(folder);
  const folders = written.flatMap(each => each.environments ? [{ at: relative(root, each.folder), names: each.environments }] : []);
  return file => folders.map(({ at, names }) => names.find(name => name === environmentIn(at, file))).find(name => name !== undefined);
}

function partsBy(
  documents: readonly ManifestDocument[], environmentOf: (document: ManifestDocument) => string | undefined,
): DrawnManifests[] {
  return [...grouped(documents, each => [environmentOf(each)])].map(([environment, own]) => ({ environment, documents: own }));
}

/** The manifests of one environment, or all manifests if there are no environments. */
interface DrawnManifests {
  readonly environment?: string;
  readonly documents: readonly ManifestDocument[];
}

/**
 * Draws manifests: components and their bindings, routes, scrapes, and Secrets. Draws each environment separately.
 *
 * @throws ManifestError if it is unclear what an OAM object declares
 */
export function draw(parts: readonly DrawnManifests[], verdicts?: readonly Verdict[]): Picture {
  const findings = parts.flatMap(({ documents }) => oamObjects(documents).flatMap(object => object.findings()));
  if (findings.length > 0) throw new ManifestError(findings);
  const graphs = parts.map(part => drawPart(part, verdicts));
  return { nodes: graphs.flatMap(({ nodes }) => nodes), edges: graphs.flatMap(({ edges }) => edges) };
}

function drawPart({ environment, documents }: DrawnManifests, verdicts: readonly Verdict[] | undefined): Picture {
  const builder = new GraphBuilder(environment);
  const index = new ObjectIndex(documents.map(objectOf));
  const bound = drawBindings(builder, index);
  drawRoutes(builder, index);
  for (const object of index.pods) builder.object(object, 'workload');
  const scrapers = drawScrapes(builder, index, bound);
  drawSecrets(builder, index, bound, scrapers);
  if (verdicts) drawVerdicts(builder, verdicts);
  return builder.build(verdicts !== undefined);
}

/** The object of a document; an OAM object as it is in each of its clusters. */
function objectOf(document: ManifestDocument): TypedManifest {
  const oam = oamObject(document);
  if (!oam) return document.value;
  const { kind, metadata, spec } = oam;
  return { apiVersion: OAM_API_VERSION, kind, metadata, spec } as object as TypedManifest;
}

/** Draws the route from each host to the pods, and what breaks it. */
function drawRoutes(builder: GraphBuilder, index: ObjectIndex): void {
  const { routes, detached } = findRoutes(index);
  for (const [object, own] of grouped(routes, ({ origin }) => [origin.object])) {
    const answers = own.map(answerOf);
    const [first] = answers;
    builder.object(object, 'route', first && answers.every(answer => answer) ? [showPhrase(first)] : []);
    const isOneHost = new Set(own.map(({ host }) => host)).size === 1;
    for (const route of own) drawRoute(builder, route, index, isOneHost);
  }
  for (const { object, hosts, findings } of detached) {
    const node = builder.object(object, 'route');
    for (const host of hosts) builder.edge(drawHost(builder, host), node, 'routes');
    builder.edge(node, drawMissing(builder, object, findings[0]), 'routes');
  }
}

function drawRoute(builder: GraphBuilder, route: Route, index: ObjectIndex, isOneHost: boolean): void {
  const { origin: { object }, entry, host } = route;
  const node = builder.object(object, 'route');
  const gateways = entry.gateways.filter(each => each !== object).map(each => `Gateway ${String(asObject(each.metadata).name)}`);
  builder.edge(drawHost(builder, host), node, 'routes', gateways);
  const takes = labelOf(route, isOneHost);
  for (const backend of [route.backend, ...route.split ?? []]) {
    const own = { ...route, backend };
    // a redirect leads to no pods
    if (answerOf(own)) continue;
    const { links, target } = followRoute(own, index);
    if (target) {
      const service = builder.object(target.service, 'service');
      builder.edge(node, service, 'routes', [takes]);
      for (const pods of target.pods) builder.edge(service, builder.object(pods.object, 'workload'), 'routes', [`:${pods.port}`]);
    } else {
      const { object: end, breaks: [broken] } = links.find(({ breaks }) => breaks.length > 0)!;
      const service = isKind(end, SERVICE) ? builder.object(end, 'service') : undefined;
      const missing = broken.parameters.reason === 'service' ? drawService(builder, own) : drawMissing(builder, object, broken);
      if (service !== undefined) builder.edge(service, missing, 'routes');
      builder.edge(node, service ?? missing, 'routes', [takes]);
    }
  }
}

/** The response that a route gives without pods. The Gateway API demands 500 of a rule of an HTTPRoute without backends. */
function answerOf({ origin, backend: { answer, service, resource } }: Route): Phrase | undefined {
  const isEmpty = isKind(origin.object, HTTP_ROUTE) && service === undefined && resource === undefined;
  return answer ?? (isEmpty ? { phrase: 'answers', status: 500 } : undefined);
}

/** Draws a Service that is not in the manifests. It may exist nevertheless: operators create some. */
function drawService(builder: GraphBuilder, route: Route): string {
  const [namespace, name] = [namespaceOf(route), String(route.backend.service)];
  const { application, namespace: around } = ownerOf(route.origin.object);
  const owner = namespace === undefined ? {} : { namespace, application: around === namespace ? application : undefined };
  return builder.node(JSON.stringify(['Service', namespace, name]), 'missing', [name, 'Service', 'not in the manifests'], owner);
}

/** Draws a node at the point where the route breaks, with the reason. */
function drawMissing(builder: GraphBuilder, object: TypedManifest, broken: Finding): string {
  const reason = `✗ ${problemOf(broken)}`;
  return builder.node(JSON.stringify(['missing', objectName(object), reason]), 'missing', [reason], ownerOf(object));
}

function labelOf({ host, path, type, isDefault, when }: Route, isOneHost: boolean): string {
  if (isDefault) return 'the rest';
  const taken = (isOneHost ? '' : host) + pathLabel(path, type);
  // the conditions are not shown: one may contain a token in a header
  return when === undefined ? taken : `${taken}, on conditions`;
}
