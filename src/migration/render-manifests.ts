import { Construct } from 'constructs';
import { check, CheckedManifests } from './validate';
import { raise } from '../base/user-stack';
import { DeclarationOptions, Dependent, around, DEFAULT_METRICS, LeftOut, Part, Parts } from './model/context';
import {
  LocatedFinding, ManifestError, ReadManifests, RefusedManifestsError, locateFindings, ManifestDocument,
} from '../files/reading';
import { listed } from '../files/reading/located-finding';
import { CustomObject } from '../model/application/custom-object';
import { Finding, found, Path } from '../base/findings/finding';
import { Platform } from '../model/platform/platform';
import { plain } from '../base/plain';
import { declare } from './model/declaration';
import type { ErrorCode } from '../base/findings/catalogue/all';
import { asObject, isObject, listOf, PlainValue, grouped } from '../base/check';
import { boundName, OamObject, oamObject } from '../cluster/objects/oam-object';

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
  const files = [...manifests.sources.keys()];
  if (options.platform._makesObjects) {
    const valuesOf = (file: string) => manifests.yaml.filter(each => each.file === file).map(({ value }) => value);
    return { files: files.map(file => ({ file, objects: valuesOf(file) })), warnings: [], toDo: [] };
  }
  const { findings, declaration, toDo } = options.keepGoing ? keepGoing(manifests, options) : wholeManifests(manifests, options);
  return {
    files: files.map(file => ({ file, objects: manifests.documents.filter(each => each.file === file).flatMap(declaration.objectsOf) })),
    warnings: listed(findings),
    toDo,
  };
}

function wholeManifests(manifests: ReadManifests, options: DeclarationOptions): KeptManifests {
  const checked = check(manifests, options);
  const errors = [...manifests.findings, ...checked.findings.filter(({ isWarning }) => !isWarning)];
  if (errors.length > 0) raise(new RefusedManifestsError(errors));
  return { ...checked, toDo: [] };
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
  const { findings: checked } = passes ? { findings: [] } : check(manifests, { ...settings, isJudgedLater: true });
  const errors = [...manifests.findings, ...checked.filter(({ isWarning }) => !isWarning)];
  const unwritable = errors.length > 0 ? [] : documents.flatMap(document => {
    const findings: Finding[] = [];
    plain(document.value, '', findings);
    return locateFindings(document, findings);
  });
  if (errors.length + unwritable.length > 0) raise(new RefusedManifestsError([...errors, ...unwritable]));
  if (passes) documents.forEach(({ value }, i) => new CustomObject(scope, `manifest-${i}`, { manifest: value }));
  else declare(documents, settings, { scope });
}

/** The declared part of manifests with errors, and a to-do for each part that is left out. */
interface KeptManifests extends CheckedManifests {
  readonly toDo: readonly ToDo[];
}

/**
 * Findings about two parts. One of the parts may have a finding of its own, so these count only after all others are
 * settled.
 */
const OF_TWO: ReadonlySet<ErrorCode> = new Set([
  'component-bound-twice', 'duplicate-job', 'duplicate-object', 'duplicate-route', 'duplicate-trait', 'shadowed-route',
] as const);

/** Findings about the default monitor, which no trait declares. */
const OF_MONITORS: ReadonlySet<ErrorCode> = new Set(['not-selected', 'selector-mismatch'] as const);

/**
 * Declares the part of manifests that can be rendered: leaves out each part with an error, and repeats until none has
 * one.
 */
function keepGoing(manifests: ReadManifests, options: DeclarationOptions): KeptManifests {
  return new KeepGoing(manifests, options).run();
}

class KeepGoing {
  private readonly left = new LeftOut();
  private readonly reasons: Reason[] = [];
  private readonly parts: Parts;

  public constructor(private readonly manifests: ReadManifests, private readonly options: DeclarationOptions) {
    this.parts = new Parts(manifests.documents);
  }

