import {
  ApiObject, App, Chart, ImplicitTokenResolver, IResolver, LazyResolver, NumberStringUnionResolver,
} from 'cdk8s';
import { isObject, PlainFields } from './check';
import { isPlainObject } from './plain';
import { isBuiltIn } from './oam-kind';
import { FINE, Finding, found, Path } from './findings/finding';

/** Deeper than any manifest: a value that contains itself is one for cdk8s to reject. */
const DEEPEST = 100;

const OWN_RESOLVERS: readonly unknown[] =
  [LazyResolver.prototype, ImplicitTokenResolver.prototype, NumberStringUnionResolver.prototype];

/** Whether a program has given its app a resolver, which may change every value. */
export function hasResolvers(object: ApiObject): boolean {
  const { resolvers }: { readonly resolvers: readonly IResolver[] } = App.of(object);
  return resolvers.some(resolver => !OWN_RESOLVERS.includes(Object.getPrototypeOf(resolver)));
}

/** Whether a chart overrides `toJson()`, so that its objects may be others than those below it. */
export function rendersItself(chart: Chart): boolean { return chart.toJson !== Chart.prototype.toJson; }

/**
 * What cdk8s has left out of a rendered object although it has a meaning: keys `__proto__`, and nulls in a custom kind,
 * where a null may differ from an absent field, as in the values of a Helm release. Kubernetes drops nulls too.
 */
export function leftOut(object: ApiObject, json: PlainFields): Finding[] {
  const isOwn = isBuiltIn(object);
  const within = (given: unknown, rendered: unknown, at: Path): Finding[] => {
    if (at.length > DEEPEST || !Array.isArray(given) && !(isObject(given) && isPlainObject(given))) return FINE;
    return Object.entries(given).flatMap(([key, value]) => {
      const path = [...at, Array.isArray(given) ? Number(key) : key];
      // tools write a null for the time of creation
      const isMeant = key === '__proto__' || value === null && !isOwn && key !== 'creationTimestamp';
      if (!isMeant || Object.hasOwn(Object(rendered), key)) return within(value, Object(rendered)[key], path);
      return found('not-plain', path, { reason: value === null ? 'null' : 'lost-key' });
    });
  };
  const { props } = object as unknown as { readonly props: object };
  return within({ ...props, status: undefined }, json, []);
}
