const NO_EDGES: readonly number[] = [];

/**
 * The constructs and their precedence: an edge leads to a vertex that comes first. The first vertices are the constructs, by their places.
 * Further vertices stand for sets of constructs, so that the dependency of a set on a set needs one edge instead of one for each pair.
 */
export class Graph {
  private readonly edges: (readonly number[])[];
  private readonly owners: number[] = [];

  /** @param constructs the number of constructs */
  public constructor(public readonly constructs: number) {
    this.edges = new Array(constructs).fill(NO_EDGES);
  }

  public get size(): number {
    return this.edges.length;
  }

  public edgesOf(vertex: number): readonly number[] {
    return this.edges[vertex];
  }

  public setEdges(vertex: number, edges: readonly number[]): void {
    this.edges[vertex] = edges;
  }

  public isConstruct(vertex: number): boolean {
    return vertex < this.constructs;
  }

  /** Adds a vertex for constructs at and below `owner`; NONE if they have no common place. */
  public addVertex(owner: number): number {
    this.owners.push(owner);
    return this.edges.push(NO_EDGES) - 1;
  }

  /** The place that a vertex belongs to. */
  public ownerOf(vertex: number): number {
    return this.isConstruct(vertex) ? vertex : this.owners[vertex - this.constructs];
  }
}
