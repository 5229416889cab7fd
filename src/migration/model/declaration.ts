import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Applications, ComponentDeclarations } from './applications';
import { PLACEMENT, droppedFindings, workloadFindings } from './checks';
import {
  DeclarationContext, DeclarationOptions, Dependent, DocumentPlace, Replaced, Unscraped, LeftOut,
} from './context';
import { OamObject, oamObject } from '../../cluster/objects/oam-object';
import { CustomObject } from '../../model/application/custom-object';
import { bad, Check, Finding, FINE, found, saying, within } from '../../base/findings/finding';
import { all, filled, isObject, object, nearest } from '../../base/check';
import {
  FirstObjects, identityOf, isClustersVersion, isMultiCluster, isOamVersion, isOfOam, OAM_API_VERSION, ObjectType,
  OTHER_OAM_KINDS, TypedManifest, isForCluster, isLocalConfig,
} from '../../base/oam-kind';
import { annotations, apiVersion, labels, metadata } from '../../base/names';
import { OAM_TRAITS, oamTraitNamed } from '../../model/traits/all';
import { checkOf } from '../../model/traits/trait';
import { OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { kindFindings } from '../../model/workloads/kubernetes-fields';
import { LocatedFinding, ManifestDocument } from '../../files/reading';

/** The result of declaring manifests. */
export interface Declaration {
  /** All errors and warnings. */
  readonly findings: readonly LocatedFinding[];
  /** The entries that are not declared because their components are left out. */
  readonly dependents: readonly Dependent[];
  /** The entries whose components have no default monitor, because it would find nothing or count samples twice. */
  readonly unscraped: readonly Unscraped[];
  /** Components that are rendered without the monitors of their operator. */
  readonly replaced: readonly Replaced[];
  /** The objects of a document, as they are rendered for the platform. Call it only if there are no errors. */
  readonly objectsOf: (document: ManifestDocument) => unknown[];
}

/** Where documents are declared, and which parts are not. */
interface DeclarationScope {
  /** The scope in which they are declared. Default: an app of their own. */
  readonly scope?: Construct;
  /** The parts that are not declared; nothing is reported about them. */
  readonly left?: LeftOut;
}

/** Declares manifests in the model. Never throws because of their content. */
export function declare(
  documents: readonly ManifestDocument[], options: DeclarationOptions, { scope, left = new LeftOut() }: DeclarationScope = {},
): Declaration {
  const context = new DeclarationContext(options, left, scope);
  const known = documents.map(document => ({ document, object: oamObject(document) }));
  const read = known.filter(({ document }) => !left.has({ document }));
  const objects = once(context, read.flatMap(each => each.object ?? []));
  const [applications, components] = [objects.filter(isApplication), objects.filter(each => !isApplication(each))];
  const declared = new ComponentDeclarations(context);
  for (const component of components) declared.add(component);
  for (const { document, object: own } of known) if (left.has({ document }) && own?.kind === 'Component') declared.leaveOut(own);
  const bound = new Applications(context, declared);
  for (const application of applications) bound.add(application);
  const names = new Set<unknown>(known.flatMap(({ object: own }) => own && isApplication(own) ? [own.metadata?.name] : []));
  for (const { document, object: own } of read) if (!own) addOther(context, document, names);
  if (!context.platform._makesObjects) {
    bound.leaveOutTraits();
    bound.settleDefaults();
  }
  for (const each of objects.filter(({ isMulti }) => isMulti)) tellOuter(context, each);
  context.acceptAbout(documents);
  return {
    findings: context.findings(),
    dependents: context.dependents,
    unscraped: context.unscraped,
    replaced: context.replaced,
    objectsOf: document => {
      const made = context.madeOf(document)?.node.findAll().filter(ApiObject.isApiObject) ?? [];
      // an object that is not OAM's keeps even the order of its keys
      return oamObject(document) ? made.map(each => each.toJson()) : made.map(() => document.value);
    },
  };
}

function isApplication({ kind }: OamObject): boolean {
  return kind === 'ApplicationConfiguration';
}

/**
 * Without an OAM platform, applications and components render to no object of their own, so no later check sees that
 * two have the same name. Keeps the first of them, and reports the others.
 */
function once(context: DeclarationContext, objects: readonly OamObject[]): OamObject[] {
  if (context.platform._makesObjects) return [...objects];
  const firsts = new FirstObjects<ManifestDocument>();
  return objects.filter(({ kind, metadata: own, document, pathOf }) => {
    const identity = identityOf({ apiVersion: OAM_API_VERSION, kind, metadata: own }, { defaultNamespace: context.namespaceOf({}) });
    const first = firsts.earlier(identity, document);
    if (!first) return true;
    const namespace = typeof identity.namespace === 'string' ? identity.namespace : undefined;
    const named = { kind, name: String(identity.name), namespace, place: `${first.file}:${first.locate('').line}` };
    context.tell({ document, pathOf }, found('duplicate-object', '', { reason: 'manifests', ...named }));
    return false;
  });
}

const OUTER = object({ metadata: object({ labels, annotations }) });

/** Checks the fields outside of the template, which the clusters do not receive. */
function tellOuter(context: DeclarationContext, { document }: OamObject): void {
  const place: DocumentPlace = { document, pathOf: path => path };
  context.tell(place, OUTER({ metadata: document.value.metadata }, ''));
  if (context.platform._makesObjects) {
    return context.tell(place, [...context.platform._checkVersion(document.value as ObjectType), ...PLACEMENT(document.value, '')]);
  }
  for (const field of ['placement', 'secrets'].filter(each => document.value.spec?.[each] != null)) {
    context.tell(place, found('placement-left-out', ['spec', field]), true);
  }
}

const isOfPlatform = ({ apiVersion: version }: Record<string, unknown>) => isOamVersion(version) || isClustersVersion(version);

/**
 * Declares an object that is neither an application nor a component. It passes as it is, unless only an OAM platform
 * knows its kind and there is none.
 */
function addOther(context: DeclarationContext, document: ManifestDocument, applications: ReadonlySet<unknown>): void {
  const { value } = document;
  const place: DocumentPlace = { document, pathOf: path => path };
  const odd = apiVersion(value.apiVersion, 'apiVersion');
  context.tell(place, odd);
  if (odd.length > 0) return;
  if (isOfPlatform(value)) {
    if (!context.platform._makesObjects) return tellAlone(context, place, value, applications);
    context.tell(place, [...standaloneFindings(value, context), ...isMultiCluster(value) ? PLACEMENT(value, '') : FINE]);
    context.tell(place, droppedFindings(value, context.platform), true);
    tellUnknown(context, place, value);
  }
  context.tell(place, [...value.apiVersion === OAM_API_VERSION ? FINE : kindFindings(value), ...unnamed(value)]);
  const make = () => new CustomObject(context.own(), context.id(), { manifest: context.data(value) });
  const construct = context.attempt({ document, pathOf: path => path[0] === 'manifest' ? path.slice(1) : path }, make);
  if (!construct) return;
  context.places.set(construct, () => place);
  context.keep(document, construct);
}

/** Requires a name, except of reviews, which are queries, and of objects that only tools read. */
function unnamed(value: TypedManifest): Finding[] {
  const { metadata: own, kind } = value;
  if (!isForCluster(value) || kind.endsWith('Review') || isLocalConfig(value) || own != null && !isObject(own)) return FINE;
  return own?.name == null && own?.generateName == null ? found('missing-field', 'metadata.name', { reason: 'required' }) : FINE;
}

/**
 * Without an OAM platform, an object that the OAM runtime created from an application is left out with a warning if the
 * application is among the manifests. Any other object of OAM is an error, because it would be lost.
 */
function tellAlone(context: DeclarationContext, place: DocumentPlace, value: TypedManifest, applications: ReadonlySet<unknown>): void {
  const { kind, metadata: own } = value;
  const application = own?.labels?.['app.oam.dev/name'];
  const isMade = typeof application === 'string' && applications.has(application);
  context.tell(place, isMade
    ? found('standalone-oam-object', '', { reason: 'made', application })
    : found('standalone-oam-object', '', { reason: 'alone', kind }), isMade || undefined);
}

function standaloneFindings(value: TypedManifest, { platform }: DeclarationContext): Finding[] {
  const trait = oamTraitNamed(value, platform);
  const ofMetadata = METADATA(value, '');
  if (!trait) {
    return [...ofMetadata, ...workloadFindings(value, platform), ...isOtherVersion(value) ? FINE : platform._checkWorkload(value)];
  }
  const spec: unknown = value.spec ?? {};
  if (!isObject(spec)) return [...ofMetadata, ...bad('invalid-type', 'object', 'spec', spec)];
  return [...ofMetadata, ...within('spec', [...checkOf(trait)(spec, ''), ...WORKLOAD_REF(spec, '')])];
}

/** The runtime writes `workloadRef` in an application; for a standalone trait, the schema requires it. */
const WORKLOAD_REF: Check = all(
  object({ workloadRef: object({ apiVersion: filled, kind: filled, name: filled }, ['apiVersion', 'kind', 'name']) }),
  spec => spec.workloadRef != null ? FINE : found('missing-field', 'workloadRef', saying('is required of a trait outside of an application',
    'name the workload, or put the trait into an application')),
);

const METADATA = object({ metadata });

/** The kinds of OAM itself that manifests may have. */
const KINDS = [...OTHER_OAM_KINDS, ...[...OAM_WORKLOADS, ...OAM_TRAITS].filter(({ kind }) => isOfOam(kind)).map(({ name }) => name)].sort();

/** Whether it is a version of OAM itself that only other runtimes have. */
function isOtherVersion({ apiVersion: version }: Pick<ObjectType, 'apiVersion'>): boolean {
  return version.startsWith('core.oam.dev/') && version !== OAM_API_VERSION;
}

/** Warns of another version and of an unknown kind. A kind that looks like a known one is an error. */
function tellUnknown(context: DeclarationContext, place: DocumentPlace, { apiVersion: version, kind }: ObjectType): void {
  if (!isOtherVersion({ apiVersion: version }) && (version !== OAM_API_VERSION || KINDS.includes(kind))) return;
  const meant = version === OAM_API_VERSION ? nearest(kind, KINDS) : undefined;
  if (meant === undefined) context.tell(place, found('other-oam-version', '', { reason: 'not-known', kind, version }), true);
  else context.tell(place, found('other-oam-version', 'kind', { reason: 'misspelt', kind, version, word: meant }));
}
