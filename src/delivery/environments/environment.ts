import { join } from 'node:path';
import { YamlOutputType, ApiObject, Chart } from 'cdk8s';
import { EnvironmentImages, ImagesFile } from './images';
import { bad, Finding, FINE, found, must, ownWords, Path, joinPath, Shown } from '../../base/findings/finding';
import { describe } from '../../base/findings/words';
import { Platform } from '../../model/platform/platform';
import { all, filled, isObject, PlainFields, closed, flag, list, oneOf, unique } from '../../base/check';
import { throwFindings } from '../../base/brand';
import type { TypedManifest } from '../../base/oam-kind';
import { isPlainObject } from '../../base/plain';
import { DeliveredEnvironment, deliveredEnvironment, DeliveryTool } from '../tools/delivery-tool';
import { GitOpsApp, ObjectCheckOptions } from '../gitops-app';
import {
  Files, Layout, namespaceFiles, namespaceFolder, withKustomizations, RenderedChart, RenderedDocument, Finishing,
} from '../rendering';
import { refuseAll, warnOf } from '../validation';
import type { IConstruct } from 'constructs';
import { PodSecurity } from '../../cluster/checks/pod-security';
import { annotations, labels, namespaceName } from '../../base/names';
import { Registry, TreeFinding } from '../../base/registry';
import { speakerOf } from '../../base/tree-report';

// An environment is an app that does not write itself: Environments renders all of them before it writes anything.

/** How the objects of an environment are divided into files. */
export enum EnvironmentLayout {
  /** A file for each object, in a folder for each namespace: `<environment>/<namespace>/<Kind>.<name>.yaml`. */
  FILE_PER_OBJECT = 'FILE_PER_OBJECT',
  /** A file for each chart: `<environment>/<chart>.k8s.yaml`. */
  FILE_PER_CHART = 'FILE_PER_CHART',
}

/** Properties of an Environment. */
export interface EnvironmentProps extends ObjectCheckOptions {
  /** The platform of all charts of the environment. @default - none: a chart installs its own */
  readonly platform?: Platform;

  /**
   * The namespaces of the environment: a Namespace object is rendered for each. An object in any other namespace is
   * then an error, unless a Namespace object in one of the charts creates it, or Kubernetes itself does (`default`,
   * `kube-system`, `kube-public`, `kube-node-lease`).
   *
   * @default - none is rendered, and an object may be in any
   */
  readonly namespaces?: EnvironmentNamespace[];

  /**
   * The name of the cluster to which the environment is delivered, as Argo CD knows it. Environments without it, and
   * those with the same one, are in one cluster: the same object in two of them is an error if they are delivered.
   *
   * @default - the cluster in which Argo CD or Flux runs
   */
  readonly cluster?: string;

  /**
   * What differs between environments, for `Environment.settings`: a plain object, with fields of any depth. A field
   * that the program does not read is an error. Its plain objects are copied; lists and instances of classes in it stay
   * as they are.
   *
   * @default - none
   */
  readonly settings?: { [key: string]: any };
}

/** The settings that all environments of a program share. */
export interface EnvironmentFrame {
  readonly outdir: string;
  readonly layout: EnvironmentLayout;
  /** Whether each folder has a `kustomization.yaml`. */
  readonly hasKustomizations: boolean;
  /** The tools that deliver them. */
  readonly tools: readonly DeliveryTool[];
  readonly images?: ImagesFile;
}

/** The files that an environment writes. */
interface RenderedEnvironment {
  /** By their paths in the output folder of all environments. */
  readonly files: ReadonlyMap<string, string>;
  readonly charts: readonly string[];
  readonly delivered: DeliveredEnvironment;
}

/**
 * The app of one environment, such as `staging`: charts are declared in it as in any other app. `Environments.add()`
 * creates it, and `Environments.synth()` writes it with the others.
 */
export class Environment extends GitOpsApp {
  /** Creates the app of an environment. @internal */
  public static _of(name: string, frame: EnvironmentFrame, props: EnvironmentProps): Environment {
    throwFindings('Environments', CHECK(props, ''));
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
    { platform, namespaces, cluster, settings, ...checks }: EnvironmentProps,
  ) {
    const isOfObjects = frame.layout === EnvironmentLayout.FILE_PER_OBJECT;
    const files = isOfObjects ? { outputFileExtension: '.yaml', yamlOutputType: YamlOutputType.FILE_PER_RESOURCE } : {};
    super({ ...checks, ...files, outdir: join(frame.outdir, environmentName) });
    this.cluster = cluster ?? undefined;
    this.namespaces = namespaces && [...namespaces];
    this.images = new EnvironmentImages(environmentName, frame.images);
    this.given = new NoticedSettings(settings ?? {});
    this.node.addValidation({ validate: () => this.images.missing().map(describe) });
    if (platform !== undefined) Platform.install(this, platform);
    createNamespaces(this, namespaces ?? [], platform);
  }

