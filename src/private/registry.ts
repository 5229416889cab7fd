import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { grouped } from './grouped';
import { outputFolder } from './output-folder';
import { Facts, checkTree, ObjectFact, together, TreeFinding } from './tree';
import { FINE, Finding, found } from '../findings/finding';
import { printable } from '../findings/shown';
import { describe } from '../findings/words';

/** A construct that contributes to the checks of the tree. */
interface FactSource {
  readonly construct: IConstruct;
  readonly facts: () => Facts;
  /** Whether the construct may be created before its platform is installed, which may need it. */
  readonly isBeforePlatform?: boolean;
}

/** A check of a tree that needs its objects as they are rendered. */
export type TreeCheck = (objects: readonly ApiObject[], facts: Facts) => Facts;

const REGISTRY = Symbol.for('cdk8s-oam.Registry');

/**
 * The library's constructs of one tree, registered as they are created, and the checks that need all of them.
 *
 * cdk8s calls every validation once for each chart. The tree is read and checked once for all charts of a synthesis: the findings are kept
 * until the model changes, every object has been rendered, there is a finding (cdk8s then stops), or the current turn of the event loop
 * ends, which a synthesis never leaves.
 */
export class Registry {
  public static of(construct: IConstruct): Registry {
    const root = construct.node.root as Construct & { [REGISTRY]?: Registry };
    if (!root[REGISTRY]) Object.defineProperty(root, REGISTRY, { value: new Registry(root) });
    return root[REGISTRY]!;
  }

  /** Whether the registry of a tree runs a check. */
  public static runs(construct: IConstruct, check: TreeCheck): boolean {
    return (construct.node.root as Construct & { [REGISTRY]?: Registry })[REGISTRY]?.checks.has(check) ?? false;
  }

  private readonly sources: FactSource[] = [];
  private readonly checks = new Set<TreeCheck>();
  private readonly reported = new Set<IConstruct>();
  private readonly warned = new Set<string>();
  private readonly seen = new Set<IConstruct>();
  private readonly origins = new WeakMap<IConstruct, IConstruct>();
  private objects = 0;
  private outcome?: Map<IConstruct, string[]>;
  /** The values read from the tree during the current check. */
  private readings?: Map<unknown, unknown>;

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

  /** Discards earlier findings: something was added to the model. */
  public changed(): void {
    this.outcome = undefined;
    this.readings = undefined;
    this.seen.clear();
  }

  /** Counts a further object to render, derived from `origin`. */
  public made(object: IConstruct, origin?: IConstruct): void {
    this.objects++;
    if (origin) this.origins.set(object, origin);
  }

  /** Counts an object that will no longer be rendered. */
  public unmade(): void {
    this.objects--;
    this.changed();
  }

  /** Records that an object is being rendered. */
  public rendered(object: IConstruct): void {
    this.seen.add(object);
  }

  /**
   * Reads something from the tree, only once while the tree is checked and rendered. At any other time it is read again, since objects that
   * are not ours change without notice.
   */
  public once<T>(key: unknown, read: () => T): T {
    if (!this.readings?.has(key)) {
      const value = read();
      this.readings?.set(key, value);
      return value;
    }
    return this.readings.get(key) as T;
  }

  /** The findings about the tree as it is now. */
  public findings(): TreeFinding[] {
    return this.told().findings;
  }

  /** The findings, and the warnings about what is not wrong. */
  public told(): { readonly findings: TreeFinding[]; readonly warnings: TreeFinding[] } {
    const facts = this.facts();
    return { findings: checkTree(facts), warnings: facts.flatMap(({ warnings = [] }) => warnings) };
  }

  /**
   * Checks the tree, and adds a validation to each construct with findings, so that cdk8s reports them at its path. The root is validated
   * before all others, so that these validations count in the same run.
   */
  private validate(): string[] {
    const allRendered = this.objects > 0 && this.seen.size === this.objects;
    if (this.outcome?.size || allRendered) this.changed();
    // a single chart may be rendered again within a turn, after something was added to objects that are not ours
    if (this.readings) this.readings = new Map();
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
    this.readings = new Map();
    queueMicrotask(() => this.changed());
    const facts = this.facts();
    this.warn(facts);
    const byConstruct = grouped(checkTree(facts), ({ construct }) => [construct]);
    this.outcome = new Map([...byConstruct].map(([construct, all]) => [construct, all.map(({ finding }) => describe(finding))]));
    return this.outcome;
  }

  /** Emits each warning once, as a process warning on standard error. */
  private warn(facts: readonly Facts[]): void {
    for (const { construct, finding } of facts.flatMap(({ warnings = [] }) => warnings)) {
      const text = `[${printable(construct.node.path)}] ${describe(finding)}`;
      if (this.warned.has(text)) continue;
      this.warned.add(text);
      process.emitWarning(text, 'cdk8s-oam');
    }
  }

  /** The facts of the constructs that are still in the tree: constructs can be removed again. */
  private facts(): Facts[] {
    const tree = this.root.node.findAll();
    const present = new Set(tree);
    const objects = tree.filter(ApiObject.isApiObject);
    const facts = [
      { objects: objects.map(object => objectFact(object, this.origins.get(object))) },
      ...this.sources.filter(s => present.has(s.construct)).map(s => s.facts()),
    ];
    const checked = [...this.checks].map(check => check(objects, together(facts)));
    // the checks may have rendered objects, but none to write it
    this.seen.clear();
    return [...facts, ...checked];
  }
}

/** Whether a construct is still where it was created. */
export function isPresent(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}

function objectFact(object: ApiObject, origin?: IConstruct): ObjectFact {
  // facts about the main child of a construct are reported at the construct
  const construct = object.node.id === 'Resource' && object.node.scope ? object.node.scope : object;
  const { apiVersion, kind, name, metadata: { namespace } } = object;
  return { construct, apiVersion, kind, namespace, name, origin };
}
