import type { IConstruct } from 'constructs';
import { Firsts, grouped } from './grouped';
import { FINE, Finding, found, within } from '../findings/finding';
import { At, Path, showPath } from '../findings/path';
import { Maker } from '../findings/sentence';
import { FirstObjects, identityKey, identityOf, namesKey } from './kinds/identity';
import { OAM_API_VERSION, TypedManifest } from './oam-kind';

/** A fact about the construct `construct`. */
interface Fact {
  readonly construct: IConstruct;
}

/** An API object: a rendered one, or one that the platform creates from it. */
export interface ObjectFact extends Fact {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The construct from which the object is derived: two facts of the same origin are one object. */
  readonly origin?: IConstruct;
}

/** An object that a platform reconciles itself. */
export interface OwnedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The objects that the platform of some constructs owns. */
interface OwnedFact {
  readonly objects: readonly OwnedObject[];
  readonly covers: (construct: IConstruct) => boolean;
}

/** The objects of the cluster of some constructs, as far as their platform describes them: what serves routes, and what scrapes. */
interface ServingFact {
  readonly described: readonly TypedManifest[];
  /** @default - all of the tree, beside what describes the cluster of each */
  readonly covers?: (construct: IConstruct) => boolean;
}

/** An object of `construct` was compared with the objects that the platform owns when it was created. */
type SettledFact = Fact;

/** The binding of a component in an application. */
interface BindingFact extends Fact {
  readonly namespace?: string;
  readonly component: string;
  readonly componentNamespace?: string;
  /** Whether the component is declared in this tree, or lives elsewhere. */
  readonly present: boolean;
}

/** Stands for any host. */
export const ANY_HOST = '*';

/** A host and a path that a field claims. */
export interface RouteClaim {
  readonly field: Path;
  readonly host: string;
  readonly path: string;
  /** The way in which the path is compared, if the same path may exist in another way too. */
  readonly pathType?: string;
  /** The rendered regular expression, if it differs from the given one. */
  readonly written?: string;
  /** The same for two claims to the same route. */
  readonly key: string;
  /** The requests that may use the route: the same for two routes that the same requests may use, empty if all may. */
  readonly admits?: string;
  /** Whether pods read paths as the gateway does. */
  readonly trustsSpelling?: boolean;
  /** The pods of the gateway that serves it, if they are known. */
  readonly gateway?: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> };
}

/** A route that a field of `construct` claims. */
export interface RouteFact extends Fact, RouteClaim {}

/** A setting that can have only one value, whatever sets it. */
export interface ClaimFact extends Fact {
  readonly key: string;
  readonly value: string;
  /** The field with the value. */
  readonly field: Path;
  /** The findings about a second value: `first` is the field of the first one, and `maker` the construct that has it. */
  readonly clash: (given: { readonly first: Path; readonly maker: Maker }) => Finding[];
}

/** A metrics endpoint and the job that scrapes it. */
interface JobFact extends Fact {
  readonly job: string;
  readonly component: string;
  readonly namespace?: string;
  readonly port: number;
}

/** The contribution of a construct to the checks of the whole tree. */
export interface Facts {
  readonly objects?: ObjectFact[];
  readonly owned?: OwnedFact[];
  readonly settled?: SettledFact[];
  readonly bindings?: BindingFact[];
  readonly routes?: RouteFact[];
  readonly serving?: readonly ServingFact[];
  readonly jobs?: JobFact[];
  readonly claims?: ClaimFact[];
  /** Findings so far, which are reported with all others. */
  readonly findings?: TreeFinding[];
  /** Remarks for the user that are no errors. */
  readonly warnings?: TreeFinding[];
  /** What cannot be judged. */
  readonly unjudged?: TreeFinding[];
}

/** A finding and the construct at which it is reported. */
export interface TreeFinding extends Fact {
  readonly finding: Finding;
}

/** Findings about a field of a construct, as they are reported at it. */
export function findingsAt(construct: IConstruct, field: At, findings: Finding[]): TreeFinding[] {
  return within(field, findings).map(each => ({ construct, finding: each }));
}

/** Every check that needs more than one object. */
export function checkTree(facts: readonly Facts[]): TreeFinding[] {
  const { objects, owned, settled, bindings, routes, jobs, claims, findings } = together(facts);
  return [
    ...duplicateObjects(objects),
    ...ownedObjects(objects, owned, settled),
    ...componentsBoundTwice(bindings),
    ...namespaceMismatches(bindings),
    ...missingComponents(bindings),
    ...duplicateRoutes(routes),
    ...duplicateJobs(jobs),
    ...clashingClaims(claims),
    ...findings,
  ];
}

const KINDS: readonly (keyof Facts)[] = [
  'objects', 'owned', 'settled', 'bindings', 'routes', 'serving', 'jobs', 'claims', 'findings', 'warnings', 'unjudged',
];

/** Merges facts by kind, in order. */
export function together(facts: readonly Facts[]): Required<Facts> {
  return Object.fromEntries(KINDS.map(kind => [kind, facts.flatMap(each => each[kind] as unknown[] ?? [])])) as unknown as Required<Facts>;
}

