import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblyFindings, Type } from '../../build-tools/check-api';
import { lostByJsii } from '../../build-tools/jsii-losses';

const DOCS = { summary: 'Says what it is.' };

/** The findings about one type, `lib.T`, beside a documented `lib.Base`. */
function findings(type: Type): string[] {
  const base: Type = { kind: 'interface', docs: DOCS, methods: [{ name: 'known', docs: DOCS }, { name: 'unknown' }] };
  return assemblyFindings({ types: { 'lib.T': type, 'lib.Base': base } }).filter((finding) => !finding.startsWith('lib.Base'));
}

describe('the assembly', () => {
  test('passes when all is documented', () => {
    expect(findings({
      kind: 'interface',
      datatype: true,
      docs: DOCS,
      properties: [{ name: 'port', docs: { ...DOCS, default: '8080' }, optional: true }, { name: 'name', docs: DOCS }],
    })).toEqual([]);
  });

  test('fails when a type, constructor, property, method or enum member is not documented', () => {
    expect(findings({ kind: 'class', initializer: { parameters: [{ name: 'a', type: {} }] }, properties: [{ name: 'p' }], methods: [{ name: 'm' }] })).toEqual([
      'lib.T: is not documented',
      'lib.T.constructor: is not documented',
      'lib.T.p: is not documented',
      'lib.T.m: is not documented',
    ]);
    expect(findings({ kind: 'enum', docs: DOCS, members: [{ name: 'ONE' }] })).toEqual(['lib.T.ONE: is not documented']);
  });

  test('asks nothing of a constructor without parameters, which may be implicit', () => {
    expect(findings({ kind: 'class', docs: DOCS, initializer: {} })).toEqual([]);
  });

  test('takes the documentation of what a member overrides', () => {
    const overriding = (name: string, overrides: string): Type => ({ kind: 'class', docs: DOCS, methods: [{ name, overrides }] });
    expect(findings(overriding('known', 'lib.Base'))).toEqual([]);
    expect(findings(overriding('toString', 'constructs.Construct'))).toEqual([]);
    expect(findings(overriding('unknown', 'lib.Base'))).toEqual(['lib.T.unknown: is not documented']);
  });

  test('fails when an optional property of a struct has no default', () => {
    const properties = [{ name: 'port', docs: DOCS, optional: true }];
    expect(findings({ kind: 'interface', datatype: true, docs: DOCS, properties })).toEqual(['lib.T.port: is optional and has no @default']);
    expect(findings({ kind: 'class', docs: DOCS, properties })).toEqual([]);
  });

  test('fails when a signature has a union, however deep', () => {
    const union = { union: { types: [{}, {}] } };
    const list = { collection: { elementtype: union } };
    expect(findings({
      kind: 'class',
      docs: DOCS,
      initializer: { docs: DOCS, parameters: [{ name: 'a', type: union }] },
      properties: [{ name: 'p', docs: DOCS, type: list }],
      methods: [{ name: 'm', docs: DOCS, returns: { type: union } }],
    })).toEqual([
      'lib.T.constructor: has a union or intersection of types',
      'lib.T.p: has a union or intersection of types',
      'lib.T.m: has a union or intersection of types',
    ]);
  });

  test('a number or a string is one value in all languages', () => {
    const properties = [{ name: 'p', docs: DOCS, type: { union: { types: [{ primitive: 'number' }, { primitive: 'string' }] } } }];
    expect(findings({ kind: 'class', docs: DOCS, properties })).toEqual([]);
  });
});

describe('what jsii loses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-api-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is found through re-exports', () => {
    writeFileSync(join(folder, 'index.ts'), "export * from './api';\n");
    writeFileSync(join(folder, 'api.ts'), `
      export function lost() {}
      export const GONE = 1;
      export type Size = 'small' | 'large';
      export enum Kept { ONE = 'one', TWO = 'two' }
      export interface Struct { readonly size?: Size; readonly kept?: Kept; readonly flag?: boolean; readonly any: { [key: string]: any } }
      export class Thing {
        public readonly fixed = 'x';
        private readonly hidden: Size = 'small';
        /** @internal */
        public readonly _internal?: Size;
        constructor(public readonly sizes: Size[]) {}
        public infer(kept: Kept) { return kept === Kept.ONE ? 'a' : 'b'; }
        public map(): Record<string, 1 | 2> { return this.hidden ? {} : {}; }
      }
    `);
    expect(lostByJsii(join(folder, 'index.ts'))).toEqual([
      'lost: jsii loses an exported function',
      'GONE: jsii loses an exported constant',
      'Size: jsii loses an exported type alias',
      'Struct.size: jsii makes a plain type of a union of literals',
      'Thing.constructor: jsii makes a plain type of a union of literals',
      'Thing.infer: jsii makes a plain type of a union of literals',
      'Thing.map: jsii makes a plain type of a union of literals',
    ]);
  });
});
