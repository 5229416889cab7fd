import type { Shown } from '../../../src/base/findings/finding';
import { serverFindings } from '../../../src/cluster/checks/server-rules';

const refused = (object: object, cause: object) =>
  serverFindings(object as any, { verdict: 'refused', causes: [cause as { message: string }] }, { version: '1.34.0' } as any)[0];

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
    ['none, of a value of a wrong type', { message: 'json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string' }, []],
    ['none, of another sentence', { message: 'quantities must match the regular expression' }, []],
  ])('%s', (_, cause, path) => {
    expect(refused(POD, cause).path).toEqual(path);
  });
});

describe('of an answer is shown', () => {
  test.each<[string, readonly (string | number)[], object, string]>([
    ['a value', ['spec', 'nodeName'], { field: 'spec.nodeName', message: 'Invalid value: "x y": no name' }, 'Invalid value: "x y": no name'],
    ['a number', ['spec', 'x'], { field: 'spec.x', message: 'Invalid value: 99999: too high' }, 'Invalid value: 99999: too high'],
    ['what has no value', ['spec', 'x'], { field: 'spec.x', message: 'Required value: give it' }, 'Required value: give it'],
    ['no user of an address', ['spec', 'url'], { field: 'spec.url', message: 'Invalid value: "http://a:hunter2@b": no' }, 'Invalid value: "http://…@b": no'],
    ['no value that may be a password', ['spec', 'containers', 1, 'env', 0, 'value'],
      { field: 'spec.containers[1].env[0].value', message: 'Invalid value: "hunter2": not hunter2' }, 'Invalid value'],
    ['that such a value cannot change', ['data'], { field: 'data', message: 'Forbidden: field is immutable when `immutable` is set' }, 'Forbidden: field is immutable when `immutable` is set'],
    ['nothing of words that say nothing else', ['spec', 'password'], { field: 'spec.password', message: 'hunter2' }, 'it is not valid'],
    ['no other value that may be a password', ['spec', 'nodeName'], { field: 'spec.nodeName', message: 'Invalid value: "x": not beside hunter2' }, 'Invalid value: "x": not beside …'],
    ['no list', ['spec', 'containers'], { field: 'spec.containers', message: 'Duplicate value: {"name":"A","value":"x"}' }, 'Duplicate value: …'],
    ['no list in Go, but the reason', ['spec', 'containers'],
      { field: 'spec.containers', message: 'Invalid value: []core.Container{core.Container{Name:"a"}}: field is immutable' }, 'Invalid value: …: field is immutable'],
    ['a reason after the type of a list or a map', ['spec', 'containers'],
      { field: 'spec.containers', message: 'Invalid value: "object": must be one of [\'A\', \'B\']' }, 'Invalid value: "object": must be one of [\'A\', \'B\']'],
    ['no list of several lines', ['spec', 'containers'], { field: 'spec.containers', message: 'Forbidden: may not change fields\n  core.PodSpec{A: "x"}' }, 'Forbidden: …'],
    ['a reason without one', ['spec', 'containers'], { field: 'spec.containers', message: 'Too many: 5: must have at most 2 items' }, 'Too many: 5: must have at most 2 items'],
    ['an unknown field', [], { message: 'unknown field "spec.x"' }, 'unknown field "spec.x"'],
    ['no number in another place', [], { message: 'json: cannot unmarshal number 4711 into Go struct field A.b of type int32' },
      'json: cannot unmarshal number into Go struct field A.b of type int32'],
    ['no text that cannot be read', [], { message: 'parsing time "hunter2" as "2006": cannot' }, 'parsing time "…" as "…": cannot'],
    ['no text that does not end', [], { message: 'denied: "hunter2' }, 'denied: "…"'],
  ])('%s', (_, path, cause, shown) => {
    const object = path[0] === 'data' ? { kind: 'Secret', data: 'x' } : POD;
    const { path: at, parameters } = refused(object, cause);
    expect([at.slice(0, path.length), (parameters.answer as Shown).text]).toEqual([path, shown]);
  });
});
