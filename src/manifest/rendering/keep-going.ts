import { unguarded } from './guards';
import { Reason, ToDo, toDoOf } from './to-do';
import type { ErrorCode } from '../../findings/catalogue/all';
import { isObject } from '../../private/check';
import { raise } from '../../private/user-stack';
import { CheckedManifests, check } from '../checking/validate';
import { DeclarationOptions, Dependent } from '../model/context';
import { around, DEFAULT_METRICS, LeftOut, Part, Parts } from '../model/left-out';
import { LocatedFinding, Manifests, RefusedManifestsError } from '../reading';

/** What is declared of manifests with errors, and what is not. */
export interface KeptManifests extends CheckedManifests {
  readonly toDo: readonly ToDo[];
}

/** Findings about two parts, of which one may be at fault by itself: they count once all others are settled. */
const OF_TWO: ReadonlySet<ErrorCode> = new Set([
  'component-bound-twice', 'duplicate-job-name', 'duplicate-object', 'duplicate-route', 'duplicate-trait',
] as const);

/** What is wrong with the monitor that no trait declares. */
const OF_MONITORS: ReadonlySet<ErrorCode> = new Set(['monitor-not-selected', 'selector-mismatch'] as const);

/** Declares what can be rendered of manifests: each part with an error is left out, until there is none any more. */
export function keepGoing(manifests: Manifests, options: DeclarationOptions): KeptManifests {
  return new KeepGoing(manifests, options).run();
}

class KeepGoing {
  private readonly left = new LeftOut();
  private readonly reasons: Reason[] = [];
  private readonly parts: Parts;

  public constructor(private readonly manifests: Manifests, private readonly options: DeclarationOptions) {
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
    // a component whose entry is left out is not one that nobody binds
    const unbound = new Set(first.findings.filter(isUnbound).map(placeOf));
    const findings = last.findings.filter(each => !isUnbound(each) || unbound.has(placeOf(each)));
    const { dependents } = last.declaration;
    const toDo = toDoOf(this.manifests, { reasons: this.reasons, dependents, namespaceOf: this.namespaceOf });
    return { ...last, findings, toDo };
  }

  private checked(): CheckedManifests {
    return check(this.manifests, this.options, this.left);
  }

  /** What speaks against parts that are declared still. */
  private against({ findings, declaration: { dependents } }: CheckedManifests): Reason[] {
    // what is not checked yet is checked in the next round
    const errors = findings.filter(({ code, isWarning }) => !isWarning && code !== 'findings-omitted');
    const single = errors.filter(({ code }) => !OF_TWO.has(code));
    const told = single.length > 0 ? single : errors;
    return told.length > 0 ? told.map(each => ({ part: this.partOf(each), found: each })) : this.unguarded(dependents);
  }

  /** The part that a finding is about, or the nearest one around it that is still there. */
  private partOf(found: LocatedFinding): Part {
    let part = this.parts.of(found);
    if (part?.entry !== undefined && part.trait === undefined && OF_MONITORS.has(found.code)) part = { ...part, trait: DEFAULT_METRICS };
    while (part && this.left.has(part)) part = around(part);
    if (!part) raise(new RefusedManifestsError([found]));
    return part;
  }

  private unguarded(dependents: readonly Dependent[]): Reason[] {
    const without = new LeftOut();
    for (const { part } of dependents) without.add(part);
    const isLeft = (part: Part) => this.left.has(part) || without.has(part);
    return unguarded(this.manifests.documents, { platform: this.options.platform, isLeft, namespaceOf: this.namespaceOf });
  }

  private readonly namespaceOf = (metadata: any): string | undefined => {
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
