import { EVERY_HOST } from './hosts';
import { IngressReading, readingOf } from './ingress-controllers';
import { Route, RouteBackend, RouteCertificate, RouteEntry } from './route';
import { Path } from '../findings/path';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainValue, textOf } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';

export const INGRESS = 'networking.k8s.io/Ingress';

/** The IngressClasses among some objects. */
interface IngressClasses {
  /** The class of Ingresses that name none. */
  readonly usual?: string;
  /** The value of `spec.controller` of a class; `undefined` if the class is not among the objects. */
  readonly controllerOf: (name: string | undefined) => string | undefined;
}

const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class';

/** The IngressClasses among objects. */
export function ingressClassesOf(index: ObjectIndex): IngressClasses {
  const classes = index.ofKind('networking.k8s.io/IngressClass');
  const usual = classes.find(({ metadata }) => metadata?.annotations?.[IS_DEFAULT] === 'true');
  const controllers = new Map(classes.map(({ metadata, spec }) => [textOf(metadata?.name), textOf(spec?.controller)]));
  return { usual: textOf(usual?.metadata?.name), controllerOf: name => controllers.get(name) };
}

/** The class of an Ingress; `undefined` if it has none. */
function classOf({ metadata, spec }: TypedManifest, { usual }: IngressClasses): string | undefined {
  return textOf(spec?.ingressClassName) ?? textOf(metadata?.annotations?.['kubernetes.io/ingress.class']) ?? usual;
}

/** The routes of an Ingress. A wildcard stands for one label. A path of the type ImplementationSpecific is read as a prefix. */
export function routesOfIngress(ingress: TypedManifest, classes: IngressClasses): Route[] {
  const { spec } = ingress;
  const name = classOf(ingress, classes);
  const reading = readingOf(name, classes.controllerOf(name));
  const entry: RouteEntry = { name, wildcard: 'one', hosts: reading.hosts, gateways: [] };
  const tls = listOf(spec?.tls).map(certificateOf);
  const common = (path: Path) => ({ entry, tls, origin: { object: ingress, path } });
  const routes = listOf(spec?.rules).flatMap((rule, i) => listOf(rule?.http?.paths).map((given, j): Route => {
    const at = ['spec', 'rules', i, 'http', 'paths', j];
    const host = hostOf(rule?.host);
    return { ...common(at), host, ...pathOf(reading, host, given), backend: backendOf(given?.backend, [...at, 'backend']) };
  }));
  const hasRest = isObject(spec?.defaultBackend) && (reading.hasRestBesideRules || listOf(spec.rules).length === 0);
  if (!hasRest) return routes;
  const at = ['spec', 'defaultBackend'];
  const rest = { host: EVERY_HOST, ...pathOf(reading, EVERY_HOST), isDefault: true, backend: backendOf(spec?.defaultBackend, at) } as const;
  return [...routes, { ...common(at), ...rest }];
}

function hostOf(host: unknown): string {
  return textOf(host)?.toLowerCase() ?? EVERY_HOST;
}

function pathOf(reading: IngressReading, host: string, given?: PlainValue): Pick<Route, 'path' | 'type' | 'order' | 'isAssumed'> {
  const isExact = given?.pathType === 'Exact';
  const path = textOf(given?.path) ?? '/';
  return {
    path,
    type: isExact ? 'Exact' : reading.prefix,
    order: reading.order({ host, path, isExact }),
    ...given?.pathType === 'ImplementationSpecific' ? { isAssumed: true } : {},
  };
}

function backendOf(given: PlainValue | undefined, path: Path): RouteBackend {
  const { service, resource } = asObject(given);
  if (isObject(resource)) return { resource: { kind: String(resource.kind), name: String(resource.name) }, path: [...path, 'resource'] };
  const { number, name } = asObject(service?.port);
  return { service: textOf(service?.name), port: portOf(number) ?? textOf(name), path: [...path, 'service'] };
}

function certificateOf(given: PlainValue | undefined, i: number): RouteCertificate {
  const hosts = listOf<unknown>(given?.hosts).filter(isFilled).map(host => host.toLowerCase());
  return { hosts, secretName: textOf(given?.secretName), path: ['spec', 'tls', i] };
}

function portOf(number: unknown): number | undefined {
  return typeof number === 'number' ? number : undefined;
}
