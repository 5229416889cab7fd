import { App, AppProps, Chart, YamlOutputType } from 'cdk8s';
import { ObjectChecks, clusterScopedKinds, clusterScopes, uncheckedKinds } from './object-checks';
import {
  Files, Layout, joined, lateObjects, RenderedChart, RenderedDocument, renderCharts, definitionsOf, Finishing,
  cdk8sFiles,
} from './rendering';
import { SynthesisOrder, chartsInOrder, synthesisOrder } from './order/synthesis-order';
import { constructsOf } from './order/tree';
import { writeFiles } from './output-folder';
import { refuseAll, validateTree, warnOf } from './validation';
import { definedIn, readSchemas, kubernetesVersion as version } from '../cluster/checks/given-schemas';
import { ManifestChecks, ManifestChecksOptions } from '../cluster/checks/manifest-checks';
import { IManifestPolicy, policiesFindings } from '../cluster/checks/manifest-policies';
import { FINE, found, ownWords, showPath, Shown, must } from '../base/findings/finding';
import { filled, nearest, only } from '../base/check';
import { throwFindings } from '../base/brand';
import { outputFolder } from '../base/output-folder';
import { Registry, TreeFinding } from '../base/registry';
import { SHADOWED_ROUTES, WAYS_PAST_POLICIES } from '../cluster/routes/tree-check';
import { ACCEPTED_FILE, acceptedFindingsText } from '../cluster/rules/acceptances';
import { JUDGED, judgeMembers } from '../cluster/rules/tree-check';
import { INDEX, isPlainName } from '../files/writing/names';

/** How the objects of an app are checked. */
export interface ObjectCheckOptions {
  /**
   * Kinds that are in no namespace, beyond those of Kubernetes, of well-known operators, and of the
   * CustomResourceDefinitions in this app: `<group>/<Kind>`, such as `example.com/Widget`. The namespace of a chart is
   * not written into their objects.
   *
   * @default - none
   */
  readonly clusterScopedKinds?: string[];

  /**
   * Kinds whose objects are written as they are: `<group>/<Kind>`, or `<Kind>` in the core group. Their names,
   * namespaces, labels and annotations are not checked, nor whether two of them have the same name. Use it where a
   * check is wrong about a kind, or where objects of one name are never applied together.
   *
   * @default - none, all objects are checked
   */
  readonly uncheckedKinds?: string[];

  /**
   * The minor version of Kubernetes that applies the objects, such as `1.34`. Every object is validated against the
   * schema of its kind before anything is written, as the API server does: types, required fields, unknown fields,
   * formats, and further known rules.
   *
   * @default - what every version of Kubernetes known to this library refuses is an error
   */
  readonly kubernetesVersion?: string;

  /**
   * Files with CustomResourceDefinitions, folders of them, or a `cdk8s.yaml` for the files that it imports: the schemas
   * of kinds that this library does not have, or has in another version. The definitions in the app itself count
   * without being named.
   *
   * @default - the schemas of this library
   */
  readonly schemas?: string[];

  /**
   * Whether an object whose kind has no schema is an error.
   *
   * @default false - a warning for each such kind if `kubernetesVersion` or `schemas` is given
   */
  readonly requireSchemas?: boolean;

  /** Policies that every object has to obey, in addition to the checks of this library. @default - none */
  readonly policies?: IManifestPolicy[];
}

/** Properties of a GitOpsApp: those of cdk8s's `App`, and what it does beyond it. */
export interface GitOpsAppProps extends AppProps, ObjectCheckOptions {
  /**
   * Distinguishes apps that write into the same output folder: each removes only the files of its own earlier runs. It
   * becomes part of the name of the index, `.cdk8s-oam-index.<name>`. Lower-case letters, digits and `-`, with a letter
   * or digit at both ends.
   *
   * @default - the index is `.cdk8s-oam-index`; no other app writes into the output folder
   */
  readonly name?: string;
}

/** The files that an app writes, and its charts. */
interface AppFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly charts: readonly string[];
  readonly rendered: readonly RenderedChart[];
}

/** The suffix of the name of an index. */
const indexSuffix = must(value => typeof value === 'string' && isPlainName(value), 'invalid-value', 'environment-name');

/** The output types by the names that programs write. */
const OUTPUT_TYPES =
  Object.keys(YamlOutputType).filter(name => Number.isNaN(Number(name))).map(name => `YamlOutputType.${name}`);