  /**
   * The given `settings`, empty if there are none. They cannot be changed: copy them by a spread; `structuredClone()`
   * fails. A field is read when its value is accessed, a list or an instance of a class with everything in it. A field
   * that is never read fails `Environments.synth()`.
   */
  public get settings(): { [key: string]: any } { return this.given.value; }

  /**
   * An image with the tag, the digest, or both, that the file of `EnvironmentsProps.images` has for this environment.
   * An image that it does not have fails `synth()`.
   *
   * @param name its name without a tag, such as `ghcr.io/acme/cart`, as it is written in the file
   * @returns `ghcr.io/acme/cart:1.4.2`, or `ghcr.io/acme/cart@sha256:…`
   * @throws ModelError if there is no file, or the name is invalid
   */
  public image(name: string): string { return this.images.image(name); }

  /**
   * Throws if something that was given for this environment has no effect, after the program has declared everything.
   *
   * @internal
   */
  public _checkUse(): void {
    const findings = [...this.images.missing(), ...this.images.unused(), ...this.given.unread(['settings'])];
    refuseAll(findings.map(finding => ({ construct: this, finding })));
  }

  /** Fails: an environment is written with the others. @throws ModelError always: call `Environments.synth()` */
  public synth(): void {
    throwFindings('Environment',
      found('invalid-value', '', ownWords('is written with the other environments', 'call Environments.synth()')));
  }

  /** Renders and checks everything. @internal */
  public _rendered(): RenderedEnvironment {
    const { environmentName: name, cluster, frame } = this;
    const { files: own, charts, rendered } = this._files();
    const files = new Map([...own].map(([path, text]) => [`${name}/${path}`, text]));
    const folderOf = ({ identity }: RenderedDocument) => this.isOfObjects ? namespaceFolder(identity!) : '';
    const delivered =
      deliveredEnvironment({ name, cluster, root: this }, frame.tools.length === 0 ? [] : rendered, folderOf);
    const ofTools = frame.tools.flatMap(tool => tool.check(delivered));
    refuseAll([...delivered.findings, ...ofTools.map(finding => ({ construct: this, finding }))]);
    warnOf(delivered.warnings);
    return { files, charts: charts.map(path => `${name}/${path}`), delivered };
  }

  /** A folder for each namespace, or a file for each chart. @internal */
  protected _divided(charts: readonly RenderedChart[], layout: Layout): Files {
    const { hasKustomizations, tools } = this.frame;
    const { files, findings } = this.isOfObjects ? namespaceFiles(charts, layout) : super._divided(charts, layout);
    const named = this.namespaces ?? (tools.length > 0 ? [] : undefined);
    const misplaced = named ? misplacedObjects(charts, named) : [];
    return { files: hasKustomizations ? withKustomizations(files) : files, findings: [...findings, ...misplaced] };
  }

  /** Gives each object its own file, and prepares it for the tools that deliver it. @internal */
  protected _finishing(): Finishing {
    return {
      splitsLists: true,
      finish: (json, isClusterScoped) => this.frame.tools.reduce<ReturnType<Finishing['finish']>>((before, tool) => {
        const after = tool.finish(before.json, isClusterScoped);
        return { json: after.json, findings: [...before.findings, ...after.findings] };
      }, { json, findings: FINE }),
    };
  }

  private get isOfObjects(): boolean { return this.frame.layout === EnvironmentLayout.FILE_PER_OBJECT; }
}

function isRecord(value: unknown): value is PlainFields { return isObject(value) && isPlainObject(value); }

/**
 * A copy of a plain object that records which of its fields are read, at any depth. Lists and instances of classes stay
 * as they were given, and count as read with everything in them when they are accessed.
 */
class NoticedSettings {
  /** The copy, which cannot be changed. */
  public readonly value: PlainFields;
  /** The fields that have not been read. */
  private readonly left: Set<string>;
  private readonly inner: ReadonlyMap<string, NoticedSettings>;

  /** @param around the objects that contain the given one: one that occurs again contains itself */
  public constructor(given: PlainFields, around: readonly object[] = []) {
    const holders = [...around, given];
    const fields = Object.entries(given).filter(([, value]) => value !== undefined);
    this.left = new Set(fields.map(([name]) => name));
    this.inner = new Map(fields.flatMap(([name, value]) => isRecord(value) && !holders.includes(value)
      ? [[name, new NoticedSettings(value, holders)]] : []));
    const copy = Object.fromEntries(fields.map(([name, value]) => [name, this.inner.get(name)?.value ?? value]));
    this.value = new Proxy(Object.freeze(copy), {
      get: (target, name, receiver) => Reflect.get(target, this.noticed(name), receiver),
      has: (target, name) => Reflect.has(target, this.noticed(name)),
    });
  }

