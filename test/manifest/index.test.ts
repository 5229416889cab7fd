import * as manifest from '../../src/manifest';

test('what is exported', () => {
  expect(Object.keys(manifest).sort()).toEqual([
    'ManifestDocument', 'ManifestError', 'collectManifests', 'describeLocated', 'locateFindings', 'readManifestFiles', 'readManifests',
  ]);
});
