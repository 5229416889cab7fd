import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { grouped, Firsts } from './check';
import { outputFolder } from './output-folder';
import type { ErrorCode } from './findings/catalogue/all';
import { FINE, Finding, found, printable, within, At, Path, showPath } from './findings/finding';
import {
  ObjectType, TypedManifest, OAM_API_VERSION, FirstObjects, identityKey, identityOf, namesKey,
} from './oam-kind';
import { describe } from './findings/words';
import { Maker } from './findings/sentence';
import { speakerOf } from './tree-report';
import { showAlone } from './user-stack';

/** A construct that contributes to the checks of the tree. */
interface FactSource {
  readonly construct: IConstruct;
  readonly facts: () => Facts;
  /** Whether the construct may be created before its platform is installed, which may need it. */
  readonly isBeforePlatform?: boolean;
}

/** A code whose findings are accepted at a construct and below it. */
interface Acceptance { readonly construct: IConstruct; readonly code: ErrorCode; readonly reason: string }

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
  /** The check that only a synthesis by cdk8s makes: commands and an app that checks what it renders make their own. */
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
  public addCheck(check: TreeCheck): void { this.checks.add(check); }

  /** Adds a check that is made only when cdk8s synthesizes the tree. */
  public checkLast(check: (objects: readonly ApiObject[]) => Facts): void { this.last = check; }

  /** Discards what was found and rendered: the model has changed. */
  public changed(): void {
    this.version++;
    this.forget();
  }

  /** Whether an object is one of the library. */
  public has(object: IConstruct): boolean { return this.objects.has(object); }

  /** Adds an object to render, derived from `origin`. */
  public add(object: IConstruct, origin?: IConstruct): void { this.objects.set(object, origin); }

  /** Records that an object is being rendered. */
  public rendered(object: IConstruct): void { this.unrendered?.delete(object); }

  /** The values that are read once, until the model changes or the current turn of the event loop ends. */
  public reading(): Map<unknown, unknown> {
    if (!this.readings) {
      this.readings = new Map();
      queueMicrotask(() => this.forget());
    }
    return this.readings;
  }

  /** Reads from the tree: once while the tree is checked and rendered, and each time while the program declares. */
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
    return { findings: checkTree(all), warnings: mergedFacts(all).warnings, checked: mergedFacts(checked) };
  }

  /** The findings without those of rendered objects. */
  public toldByParts(): TreeFinding[] { return checkTree(this.facts(false).parts); }

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
    return mergedFacts(this.facts(false).parts).serving.flatMap(each => each.described);
  }

  /** Makes the check that was deferred. */
  public makeDeferred(check: (facts: Facts) => Facts): Facts {
    const checked = this.withoutAccepted(check(mergedFacts(this.facts(false).parts)));
    return { ...checked, warnings: [...checked.warnings ?? [], ...this.unneeded()] };
  }

  /**
   * Checks the tree, and adds a validation to each construct with findings, so that cdk8s reports them at its path. The
   * root is validated before all others, so that these validations count in the same run.
   */
  private validate(): string[] {
    showAlone();
    if (this.outcome?.size || this.unrendered?.size === 0) this.forget();
    // a single chart may be rendered again within a turn, after something was added to objects that are not ours
    if (this.readings && this.isForeign) this.readings = new Map();
    for (const construct of this.check().keys()) {
      if (construct === this.root || this.reported.has(construct)) continue;
      this.reported.add(construct);
      construct.node.addValidation({ validate: () => this.check().get(construct) ?? [] });
    }
    const own = this.check().get(this.root) ?? [];
    // if a command only compares or shows what a cdk8s `App` renders, the app would write into its own `outdir`
    const { outdir } = this.root as Construct & { readonly outdir?: unknown };
    if (typeof outdir !== 'string' || outputFolder(outdir) === outdir) return own;
    return [...found('app-failed', 'outdir', { reason: 'own-outdir' }).map(describe), ...own];
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
    for (const { warnings = [], unjudged = [] } of [...parts, ...checked, last]) {
      for (const { construct, finding } of [...warnings, ...unjudged]) {
        const text = `[${printable(construct.node.path)}] ${describe(finding)}`;
        // each once, on standard error
        if (!this.warned.has(text)) process.emitWarning(text, 'cdk8s-oam');
        this.warned.add(text);
      }
    }
    const byConstruct = grouped([...told, ...last.findings ?? []], ({ construct }) => [construct]);
    const texts = (findings: TreeFinding[]) => findings.map(({ finding }) => describe(finding));
    return this.outcome = new Map([...byConstruct].map(([construct, findings]) => [construct, texts(findings)]));
  }

  /**
   * What the parts of the tree know, and what the checks of its rendered objects find. Constructs can be removed again:
   * if some were since the last check, everything is rendered again.
   */
  private facts(isChecked = true) {
    this.reading();
    let tree = this.root.node.findAll();
    const present = new Set(tree);
    const sources = this.sources.filter(s => present.has(s.construct));
    const gone = this.sources.length - sources.length;
    if (gone !== this.gone) {
      this.gone = gone;
      this.changed();
      this.reading();
      tree = this.root.node.findAll();
    }
    const objects = tree.filter(ApiObject.isApiObject);
    const objectFacts = objects.map((object): ObjectFact => {
      const { apiVersion, kind, name, metadata: { namespace } } = object;
      const construct = speakerOf({ construct: object });
      return { construct, apiVersion, kind, namespace, name, origin: this.objects.get(object) };
    });
    // a GitOpsApp without the model compares its objects itself, and knows what the user excludes
    const parts: Facts[] = [{ objects: sources.length === 0 ? [] : objectFacts }, ...sources.map(s => s.facts())];
    if (!isChecked) return { parts, checked: [], objects };
    const all = mergedFacts(parts);
    const checked = [...this.checks].filter(check => check !== this.deferred)
      .map(check => this.withoutAccepted(check(objects, all, tree)));
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
    const [findings, warnings, unjudged] = [checked.findings, checked.warnings, checked.unjudged]
      .map((each = []) => each.filter(isOpen));
    return { ...checked, findings, warnings, unjudged };
  }

  private unneeded(): TreeFinding[] {
    return this.accepted().filter(each => !this.needed.has(each)).flatMap(({ construct, code }) =>
      found('no-effect', '', { reason: 'acceptance', accepted: code }).map(finding => ({ construct, finding })));
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
export function isInTree({ node: { scopes } }: IConstruct): boolean { return scopes.slice(1).every(isPresent); }

/** A fact about a construct. */
interface Fact { readonly construct: IConstruct }

/** An API object: a rendered one, or one that the platform creates from it. */
export interface ObjectFact extends Fact, ObjectType {
  readonly namespace?: string;
  readonly name: string;
  /** The construct from which the object is derived: two facts of the same origin are one object. */
  readonly origin?: IConstruct;
}

/** An object that a platform reconciles itself. */
export interface OwnedObject { readonly kind: string; readonly namespace: string; readonly name: string }

/** The objects that the platform of some constructs owns. */
interface OwnedFact {
  readonly objects: readonly OwnedObject[];
  readonly covers: (construct: IConstruct) => boolean;
}

/** The objects of the cluster of some constructs, as far as their platform describes them: gateways and scrapers. */
interface ServingFact {
  readonly described: readonly TypedManifest[];
  /** @default - all of the tree, beside what describes the cluster of each */
  readonly covers?: (construct: IConstruct) => boolean;
}

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
  /** Whether the field does not say how the path is compared. */
  readonly isAssumed?: boolean;
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
  /** The findings about a second value: `first` is the field of the first one, and `maker` the construct with it. */
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
  /** Their objects were compared with the objects that the platform owns when they were created. */
  readonly settled?: Fact[];
  readonly bindings?: BindingFact[];
  readonly routes?: RouteFact[];
  readonly serving?: readonly ServingFact[];
  readonly jobs?: JobFact[];
  readonly claims?: ClaimFact[];
  /** Findings so far, which are reported with all others. */
  readonly findings?: TreeFinding[];
  readonly warnings?: TreeFinding[];
  /** What cannot be judged. */
  readonly unjudged?: TreeFinding[];
}

