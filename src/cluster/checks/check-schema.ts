import { missedFormat } from './formats';
import { DEFINITION_RULES } from './definition-rules';
import type { Schema } from './schema-store';
import {
  Firsts, isObject, nearest, object as objectOf, oneOf as oneOfThese, PlainFields, PlainValue,
} from '../../base/check';
import {
  bad, Finding, FINE, found, MOST_FINDINGS, ParametersOf, Path, Shown, Step, within, withoutValue,
} from '../../base/findings/finding';
import { Place } from '../../base/masking';
import { PATH_SEGMENT } from '../../base/kind-of';
import { annotations, labels } from '../../base/names';
import { memo } from '../../base/memo';
import { partMatches } from '../../base/regexes';

/** The definitions of one source, and how the API server reads its objects. */
interface SchemaRules {
  /** The definitions that `$ref` names. */
  readonly definitions: Readonly<Record<string, Schema>>;
  /** The definitions of Kubernetes' own kinds, including that of metadata. */
  readonly metadata: Readonly<Record<string, Schema>>;
  /** Whether these are Kubernetes' own kinds: null elements, and empty strings for enumerations, count as absent. */
  readonly isBuiltIn: boolean;
  /** The version of Kubernetes that applies the objects, if it is known. */
  readonly version?: string;
  /** Whether a value is filled in before the object is applied, so that it cannot be checked. */
  readonly isOpen: (value: string) => boolean;
}

/** The most known fields that a message lists. If there are more, it names only the one that may have been meant. */
const MOST_LISTED = 16;
/** The most allowed values that a message lists. */
const MOST_VALUES = 100;
const setOfValues = memo((values: readonly unknown[]) => new Set(values));
export const METADATA: Schema = { $ref: 'meta/v1.ObjectMeta' };
/** The fields that every embedded object has. */
const EMBEDDED = ['apiVersion', 'kind', 'metadata'];

/** The metadata of an object in a field with `x-kubernetes-embedded-resource`, as templates of operators have them. */
const EMBEDDED_METADATA = objectOf({
  // the kind of an embedded object may allow names of any form
  name: (value, at) => {
    const rule = PATH_SEGMENT(value, {});
    return rule ? found('invalid-name', at, { reason: 'given', rule, value: Shown.of(value) }) : FINE;
  },
  labels,
  annotations,
});

/** The types of values, with their shapes in messages. */
export const SHAPE_OF = {
  array: 'list', boolean: 'boolean', integer: 'integer', number: 'number', object: 'object', string: 'string',
} as const;

/**
 * Whether the schema defines the fields of an object, so that unknown ones are lost, or only narrows values, as
 * branches of `anyOf` do.
 */
type SchemaRole = 'structure' | 'condition';

/** Checks the values of one object against schemas. */
export class SchemaCheck {
  public readonly findings: Finding[] = [];
  /** Violations of rules beyond the schema. */
  public readonly others: Finding[] = [];
  private readonly at: Step[] = [];
  private mistyped = 0;

  /** @param object the whole object, which decides whether values may be shown: they may be secrets */
  public constructor(private readonly rules: SchemaRules, private readonly object: PlainFields) {}

  /** Checks a value at a path, and the values in it. */
  public check(schema: Schema, value: PlainValue | undefined, at: Path = []): this {
    this.at.push(...at);
    this.visit(schema, value, 'structure');
    this.at.length -= at.length;
    return this;
  }

  private visit(given: Schema, value: PlainValue | undefined, role: SchemaRole): void {
    const { $ref } = given;
    const schema = $ref === undefined ? given : this.rules.definitions[$ref];
    if (value === undefined || typeof value === 'string' && this.rules.isOpen(value)) return;
    if (value === null) {
      const isRejected = !this.rules.isBuiltIn && !schema.nullable && schema.type !== undefined;
      return isRejected ? this.add(found('invalid-type', this.path, { reason: 'null' })) : undefined;
    }
    const { mistyped } = this;
    if (!this.hasType(schema, value)) {
      this.mistyped++;
      return;
    }
    if (typeof value === 'string') this.visitString(schema, value);
    else if (typeof value === 'number') this.visitNumber(schema, value);
    else if (Array.isArray(value)) this.visitList(schema, value, role);
    else if (isObject(value)) this.visitObject(schema, value, role);
    this.visitConditions(schema, value);
    // rules that the definitions do not express; they expect values of the types in the schema
    if ($ref === undefined || !Object.hasOwn(DEFINITION_RULES, $ref)) return;
    if (!this.rules.isBuiltIn || mistyped !== this.mistyped) return;
    const findings = DEFINITION_RULES[$ref](value, '', this.rules.version);
    if (findings.length > 0) this.others.push(...within(this.at, findings));
  }

