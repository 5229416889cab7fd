import { SchemaCheck } from '../../../src/cluster/checks/check-schema';
import { Schema, kubernetesSet } from '../../../src/cluster/checks/schema-store';
import { describe as inWords } from '../../../src/base/findings/words';
import { PlainFields } from '../../../src/base/check';

const DEFINITIONS: Readonly<Record<string, Schema>> = {
  Port: { type: 'object', properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } }, required: ['port'] },
};

function findings(schema: Schema, value: any, { isBuiltIn = false, kind = 'Widget' } = {}): string[] {
  const rules = { definitions: DEFINITIONS, metadata: kubernetesSet().definitions, isBuiltIn, isOpen: (text: string) => text.includes('${') };
  return new SchemaCheck(rules, { kind } as object as PlainFields).check(schema, value, ['spec']).findings.map(inWords);
}

const field = (schema: Schema): Schema => ({ type: 'object', properties: { a: schema } });

describe('fails when', () => {
  test.each<[string, Schema, unknown, string]>([
    // types
    ['a string is a number', { type: 'string' }, 1, "invalid-type: 'spec.a' must be a string, got a number; put it in quotes"],
    ['a string is a list', { type: 'string' }, [], "invalid-type: 'spec.a' must be a string, got a list of 0"],
    ['an integer is a string', { type: 'integer' }, '1', "invalid-type: 'spec.a' must be an integer, got a string"],
    ['an integer is a fraction', { type: 'integer' }, 1.5, "invalid-type: 'spec.a' must be an integer, got a number"],
    ['a number is a boolean', { type: 'number' }, true, "invalid-type: 'spec.a' must be a number, got true"],
    ['a boolean is a string', { type: 'boolean' }, 'true', "invalid-type: 'spec.a' must be a boolean, got a string"],
    ['a list is an object', { type: 'array' }, {}, "invalid-type: 'spec.a' must be a list, got an object"],
    ['a map is a list', { type: 'object', additionalProperties: true }, [], "invalid-type: 'spec.a' must be a map, got a list of 0"],
    ['an object is a string', field({}), 'x', "invalid-type: 'spec.a' must be an object, got a string"],
    ['a port by number or name is a fraction', { 'x-kubernetes-int-or-string': true }, 1.5, "invalid-value: 'spec.a' must be an integer or a string, got a number"],
    ['a quantity is a list', { format: 'quantity' }, [], "invalid-value: 'spec.a' must be a quantity in quotes, such as \"500m\", \"1\" or \"256Mi\", got a list of 0"],
    ['an element is null', { type: 'array', items: { type: 'string' } }, [null], "invalid-type: 'spec.a[0]' must not be null; leave the field out"],
    // values
    ['a value is none of an enumeration', { type: 'string', enum: ['Always', 'Never'] }, 'always', "invalid-value: 'spec.a' must be one of Always, Never, got \"always\"; did you mean \"Always\"?"],
    ['a string is too short', { type: 'string', minLength: 2 }, 'a', "schema-violation: 'spec.a' must have at least 2 characters, got 1"],
    ['a string is too long', { type: 'string', maxLength: 1 }, 'ab', "schema-violation: 'spec.a' must have at most 1 character, got 2"],
    ['a string does not match', { type: 'string', pattern: '^[a-z]+$' }, 'A', "schema-violation: 'spec.a' must match ^[a-z]+$, got \"A\""],
    ['a string does not have its format', { type: 'string', format: 'date-time' }, 'today', "schema-violation: 'spec.a' must be a time such as \"2026-01-31T12:00:00Z\", got \"today\""],
    ['a number is too small', { type: 'number', minimum: 1 }, 0, "schema-violation: 'spec.a' must be at least 1, got 0"],
    ['a number is too large', { type: 'number', maximum: 1 }, 2, "schema-violation: 'spec.a' must be at most 1, got 2"],
    ['a number is not above its limit', { type: 'number', minimum: 1, exclusiveMinimum: true }, 1, "schema-violation: 'spec.a' must be greater than 1, got 1"],
    ['a number is not below its limit', { type: 'number', maximum: 1, exclusiveMaximum: true }, 1, "schema-violation: 'spec.a' must be less than 1, got 1"],
    ['a number is no multiple', { type: 'integer', multipleOf: 5 }, 7, "schema-violation: 'spec.a' must be a multiple of 5, got 7"],
    ['a number is no multiple of a fraction', { type: 'number', multipleOf: 0.1 }, 0.35, "schema-violation: 'spec.a' must be a multiple of 0.1, got 0.35"],
    // lists and maps
    ['a list is too short', { type: 'array', minItems: 1 }, [], "schema-violation: 'spec.a' must have at least 1 element, got 0"],
    ['a list is too long', { type: 'array', maxItems: 1 }, [1, 2], "schema-violation: 'spec.a' must have at most 1 element, got 2"],
    ['a set has an element twice', { 'type': 'array', 'x-kubernetes-list-type': 'set' }, ['a', 'b', 'a'], "schema-violation: 'spec.a[2]' is the same as element 0, and the elements of the list must differ; leave one of them out, or change it"],
    ['two elements have the same keys, one by its default', {
      'type': 'array', 'items': { $ref: 'Port' }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'],
    }, [{ port: 1 }, { port: 1, protocol: 'TCP' }], "schema-violation: 'spec.a[1]' is the same as element 0 in port and protocol, and the elements of the list must differ; leave one of them out, or change it"],
    ['a map has too few entries', { type: 'object', minProperties: 1, additionalProperties: true }, {}, "schema-violation: 'spec.a' must have at least 1 field, got 0"],
    ['a map has too many entries', { type: 'object', maxProperties: 1, additionalProperties: true }, { a: 1, b: 2 }, "schema-violation: 'spec.a' must have at most 1 field, got 2"],
    ['a field is missing', { $ref: 'Port' }, {}, "missing-field: 'spec.a.port' is required"],
    ['a field is unknown', { $ref: 'Port' }, { port: 1, colour: 'red' }, "unknown-field: 'spec.a.colour' is an unknown field; expected one of port, protocol; the API server silently drops it; leave it out, or check where it belongs"],
    ['a field is misspelt', { $ref: 'Port' }, { port: 1, protocl: 'TCP' }, "unknown-field: 'spec.a.protocl' is an unknown field; expected one of port, protocol; the API server silently drops it; did you mean \"protocol\"?"],
    ['an unknown field is null', { $ref: 'Port' }, { port: 1, colour: null }, "unknown-field: 'spec.a.colour' is an unknown field; expected one of port, protocol; the API server silently drops it; leave it out, or check where it belongs"],
    // combinations
    ['none of several fields is there', { type: 'object', additionalProperties: true, anyOf: [{ required: ['b'] }, { required: ['c'] }] }, {}, "schema-violation: 'spec.a' must have at least one of b, c"],
    ['two fields exclude each other', { type: 'object', additionalProperties: true, oneOf: [{ required: ['b'] }, { required: ['c'] }] }, { b: 1, c: 2 }, "schema-violation: 'spec.a' must have exactly one of b, c, and has b and c"],
    ['a field is excluded', { type: 'object', additionalProperties: true, not: { required: ['b'] } }, { b: 1 }, "schema-violation: 'spec.a' must not have b; leave it out"],
    ['no form fits', { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'integer' }] }, 'ab', "schema-violation: 'spec.a' must have a form that its schema allows; see the reference of the kind"],
    ['two forms fit', { oneOf: [{ type: 'string' }, { maxLength: 5 }] }, 'ab', "schema-violation: 'spec.a' must have exactly one form that its schema allows; see the reference of the kind"],
    ['an excluded form fits', { not: { type: 'string' } }, 'ab', "schema-violation: 'spec.a' must have no form that its schema excludes; see the reference of the kind"],
    ['one of all forms does not fit', { allOf: [{ maxLength: 1 }, { pattern: 'a' }] }, 'ab', "schema-violation: 'spec.a' must have at most 1 character, got 2"],
    // embedded objects
    ['an embedded object has no kind', { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true }, { apiVersion: 'v1', metadata: {} }, "missing-field: 'spec.a.kind' is required"],
  ])('%s', (_, schema, value, message) => {
    expect(findings(field(schema), { a: value })).toEqual([message]);
  });

  test('the metadata of an embedded object has an unknown field', () => {
    const schema = { 'type': 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true } as const;
    const [message] = findings(field(schema), { a: { apiVersion: 'v1', kind: 'Pod', metadata: { label: {} } } });
    expect(message).toMatch(/^unknown-field: 'spec\.a\.metadata\.label' is an unknown field; .* did you mean "labels"\?$/);
    expect(findings(field(schema), { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: [] } } })).toEqual([
      "invalid-type: 'spec.a.metadata.name' must be a string, got a list of 0",
    ]);
    expect(findings(field(schema), { a: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a/b', labels: { 'a b': 'c' } } } }).map(each => each.replace(/ must .*/, ''))).toEqual([
      "invalid-name: 'spec.a.metadata.name'", "invalid-label: 'spec.a.metadata.labels'",
    ]);
  });

  test('there are many known fields, of which only the one that was meant is named', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, {}]));
    expect(findings({ type: 'object', properties }, { fielt7: 1, colour: 2 })).toEqual([
      "unknown-field: 'spec.fielt7' is an unknown field; the API server silently drops it; did you mean \"field7\"?",
      "unknown-field: 'spec.colour' is an unknown field; the API server silently drops it; leave it out, or check where it belongs",
    ]);
  });
});