/** A finding and the construct at which it is reported. */
export interface TreeFinding extends Fact { readonly finding: Finding }

/** Findings about a field of a construct, as they are reported at it. */
export function findingsAt(construct: IConstruct, field: At, findings: Finding[]): TreeFinding[] {
  return within(field, findings).map(each => ({ construct, finding: each }));
}

const KINDS: readonly (keyof Facts)[] = [
  'objects', 'owned', 'settled', 'bindings', 'routes', 'serving', 'jobs', 'claims', 'findings', 'warnings', 'unjudged',
];

/** Merges facts by kind, in order. */
function mergedFacts(facts: readonly Facts[]): Required<Facts> {
  const ofKind = (kind: keyof Facts) => facts.flatMap(each => each[kind] as unknown[] ?? []);
  return Object.fromEntries(KINDS.map(kind => [kind, ofKind(kind)])) as unknown as Required<Facts>;
}

/** Every check that needs more than one object. */
function checkTree(facts: readonly Facts[]): TreeFinding[] {
  const { objects, owned, settled, bindings, routes, jobs, claims, findings } = mergedFacts(facts);
  const componentKey = ({ namespace, component: name }: BindingFact) =>
    identityKey(identityOf({ apiVersion: OAM_API_VERSION, kind: 'Component', metadata: { namespace, name } }));
  const clashes = repeated(claims, c => c.key, (claim, first) =>
    claim.value === first.value ? FINE : claim.clash({ first: first.field, maker: makerOf(first) }));
  // several claims of a field may clash with the same one
  const clashesOnce = grouped(clashes, ({ construct, finding }) => [JSON.stringify([construct.node.path, finding])]);
  return [
    ...duplicateObjects(objects),
    ...ownedObjects(objects, owned, settled),
    ...repeated(bindings, componentKey, ({ component }, first) =>
      found('component-bound-twice', '', { component, maker: makerOf(first) })),
    ...bindings.filter(b => b.namespace !== b.componentNamespace).flatMap(b => findingsAt(b.construct, '',
      found('namespace-mismatch', '',
        { reason: 'tree', component: b.component, own: b.componentNamespace, namespace: b.namespace }))),
    ...bindings.filter(b => !b.present).flatMap(({ construct, component }) =>
      findingsAt(construct, '', found('component-elsewhere', '', { reason: 'component-not-rendered', component }))),
    ...duplicateRoutes(routes),
    ...repeated(jobs, ({ job }) => job, (later, first) => {
      const { component, namespace, port, job } = later;
      const isSameComponent = component === first.component && namespace === first.namespace;
      // the jobs of a component that is bound twice are a finding of their own
      if (isSameComponent && later.construct !== first.construct) return FINE;
      const of = { firstPort: first.port, first: first.component, maker: makerOf(first) };
      return found('duplicate-job', '', { reason: 'in-program', port, component, ...of, job });
    }),
    ...[...clashesOnce.values()].map(([one]) => one),
    ...findings,
  ];
}

