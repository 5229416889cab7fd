import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ApiObject, Chart, YamlOutputType } from 'cdk8s';
import { speakerOf } from './checks/members';
import { DeliveredEnvironment, deliveredEnvironment } from './delivery/parts';
import type { DeliveryTool, FinishedObject } from './delivery/tool';
import { GitOpsApp, ObjectCheckOptions } from './gitops-app';
import { EnvironmentImages, ImagesFile } from './images';
import { Files, Layout, namespaceFiles, namespaceFolder } from './layouts';
import type { RenderedChart, RenderedDocument } from './rendering';
import { NoticedSettings, plainSettings } from './settings';
import { refuseAll } from './validation';
import { writeDocuments } from './yaml/write-documents';
import { PodSecurity } from '../checks/pod-security';
import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { describe } from '../findings/words';
import { declareNamespaces } from '../objects/namespaces';
import { Platform } from '../platform/platform';
import { all, closed, filled, flag, list, oneOf, PlainFields, unique } from '../private/check';
import { refuse } from '../private/errors';
import { grouped } from '../private/grouped';
import { Identity, identityOf } from '../private/kinds/identity';
import { annotations, labels, namespaceName } from '../private/names';
import type { TreeFinding } from '../private/tree';

/** How the objects of an environment are divided into files. */
export enum EnvironmentLayout {
  /** A file for each object, in a folder for each namespace: `<environment>/<namespace>/<Kind>.<name>.yaml`. */
  FILE_PER_OBJECT = 'FILE_PER_OBJECT',
  /** A file for each chart: `<environment>/<chart>.k8s.yaml`. */
  FILE_PER_CHART = 'FILE_PER_CHART',
}

/** A namespace of an environment. */
export interface EnvironmentNamespace {
  /** The name of the namespace. */
  readonly name: string;

  /**
   * Whether somebody else makes the namespace: no Namespace object is rendered.
   *
   * @default false
   */
  readonly existing?: boolean;

  /**
   * The Pod Security Standard that the API server enforces in the namespace, as the label `pod-security.kubernetes.io/enforce`.
   *
   * @default - that of the cluster
   */
  readonly podSecurity?: PodSecurity;

  /**
   * More labels of the Namespace object, or those that the existing one has. The platform of the environment gives it the labels that its
   * Prometheus selects namespaces by (`matchLabels` of `monitorNamespaceSelector`), and `istio-injection: enabled` where it is one of the
   * `mesh`; what is given here goes before.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Namespace object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** Properties of an Environment. */
export interface EnvironmentProps extends ObjectCheckOptions {
  /**
   * The platform of all charts of the environment.
   *
   * @default - none: a chart installs its own
   */
  readonly platform?: Platform;

  /**
   * The namespaces of the environment: a Namespace object is rendered for each. An object in any other namespace is an error then, unless a
   * Namespace object in one of the charts makes it, or Kubernetes itself (`default`, `kube-system`, `kube-public`, `kube-node-lease`).
   *
   * @default - none is rendered, and an object may be in any
   */
  readonly namespaces?: EnvironmentNamespace[];

  /**
   * The name of the cluster to which the environment is delivered, as Argo CD knows it. Environments without it, and those with the same
   * one, are in one cluster: the same object in two of them is an error where they are delivered.
   *
   * @default - the cluster in which Argo CD or Flux runs
   */
  readonly cluster?: string;

