import { causesOf } from '../../../src/cli/live/causes';

const CONTAINERS = { spec: { containers: [{ name: 'b' }, { name: 'a.x', ports: [{ containerPort: 80, protocol: 'TCP' }] }] } };
const untyped = (text: string) => ({ message: `failed to create typed patch object (shop/a; apps/v1, Kind=Deployment): ${text}` });

test.each<[string, object, object[]]>([
  ['a field', untyped('.spec.foo: field not declared in schema'), [{ field: 'spec.foo', message: 'field not declared in schema' }]],
  ['an element by its name', untyped('.spec.containers[name="a.x"].env: duplicate entries for key [name="A"]'), [
    { field: 'spec.containers[1].env', message: 'duplicate entries for key [name="A"]' },
  ]],
  ['an element by two names', untyped('.spec.containers[name="a.x"].ports[containerPort=80,protocol="TCP"].x: no'), [
    { field: 'spec.containers[1].ports[0].x', message: 'no' },
  ]],
  ['an element that is not there', untyped('.spec.containers[name="c"].x: no'), [{ field: 'spec.containers', message: 'no' }]],
  ['several', untyped('errors:\n  .spec.a: no\n  .spec.b: expected string, got &value.valueUnstructured{Value:"secret"}\n'), [
    { field: 'spec.a', message: 'no' }, { field: 'spec.b', message: 'expected string, got another type' },
  ]],
  ['several of a decoder', { message: 'x: strict decoding error: unknown field "spec.a", duplicate field "b"' }, [
    { message: 'unknown field "spec.a"' }, { message: 'duplicate field "b"' },
  ]],
  ['a type, without the object', { message: ' "" is invalid: patch: Invalid value: "{\\"a\\":1}": json: cannot unmarshal number into Go struct field X.a of type string', details: { causes: [{ field: 'patch' }] } }, [
    { message: 'json: cannot unmarshal number into Go struct field X.a of type string' },
  ]],
  ['nothing of the object', { message: ' "" is invalid: patch: Invalid value: "{}": no', details: { causes: [{ field: 'patch', message: 'Invalid value: "{}": no' }] } }, [
    { message: 'it cannot be read' },
  ]],
  ['the first line', { message: 'm', details: { causes: [{ field: 'spec', message: 'Forbidden: no\n- "secret"' }] } }, [{ field: 'spec', message: 'Forbidden: no' }]],
  ['no reason', {}, [{ message: 'no reason is given' }]],
  ['no reason that is no text', { message: { a: 1 } }, [{ message: 'no reason is given' }]],
  ['a field without a reason, and nothing of what says neither', { message: 'm', details: { causes: [{}, null, { field: {}, message: {} }, { field: 'spec.a' }] } }, [
    { field: 'spec.a', message: 'no reason is given' },
  ]],
  ['the sentence on the object, if no cause says anything', { message: 'm\nn', details: { causes: [{}, { field: {}, message: {} }] } }, [{ message: 'm' }]],
])('of a refusal is read: %s', (_, status, expected) => {
  expect(causesOf(CONTAINERS, status as any)).toEqual(expected);
});
