import { PlainObject } from './model';
import { listOf } from '../private/check';

// what the WebLogic Kubernetes Operator makes of its resources

/** Whether an object is a Domain of the operator. */
export function isDomain({ apiVersion, kind }: PlainObject): boolean {
  return kind === 'Domain' && apiVersion.startsWith('weblogic.oracle/');
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
  const resources = objects.filter(({ kind, apiVersion }) => kind === 'Cluster' && apiVersion.startsWith('weblogic.oracle/'))
    .map(({ metadata, spec }) => textOr(spec?.clusterName, metadata.name));
  const names = [...inDomain, ...resources].filter((each): each is string => typeof each === 'string' && each !== '');
  const ofCluster = legalName(`${uid}-cluster-`);
  return { clusters: names.map(cluster => ({ name: `${ofCluster}${legalName(cluster)}`, cluster })), ofCluster, ofServer: legalName(`${uid}-`) };
}

function textOr(value: unknown, other: string): string {
  return typeof value === 'string' && value !== '' ? value : other;
}

/** How the operator makes names of Kubernetes objects. */
function legalName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