  /**
   * What differs between environments, for `Environment.settings`: a plain object, with fields of any depth. A field that the program does
   * not read is an error. Its plain objects are copied; lists and instances of classes in it stay as they are.
   *
   * @default - none
   */
  readonly settings?: { [key: string]: any };
}

const NAMESPACE = closed({
  name: namespaceName, existing: flag, podSecurity: oneOf(...Object.values(PodSecurity)), labels, annotations,
}, ['name']);

const NAMESPACES = all(list(NAMESPACE), unique(({ name }) => name, 'name'));

/** What all environments of a program have in common. */
export interface EnvironmentFrame {
  readonly outdir: string;
  readonly layout: EnvironmentLayout;
  /** Whether each folder has a `kustomization.yaml`. */
  readonly hasKustomizations: boolean;
  /** What delivers them. */
  readonly tools: readonly DeliveryTool[];
  readonly images?: ImagesFile;
}

/** What an environment writes. */
interface RenderedEnvironment {
  /** By their paths in the output folder of all environments. */
  readonly files: ReadonlyMap<string, string>;
  readonly charts: readonly string[];
  readonly delivered: DeliveredEnvironment;
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
  public static _of(name: string, frame: EnvironmentFrame, props: EnvironmentProps): Environment {
    const { cluster, namespaces, settings } = props;
    refuse('Environments', [
      ...namespaces === undefined ? FINE : NAMESPACES(namespaces, 'namespaces'),
      ...cluster === undefined ? FINE : filled(cluster, 'cluster'),
      ...settings === undefined ? FINE : plainSettings(settings, 'settings'),
    ]);
    return new Environment(name, frame, props);
  }

  private readonly cluster?: string;
  private readonly namespaces?: readonly EnvironmentNamespace[];
  private readonly images: EnvironmentImages;
  private readonly given: NoticedSettings;

  private constructor(
    /** The name of the environment, and of its folder. */
    public readonly environmentName: string,
    private readonly frame: EnvironmentFrame,
    { platform, namespaces, cluster, settings = {}, ...checks }: EnvironmentProps,
  ) {
    const isOfObjects = frame.layout === EnvironmentLayout.FILE_PER_OBJECT;
    const files = isOfObjects ? { outputFileExtension: '.yaml', yamlOutputType: YamlOutputType.FILE_PER_RESOURCE } : {};
    super({ ...checks, ...files, outdir: join(frame.outdir, environmentName) });
    this.cluster = cluster;
    this.namespaces = namespaces && [...namespaces];
    this.images = new EnvironmentImages(environmentName, frame.images);
    this.given = new NoticedSettings(settings);
    this.node.addValidation({ validate: () => this.images.missing().map(describe) });
    if (platform !== undefined) Platform.install(this, platform);
    makeNamespaces(this, namespaces ?? [], platform);
  }

