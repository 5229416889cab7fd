import type { IConstruct } from 'constructs';
import type { ScrapeJob } from './job';
import { isPresent, Registry } from '../../../private/registry';

/** The jobs of one component. */
export interface DeclaredJobs<J = ScrapeJob> {
  readonly construct: IConstruct;
  readonly namespace: string;
  /** The number of jobs, as far as it is known while the program declares. */
  readonly count: number;
  readonly jobs: () => readonly J[];
}

/** The jobs of a namespace, or of all namespaces, and the parts into which they are divided. */
export class JobsGroup<T, J = ScrapeJob> {
  public readonly parts: T[] = [];
  private readonly declared = new Map<IConstruct, DeclaredJobs<J>>();
  private count = 0;

  /** @param most the maximum number of jobs in a part */
  public constructor(private readonly most: number) {}

  /** The number of parts that the declared jobs need. */
  public get wanted(): number {
    return this.count === 0 ? 0 : Math.max(1, Math.ceil(this.count / this.most));
  }

  /** Replaces what was declared for the component before. */
  public declare(given: DeclaredJobs<J>): void {
    this.count += given.count - (this.declared.get(given.construct)?.count ?? 0);
    this.declared.set(given.construct, given);
  }

  /** The jobs of a part. The last one has all that remain, since jobs of objects that the program creates elsewhere are counted late. */
  public jobsOf(part: number): readonly J[] {
    const isLast = part === this.parts.length - 1;
    return this.jobs.slice(part * this.most || 0, isLast ? undefined : (part + 1) * this.most);
  }

  private get jobs(): readonly J[] {
    const present = [...this.declared.values()].filter(({ construct }) => construct.node.scopes.slice(1).every(isPresent));
    return present.length === 0 ? [] : Registry.of(present[0].construct).once(this, () => present.flatMap(({ jobs }) => jobs()));
  }
}
