import { join } from 'node:path';
import { YamlOutputType } from 'cdk8s';
import { GitOpsApp, ObjectCheckOptions } from './gitops-app';
import { EnvironmentImages, ImagesFile } from './images';
import { Files, Layout, namespaceFiles } from './layouts';
import { writeFiles } from './output-folder';
import type { RenderedChart } from './rendering';
import { ofEach, refuseAll } from './validation';
import { Check, FINE, Finding, found } from '../findings/finding';
import { printable, Shown } from '../findings/shown';
import { describe } from '../findings/words';
import { ManifestError } from '../manifest/reading';
import { Platform } from '../platform/platform';
import { filled } from '../private/check';
import { refuse } from '../private/errors';
import { grouped } from '../private/grouped';
import { raise } from '../private/user-stack';
import { ENVIRONMENT as ONLY, INDEX, isAppName } from '../writing/names';

/** How the objects of an environment are divided into files. */
export enum EnvironmentLayout {
  /** A file for each object, in a folder for each namespace: `<environment>/<namespace>/<Kind>.<name>.yaml`. */
  FILE_PER_OBJECT = 'FILE_PER_OBJECT',
  /** A file for each chart: `<environment>/<chart>.k8s.yaml`. */
  FILE_PER_CHART = 'FILE_PER_CHART',
}

/** What all environments have in common. */
interface Common {
  readonly outdir: string;
  readonly layout: EnvironmentLayout;
  readonly images?: ImagesFile;
}

/** Properties of Environments. */
export interface EnvironmentsProps {
  /**
   * The folder into which all environments are written.
   *
   * @default - what `cdk8s synth` asks for, otherwise `dist`
   */
  readonly outdir?: string;

  /**
   * How the objects of an environment are divided into files.
   *
   * @default EnvironmentLayout.FILE_PER_OBJECT
   */
  readonly layout?: EnvironmentLayout;

  /**
   * A YAML file with the tags and digests of images: a map from the names of environments to maps from the names of images, without tags,
   * to a tag, a digest (`sha256:…`), or both (`1.4.2@sha256:…`). `Environment.image()` looks them up there. A relative path counts from the
   * working directory.
   *
   * @default - no file: the program has its tags elsewhere
   */
  readonly images?: string;
}

/** Properties of an Environment. */
export interface EnvironmentProps extends ObjectCheckOptions {
  /**
   * The platform of all charts of the environment.
   *
   * @default - none: a chart installs its own
   */
  readonly platform?: Platform;
}

/**
 * The app of one environment, such as `staging`: charts are declared in it as in any other app. It is made by `Environments.add()`, and
 * written by `Environments.synth()` with the others.
 */
export class Environment extends GitOpsApp {
  /**
   * Makes the app of an environment.
   *
   * @internal
   */
  public static _of(name: string, { outdir, layout, images }: Common, { platform, ...checks }: EnvironmentProps): Environment {
    const environment = new Environment(name, outdir, layout, new EnvironmentImages(name, images), checks);
    if (platform !== undefined) Platform.install(environment, platform);
    return environment;
  }

  private constructor(
    /** The name of the environment, and of its folder. */
    public readonly environmentName: string,
    outdir: string,
    private readonly layout: EnvironmentLayout,
    private readonly images: EnvironmentImages,
    checks: ObjectCheckOptions,
  ) {
    const isOfObjects = layout === EnvironmentLayout.FILE_PER_OBJECT;
    const files = isOfObjects ? { outputFileExtension: '.yaml', yamlOutputType: YamlOutputType.FILE_PER_RESOURCE } : {};
    super({ ...checks, ...files, outdir: join(outdir, environmentName) });
    this.node.addValidation({ validate: () => images.missing().map(describe) });
  }

  /**
   * An image with the tag, the digest, or both, that the file of `EnvironmentsProps.images` has for this environment. An image that it does
   * not have fails `synth()`.
   *
   * @param name its name without a tag, such as `ghcr.io/acme/cart`, as it is written in the file
   * @returns `ghcr.io/acme/cart:1.4.2`, or `ghcr.io/acme/cart@sha256:…`
   * @throws ModelError if there is no file, or the name is invalid
   */
  public image(name: string): string {
    return this.images.image(name);
  }

  /**
   * Fails if something that was given for this environment has no effect, now that the program has declared all.
   *
   * @internal
   */
  public _checkUse(): void {
    const { images } = this;
    const findings: Finding[] = [...images.missing(), ...images.unused()];
    refuseAll(findings.map(finding => ({ construct: this, finding })));
  }

  /**
   * Fails: an environment is written with the others.
   *
   * @throws ModelError always: call `Environments.synth()`
   */
  public synth(): void {
    refuse('Environment', found('invalid-environment', '', { reason: 'alone' }));
  }

