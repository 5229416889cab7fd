import { INTEGER_OR_STRING, Field, OamDefinition, RecordType, Type } from '../src/base/definitions/type';
import { OamPlatform } from '../src/targets/oam/oam-platform';

// the CRDs of the OAM kinds, from their definitions

type Schema = Readonly<Record<string, unknown>>;

const PLATFORM = OamPlatform.verrazzano();
const UNKNOWN_KEPT = { 'x-kubernetes-preserve-unknown-fields': true };
const INTEGER_OR_STRING_KEY = 'x-kubernetes-int-or-string';

/** The schema of a value, with its documentation. */
function schemaOf(type: Type, description?: string): Schema {
  const doc = description ? { description } : {};
  switch (type.is) {
    case 'list':
      return { type: 'array', ...doc, ...type.schema, items: schemaOf(type.of, type.each) };
    case 'map':
      return { type: 'object', ...doc, additionalProperties: type.values };
    case 'record':
      return objectSchema(type, doc);
    case 'kubernetes':
      return type.stored ? objectSchema(type.stored, doc) : { type: 'object', ...doc, ...UNKNOWN_KEPT };
    case 'integer-or-string':
      return { ...doc, ...INTEGER_OR_STRING, ...type.schema };
    case 'object':
      return { type: 'object', ...doc, ...UNKNOWN_KEPT };
    case 'metadata':
      return { type: 'object' };
    default:
      return { ...type.schema && INTEGER_OR_STRING_KEY in type.schema ? {} : { type: type.is }, ...doc, ...type.schema };
  }
}

function objectSchema({ fields: all, kept, schema }: RecordType<any>, doc: Schema): Schema {
  if (kept === 'none') return { type: 'object', ...doc };
  const fields = Object.entries(all).filter(([, { isDropped, on }]) => !isDropped && on === undefined);
  const required = fields.filter(([, each]) => each.required === 'always').map(([name]) => name);
  return {
    type: 'object',
    ...doc,
    ...kept === 'all' ? UNKNOWN_KEPT : {},
    ...required.length > 0 ? { required } : {},
    ...schema,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
  };
}

function fieldSchema({ type, doc, isSpread, isEmbedded }: Field): Schema {
  const schema = schemaOf(type, doc ?? (isSpread && type.is === 'record' ? type.doc : undefined));
  return isEmbedded ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema;
}

/** The file of a kind's CRD, and what is in it. */
export function crdOf({ name, kind: typeOf, definition, crd: more = {} }: OamDefinition): { readonly file: string; readonly crd: object } {
  const { shortNames, columns } = more;
  const { apiVersion, kind } = PLATFORM._typeOf(typeOf);
  const [group, version] = apiVersion.split('/');
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const [, what] = /(Trait|Workload)$/.exec(name) ?? [];
  const { required, properties } = objectSchema(definition, {}) as { required?: string[]; properties: Record<string, unknown> };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, ...shortNames && { shortNames }, categories: ['oam'] },
      versions: [{
        name: version,
        served: true,
        storage: true,
        subresources: { status: {} },
        ...columns && { additionalPrinterColumns: columns },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: definition.doc,
            ...required && { required },
            properties: {
              apiVersion: { type: 'string', description: `Always ${apiVersion}.` },
              kind: { type: 'string', description: `Always ${kind}.` },
              metadata: { type: 'object' },
              spec: properties.spec,
              status: { type: 'object', description: `What the platform reports about the ${(what ?? name.replace(/Configuration$/, '')).toLowerCase()}.`, ...UNKNOWN_KEPT },
            },
          },
        },
      }],
    },
  };
  return { file: `${group}_${plural}.yaml`, crd };
}
