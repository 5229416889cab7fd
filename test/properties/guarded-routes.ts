import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { decide } from '../../src/cluster/authorization/guard';
import { guardOf } from '../../src/cluster/authorization/route-guard';
import type { SignedToken } from '../../src/cluster/authorization/guard';
import { ObjectIndex } from '../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../src/base/oam-kind';
import { tablesOf } from '../../src/cluster/routes/all-routes';
import { takesPath, Route, RouteTable } from '../../src/cluster/routes/route';
import { tablesFor } from '../../src/cluster/routes/reach';
import { Normalization, readByEnvoy } from '../support/envoy-paths';
import { readingsOf, SentRequest } from '../support/hostile-requests';
import {
  ApplicationConfiguration, AuthorizationPolicy, Component, ContainerizedWorkload, IngressPathType, IngressProvider, IngressTrait, KubernetesPlatform,
  MonitoringProvider, Platform,
} from 'cdk8s-oam';

export const ISSUER = 'https://id.example.com/realms/shop';
export const JWT_ISSUERS = [{ issuer: ISSUER, jwksUri: 'https://id.example.com/keys' }];

/** Who may use a path: everybody, any token of the issuer, one subject, or one of some roles. */
export type Guarded = 'everybody' | 'any' | 'jane' | 'clerk' | 'admin' | 'admin or jane';

export interface PathRecipe {
  readonly path: string;
  readonly pathType: 'Exact' | 'Prefix';
  readonly guard: Guarded;
}

export interface RuleRecipe {
  readonly hosts: readonly string[];
  readonly paths: readonly PathRecipe[];
  /** The number of the component to which they lead, if it is another one. */
  readonly to?: number;
}

/** The rules of each component's trait. */
export type Recipe = readonly (readonly RuleRecipe[])[];

/** What makes objects of a recipe, and how Envoy is configured before them. */
export interface TriedGateway {
  readonly name: string;
  readonly provider: IngressProvider;
  /** What the platform team has in the cluster. */
  readonly around: readonly TypedManifest[];
  readonly pods: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };
  readonly prefix: 'Prefix' | 'TextPrefix';
  readonly normalization: Normalization;
  /** The server name that clients ask for as they connect, where it need not be the host. */
  readonly serverName?: string;
}

export const HOSTS = ['shop.example.com', 'api.example.com'];

const PATHS = ['/', '/orders', '/orders/admin', '/orders/public', '/o', '/public', '/public/', '/cart'];

const pathRecipe = fc.record<PathRecipe>({
  path: fc.constantFrom(...PATHS),
  pathType: fc.constantFrom('Exact' as const, 'Prefix' as const),
  guard: fc.constantFrom<Guarded>('everybody', 'everybody', 'any', 'jane', 'clerk', 'admin', 'admin or jane'),
});

const rule: fc.Arbitrary<RuleRecipe> = fc.record({
  hosts: fc.subarray(HOSTS, { minLength: 1 }),
  paths: fc.uniqueArray(pathRecipe, { minLength: 1, maxLength: 4, selector: ({ path, pathType }) => `${pathType} ${path}` }),
  to: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 4 }),
});

/** The rules that lead to a component. */
function rulesTo(recipe: Recipe, component: number): RuleRecipe[] {
  return recipe.flatMap((rules, i) => rules.filter(({ to }) => (to === undefined || to >= recipe.length ? i : to) === component));
}

/** One guard for all paths of a component is what can be rendered most often. */
const trait = fc.tuple(fc.array(rule, { minLength: 1, maxLength: 2 }), pathRecipe, fc.boolean()).map(([rules, { guard }, isOne]) =>
  rules.map(each => ({ ...each, paths: each.paths.map(path => isOne ? { ...path, guard } : path) })));

export const recipes: fc.Arbitrary<Recipe> = fc.array(trait, { minLength: 1, maxLength: 3 });

const roles = (...values: string[]) => [{ key: 'request.auth.claims[realm_access][roles]', values }];
const POLICIES: Readonly<Record<Guarded, AuthorizationPolicy | undefined>> = {
  'everybody': undefined,
  'any': { rules: [{ requestPrincipals: [`${ISSUER}/*`] }] },
  'jane': { rules: [{ requestPrincipals: [`${ISSUER}/jane`] }] },
  'clerk': { rules: [{ requestPrincipals: [`${ISSUER}/*`], when: roles('clerk', 'admin') }] },
  'admin': { rules: [{ requestPrincipals: [`${ISSUER}/*`], when: roles('admin') }] },
  'admin or jane': {
    rules: [
      { requestPrincipals: [`${ISSUER}/*`], when: roles('admin') }, { requestPrincipals: [`${ISSUER}/jane`] },
    ],
  },
};

const token = (subject: string, ...own: string[]): SignedToken => ({ issuer: ISSUER, subject, claims: { realm_access: { roles: own } } });

/** A token, or none, and what it may use. */
interface TriedToken {
  readonly token?: SignedToken;
  readonly may: readonly Guarded[];
  /** Whether a gateway may refuse it also where nobody needs one. */
  readonly mayBeRefused?: true;
}

