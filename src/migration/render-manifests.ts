import { Construct } from 'constructs';
import { DeclarationOptions, DEFAULT_METRICS, Dependent, LeftOut, Part, Parts } from './model/context';
import { declare } from './model/declaration';
import { CheckedManifests, checkManifests } from './validate';
import { asObject, grouped, isFilled, isObject, listOf, PlainValue, textOf } from '../base/check';
import type { ErrorCode } from '../base/findings/catalogue/all';
import { Finding, found, Path } from '../base/findings/finding';
import { plain } from '../base/plain';
import { raise } from '../base/user-stack';
import { boundName, OamObject, oamObject } from '../cluster/objects/oam-object';
import { LocatedFinding, locateFindings, ManifestError, ReadManifests, RefusedManifestsError } from '../files/reading';
import { describePlace, listedFindings } from '../files/reading/located-finding';
import { CustomObject } from '../model/application/custom-object';
import { Platform } from '../model/platform/platform';

/** The objects that the documents of one file are rendered to. */
export interface RenderedFile {
  /** The file that was read. */
  readonly file: string;
  /** The objects, in the order of the documents. */
  readonly objects: readonly unknown[];
}

/** The result of rendering manifests. */
export interface RenderedManifests {
  /** In the order of the files that were read. A file may have no objects. */
  readonly files: readonly RenderedFile[];
  /** Warnings about what may be intended. */
  readonly warnings: readonly LocatedFinding[];
  /** The parts that are not rendered, with `keepGoing`. */
  readonly toDo: readonly ToDo[];
}

/** Options for rendering manifests. */
export interface RenderOptions extends DeclarationOptions {
  /** Whether parts with errors are left out and listed as to-dos, instead of rejecting everything. */
  readonly keepGoing?: boolean;
}

/** A part that is not rendered. */
export interface ToDo {
  readonly application?: string;
  readonly namespace?: string;
  readonly component?: string;
  /** The trait, by its kind and name, if the rest of its component is rendered. */
  readonly trait?: string;
  /** An object that belongs to no application, by its kind and name. */
  readonly object?: string;
  /** The components or traits that are left out together with it. */
  readonly with: readonly string[];
  /** Why it is not rendered. */
  readonly reasons: readonly LocatedFinding[];
}

/**
 * Renders manifests for a platform. For an OAM platform each document stays as it is: nothing is added, changed or left
 * out. For a cluster without one, applications become the objects that their components and traits stand for, and
 * objects of other kinds stay as they are.
 *
 * @throws ManifestError with all findings, if something could not be read
 * @throws RefusedManifestsError with all findings, if there are errors, or parts that cannot be expressed without an
 * OAM platform; not with `keepGoing`
 */
export function renderManifests(manifests: ReadManifests, options: RenderOptions): RenderedManifests {
  if (manifests.unread.length > 0) raise(new ManifestError(manifests.unread));
  const { documents, sources, yaml } = manifests;
  const files = [...sources.keys()];
  if (options.platform._makesObjects) {
    const valuesOf = (file: string) => yaml.filter(each => each.file === file).map(({ value }) => value);
    return { files: files.map(file => ({ file, objects: valuesOf(file) })), warnings: [], toDo: [] };
  }
  const rendered = options.keepGoing
    ? new PartialRendering(manifests, options).run()
    : { ...checkManifests(manifests, options), toDo: [] };
  const { findings, declaration, toDo } = rendered;
  const errors = options.keepGoing ? [] : [...manifests.findings, ...findings.filter(({ isWarning }) => !isWarning)];
  if (errors.length > 0) raise(new RefusedManifestsError(errors));
  const objectsIn = (file: string) => documents.filter(each => each.file === file).flatMap(declaration.objectsOf);
  return { files: files.map(file => ({ file, objects: objectsIn(file) })), warnings: listedFindings(findings), toDo };
}

/** Options for including manifests in a program. */
export interface IncludeOptions {
  /** The namespace of applications and components that have none. */
  readonly defaultNamespace?: string;
}

/**
 * Includes manifests in a program: the objects that `renderManifests` returns for the platform of the scope are
 * rendered with the rest of its chart. On an OAM platform no default MetricsTrait is added.
 *
 * @throws ManifestError if something could not be read; RefusedManifestsError if there are errors, or values that cdk8s
 * cannot write
 */
