import { readFileSync } from 'node:fs';
import * as typescript from 'typescript';
import * as library from '../../../src';
import { projectOf } from './generated';
import { SMALL, application, component, withTraits } from './odd-documents';
import {
  COUNT, METADATA, TEXT, FLAG, kubernetes as kubernetesType, listType, record, RecordType, StringMap, Type,
} from '../../../src/base/definitions/type';
import { showPath } from '../../../src/base/findings/finding';
import { describeProblem, problemOf } from '../../../src/base/findings/words';
import { fitValue } from '../../../src/migration/typescript/fit';
import { evaluate } from '../../../src/migration/typescript/tree';
import TYPES from '../../../src/base/kubernetes-api/cdk8s-plus-27.json';

/** The types that workloads of this library take, with all that is in them. */
const ROOTS = ['DeploymentStrategy', 'KubeConfigMapProps', 'KubeDeploymentProps', 'KubeServiceProps', 'LabelSelector', 'PodSpec', 'ServiceSpec'];

/** The declarations of cdk8s-plus in the form of the table in src: `name:type` for each field, with a `!` where it is required. */
function declaredTypes(): Record<string, string> {
  const interfaces = declarations();
  const result: Record<string, string> = {};
  const open = [...ROOTS];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (type in result) continue;
    const fields = fieldsOf(interfaces.get(type)!);
    result[type] = fields.map(({ name, type: of, isRequired }) => `${name}${isRequired ? '!' : ''}:${of}`).join(' ');
    open.push(...fields.map(field => field.type.replace(/[[\]{}]/g, '')).filter(each => interfaces.has(each)));
  }
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => a < b ? -1 : 1));
}

function declarations(): Map<string, typescript.InterfaceDeclaration> {
  const file = require.resolve('cdk8s-plus-27/lib/imports/k8s.d.ts');
  const { statements } = typescript.createSourceFile(file, readFileSync(file, 'utf8'), typescript.ScriptTarget.ES2022);
  return new Map(statements.filter(typescript.isInterfaceDeclaration).map(each => [each.name.text, each]));
}

function fieldsOf(declaration: typescript.InterfaceDeclaration) {
  return declaration.members.filter(typescript.isPropertySignature).map(member => ({
    name: (member.name as typescript.Identifier).text,
    type: typeText(member.type!),
    isRequired: member.questionToken === undefined,
  }));
}

/** `string`, `Container`, `string[]`, or `{Quantity}` for a map. */
function typeText(type: typescript.TypeNode): string {
  if (typescript.isArrayTypeNode(type)) return `${typeText(type.elementType)}[]`;
  if (typescript.isTypeReferenceNode(type)) return (type.typeName as typescript.Identifier).text;
  if (typescript.isTypeLiteralNode(type)) return `{${typeText((type.members[0] as typescript.IndexSignatureDeclaration).type)}}`;
  const keyword = typescript.tokenToString(type.kind);
  if (keyword === undefined) throw new Error(`a type of another form: ${typescript.SyntaxKind[type.kind]}`);
  return keyword;
}

/** What the code says, what it does not, and why. */
function fit(type: Type, value: unknown) {
  const { expression, rest, why } = fitValue(type, value, ['f']);
  return [...expression ? [evaluate(expression!, library)] : ['nothing'], rest, why.map(each => `${showPath(each.path)} ${problemOf(each)}`)];
}

const kubernetes = (name: string) => kubernetesType(name, () => []);

const NUMBERS: StringMap<any> = { is: 'map', values: {}, of: COUNT, check: () => [] };
const INNER = record<any>()({ a: { type: TEXT }, b: { type: COUNT, required: 'by types' } } as any);
const OUTER = record<any>()({
  own: { type: FLAG },
  other: { type: TEXT, at: 'renamed' },
  inner: { type: INNER },
  list: { type: listType(INNER, '') },
  map: { type: NUMBERS },
  x: { type: TEXT, at: 'up.x' },
  y: { type: TEXT, at: 'always.y' },
} as any, { around: { always: { isAlways: true } }, others: { stored: { type: TEXT } } });

