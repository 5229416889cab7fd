import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { ApiObject, App, Chart, Yaml } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { chartsInOrder, synthesisOrder } from '../../../src/delivery/order/synthesis-order';

/** What is written, in order: the paths of the charts, and the names of their objects. */
export interface Order {
  readonly charts: readonly (readonly [path: string, objects: readonly string[]])[];
  readonly isNumbered: boolean;
}

/** An app that remembers in which order cdk8s has taken its charts. */
export class ObservedApp extends App {
  public taken?: Chart[];

  public constructor() {
    super({ outdir: tmpdir() });
  }

  public get charts(): Chart[] {
    const charts = super.charts;
    this.taken ??= charts;
    return charts;
  }
}

/** What cdk8s writes. It adds dependencies to the constructs. */
export function orderOfCdk8s(app: ObservedApp): Order {
  app.taken = undefined;
  const files: [string, any[]][] = [];
  const { save } = Yaml;
  Yaml.save = (path, docs) => void files.push([basename(path), docs]);
  try {
    app.synth();
  } finally {
    Yaml.save = save;
  }
  return {
    charts: app.taken!.map(({ node }, index) => [node.path, files[index][1].map(json => json.metadata.name)]),
    isNumbered: files.some(([name], index) => index === 0 && name.startsWith('0000-')),
  };
}

/** What GitOpsApp writes. */
export function orderOfOurs(root: IConstruct): Order {
  const { charts, isNumbered } = synthesisOrder(root);
  return { charts: charts.map(each => [each.chart.node.path, each.objects.map(({ name }) => name)]), isNumbered };
}

export const chartPaths = (charts: readonly Chart[]) => charts.map(({ node }) => node.path);

/** Both, which must be the same, also with the dependencies that cdk8s has added. */
export function sameOrder(app: ObservedApp): Order {
  const present = chartPaths(chartsInOrder(app));
  expect(present).toEqual(chartPaths(app.charts));
  const ours = orderOfOurs(app);
  expect(chartPaths(chartsInOrder(app))).toEqual(present);
  expect(ours).toEqual(orderOfCdk8s(app));
  expect(orderOfOurs(app)).toEqual(ours);
  return ours;
}

/** An object named by its id. */
export function object(scope: Construct, id: string): ApiObject {
  return new ApiObject(scope, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id } });
}

/** A plain construct with objects of these names. */
export function group(scope: Construct, id: string, ...names: string[]): Construct {
  return filled(new Construct(scope, id), names);
}

/** A chart with objects of these names. */
export function chart(scope: Construct, id: string, ...names: string[]): Chart {
  return filled(new Chart(scope, id), names);
}

export const child = (scope: Construct, id: string) => scope.node.findChild(id) as Construct;

function filled<T extends Construct>(scope: T, names: readonly string[]): T {
  for (const name of names) object(scope, name);
  return scope;
}
