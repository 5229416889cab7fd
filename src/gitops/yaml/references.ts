import { UNCERTAIN } from './uncertain';

/** Most documents have fewer; a list of so many is looked through more quickly than a Set is made and asked. */
const FEW = 32;

/** The objects and lists of a document. One that is there twice gets an anchor, and an alias at its second place, which is left to cdk8s. */
export class References {
  private readonly few: object[] = [];
  private many?: Set<object>;

  /** Fails for what was noted before, so that no cycle is followed either. */
  public note(value: object): void {
    if (this.many?.has(value) ?? this.few.includes(value)) throw UNCERTAIN;
    if (this.many !== undefined) this.many.add(value);
    else if (this.few.push(value) === FEW) this.many = new Set(this.few);
  }
}