/** Objects that are declared twice; a workload is reported once for all objects that are derived from it. */
function duplicateObjects(objects: ObjectFact[]): TreeFinding[] {
  const reported = new Map<IConstruct, Set<IConstruct>>();
  const firsts = new FirstObjects<ObjectFact>();
  return objects.flatMap(object => {
    const { construct, apiVersion, kind, name, namespace: given, origin } = object;
    const identity = identityOf({ apiVersion, kind, metadata: { namespace: given, name } });
    const first = firsts.earlier(identity, object);
    if (!first) return [];
    if (origin && first.origin) {
      const others = reported.get(origin) ?? new Set([origin]);
      if (others.has(first.origin)) return [];
      reported.set(origin, others.add(first.origin));
    }
    const namespace = identity.namespace === undefined ? undefined : given;
    const maker = makerOf(first);
    return findingsAt(construct, '', found('duplicate-object', '', { reason: 'tree', kind, name, namespace, maker }));
  });
}

/** Objects that a platform owns, unless they were compared with those when they were created. */
function ownedObjects(objects: ObjectFact[], owned: OwnedFact[], settled: Fact[]): TreeFinding[] {
  const owners = owned.map(({ objects: own, covers }) => ({ keys: new Set(own.map(namesKey)), covers }));
  const names = new Set(owned.flatMap(({ objects: own }) => own.map(o => o.name)));
  const settledHere = new Set(settled.map(s => s.construct));
  const isOwned = (o: ObjectFact) => names.has(o.name) && !settledHere.has(o.construct)
    && owners.some(({ keys, covers }) => keys.has(namesKey(o)) && covers(o.construct));
  return objects.filter(isOwned).flatMap(({ construct, kind, name, namespace }) =>
    findingsAt(construct, '', found('platform-owned-object', '', { reason: 'tree', kind, name, namespace })));
}

/** Routes that are claimed twice: those of a named host, and those of any host whose field has no such finding. */
function duplicateRoutes(routes: RouteFact[]): TreeFinding[] {
  const isAny = ({ host }: RouteFact) => host === ANY_HOST;
  const claimed = (reason: 'named' | 'any', { field, path: route, host }: RouteFact, first: RouteFact) =>
    found('duplicate-route', field, { reason, route, host, first: first.field, maker: makerOf(first) });
  const named = repeated(routes.filter(route => !isAny(route)), r => r.key, (r, first) => claimed('named', r, first));
  const fieldKey = (construct: IConstruct, path: Path) => `${construct.node.path} ${showPath(path)}`;
  const reported = new Set(named.map(({ construct, finding: { path } }) => fieldKey(construct, path)));
  const any = repeated(routes.filter(isAny), r => r.key, (r, first) =>
    // the named routes of a single trait are not compared with its others
    r.construct === first.construct || reported.has(fieldKey(r.construct, r.field)) ? FINE : claimed('any', r, first));
  return [...named, ...any];
}

/** Findings about each fact that has the key of an earlier one. */
function repeated<T extends Fact>(
  facts: T[], key: (fact: T) => string, explain: (fact: T, first: T) => Finding[],
): TreeFinding[] {
  const firsts = new Firsts<T>();
  return facts.flatMap(fact => {
    const first = firsts.earlier(key(fact), fact);
    return first ? findingsAt(fact.construct, '', explain(fact, first)) : [];
  });
}

const makerOf = ({ construct }: Fact): Maker => ({ construct: construct.node.path });
