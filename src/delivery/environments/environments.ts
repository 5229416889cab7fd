import { join } from 'node:path';
import { Environment, EnvironmentFrame, EnvironmentLayout, EnvironmentProps } from './environment';
import { environmentName, ImagesFile } from './images';
import { bad, FINE, found, ownWords, within, printable, Shown } from '../../base/findings/finding';
import { ManifestError } from '../../files/reading';
import { instanceOf, throwFindings } from '../../base/brand';
import { closed, filled, flag, list, oneOf, grouped } from '../../base/check';
import { outputFolder } from '../../base/output-folder';
import { raise } from '../../base/user-stack';
import { ENVIRONMENT as ONLY, INDEX } from '../../files/writing/names';
import { GitOpsDelivery } from '../tools/gitops-delivery';
import { deliveryClashes, deliveryFiles, DeliveryTool } from '../tools/delivery-tool';
import { writeFiles } from '../output-folder';
import { ofEach, refuseAll } from '../validation';

/** Properties of Environments. */
export interface EnvironmentsProps {
  /** The folder into which all environments are written. @default - what `cdk8s synth` asks for, otherwise `dist` */
  readonly outdir?: string;

  /** How the objects of an environment are divided into files. @default EnvironmentLayout.FILE_PER_OBJECT */
  readonly layout?: EnvironmentLayout;

  /**
   * A YAML file with the tags and digests of images: a map from the names of environments to maps from the names of
   * images, without tags, to a tag, a digest (`sha256:…`), or both (`1.4.2@sha256:…`). Tags need no quotes: `1.20`
   * stays `1.20`. `Environment.image()` looks them up there. A relative path counts from the working directory.
   *
   * @default - no file: the program has its tags elsewhere
   */
  readonly images?: string;

  /**
   * Whether each folder has a `kustomization.yaml` that names its files, for `kubectl apply -k` and Flux. Argo CD does
   * not want it.
   *
   * @default false
   */
  readonly kustomizations?: boolean;

  /**
   * The tools that deliver the environments from the Git repository that the output folder is committed to: Argo CD,
   * Flux, or both. Their objects are written too.
   *
   * @default - nothing
   */
  readonly delivery?: GitOpsDelivery[];
}

const delivery = instanceOf(GitOpsDelivery, (value, field) => bad('not-deliverable', ownWords(
  'must be a GitOpsDelivery', 'make it by GitOpsDelivery.argoCd() or GitOpsDelivery.flux()'), field, value));

/** The check of the properties. */
const CHECK = closed({
  outdir: filled, layout: oneOf(EnvironmentLayout), images: filled, kustomizations: flag, delivery: list(delivery),
});

/**
 * Several environments of one program, which are written into one output folder: `<outdir>/<environment>/…`. What the
 * program no longer has, be it an environment, a namespace or an object, is removed if an earlier run has written it;
 * the folder `.cdk8s-oam-index` in the output folder remembers that.
 */
export class Environments {
  private readonly frame: EnvironmentFrame;
  private readonly identity = Symbol('Environments');
  private readonly environments = new Map<string, Environment>();

  /**
   * Creates the environments of a program; nothing is written before `synth()`.
   *
   * @throws ModelError if a property is invalid; ManifestError with what is wrong in the file of `images`
   */
  public constructor(props: EnvironmentsProps = {}) {
    const { outdir = process.env.CDK8S_OUTDIR ?? 'dist', layout = EnvironmentLayout.FILE_PER_OBJECT } = props;
    const { images: file, kustomizations: hasKustomizations = false } = props;
    throwFindings('Environments', CHECK({ ...props, outdir, layout }, ''));
    const made = (props.delivery ?? []).map(each => each._toolFor(props.outdir));
    const tools = made.filter((each): each is DeliveryTool => !Array.isArray(each));
    throwFindings('Environments', [
      ...made.flatMap((each, i) => Array.isArray(each) ? within(['delivery', i], each) : FINE),
      ...tools.flatMap(({ name, folder }, i) => tools.findIndex(each => each.folder === folder) < i
        ? found('not-deliverable', ['delivery', i], { reason: 'twice', tool: name }) : FINE),
      ...hasKustomizations && tools.some(({ takesKustomizations }) => !takesKustomizations)
        ? found('not-deliverable', 'kustomizations', { reason: 'kustomizations' }) : FINE,
    ]);
    const images = file === undefined ? undefined : ImagesFile.read(file);
    this.frame = { outdir: outputFolder(outdir), layout, hasKustomizations, tools, images };
  }