/** The known properties. A newer cdk8s may have others, so that only a misspelt one is an error. */
const PROPS = Object.keys({
  name: true,
  outdir: true,
  outputFileExtension: true,
  yamlOutputType: true,
  recordConstructMetadata: true,
  resolvers: true,
  clusterScopedKinds: true,
  uncheckedKinds: true,
  kubernetesVersion: true,
  schemas: true,
  requireSchemas: true,
  policies: true,
} satisfies Record<keyof GitOpsAppProps, true>);

/**
 * An `App` of cdk8s that synthesizes any cdk8s program once and in linear time, and writes the same bytes to the same
 * files, except for strings that Kubernetes would read as something else. It replaces `App` in a program: charts,
 * resolvers, output types, `cdk8s synth` and `Testing` work as with `App`.
 *
 * - Every construct is validated once, dependencies are resolved once, and the order is that of cdk8s.
 * - Two objects of one kind, namespace and name are an error, as are names and labels that Kubernetes does not accept.
 *   The namespace of a chart is not written into objects of cluster-scoped kinds.
 * - Nothing is written unless everything could be rendered. Each file is replaced whole; an unchanged file is not
 *   touched. A file that is no longer rendered is removed if an earlier run wrote it, as recorded in the index, the
 *   folder `.cdk8s-oam-index` in the output folder, and if it was not edited since.
 *
 * Errors: what validations find, what cannot be rendered, a cycle of dependencies with its constructs, and files that
 * cannot be written, each with its code (docs/errors.md).
 */
export class GitOpsApp extends App {
  private readonly identity = Symbol('GitOpsApp');
  private readonly index: string;
  private readonly clusterScopedKinds: readonly string[];
  private readonly uncheckedKinds: readonly string[];
  private readonly recordsMetadata: boolean;
  private readonly manifests: ManifestChecksOptions;
  private readonly policies: readonly IManifestPolicy[];
  private isSynthesized = false;

  /** Creates an app; nothing is written before `synth()`. @throws ModelError if a property is invalid */
  public constructor(props: GitOpsAppProps = {}) {
    super(props.outdir ? { ...props, outdir: outputFolder(props.outdir) } : props);
    const { kubernetesVersion, schemas, requireSchemas } = props;
    const given = readSchemas(schemas ?? [], 'schemas');
    const type: unknown = this.yamlOutputType;
    throwFindings('GitOpsApp', [
      ...only(...PROPS)(props, '').filter(({ path: [name] }) => nearest(String(name), PROPS) !== undefined),
      ...filled(this.outdir, 'outdir'),
      ...props.name === undefined ? FINE : indexSuffix(props.name, 'name'),
      // JavaScript may pass any number
      ...typeof type === 'number' && type in YamlOutputType ? FINE
        : found('invalid-value', 'yamlOutputType', { reason: 'one-of', allowed: OUTPUT_TYPES, value: Shown.of(type) }),
      ...clusterScopedKinds(props.clusterScopedKinds ?? [], 'clusterScopedKinds'),
      ...uncheckedKinds(props.uncheckedKinds ?? [], 'uncheckedKinds'),
      ...kubernetesVersion === undefined ? FINE : version(kubernetesVersion, 'kubernetesVersion'),
      ...given.findings,
      ...policiesFindings(props.policies, 'policies'),
    ]);
    const registry = Registry.of(this);
    registry.addCheck(SHADOWED_ROUTES);
    registry.addCheck(WAYS_PAST_POLICIES);
    registry.deferred = JUDGED;
    this.policies = [...props.policies ?? []];
    const isUnasked = kubernetesVersion === undefined && schemas === undefined && !requireSchemas;
    this.manifests = { kubernetesVersion, schemas: given.sets, requireSchemas, isUnasked };
    this.index = props.name === undefined ? INDEX : `${INDEX}.${props.name}`;
    this.clusterScopedKinds = [...props.clusterScopedKinds ?? []];
    this.uncheckedKinds = [...props.uncheckedKinds ?? []];
    this.recordsMetadata = props.recordConstructMetadata ?? process.env.CDK8S_RECORD_CONSTRUCT_METADATA === 'true';
  }

  /**
   * All charts, each after those on which it depends. Dependencies that follow from those of their constructs count
   * from `synth()` on, as with `App`.
   */
  public get charts(): Chart[] {
    return this.isSynthesized ? synthesisOrder(this).charts.map(c => c.chart) : chartsInOrder(this);
  }

