import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { constructsOf } from './order/tree';
import { rendersItself } from './rendering';
import { found } from '../findings/finding';
import type { TreeFinding } from '../private/tree';

const [LATE] = found('made-while-rendering', '');

/** Finds the objects that come into a tree from now on. */
export class LateObjects {
  private readonly before: readonly IConstruct[];

  /** @param callsCharts whether charts that render themselves are asked: what they make they write */
  public constructor(private readonly root: IConstruct, private readonly callsCharts: boolean) {
    this.before = constructsOf(root);
  }

  public get findings(): TreeFinding[] {
    const after = constructsOf(this.root);
    if (after.length === this.before.length && after.every((construct, i) => construct === this.before[i])) return [];
    const before = new Set(this.before);
    const late = after.filter(construct => !before.has(construct)).filter(ApiObject.isApiObject);
    return late.filter(({ chart }) => !(this.callsCharts && rendersItself(chart))).map(construct => ({ construct, finding: LATE }));
  }
}