  /** The names of all environments, in the order in which they were added. */
  public get names(): string[] { return [...this.environments.keys()]; }

  /**
   * Adds an environment.
   *
   * @param name its name, and that of its folder: lower-case letters, digits and `-`
   * @param props its platform, and how its objects are checked
   * @returns the app in which its charts are declared
   * @throws ModelError if the name is invalid, or that of another environment; or if a property is invalid
   */
  public add(name: string, props: EnvironmentProps = {}): Environment {
    throwFindings('Environments', environmentName(name, 'name'));
    const isThere = this.environments.has(name);
    const value = Shown.of(name);
    throwFindings('Environments', isThere ? found('invalid-value', 'name', { reason: 'twice', value }) : FINE);
    const environment = Environment._of(name, this.frame, props);
    this.environments.set(name, environment);
    return environment;
  }

  /**
   * Renders and checks all environments, and then writes the files that change. With `cdk8s-oam synth --env staging`,
   * or the variable `CDK8S_OAM_ENVIRONMENT`, only the files of this environment change.
   *
   * @throws Error with what is wrong in all environments
   */
  public synth(): void {
    const only = process.env[ONLY] || undefined;
    throwFindings('Environments', only === undefined || this.environments.has(only) ? FINE
      : found('invalid-value', ONLY, {
        reason: 'one-of', allowed: this.names, value: Shown.of(only), remedy: 'name an environment of the program',
      }));
    const { outdir, tools, images } = this.frame;
    const strangers = images?.unknownEnvironments(this.names) ?? [];
    if (strangers.length > 0) raise(new ManifestError(strangers));
    const all = [...ofEach(this.environments, environment => environment._rendered()).values()];
    ofEach(this.environments, environment => environment._checkUse());
    const delivered = all.map(each => each.delivered);
    const common = tools.length > 0 ? deliveryClashes(delivered) : [];
    ofEach(this.environments,
      environment => refuseAll(common.filter(({ construct }) => construct.node.root === environment)));
    const rendered = all.filter(each => only === undefined || each.delivered.name === only);
    const files = new Map(rendered.flatMap(each => [...each.files, ...deliveryFiles(each.delivered, tools)]));
    const isOfOnly = (path: string) => path.startsWith(`${only}/`)
      || tools.some(({ folder }) => path.startsWith(`${folder}/${only}/`) || path === `${folder}/${only}.yaml`);
    const isLeft = (path: string) => only !== undefined && !isOfOnly(path);
    const writer =
      { folder: outdir, index: INDEX, app: this.identity, subject: 'Environments', isLeft, environments: this.names };
    const { removed } = writeFiles(writer, files, rendered.flatMap(each => each.charts));
    warnOfRemovedFolders(outdir, removed, [...files.keys()]);
  }
}

/** The folders of a path: those of its environment and its namespace. */
const foldersOf = (path: string) => path.split('/').slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join('/'));

/**
 * Warns of folders that hold nothing any more: those of an environment that the program no longer has, or of a
 * namespace.
 */
function warnOfRemovedFolders(outdir: string, removed: readonly string[], files: readonly string[]): void {
  const present = new Set(files.flatMap(foldersOf));
  const gone = grouped(removed, path => foldersOf(path).filter(folder => !present.has(folder)).slice(0, 1));
  for (const [folder, { length }] of gone) {
    const what = length === 1 ? 'its file is' : `its ${length} files are`;
    process.emitWarning(printable(`${JSON.stringify(join(outdir, folder))} is no longer rendered: ${what} removed`),
      'Environments');
  }
}