export function includeManifests(scope: Construct, manifests: ReadManifests, options: IncludeOptions = {}): void {
  if (manifests.unread.length > 0) raise(new ManifestError(manifests.unread));
  const { documents } = manifests;
  const settings = { platform: Platform.of(scope), ...options };
  const passes = settings.platform._makesObjects;
  const checked = passes ? [] : checkManifests(manifests, { ...settings, isJudgedLater: true }).findings;
  const errors = [...manifests.findings, ...checked.filter(({ isWarning }) => !isWarning)];
  const unwritable = errors.length > 0 ? [] : documents.flatMap(document => {
    const findings: Finding[] = [];
    plain(document.value, '', findings);
    return locateFindings(document, findings);
  });
  if (errors.length + unwritable.length > 0) raise(new RefusedManifestsError([...errors, ...unwritable]));
  if (passes) documents.forEach(({ value }, i) => new CustomObject(scope, `manifest-${i}`, { manifest: value }));
  else declare(documents, settings, undefined, scope);
}

/** Findings about two parts, which count after all others: one of the parts may have a finding of its own. */
const OF_TWO: ReadonlySet<ErrorCode> = new Set([
  'component-bound-twice', 'duplicate-job', 'duplicate-object', 'duplicate-route', 'duplicate-trait', 'shadowed-route',
] as const);

/** Findings about the default monitor, which no trait declares. */
const OF_MONITORS: ReadonlySet<ErrorCode> = new Set(['not-selected', 'selector-mismatch'] as const);

/** Kinds that decide which requests are let in. */
const GUARD = /Policy|Auth|Middleware|Filter|Plugin/;
/** Kinds that let requests in. */
const OPENING = /Ingress|Route$|VirtualService/;

/** A part that is left out, with one reason for it. */
interface Reason { readonly part: Part; readonly found: LocatedFinding }

/** The part of manifests with errors that can be rendered, and a to-do for each part that is left out. */
class PartialRendering {
  private readonly left = new LeftOut();
  private readonly reasons: Reason[] = [];
  private readonly parts: Parts;

  public constructor(private readonly manifests: ReadManifests, private readonly options: DeclarationOptions) {
    this.parts = new Parts(manifests.documents);
  }

  /** Leaves out each part with an error, and repeats until none has one. */
  public run(): CheckedManifests & { readonly toDo: readonly ToDo[] } {
    const checked = () => checkManifests(this.manifests, this.options, this.left);
    const first = checked();
    let last = first;
    for (let reasons = this.against(last); reasons.length > 0; reasons = this.against(last)) {
      this.reasons.push(...reasons);
      for (const { part } of reasons) this.left.add(part);
      last = checked();
    }
    // leaving out an entry does not make its component unbound
    const isUnbound = ({ code }: LocatedFinding) => code === 'component-not-bound';
    const unbound = new Set(first.findings.filter(isUnbound).map(describePlace));
    const findings = last.findings.filter(each => !isUnbound(each) || unbound.has(describePlace(each)));
    return { ...last, findings, toDo: this.toDo(last.declaration.dependents) };
  }

  /** The reasons against parts that are still declared. */
  private against({ findings, declaration: { dependents } }: CheckedManifests): Reason[] {
    // the next round checks what `findings-omitted` stands for
    const errors = findings.filter(({ code, isWarning }) => !isWarning && code !== 'findings-omitted');
    const single = errors.filter(({ code }) => !OF_TWO.has(code));
    const told = single.length > 0 ? single : errors;
    return told.length > 0 ? told.map(each => ({ part: this.partOf(each), found: each })) : this.unguarded(dependents);
  }

  /** The part of a finding, or the nearest enclosing one that is still declared; raises the finding without one. */
  private partOf(told: LocatedFinding): Part {
    let part = this.parts.of(told);
    const isOfEntry = part?.entry !== undefined && part.trait === undefined;
    if (part && isOfEntry && OF_MONITORS.has(told.code)) part = { ...part, trait: DEFAULT_METRICS };
    while (part && this.left.has(part)) {
      const { document, entry, trait }: Part = part;
      part = trait !== undefined ? { document, entry } : entry !== undefined ? { document } : undefined;
    }
    if (!part) raise(new RefusedManifestsError([told]));
    return part;
  }

