import { hasPods, Form } from './kubernetes-forms';
import { TargetRecipe } from './kubernetes-recipe';
import { TraitRecipe } from './recipe';

/** The controllers that make cookies by annotations of an Ingress. */
const STICKY = ['ingress-nginx', 'haproxy-ingress', 'f5-nginx'];

/** The ports of the Service that leads to a component. */
export interface Backend {
  /** Those for TCP, by number. */
  readonly tcp: readonly number[];
  /** How many there are in all. */
  readonly total: number;
}

/** What the traits of a component are made portable for. */
export interface Surroundings {
  readonly form: Form;
  /** Name of the component. */
  readonly component: string;
  readonly target: TargetRecipe;
  /** Whether a volume is for one pod alone. */
  readonly isAlone: boolean;
  /** The one Service that leads to the component, if there is one. */
  readonly backend?: Backend;
}

/** The nearest traits that can be said without an OAM platform. */
export function portableTraits(traits: readonly TraitRecipe[], around: Surroundings): TraitRecipe[] {
  const seen = new Set<string>();
  return traits
    .filter(({ type }) => !['logging', 'scaler'].includes(type) || hasPods(around.form) && !seen.has(type) && seen.add(type))
    .map(({ dataInputs, dataOutputs, ...trait }, index) => portableTrait(trait, index, around));
}

function portableTrait(trait: TraitRecipe, index: number, around: Surroundings): TraitRecipe {
  switch (trait.type) {
    case 'metrics': return { ...trait, spec: scrapedBy(trait.spec, around.target) };
    case 'ingress': return { ...trait, spec: portableIngress(trait.spec, index, around) };
    case 'logging': return { ...trait, spec: { loggingImage: 'example/fluentd', ...trait.spec } };
    case 'scaler': return { ...trait, spec: { replicaCount: around.isAlone ? trait.spec.replicaCount % 2 : trait.spec.replicaCount } };
    case 'custom': return { ...trait, metadata: { ...trait.metadata, name: trait.metadata?.name ?? `free-${numberOf(around)}-${index}` } };
    default: return trait;
  }
}

/** A scraper whose place the target takes, or none. */
function scrapedBy({ scraper, ...spec }: any, { replaces }: TargetRecipe): any {
  return scraper && replaces ? { ...spec, scraper: replaces[0] } : spec;
}

function portableIngress(spec: any, trait: number, around: Surroundings): any {
  const controller = around.target.ingress.controller ?? '';
  const cookies: any[] = spec.rules.map((rule: any) => rule.destination?.httpCookie).filter(Boolean);
  // controllers know one cookie for a Service: not one in each of two traits
  const cookie = STICKY.includes(controller) && cookies[0] && trait === 0 ? safeCookie(cookies[0]) : undefined;
  const rules = spec.rules.map((rule: any, i: number) => portableRule(rule, `${numberOf(around)}-${trait}-${i}`, cookie, around));
  return { ...spec, rules: controller === 'f5-nginx' ? rules.map((rule: any, i: number) => withHost(rule, `${numberOf(around)}-${trait}-${i}`)) : rules };
}

/** Its number is in each component's name. */
function numberOf({ component }: Surroundings): string {
  return /\d+$/.exec(component)![0];
}

/** This controller serves one Ingress for each host. */
function withHost(rule: any, place: string): any {
  return rule.hosts?.some((host: string) => /^[^*]/.test(host)) ? rule : { ...rule, hosts: [`h${place}.example.com`] };
}

function safeCookie({ name, path, ...rest }: any): any {
  return { ...rest, name: name.replace(/[^A-Za-z0-9_-]/g, '') || 'session', ...path !== undefined && { path: plainPath(path, 'cookie') } };
}

function portableRule(rule: any, place: string, cookie: any, { backend, target }: Surroundings): any {
  const { paths, destination, ...rest } = rule;
  const { httpCookie, host, port } = destination ?? {};
  const leads = backend && backend.tcp.length > 0 && host === undefined
    ? { ...(port !== undefined || backend.total > 1) && { port: backend.tcp[Number(place.slice(-1)) % backend.tcp.length] } }
    : { host: `backend-${place}`, port: port ?? 80 };
  // its annotation names the Service
  const isNamed = 'host' in leads || target.ingress.controller !== 'f5-nginx';
  const sticky = httpCookie && cookie && isNamed ? { httpCookie: cookie } : {};
  return {
    ...rest,
    ...paths && { paths: paths.map((each: any, i: number) => portablePath(each, `${place}-${i}`)) },
    ...(destination || Object.keys(leads).length > 0) && { destination: { ...leads, ...sticky } },
  };
}

function portablePath({ pathType, path }: any, place: string): any {
  return {
    ...path !== undefined && { path: pathType === 'Regex' ? `/r${place}` : plainPath(path, place) },
    ...pathType !== undefined && { pathType: pathType === 'Regex' ? 'Prefix' : pathType },
  };
}

/** What every controller reads in one way. */
function plainPath(path: string, place: string): string {
  return /^(\/[A-Za-z0-9_-]+)+$|^\/$/.test(path) ? path : `/p${place}-${path.replace(/[^A-Za-z0-9_-]/g, '')}`;
}
