import { ApiObject, ApiObjectMetadata, Chart, JsonPatch, resolve } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { ordered, withoutNulls } from './plain';
import { Registry } from './registry';
import { hasResolvers, renderedMetadata } from './rendered';

/** Whether the objects of a construct are rendered. */
export const isInChart = (construct: IConstruct): boolean => construct.node.scopes.some(Chart.isChart);

export interface ModelObjectProps {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ApiObjectMetadata;
  /** Whether the object has no namespace, even if its chart has one. */
  readonly isClusterScoped?: boolean;
  /** The construct from which the object is derived: two objects of the same origin count as one. */
  readonly origin?: Construct;
}

/**
 * An API object whose fields are read from the model when it is rendered.
 *
 * cdk8s drops explicit nulls, which mean something to some operators, and walks through every value twice in search of
 * tokens. The model holds plain data only, so this object copies it once and keeps it whole.
 */
export class ModelObject extends ApiObject {
  private readonly operations: JsonPatch[] = [];
  private readonly registry: Registry;

  /**
   * @param scope the construct that is rendered
   * @param id the construct's id
   * @param props what identifies the object
   * @param fields its other top-level fields, plain data
   */
  public constructor(scope: Construct, id: string, props: ModelObjectProps, private readonly fields: () => object) {
    const { isClusterScoped, origin, ...object } = props;
    // cdk8s fails on nulls in metadata
    super(scope, id, { ...object, metadata: withoutNulls(object.metadata) });
    // cdk8s gives every object the namespace of its chart
    if (isClusterScoped) Object.assign(this.metadata, { namespace: undefined });
    this.registry = Registry.of(this);
    this.registry.add(this, origin);
  }

  public addJsonPatch(...ops: JsonPatch[]): void {
    this.operations.push(...ops);
  }

  public toJson(): any {
    this.registry.rendered(this);
    const { apiVersion, kind, metadata, ...fields } = this.whole();
    return this.patched({ apiVersion, kind, metadata, ...ordered(fields, !process.env.CDK8S_DISABLE_SORT) });
  }

  /** The same for those who only read it: not copied, and with its fields in any order. */
  public read(): object {
    return this.operations.length === 0 ? this.whole() : this.toJson();
  }

  private whole() {
    const { apiVersion, kind } = this;
    return this.resolved({ apiVersion, kind, metadata: renderedMetadata(this), ...this.fields() });
  }

  /** The resolvers that a user gives to `App` apply to this object as to any other. */
  private resolved<T>(value: T): T {
    return hasResolvers(this) ? resolve([], value, this) : value;
  }

  private patched(json: object): unknown {
    if (this.operations.length === 0) return json;
    try {
      return JsonPatch.apply(json, ...this.operations);
    } catch (e) {
      throw new Error(`Failed serializing construct at path '${this.node.path}' with name '${this.name}': ${e}`);
    }
  }
}

/** Whether an object is a ModelObject. `instanceof` accepts every API object, since cdk8s overrides it. */
export function isModelObject(object: ApiObject): object is ModelObject {
  return Object.prototype.isPrototypeOf.call(ModelObject.prototype, object);
}
