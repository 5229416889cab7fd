import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Applications } from './applications';
import { ComponentDeclarations, droppedFindings, workloadFindings } from './components';
import { DeclarationContext, DeclarationOptions, DocumentPlace, LeftOut } from './context';
import { all, filled, isObject, list, nearest, object } from '../../base/check';
import { bad, Check, Finding, FINE, found, ownWords, within } from '../../base/findings/finding';
import { annotations, apiVersion, labels, metadata, objectName } from '../../base/names';
import {
  FirstObjects, identityOf, isClustersVersion, isForCluster, isLocalConfig, isMultiCluster, isOamVersion, isOfOam,
  OAM_API_VERSION, ObjectType, OTHER_OAM_KINDS, TypedManifest,
} from '../../base/oam-kind';
import { OamObject, oamObject } from '../../cluster/objects/oam-object';
import { ManifestDocument } from '../../files/reading';
import { CustomObject } from '../../model/application/custom-object';
import { OAM_TRAITS, oamTraitNamed } from '../../model/traits/all';
import { checkOf } from '../../model/traits/trait';
import { OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { kindFindings } from '../../model/workloads/workload';

/** The result of declaring manifests: all errors and warnings, and facts about parts. */
export type Declaration = ReturnType<typeof declare>;

/**
 * Declares manifests in the model. Never throws because of their content.
 *
 * @param left the parts that are not declared; nothing is reported about them
 * @param scope the scope in which they are declared; by default an app of their own
 */
export function declare(
  documents: readonly ManifestDocument[], options: DeclarationOptions, left = new LeftOut(), scope?: Construct,
) {
  const context = new DeclarationContext(options, left, scope);
  const makesObjects = context.platform._makesObjects;
  const known = documents.map(document => ({ document, object: oamObject(document) }));
  const read = known.filter(({ document }) => !left.has({ document }));
  const given = read.flatMap(each => each.object ?? []);
  const objects = makesObjects ? given : firstObjects(context, given);
  const isApplication = ({ kind }: OamObject) => kind === 'ApplicationConfiguration';
  const components = new ComponentDeclarations(context);
  for (const each of objects) if (!isApplication(each)) components.add(each);
  for (const { document, object: own } of known) {
    if (left.has({ document }) && own?.kind === 'Component') components.leaveOut(own);
  }
  const applications = new Applications(context, components);
  for (const each of objects) if (isApplication(each)) applications.add(each);
  const named = known.flatMap(({ object: own }) => own && isApplication(own) ? [own.metadata?.name] : []);
  const names = new Set<unknown>(named);
  for (const { document, object: own } of read) if (!own) addOther(context, document, names);
  if (!makesObjects) {
    applications.leaveOutTraits();
    applications.settleDefaults();
  }
  for (const { document, isMulti } of objects) if (isMulti) checkMultiCluster(context, document);
  context.acceptAbout(documents);
  const { dependents, unscraped, replaced } = context;
  return {
    findings: context.findings(),
    dependents,
    unscraped,
    replaced,
    /** The objects of a document, as they are rendered for the platform. Call it only if there are no errors. */
    objectsOf: (document: ManifestDocument): unknown[] => {
      const made = context.made.get(document)?.node.findAll().filter(ApiObject.isApiObject) ?? [];
      // an object that is not OAM's keeps even the order of its keys
      return oamObject(document) ? made.map(each => each.toJson()) : made.map(() => document.value);
    },
  };
}

/** The first of several objects of one name: without an OAM platform, no later check sees that there are others. */
function firstObjects(context: DeclarationContext, objects: readonly OamObject[]): OamObject[] {
  const firsts = new FirstObjects<ManifestDocument>();
  const defaultNamespace = context.namespaceOf({});
  return objects.filter(({ kind, metadata: own, document, pathOf }) => {
    const identity = identityOf({ apiVersion: OAM_API_VERSION, kind, metadata: own }, { defaultNamespace });
    const first = firsts.earlier(identity, document);
    if (!first) return true;
    const namespace = typeof identity.namespace === 'string' ? identity.namespace : undefined;
    const named = { kind, name: String(identity.name), namespace, place: `${first.file}:${first.locate('').line}` };
    context.tell({ document, pathOf }, found('duplicate-object', '', { reason: 'manifests', ...named }));
    return false;
  });
}

const OUTER_METADATA = object({ metadata: object({ labels, annotations }) });

/** The platform places a multi-cluster object in the clusters that `placement` names. */
const PLACEMENT: Check = object({
  spec: object({
    placement: object({
      clusters: list(object({ name: objectName }, ['name']), { min: 1, what: 'cluster' }),
    }, ['clusters']),
  }, ['placement']),
}, ['spec']);

/** Checks the fields outside of the template of a multi-cluster object, which the clusters do not receive. */
function checkMultiCluster(context: DeclarationContext, document: ManifestDocument): void {
  const { value } = document;
  const place: DocumentPlace = { document, pathOf: path => path };
  context.tell(place, OUTER_METADATA({ metadata: value.metadata }, ''));
  if (context.platform._makesObjects) {
    return context.tell(place, [...context.platform._checkVersion(value as ObjectType), ...PLACEMENT(value, '')]);
  }
  for (const field of ['placement', 'secrets'].filter(each => value.spec?.[each] != null)) {
    context.tell(place, found('placement-left-out', ['spec', field]), true);
  }
}

/** The kinds of OAM itself that manifests may have. */
const KINDS = [
  ...OTHER_OAM_KINDS,
  ...[...OAM_WORKLOADS, ...OAM_TRAITS].filter(({ kind }) => isOfOam(kind)).map(({ name }) => name),
].sort();

/** Declares another object, which passes as it is, unless only an OAM platform knows its kind and there is none. */
function addOther(context: DeclarationContext, document: ManifestDocument, applications: ReadonlySet<unknown>): void {
  const { value } = document;
  const { platform } = context;
  const { apiVersion: version, kind } = value;
  const place: DocumentPlace = { document, pathOf: path => path };
  const odd = apiVersion(version, 'apiVersion');
  context.tell(place, odd);
  if (odd.length > 0) return;
  if (isOamVersion(version) || isClustersVersion(version)) {
    if (!platform._makesObjects) {
      // an object that the OAM runtime created from an application of the manifests is left out with a warning; any
      // other object of OAM is an error, because it would be lost
      const application = value.metadata?.labels?.['app.oam.dev/name'];
      const isMade = typeof application === 'string' && applications.has(application);
      return context.tell(place, isMade
        ? found('standalone-oam-object', '', { reason: 'made', application })
        : found('standalone-oam-object', '', { reason: 'alone', kind }), isMade || undefined);
    }
    context.tell(place, [
      ...standaloneFindings(value, context), ...isMultiCluster(value) ? PLACEMENT(value, '') : FINE,
    ]);
    context.tell(place, droppedFindings(value, platform), true);
    if (isOfOtherRuntime(value) || version === OAM_API_VERSION && !KINDS.includes(kind)) {
      // a kind that looks like a known one is an error
      const meant = version === OAM_API_VERSION ? nearest(kind, KINDS) : undefined;
      const at = meant === undefined ? '' : 'kind';
      context.tell(place, found('other-oam-version', at, { reason: 'not-known', kind, version, meant }),
        meant === undefined || undefined);
    }
  }
  context.tell(place, version === OAM_API_VERSION ? FINE : kindFindings(value));
  // a name is not required of reviews, which are queries, and of objects that only tools read
  const { metadata: own } = value;
  const mayBeUnnamed = !isForCluster(value) || kind.endsWith('Review') || isLocalConfig(value);
  if (!mayBeUnnamed && (own == null || isObject(own)) && own?.name == null && own?.generateName == null) {
    context.tell(place, found('missing-field', 'metadata.name', { reason: 'required' }));
  }
  const make = () => new CustomObject(context.own(), context.id(), { manifest: context.data(value) });
  const pathOf: DocumentPlace['pathOf'] = path => path[0] === 'manifest' ? path.slice(1) : path;
  const construct = context.attempt({ document, pathOf }, make);
  if (!construct) return;
  context.places.set(construct, () => place);
  context.made.set(document, construct);
}

/** Whether it is of a version of OAM itself that only other runtimes have. */
const isOfOtherRuntime = ({ apiVersion: version }: Pick<ObjectType, 'apiVersion'>) =>
  version.startsWith('core.oam.dev/') && version !== OAM_API_VERSION;

const STANDALONE_METADATA = object({ metadata });

/** The runtime writes `workloadRef` in an application; for a standalone trait, the schema requires it. */
const WORKLOAD_REF: Check = all(
  object({ workloadRef: object({ apiVersion: filled, kind: filled, name: filled }, ['apiVersion', 'kind', 'name']) }),
  spec => spec.workloadRef != null ? FINE : found('missing-field', 'workloadRef', ownWords(
    'is required of a trait outside of an application', 'name the workload, or put the trait into an application')),
);

/** Checks a workload or a trait outside of an application. */
function standaloneFindings(value: TypedManifest, { platform }: DeclarationContext): Finding[] {
  const trait = oamTraitNamed(value, platform);
  const ofMetadata = STANDALONE_METADATA(value, '');
  if (!trait) {
    const ofKind = isOfOtherRuntime(value) ? FINE : platform._checkWorkload(value);
    return [...ofMetadata, ...workloadFindings(value, platform), ...ofKind];
  }
  const spec: unknown = value.spec ?? {};
  if (!isObject(spec)) return [...ofMetadata, ...bad('invalid-type', 'object', 'spec', spec)];
  return [...ofMetadata, ...within('spec', [...checkOf(trait)(spec, ''), ...WORKLOAD_REF(spec, '')])];
}
