import { App, Chart } from 'cdk8s';
import { isObject } from '../../../private/check';
import { InputDocument } from '../documents';
import { FilePlan } from '../grouping';
import { Names } from '../syntax/names';

/** The chart of a file, in which its constructs are made once to see what the model has against them. */
export class ChartModel {
  public readonly ids = new Names('-');
  public readonly chart: Chart;
  /** The namespace that all its components and applications have, if they have one. */
  public readonly namespace?: string;
  public readonly documents: ReadonlySet<InputDocument>;

  public constructor(app: App, public readonly plan: FilePlan) {
    this.documents = new Set(plan.documents);
    this.namespace = namespaceOf(plan.documents);
    this.chart = new Chart(app, plan.name, { namespace: this.namespace });
  }

  /** Takes a construct away that was not made, or is not to be. */
  public remove(id: string): void {
    this.chart.node.tryRemoveChild(id);
    this.ids.release(id);
  }
}

function namespaceOf(documents: readonly InputDocument[]): string | undefined {
  const typed = documents.filter(({ role }) => role !== 'other');
  const namespaces = new Set(typed.map(({ value: { metadata } }) => isObject(metadata) ? metadata.namespace : undefined));
  const [only] = namespaces;
  return namespaces.size === 1 && typeof only === 'string' && only !== '' ? only : undefined;
}
