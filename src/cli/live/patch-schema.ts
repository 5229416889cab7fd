import { asObject, isFilled, isObject, listOf, PlainFields } from '../../private/check';
import { groupOf, ObjectType } from '../../private/oam-kind';

const STRATEGIC = 'application/strategic-merge-patch+json';
const KINDS = 'x-kubernetes-group-version-kind';

/** How a strategic merge patch treats a field, according to the OpenAPI document of the API server. */
export class PatchSchema {
  /** Maps are merged and lists are replaced, as in a JSON merge patch. */
  public static readonly PLAIN = new PatchSchema({}, {});

  /** The schema of a kind in the document of its group and version; `PLAIN` if the server accepts no strategic merge patches of it. */
  public static of({ paths, components }: PlainFields, type: ObjectType): PatchSchema {
    const isPatched = Object.values(asObject<PlainFields>(paths)).filter(isObject).map(({ patch }) => patch).filter(isObject)
      .some(patch => isObject(patch.requestBody?.content?.[STRATEGIC]) && isOfKind(patch[KINDS], type));
    const schemas = asObject<PlainFields>(components?.schemas);
    const own = Object.values(schemas).filter(isObject).find(schema => listOf(schema[KINDS]).some(each => isOfKind(each, type)));
    return isPatched && own ? new PatchSchema(schemas, own) : PatchSchema.PLAIN;
  }

  /** Any of `merge`, `replace` and `retainKeys`. */
  public readonly strategies: readonly string[];
  /** The field that identifies the elements of a merged list. */
  public readonly mergeKey?: string;

  private constructor(private readonly schemas: PlainFields, private readonly own: PlainFields, strategies?: readonly string[]) {
    this.strategies = strategies ?? String(own['x-kubernetes-patch-strategy'] ?? '').split(',');
    const mergeKey: unknown = own['x-kubernetes-patch-merge-key'];
    this.mergeKey = isFilled(mergeKey) ? mergeKey : undefined;
  }

  /** The schema of a field of a map. */
  public field(name: string): PatchSchema {
    const { properties, additionalProperties } = this.resolved();
    const known = asObject<PlainFields>(properties);
    return this.at(Object.hasOwn(known, name) ? known[name] : additionalProperties);
  }

  /** The schema of the elements of a list. They have the strategies of the list. */
  public element(): PatchSchema {
    return this.at(this.resolved().items, this.strategies);
  }

  private at(schema: unknown, strategies?: readonly string[]): PatchSchema {
    return isObject(schema) ? new PatchSchema(this.schemas, schema, strategies) : PatchSchema.PLAIN;
  }

  private resolved(): PlainFields {
    const reference = this.own.$ref ?? listOf<PlainFields>(this.own.allOf)[0]?.$ref;
    return asObject(typeof reference === 'string' ? this.schemas[reference.split('/').at(-1)!] : this.own);
  }
}

function isOfKind(value: unknown, { apiVersion, kind }: ObjectType): boolean {
  const version = apiVersion.split('/').at(-1);
  return isObject(value) && value.kind === kind && value.group === groupOf({ apiVersion }) && value.version === version;
}
