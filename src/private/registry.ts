import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { grouped } from './grouped';
import { Facts, checkTree, ObjectFact, together, TreeFinding } from './tree';
import { printable } from '../findings/shown';
import { describe } from '../findings/words';

/** A construct that has something to say about the tree. */
export interface FactSource {
  readonly construct: IConstruct;
  readonly facts: () => Facts;
  /** Whether it may be made before its platform is installed, which may need it. */
  readonly isBeforePlatform?: boolean;
}

/** A check of a tree that needs its objects as they are rendered. */
export type TreeCheck = (objects: readonly ApiObject[], facts: Facts) => Facts;

const REGISTRY = Symbol.for('cdk8s-oam.Registry');

/**
 * The library's constructs of one tree, registered as they are made, and the checks that need all of them.
 *
 * cdk8s calls every validation once for each chart. The tree is read and checked once for all charts of a synthesis:
 * what was found is kept until the model changes, every object has been rendered, something was found (cdk8s ends
 * there), or the current turn of the event loop is over, which a synthesis never leaves.
 */
export class Registry {
  public static of(construct: IConstruct): Registry {
    const root = construct.node.root as Construct & { [REGISTRY]?: Registry };
    if (!root[REGISTRY]) Object.defineProperty(root, REGISTRY, { value: new Registry(root) });
    return root[REGISTRY]!;
  }

  /** Whether the library's constructs of a tree run a check. */
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
  /** What was read of the tree since it is being checked. */
  private readings?: Map<unknown, unknown>;

  private constructor(private readonly root: Construct) {
    root.node.addValidation({ validate: () => this.validate() });
  }

  /** The constructs so far whose platform may not change any more, in order. */
  public get settled(): readonly IConstruct[] {
    return this.sources.filter(s => !s.isBeforePlatform).map(s => s.construct);
  }

  public register(source: FactSource): void {
    this.sources.push(source);
    this.changed();
  }

  /** Adds a check, unless it is there already. */
  public addCheck(check: TreeCheck): void {
    this.checks.add(check);
  }

  /** Something was added to the model: what was found before does not hold any more. */
  public changed(): void {
    this.outcome = undefined;
    this.readings = undefined;
    this.seen.clear();
  }

  /** One object more is to be rendered, made of `origin`. */
  public made(object: IConstruct, origin?: IConstruct): void {
    this.objects++;
    if (origin) this.origins.set(object, origin);
  }

  /** One that was made is not to be rendered any more. */
  public unmade(): void {
    this.objects--;
    this.changed();
  }

  /** An object is being rendered. */
  public rendered(object: IConstruct): void {
    this.seen.add(object);
  }

  /**
   * What is read of the tree, once while it is checked and rendered. At any other time it is read anew, since the objects of others change
   * without a word.
   */
  public once<T>(key: unknown, read: () => T): T {
    if (!this.readings?.has(key)) {
      const value = read();
      this.readings?.set(key, value);
      return value;
    }
    return this.readings.get(key) as T;
  }

  /** What is wrong with the tree as it is now. */
  public findings(): TreeFinding[] {
    return this.told().findings;
  }

  /** The same, and what its user should know though nothing is wrong. */
  public told(): { readonly findings: TreeFinding[]; readonly warnings: TreeFinding[] } {
    const facts = this.facts();
    return { findings: checkTree(facts), warnings: facts.flatMap(({ warnings = [] }) => warnings) };
  }

  /**
   * Checks the tree, and gives each construct with findings a validation of its own, so that cdk8s reports them at its
   * path. The root is validated before all others, so that they are heard in the same run.
   */
  private validate(): string[] {
    const allRendered = this.objects > 0 && this.seen.size === this.objects;
    if (this.outcome?.size || allRendered) this.changed();
    // a chart by itself may be rendered again within a turn, with what was added to objects of others meanwhile
    if (this.readings) this.readings = new Map();
    for (const construct of this.check().keys()) {
      if (construct === this.root || this.reported.has(construct)) continue;
      this.reported.add(construct);
      construct.node.addValidation({ validate: () => this.check().get(construct) ?? [] });
    }
    return this.check().get(this.root) ?? [];
  }

  private check(): Map<IConstruct, string[]> {
    if (this.outcome) return this.outcome;
    this.readings = new Map();
    queueMicrotask(() => this.changed());
    const facts = this.facts();
    this.warn(facts);
    const found = grouped(checkTree(facts), ({ construct }) => [construct]);
    this.outcome = new Map([...found].map(([construct, all]) => [construct, all.map(({ finding }) => describe(finding))]));
    return this.outcome;
  }

  /** Tells each warning once, on standard error. */
  private warn(facts: readonly Facts[]): void {
    for (const { construct, finding } of facts.flatMap(({ warnings = [] }) => warnings)) {
      const text = `[${printable(construct.node.path)}] ${describe(finding)}`;
      if (this.warned.has(text)) continue;
      this.warned.add(text);
      process.emitWarning(text, 'cdk8s-oam');
    }
  }

  /** The facts of what is in the tree: constructs can be taken away again. */
  private facts(): Facts[] {
    const tree = this.root.node.findAll();
    const present = new Set(tree);
    const objects = tree.filter(ApiObject.isApiObject);
    const facts = [
      { objects: objects.map(object => objectFact(object, this.origins.get(object))) },
      ...this.sources.filter(s => present.has(s.construct)).map(s => s.facts()),
    ];
    const checked = [...this.checks].map(check => check(objects, together(facts)));
    // nothing is rendered yet to be written
    this.seen.clear();
    return [...facts, ...checked];
  }
}

/** Whether a construct is still where it was made. */
export function isPresent(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}

function objectFact(object: ApiObject, origin?: IConstruct): ObjectFact {
  // the main child of a construct speaks for it
  const construct = object.node.id === 'Resource' && object.node.scope ? object.node.scope : object;
  const { apiVersion, kind, name, metadata: { namespace } } = object;
  return { construct, apiVersion, kind, namespace, name, origin };
}
