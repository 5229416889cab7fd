import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { grouped, Firsts } from './check';
import { outputFolder } from './output-folder';
import type { ErrorCode } from './findings/catalogue/all';
import { FINE, Finding, found, printable, within, At, Path, showPath } from './findings/finding';
import { TypedManifest, OAM_API_VERSION, FirstObjects, identityKey, identityOf, namesKey } from './oam-kind';
import { describe } from './findings/words';
import { Maker } from './findings/sentence';

/** A construct that contributes to the checks of the tree. */
interface FactSource {
  readonly construct: IConstruct;
  readonly facts: () => Facts;
  /** Whether the construct may be created before its platform is installed, which may need it. */
  readonly isBeforePlatform?: boolean;
}

/** A code whose findings are accepted at a construct and below it. */
interface Acceptance {
  readonly construct: IConstruct;
  readonly code: ErrorCode;
  readonly reason: string;
}

/** What the parts of a tree know, and what the checks of its rendered objects find. */
interface TreeFacts {
  readonly parts: readonly Facts[];
  readonly checked: readonly Facts[];
  readonly objects: readonly ApiObject[];
}

/** A check of a tree that needs its objects as they are rendered. Its findings can be accepted. */
export type TreeCheck = (objects: readonly ApiObject[], facts: Facts, tree: readonly IConstruct[]) => Facts;

const REGISTRY = Symbol.for('cdk8s-oam.Registry');

/**
 * The library's constructs of one tree, registered as they are created, and the checks that need all of them.
 *
 * cdk8s calls every validation once for each chart. The tree is read and checked once for all charts of a synthesis:
 * the findings are kept until the model changes, every object has been rendered, there is a finding (cdk8s then stops),
 * or the current turn of the event loop ends, which a synthesis never leaves.
 */
export class Registry {
  public static of(construct: IConstruct): Registry {
    const root = construct.node.root as Construct & { [REGISTRY]?: Registry };
    if (!root[REGISTRY]) Object.defineProperty(root, REGISTRY, { value: new Registry(root) });
    return root[REGISTRY]!;
  }

  /** The number of the model, a higher one after each change. What is rendered is valid for one of them. */
  public version = 0;
  /** Whether what is rendered depends on objects that are not ours, which change without notice. */
  public isForeign = false;
  /** Whether objects are being rendered. */
  public isRendering = false;
  /** The check that the app makes itself, of what it has rendered. */
  public deferred?: TreeCheck;

  private readonly sources: FactSource[] = [];
  private readonly checks = new Set<TreeCheck>();
  /**
   * The check that only a synthesis by cdk8s makes: commands, and an app that checks what it has rendered, make it
   * themselves.
   */
  private last?: (objects: readonly ApiObject[]) => Facts;
  private readonly reported = new Set<IConstruct>();
  private readonly warned = new Set<string>();
  private readonly acceptances: Acceptance[] = [];
  /** Those that a finding has needed. */
  private readonly needed = new Set<Acceptance>();
  /** The objects of the library, with the constructs from which they are derived. */
  private readonly objects = new WeakMap<IConstruct, IConstruct | undefined>();
  /** Those that have not been rendered since the last check. */
  private unrendered?: Set<IConstruct>;
  private outcome?: Map<IConstruct, string[]>;
  private readings?: Map<unknown, unknown>;
  /** The number of sources that were no longer in the tree at the last check. */
  private gone = 0;

  private constructor(private readonly root: Construct) {
    root.node.addValidation({ validate: () => this.validate() });
  }

  /** The constructs registered so far whose platform may no longer change, in order. */
  public get settled(): readonly IConstruct[] {
    return this.sources.filter(s => !s.isBeforePlatform).map(s => s.construct);
  }

  public register(source: FactSource): void {
    this.sources.push(source);
    this.changed();
  }

  /** Adds a check, unless it has been added before. */
  public addCheck(check: TreeCheck): void {
    this.checks.add(check);
  }

  /** Adds a check that is made only when cdk8s synthesizes the tree. */
  public checkLast(check: (objects: readonly ApiObject[]) => Facts): void {
    this.last = check;
  }

  /** Discards what was found and rendered: the model has changed. */
  public changed(): void {
    this.version++;
    this.forget();
  }

  /** Whether an object is one of the library. */
  public has(object: IConstruct): boolean {
    return this.objects.has(object);
  }

  /** Adds an object to render, derived from `origin`. */
  public add(object: IConstruct, origin?: IConstruct): void {
    this.objects.set(object, origin);
  }

