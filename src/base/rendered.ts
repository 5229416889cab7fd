import {
  ApiObject, ApiObjectMetadataDefinition, ApiObjectProps, App, Chart, ImplicitTokenResolver, IResolver, JsonPatch,
  LazyResolver, NumberStringUnionResolver,
} from 'cdk8s';
import { isObject, PlainFields, PlainValue } from './check';
import { isPlainObject } from './plain';
import { isBuiltIn } from './oam-kind';
import { FINE, Finding, found, Path } from './findings/finding';

// cdk8s walks through an object twice, and through its metadata four times, to resolve and then sanitize each. Most
// objects hold plain data, for which a single walk has the same result. Anything that might differ is left to cdk8s:
// values that contain an instance of a class or a function, and every object if the program has its own resolvers,
// patches the object, or overrides how it renders.

/** Thrown if cdk8s might treat a value as more than plain data. */
const UNCERTAIN = Symbol('uncertain');

/** Deeper than any manifest: a value that contains itself is left to cdk8s. */
const DEEPEST = 100;

const FIRST = ['apiVersion', 'kind', 'metadata'];

const OWN_RESOLVERS: readonly unknown[] =
  [LazyResolver.prototype, ImplicitTokenResolver.prototype, NumberStringUnionResolver.prototype];

/** The private fields of API objects in cdk8s; those of their metadata are in `InnerMetadata`. */
interface Inner {
  readonly props: Record<string, unknown>;
  readonly patches: readonly JsonPatch[];
}

interface InnerMetadata extends Pick<ApiObjectMetadataDefinition, 'name' | 'namespace'> {
  readonly _additionalAttributes: object;
  readonly labels: object;
  readonly annotations: object;
  readonly finalizers: readonly string[];
  readonly ownerReferences: readonly object[];
}

/** Whether a program has given its app a resolver, which may change every value. */
export function hasResolvers(object: ApiObject): boolean {
  const { resolvers }: { readonly resolvers: readonly IResolver[] } = App.of(object);
  return resolvers.some(resolver => !OWN_RESOLVERS.includes(Object.getPrototypeOf(resolver)));
}

/** Whether a chart overrides `toJson()`, so that its objects may be others than those below it. */
export function rendersItself(chart: Chart): boolean {
  return chart.toJson !== Chart.prototype.toJson;
}

/** The objects of which the rendering may have left out more than undefined fields. */
const SHORTENED = new WeakSet<ApiObject>();

/** Whether a walk has met a null. */
let hasNull = false;

/** The rendered form of an API object. cdk8s renders it if a single walk might have another result. */
export function renderedJson(object: ApiObject): PlainValue | undefined {
  const isUsual = object.toJson === ApiObject.prototype.toJson && agrees();
  hasNull = false;
  const json = isUsual ? inOneWalk(object) as PlainFields | undefined : undefined;
  if (!json || hasNull) SHORTENED.add(object);
  return json ?? object.toJson();
}

/** The metadata of an API object in rendered form. */
export function renderedMetadata({ metadata }: ApiObject): unknown {
  return (agrees() ? ifCertain(() => plainMetadata(metadata)) : undefined) ?? metadata.toJson();
}

function inOneWalk(object: ApiObject): Record<string, unknown> | undefined {
  const { props, patches } = object as unknown as Inner;
  if (patches.length > 0 || hasResolvers(object)) return undefined;
  return ifCertain(() => {
    const metadata = plainMetadata(object.metadata);
    const fields = plainCopy({ ...props, metadata }, !process.env.CDK8S_DISABLE_SORT, true) as Record<string, unknown>;
    const first = FIRST.filter(key => fields[key] !== undefined).map(key => [key, fields[key]]);
    return { ...Object.fromEntries(first), ...fields };
  });
}

function plainMetadata(metadata: ApiObjectMetadataDefinition): unknown {
  if (metadata.toJson !== ApiObjectMetadataDefinition.prototype.toJson) throw UNCERTAIN;
  const inner = metadata as unknown as InnerMetadata;
  const { name, namespace, _additionalAttributes: others, annotations, finalizers, ownerReferences, labels } = inner;
  return plainCopy({ ...others, name, namespace, annotations, finalizers, ownerReferences, labels }, true, false);
}

function ifCertain<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    // any other error occurs again in cdk8s, with its own message
    return undefined;
  }
}

/** A copy of plain data without nulls; metadata lose empty objects and lists too. */
function plainCopy(value: unknown, sort: boolean, keepsEmpty: boolean, depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value === null) hasNull = true;
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || depth > DEEPEST) throw UNCERTAIN;
  if (Array.isArray(value)) {
    if (value.length === 0 && !keepsEmpty) return undefined;
    // a list with fields of its own may be a token
    if (Object.getPrototypeOf(value) !== Array.prototype || Object.keys(value).length !== value.length) throw UNCERTAIN;
    return value.map(element => plainCopy(element, sort, keepsEmpty, depth + 1));
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, 'constructor')) throw UNCERTAIN;
  const map = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  let isEmpty = true;
  for (const key of sort ? Object.keys(map).sort() : Object.keys(map)) {
    if (key === '__proto__') throw UNCERTAIN;
    const copy = plainCopy(map[key], sort, keepsEmpty, depth + 1);
    if (copy === undefined) continue;
    result[key] = copy;
    isEmpty = false;
  }
  return isEmpty && !keepsEmpty ? undefined : result;
}

/**
 * What cdk8s has left out of a rendered object although it has a meaning: keys `__proto__`, and nulls in a custom kind,
 * to which a null may mean something else than no field, as in the values of a Helm release. In its own kinds,
 * Kubernetes drops them too.
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
  return SHORTENED.has(object) ? within({ ...(object as unknown as Inner).props, status: undefined }, json, []) : FINE;
}

let isAsDescribed: boolean | undefined;

/**
 * Whether this version of cdk8s renders as described above, and has the fields that are read here: tested once, with an
 * object that exercises all rules.
 */
function agrees(): boolean {
  isAsDescribed ??= ifCertain(() => {
    const chart = new Chart(new App(), 'chart', { labels: { z: '1', a: '2' }, namespace: 'space' });
    const list = [null, {}, [], -0, NaN, { b: undefined, a: null }];
    const data = { z: list, c: {}, b: null, a: { 10: 1, 9: true, x: '' } };
    const other = { empty: {}, list: [[], {}, null], none: {} };
    const metadata = { name: 'object', annotations: { b: '', a: 'a' }, finalizers: [], other };
    const props: object = { spec: data, kind: 'Kind', metadata, apiVersion: 'v1', data };
    const object = new ApiObject(chart, 'object', props as ApiObjectProps);
    // with the values that JSON does not distinguish: `undefined`, NaN and -0
    const text = (value: unknown) => JSON.stringify(value, (_, each: unknown) =>
      Object.is(each, -0) ? '-0' : each === undefined || Number.isNaN(each) ? String(each) : each);
    const own = inOneWalk(object);
    return own !== undefined && text(own) === text(object.toJson());
  }) ?? false;
  return isAsDescribed;
}
