import { CONTROLLERS } from './controllers/all';
import { Adapter, AskedIngress } from './model';
import { Finding, FINE, found, saying } from '../findings/finding';
import { ControllerName, INGRESS_CONTROLLERS } from '../ingress/ingress-controller';
import { asObject } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { ingressClassesOf, IngressGuard } from '../routes/ingress';
import type { RoutePolicy } from '../routes/route';

/**
 * The lower-case name, without prefix, of an annotation that a controller reads; `undefined` if the controller does not know the prefix.
 */
export function shortName({ annotations, readsAnyPrefix }: Adapter, key: string): string | undefined {
  const lower = key.toLowerCase();
  const prefix = annotations.find(each => lower.startsWith(each)) ?? (readsAnyPrefix ? lower.slice(0, lower.indexOf('/') + 1) : undefined);
  return prefix === undefined ? undefined : lower.slice(prefix.length);
}

/**
 * Reports whether Ingresses ask for a password, by the adapter of their controller. If no controller is named, the controller of the
 * IngressClass counts; if that class is not rendered, the first controller whose annotations ask.
 */
export function ingressGuard(objects: readonly TypedManifest[], name?: ControllerName): IngressGuard {
  const classes = ingressClassesOf(objects);
  const adapters = INGRESS_CONTROLLERS.map(each => [each, CONTROLLERS[each]({ className: '' })] as const);
  return (ingress, className) => {
    const controller = classes.controllerOf(className);
    if (name === undefined && controller === undefined) return guardedByAny(ingress, adapters.map(([, adapter]) => adapter), objects);
    const known = adapters.find(([each, { classController }]) => name === undefined ? isFor(controller!, classController!) : each === name);
    if (known) return guardedBy(ingress, known[1], objects);
    return { findings: found('unguarded-route', 'metadata.annotations', { reason: 'stranger', controller: String(controller) }) };
  };
}

/** Whether a `spec.controller` is that of an adapter. A controller may run several times, each instance with its own suffix. */
function isFor(controller: string, own: string): boolean {
  return controller === own || controller.startsWith(`${own}/`);
}

function guardedByAny(ingress: TypedManifest, adapters: readonly Adapter[], objects: readonly TypedManifest[]): RoutePolicy {
  const asking = adapters.find(adapter => isAsking(ingress, adapter, objects));
  return asking ? guardedBy(ingress, asking, objects) : { findings: found('unguarded-route', 'metadata.annotations', { reason: 'none' }) };
}

function guardedBy(ingress: TypedManifest, adapter: Adapter, objects: readonly TypedManifest[]): RoutePolicy {
  const { title } = adapter;
  if (!isAsking(ingress, adapter, objects)) {
    return { findings: found('unguarded-route', 'metadata.annotations', { reason: 'controller', controller: title }) };
  }
  const findings = openingOf(ingress, adapter);
  return findings.length > 0 ? { findings } : { asks: title, findings: FINE };
}

function isAsking({ metadata }: TypedManifest, adapter: Adapter, objects: readonly TypedManifest[]): boolean {
  const namespace: unknown = metadata?.namespace;
  const annotations = Object.entries(asObject<Record<string, unknown>>(metadata?.annotations));
  const marks = annotations.flatMap(([key, value]): [string, string][] => {
    const name = shortName(adapter, key);
    return name === undefined || typeof value !== 'string' ? [] : [[name, value]];
  });
  const ingress: AskedIngress = {
    namespace: typeof namespace === 'string' ? namespace : undefined,
    marks: Object.fromEntries(marks),
    objects: kind => objects.filter(object => isKind(object, kind)),
  };
  return adapter.asks?.(ingress) ?? false;
}

/** The findings on annotations by which requests may get in without a password. */
function openingOf({ metadata }: TypedManifest, adapter: Adapter): Finding[] {
  const keys = Object.keys(asObject(metadata?.annotations));
  return keys.filter(key => adapter.opening?.includes(shortName(adapter, key) ?? '')).flatMap(key =>
    found('unguarded-route', ['metadata', 'annotations', key], saying('may let requests in without a password')));
}