  /** Records that an object is being rendered. */
  public rendered(object: IConstruct): void {
    this.unrendered?.delete(object);
  }

  /**
   * The values that are read once. They are forgotten when the model changes, and at the end of the current turn of the
   * event loop.
   */
  public reading(): Map<unknown, unknown> {
    if (!this.readings) {
      this.readings = new Map();
      queueMicrotask(() => this.forget());
    }
    return this.readings;
  }

  /**
   * Reads something from the tree: once while the tree is checked and rendered, and each time while the program
   * declares.
   */
  public once<T>(key: unknown, read: () => T): T {
    if (!this.readings?.has(key)) {
      const value = read();
      this.readings?.set(key, value);
      return value;
    }
    return this.readings.get(key) as T;
  }

  /** The findings about the tree as it is now, all warnings, and what the checks of rendered objects report. */
  public told(): Pick<Required<Facts>, 'findings' | 'warnings'> & { readonly checked: Required<Facts> } {
    const { parts, checked } = this.facts();
    const all = [...parts, ...checked];
    return { findings: checkTree(all), warnings: together(all).warnings, checked: together(checked) };
  }

  /** The findings without those of rendered objects. */
  public toldByParts(): TreeFinding[] {
    return checkTree(this.facts(false).parts);
  }

  /** Accepts the findings of checks with a code at a construct and below it. */
  public accept(accepted: Acceptance): void {
    this.acceptances.push(accepted);
    this.changed();
  }

  /** The acceptances at constructs that are still in the tree. */
  public accepted(): readonly Acceptance[] {
    return this.acceptances.filter(({ construct }) => isInTree(construct));
  }

  /** The objects that platforms describe of their clusters. */
  public described(): TypedManifest[] {
    return together(this.facts(false).parts).serving.flatMap(each => each.described);
  }

  /** Makes the check that was deferred. */
  public makeDeferred(check: (facts: Facts) => Facts): Facts {
    const checked = this.withoutAccepted(check(together(this.facts(false).parts)));
    return { ...checked, warnings: [...checked.warnings ?? [], ...this.unneeded()] };
  }

  /**
   * Checks the tree, and adds a validation to each construct with findings, so that cdk8s reports them at its path. The
   * root is validated before all others, so that these validations count in the same run.
   */
  private validate(): string[] {
    if (this.outcome?.size || this.unrendered?.size === 0) this.forget();
    // a single chart may be rendered again within a turn, after something was added to objects that are not ours
    if (this.readings && this.isForeign) this.readings = new Map();
    for (const construct of this.check().keys()) {
      if (construct === this.root || this.reported.has(construct)) continue;
      this.reported.add(construct);
      construct.node.addValidation({ validate: () => this.check().get(construct) ?? [] });
    }
    return [...this.outdirFindings().map(describe), ...this.check().get(this.root) ?? []];
  }

  /** Rejects an `outdir` of a cdk8s `App` that a command only compares or shows: the app would write there. */
  private outdirFindings(): Finding[] {
    const { outdir } = this.root as Construct & { readonly outdir?: unknown };
    return typeof outdir !== 'string' || outputFolder(outdir) === outdir ? FINE : found('app-failed', 'outdir', { reason: 'own-outdir' });
  }

  private check(): Map<IConstruct, string[]> {
    if (this.outcome) return this.outcome;
    this.forget();
    if (this.isForeign) this.version++;
    const { parts, checked, objects } = this.facts();
    const told = checkTree([...parts, ...checked]);
    // of a wrong model, the objects are wrong too
    const last = this.last && !this.deferred && told.length === 0 ? this.last(objects) : {};
    this.awaitRendering(objects);
    this.warn([...parts, ...checked, last]);
    const byConstruct = grouped([...told, ...last.findings ?? []], ({ construct }) => [construct]);
    this.outcome = new Map([...byConstruct].map(([construct, all]) => [construct, all.map(({ finding }) => describe(finding))]));
    return this.outcome;
  }

  /** Emits each warning once, as a process warning on standard error. */
  private warn(facts: readonly Facts[]): void {
    for (const { construct, finding } of facts.flatMap(({ warnings = [], unjudged = [] }) => [...warnings, ...unjudged])) {
      const text = `[${printable(construct.node.path)}] ${describe(finding)}`;
      if (this.warned.has(text)) continue;
      this.warned.add(text);
      process.emitWarning(text, 'cdk8s-oam');
    }
  }