  /** Renders everything, and then writes what has changed into the output folder. */
  public synth(): void {
    const { files, charts } = this._files();
    writeFiles({ folder: this.outdir, index: this.index, app: this.identity, subject: 'GitOpsApp' }, files, charts);
  }

  /** The YAML of all objects of all charts; nothing is written. */
  public synthYaml(): string { return joined(this._documents()); }

  /** The rendered objects, each with the construct from which it is rendered. @internal */
  public _documents(): RenderedDocument[] { return this.render(this.order(), true).flatMap(c => c.documents); }

  /** All files by their paths in the output folder, and the paths of all charts. @internal */
  public _files(): AppFiles {
    const { outputFileExtension: extension, yamlOutputType: type } = this;
    const order = this.order();
    const rendered = this.render(order, type !== YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE);
    const { files: divided, findings } = this._divided(rendered, { type, extension, isNumbered: order.isNumbered });
    refuseAll(findings);
    const charts = order.charts.map(({ chart }) => chart.node.path);
    const accepted = acceptedFindingsText(Registry.of(this).accepted());
    // the construct of each object, in the form of cdk8s
    const resources =
      order.charts.flatMap(({ objects }) => objects).map(({ name, node }) => [name, { path: node.path }]);
    const metadata = () => JSON.stringify({ version: '1.0.0', resources: Object.fromEntries(resources) });
    const ours: [file: string, text: string][] = [
      ...accepted === '' ? [] : [[ACCEPTED_FILE, accepted] satisfies [string, string]],
      ...this.recordsMetadata ? [[METADATA_FILE, metadata()] satisfies [string, string]] : [],
    ];
    throwFindings('GitOpsApp', ours.filter(([file]) => divided.has(file)).flatMap(([file]) => found('duplicate-file',
      [file], ownWords('is the file of a chart, and one that the app itself writes: one of them would be lost'))));
    return { files: new Map([...divided, ...ours]), charts, rendered };
  }

  /** Divides the objects into files. @internal */
  protected _divided(charts: readonly RenderedChart[], layout: Layout): Files { return cdk8sFiles(charts, layout); }

  /** How checked objects are prepared for writing. @internal */
  protected _finishing(): Finishing { return { splitsLists: false, finish: json => ({ json, findings: FINE }) }; }

  /** Validates the app, and orders its charts and their objects. */
  private order(): SynthesisOrder {
    validateTree(this);
    this.isSynthesized = true;
    const order = synthesisOrder(this);
    if (this.constructor === GitOpsApp) return order;
    // a subclass may return other charts, or another order: charts that it leaves out are not written
    const byChart = new Map(order.charts.map(each => [each.chart, each]));
    return { ...order, charts: this.charts.flatMap(chart => byChart.get(chart) ?? []) };
  }

  /** Renders all charts, and throws everything that is wrong with their objects. */
  private render({ charts }: SynthesisOrder, callsCharts: boolean): RenderedChart[] {
    const before = constructsOf(this);
    const definitions = definitionsOf(charts);
    const scopes = clusterScopes(this.clusterScopedKinds, definitions);
    const { manifests: given, policies } = this;
    // the definitions of the app take precedence: they are what the cluster will have
    const schemas = [definedIn(definitions.map(({ json }) => json)), ...given.schemas ?? []];
    const manifests = new ManifestChecks({ ...given, schemas });
    const checks = new ObjectChecks(scopes, this.uncheckedKinds, { manifests, policies });
    const finishing = { ...this._finishing(), checks, callsCharts, definitions };
    const { rendered, findings: ofRendering, cause } = renderCharts(charts, finishing);
    const late = lateObjects(this, before, callsCharts);
    const judged = Registry.of(this).makeDeferred(facts => judgeMembers(checks.members, facts, checks.isLeftAlone));
    const { findings = [], warnings = [], unjudged = [] } = judged;
    warnOf([...checks.warnings, ...warnings, ...unjudged]);
    const placeOf = ({ construct, finding }: TreeFinding) => `${construct.node.path} ${showPath(finding.path)}`;
    const judgedPlaces = new Set(findings.map(placeOf));
    const others = checks.findings.filter(each => !judgedPlaces.has(placeOf(each)));
    refuseAll([...ofRendering, ...others, ...late, ...findings], cause);
    return rendered;
  }
}

/** The file in which cdk8s's validations look up where an object comes from. */
const METADATA_FILE = 'construct-metadata.json';

