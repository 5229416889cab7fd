import { Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { DEFECTS, validObject } from './arbitraries';
import { newChart, Written } from './support';
import { ObjectChecks } from '../../../src/gitops/checks/object-checks';
import { KindScopes } from '../../../src/gitops/checks/scopes';
import { PATIENCE, runs } from '../../properties/runs';

const chart: Chart = newChart({ namespace: undefined });
const construct = new Written(chart, 'x', {});

/** The codes of what is found in some objects of one app. */
function codesOf(...objects: any[]): string[] {
  const checks = new ObjectChecks(new KindScopes());
  for (const json of objects) checks.checked(json, chart, construct);
  return checks.findings.map(({ finding }) => finding.code);
}

test('valid metadata gives no finding, alone or in a list, and is written as it is', () => {
  fc.assert(fc.property(validObject, json => {
    const before = JSON.stringify(json);
    expect(codesOf(json)).toEqual([]);
    expect(codesOf({ apiVersion: 'v1', kind: 'List', items: [json] })).toEqual([]);
    expect(new ObjectChecks(new KindScopes()).checked(json, chart, construct)).toBe(json);
    expect(JSON.stringify(json)).toBe(before);
  }), { numRuns: runs(5000) });
}, PATIENCE);

test('each object is one of its own, and is met once', () => {
  fc.assert(fc.property(validObject, validObject, (one, two) => {
    const same = (key: (json: any) => unknown) => key(one) === key(two);
    const isSame = same(o => o.apiVersion) && same(o => o.kind) && same(o => o.metadata.name) && same(o => o.metadata.namespace || '');
    expect(codesOf(one, two)).toEqual(isSame ? ['duplicate-object'] : []);
    expect(codesOf(one, two, one)).toContain('duplicate-object');
  }), { numRuns: runs(2000) });
}, PATIENCE);

test.each(DEFECTS.map(([code, spoil, fits], i) => [code, String(spoil), i, fits] as const))('fails with %s after %s', (code, _, i, fits = () => true) => {
  const [, spoil] = DEFECTS[i];
  fc.assert(fc.property(validObject.filter(fits), json => {
    spoil(json);
    const codes = codesOf(json);
    expect([codes[0], new Set(codes).size]).toEqual([code, 1]);
  }), { numRuns: runs(300) });
}, PATIENCE);
