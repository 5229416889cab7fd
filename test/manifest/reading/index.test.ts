import * as manifest from '../../../src/manifest/reading';

test('what is exported', () => {
  expect(Object.keys(manifest).sort()).toEqual([
    'ManifestDocument', 'ManifestError', 'RefusedManifestsError', 'YamlDocument', 'collectManifests', 'describeLocated', 'isManifestError', 'locateFindings', 'readBytes', 'readManifestFiles', 'readManifests', 'together',
  ]);
});
