import { missedFormat, rangeOf } from './formats';
import { RULES } from './rules';
import type { Schema, SchemaType } from './schema';
import type { Shape } from '../../base/findings/catalogue/shapes';
import {
  bad, Check, Finding, FINE, found, MOST_FINDINGS, ParametersOf, saying, within, withoutValue, Path, Step, Shown,
} from '../../base/findings/finding';
import {
  isObject, object as objectOf, oneOf as oneOfThese, PlainFields, PlainValue, Firsts, nearest,
} from '../../base/check';
import { Place } from '../../base/hidden';
import { PATH_SEGMENT } from '../../base/kinds/kind-of';
import { annotations, labels } from '../../base/names';
import { memo } from '../../base/memo';
import { partMatches } from '../../base/regexes';

/** The definitions of one source, and how the API server reads its objects. */
interface SchemaRules {
  /** The definitions that `$ref` names. */
  readonly definitions: Readonly<Record<string, Schema>>;
  /** The definitions of Kubernetes' own kinds, including that of metadata. */
  readonly metadata: Readonly<Record<string, Schema>>;
  /** Whether these are Kubernetes' own kinds: null elements, and empty strings instead of enumeration values, then count as absent. */
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

const valuesIn = memo((values: readonly unknown[]) => new Set(values));

/** Up to the error of the server's division, which is not exact. */
function isMultiple(number: number, factor: number): boolean {
  const times = factor < 1 ? 1 / factor * number : number / factor;
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * 2e-9;
}

/** Whether the schema defines the fields of an object, so that unknown ones are lost, or only narrows values, as branches of `anyOf` do. */
type SchemaRole = 'structure' | 'condition';

/** Checks the values of one object against schemas. */
export class SchemaCheck {
  /** Violations of the schema. */
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
    if (value === null) return this.visitNull(schema);
    const { mistyped } = this;
    if (!this.hasType(schema, value)) {
      this.mistyped++;
      return;
    }
    if (typeof value === 'string') this.visitString(schema, value);
    else if (typeof value === 'number') this.visitNumber(schema, value);
    else if (Array.isArray(value)) this.visitList(schema, value, role);
    else if (isObject(value)) this.visitObject(schema, value, role);
    this.visitConditions(schema, withDefaults(schema, value));
    // rules expect values of the types in the schema
    if ($ref !== undefined && this.rules.isBuiltIn && mistyped === this.mistyped) this.visitRules($ref, value);
  }

  /** Checks the rules that the specification does not express in its definitions. */
  private visitRules(definition: string, value: PlainValue): void {
    if (!Object.hasOwn(RULES, definition)) return;
    const findings = RULES[definition](value, '', this.rules.version);
    if (findings.length > 0) this.others.push(...within(this.at, findings));
  }

  private visitNull({ type, nullable }: Schema): void {
    if (!this.rules.isBuiltIn && !nullable && type !== undefined) this.add(found('invalid-type', this.path, { reason: 'null' }));
  }

  private mustBe(fits: boolean, shape: Shape, value: PlainValue): boolean {
    if (!fits) this.add(found('invalid-value', this.path, { reason: 'expected', shape, value: Shown.typeOf(value) }));
    return fits;
  }

  private hasType(schema: Schema, value: PlainValue): boolean {
    const { type, format, properties } = schema;
    if (schema['x-kubernetes-int-or-string']) {
      return this.mustBe(typeof value === 'string' || Number.isInteger(value), 'integer-or-string', value);
    }
    if (format === 'quantity' && type === undefined) {
      return this.mustBe(typeof value === 'string' || typeof value === 'number', 'quantity', value);
    }
    if (type === undefined || isOfType(type, value)) return true;
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    const shape = type === 'object' ? properties ? 'object' : 'map' : type === 'string' && isScalar ? 'unquoted' : SHAPE_OF[type];
    this.add(bad('invalid-type', shape, this.path, value));
    return false;
  }

  private visitString(schema: Schema, value: string): void {
    const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
    this.visitEnum(schema, value);
    const what = format === undefined ? undefined : missedFormat(format, value);
    if (what !== undefined) this.violated({ reason: 'format', what, value: this.shown(value) });
    if (minLength > 0 || maxLength < Infinity) {
      const length = [...value].length;
      if (length < minLength) this.violated({ reason: 'length', relation: 'at least', bound: minLength, noun: 'character', length });
      if (length > maxLength) this.violated({ reason: 'length', relation: 'at most', bound: maxLength, noun: 'character', length });
    }
    // as in API servers, a pattern that RE2 rejects matches every string
    const isMissed = pattern !== undefined && partMatches(pattern, value) === false;
    if (isMissed) this.violated({ reason: 'pattern', text: pattern, value: this.shown(value) });
  }

