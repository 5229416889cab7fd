import { ApiObject, Chart } from 'cdk8s';
import { Construct, DependencyGroup } from 'constructs';
import { ObservedApp } from './orders';

/** One construct of a random app. Numbers stand for constructs made before, whatever they are. */
export interface Part {
  readonly kind: 'chart' | 'group' | 'object';
  /** Whether it is in the construct made last. */
  readonly isDeep: boolean;
  readonly within: number;
  readonly id: string;
}

/** A dependency of a random app. */
export interface Link {
  readonly source: number;
  readonly targets: readonly number[];
  /** Whether the targets are depended on by a group of them. */
  readonly isGroup: boolean;
  /** Whether the source and the targets may be anything: outside of charts, too, and so that there is a cycle. */
  readonly isAnywhere: boolean;
}

/** A random app. */
export interface Program {
  readonly parts: readonly Part[];
  readonly links: readonly Link[];
  /** Which of two constructs depends on the other, if one does: another way of ranking them for each number from 1 to 30. */
  readonly ranking: number;
}

/** Makes the app. */
export function built({ parts, links, ranking }: Program): ObservedApp {
  const app = new ObservedApp();
  const here = constructs(app, parts);
  for (const { source, targets, isGroup, isAnywhere } of links) {
    const from = source % here.length;
    const chosen = targets.map(target => target % here.length)
      .filter(to => isAnywhere || isInChart(here[from]) && isInChart(here[to]) && rank(from, ranking) > rank(to, ranking))
      .map(to => here[to]);
    here[from].node.addDependency(...isGroup ? [new DependencyGroup(...chosen)] : chosen);
  }
  return app;
}

/** The ranks of 31 constructs, each in its own order for each ranking. */
const rank = (number: number, ranking: number) => number * ranking % 31;

function constructs(app: Construct, parts: readonly Part[]): Construct[] {
  const all = [app];
  parts.forEach(({ kind, isDeep, within, id }, index) => {
    const scope = isDeep ? all[index] : all[within % all.length];
    const free = scope.node.tryFindChild(id) ? `${id}-${index}` : id;
    all.push(made(kind, scope, free, `o${index}`));
  });
  return all;
}

/** An object outside of a chart is none. */
function made(kind: Part['kind'], scope: Construct, id: string, name: string): Construct {
  if (kind === 'chart') return new Chart(scope, id);
  return kind === 'object' && isInChart(scope) ? new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }) : new Construct(scope, id);
}

const isInChart = ({ node }: Construct) => node.scopes.some(each => Chart.isChart(each));
