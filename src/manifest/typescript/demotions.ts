/** How far a part is from what it would be at best. */
export enum Level {
  /** By its type. */
  TYPED = 0,
  /** A trait as a CustomTrait, an entry without its options. */
  CUSTOM = 1,
  /** Put in by a patch; a document as a CustomObject. */
  WHOLE = 2,
}

/** A document, an entry of its components, or a trait of such an entry. */
export interface Part {
  readonly document: number;
  readonly entry?: number;
  readonly trait?: number;
}

/** What has come out of trials so far: which parts cannot be written as well as they might, and why. */
export class Demotions {
  private readonly levels = new Map<string, { readonly level: Level; readonly why: string }>();

  private sum = 0;

  /** The sum of all levels: it grows with everything that is found. */
  public get count(): number {
    return this.sum;
  }

  public levelOf(part: Part): Level {
    return this.levels.get(key(part))?.level ?? Level.TYPED;
  }

  public whyOf(part: Part): string | undefined {
    return this.levels.get(key(part))?.why;
  }

  /** The first reason is the one that is told. */
  public demote(part: Part, level: Level, why: string): void {
    const known = this.levels.get(key(part));
    if (known && known.level >= level) return;
    this.sum += level - (known?.level ?? Level.TYPED);
    this.levels.set(key(part), { level, why });
  }
}

function key({ document, entry, trait }: Part): string {
  return [document, entry, trait].join('/');
}