  /** The facts of the constructs that are still in the tree: constructs can be removed again. */
  private facts(isChecked = true): TreeFacts {
    this.reading();
    const { tree, sources } = this.present();
    const objects = tree.filter(ApiObject.isApiObject);
    const parts = [
      // a GitOpsApp without the model compares its objects itself, and knows what the user excludes
      { objects: sources.length === 0 ? [] : objects.map(object => objectFact(object, this.objects.get(object))) },
      ...sources.map(s => s.facts()),
    ];
    if (!isChecked) return { parts, checked: [], objects };
    const all = together(parts);
    const checked = [...this.checks].filter(check => check !== this.deferred).map(check => this.withoutAccepted(check(objects, all, tree)));
    if (!this.deferred) checked.push({ warnings: this.unneeded() });
    this.awaitRendering(objects);
    return { parts, checked, objects };
  }

  /** The checks may have rendered objects, but none to write it. */
  private awaitRendering(objects: readonly ApiObject[]): void {
    const own = objects.filter(object => this.has(object));
    this.unrendered = own.length > 0 ? new Set(own) : undefined;
  }

  private withoutAccepted(checked: Facts): Facts {
    const accepted = this.accepted();
    if (accepted.length === 0) return checked;
    const isOpen = ({ construct, finding: { code } }: TreeFinding) => {
      const by = accepted.find(each => each.code === code && construct.node.scopes.includes(each.construct));
      if (by) this.needed.add(by);
      return !by;
    };
    const { findings = [], warnings = [], unjudged = [] } = checked;
    return { ...checked, findings: findings.filter(isOpen), warnings: warnings.filter(isOpen), unjudged: unjudged.filter(isOpen) };
  }

  private unneeded(): TreeFinding[] {
    return this.accepted().filter(each => !this.needed.has(each)).flatMap(({ construct, code }) =>
      found('no-effect', '', { reason: 'acceptance', accepted: code }).map(finding => ({ construct, finding })));
  }

  /** The tree, and the sources in it. If some were removed since the last check, everything is rendered again. */
  private present(): { readonly tree: IConstruct[]; readonly sources: FactSource[] } {
    const all = () => this.root.node.findAll();
    const tree = all();
    const present = new Set(tree);
    const sources = this.sources.filter(s => present.has(s.construct));
    const gone = this.sources.length - sources.length;
    if (gone === this.gone) return { tree, sources };
    this.gone = gone;
    this.changed();
    this.reading();
    return { tree: all(), sources };
  }

  private forget(): void {
    this.outcome = undefined;
    this.readings = undefined;
    this.unrendered = undefined;
  }
}

/** Whether a construct is still where it was created. */
export function isPresent(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}

/** Whether a construct is in the tree in which it was created. */
export function isInTree({ node: { scopes } }: IConstruct): boolean {
  return scopes.slice(1).every(isPresent);
}

function objectFact(object: ApiObject, origin?: IConstruct): ObjectFact {
  // facts about the main child of a construct are reported at the construct
  const construct = object.node.id === 'Resource' && object.node.scope ? object.node.scope : object;
  const { apiVersion, kind, name, metadata: { namespace } } = object;
  return { construct, apiVersion, kind, namespace, name, origin };
}

/** A fact about the construct `construct`. */
interface Fact {
  readonly construct: IConstruct;
}

/** An API object: a rendered one, or one that the platform creates from it. */
export interface ObjectFact extends Fact {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The construct from which the object is derived: two facts of the same origin are one object. */
  readonly origin?: IConstruct;
}

/** An object that a platform reconciles itself. */
export interface OwnedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The objects that the platform of some constructs owns. */
interface OwnedFact {
  readonly objects: readonly OwnedObject[];
  readonly covers: (construct: IConstruct) => boolean;
}

/**
 * The objects of the cluster of some constructs, as far as their platform describes them: what serves routes, and what
 * scrapes.
 */
interface ServingFact {
  readonly described: readonly TypedManifest[];
  /** @default - all of the tree, beside what describes the cluster of each */
  readonly covers?: (construct: IConstruct) => boolean;
}

/** An object of `construct` was compared with the objects that the platform owns when it was created. */
type SettledFact = Fact;

/** The binding of a component in an application. */
interface BindingFact extends Fact {
  readonly namespace?: string;
  readonly component: string;
  readonly componentNamespace?: string;
  /** Whether the component is declared in this tree, or lives elsewhere. */
  readonly present: boolean;
}

/** Stands for any host. */
export const ANY_HOST = '*';