  private hasType(schema: Schema, value: PlainValue): boolean {
    const { type, format, properties } = schema;
    const either = schema['x-kubernetes-int-or-string'] ? 'integer-or-string'
      : format === 'quantity' && type === undefined ? 'quantity' : undefined;
    if (either) {
      if (typeof value === 'string' || Number.isInteger(value)) return true;
      if (either === 'quantity' && typeof value === 'number') return true;
      this.add(found('invalid-value', this.path, { reason: 'expected', shape: either, value: Shown.typeOf(value) }));
      return false;
    }
    const isOfType = type === undefined || (type === 'array' ? Array.isArray(value)
      : type === 'integer' ? Number.isInteger(value) : type === 'object' ? isObject(value) : typeof value === type);
    if (isOfType) return true;
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    const shape = type === 'object' ? properties ? 'object' : 'map'
      : type === 'string' && isScalar ? 'unquoted' : SHAPE_OF[type];
    this.add(bad('invalid-type', shape, this.path, value));
    return false;
  }

  private visitString(schema: Schema, value: string): void {
    const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
    this.visitEnum(schema, value);
    const what = format === undefined ? undefined : missedFormat(format, value);
    if (what !== undefined) this.violated({ reason: 'format', what, value: this.shown(value) });
    if (minLength > 0 || maxLength < Infinity) this.checkLength([...value].length, minLength, maxLength, 'character');
    // as in API servers, a pattern that RE2 rejects matches every string
    const isMissed = pattern !== undefined && partMatches(pattern, value) === false;
    if (isMissed) this.violated({ reason: 'pattern', text: pattern, value: this.shown(value) });
  }

  private checkLength(length: number, least: number, most: number, noun: 'character' | 'element' | 'field'): void {
    if (length < least) this.violated({ reason: 'length', relation: 'at least', bound: least, noun, length });
    if (length > most) this.violated({ reason: 'length', relation: 'at most', bound: most, noun, length });
  }

  private visitEnum({ enum: allowed }: Schema, value: string | number): void {
    if (!allowed || setOfValues(allowed).has(value) || value === '' && this.rules.isBuiltIn) return;
    const findings = oneOfThese(...allowed.slice(0, MOST_VALUES).map(String))(value, '');
    this.add(within(this.path, this.hides(value) ? findings.map(withoutValue) : findings));
  }

