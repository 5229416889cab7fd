import { idOf } from './build';
import { ChartRecipe, ComponentRecipe, PortableRecipe, TraitRecipe, WorkloadRecipe } from './recipe';

/** What is found at a construct. */
export interface Refusal {
  /** The way to the construct, below its application; that of the component where it is bound by none. */
  readonly at: 'binding' | 'component' | 'trait';
  readonly code: string;
  /** The field, where one is to blame. */
  readonly field?: string;
}

/** A component that a cluster without an OAM platform cannot have. */
export interface Bad {
  readonly what: string;
  readonly workload?: WorkloadRecipe;
  readonly trait?: Partial<TraitRecipe>;
  readonly entry?: any;
  readonly parameters?: any[];
  /** Digits, as many as are wanted. */
  readonly revision?: string;
  readonly metadata?: any;
  /** Left out: an application binds it. */
  readonly isUnbound?: true;
  readonly refused: readonly Refusal[];
}

const PORTS = [{ name: 'http', containerPort: 8080 }];

const of = (type: WorkloadRecipe['type'], fields: any): WorkloadRecipe => ({ type, fields });
const containers = (container: any = {}, ...more: any[]): WorkloadRecipe =>
  of('containerized', { metadata: {}, spec: { containers: [{ name: 'main', image: 'example/main', ports: PORTS, ...container }, ...more] } });
const small = containers();
const resources = (given: any, more: any = {}) => containers({ resources: { cpu: { required: '1' }, memory: { required: '1Gi' }, ...given }, ...more });
const configMap = of('configMap', { metadata: { name: 'settings' }, data: {} });
const coherence = (spec: any) => of('coherence', { spec: { template: { metadata: { name: 'members' }, spec: { ports: [{ name: 'metrics', port: 9612 }], ...spec } } } });

const trait = (type: TraitRecipe['type'], spec: any, more: Partial<TraitRecipe> = {}): Partial<TraitRecipe> => ({ type, by: 'class', spec, ...more });
const ingress = (rule: any) => trait('ingress', { rules: [{ hosts: ['here'] }, { hosts: ['there'], destination: { host: 'backend', port: 80 }, ...rule }] });
const toBackend = (more: any) => ({ destination: { host: 'backend', port: 80, ...more } });

/** Traits of which nothing is to be said beside what is wrong with their component. */
const GOOD: readonly Partial<TraitRecipe>[] = [
  trait('ingress', { rules: [{ hosts: ['good'], paths: [{ path: '/good', pathType: 'Exact' }] }] }), trait('scaler', { replicaCount: 1 }), trait('logging', { loggingImage: 'x' }),
];

const atBinding = (code: string, field?: string): Refusal[] => [{ at: 'binding', code, field }];
const atTrait = (code: string, field?: string): Refusal[] => [{ at: 'trait', code, field }];
const inMain = 'workload.spec.containers[0]';
const input = [{ valueFrom: { dataOutputName: 'x' }, toFieldPaths: ['spec'] }];

