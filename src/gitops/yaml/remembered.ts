/** Longer texts are not remembered: they seldom come twice, and looking them up takes as long as looking at them. */
const LONGEST = 100;

/** What was worked out for texts, for so many at most: all are forgotten when there are more. */
export class Remembered<T> {
  private readonly all = new Map<string, T>();

  public constructor(private readonly most: number) {}

  public get size(): number {
    return this.all.size;
  }

  public get(text: string): T | undefined {
    return text.length > LONGEST ? undefined : this.all.get(text);
  }

  public keep(text: string, what: T): T {
    if (text.length > LONGEST) return what;
    if (this.all.size >= this.most) this.all.clear();
    this.all.set(text, what);
    return what;
  }
}
