import { NamedRoute, ROUTE_GROUP } from './implementations/implementation';
import { serviceName } from '../../../../cluster/checks/pods';
import { FINE, Finding, bad, found } from '../../../../base/findings/finding';
import { MAX_NAME, shortened } from '../../../../cluster/objects/names';
import { PlainObject } from '../../../../cluster/objects/object-index';
import { asObject } from '../../../../base/check';
import { isDnsLabel } from '../../../../base/names';
import { IngressContext, PlainDestination, Rule, backendOf } from '../rule';

/** The destination of a rule's requests. */
interface RoutedBackend {
  readonly service?: string;
  readonly port?: number;
  /** The namespace of the Service, if it is not that of the route. */
  readonly namespace?: string;
  /** Their fields are relative to the trait. */
  readonly findings: readonly Finding[];
}

/**
 * The Service of another namespace that a destination names, `<service>.<namespace>`, with or without the domain of the
 * cluster.
 */
function foreign({ host }: PlainDestination, own?: string): { readonly service: string; readonly namespace: string } | undefined {
  const [, service, namespace] = /^([^.]+)\.([^.]+?)(?:\.svc(?:\.cluster\.local)?)?$/.exec(host ?? '') ?? [];
  return namespace === undefined || namespace === own ? undefined : { service, namespace };
}

/** The namespace of a destination, if it is not that of the application. */
export function foreignNamespace({ given }: Rule, { binding }: IngressContext): string | undefined {
  return foreign(asObject<PlainDestination>(given.destination), binding.application.namespace)?.namespace;
}

/** Resolves the backend of a rule. A Service of another namespace needs a ReferenceGrant. */
export function routedBackend({ given, index }: Rule, context: IngressContext, isGranted: boolean): RoutedBackend {
  const destination = asObject<PlainDestination>(given.destination);
  const elsewhere = foreign(destination, context.binding.application.namespace);
  if (!elsewhere) return backendOf(given.destination, index, context);
  const { service, namespace } = elsewhere;
  const at = ['rules', index, 'destination'];
  const isName = serviceName(service, '').length === 0 && isDnsLabel(namespace);
  return {
    ...elsewhere,
    port: destination.port,
    findings: [
      ...isName ? FINE : bad('invalid-name', 'service-of-ingress', [...at, 'host'], destination.host),
      ...isGranted ? FINE : found('not-expressible', [...at, 'host'], { reason: 'other-namespace', service, namespace }),
      ...destination.port != null ? FINE : found('missing-field', [...at, 'port'], { reason: 'required', way: 'port' }),
    ],
  };
}

/** The fields of `backendRefs[]`. */
export function backendRef({ service, port, namespace }: RoutedBackend): object {
  return { group: '', kind: 'Service', name: service, ...namespace === undefined ? {} : { namespace }, port, weight: 1 };
}

/** Allows routes of a route's namespace to lead to a Service of another namespace. */
export function referenceGrant({ name, namespace: from }: NamedRoute, namespace: string, { service }: RoutedBackend): PlainObject {
  return {
    apiVersion: `${ROUTE_GROUP}/v1beta1`,
    kind: 'ReferenceGrant',
    metadata: { name: shortened(`${from}.${name}`, MAX_NAME), namespace },
    spec: { from: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', namespace: from }], to: [{ group: '', kind: 'Service', name: service }] },
  };
}