  /** The parts that might let requests in without a guard of their namespace that is left out. */
  private unguarded(dependents: readonly Dependent[]): Reason[] {
    const without = new LeftOut();
    for (const { part } of dependents) without.add(part);
    const isLeft = (part: Part) => this.left.has(part) || without.has(part);
    const placed = (value: unknown, part: Part, at: Path) => {
      const { kind: given, spec } = asObject(value);
      const kind = `${given}`;
      const paths = listOf(asObject(spec).rules).flatMap(rule => listOf(rule?.paths));
      const hasPolicy = paths.some(each => each?.authorizationPolicy != null);
      // what restricts requests: the object itself, or the policy of one of its paths
      const guard = GUARD.test(kind) ? kind : hasPolicy ? 'an authorizationPolicy' : undefined;
      return { part, at, kind, guard, namespace: this.namespaceOf(part.document.value.metadata) };
    };
    const all = this.manifests.documents.flatMap(document => {
      const object = oamObject(document);
      if (object?.kind !== 'ApplicationConfiguration') {
        return [placed(object ? object.spec?.workload : document.value, { document }, [])];
      }
      return listOf(object.spec?.components).flatMap((entry, i) => listOf(entry?.traits).map((each, j) => {
        const at = object.pathOf(['spec', 'components', i, 'traits', j, 'trait']);
        return placed(each?.trait, { document, entry: i, trait: j }, at);
      }));
    });
    const lost = all.filter(({ guard, part }) => guard && isLeft(part));
    const guards = new Map(lost.map(({ namespace, guard }) => [namespace, guard!]));
    const open = all.filter(({ kind, part }) => OPENING.test(kind) && !isLeft(part));
    return open.filter(({ namespace }) => guards.has(namespace)).flatMap(({ part, at, namespace }) => {
      const findings = found('guard-left-out', at, { guard: guards.get(namespace)! });
      return locateFindings(part.document, findings).map(each => ({ part, found: each }));
    });
  }

  private namespaceOf(metadata: unknown): string | undefined {
    const namespace = isObject(metadata) ? metadata.namespace : undefined;
    return typeof namespace === 'string' ? namespace : this.options.defaultNamespace;
  }

  /** Lists what is left out, in the order of the manifests. Documents that are not Kubernetes objects come last. */
  private toDo(dependents: readonly Dependent[]): ToDo[] {
    const { documents, findings } = this.manifests;
    const reasons = grouped(this.reasons, ({ part: { document } }) => [document]);
    const entries = grouped(dependents, ({ part: { document } }) => [document]);
    const bound = new Set(dependents.map(each => each.component));
    return [
      ...documents.flatMap(document => {
        const own = reasons.get(document) ?? [];
        const object = oamObject(document);
        if (object?.kind === 'ApplicationConfiguration') {
          const lost = (entries.get(document) ?? []).map(({ part, component }) =>
            [part.entry!, findingsIn(reasons.get(component))] as const);
          return this.toDoOfApplication(object, own, new Map(lost));
        }
        // a bound component is reported with its entry
        if (own.length === 0 || bound.has(document)) return [];
        const { metadata } = document.value;
        const what = object ? { component: textOf(metadata?.name) } : { object: kindAndName(document.value) };
        return [{ namespace: this.namespaceOf(metadata), ...what, with: [], reasons: findingsIn(own) }];
      }),
      ...findings.map(each => ({ with: [], reasons: [each] })),
    ];
  }

  /** `lost` maps the entries whose components are left out to the reasons. */
  private toDoOfApplication(
    { metadata, spec }: OamObject, own: readonly Reason[], lost: ReadonlyMap<number, readonly LocatedFinding[]>,
  ): ToDo[] {
    if (own.length + lost.size === 0) return [];
    const application = { application: textOf(metadata?.name), namespace: this.namespaceOf(metadata) };
    const entries = listOf(spec?.components);
    if (own.some(({ part }) => part.entry === undefined)) {
      const components = entries.flatMap(entry => boundName(entry) ?? []);
      return [{ ...application, with: components, reasons: findingsIn(own) }];
    }
    const byEntry = grouped(own, ({ part }) => [part.entry!]);
    return [...new Set([...byEntry.keys(), ...lost.keys()])].sort((a, b) => a - b).flatMap(index => {
      const entry = entries[index];
      const place = { ...application, component: boundName(entry) };
      const byTrait = grouped(byEntry.get(index) ?? [], ({ part }) => [part.trait]);
      const ofEntry = lost.get(index) ?? findingsIn(byTrait.get(undefined));
      const traits = listOf(entry?.traits).map(each => kindAndName(each?.trait));
      const ofTraits = [...byTrait].flatMap(([trait, all]) => trait === undefined ? [] : {
        ...place,
        trait: trait === DEFAULT_METRICS ? 'MetricsTrait (the default one)' : traits[trait],
        with: [],
        reasons: findingsIn(all),
      });
      if (ofEntry.length === 0) return ofTraits;
      return [{ ...place, with: traits.filter((_, i) => !byTrait.has(i)), reasons: ofEntry }, ...ofTraits];
    });
  }
}

const findingsIn = (reasons: readonly Reason[] = []) => reasons.map(each => each.found);

/** `IngressTrait shop`: the kind, and the name if there is one. */
const kindAndName = (object: PlainValue | undefined) =>
  [object?.kind, object?.metadata?.name].filter(isFilled).join(' ') || 'a trait without a kind';
