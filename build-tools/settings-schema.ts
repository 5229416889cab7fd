import { SETTINGS } from '../src/cli/settings/fields';
import { JsonSchema, Type } from '../src/base/definitions/type';

/**
 * The JSON Schema (draft 7) of a settings file: the texts of the written one, and the constraints of the fields. A field that the written one does
 * not have gets an empty title and an empty description, which a test reports until they are filled in.
 */
export function settingsSchema(written: any): JsonSchema {
  const { $schema, $comment, title, description } = written;
  return { $schema, $comment, title, description, ...schemaOf(SETTINGS, written) };
}

function schemaOf(type: Type, written: any): JsonSchema {
  switch (type.is) {
    case 'list':
      return { type: 'array', items: schemaOf(type.of, written?.items), ...type.schema };
    case 'map':
      return { type: 'object', propertyNames: type.keys, additionalProperties: type.values };
    case 'record': {
      const fields = Object.entries(type.fields);
      const required = fields.filter(([, each]) => each.required).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, each]) => {
          const known = written?.properties?.[name];
          const { title = '', description = '', ...others } = known ?? {};
          const texts = Object.fromEntries(['default', 'examples'].filter(text => text in others).map(text => [text, others[text]]));
          return [name, { title, description, ...texts, ...schemaOf(each.type, known) }];
        })),
        ...required.length > 0 && { required },
        additionalProperties: false,
        ...type.schema,
      };
    }
    default:
      return { type: type.is, ...(type as { readonly schema?: JsonSchema }).schema };
  }
}
