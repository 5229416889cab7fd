import { Repeated } from './aliases';
import type { LocatedFinding, Position } from './located-finding';
import { Finding, MOST_FINDINGS } from '../../findings/finding';

export { MOST_FINDINGS };

const BYTE_ORDER_MARK = '\ufeff';

/** A text that is being read: where its lines are, and what was found in it. */
export class Source {
  /** The text without a byte order mark, and with the line breaks that every reader of YAML takes alike. */
  public readonly text: string;
  public readonly findings: LocatedFinding[] = [];
  public readonly repeated = new Repeated();
  private lineStarts?: number[];
  private count = 0;
  private firstOmitted?: Position;

  public constructor(public readonly file: string, text: string) {
    // neither moves a line or a column
    this.text = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replace(/\r\n/g, '\n');
  }

  /** How many findings were reported, listed or not. */
  public get reported(): number {
    return this.count;
  }

  /** The place of the first finding that is not listed, if there is one. */
  public get omitted(): Position | undefined {
    return this.firstOmitted;
  }

  /** The place of an offset; one beyond the end is at the end. */
  public position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const { starts } = this;
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = Math.floor((low + high) / 2);
      if (starts[middle] <= at) low = middle; else high = middle;
    }
    return { line: low + 1, column: at - starts[low] + 1 };
  }

  /** A line of the text, counted from 1; nothing beyond its end. */
  public line(line: number): string {
    const [start, next] = [this.starts[line - 1], this.starts[line]];
    return start === undefined ? '' : this.text.slice(start, next === undefined ? undefined : next - 1);
  }

  /** Reports what `found()` gives. */
  public report(offset: number, [finding]: readonly Finding[]): void {
    if (this.count++ < MOST_FINDINGS) this.findings.push({ ...finding, file: this.file, ...this.position(offset) });
    else this.firstOmitted ??= this.position(offset);
  }

  /** Where the lines begin; only who reports something asks for it. */
  private get starts(): readonly number[] {
    return this.lineStarts ??= startsOf(this.text);
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