  private visitEnum({ enum: allowed }: Schema, value: string | number): void {
    if (!allowed || valuesIn(allowed).has(value) || value === '' && this.rules.isBuiltIn) return;
    const findings = oneOfThese(...allowed.slice(0, MOST_VALUES).map(String))(value, '');
    this.add(within(this.path, this.hides(value) ? findings.map(withoutValue) : findings));
  }

  private visitNumber(schema: Schema, number: number): void {
    const { type, format, minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    this.visitEnum(schema, number);
    const value = this.shown(number);
    // servers do not check the bit width in custom kinds
    const { min, max } = rangeOf(this.rules.isBuiltIn ? format : undefined);
    const isInteger = type === 'integer' || schema['x-kubernetes-int-or-string'];
    if (isInteger && (number < min || number > max)) return this.violated({ reason: 'range', min, max, value });
    if (number < minimum || exclusiveMinimum && number === minimum) {
      this.violated({ reason: 'bound', relation: exclusiveMinimum ? 'greater than' : 'at least', bound: minimum, value });
    }
    if (number > maximum || exclusiveMaximum && number === maximum) {
      this.violated({ reason: 'bound', relation: exclusiveMaximum ? 'less than' : 'at most', bound: maximum, value });
    }
    if (multipleOf !== undefined && !isMultiple(number, multipleOf)) {
      this.violated({ reason: 'bound', relation: 'a multiple of', bound: multipleOf, value });
    }
  }

  private visitList(schema: Schema, list: readonly PlainValue[], role: SchemaRole): void {
    const { items, minItems = 0, maxItems = Infinity } = schema;
    const { length } = list;
    if (length < minItems) this.violated({ reason: 'length', relation: 'at least', bound: minItems, noun: 'element', length });
    if (length > maxItems) this.violated({ reason: 'length', relation: 'at most', bound: maxItems, noun: 'element', length });
    this.visitDuplicates(schema, list);
    if (items) list.forEach((element, i) => this.below(i, items, element ?? this.emptyOf(items), role));
  }

  /** The value that the server reads for a null element: in its own kinds, an object without fields if the elements are objects. */
  private emptyOf(items: Schema): PlainValue {
    const { type } = items.$ref === undefined ? items : this.rules.definitions[items.$ref];
    return (this.rules.isBuiltIn && type === 'object' ? {} : null) as PlainValue;
  }

  /** Reports elements that are identical to the server, which merges lists by their keys. */
  private visitDuplicates({ items, uniqueItems, ...schema }: Schema, list: readonly PlainValue[]): void {
    const keys = schema['x-kubernetes-list-map-keys'];
    const isSet = uniqueItems || schema['x-kubernetes-list-type'] === 'set';
    if (list.length < 2 || !keys && !isSet) return;
    const fields = items?.$ref === undefined ? items?.properties : this.rules.definitions[items.$ref].properties;
    const identity = (element: PlainValue) => JSON.stringify(keys ? keys.map(key => element?.[key] ?? fields?.[key]?.default) : element);
    const firsts = new Firsts<number>();
    list.forEach((element, i) => {
      const first = firsts.earlier(identity(element), i);
      if (first === undefined) return;
      this.violated({ reason: 'same', keys, first }, [...this.at, i]);
    });
  }

  private visitObject(schema: Schema, object: PlainFields, role: SchemaRole): void {
    const { properties = {}, additionalProperties, required = [], minProperties = 0, maxProperties = Infinity } = schema;
    const elements = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const propertyOf = (name: string) => Object.hasOwn(properties, name) ? properties[name] : elements;
    // the server drops a null field, unless its schema is nullable or does not have the field
    const isDropped = (name: string) => role === 'structure' && propertyOf(name) ? !propertyOf(name)!.nullable : role === 'condition';
    const names = Object.keys(object).filter(name => object[name] !== undefined && (object[name] !== null || !isDropped(name)));
    const { length } = names;
    const given = new Set(names);
    if (length < minProperties) this.violated({ reason: 'length', relation: 'at least', bound: minProperties, noun: 'field', length });
    if (length > maxProperties) this.violated({ reason: 'length', relation: 'at most', bound: maxProperties, noun: 'field', length });
    for (const name of required) {
      if (given.has(name) || propertyOf(name)?.default !== undefined) continue;
      this.add(found('missing-field', [...this.at, name], { reason: 'required' }));
    }
    const isClosed = role === 'structure' && !elements && additionalProperties !== true && !schema['x-kubernetes-preserve-unknown-fields'];
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
    const word = nearest(name, known);
    const isListed = known.length <= MOST_LISTED;
    this.at.push(name);
    const parameters = word === undefined
      ? isListed ? { reason: 'dropped', known } as const
        : saying('is an unknown field; the API server silently drops it', 'leave it out, or check where it belongs')
      : isListed ? { reason: 'misspelt', known, word } as const : { reason: 'meant', word } as const;
    this.add(found('unknown-field', this.path, parameters));
    this.at.pop();
  }

  /** Checks type and metadata of an embedded object, which the server reads as those of any object. */
  private visitEmbedded(object: PlainFields): void {
    for (const [name, form] of Object.entries({ apiVersion: /./, kind: /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/ })) {
      const value: unknown = object[name];
      const at = [...this.at, name];
      if (value == null) this.add(found('missing-field', at, { reason: 'required' }));
      else if (typeof value !== 'string') this.add(bad('invalid-type', 'string', at, value));
      else if (!form.test(value)) this.add(bad('invalid-value', name === 'kind' ? 'kind' : 'filled', at, value));
    }
    const { metadata: definitions } = this.rules;
    const ofMetadata = new SchemaCheck({ ...this.rules, definitions, isBuiltIn: true }, this.object);
    this.add(ofMetadata.check(METADATA, object.metadata, [...this.at, 'metadata']).findings);
    if (ofMetadata.findings.length === 0) this.add(within([...this.at, 'metadata'], EMBEDDED_METADATA(object.metadata ?? {}, '')));
  }

  /** Checks the conditions of a schema on the whole value. */
  private visitConditions(schema: Schema, value: PlainValue): void {
    const { allOf = [], anyOf, oneOf, not } = schema;
    for (const each of allOf) this.visit(each, value, 'condition');
    if (anyOf && !anyOf.some(each => this.fits(each, value))) this.violated(combination('a', anyOf, value));
    if (oneOf && oneOf.filter(each => this.fits(each, value)).length !== 1) this.violated(combination('exactly one', oneOf, value));
    if (not && this.fits(not, value)) this.violated(combination('no', [not], value));
  }

  private fits(schema: Schema, value: PlainValue): boolean {
    const own = new SchemaCheck(this.rules, this.object);
    own.visit(schema, value, 'condition');
    return own.findings.length === 0;
  }

  private below(step: Step, schema: Schema, value: PlainValue | undefined, role: SchemaRole): void {
    this.at.push(step);
    this.visit(schema, value, role);
    this.at.pop();
  }

  private get path(): Path {
    return [...this.at];
  }

  private add(findings: readonly Finding[]): void {
    if (this.findings.length < MOST_FINDINGS) this.findings.push(...findings);
  }

  private violated(parameters: ParametersOf<'schema-violation'>, at = this.path): void {
    this.add(found('schema-violation', at, parameters));
  }

  /** A value as messages may show it: only its type if it may be a password. */
  private shown(value: unknown): Shown {
    return this.hides(value) ? Shown.typeOf(value) : Shown.of(value);
  }

  private hides(value: unknown): boolean {
    return Place.at(this.object, this.at).hides(value);
  }
}

/** An object with its defaults, as the server completes it before it checks conditions. */
function withDefaults({ properties, anyOf, oneOf, allOf, not }: Schema, value: PlainValue): PlainValue {
  if (!properties || !isObject(value) || !(anyOf ?? oneOf ?? allOf ?? not)) return value;
  const missing = Object.entries(properties).filter(([name, each]) => each.default !== undefined && value[name] == null);
  const defaults = Object.fromEntries(missing.map(([name, each]) => [name, each.default]));
  return missing.length === 0 ? value : { ...value, ...defaults } as PlainFields;
}

/** The name of an embedded object, whose kind may allow names of any form. */
const embeddedName: Check = (value, at) => value === '' || PATH_SEGMENT.fits(value, {}) ? FINE
  : found('invalid-name', at, { reason: 'given', rule: PATH_SEGMENT.must({}), value: Shown.of(value) });

const EMBEDDED_METADATA = objectOf({ name: embeddedName, labels, annotations });

/** The metadata of every object. */
export const METADATA: Schema = { $ref: 'meta/v1.ObjectMeta' };

/** The fields that every embedded object has. */
const EMBEDDED = ['apiVersion', 'kind', 'metadata'];

/** The types of values, with their shapes in messages. */
export const SHAPE_OF = {
  array: 'list', boolean: 'boolean', integer: 'integer', number: 'number', object: 'object', string: 'string',
} as const;

function isOfType(type: SchemaType, value: unknown): boolean {
  switch (type) {
    case 'array': return Array.isArray(value);
    case 'integer': return Number.isInteger(value);
    case 'object': return isObject(value);
    default: return typeof value === type;
  }
}

/** The violation of a combination of schemas, described by the required fields if the schemas contain nothing else. */
function combination(kind: 'a' | 'exactly one' | 'no', schemas: readonly Schema[], value: PlainValue): ParametersOf<'schema-violation'> {
  const required = schemas.map(each => Object.keys(each).every(key => key === 'required') ? each.required ?? [] : []);
  if (!isObject(value) || required.some(each => each.length !== 1)) return { reason: 'form', which: kind };
  const fields = required.flat();
  const given = fields.filter(field => value[field] !== undefined);
  if (kind === 'no') return { reason: 'not-field', given };
  return kind === 'a' ? { reason: 'any-field', fields } : { reason: 'one-field', fields, given };
}