  public run(): KeptManifests {
    const first = this.checked();
    let last = first;
    for (let reasons = this.against(last); reasons.length > 0; reasons = this.against(last)) {
      this.reasons.push(...reasons);
      for (const { part } of reasons) this.left.add(part);
      last = this.checked();
    }
    // leaving out an entry does not make its component unbound
    const unbound = new Set(first.findings.filter(isUnbound).map(placeOf));
    const findings = last.findings.filter(each => !isUnbound(each) || unbound.has(placeOf(each)));
    const { dependents } = last.declaration;
    const toDo = toDoOf(this.manifests, { reasons: this.reasons, dependents, namespaceOf: this.namespaceOf });
    return { ...last, findings, toDo };
  }

  private checked(): CheckedManifests {
    return check(this.manifests, this.options, this.left);
  }

  /** The reasons against parts that are still declared. */
  private against({ findings, declaration: { dependents } }: CheckedManifests): Reason[] {
    // the next round checks what `findings-omitted` stands for
    const errors = findings.filter(({ code, isWarning }) => !isWarning && code !== 'findings-omitted');
    const single = errors.filter(({ code }) => !OF_TWO.has(code));
    const told = single.length > 0 ? single : errors;
    return told.length > 0 ? told.map(each => ({ part: this.partOf(each), found: each })) : this.unguarded(dependents);
  }

  /**
   * The part that a finding is about, or the nearest enclosing one that is still declared. Raises the finding if there
   * is none.
   */
  private partOf(told: LocatedFinding): Part {
    let part = this.parts.of(told);
    if (part?.entry !== undefined && part.trait === undefined && OF_MONITORS.has(told.code)) part = { ...part, trait: DEFAULT_METRICS };
    while (part && this.left.has(part)) part = around(part);
    if (!part) raise(new RefusedManifestsError([told]));
    return part;
  }

  private unguarded(dependents: readonly Dependent[]): Reason[] {
    const without = new LeftOut();
    for (const { part } of dependents) without.add(part);
    return unguarded(this.manifests.documents, part => this.left.has(part) || without.has(part), this.namespaceOf);
  }

  private readonly namespaceOf = (metadata: unknown): string | undefined => {
    const namespace = isObject(metadata) ? metadata.namespace : undefined;
    return typeof namespace === 'string' ? namespace : this.options.defaultNamespace;
  };
}

function isUnbound({ code }: LocatedFinding): boolean {
  return code === 'component-not-bound';
}