/** A host and a path that a field claims. */
export interface RouteClaim {
  readonly field: Path;
  readonly host: string;
  readonly path: string;
  /** The way in which the path is compared, if the same path may exist in another way too. */
  readonly pathType?: string;
  /** The rendered regular expression, if it differs from the given one. */
  readonly written?: string;
  /** The same for two claims to the same route. */
  readonly key: string;
  /** The requests that may use the route: the same for two routes that the same requests may use, empty if all may. */
  readonly admits?: string;
  /** Whether pods read paths as the gateway does. */
  readonly trustsSpelling?: boolean;
  /** The pods of the gateway that serves it, if they are known. */
  readonly gateway?: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };
}

/** A route that a field of `construct` claims. */
export interface RouteFact extends Fact, RouteClaim {}

/** A setting that can have only one value, whatever sets it. */
export interface ClaimFact extends Fact {
  readonly key: string;
  readonly value: string;
  /** The field with the value. */
  readonly field: Path;
  /**
   * The findings about a second value: `first` is the field of the first one, and `maker` the construct that has it.
   */
  readonly clash: (given: { readonly first: Path; readonly maker: Maker }) => Finding[];
}

/** A metrics endpoint and the job that scrapes it. */
interface JobFact extends Fact {
  readonly job: string;
  readonly component: string;
  readonly namespace?: string;
  readonly port: number;
}

/** The contribution of a construct to the checks of the whole tree. */
export interface Facts {
  readonly objects?: ObjectFact[];
  readonly owned?: OwnedFact[];
  readonly settled?: SettledFact[];
  readonly bindings?: BindingFact[];
  readonly routes?: RouteFact[];
  readonly serving?: readonly ServingFact[];
  readonly jobs?: JobFact[];
  readonly claims?: ClaimFact[];
  /** Findings so far, which are reported with all others. */
  readonly findings?: TreeFinding[];
  /** Remarks for the user that are no errors. */
  readonly warnings?: TreeFinding[];
  /** What cannot be judged. */
  readonly unjudged?: TreeFinding[];
}

/** A finding and the construct at which it is reported. */
export interface TreeFinding extends Fact {
  readonly finding: Finding;
}

/** Findings about a field of a construct, as they are reported at it. */
export function findingsAt(construct: IConstruct, field: At, findings: Finding[]): TreeFinding[] {
  return within(field, findings).map(each => ({ construct, finding: each }));
}

/** Every check that needs more than one object. */
function checkTree(facts: readonly Facts[]): TreeFinding[] {
  const { objects, owned, settled, bindings, routes, jobs, claims, findings } = together(facts);
  return [
    ...duplicateObjects(objects),
    ...ownedObjects(objects, owned, settled),
    ...componentsBoundTwice(bindings),
    ...namespaceMismatches(bindings),
    ...missingComponents(bindings),
    ...duplicateRoutes(routes),
    ...duplicateJobs(jobs),
    ...clashingClaims(claims),
    ...findings,
  ];
}

const KINDS: readonly (keyof Facts)[] = [
  'objects', 'owned', 'settled', 'bindings', 'routes', 'serving', 'jobs', 'claims', 'findings', 'warnings', 'unjudged',
];

/** Merges facts by kind, in order. */
export function together(facts: readonly Facts[]): Required<Facts> {
  return Object.fromEntries(KINDS.map(kind => [kind, facts.flatMap(each => each[kind] as unknown[] ?? [])])) as unknown as Required<Facts>;
}

function duplicateObjects(objects: ObjectFact[]): TreeFinding[] {
  const told = new Map<IConstruct, Set<IConstruct>>();
  const firsts = new FirstObjects<ObjectFact>();
  return objects.flatMap(object => {
    const { construct, apiVersion, kind, name, namespace: given, origin } = object;
    const identity = identityOf({ apiVersion, kind, metadata: { namespace: given, name } });
    const first = firsts.earlier(identity, object);
    if (!first || origin && first.origin && !isNews(origin, first.origin, told)) return [];
    const namespace = identity.namespace === undefined ? undefined : given;
    return findingsAt(construct, '', found('duplicate-object', '', { reason: 'tree', kind, name, namespace, maker: makerOf(first) }));
  });
}

/** Whether a pair of origins occurs for the first time: a workload is reported once for all objects derived from it. */
function isNews(origin: IConstruct, first: IConstruct, told: Map<IConstruct, Set<IConstruct>>): boolean {
  const others = told.get(origin) ?? new Set([origin]);
  const news = !others.has(first);
  told.set(origin, others.add(first));
  return news;
}

