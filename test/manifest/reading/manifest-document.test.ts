import { locateFindings } from '../../../src/manifest/reading/documents';
import { describeLocated } from '../../../src/manifest/reading/located-finding';
import { readManifests } from '../../../src/manifest/reading/read-manifests';
import { finding } from '../../support/findings';

const TEXT = `# a file
---
apiVersion: v1
kind: X
metadata:
  labels: &labels
    a.b/c: d
spec:
  list:
    - name: a

    - {name: b, more: [1, 2]}
  copy: *labels
  merged:
    <<: *labels
    own: 1
---
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Z
    spec: {}
`;

const { documents: [first, second] } = readManifests(TEXT, 'dir/f.yaml');

test.each([
  ['', 3, 1], ['kind', 4, 1], ['metadata.labels', 6, 3], ['metadata.labels[\'a.b/c\']', 7, 5], ['spec.list[0]', 10, 7], ['spec.list[1]', 12, 7], ['spec.list[1].name', 12, 8],
  ['spec.list[1].more[1]', 12, 27], ['spec.copy', 13, 3], ['spec.copy[\'a.b/c\']', 7, 5], ['spec.merged[\'a.b/c\']', 7, 5], ['spec.merged.own', 16, 5],
  ['spec.list[0].port', 10, 7], ['spec.list[2]', 9, 3], ['status.x', 3, 1],
])('%j is at %i:%i', (field, line, column) => {
  expect(first.locate(field)).toEqual({ line, column });
});

test('the fields of an object in a list are those of the object', () => {
  expect(second.value).toEqual({ apiVersion: 'v1', kind: 'Z', spec: {} });
  expect(['', 'spec', 'metadata'].map(field => second.locate(field))).toEqual([{ line: 21, column: 5 }, { line: 23, column: 5 }, { line: 21, column: 5 }]);
});

test('findings get their places', () => {
  const found = [...finding('missing-field', 'spec.list[1].port', 'is required; add the field', 'give it'), ...finding('invalid-type', '', 'must be another')];
  expect(first.file).toBe('dir/f.yaml');
  expect(locateFindings(first, found).map(describeLocated)).toEqual([
    'dir/f.yaml:12:7: missing-field: \'spec.list[1].port\' is required; add the field; give it',
    'dir/f.yaml:3:1: invalid-type: must be another',
  ]);
});
