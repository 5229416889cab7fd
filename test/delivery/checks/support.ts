import { ApiObject, App, Chart, ChartProps } from 'cdk8s';
import { Construct } from 'constructs';
import { describe } from '../../../src/base/findings/words';
import { ObjectChecks, clusterScopes } from '../../../src/delivery/object-checks';

/** A chart `c` of the namespace `ns`. */
export function newChart(props: ChartProps = {}, app = new App(), id = 'c'): Chart {
  return new Chart(app, id, { namespace: 'ns', ...props });
}

/** An object that renders to `json`, whatever that is: those of a library need not be such as cdk8s makes. */
export class Written extends ApiObject {
  public constructor(scope: Construct, id: string, private readonly json: any) {
    super(scope, id, { apiVersion: 'v1', kind: 'Written' });
  }

  public toJson(): any {
    return this.json;
  }
}

/** All the objects below a construct, as they are handed to the checks. */
export function renderedIn(scope: Construct) {
  return scope.node.findAll().filter(ApiObject.isApiObject).map(object => ({ object, chart: object.chart, json: object.toJson() }));
}

/** What is written, and what is found in it, by lines. */
export function checked(scope: Construct, userKinds: readonly string[] = []): { written: any[]; found: string[] } {
  const rendered = renderedIn(scope);
  const checks = new ObjectChecks(clusterScopes(userKinds, rendered));
  const written = rendered.map(({ object, chart, json }) => checks.checked(json, chart, object));
  return { written, found: checks.findings.map(({ construct, finding }) => `[${construct.node.path}] ${describe(finding)}`) };
}

/** What is found below a construct. */
export function report(scope: Construct, userKinds: readonly string[] = []): string[] {
  return checked(scope, userKinds).found;
}

/** What is found in one object of the chart `c` without labels and namespace, without its path in front. */
export function found(json: any): string[] {
  const chart = newChart({ namespace: undefined });
  new Written(chart, 'x', json);
  return report(chart).map(line => line.replace('[c/x] ', ''));
}

export const x = (length: number) => 'x'.repeat(length);