export const TOKENS: readonly TriedToken[] = [
  { may: ['everybody'] },
  { token: token('joe'), may: ['everybody', 'any'] },
  { token: token('jane'), may: ['everybody', 'any', 'jane', 'admin or jane'] },
  { token: token('jo', 'user', 'clerk'), may: ['everybody', 'any', 'clerk'] },
  { token: token('ann', 'admin'), may: ['everybody', 'any', 'clerk', 'admin', 'admin or jane'] },
  { token: { ...token('jane', 'admin'), issuer: 'https://evil.example.com' }, may: ['everybody'], mayBeRefused: true },
];

/** The objects of a recipe; `undefined` if it is refused. */
export function rendered(recipe: Recipe, { provider, around }: TriedGateway): TypedManifest[] | undefined {
  const app = new App();
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const metrics = MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} });
  Platform.install(chart, new KubernetesPlatform({ metrics, ingress: provider }));
  const application = new ApplicationConfiguration(chart, 'shop');
  recipe.forEach((rules, i) => {
    const workload = new ContainerizedWorkload({ containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] });
    const binding = application.addComponent(new Component(chart, `component${i}`, { workload }));
    new IngressTrait(binding, 'ingress', {
      rules: rules.map(({ hosts, paths, to }) => ({
        hosts: [...hosts],
        ...to !== undefined && to < recipe.length ? { destination: { host: `component${to}`, port: 8080 } } : {},
        paths: paths.map(({ path, pathType, guard }) => ({ path, pathType: pathType as IngressPathType, authorizationPolicy: POLICIES[guard] })),
      })),
    });
  });
  const findings = app.node.findAll().flatMap(construct => construct.node.validate());
  return findings.length > 0 ? undefined : [...around, ...chart.toJson() as TypedManifest[]];
}

/** What becomes of a request at the gateway. */
export interface Passed {
  /** The number of the component whose pods get it. */
  readonly component: number;
  readonly route: Route;
  /** The path as it is forwarded. */
  readonly path: string;
}

/** The gateway of a recipe. */
export class Tried {
  private readonly index: ObjectIndex;
  private readonly tables: readonly RouteTable[];

  public constructor(private readonly recipe: Recipe, objects: readonly TypedManifest[], private readonly gateway: TriedGateway) {
    this.index = new ObjectIndex(objects);
    this.tables = tablesOf(this.index);
  }

  /** The route that takes a request to pods; `undefined` if none does. */
  public taking({ host, path: sent }: SentRequest): Passed | undefined {
    const read = readByEnvoy(sent, this.gateway.normalization);
    const [name] = host.toLowerCase().split(':');
    // whatever is behind a colon is a port
    if (!('path' in read) || host.split(':').length > 2) return undefined;
    const [table] = tablesFor(this.tables, { host: name, path: read.path, isTls: true });
    const { route } = table?.find({ host: name, path: read.path }) ?? {};
    const service = route?.backend.service;
    return route && service !== undefined ? { route, path: read.path, component: Number(/\d+/.exec(service)![0]) } : undefined;
  }

  /** For each of the tokens, whether it is let in. */
  public letIn({ host }: SentRequest, { route, path }: Passed): (boolean | undefined)[] {
    const { pods: { namespace, labels }, serverName } = this.gateway;
    const end = { namespace, labels, namespaceLabels: {}, ports: [] };
    const guard = guardOf(route, this.index, { host, path, method: 'GET', ...serverName === undefined ? {} : { serverName } }, end);
    return TOKENS.map(each => decide(guard, each.token).isAllowed);
  }

  /** The guards that the paths of a component declare for what it may take a forwarded path for; that of the path itself, if it is declared. */
  public guardsOf({ component, path }: Passed, host: string): Guarded[] {
    const rules = rulesTo(this.recipe, component);
    const [declared, elsewhere] = [true, false].map(isHere =>
      rules.filter(({ hosts }) => hosts.includes(host) === isHere).flatMap(({ paths }) => paths));
    const own = declared.find(each => each.pathType === 'Exact' && each.path === path);
    if (own) return [own.guard];
    const mostSpecificOf = (some: readonly PathRecipe[], reading: string) => mostSpecific(some.filter(each => this.takes(each, reading)))?.guard;
    // an application has its paths for every host
    const guards = readingsOf(path).map(reading => mostSpecificOf(declared, reading) ?? mostSpecificOf(elsewhere, reading));
    return guards.filter(guard => guard !== undefined);
  }

  /** The guard that is declared for a path of a host, by whichever component. */
  public declared(host: string, path: string): Guarded | undefined {
    const declared = this.recipe.flat().filter(({ hosts }) => hosts.includes(host)).flatMap(({ paths }) => paths);
    return mostSpecific(declared.filter(each => this.takes(each, path)))?.guard;
  }

  private takes({ path, pathType }: PathRecipe, asked: string): boolean {
    return takesPath({ path, type: pathType === 'Exact' ? 'Exact' : this.gateway.prefix }, asked);
  }
}

function mostSpecific(paths: readonly PathRecipe[]): PathRecipe | undefined {
  const rank = ({ path, pathType }: PathRecipe) => (pathType === 'Exact' ? 1000 : 0) + path.length;
  return [...paths].sort((a, b) => rank(b) - rank(a))[0];
}