  private visitNumber(schema: Schema, number: number): void {
    const { type, format, minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
    const { exclusiveMinimum: isAbove, exclusiveMaximum: isBelow } = schema;
    this.visitEnum(schema, number);
    const value = this.shown(number);
    // servers do not check the bit width in custom kinds; 64 bits are as exact as JavaScript represents them
    const isShort = this.rules.isBuiltIn && format === 'int32';
    const [min, max] = isShort ? [-(2 ** 31), 2 ** 31 - 1] : [-(2 ** 63), 2 ** 63];
    const isInteger = type === 'integer' || schema['x-kubernetes-int-or-string'];
    if (isInteger && (number < min || number > max)) return this.violated({ reason: 'range', min, max, value });
    if (number < minimum || isAbove && number === minimum) {
      this.violated({ reason: 'bound', relation: isAbove ? 'greater than' : 'at least', bound: minimum, value });
    }
    if (number > maximum || isBelow && number === maximum) {
      this.violated({ reason: 'bound', relation: isBelow ? 'less than' : 'at most', bound: maximum, value });
    }
    if (multipleOf === undefined) return;
    // up to the error of the server's division, which is not exact
    const times = multipleOf < 1 ? 1 / multipleOf * number : number / multipleOf;
    if (Math.abs(times - Math.round(times)) > Math.abs(times) * 2e-9) {
      this.violated({ reason: 'bound', relation: 'a multiple of', bound: multipleOf, value });
    }
  }

  private visitList(schema: Schema, list: readonly PlainValue[], role: SchemaRole): void {
    const { items, minItems = 0, maxItems = Infinity } = schema;
    this.checkLength(list.length, minItems, maxItems, 'element');
    const { type, properties }: Schema = (items?.$ref === undefined ? items : this.rules.definitions[items.$ref]) ?? {};
    // elements that are identical to the server, which merges lists by their keys
    const keys = schema['x-kubernetes-list-map-keys'];
    const isSet = schema.uniqueItems || schema['x-kubernetes-list-type'] === 'set';
    const firsts = new Firsts<number>();
    if (list.length > 1 && (keys ?? isSet)) {
      list.forEach((element, i) => {
        const identity = keys ? keys.map(key => element?.[key] ?? properties?.[key]?.default) : element;
        const first = firsts.earlier(JSON.stringify(identity), i);
        if (first !== undefined) this.violated({ reason: 'same', keys, first }, [...this.at, i]);
      });
    }
    if (!items) return;
    // the server reads a null element of its own kinds as an object without fields if the elements are objects
    const empty = (this.rules.isBuiltIn && type === 'object' ? {} : null) as PlainValue;
    list.forEach((element, i) => this.below(i, items, element ?? empty, role));
  }

  private visitObject(schema: Schema, object: PlainFields, role: SchemaRole): void {
    const { properties = {}, additionalProperties, required = [] } = schema;
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const elements = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const propertyOf = (name: string) => Object.hasOwn(properties, name) ? properties[name] : elements;
    // the server drops a null field, unless its schema is nullable or does not have the field
    const isKept = (name: string) => role === 'structure' && (propertyOf(name)?.nullable ?? !propertyOf(name));
    const names = Object.keys(object).filter(name =>
      object[name] !== undefined && (object[name] !== null || isKept(name)));
    const given = new Set(names);
    this.checkLength(names.length, minProperties, maxProperties, 'field');
    for (const name of required) {
      if (given.has(name) || propertyOf(name)?.default !== undefined) continue;
      this.add(found('missing-field', [...this.at, name], { reason: 'required' }));
    }
    const isClosed = role === 'structure' && !elements && additionalProperties !== true
      && !schema['x-kubernetes-preserve-unknown-fields'];
    const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
    for (const name of names) {
      const property = propertyOf(name);
      if (property) this.below(name, property, object[name], role);
      else if (isClosed && !(isEmbedded && EMBEDDED.includes(name))) this.unknown(name, properties);
    }
    if (isEmbedded && role === 'structure') this.visitEmbedded(object);
  }

  private unknown(name: string, properties: Readonly<Record<string, Schema>>): void {
    const known = Object.keys(properties);
    this.add(found('unknown-field', [...this.at, name], known.length > MOST_LISTED
      ? { reason: 'dropped-of-many', meant: nearest(name, known) } : { reason: 'dropped', known }));
  }

  /** Checks type and metadata of an embedded object, which the server reads as those of any object. */
  private visitEmbedded(object: PlainFields): void {
    const forms = { apiVersion: /./, kind: /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/ };
    for (const [name, form] of Object.entries(forms)) {
      const value: unknown = object[name];
      const at = [...this.at, name];
      if (value == null) this.add(found('missing-field', at, { reason: 'required' }));
      else if (typeof value !== 'string') this.add(bad('invalid-type', 'string', at, value));
      else if (!form.test(value)) this.add(bad('invalid-value', name === 'kind' ? 'kind' : 'filled', at, value));
    }
    const { metadata: definitions } = this.rules;
    const ofMetadata = new SchemaCheck({ ...this.rules, definitions, isBuiltIn: true }, this.object);
    this.add(ofMetadata.check(METADATA, object.metadata, [...this.at, 'metadata']).findings);
    if (ofMetadata.findings.length > 0) return;
    this.add(within([...this.at, 'metadata'], EMBEDDED_METADATA(object.metadata ?? {}, '')));
  }

  /** Checks the conditions of a schema on the whole value. */
  private visitConditions(schema: Schema, given: PlainValue): void {
    const { allOf, anyOf, oneOf, not, properties } = schema;
    if (!(anyOf ?? oneOf ?? allOf ?? not)) return;
    // the server completes an object with its defaults before it checks conditions
    const missing = !properties || !isObject(given) ? [] : Object.entries(properties).flatMap(([name, each]) =>
      each.default !== undefined && given[name] == null ? [[name, each.default]] : []);
    const value = missing.length === 0 ? given : { ...given as object, ...Object.fromEntries(missing) } as PlainFields;
    const fits = (each: Schema) => {
      const own = new SchemaCheck(this.rules, this.object);
      own.visit(each, value, 'condition');
      return own.findings.length === 0;
    };
    for (const each of allOf ?? []) this.visit(each, value, 'condition');
    if (anyOf && !anyOf.some(fits)) this.violated(combination('a', anyOf, value));
    if (oneOf && oneOf.filter(fits).length !== 1) this.violated(combination('exactly one', oneOf, value));
    if (not && fits(not)) this.violated(combination('no', [not], value));
  }

  private below(step: Step, schema: Schema, value: PlainValue | undefined, role: SchemaRole): void {
    this.at.push(step);
    this.visit(schema, value, role);
    this.at.pop();
  }

  private get path(): Path { return [...this.at]; }

  private add(findings: readonly Finding[]): void {
    if (this.findings.length < MOST_FINDINGS) this.findings.push(...findings);
  }

  private violated(parameters: ParametersOf<'schema-violation'>, at = this.path): void {
    this.add(found('schema-violation', at, parameters));
  }

  /** A value as messages may show it: only its type if it may be a password. */
  private shown(value: unknown): Shown { return this.hides(value) ? Shown.typeOf(value) : Shown.of(value); }
  private hides(value: unknown): boolean { return Place.at(this.object, this.at).hides(value); }
}

/** What schemas say to readers: it decides nothing. */
const UNREAD = new Set(['description', 'example', 'externalDocs', 'title']);

/** The violation of a combination of schemas, described by the required fields if the schemas contain nothing else. */
function combination(
  kind: 'a' | 'exactly one' | 'no', schemas: readonly Schema[], value: PlainValue,
): ParametersOf<'schema-violation'> {
  const required = schemas.map(each =>
    Object.keys(each).every(key => key === 'required' || UNREAD.has(key)) ? each.required ?? [] : []);
  if (!isObject(value) || required.some(each => each.length !== 1)) return { reason: 'form', which: kind };
  const fields = required.flat();
  const given = fields.filter(field => value[field] !== undefined);
  if (kind === 'no') return { reason: 'not-field', given };
  return kind === 'a' ? { reason: 'any-field', fields } : { reason: 'one-field', fields, given };
}