test.each<[string, unknown, unknown[]]>([
  ['all', { own: true, renamed: 'r', inner: { a: 'a', b: 1 }, list: [{ b: 1 }], map: { k: 1 }, up: { x: 'x' }, always: { y: 'y' } },
    [{ own: true, other: 'r', inner: { a: 'a', b: 1 }, list: [{ b: 1 }], map: { k: 1 }, x: 'x', y: 'y' }, undefined, []]],
  ['a field of manifests alone', { always: {}, stored: 'a' }, [{}, { stored: 'a' }, ['f.stored is not in the types']]],
  ['unknown fields', { always: {}, new: 1, inner: { b: 1, new: null } }, [{ inner: { b: 1 } }, { new: 1, inner: { new: null } }, ['f.new is not in the types', 'f.inner.new is not in the types']]],
  ['wrong values', { always: {}, own: 'true', renamed: null, map: { k: 1, l: '1' } },
    [{ map: { k: 1 } }, { own: 'true', renamed: null, map: { l: '1' } }, ['f.own is not a boolean', 'f.renamed is null', 'f.map.l is not a number']]],
  ['an object without what it must have', { always: {}, inner: { a: 'a' } }, [{}, { inner: { a: 'a' } }, ['f.inner.b is missing']]],
  ['an object of which nothing can be said', { always: {}, up: { z: 1 } }, [{}, { up: { z: 1 } }, ['f.up.z is not in the types']]],
  ['a list with one element that is newer', { always: {}, list: [{ b: 1 }, { b: 2, new: 1 }] }, [{}, { list: [{ b: 1 }, { b: 2, new: 1 }] }, ['f.list[1].new is not in the types']]],
  ['an empty object whose fields are elsewhere', { always: {}, up: {} }, [{}, { up: {} }, ['f.up is empty']]],
  ['nulls in the place of objects', { always: null, up: null, inner: null, list: null, map: null },
    [{}, { always: null, up: null, inner: null, list: null, map: null }, ['f.always is null', 'f.up is null', 'f.inner is null', 'f.list is null', 'f.map is null']]],
  ['an object that would be added', {}, ['nothing', undefined, ['f.always would be added']]],
  ['keys that mean something', { always: {}, map: JSON.parse('{"__proto__":1,"constructor":2}'), ...JSON.parse('{"__proto__":{"a":1}}') },
    [{ map: JSON.parse('{"__proto__":1,"constructor":2}') }, JSON.parse('{"__proto__":{"a":1}}'), ['f.__proto__ is not in the types']]],
  ['what is no object', [], ['nothing', undefined, ['f is not an object']]],
])('%s', (_, value, expected) => {
  expect(fit(OUTER, value)).toEqual(expected);
});

const required = (type: Type, more: object = {}): RecordType => record<any>()({ a: { type, required: 'by types', ...more } } as any);

test('what must be there, and cannot be said, makes all impossible', () => {
  expect(fit(required(listType(INNER, '')), { a: [{ b: null }] })).toEqual(['nothing', undefined, ['f.a[0].b is null']]);
  expect(fit(required(TEXT, { at: 'up.a' }), {})).toEqual(['nothing', undefined, ['f.up.a is missing']]);
});

test('what the library writes itself is not said, and must be the same', () => {
  const type = record<any>()({ a: { type: TEXT } } as any, { others: { version: { type: TEXT, fixed: 'v1' } } });
  expect(fit(type, { version: 'v1', a: 'b' })).toEqual([{ a: 'b' }, undefined, []]);
  expect(fit(type, { version: 'v2', a: 'b' })).toEqual(['nothing', undefined, ['f.version is not v1']]);
  expect(fit(type, { a: 'b' })).toEqual(['nothing', undefined, ['f.version is missing']]);
});

test('unknown metadata of any form is said as it is', () => {
  expect(fit(METADATA, { name: 'a', other: [null, { b: '' }] })).toEqual([{ name: 'a', other: [null, { b: '' }] }, undefined, []]);
});

describe('types of cdk8s-plus', () => {
  test('are spelled as they are in code, with their classes', () => {
    const { expression } = fitValue(kubernetes('ServicePort'), { port: 80, targetPort: 'http', appProtocol: 'h2c' }, []);
    expect(evaluate(expression!, library)).toEqual({ port: 80, targetPort: { value: 'http' }, appProtocol: 'h2c' });
    expect(fit(kubernetes('ContainerPort'), { containerPort: 80, hostIP: 'a', hostIp: 'b' })).toEqual([{ containerPort: 80, hostIp: 'a' }, { hostIp: 'b' }, ['f.hostIp is not in the types']]);
    expect(fit(kubernetes('ResourceRequirements'), { limits: { cpu: 1, memory: '1Gi' } })).toEqual([{ limits: { cpu: { value: 1 }, memory: { value: '1Gi' } } }, undefined, []]);
  });

  test('take no dates', () => {
    expect(fit(kubernetes('ObjectMeta'), { name: 'a', creationTimestamp: null })).toEqual([
      { name: 'a' }, { creationTimestamp: null }, ['f.creationTimestamp is null'],
    ]);
  });
});