  /**
   * What was given as `settings`, empty if nothing was: it cannot be changed. A field counts as read when its value is got, a list or an
   * instance of a class with all that is in it; a field that nobody has read fails `Environments.synth()`.
   */
  public get settings(): { [key: string]: any } {
    return this.given.value;
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
    const { images, given } = this;
    refuseAll([...images.missing(), ...images.unused(), ...given.unread(['settings'])].map(finding => ({ construct: this, finding })));
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
   * Renders and checks everything.
   *
   * @internal
   */
  public _rendered(): RenderedEnvironment {
    const { environmentName: name, cluster, frame } = this;
    const { files: own, charts, rendered } = this._files();
    const files = new Map([...own].map(([path, text]) => [`${name}/${path}`, text]));
    const folderOf = ({ identity }: RenderedDocument) => this.folderOf(identity!);
    const delivered = deliveredEnvironment({ name, cluster, root: this }, rendered, folderOf);
    if (frame.tools.length > 0) refuseAll(deliveryFindings(delivered, frame, files));
    return { files, charts: charts.map(path => `${name}/${path}`), delivered };
  }

  /**
   * A folder for each namespace, or a file for each chart.
   *
   * @internal
   */
  protected _divided(charts: readonly RenderedChart[], layout: Layout): Files {
    const { hasKustomizations } = this.frame;
    const { files, findings } = this.isOfObjects ? namespaceFiles(charts, layout) : super._divided(charts, layout);
    return { files: hasKustomizations ? withKustomizations(files) : files, findings: [...findings, ...this.misplaced(charts)] };
  }

  /**
   * Makes an object ready for the tools that deliver it.
   *
   * @internal
   */
  protected _finished(json: PlainFields, isClusterScoped: boolean): FinishedObject {
    const { environmentName: name, frame: { tools } } = this;
    const first: FinishedObject = { json, findings: FINE };
    if (tools.length === 0) return first;
    const folder = this.folderOf(identityOf(json));
    return tools.reduce(({ json: before, findings }, tool) => {
      const after = tool.finish({ json: before, folder: posix.join(tool.path, name, folder), isClusterScoped });
      return { json: after.json, findings: [...findings, ...after.findings] };
    }, first);
  }

  private get isOfObjects(): boolean {
    return this.frame.layout === EnvironmentLayout.FILE_PER_OBJECT;
  }

  private folderOf(identity: Identity): string {
    return this.isOfObjects ? namespaceFolder(identity) : '';
  }

  /** What is in a namespace that the environment does not have. */
  private misplaced(charts: readonly RenderedChart[]): TreeFinding[] {
    if (!this.namespaces && this.frame.tools.length === 0) return [];
    const documents = charts.flatMap(each => each.documents).filter(({ identity }) => identity !== undefined);
    const made = documents.filter(({ identity }) => identity!.group === '' && identity!.kind === 'Namespace');
    const own = [...new Set([...this.namespaces?.map(({ name }) => name) ?? [], ...made.map(({ identity }) => identity!.name)])];
    const known = new Set<unknown>([...own, ...OF_KUBERNETES]);
    const others = documents.filter(({ identity }) => identity!.namespace !== undefined && !known.has(identity!.namespace));
    return others.map(document => ({ construct: speakerOf(document), finding: otherNamespace(own.map(String), document.identity!) }));
  }
}

function otherNamespace(allowed: readonly string[], { namespace }: Identity): Finding {
  return found('invalid-environment', 'metadata.namespace', { reason: 'namespace', allowed, value: Shown.of(namespace) })[0];
}

function deliveryFindings(
  delivered: DeliveredEnvironment, { outdir, tools }: EnvironmentFrame, files: ReadonlyMap<string, string>,
): TreeFinding[] {
  const own = tools.flatMap(tool => [...tool.check(delivered, files), ...misleading(delivered, tool, outdir, files)]);
  return [...delivered.findings, ...own.map(finding => ({ construct: delivered.root, finding }))];
}

/** Files of somebody else by which a tool would read a folder in another way. */
function misleading(
  { parts }: DeliveredEnvironment, tool: DeliveryTool, outdir: string, files: ReadonlyMap<string, string>,
): Finding[] {
  return parts.flatMap(({ path }) => {
    const folder = join(outdir, path);
    const present = existsSync(folder) ? readdirSync(folder) : [];
    return present.filter(file => tool.isMisleading(file) && !files.has(`${path}/${file}`))
      .flatMap(file => found('not-deliverable', [path], { reason: 'source-file', file }));
  });
}

/** A kustomization in each folder, which names its files. */
function withKustomizations(files: ReadonlyMap<string, string>): Map<string, string> {
  const folders = grouped([...files.keys()], path => [posix.dirname(path)]);
  const own = [...folders].map(([folder, paths]) => {
    const resources = paths.map(path => posix.basename(path)).sort();
    return [posix.join(folder, 'kustomization.yaml'), writeDocuments([{ ...KUSTOMIZATION, resources }])] as const;
  });
  return new Map([...files, ...own]);
}

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** The Namespace objects, in a chart of their own. */
function makeNamespaces(environment: Environment, namespaces: readonly EnvironmentNamespace[], platform: Platform | undefined): void {
  const made = namespaces.map(each => ({ ...each, labels: labelsOf(each, platform) }));
  declareNamespaces(environment, new Map(made.map(({ name, labels: own }) => [name, own])));
  const rendered = made.filter(({ existing }) => !existing);
  if (rendered.length === 0) return;
  const chart = new Chart(environment, 'namespaces');
  for (const { name, labels: own, annotations: ownAnnotations } of rendered) {
    new ApiObject(chart, name, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: own, annotations: ownAnnotations } });
  }
}

/** Those that every cluster has. */
const OF_KUBERNETES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** What the platform wants of a namespace goes behind what its user says of it. */
function labelsOf({ name, podSecurity, labels: own }: EnvironmentNamespace, platform: Platform | undefined): Record<string, string> {
  const standard: Record<string, string> = podSecurity === undefined ? {} : { 'pod-security.kubernetes.io/enforce': podSecurity };
  return { ...platform?._labelsOfNamespace(name), ...standard, ...own };
}