function duplicateObjects(objects: ObjectFact[]): TreeFinding[] {
  const told = new Map<IConstruct, Set<IConstruct>>();
  const firsts = new FirstObjects<ObjectFact>();
  return objects.flatMap(object => {
    const { construct, apiVersion, kind, name, namespace: given, origin } = object;
    const identity = identityOf({ apiVersion, kind, metadata: { namespace: given, name } });
    const first = firsts.earlier(identity, object);
    if (!first || origin && first.origin && !isNews(origin, first.origin, told)) return [];
    const namespace = identity.namespace === undefined ? undefined : given;
    return findingsAt(construct, '', found('duplicate-object', '', { reason: 'tree', kind, name, namespace, maker: makerOf(first) }));
  });
}

/** Whether a pair of origins occurs for the first time: a workload is reported once for all objects derived from it. */
function isNews(origin: IConstruct, first: IConstruct, told: Map<IConstruct, Set<IConstruct>>): boolean {
  const others = told.get(origin) ?? new Set([origin]);
  const news = !others.has(first);
  told.set(origin, others.add(first));
  return news;
}

function ownedObjects(objects: ObjectFact[], owned: OwnedFact[], settled: SettledFact[]): TreeFinding[] {
  const owners = owned.map(({ objects: own, covers }) => ({ keys: new Set(own.map(namesKey)), covers }));
  const names = new Set(owned.flatMap(({ objects: own }) => own.map(o => o.name)));
  const settledHere = new Set(settled.map(s => s.construct));
  const isOwned = (o: ObjectFact) => names.has(o.name) && owners.some(({ keys, covers }) => keys.has(namesKey(o)) && covers(o.construct));
  return objects.filter(o => isOwned(o) && !settledHere.has(o.construct)).flatMap(({ construct, kind, name, namespace }) =>
    findingsAt(construct, '', found('platform-owned-object', '', { reason: 'tree', kind, name, namespace })));
}

function componentsBoundTwice(bindings: BindingFact[]): TreeFinding[] {
  const key = ({ namespace, component: name }: BindingFact) =>
    identityKey(identityOf({ apiVersion: OAM_API_VERSION, kind: 'Component', metadata: { namespace, name } }));
  return repeated(bindings, key, ({ component }, first) => found('component-bound-twice', '', { component, maker: makerOf(first) }));
}

function namespaceMismatches(bindings: BindingFact[]): TreeFinding[] {
  const differing = bindings.filter(b => b.namespace !== b.componentNamespace);
  return differing.flatMap(({ construct, component, componentNamespace: own, namespace }) =>
    findingsAt(construct, '', found('namespace-mismatch', '', { reason: 'tree', component, own, namespace })));
}

function missingComponents(bindings: BindingFact[]): TreeFinding[] {
  return bindings.filter(b => !b.present).flatMap(({ construct, component }) =>
    findingsAt(construct, '', found('component-elsewhere', '', { reason: 'component-not-rendered', component })));
}

function duplicateRoutes(routes: RouteFact[]): TreeFinding[] {
  const key = (r: RouteFact) => r.key;
  const isAny = ({ host }: RouteFact) => host === ANY_HOST;
  const claimed = (reason: 'named' | 'any', { field, path: route, host }: RouteFact, first: RouteFact) =>
    found('duplicate-route', field, { reason, route, host, first: first.field, maker: makerOf(first) });
  const named = repeated(routes.filter(route => !isAny(route)), key, (route, first) => claimed('named', route, first));
  const placeOf = (construct: IConstruct, path: Path) => `${construct.node.path} ${showPath(path)}`;
  const told = new Set(named.map(({ construct, finding: { path } }) => placeOf(construct, path)));
  // the named routes of a single trait are not compared with its others
  const isTold = ({ construct, field }: RouteFact, first: RouteFact) =>
    construct === first.construct || told.has(placeOf(construct, field));
  return [...named, ...repeated(routes.filter(isAny), key, (route, first) => isTold(route, first) ? FINE : claimed('any', route, first))];
}

function duplicateJobs(jobs: JobFact[]): TreeFinding[] {
  return repeated(jobs, ({ job }) => job, (later, first) => boundTwice(later, first) ? FINE : found('duplicate-job', '', {
    reason: 'in-program',
    port: later.port,
    component: later.component,
    firstPort: first.port,
    first: first.component,
    maker: makerOf(first),
    job: later.job,
  }));
}

function clashingClaims(claims: ClaimFact[]): TreeFinding[] {
  const clash = (claim: ClaimFact, first: ClaimFact) => claim.clash({ first: first.field, maker: makerOf(first) });
  const clashes = repeated(claims, c => c.key, (claim, first) => claim.value === first.value ? FINE : clash(claim, first));
  // several claims of a field may clash with the same one
  const toldOnce = grouped(clashes, ({ construct, finding }) => [JSON.stringify([construct.node.path, finding])]);
  return [...toldOnce.values()].map(([one]) => one);
}

/** Whether two jobs are those of a component that is bound twice, which is a finding of its own. */
function boundTwice(a: JobFact, b: JobFact): boolean {
  return a.construct !== b.construct && a.component === b.component && a.namespace === b.namespace;
}

/** Findings about each fact that has the key of an earlier one. */
function repeated<T extends Fact>(facts: T[], key: (fact: T) => string, explain: (fact: T, first: T) => Finding[]): TreeFinding[] {
  const firsts = new Firsts<T>();
  return facts.flatMap(fact => {
    const first = firsts.earlier(key(fact), fact);
    return first ? findingsAt(fact.construct, '', explain(fact, first)) : [];
  });
}

function makerOf({ construct }: Fact): Maker {
  return { construct: construct.node.path };
}