function placeOf({ file, line, column }: LocatedFinding): string {
  return `${line}:${column} ${file}`;
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

/** The parts of manifests that are left out. */
interface Omissions {
  readonly reasons: readonly Reason[];
  readonly dependents: readonly Dependent[];
  readonly namespaceOf: (metadata: unknown) => string | undefined;
}

/** Lists what is left out, in the order of the manifests. Documents that are not Kubernetes objects come last. */
function toDoOf({ documents, findings }: ReadManifests, omissions: Omissions): ToDo[] {
  const reasons = grouped(omissions.reasons, ({ part: { document } }) => [document]);
  const dependents = grouped(omissions.dependents, ({ part: { document } }) => [document]);
  const bound = new Set(omissions.dependents.map(each => each.component));
  return [
    ...documents.flatMap(document => {
      const own = reasons.get(document) ?? [];
      const object = oamObject(document);
      const entries = dependents.get(document) ?? [];
      const lost = entries.map(({ part, component: bindee }) => [part.entry!, findingsOf(reasons.get(bindee))] as const);
      if (object?.kind === 'ApplicationConfiguration') return ofApplication(object, own, new Map(lost), omissions);
      // a bound component is reported with its entry
      if (own.length === 0 || bound.has(document)) return [];
      const { metadata } = document.value;
      const what = object ? { component: nameOf(metadata) } : { object: titleOf(document.value) };
      return [{ namespace: omissions.namespaceOf(metadata), ...what, with: [], reasons: findingsOf(own) }];
    }),
    ...findings.map(each => ({ with: [], reasons: [each] })),
  ];
}

/** `lost` maps the entries whose components are left out to the reasons. */
function ofApplication(
  { metadata, spec }: OamObject, own: readonly Reason[], lost: ReadonlyMap<number, readonly LocatedFinding[]>, { namespaceOf }: Omissions,
): ToDo[] {
  if (own.length + lost.size === 0) return [];
  const application = { application: nameOf(metadata), namespace: namespaceOf(metadata) };
  const entries = listOf(spec?.components);
  const isWhole = own.some(({ part }) => part.entry === undefined);
  if (isWhole) return [{ ...application, with: entries.flatMap(entry => boundName(entry) ?? []), reasons: findingsOf(own) }];
  const byEntry = grouped(own, ({ part }) => [part.entry!]);
  return [...new Set([...byEntry.keys(), ...lost.keys()])].sort((a, b) => a - b).flatMap(index => {
    const entry = entries[index];
    const place = { ...application, component: boundName(entry) };
    const byTrait = grouped(byEntry.get(index) ?? [], ({ part }) => [part.trait]);
    const ofEntry = lost.get(index) ?? findingsOf(byTrait.get(undefined));
    const traits = listOf(entry?.traits).map(each => titleOf(each?.trait));
    const nameOfTrait = (trait: Part['trait']) => trait === DEFAULT_METRICS ? 'MetricsTrait (the default one)' : traits[trait!];
    const leftTraits = [...byTrait].filter(([trait]) => trait !== undefined);
    return [
      ...ofEntry.length > 0 ? [{ ...place, with: traits.filter((_, i) => !byTrait.has(i)), reasons: ofEntry }] : [],
      ...leftTraits.map(([trait, all]) => ({ ...place, trait: nameOfTrait(trait), with: [], reasons: findingsOf(all) })),
    ];
  });
}

function findingsOf(reasons: readonly Reason[] = []): LocatedFinding[] {
  return reasons.map(each => each.found);
}

function nameOf(metadata: PlainValue | undefined): string | undefined {
  return typeof metadata?.name === 'string' ? metadata.name : undefined;
}

/** `IngressTrait shop`: the kind, and the name if there is one. */
function titleOf(object: PlainValue | undefined): string {
  return [object?.kind, nameOf(object?.metadata)].filter(each => typeof each === 'string').join(' ') || 'a trait without a kind';
}

/** A part that is left out, with one reason for it. */
interface Reason {
  readonly part: Part;
  readonly found: LocatedFinding;
}

/** Kinds that decide which requests are let in. */
const GUARD = /Policy|Auth|Middleware|Filter|Plugin/;
/** Kinds that let requests in. */
const OPENING = /Ingress|Route$|VirtualService/;

/** A trait of an application, the workload of a component, or any other object. */
interface Placed {
  readonly part: Part;
  readonly kind: string;
  readonly at: Path;
  /** What restricts requests: the object itself, or the policy of one of its paths. */
  readonly guard?: string;
}

/**
 * Finds the parts that might let requests in without a guard of their namespace that is left out: they must be left out
 * too.
 */
function unguarded(
  documents: readonly ManifestDocument[], isLeft: (part: Part) => boolean, namespaceOf: (metadata: unknown) => string | undefined,
): Reason[] {
  const all = documents.flatMap(placedIn).map(each => ({ ...each, namespace: namespaceOf(each.part.document.value.metadata) }));
  const guards = new Map(all.filter(({ guard, part }) => guard && isLeft(part)).map(({ namespace, guard }) => [namespace, guard!]));
  return all.filter(({ kind, part, namespace }) => OPENING.test(kind) && guards.has(namespace) && !isLeft(part)).flatMap(
    ({ part, at, namespace }) => locateFindings(part.document, found('guard-left-out', at, { guard: guards.get(namespace)! }))
      .map(located => ({ part, found: located })));
}

function placedIn(document: ManifestDocument): Placed[] {
  const object = oamObject(document);
  const placed = (value: unknown, part: Part, at: Path): Placed => {
    const { kind, spec } = asObject(value);
    const paths = listOf(asObject(spec).rules).flatMap(rule => listOf(rule?.paths));
    const hasPolicy = paths.some(each => each?.authorizationPolicy != null);
    return { part, at, kind: `${kind}`, guard: GUARD.test(`${kind}`) ? `${kind}` : hasPolicy ? 'an authorizationPolicy' : undefined };
  };
  if (object?.kind !== 'ApplicationConfiguration') return [placed(object ? object.spec?.workload : document.value, { document }, [])];
  return listOf(object.spec?.components).flatMap((entry, i) => listOf(entry?.traits).map((each, j) =>
    placed(each?.trait, { document, entry: i, trait: j }, object.pathOf(['spec', 'components', i, 'traits', j, 'trait']))));
}