describe('accepts', () => {
  test.each<[string, Schema, unknown]>([
    ['a field that is null: the server drops it', { type: 'string' }, null],
    ['null where the schema has it as a value', { type: 'string', nullable: true }, null],
    ['an integer that is a whole number', { type: 'number' }, 1],
    ['a name for a port', { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] }, 'http'],
    ['a number for a quantity', { format: 'quantity' }, 2],
    ['a multiple that division finds only nearly', { type: 'number', multipleOf: 0.1 }, 0.3],
    ['a multiple of a large factor', { type: 'number', multipleOf: 2.5 }, 7.5],
    ['what is filled in later', { type: 'integer' }, '${REPLICAS}'],
    ['unknown fields where they are kept', { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true }, { b: 1 }],
    ['entries of a map', { type: 'object', additionalProperties: { type: 'string' } }, { b: 'c' }],
    ['a required field with a default', { type: 'object', properties: { b: { default: 1 } }, required: ['b'] }, {}],
    ['a combination that the defaults make', {
      type: 'object', properties: { b: { type: 'string', default: 'x' } }, oneOf: [{ properties: { b: { enum: ['x'] } }, required: ['b'] }, { required: ['c'] }],
    }, {}],
    ['unknown fields in a form: it narrows values alone', { type: 'object', properties: { b: {} }, anyOf: [{ properties: { c: {} } }] }, { b: 1 }],
    ['a pattern that RE2 does not know', { type: 'string', pattern: '(?!a)' }, 'a'],
    ['a pattern of RE2 that JavaScript does not know', { type: 'string', pattern: '^(?i)abort$' }, 'Abort'],
    ['an integer of more bits than its format: servers do not check it for custom kinds', { type: 'integer', format: 'int32' }, 2 ** 31],
    ['a format that is not checked', { type: 'string', format: 'isbn' }, 'a b'],
  ])('%s', (_, schema, value) => {
    expect(findings(field(schema), { a: value })).toEqual([]);
  });

  // each as k8s.io/kube-openapi judges it
  test.each<[format: string, fits: readonly string[], misses: readonly string[]]>([
    ['uri', ['*', '/', '/a%20', '//a b', 'http:', 'http://u:p@h:80/x', 'http://[::1]:80', 'http://h:', 'mailto:a@b', 's3://b/k', 'http://a@b@c', 'http://é', '/a#f'],
      ['', 'a', 'a/b', '?x', '/a%zz', 'http://a b', 'http://h:x', 'http://u p@h', 'http://h%20', 'http://h|x', ':x', '1http://x', '/a\tb', 'example.com']],
    ['duration', ['0', '+0', '1s', '1.5h', '.5s', '-1m', '1 day', '2 weeks', '1h30m', '1µs', '1D', '1 HOUR', '10ns', 'every 5 sec'],
      ['', '5', '1x', 'PT5', '5 months', '1y', '1ss', 'abc']],
    ['ipv4', ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4'], ['1.2.3', '1.2.3.256', '::1']],
  ])('texts of the format %s', (format, fits, misses) => {
    const accepted = (text: string) => findings(field({ type: 'string', format }), { a: text }).length === 0;
    expect(fits.filter(text => !accepted(text))).toEqual([]);
    expect(misses.filter(accepted)).toEqual([]);
  });

  test('a value of a long enumeration, of which a message names the first', () => {
    const schema: Schema = { type: 'string', enum: Array.from({ length: 300_000 }, (_, i) => `v${i}`) };
    expect(findings(field(schema), { a: 'v299999' })).toEqual([]);
    expect(findings(field(schema), { a: 'w' })[0].length).toBeLessThan(1000);
  });

  test('of Kubernetes\' own kinds an empty string in place of an enumeration, and null as an element', () => {
    const schema = field({ type: 'array', items: { type: 'string', enum: ['a'] } });
    expect(findings(schema, { a: ['', null] }, { isBuiltIn: true })).toEqual([]);
    expect(findings(schema, { a: ['', null] })).toHaveLength(2);
  });
});

