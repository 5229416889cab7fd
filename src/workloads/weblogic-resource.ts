import { WebLogicDomainVersion } from './weblogic-workload';
import { withCommonDirectory } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { DOMAIN, DOMAIN_CLUSTER } from '../private/kinds/operator-kinds';

// what the WebLogic Kubernetes Operator makes of its resources

/** Whether an object is a Domain of the operator. */
export function isDomain(object: PlainObject): boolean {
  return isKind(object, DOMAIN);
}

/** The Services that the operator makes for the servers of a Domain. */
export interface OperatorServices {
  /** One for each cluster that is known by name. */
  readonly clusters: readonly { readonly name: string; readonly cluster: string }[];
  /** How the names of those begin that clusters and servers have. */
  readonly ofCluster: string;
  readonly ofServer: string;
}

/** The Services of the Domain among these objects, as far as its resources name them; `undefined` if there is no Domain. */
export function operatorServices(objects: readonly PlainObject[]): OperatorServices | undefined {
  const domain = objects.find(isDomain);
  if (!domain) return undefined;
  const uid = textOr(domain.spec?.domainUID, domain.metadata.name);
  // in a v8 Domain they are part of its spec; in a v9 one it refers to resources of their own
  const inDomain = listOf(domain.spec?.clusters).map(each => each?.clusterName);
  const resources = objects.filter(object => isKind(object, DOMAIN_CLUSTER))
    .map(({ metadata, spec }) => textOr(spec?.clusterName, metadata.name));
  const names = [...inDomain, ...resources].filter((each): each is string => typeof each === 'string' && each !== '');
  const ofServer = legalName(`${uid}-`);
  const ofCluster = `${ofServer}cluster-`;
  return { clusters: names.map(cluster => ({ name: `${ofCluster}${legalName(cluster)}`, cluster })), ofCluster, ofServer };
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value !== '' ? value : other;
}

/** How the operator makes names of Kubernetes objects. */
function legalName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** The directory of a shared volume in which the platform lets the servers write their logs. */
const SCRATCH = '/scratch';

/**
 * A Domain whose servers write their logs into a directory that a container beside them can read, as the platform has it.
 * `volume` names the volume where the Domain has none there. A Domain whose log home is switched off stays as it is.
 */
export function withLogHome(domain: PlainObject, volume: string): PlainObject {
  const { apiVersion, metadata, spec } = domain;
  if (spec?.logHomeEnabled === false) return domain;
  const logHome = textOr(spec?.logHome, `${SCRATCH}/logs/${metadata.name}`);
  // a v8 Domain has no other layout
  const layout = apiVersion === WebLogicDomainVersion.V8 ? {} : { logHomeLayout: spec?.logHomeLayout ?? 'Flat' };
  const changed = { ...domain, spec: { ...spec, logHome, logHomeEnabled: true, ...layout } };
  return withCommonDirectory(changed, logHome.startsWith(`${SCRATCH}/`) ? SCRATCH : logHome.replace(/(?<=.)\/+$/, ''), volume);
}
