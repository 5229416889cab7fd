import { same } from './differences';
import { formOf } from './kubernetes-forms';
import { mainOf, Pods, podsOf, selects } from './kubernetes-pods';
import { PortableRecipe } from './kubernetes-recipe';

const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SERVICE = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What the API server asks of every object, beyond the schemas. */
export function acceptedByTheServer(objects: readonly any[]): void {
  same(repeated(objects.map(({ apiVersion, kind, metadata: { namespace, name } }) => `${apiVersion.split('/').slice(0, -1)} ${kind} ${namespace} ${name}`)), [], 'names');
  for (const { kind, metadata, spec } of objects) {
    const what = `${kind} ${metadata.name}`;
    same((kind === 'Service' ? SERVICE : SUBDOMAIN).test(metadata.name), true, `name of ${what}`);
    same(wrongLabels(metadata.labels), [], `labels of ${what}`);
    if (kind === 'Service') acceptedService(spec, what);
    if (kind === 'Ingress') acceptedIngress(spec, what);
    if (kind === 'Deployment' || kind === 'StatefulSet') acceptedPods(spec, what);
  }
}

function wrongLabels(labels: Record<string, string> = {}): [string, string][] {
  return Object.entries(labels).filter(([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value));
}

function acceptedService({ ports = [], clusterIP, type }: any, what: string): void {
  if (clusterIP !== 'None' && type !== 'ExternalName') same(ports.length > 0, true, `has ports: ${what}`);
  same(repeated(ports.map(({ port, protocol = 'TCP' }: any) => `${port}/${protocol}`)), [], `ports of ${what}`);
  same(repeated(ports.map(({ name }: any) => name)), [], `names of ports of ${what}`);
}

function acceptedIngress({ rules, tls = [] }: any, what: string): void {
  same(repeated(rules.map(({ host }: any) => host)), [], `hosts of ${what}`);
  for (const { secretName } of tls) same(SUBDOMAIN.test(secretName), true, `Secret of ${what}`);
  for (const { path } of rules.flatMap(({ http }: any) => http.paths)) same(/^\/(?!.*(\/\/|\/\.\.?(\/|$)|%2f))/i.test(path), true, `path ${path} of ${what}`);
}

function acceptedPods({ selector, template }: any, what: string): void {
  const { containers, initContainers = [], volumes = [] } = template.spec;
  same(Object.keys(selector.matchLabels ?? {}).length > 0, true, `selects something: ${what}`);
  same(selects(selector.matchLabels, template.metadata.labels), true, `selects its pods: ${what}`);
  same(wrongLabels(template.metadata.labels), [], `labels of pods of ${what}`);
  same(repeated([...containers, ...initContainers].map(({ name }: any) => name)), [], `containers of ${what}`);
  for (const { name, volumeMounts = [] } of containers) {
    same(repeated(volumeMounts.map(({ mountPath }: any) => mountPath)), [], `mounts of ${name} in ${what}`);
    for (const { name: volume, mountPath, subPath = '' } of volumeMounts) {
      same(volumes.filter((each: any) => each.name === volume).length, 1, `volumes ${volume} of ${what}`);
      same(mountPath.includes(':') || subPath.startsWith('/'), false, `place ${mountPath} in ${what}`);
    }
  }
}

/** The values that are there more than once. */
export function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Every object has the labels of the model, and the namespace of its application; so have the pods of every component. */
export function labelledByTheModel({ model }: PortableRecipe, objects: readonly any[]): void {
  const pods = podsOf(objects);
  const owners: Pods[] = [];
  for (const { chart, component, application } of placesIn(model)) {
    const { kind, name } = mainOf(component);
    const { revision } = component.binding!;
    const own = { 'app.oam.dev/name': application.name, 'app.oam.dev/component': component.name };
    const whole = { ...own, 'app.oam.dev/resourceType': 'WORKLOAD', ...revision !== undefined && { 'app.oam.dev/revision': `${component.name}-v${revision}` } };
    // these two copy all labels of the workload to the pods
    const isCopied = ['containerized', 'helidon'].includes(formOf(component.workload!));
    const main = objects.find(o => o.kind === kind && o.metadata.name === name && o.metadata.namespace === chart.namespace);
    same(main === undefined, false, `no ${kind} ${name}`);
    same(lacking(main.metadata.labels, whole), [], `labels of ${kind} ${name}`);
    for (const each of pods.filter(({ owner }) => owner === main)) {
      same(lacking(each.labels, isCopied ? whole : own), [], `labels of the pods of ${kind} ${name}`);
      owners.push(each);
    }
  }
  same(owners.length, pods.length, 'pods of components');
  const namespaces = model.charts.map(({ namespace }) => namespace);
  for (const { kind, metadata: { name, namespace, labels } } of objects) {
    same(namespaces.includes(namespace), true, `namespace of ${kind} ${name}`);
    const keys = ['app.oam.dev/name', 'app.oam.dev/component', 'app.oam.dev/resourceType', 'app.kubernetes.io/name', 'app.kubernetes.io/part-of', 'app.kubernetes.io/managed-by'];
    same(keys.filter(key => !(key in labels)), [], `labels of ${kind} ${name}`);
  }
}

function lacking(labels: Record<string, string> = {}, wanted: Record<string, string>): string[] {
  return Object.keys(wanted).filter(key => labels[key] !== wanted[key]);
}

/** The components of a model with what is around them. */
export function placesIn({ charts }: PortableRecipe['model']) {
  return charts.flatMap((chart, index) => chart.components.filter(c => c.workload && c.binding).map(component => (
    { chart, index, component, application: chart.applications[component.binding!.application % chart.applications.length] })));
}

/** A Service leads to pods that listen where it says. */
export function servicesLead(objects: readonly any[]): void {
  const pods = podsOf(objects);
  for (const { metadata: { name, namespace }, spec } of objects.filter(({ kind }) => kind === 'Service')) {
    if (!spec.selector) continue;
    const selected = pods.filter(each => each.namespace === namespace && selects(spec.selector, each.labels));
    same(selected.length, 1, `what Service ${name} selects`);
    for (const { port, targetPort = port, protocol = 'TCP' } of spec.ports ?? []) {
      const found = selected[0].ports.filter(each => (typeof targetPort === 'number' ? each.number : each.name) === targetPort && each.protocol === protocol);
      same(found.length > 0, true, `port ${targetPort} of Service ${name}`);
    }
  }
}
