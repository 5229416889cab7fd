import { ApiObject, ApiObjectMetadata, App, IResolver, ImplicitTokenResolver, JsonPatch, LazyResolver, NumberStringUnionResolver, ResolutionContext } from 'cdk8s';
import { Construct } from 'constructs';
import { ordered } from './plain';

export interface ModelObjectProps {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata;
}

/**
 * An API object whose fields are read from the model when it is rendered.
 *
 * cdk8s drops explicit nulls, which mean something to some operators, and walks through every value twice in search of
 * tokens. The model holds plain data only, so this object copies it once and keeps it whole.
 */
export class ModelObject extends ApiObject {
  private readonly operations: JsonPatch[] = [];

  /**
   * @param scope the construct that is rendered
   * @param id the construct's id
   * @param props what identifies the object
   * @param fields its other top-level fields, plain data
   */
  public constructor(scope: Construct, id: string, props: ModelObjectProps, private readonly fields: () => Record<string, any>) {
    super(scope, id, { ...props });
  }

  public addJsonPatch(...ops: JsonPatch[]): void {
    this.operations.push(...ops);
  }

  public toJson(): any {
    const sort = !process.env.CDK8S_DISABLE_SORT;
    const fields = this.resolved(this.fields());
    const json = { apiVersion: this.apiVersion, kind: this.kind, metadata: this.metadata.toJson(), ...ordered(fields, sort) };
    return this.operations.length > 0 ? JsonPatch.apply(json, ...this.operations) : json;
  }

  /** The resolvers that a user gives to `App` see the library's objects as they see others. */
  private resolved(value: any): any {
    const resolvers = App.of(this).resolvers.filter(isCustom);
    return resolvers.length > 0 ? resolve([], value, this, resolvers) : value;
  }
}

function isCustom(resolver: IResolver): boolean {
  return !(resolver instanceof LazyResolver || resolver instanceof ImplicitTokenResolver || resolver instanceof NumberStringUnionResolver);
}

function resolve(key: string[], value: any, object: ApiObject, resolvers: IResolver[]): any {
  if (value === undefined || value === null) return value;
  for (const resolver of resolvers) {
    const context = new ResolutionContext(object, key, value);
    resolver.resolve(context);
    if (context.replaced) return resolve(key, context.replacedValue, object, resolvers);
  }
  if (Array.isArray(value)) return value.map((element, i) => resolve([...key, `${i}`], element, object, resolvers));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, resolve([...key, name], field, object, resolvers)]));
}
