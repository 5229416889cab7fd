import { ApiObject, Chart, Cron } from 'cdk8s';
import * as plus27 from 'cdk8s-plus-27';
import * as plus33 from 'cdk8s-plus-33';
import { IConstruct } from 'constructs';
import { bindOn, kubernetesChart } from './support';
import { ComponentBinding, KubernetesPlatformProps, KubernetesWorkload } from '../../../src';

/** What both versions of cdk8s-plus have alike. */
export type Plus = Pick<typeof plus27, 'CronJob' | 'DaemonSet' | 'Deployment' | 'Service' | 'StatefulSet'>;

/** A version before and one after the kinds of Kubernetes that the library knows. */
export const VERSIONS: readonly [name: string, plus: Plus][] = [['cdk8s-plus-27', plus27], ['cdk8s-plus-33', plus33 as unknown as Plus]];

/** A container with the ports http, 8080, and metrics, 9090. */
export const CONTAINER = { image: 'example/web:1', ports: [{ name: 'http', number: 8080 }, { name: 'metrics', number: 9090 }] };

/** How each kind of cdk8s-plus with pods is made. */
export const KINDS = {
  Deployment: (chart: Chart, plus: Plus) => new plus.Deployment(chart, 'web', { containers: [CONTAINER] }),
  StatefulSet: (chart: Chart, plus: Plus) =>
    new plus.StatefulSet(chart, 'web', { containers: [CONTAINER], service: new plus.Service(chart, 'pods', { ports: [{ port: 8080 }] }) }),
  DaemonSet: (chart: Chart, plus: Plus) => new plus.DaemonSet(chart, 'web', { containers: [CONTAINER] }),
  CronJob: (chart: Chart, plus: Plus) => new plus.CronJob(chart, 'web', { containers: [CONTAINER], schedule: Cron.daily() }),
} as const;

/** The component `greet` of the application `hello`, which stands for the object of a construct. */
export function standFor(construct: IConstruct, chart: Chart = Chart.of(construct)): ComponentBinding {
  const object = ApiObject.isApiObject(construct) ? construct : ApiObject.of(construct);
  return bindOn(chart, KubernetesWorkload.fromApiObject(object));
}

/** A chart of the namespace `ns` with a cdk8s-plus Deployment, and the component that stands for it. */
export function deployed(props: Partial<KubernetesPlatformProps> = {}) {
  const chart = kubernetesChart(props);
  const deployment = KINDS.Deployment(chart, plus27);
  return { chart, deployment, binding: standFor(deployment) };
}

/** A Deployment as an ApiObject, whose pods have these labels and which selects them so. */
export function deploymentOf(chart: Chart, labels: object | undefined, selector: object | undefined, metadata: object = {}): ApiObject {
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/web:1', ports: [{ name: 'metrics', containerPort: 9090 }] }] } };
  return new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', ...metadata }, spec: { selector, template } });
}
