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

describe('of a value that the server repeats is shown nothing that may be a password', () => {
  const JOB = {
    kind: 'Job',
    apiVersion: 'batch/v1',
    spec: {
      backoffLimit: 80000,
      params: { note: 'word' },
      template: {
        spec: {
          containers: [{
            name: 'c',
            image: 'i:2',
            args: ['--db-password=from-args', '-v'],
            env: [
              { name: 'DB_PASSWORD', value: 'newsecret' }, { name: 'PORT', value: '80000' }, { name: 'PIN', value: '4711' }, { name: 'QUOTE', value: 'a"b}c' },
              { name: 'URL', value: 'https://u:of-address@h' }, { name: 'KEY', value: 'first line\nsecond line' }, { name: 'ON', value: 'true' },
            ],
          }],
        },
      },
    },
  };
  const TEMPLATE = ['spec', 'template'];
  const STRUCT = 'core.PodTemplateSpec{Labels:map[string]string{"a":"LEAK"}, Spec:core.PodSpec{Containers:[]core.Container{core.Container{Env:[]core.EnvVar{core.EnvVar{Name:"DB_PASSWORD", Value:"old\"}secret"}}}}}}';
  const at = (path: readonly (string | number)[], message: string) => [path, { field: path.join('.'), message }] as const;
  const whole = (message: string) => [[], { message }] as const;

  test.each<[string, readonly [readonly (string | number)[], { readonly field?: string; readonly message: string }], string]>([
    ['of a Go struct', at(TEMPLATE, `Invalid value: ${STRUCT}: field is immutable`), 'Invalid value: …: field is immutable'],
    ['of a pointer to one', at(TEMPLATE, `Invalid value: &${STRUCT}: field is immutable`), 'Invalid value: …: field is immutable'],
    ['of one that is cut', at(TEMPLATE, `Invalid value: ${STRUCT.slice(0, -20)}`), 'Invalid value: …'],
    ['of one that is cut after a string', at(TEMPLATE, 'Invalid value: core.A{Name:"a}b: LEAK'), 'Invalid value: …'],
    ['of one without quotes', at(TEMPLATE, 'Invalid value: {Env:[{Name:A Value:LE}AK: x}]}: field is immutable'), 'Invalid value: …: field is immutable'],
    ['of a map in Go', at(TEMPLATE, 'Invalid value: map[password:LEAK]: must be empty'), 'Invalid value: …: must be empty'],
    ['of a list in Go', at(TEMPLATE, 'Invalid value: [LEAK LEAK]: must be empty'), 'Invalid value: …: must be empty'],
    ['of JSON', at(TEMPLATE, 'Invalid value: {"a":"}: LEAK"}: must be empty'), 'Invalid value: …: must be empty'],
    ['of JSON of several lines', at(TEMPLATE, 'Invalid value: {\n  "a": "LEAK"\n}: must be empty'), 'Invalid value: …: must be empty'],
    ['of JSON in quotes', at(TEMPLATE, 'Invalid value: "{\\"a\\":\\"LEAK\\"}": must be empty'), 'Invalid value: "…": must be empty'],
    ['of words', at(TEMPLATE, 'Invalid value: the value LEAK is wrong'), 'Invalid value: …'],
    ['of a reason with a value', at(TEMPLATE, 'Invalid value: {"a":1}: not "LEAK"'), 'Invalid value: …'],
    ['but its type in the place of it', at(TEMPLATE, 'Invalid value: "object": must not be "LEAK"'), 'Invalid value: "object": must not be "…"'],
    ['of a sentence of another form', at(TEMPLATE, 'Forbidden: was core.A{Value:"LEAK"}, "LEAK"'), 'Forbidden: was core.A…, "…"'],
    ['of an unknown field', at(['spec', 'x'], 'Invalid value: "{LEAK}": no'), 'Invalid value: "…": no'],
    ['but a number that is elsewhere', at(['spec', 'backoffLimit'], 'Invalid value: 80000: must be less than 4711'), 'Invalid value: 80000: must be less than …'],
    ['of a map with names of its own', at(['spec', 'params', 'note'], 'Invalid value: "word": not a word'), 'Invalid value: "…": not a …'],
    ['of a kind of error that is none', at(['spec', 'password'], 'Leak: no'), 'it is not valid'],
    ['but what a list may have once', at(['spec', 'template', 'spec', 'containers'], 'duplicate entries for key [name="c"]'), 'duplicate entries for key [name="…"]'],
    ['of an environment variable', whole('admission webhook "w" denied the request: DB_PASSWORD=newsecret is true, -v'), 'admission webhook "…" denied the request: DB_PASSWORD=… is true, -v'],
    ['of one within a word', whole('denied: xnewsecretx, not xhunterx'), 'denied: x…x, not xhunterx'],
    ['of a number', whole('denied: pin 4711, port 47110'), 'denied: pin …, port 47110'],
    ['of one with quotes', whole('denied: a"b}c, and {"x":"a\\"b}c"}'), 'denied: …, and …'],
    ['of an argument', whole('denied: from-args'), 'denied: …'],
    ['of an address', whole('denied: of-address'), 'denied: …'],
    ['of a line', whole('denied: second line!'), 'denied: …!'],
    ['of a value that is cut', whole('denied: DB newsec... and first li'), 'denied: DB …... and …'],
    ['of another setting', whole('denied: MY_TOKEN=LEAK;secrets=1 at postgres://u:LEAK@h'), 'denied: MY_TOKEN=…;secrets=1 at postgres://u:…@h'],
    ['of a quote that does not end', whole('denied: "LEAK'), 'denied: "…"'],
    ['but a list of reasons', whole('is forbidden: [maximum cpu is 1, but limit is 2]'), 'is forbidden: [maximum cpu is 1, but limit is 2]'],
    ['of a list in JSON', whole('capabilities.drop=["LEAK", {"a":1}] and {"a":'), 'capabilities.drop=… and …'],
  ])('%s', (_, [path, cause], shown) => {
    expect(answerTo(JOB, path, cause).text).toBe(shown);
  });

  test('of the object in the cluster', () => {
    const before = { kind: 'Job', spec: { template: { spec: { containers: [{ name: 'c', env: [{ name: 'A', value: 'oldsecret' }] }] } } } };
    expect(answerTo(JOB, [], { message: 'denied: oldsecret is now newsecret' }, before).text).toBe('denied: … is now …');
  });

  test('of a Secret', () => {
    const secret = { kind: 'Secret', metadata: { name: 'a' }, data: { a: 'aHVudGVyMjI=' } };
    expect(answerTo(secret, ['metadata', 'name'], { field: 'metadata.name', message: 'Invalid value: "a": not hunter22 or aHVudGVyMjI=' }).text)
      .toBe('Invalid value: "a": not … or …');
  });

  test('and the words of a CustomResourceDefinition are none', () => {
    const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', spec: { schema: { properties: { a: { type: 'string' } } } } };
    expect(answerTo(definition, ['spec', 'x'], { field: 'spec.x', message: 'Required value: must be a string' }).text).toBe('Required value: must be a string');
  });
});
