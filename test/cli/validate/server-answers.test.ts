import { answerTo, pathOfCause } from '../../../src/cli/validate/server-answers';

const POD = {
  kind: 'Pod',
  spec: { containers: [{ name: 'a', image: 'b' }, { name: 'c', image: 7, env: [{ name: 'A', value: 'hunter2' }] }], nodeName: 'x' },
};

describe('the field of a cause is', () => {
  test.each<[string, object, readonly (string | number)[]]>([
    ['the one that it names', { field: 'spec.containers[1].env[0].name', message: 'Required value' }, ['spec', 'containers', 1, 'env', 0, 'name']],
    ['a key of a map', { field: 'metadata.labels[a.b/c]', message: '' }, ['metadata', 'labels', 'a.b/c']],
    ['a number of replicas', { field: '.spec.replicas', message: '' }, ['spec', 'replicas']],
    ['none, of the object', { field: '<nil>', message: '' }, []],
    ['none, of all data', { field: '[]', message: '' }, []],
    ['an unknown one', { message: 'unknown field "spec.containers[0].prots"' }, ['spec', 'containers', 0, 'prots']],
    ['one of a wrong type, in the element that has it',
      { message: 'json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string' }, ['spec', 'containers', 1, 'image']],
    ['a list in the place of something else', { message: 'json: cannot unmarshal array into Go struct field PodSpec.spec.containers of type string' }, ['spec', 'containers']],
    ['none that is found', { message: 'json: cannot unmarshal bool into Go struct field PodSpec.spec.nodeName of type string' }, []],
    ['none, of another sentence', { message: 'quantities must match the regular expression' }, []],
  ])('%s', (_, cause, path) => {
    expect(pathOfCause(POD, cause as { message: string })).toEqual(path);
  });
});

describe('of an answer is shown', () => {
  test.each<[string, readonly (string | number)[], object, string]>([
    ['a value', ['spec', 'nodeName'], { field: 'spec.nodeName', message: 'Invalid value: "x y": no name' }, 'Invalid value: "x y": no name'],
    ['a number', ['spec', 'x'], { field: 'spec.x', message: 'Invalid value: 99999: too high' }, 'Invalid value: 99999: too high'],
    ['a long value in part', ['spec', 'nodeName'], { field: 'spec.nodeName', message: `Duplicate value: "${'x'.repeat(500)}"` },
      `Duplicate value: "${'x'.repeat(119)}… (500 characters)`],
    ['no password of an address', ['spec', 'url'], { field: 'spec.url', message: 'Invalid value: "http://a:hunter2@b": no' }, 'Invalid value: "http://a:…@b": no'],
    ['no object', ['spec', 'ports', 0], { field: 'spec.ports[0]', message: 'Duplicate value: {"name":"A","value":"hunter2"}' }, 'Duplicate value: …'],
    ['nothing of what may be a password', ['spec', 'containers', 1, 'env', 0, 'value'],
      { field: 'spec.containers[1].env[0].value', message: 'Invalid value: "hunter2": not hunter2' }, 'Invalid value'],
    ['nothing of words that say nothing else', ['spec', 'password'], { field: 'spec.password', message: 'hunter2' }, 'it is not valid'],
    ['what has no value', ['spec', 'x'], { field: 'spec.x', message: 'Required value: give it' }, 'Required value: give it'],
    ['no character that Go alone escapes', ['spec', 'x'], { field: 'spec.x', message: 'Invalid value: "\\x00": no' }, 'Invalid value: "…": no'],
    ['an unknown field', [], { message: 'unknown field "spec.x"' }, 'unknown field "spec.x"'],
    ['no number that is none', [], { message: 'json: cannot unmarshal number 4711 into Go struct field A.b of type int32' },
      'json: cannot unmarshal number into Go struct field A.b of type int32'],
    ['no text that cannot be read', [], { message: 'parsing time "hunter2" as "2006": cannot' }, 'parsing time "…" as "…": cannot'],
  ])('%s', (_, path, cause, shown) => {
    expect(answerTo(POD, path, cause as { message: string }).text).toBe(shown);
  });

  test('nothing of a Secret but its fields', () => {
    const secret = { kind: 'Secret', data: {} };
    expect(answerTo(secret, ['data'], { message: 'unknown field "stringdata"' }).text).toBe('unknown field "stringdata"');
    expect(answerTo(secret, [], { message: 'illegal base64 data "hunter2"' }).text).toBe('a value has another type or form');
  });
});