describe('a value that may be a password', () => {
  const SECRET = 'hunter2-hunter2';

  test.each<[string, Schema, unknown, string]>([
    ['in a Secret', field({ type: 'string', pattern: '^x$' }), { a: SECRET }, 'Secret'],
    ['of a field that is called so', { type: 'object', properties: { password: { type: 'string', maxLength: 3, enum: ['a'] } } }, { password: SECRET }, 'Widget'],
    ['of a variable', { type: 'object', properties: { env: { type: 'array', items: { type: 'object', properties: { value: { enum: ['b'] } } } } } }, { env: [{ value: SECRET }] }, 'Widget'],
    ['of a wrong type', field({ type: 'integer' }), { a: SECRET }, 'Widget'],
  ])('is not shown: %s', (_, schema, value, kind) => {
    const all = findings(schema, value, { kind });
    expect(all.length).toBeGreaterThan(0);
    expect(all.join()).not.toContain(SECRET.slice(0, 5));
  });
});

test('of Kubernetes\' own kinds, an integer of more than 32 bits fails', () => {
  expect(findings(field({ type: 'integer', format: 'int32' }), { a: 2 ** 31 }, { isBuiltIn: true })).toEqual([
    "schema-violation: 'spec.a' must be an integer from -2147483648 to 2147483647, got 2147483648",
  ]);
});

test('what is far too much is listed in part', () => {
  expect(findings({ type: 'array', items: { type: 'string' } }, Array.from({ length: 5000 }, () => 1))).toHaveLength(1000);
});