  /** The fields that were never read, without the fields in them. */
  public unread(at: Path): Finding[] {
    const inside = [...this.inner].filter(([name]) => !this.left.has(name));
    return [
      ...[...this.left].flatMap(name => found('no-effect', [...at, name], { reason: 'unread-setting' })),
      ...inside.flatMap(([name, each]) => each.unread([...at, name])),
    ];
  }

  /** Records that a field is read. */
  private noticed(name: string | symbol): string | symbol {
    this.left.delete(name as string);
    return name;
  }
}

/** A namespace of an environment. */
export interface EnvironmentNamespace {
  /** The name of the namespace. */
  readonly name: string;

  /** Whether the namespace is created elsewhere: no Namespace object is rendered for it. @default false */
  readonly existing?: boolean;

  /**
   * The Pod Security Standard that the API server enforces in the namespace, as the label
   * `pod-security.kubernetes.io/enforce`.
   *
   * @default - that of the cluster
   */
  readonly podSecurity?: PodSecurity;

  /**
   * More labels of the Namespace object, or those that the existing one has. The platform of the environment gives it
   * the labels that its Prometheus selects namespaces by (`matchLabels` of `monitorNamespaceSelector`), and
   * `istio-injection: enabled` where it is one of the `mesh`; labels that are given here take precedence.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /** Annotations of the Namespace object. Not with `existing`. @default - none */
  readonly annotations?: { [key: string]: string };
}

/** The namespaces of an environment, each with another name. */
const namespaces = all(list(all(
  closed({ name: namespaceName, existing: flag, podSecurity: oneOf(PodSecurity), labels, annotations }, ['name']),
  // unlike its labels, the annotations of an existing namespace are never used
  (value, field) => isObject(value) && value.existing && value.annotations !== undefined
    ? found('invalid-value', joinPath(field, 'annotations'),
      ownWords('has no effect on a namespace that somebody else makes', "leave it out, or leave out 'existing'"))
    : FINE,
)), unique(({ name }) => name, 'name'));

/** The properties that GitOpsApp checks. */
const CHECKED_LATER = [
  'clusterScopedKinds', 'uncheckedKinds', 'kubernetesVersion', 'schemas', 'requireSchemas', 'policies',
] satisfies (keyof EnvironmentProps)[];

/** The check of the properties. */
const CHECK = closed({
  platform: () => FINE,
  namespaces,
  cluster: all(filled, must(value => !/^https?:/i.test(String(value)), 'invalid-value', 'cluster')),
  // a value of another type may be a password, and is not shown
  settings: (value, field) => isRecord(value) ? FINE : bad('invalid-type', 'object', field, value),
  ...Object.fromEntries(CHECKED_LATER.map(name => [name, () => FINE])),
});

/** Creates the Namespace objects, in a separate chart. */
function createNamespaces(
  environment: IConstruct, given: readonly EnvironmentNamespace[], platform: Platform | undefined,
): void {
  const objectOf = ({ name, podSecurity, labels: own, annotations: ofObject }: EnvironmentNamespace) => {
    const standard: Record<string, string> =
      podSecurity === undefined ? {} : { 'pod-security.kubernetes.io/enforce': podSecurity };
    // what the user states takes precedence over what the platform needs
    const merged: Record<string, string> = { ...platform?._labelsOfNamespace(name), ...standard, ...own };
    return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: merged, annotations: ofObject } };
  };
  const described = given.map(objectOf) as object[] as TypedManifest[];
  const facts = () => ({ serving: [{ described }] });
  Registry.of(environment).register({ construct: environment, facts, isBeforePlatform: true });
  const rendered = given.filter(({ existing }) => !existing).map(objectOf);
  if (rendered.length === 0) return;
  const chart = new Chart(environment, 'namespaces');
  for (const object of rendered) new ApiObject(chart, object.metadata.name, object);
}

/** The namespaces that every cluster has. */
const OF_KUBERNETES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Reports objects in namespaces that an environment neither names nor creates. */
function misplacedObjects(charts: readonly RenderedChart[], named: readonly EnvironmentNamespace[]): TreeFinding[] {
  const documents = charts.flatMap(each => each.documents).filter(({ identity }) => identity !== undefined);
  const made = documents.filter(({ identity }) => identity!.group === '' && identity!.kind === 'Namespace');
  const allowed = [...new Set([...named, ...made.map(({ identity }) => identity!)].map(({ name }) => String(name)))];
  const known = new Set<unknown>([undefined, ...allowed, ...OF_KUBERNETES]);
  return documents.filter(({ identity }) => !known.has(identity!.namespace)).map(document => ({
    construct: speakerOf(document),
    finding: found('invalid-value', 'metadata.namespace', {
      reason: 'one-of',
      allowed,
      value: Shown.of(document.identity!.namespace),
      remedy: "name it in 'namespaces', with 'existing: true' if others make it",
    })[0],
  }));
}
