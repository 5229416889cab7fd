import type { Finding } from '../../../base/findings/finding';
import type { ObjectIndex } from '../../../cluster/objects/object-index';
import { PlannedObject, SecretDemand, SecretName } from '../access-model';
import type { ScraperAccessProps } from '../access-props';

/** The properties of an access that a controller needs. */
export interface AccessModel extends Pick<Required<ScraperAccessProps>, 'host' | 'path' | 'realm'> {
  readonly namespace: string;
  readonly name: string;
  /** Whether the user set the realm. */
  readonly hasOwnRealm: boolean;
  readonly service: { readonly name: string; readonly port: number | string };
  readonly tls: {
    /** Whether TLS was turned off explicitly. */
    readonly none: boolean;
    readonly secretName?: string;
    /** Annotations for cert-manager, on the object that terminates TLS. */
    readonly annotations: Record<string, string>;
  };
  readonly secret: SecretName;
}

/** An Ingress, reduced to what decides whether its controller asks for a password. */
interface AskedIngress {
  readonly namespace?: string;
  /** Its annotations for the controller, without their prefix. */
  readonly marks: Readonly<Record<string, string>>;
  /** The rendered objects. */
  readonly index: ObjectIndex;
}

/** Configures one controller to ask for a user name and a password. */
export interface ControllerAdapter {
  /** The display name. */
  readonly title: string;
  /** The prefixes of its annotations. */
  readonly annotations: readonly string[];
  /** Whether it reads only the names after the prefix, so that any prefix works, or none. */
  readonly readsAnyPrefix?: boolean;
  /** Annotations that could let requests in without a password; without the prefix. */
  readonly opening?: readonly string[];
  /** Annotations that also send requests elsewhere, with their password; without the prefix. */
  readonly leaking?: readonly string[];
  readonly secret: SecretDemand;
  /** Whether an Ingress makes it ask for a password. @default - it reads no Ingresses */
  readonly asks?: (ingress: AskedIngress) => boolean;
  /** Whether an existing Gateway terminates TLS. */
  readonly isBehindGateway?: boolean;
  /** Reports properties, which may be invalid, that the controller does not support. */
  readonly fits?: (props: ScraperAccessProps, namespace: string) => Finding[];
  /** Renders the objects. The first one leads to the scraper. */
  readonly render: (access: AccessModel) => PlannedObject[];
  /** Notes for users, from which the documentation is generated. */
  readonly watchFor: readonly string[];
}

/**
 * The Ingress of an access.
 *
 * @param prefix the prefix of the annotations that its controller reads
 * @param overTls annotations of an Ingress with TLS
 */
export function ingressOf(
  access: AccessModel, className: string, prefix: string, own: Record<string, string>, overTls: Record<string, string>,
): PlannedObject {
  const { namespace, name, host, path, service, tls } = access;
  const port = typeof service.port === 'number' ? { number: service.port } : { name: service.port };
  const backend = { service: { name: service.name, port } };
  const marks = Object.entries({ ...own, ...!tls.none && overTls }).map(([mark, value]) => [prefix + mark, value]);
  const metadata = { namespace, name, annotations: { ...tls.annotations, ...Object.fromEntries(marks) } };
  const spec = {
    ingressClassName: className,
    ...tls.none ? {} : { tls: [{ hosts: [host], secretName: tls.secretName }] },
    rules: [{ host, http: { paths: [{ path, pathType: 'Prefix', backend }] } }],
  };
  return { id: 'Resource', apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata, spec };
}

/** The reference to a Secret in annotations. */
export function referenceTo({ namespace, name }: SecretName): string {
  return namespace ? `${namespace}/${name}` : name;
}
