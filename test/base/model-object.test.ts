import { ApiObject, ApiObjectMetadata, App, Chart, IResolver, JsonPatch, Lazy, Yaml } from 'cdk8s';
import { ModelObject } from '../../src/base/model-object';
import { messageOf } from '../support/message';

const TYPE = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component' };
const METADATA = { name: 'greet', labels: { b: '1', a: '2' }, annotations: { z: 'y' } };

function newChart(resolvers: IResolver[] = []): Chart {
  return new Chart(new App({ resolvers }), 'chart', { namespace: 'hello', labels: { team: 'a' } });
}

/** The model's object, and cdk8s's own with the same content. */
function both(fields: Record<string, any>, metadata: ApiObjectMetadata = METADATA, resolvers?: IResolver[]): { ours: ApiObject; theirs: ApiObject } {
  return {
    ours: new ModelObject(newChart(resolvers), 'object', { ...TYPE, metadata }, () => fields),
    theirs: new ApiObject(newChart(resolvers), 'object', { ...TYPE, metadata, ...fields }),
  };
}

const yaml = (object: ApiObject) => Yaml.stringify(object.toJson());

afterEach(() => {
  delete process.env.CDK8S_DISABLE_SORT;
});

describe('content', () => {
  const NULLS = { spec: { none: null, list: [null], object: {}, empty: [], text: '', zero: 0, no: false } };

  test('nulls and empty values are kept', () => {
    expect(both(NULLS).ours.toJson().spec).toStrictEqual(NULLS.spec);
  });

  test('undefined fields are left out', () => {
    expect(both({ spec: { a: undefined, b: { c: undefined } } }).ours.toJson().spec).toStrictEqual({ b: {} });
  });

  test('fields are read from the model each time', () => {
    const components: string[] = [];
    const object = new ModelObject(newChart(), 'object', { ...TYPE, metadata: METADATA }, () => ({ spec: { components } }));
    components.push('greet');

    expect(object.toJson().spec).toEqual({ components: ['greet'] });
  });

  test('rendering twice gives equal and independent results', () => {
    const fields = { spec: { list: [{ a: 1 }] } };
    const { ours } = both(fields);
    ours.addJsonPatch(JsonPatch.add('/spec/patched', { b: 2 }));
    const first = ours.toJson();
    const before = JSON.stringify(first);
    first.spec.list[0].a = 'changed';
    first.spec.patched.b = 'changed';
    first.metadata.labels.a = 'changed';

    expect(JSON.stringify(ours.toJson())).toBe(before);
    expect(fields).toEqual({ spec: { list: [{ a: 1 }] } });
  });
});

describe('the same bytes as cdk8s for data without nulls', () => {
  const SPEC = { spec: { b: [{ d: 1, c: 'yes' }], a: { 10: 'x', 9: 'y', z: {}, e: [] } }, data: { k: '0775' } };

  test.each<[string, Record<string, any>, ApiObjectMetadata]>([
    ['keys in order', SPEC, METADATA],
    ['only a name', {}, { name: 'greet' }],
    ['empty metadata', SPEC, { name: 'greet', labels: {}, annotations: {}, finalizers: [] }],
    ['a namespace of its own', SPEC, { name: 'greet', namespace: 'other', finalizers: ['b', 'a'] }],
    ['further metadata', SPEC, { name: 'greet', generateName: 'g-' }],
  ])('%s', (_, fields, metadata) => {
    const { ours, theirs } = both(fields, metadata);

    expect(yaml(ours)).toBe(yaml(theirs));
  });

  test('keys as they were written, with CDK8S_DISABLE_SORT', () => {
    process.env.CDK8S_DISABLE_SORT = '1';
    const { ours, theirs } = both(SPEC);

    expect(yaml(ours)).toBe(yaml(theirs));
    expect(Object.keys(ours.toJson().spec)).toEqual(['b', 'a']);
  });

  test.each<[string, JsonPatch[]]>([
    ['a field is added', [JsonPatch.add('/spec/a/f', { g: 1 })]],
    ['a top-level field is added', [JsonPatch.add('/aaa', 1)]],
    ['metadata is changed', [JsonPatch.replace('/metadata/labels/a', 'new'), JsonPatch.remove('/metadata/annotations')]],
    ['the type is changed', [JsonPatch.replace('/kind', 'Other')]],
    ['a patch builds on another', [JsonPatch.add('/spec/n', []), JsonPatch.add('/spec/n/-', 1)]],
  ])('JSON patches: %s', (_, patches) => {
    const { ours, theirs } = both(SPEC);
    ours.addJsonPatch(...patches);
    theirs.addJsonPatch(...patches);

    expect(yaml(ours)).toBe(yaml(theirs));
  });

  test('fails when a patch does not apply, as cdk8s fails', () => {
    const { ours, theirs } = both(SPEC);
    const patch = JsonPatch.test('/kind', 'Other');
    ours.addJsonPatch(patch);
    theirs.addJsonPatch(patch);

    const first = (object: ApiObject) => messageOf(() => object.toJson()).split('\n')[0];

    expect(first(theirs)).toBe('Failed serializing construct at path \'chart/object\' with name \'greet\': TEST_OPERATION_FAILED: Test operation failed');
    expect(first(ours)).toBe(first(theirs));
  });
});

describe('resolvers that are given to App', () => {
  const upper: IResolver = {
    resolve: context => {
      if (typeof context.value === 'string' && context.value.startsWith('$')) context.replaceValue(context.value.slice(1).toUpperCase());
    },
  };
  const FIELDS = { spec: { list: ['$a', { b: '$c' }], plain: 'd' } };

  /** Replaces the value at a path. */
  const at = (path: string, value: any): IResolver => ({
    resolve: context => {
      if (context.key.join('.') === path && context.value !== value) context.replaceValue(value);
    },
  });

  const token: IResolver = {
    resolve: context => {
      if (context.value === 'd') context.replaceValue(Lazy.any({ produce: () => '$token' }));
    },
  };

  test('see every value, in lists and in metadata too', () => {
    const json = both(FIELDS, { name: 'greet', labels: { a: '$b' } }, [upper]).ours.toJson();

    expect(json.spec).toEqual({ list: ['A', { b: 'C' }], plain: 'd' });
    expect(json.metadata.labels.a).toBe('B');
  });

  test.each<[string, IResolver[]]>([
    ['a value is replaced', [upper]],
    ['a value is replaced at its path', [at('spec.list.1.b', { replaced: true })]],
    ['metadata is replaced at its path', [at('metadata.labels.a', 'x')]],
    ['the type is replaced at its path', [at('kind', 'Other')]],
    ['a token is put in, which is resolved in turn', [token, upper]],
    ['a value is taken away', [at('spec.plain', undefined)]],
  ])('see what they see of other objects: %s', (_, resolvers) => {
    const { ours, theirs } = both(FIELDS, METADATA, resolvers);

    expect(yaml(ours)).toBe(yaml(theirs));
  });

  test('leave nulls alone', () => {
    expect(both({ spec: { a: null, b: '$c' } }, METADATA, [upper]).ours.toJson().spec).toStrictEqual({ a: null, b: 'C' });
  });
});
