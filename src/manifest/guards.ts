import { LocatedFinding, ManifestDocument, locateFindings } from './reading';
import { FINE, Finding, found } from '../findings/finding';
import { Path } from '../findings/path';
import type { ApplicationModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { isObject, listOf, PlainFields, PlainValue } from '../private/check';
import { grouped } from '../private/grouped';
import { RouteClaim } from '../private/tree';
import { takesHost } from '../routes/hosts';
import { PathMatch, takesPath } from '../routes/paths';
import { Part } from './model/left-out';
import { OamObject, oamObject } from './model/oam-object';

/** A part that is left out, with one reason for it. */
export interface Reason {
  readonly part: Part;
  readonly found: LocatedFinding;
}

/** Kinds that decide which requests are let in. */
const GUARD = /Policy|Auth|Middleware|Filter|Plugin/;
/** Kinds that let requests in. */
const OPENING = /Ingress|Route$|VirtualService/;

/** The platform, and the lookups that the search for guards needs. */
interface GuardContext {
  readonly platform: Platform;
  readonly isLeft: (part: Part) => boolean;
  readonly namespaceOf: (metadata: unknown) => string | undefined;
}

/** A trait of an application, with its position and the hosts and paths that it claims. */
interface Placed {
  readonly trait: PlainFields;
  readonly part: Part;
  readonly field: Path;
  readonly namespace?: string;
  readonly routes: readonly RouteClaim[];
}

/** Finds the parts that would let requests in without the guard that is left out: they must be left out too. */
export function unguarded(documents: readonly ManifestDocument[], context: GuardContext): Reason[] {
  const { isLeft, namespaceOf } = context;
  const traits = documents.flatMap(document => traitsOf(document, context));
  const [lost, kept] = [traits.filter(({ part }) => isLeft(part)), traits.filter(({ part }) => !isLeft(part))];
  const besides = documents.filter(document => isGuard(declaredBy(document)) && isLeft({ document }));
  const beside = new Map(besides.map(document => [namespaceOf(document.value.metadata), declaredBy(document)]));
  const guards = lost.filter(({ trait }) => isGuard(trait));
  const guardOf = grouped(guards, ({ part: { document } }) => [document]);
  const guarded = lost.flatMap(({ trait, routes }) => routes.filter(({ field }) => hasPolicy(trait, field)));
  const byHost = grouped(guarded, ({ host }) => [host]);
  const inNamespace = new Map([...guards.map(({ namespace, trait }) => [namespace, trait] as const), ...beside]);
  const others = documents.filter(document => isOpening(declaredBy(document)) && !isLeft({ document })).flatMap(document => {
    const guard = inNamespace.get(namespaceOf(document.value.metadata));
    return locateFindings(document, guard ? openWithout(guard, []) : FINE).map(located => ({ part: { document }, found: located }));
  });
  const traitsFound = kept.filter(({ trait }) => isOpening(trait)).flatMap(each => {
    const guard = guardOf.get(each.part.document)?.[0].trait ?? beside.get(each.namespace);
    const near = ({ host }: RouteClaim) => host.startsWith('*.') ? guarded : byHost.get(host) ?? [];
    const reached = each.routes.flatMap(route => near(route).find(other => leadsTo(route, other)) ?? []);
    const [open] = reached;
    const findings = guard ? openWithout(guard, each.field)
      : open ? found('guard-left-out', each.field, { reason: 'policy', route: open.path, host: open.host }) : FINE;
    return locateFindings(each.part.document, findings).map(located => ({ part: each.part, found: located }));
  });
  return [...traitsFound, ...others];
}

/** The object that a document declares apart from the traits of applications: the workload of a component, or the document itself. */
function declaredBy(document: ManifestDocument): PlainValue | undefined {
  const object = oamObject(document);
  if (!object) return document.value;
  return object.kind === 'Component' ? object.spec?.workload : undefined;
}

function traitsOf(document: ManifestDocument, { platform, namespaceOf }: GuardContext): Placed[] {
  const object = oamObject(document);
  if (object?.kind !== 'ApplicationConfiguration') return [];
  const { spec, metadata, pathOf }: OamObject = object;
  const namespace = namespaceOf(metadata);
  const application = { name: metadata?.name, namespace } as object as ApplicationModel;
  const entries = listOf(spec?.components);
  return entries.flatMap((entry, i) => listOf(entry?.traits).flatMap((each, j) => isObject(each?.trait) ? [{
    trait: each.trait,
    part: { document, entry: i, trait: j },
    field: pathOf(['spec', 'components', i, 'traits', j, 'trait']),
    namespace,
    routes: each.trait.kind === 'IngressTrait' ? platform._routesOf(readable(each.trait.spec), application) : [],
  }] : []));
}

/** The hosts and paths of a spec that may be invalid; values of a wrong type are dropped. */
function readable(spec: PlainValue | undefined): PlainFields {
  const texts = (values: unknown) => listOf(values).filter(each => typeof each === 'string');
  const rules = listOf(spec?.rules).map(rule => ({
    hosts: texts(rule?.hosts),
    paths: listOf(rule?.paths).map(each => ({ path: texts([each?.path])[0], pathType: texts([each?.pathType])[0] })),
  }));
  return { rules } as object as PlainFields;
}

function isOpening(object: unknown): boolean {
  return isObject(object) && OPENING.test(`${object.kind}`);
}

function openWithout({ kind }: PlainValue, at: Path): Finding[] {
  return found('guard-left-out', at, { reason: 'guard', guard: `${kind}` });
}

function isGuard(object: unknown): boolean {
  return isObject(object) && GUARD.test(`${object.kind}`);
}

function hasPolicy(trait: PlainValue, [, rule, , path]: Path): boolean {
  return path !== undefined && trait.spec?.rules?.[rule]?.paths?.[path]?.authorizationPolicy != null;
}

/** How a path with a declared type is compared. A prefix without a type is compared by path elements. */
const MATCHES: Readonly<Record<string, PathMatch>> = { Exact: 'Exact', Prefix: 'TextPrefix' };

/** Whether requests for a host and path could take a route if it were the only one. */
function leadsTo(route: RouteClaim, { host, path, pathType }: RouteClaim): boolean {
  const type = MATCHES[route.pathType ?? ''] ?? 'Prefix';
  const isUnclear = route.pathType === 'Regex' || pathType === 'Regex';
  return takesHost(route.host, host, 'some') && (isUnclear || takesPath(route.path, type, path));
}