function ownedObjects(objects: ObjectFact[], owned: OwnedFact[], settled: SettledFact[]): TreeFinding[] {
  const owners = owned.map(({ objects: own, covers }) => ({ keys: new Set(own.map(namesKey)), covers }));
  const names = new Set(owned.flatMap(({ objects: own }) => own.map(o => o.name)));
  const settledHere = new Set(settled.map(s => s.construct));
  const isOwned = (o: ObjectFact) => names.has(o.name) && owners.some(({ keys, covers }) => keys.has(namesKey(o)) && covers(o.construct));
  return objects.filter(o => isOwned(o) && !settledHere.has(o.construct)).flatMap(({ construct, kind, name, namespace }) =>
    findingsAt(construct, '', found('platform-owned-object', '', { reason: 'tree', kind, name, namespace })));
}

function componentsBoundTwice(bindings: BindingFact[]): TreeFinding[] {
  const key = ({ namespace, component: name }: BindingFact) =>
    identityKey(identityOf({ apiVersion: OAM_API_VERSION, kind: 'Component', metadata: { namespace, name } }));
  return repeated(bindings, key, ({ component }, first) => found('component-bound-twice', '', { component, maker: makerOf(first) }));
}

function namespaceMismatches(bindings: BindingFact[]): TreeFinding[] {
  const differing = bindings.filter(b => b.namespace !== b.componentNamespace);
  return differing.flatMap(({ construct, component, componentNamespace: own, namespace }) =>
    findingsAt(construct, '', found('namespace-mismatch', '', { reason: 'tree', component, own, namespace })));
}

function missingComponents(bindings: BindingFact[]): TreeFinding[] {
  return bindings.filter(b => !b.present).flatMap(({ construct, component }) =>
    findingsAt(construct, '', found('component-elsewhere', '', { reason: 'component-not-rendered', component })));
}

function duplicateRoutes(routes: RouteFact[]): TreeFinding[] {
  const key = (r: RouteFact) => r.key;
  const isAny = ({ host }: RouteFact) => host === ANY_HOST;
  const claimed = (reason: 'named' | 'any', { field, path: route, host }: RouteFact, first: RouteFact) =>
    found('duplicate-route', field, { reason, route, host, first: first.field, maker: makerOf(first) });
  const named = repeated(routes.filter(route => !isAny(route)), key, (route, first) => claimed('named', route, first));
  const placeOf = (construct: IConstruct, path: Path) => `${construct.node.path} ${showPath(path)}`;
  const told = new Set(named.map(({ construct, finding: { path } }) => placeOf(construct, path)));
  // the named routes of a single trait are not compared with its others
  const isTold = ({ construct, field }: RouteFact, first: RouteFact) =>
    construct === first.construct || told.has(placeOf(construct, field));
  return [...named, ...repeated(routes.filter(isAny), key, (route, first) => isTold(route, first) ? FINE : claimed('any', route, first))];
}

function duplicateJobs(jobs: JobFact[]): TreeFinding[] {
  return repeated(jobs, ({ job }) => job, (later, first) => boundTwice(later, first) ? FINE : found('duplicate-job', '', {
    reason: 'in-program',
    port: later.port,
    component: later.component,
    firstPort: first.port,
    first: first.component,
    maker: makerOf(first),
    job: later.job,
  }));
}

function clashingClaims(claims: ClaimFact[]): TreeFinding[] {
  const clash = (claim: ClaimFact, first: ClaimFact) => claim.clash({ first: first.field, maker: makerOf(first) });
  const clashes = repeated(claims, c => c.key, (claim, first) => claim.value === first.value ? FINE : clash(claim, first));
  // several claims of a field may clash with the same one
  const toldOnce = grouped(clashes, ({ construct, finding }) => [JSON.stringify([construct.node.path, finding])]);
  return [...toldOnce.values()].map(([one]) => one);
}

/** Whether two jobs are those of a component that is bound twice, which is a finding of its own. */
function boundTwice(a: JobFact, b: JobFact): boolean {
  return a.construct !== b.construct && a.component === b.component && a.namespace === b.namespace;
}

/** Findings about each fact that has the key of an earlier one. */
function repeated<T extends Fact>(facts: T[], key: (fact: T) => string, explain: (fact: T, first: T) => Finding[]): TreeFinding[] {
  const firsts = new Firsts<T>();
  return facts.flatMap(fact => {
    const first = firsts.earlier(key(fact), fact);
    return first ? findingsAt(fact.construct, '', explain(fact, first)) : [];
  });
}

function makerOf({ construct }: Fact): Maker {
  return { construct: construct.node.path };
}
