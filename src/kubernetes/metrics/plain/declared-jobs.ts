import type { IConstruct } from 'constructs';
import type { ScrapeJob } from './job';
import { isPresent, Registry } from '../../../private/registry';

/** What is scraped of one component. */
export interface DeclaredJobs<J = ScrapeJob> {
  readonly construct: IConstruct;
  readonly namespace: string;
  /** How many jobs there are, as far as it is known while the program declares. */
  readonly count: number;
  readonly jobs: () => readonly J[];
}

/** The jobs of a namespace, or of all namespaces, and the parts into which they are divided. */
export class JobsGroup<T, J = ScrapeJob> {
  public readonly parts: T[] = [];
  private readonly declared = new Map<IConstruct, DeclaredJobs<J>>();
  private count = 0;

  /** @param most how many jobs a part has */
  public constructor(private readonly most: number) {}

  /** How many parts there are by what has been declared. */
  public get wanted(): number {
    return this.count === 0 ? 0 : Math.max(1, Math.ceil(this.count / this.most));
  }

  /** Takes the place of what was said of the component before. */
  public declare(given: DeclaredJobs<J>): void {
    this.count += given.count - (this.declared.get(given.construct)?.count ?? 0);
    this.declared.set(given.construct, given);
  }

  /** The jobs of a part; the last one has all that remain, since what is made elsewhere is counted late. */
  public jobsOf(part: number): readonly J[] {
    const isLast = part === this.parts.length - 1;
    return this.jobs.slice(part * this.most || 0, isLast ? undefined : (part + 1) * this.most);
  }

  private get jobs(): readonly J[] {
    const present = [...this.declared.values()].filter(({ construct }) => construct.node.scopes.slice(1).every(isPresent));
    return present.length === 0 ? [] : Registry.of(present[0].construct).once(this, () => present.flatMap(({ jobs }) => jobs()));
  }
}
