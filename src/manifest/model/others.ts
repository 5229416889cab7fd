import { DeclarationContext } from './context';
import { PLACEMENT } from './entry-checks';
import { DocumentPlace } from './places';
import { spellingFindings } from './trait-checks';
import { droppedFindings, workloadFindings } from './workload-checks';
import { CustomObject } from '../../application/custom-object';
import { bad, Check, FINE, Finding, found, within } from '../../findings/finding';
import { all, filled, isObject, object } from '../../private/check';
import { apiVersion, metadata } from '../../private/names';
import { nearest } from '../../private/nearest';
import { isClustersVersion, isMultiCluster, isOamVersion, isOfOam, OAM_API_VERSION, ObjectType, OTHER_OAM_KINDS } from '../../private/oam-kind';
import { isForCluster } from '../../private/scopes';
import { OAM_TRAITS, oamTraitNamed } from '../../traits/all';
import { checkOf } from '../../traits/trait';
import { OAM_WORKLOADS } from '../../workloads/known-kinds';
import { kindFindings } from '../../workloads/kubernetes-fields';
import { ManifestDocument } from '../reading';

const isOfPlatform = ({ apiVersion: version }: Record<string, any>) => isOamVersion(version) || isClustersVersion(version);

/** An object that is neither an application nor a component: it passes, unless only an OAM platform knows its kind and there is none. */
export function addOther(context: DeclarationContext, document: ManifestDocument, applications: ReadonlySet<string>): void {
  const { value } = document;
  const place: DocumentPlace = { document, pathOf: path => path };
  const odd = apiVersion(value.apiVersion, 'apiVersion');
  context.tell(place, odd);
  if (odd.length > 0) return;
  if (isOfPlatform(value)) {
    if (!context.platform._makesObjects) return tellAlone(context, place, value, applications);
    context.tell(place, [...standaloneFindings(value, context), ...isMultiCluster(value) ? PLACEMENT(value, '') : FINE]);
    context.tell(place, [...spellingFindings(value, context.platform), ...droppedFindings(value, context.platform)], true);
    tellUnknown(context, place, value);
  }
  context.tell(place, [...value.apiVersion === OAM_API_VERSION ? FINE : kindFindings(value), ...unnamed(value)]);
  const construct = context.attempt(inManifest(document), () => new CustomObject(context.own(), context.id(), { manifest: context.data(value) }));
  if (!construct) return;
  context.places.set(construct, () => place);
  context.keep(document, construct);
}

/** No object is made without a name, unless it is a question or belongs to a tool. */
function unnamed(value: any): Finding[] {
  const { metadata: own, kind } = value;
  const isLocal = own?.annotations?.['config.kubernetes.io/local-config'] === 'true';
  if (!isForCluster(value) || kind.endsWith('Review') || isLocal || !isObject(own ?? {})) return FINE;
  return own?.name == null && own?.generateName == null ? found('missing-field', 'metadata.name', { reason: 'required' }) : FINE;
}

/** The model has the whole object in a field. */
function inManifest(document: ManifestDocument): DocumentPlace {
  return { document, pathOf: path => path[0] === 'manifest' ? path.slice(1) : path };
}

/** What the OAM runtime has made of an application is left out where the application is there; all else would be lost. */
function tellAlone(context: DeclarationContext, place: DocumentPlace, value: any, applications: ReadonlySet<string>): void {
  const { kind, metadata: own }: { readonly kind: string; readonly metadata?: any } = value;
  const application = own?.labels?.['app.oam.dev/name'];
  const isMade = typeof application === 'string' && applications.has(application);
  context.tell(place, isMade
    ? found('standalone-oam-object', '', { reason: 'made', application })
    : found('standalone-oam-object', '', { reason: 'alone', kind }), isMade || undefined);
}

function standaloneFindings(value: any, { platform }: DeclarationContext): Finding[] {
  const trait = oamTraitNamed(value, platform);
  const ofMetadata = METADATA(value, '');
  if (!trait) return [...ofMetadata, ...workloadFindings(value, platform), ...isOtherVersion(value) ? FINE : platform._checkWorkload(value)];
  const spec = value.spec ?? {};
  return [...ofMetadata, ...isObject(spec) ? within('spec', [...checkOf(trait)(spec, ''), ...WORKLOAD_REF(spec, '')]) : bad('invalid-type', 'object', 'spec', spec)];
}

/** In an application the runtime writes it; of a trait by itself the schema demands it. */
const WORKLOAD_REF: Check = all(
  object({ workloadRef: object({ apiVersion: filled, kind: filled, name: filled }, ['apiVersion', 'kind', 'name']) }),
  spec => spec.workloadRef != null ? FINE : found('missing-field', 'workloadRef', { reason: 'workload-reference' }),
);

const METADATA = object({ metadata });

/** The kinds of OAM itself, as they are found in manifests. */
const KINDS = [...OTHER_OAM_KINDS, ...[...OAM_WORKLOADS, ...OAM_TRAITS].filter(({ kind }) => isOfOam(kind)).map(({ name }) => name)].sort();

/** Other runtimes have other versions of OAM itself. */
function isOtherVersion({ apiVersion: version }: Record<string, any>): boolean {
  return version.startsWith('core.oam.dev/') && version !== OAM_API_VERSION;
}

/** What nothing is known of: another version, or a kind that is not there. One that looks like a known one is a mistake. */
function tellUnknown(context: DeclarationContext, place: DocumentPlace, value: any): void {
  const { apiVersion: version, kind }: ObjectType = value;
  if (!isOtherVersion({ apiVersion: version }) && (version !== OAM_API_VERSION || KINDS.includes(kind))) return;
  const meant = version === OAM_API_VERSION ? nearest(kind, KINDS) ?? KINDS.find(known => known.startsWith(kind)) : undefined;
  if (meant === undefined) context.tell(place, found('other-oam-version', '', { reason: 'not-known', kind, version }), true);
  else context.tell(place, found('other-oam-version', 'kind', { reason: 'misspelt', kind, version, word: meant }));
}
