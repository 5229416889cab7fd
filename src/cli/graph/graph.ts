import { Command } from 'commander';
import { draw } from './draw';
import { mermaidOf } from './picture';
import { throwFindings } from '../../base/brand';
import { filled, nearest } from '../../base/check';
import { FINE, found, ownWords, Shown } from '../../base/findings/finding';
import { OAM_API_VERSION, TypedManifest } from '../../base/oam-kind';
import { oamObject } from '../../cluster/objects/oam-object';
import { ManifestDocument, ManifestError, readManifestFiles } from '../../files/reading';
import { oamObjects } from '../../verify/declared-components';
import { AppFlags, appOf } from '../app/app';
import { failEmpty, runAside } from '../app/run-app';
import { checkChoice } from '../arguments';
import { OF_APP, readFolder } from '../diff/diff';
import { ExitCode, Guarded, note, printToStdout } from '../output';

const SUBJECT = 'cdk8s-oam graph';

const FORMATS = ['mermaid', 'markdown'];
const LEVELS = ['component', 'namespace'];

/** The flags of the command `graph`. Without `by`, boxes are components, or namespaces if those do not fit. */
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
    .argument('[paths...]',
      'files and folders of manifests; - reads standard input (default: run the app of cdk8s.yaml)')
    .option('--by <level>', `what a box stands for: ${LEVELS.join(', ')} (default: component, if that fits)`)
    .option('--in-namespace <name>', 'draw only this namespace, and what its components are connected with')
    .option('--env <name>', 'without paths: the environment of the app to draw')
    .option('--app <command>', 'the command that runs the app (default: app in cdk8s.yaml)')
    .option('--config <file>', 'the path of cdk8s.yaml; the app runs in its folder')
    .option('--format <format>', `the format of the output: ${FORMATS.join(', ')} (in a code fence)`, 'mermaid')
    .action((paths: string[], flags: GraphFlags) => guarded({}, async () => printGraph(paths, flags)));
}

/** The number of nodes up to which a picture is readable, and the limits above which Mermaid prints an error. */
const MOST = { nodes: 60, edges: 500, characters: 50_000 };

/** Draws the manifests of the paths or of the app, and prints the flowchart. */
async function printGraph(paths: readonly string[], flags: GraphFlags): Promise<ExitCode> {
  const { by, format, inNamespace, env } = flags;
  const appFlags = (['--app', '--config', '--env'] as const)
    .filter(flag => paths.length > 0 && flags[flag.slice(2) as 'app'] !== undefined);
  throwFindings(SUBJECT, [
    ...checkChoice('--format', format, FORMATS),
    ...by === undefined ? FINE : checkChoice('--by', by, LEVELS),
    ...appFlags.flatMap(flag => found('usage', flag, { reason: 'beside', other: 'PATHS' })),
    ...env === undefined ? FINE : filled(env, '--env'),
  ]);
  const documents = paths.length > 0 ? readManifestFiles(paths) : await manifestsOfApp(flags);
  const wrong = oamObjects(documents).flatMap(object => object.findings());
  if (wrong.length > 0) throw new ManifestError(wrong);
  const whole = draw(documents.map(document => {
    const oam = oamObject(document);
    if (!oam) return document.value;
    // as it is in each of its clusters
    const { kind, metadata, spec } = oam;
    return { apiVersion: OAM_API_VERSION, kind, metadata, spec } as object as TypedManifest;
  }));
  const known = [...new Set(whole.nodes.flatMap(({ namespace }) => namespace ?? []))];
  if (inNamespace !== undefined && !known.includes(inNamespace)) {
    throwFindings(SUBJECT, found('usage', '--in-namespace',
      { reason: 'not-drawn', value: Shown.of(inNamespace), meant: nearest(inNamespace, known) }));
  }
  const own = inNamespace === undefined ? whole : whole.near(inNamespace);
  let text = mermaidOf(own);
  const { nodes, edges } = own;
  const isTooLarge = nodes.length > MOST.nodes || edges.length > MOST.edges || text.length > MOST.characters;
  if (by === 'namespace' || by === undefined && isTooLarge) text = mermaidOf(own.byNamespace());
  printToStdout(format === 'markdown' ? `\`\`\`mermaid\n${text}\`\`\`\n` : text);
  if (nodes.length === 0) {
    note('note: the flowchart is empty: no object runs pods, routes requests, scrapes, or uses a Secret');
  }
  if (by === undefined && isTooLarge) {
    note(`note: ${nodes.length} boxes are too many for one picture, so each stands for a namespace; `
      + 'to look closer, give --in-namespace or --by component');
  }
  return ExitCode.FINE;
}

/** Runs the app with a temporary output folder, and reads the manifests of its one environment. */
async function manifestsOfApp(flags: GraphFlags): Promise<readonly ManifestDocument[]> {
  const app = { ...appOf(flags, 'graph'), isValidated: false, environment: flags.env };
  return runAside(app, [app.output], (folder, written) => {
    const { documents, hasFiles } = readFolder(folder, OF_APP);
    if (!hasFiles) failEmpty(app);
    const names = written.flatMap(({ environments }) => environments ?? []);
    const words = flags.env === undefined && names.length > 1
      ? ownWords(`is required, since the app has the environments ${names.join(', ')}`, 'name the one to draw')
      : flags.env !== undefined && names.length === 0
        ? ownWords('names an environment, and the app has none', 'leave it out') : undefined;
    throwFindings(SUBJECT, words ? found('usage', '--env', words) : FINE);
    return documents;
  });
}