  /**
   * A folder for each namespace, or a file for each chart.
   *
   * @internal
   */
  protected _divided(charts: readonly RenderedChart[], layout: Layout): Files {
    return this.layout === EnvironmentLayout.FILE_PER_OBJECT ? namespaceFiles(charts, layout) : super._divided(charts, layout);
  }
}

/** The name of an environment is that of a folder. */
const environmentName: Check = (value, field) => typeof value === 'string' && isAppName(value)
  ? FINE
  : found('invalid-environment', field, { reason: 'name', value: Shown.of(value) });

/**
 * Several environments of one program, which are written into one output folder: `<outdir>/<environment>/…`. What the program no longer
 * has, be it an environment, a namespace or an object, is removed if an earlier run has written it; the file `.cdk8s-oam-index` in the
 * output folder remembers that.
 */
export class Environments {
  private readonly common: Common;
  private readonly identity = Symbol('Environments');
  private readonly environments = new Map<string, Environment>();

  /**
   * Makes the environments of a program; nothing is written before `synth()`.
   *
   * @throws ModelError if a property is invalid; ManifestError with what is wrong in the file of `images`
   */
  public constructor(props: EnvironmentsProps = {}) {
    const { outdir = process.env.CDK8S_OUTDIR ?? 'dist', layout = EnvironmentLayout.FILE_PER_OBJECT, images } = props;
    const layouts: readonly unknown[] = Object.values(EnvironmentLayout);
    refuse('Environments', [
      ...filled(outdir, 'outdir'),
      ...layouts.includes(layout) ? FINE
        : found('invalid-value', 'layout', { reason: 'one-of', allowed: Object.values(EnvironmentLayout), value: Shown.of(layout) }),
      ...images === undefined ? FINE : filled(images, 'images'),
    ]);
    this.common = { outdir, layout, images: images === undefined ? undefined : ImagesFile.read(images) };
  }

  /** The names of all environments, in the order in which they were added. */
  public get names(): string[] {
    return [...this.environments.keys()];
  }

  /**
   * Adds an environment.
   *
   * @param name its name, and that of its folder: lower-case letters, digits and `-`
   * @param props its platform, and how its objects are checked
   * @returns the app in which its charts are declared
   * @throws ModelError if the name is invalid, or that of another environment; or if a property is invalid
   */
  public add(name: string, props: EnvironmentProps = {}): Environment {
    refuse('Environments', environmentName(name, 'name'));
    const isThere = this.environments.has(name);
    refuse('Environments', isThere ? found('invalid-environment', 'name', { reason: 'twice', value: Shown.of(name) }) : FINE);
    const environment = Environment._of(name, this.common, props);
    this.environments.set(name, environment);
    return environment;
  }

  /**
   * Renders all environments, and then writes what has changed. All of them are checked before the first file is written. With
   * `cdk8s-oam synth --env staging`, only the files of this environment change.
   *
   * @throws Error with what is wrong in all environments
   */
  public synth(): void {
    const only = process.env[ONLY] || undefined;
    refuse('Environments', only === undefined || this.environments.has(only) ? FINE
      : found('invalid-environment', ONLY, { reason: 'unknown', allowed: this.names, value: Shown.of(only) }));
    const { outdir, images } = this.common;
    const strangers = images?.unknownEnvironments(this.names) ?? [];
    if (strangers.length > 0) raise(new ManifestError(strangers));
    const all = [...ofEach(this.environments, environment => environment._files())];
    ofEach(this.environments, environment => environment._checkUse());
    const rendered = all.filter(([name]) => only === undefined || name === only);
    const files = rendered.flatMap(([name, each]) => [...each.files].map(([path, text]) => [`${name}/${path}`, text] as const));
    const charts = rendered.flatMap(([name, each]) => each.charts.map(path => `${name}/${path}`));
    const isLeft = (path: string) => only !== undefined && !path.startsWith(`${only}/`);
    const writer = { folder: outdir, index: INDEX, app: this.identity, subject: 'Environments', isLeft, environments: this.names };
    const { removed } = writeFiles(writer, new Map(files), charts);
    tellRemoved(outdir, removed, files.map(([path]) => path));
  }
}

/** The folders that are left of a path: those of its environment and its namespace. */
const foldersOf = (path: string) => path.split('/').slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join('/'));

/** Tells which folders hold nothing any more: an environment that the program no longer has, or a namespace. */
function tellRemoved(outdir: string, removed: readonly string[], files: readonly string[]): void {
  const present = new Set(files.flatMap(foldersOf));
  const gone = grouped(removed, path => foldersOf(path).filter(folder => !present.has(folder)).slice(0, 1));
  for (const [folder, { length }] of gone) {
    const what = length === 1 ? 'its file is' : `its ${length} files are`;
    process.emitWarning(printable(`${JSON.stringify(join(outdir, folder))} is not rendered any more: ${what} removed`), 'Environments');
  }
}