/** What must be refused, each at one place. */
export const BAD: readonly Bad[] = [
  { what: 'a regex path', workload: small, trait: ingress({ paths: [{ path: '/a' }, { path: '/.*', pathType: 'Regex' }] }), refused: atTrait('not-expressible', 'rules[1].paths[1].pathType') },
  { what: 'an authorization policy', workload: small, trait: ingress({ paths: [{ authorizationPolicy: { rules: [{ requestPrincipals: ['*'] }] } }] }), refused: atTrait('not-expressible', 'rules[1].paths[0].authorizationPolicy') },
  { what: 'a path that is not resolved', workload: small, trait: ingress({ paths: [{ path: '/a//b' }] }), refused: atTrait('invalid-path', 'rules[1].paths[0].path') },
  { what: 'a Service that is in another namespace', workload: small, trait: ingress(toBackend({ host: 'a.b' })), refused: atTrait('invalid-name', 'rules[1].destination.host') },
  { what: 'a Service whose ports nobody knows', workload: small, trait: ingress({ destination: { host: 'backend' } }), refused: atTrait('missing-field', 'rules[1].destination.port') },
  { what: 'an undeclared port', workload: small, trait: trait('metrics', { port: 9 }), refused: atTrait('metrics-port-not-declared') },
  { what: 'an undeclared port by default', workload: containers({ ports: [] }), refused: atBinding('metrics-port-not-declared') },
  { what: 'another scraper', workload: small, trait: trait('metrics', { scraper: 'elsewhere/nobody' }), refused: atTrait('invalid-value', 'scraper') },
  { what: 'scopes', workload: small, entry: { scopes: [{ scopeRef: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'x' } }] }, refused: atBinding('not-expressible', 'scopes') },
  { what: 'data inputs of a component', workload: small, entry: { dataInputs: input }, refused: atBinding('not-expressible', 'dataInputs') },
  { what: 'data inputs of a trait', workload: small, trait: trait('scaler', { replicaCount: 1 }, { dataInputs: input }), refused: atTrait('not-expressible', 'dataInputs') },
  { what: 'a component from elsewhere', refused: atBinding('component-elsewhere') },
  { what: 'an unbound component', workload: small, isUnbound: true, refused: [{ at: 'component', code: 'component-not-bound' }] },
  { what: 'a volume without a disk', workload: resources({ volumes: [{ name: 'v', mountPath: '/v' }] }), refused: atBinding('dangling-volume', `${inMain}.resources.volumes[0].disk`) },
  { what: 'a processor for graphics', workload: resources({ gpu: { required: '1' } }), refused: atBinding('not-expressible', `${inMain}.resources.gpu`) },
  { what: 'a variable without a value', workload: containers({ env: [{ name: 'A', value: '' }, { name: 'B' }] }), refused: atBinding('invalid-value', `${inMain}.env[1]`) },
  { what: 'a variable with a value and a secret', workload: containers({ env: [{ name: 'A', value: '', fromSecret: { name: 's', key: 'k' } }] }), refused: atBinding('invalid-value', `${inMain}.env[0]`) },
  { what: 'a resource that is asked for twice', workload: resources({ extended: [{ name: 'a.b/c', required: 1 }, { name: 'a.b/c', required: 2 }] }), refused: atBinding('duplicate-name', `${inMain}.resources.extended[1]`) },
  { what: 'a revision whose name is too long for a label', workload: small, revision: '9'.repeat(60), refused: atBinding('invalid-name', 'revisionName') },
  { what: 'a finalizer of what is no object', workload: small, metadata: { finalizers: ['example.com/keep'] }, refused: [{ at: 'component', code: 'not-expressible', field: 'metadata.finalizers' }] },
  { what: 'a label of what is no object', workload: small, trait: trait('scaler', { replicaCount: 1 }, { metadata: { labels: { a: 'b' } } }), refused: atTrait('not-expressible', 'metadata.labels') },
  { what: 'a port of two containers', workload: containers({}, { name: 'other', image: 'x', ports: PORTS }), refused: atBinding('duplicate-port', 'workload.spec.containers[1].ports[0]') },
  { what: 'an unknown kind of workload', workload: of('manifest', { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ServerlessWorkload', spec: {} }), refused: atBinding('unknown-oam-kind', 'workload') },
  { what: 'an unknown kind of trait', workload: small, trait: { type: 'custom', by: 'manifest', more: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'AutoScaler' }, spec: {} }, refused: atTrait('unknown-oam-kind') },
  { what: 'a custom trait without a name', workload: small, trait: { type: 'custom', by: 'manifest', more: { apiVersion: 'example.com/v1', kind: 'Gauge' }, spec: {} }, refused: atTrait('missing-field', 'metadata.name') },
  { what: 'a sidecar without an image', workload: coherence({}), trait: trait('logging', {}), refused: atTrait('missing-field', 'loggingImage') },
  { what: 'a sidecar of no pods', workload: configMap, trait: trait('logging', { loggingImage: 'x' }), refused: atTrait('not-expressible') },
  { what: 'a number of no pods', workload: configMap, trait: trait('scaler', { replicaCount: 2 }), refused: atTrait('not-scalable') },
  { what: 'a label of the model', workload: of('containerized', { ...small.fields, metadata: { labels: { 'app.oam.dev/name': 'other' } } }), refused: atBinding('reserved-label', 'workload.metadata.labels[\'app.oam.dev/name\']') },
  { what: 'a parameter that leads nowhere', workload: small, parameters: [{ name: 'p', fieldPaths: ['spec.containers.image'] }], entry: { parameterValues: [{ name: 'p', value: 'x' }] }, refused: atBinding('invalid-value', 'parameterValues[0]') },
  { what: 'a parameter of a wrong type', workload: small, parameters: [{ name: 'p', fieldPaths: ['spec.containers[0].ports[0].containerPort'] }], entry: { parameterValues: [{ name: 'p', value: 'x' }] }, refused: atBinding('invalid-port', `${inMain}.ports[0].containerPort`) },
  // each of the selectors takes it
  { what: 'a monitor of the operator\'s own', workload: coherence({ ports: [{ name: 'metrics', port: 9612, serviceMonitor: { enabled: true, labels: { 'release': 'prometheus', 'app.oam.dev/name': 'any' } } }] }), refused: atBinding('scraped-twice', 'workload.spec.template.spec.ports[0].serviceMonitor') },
  { what: 'certificates in place of a password', workload: coherence({ coherence: { metrics: { ssl: { enabled: true, secrets: 'certificates' } } } }), refused: atBinding('metrics-over-tls') },
  {
    what: 'a second place of one file',
    // a sidecar could not be added either: as an object of a manifest it gets none here
    workload: of('manifest', {
      ...resources({ volumes: [{ name: 'v', mountPath: '/a/b', disk: { required: '1Gi' } }] }, { config: [{ path: '/a/b', value: '' }] }).fields,
      apiVersion: 'core.oam.dev/v1alpha2',
      kind: 'ContainerizedWorkload',
    }),
    refused: atBinding('duplicate-name', inMain),
  },
];

/** A program with bad components among the good ones, and what must be found: `<path> <code> <field>`. */
export interface RefusedProgram extends PortableRecipe {
  readonly refused: readonly string[];
}

/** A bad component that is put into a chart. */
export interface Chosen {
  readonly bad: Bad;
  readonly chart: number;
  /** Whether it has good traits as well, which would find its Service if it had one. */
  readonly isTraited: boolean;
}

/** Puts bad components into the charts of a program. */
export function refusedProgram({ model, target }: PortableRecipe, chosen: readonly Chosen[], isWithoutNamespace: boolean): RefusedProgram {
  const charts = model.charts.map(chart => ({ ...chart, components: [...chart.components] }));
  const refused = chosen.flatMap(({ bad, chart, isTraited }, i) => {
    const at = chart % charts.length;
    const component = componentOf(bad, `bad-${i}`, isTraited);
    charts[at].components.push(component);
    return bad.refused.map(refusal => line(refusal, `chart-${at}`, component, charts[at]));
  });
  if (!isWithoutNamespace) return { model: { ...model, charts }, target, refused };
  const component = componentOf({ what: '', workload: small, refused: [] }, 'bad-nowhere', true);
  const nowhere: ChartRecipe = { namespaceIn: 'chart', components: [component], applications: [{ name: 'nowhere', nameIn: 'id', metadata: {} }] };
  return { model: { ...model, charts: [...charts, nowhere] }, target, refused: [...refused, line(atBinding('missing-field')[0], `chart-${charts.length}`, component, nowhere)] };
}

function componentOf(bad: Bad, name: string, isTraited: boolean): ComponentRecipe {
  const { workload, trait: added, entry = {}, parameters, revision, metadata = {}, isUnbound } = bad;
  const isServed = workload === undefined || workload.type === 'containerized' && workload.fields.spec.containers[0].ports.length > 0;
  const traits = [...added ? [added] : [], ...isTraited && isServed ? GOOD.filter(({ type }) => type !== added?.type) : []]
    .map(each => withOwnHosts({ metadata: undefined, ...each } as TraitRecipe, name));
  const named = workload?.type === 'configMap' || workload?.type === 'coherence' ? renamed(workload, name) : workload;
  return { name, nameIn: 'id', metadata, workload: named, parameters, ...!isUnbound && { binding: { application: 0, entry, traits, revision: revision as any } } };
}

function withOwnHosts(added: TraitRecipe, name: string): TraitRecipe {
  if (added.type !== 'ingress') return added;
  return { ...added, spec: { rules: added.spec.rules.map((rule: any) => ({ ...rule, hosts: rule.hosts.map((host: string) => `${host}.${name}`) })) } };
}

function renamed(workload: WorkloadRecipe, name: string): WorkloadRecipe {
  const { fields } = workload;
  return { ...workload, fields: workload.type === 'configMap' ? { ...fields, metadata: { name } } : { spec: { template: { ...fields.spec.template, metadata: { name } } } } };
}

function line({ at, code, field = '' }: Refusal, chart: string, component: ComponentRecipe, { applications }: ChartRecipe): string {
  const binding = `${chart}/${idOf(applications[0])}/${component.name}`;
  return `${at === 'component' ? `${chart}/${idOf(component)}` : at === 'binding' ? binding : `${binding}/trait-0`} ${code} ${field}`.trim();
}