test('a misfit in one sentence', () => {
  expect(fitValue(TEXT, null, ['spec', 'a']).why.map(describeProblem)).toEqual(["not-in-types: 'spec.a' is null"]);
});

/** Without the spelling of Kubernetes, which the declarations do not have. */
const table = Object.fromEntries(Object.entries(TYPES).map(([type, fields]) => [type, fields.replace(/=[^!:]+/g, '')]));

test('the file has the types of cdk8s-plus as they are declared, and no others', () => {
  expect(table).toEqual(declaredTypes());
});

test('the declarations are read: all that workloads take, with all that is in it', () => {
  expect(Object.keys(table)).toEqual(expect.arrayContaining([...ROOTS, 'Container', 'Probe', 'Volume', 'Affinity', 'LabelSelectorRequirement', 'ClientIpConfig']));
  expect(table.ContainerPort).toBe('containerPort!:number hostIp:string hostPort:number name:string protocol:string');
});

/** The file of the application `hello`. */
const helloOf = (manifests: string) => projectOf(manifests).files.get('hello.ts')!;

const METRICS = '- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait }';
const ingress = (name: string) =>
  `- trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: IngressTrait, metadata: { name: ${name} }, spec: { rules: [{ paths: [{ path: /a }] }] } }`;

test('fields that a component and an application lack are patched in, with the reason', () => {
  const more = 'status: { a~b/c: null }';
  expect(helloOf(`${application('hello', '- componentName: greet')}  scopes: [a]\n${more}\n${component('greet', SMALL, more)}`)).toEqual(expect.stringMatching(
    // the application in the constructor, its component in a method
    /\/\/ not in the types: 'spec\.scopes', 'status'\n +ApiObject\.of\(application\)\.addJsonPatch\(\s*JsonPatch\.add\('\/spec\/scopes', \['a'\]\),\s*JsonPatch\.add\('\/status', \{ 'a~b\/c': null \}\),?\s*\);[^]*\/\/ not in the types: 'status'\n +ApiObject\.of\(component\)\.addJsonPatch\(JsonPatch\.add\('\/status', /,
  ));
});

describe('an application is written as it is, with the reason, when', () => {
  test.each([
    ['an entry is no object', application('hello', '- [a]'), "'spec.components[0]' is not an object"],
    ['a trait is none', withTraits(`- null\n${METRICS}`), "'spec.components[0].traits[0]' is not an object"],
    ['an entry has a field that the types lack', application('hello', '- { componentName: greet, own: 1 }'), "'spec.components[0].own' is not in the types"],
    ['the tree does not take a trait', withTraits(`${METRICS}\n${ingress('a')}\n${ingress('b')}`),
      'duplicate-route: \'rules[0].paths[0]\' claims path "/a" on host hello.default.<domain>, which \'rules[0].paths[0]\' of \'hello/hello/greet/ingress\' has claimed already'],
  ])('%s', (_, manifests, why) => {
    const program = helloOf(manifests).replace(/\n +\/\/ /g, ' ');
    expect(program).toContain(` not an ApplicationConfiguration: ${why}\n    new CustomObject(this, 'application-configuration-hello', {\n`);
    expect(program).not.toContain('new ApplicationConfiguration(');
  });
});

test('a component whose workload the platform rejects is written as it is, with the reason', () => {
  const domain = 'apiVersion: oam.verrazzano.io/v1alpha1\nkind: VerrazzanoWebLogicWorkload\nspec:\n  template: { metadata: { name: bobs }, spec: {} }';
  const program = helloOf(application('hello', '- componentName: bobs') + component('bobs', domain)).replace(/(?<=no)\n +\/\/ /, ' ');
  expect(program).toContain([
    "    // component 'bobs' is written as a CustomObject",
    "    application.addComponent(Component.fromComponentName(this, 'bobs', 'bobs'));",
  ].join('\n'));
  expect(program).toContain([
    "    // not a Component: missing-field: 'workload.spec.template.spec.domainUID' is required: the platform creates no domain without it",
    "    new CustomObject(this, 'component-bobs', {",
  ].join('\n'));
});
