import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { application, component, deployment, KUBERNETES, OAM } from './support';
import * as manifest from '../../src/migration';

test('the module has what its page describes, and nothing else', () => {
  expect(Object.keys(manifest).sort()).toEqual([
    'ManifestDocument', 'ManifestError', 'RefusedManifestsError', 'YamlDocument', 'collectManifests', 'describeLocated', 'includeManifests', 'readManifestFiles', 'readManifests', 'renderManifests', 'replaceFiles',
    'validateManifests', 'writeYaml',
  ]);
});

test('files are read, checked, rendered and written', () => {
  const { collectManifests, describeLocated, renderManifests, replaceFiles, validateManifests, writeYaml } = manifest;
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  try {
    writeFileSync(join(folder, 'app.yaml'), application('app', 'componentName: a'));
    writeFileSync(join(folder, 'component.yml'), component('a', deployment('a')));
    const manifests = collectManifests([folder]);
    expect(validateManifests(manifests, KUBERNETES).map(describeLocated)).toEqual([]);
    const files = new Map(renderManifests(manifests, OAM).files.map(({ file, objects }) => [file.replace(`${folder}/`, ''), writeYaml(objects)]));
    replaceFiles(join(folder, 'out'), files);
    expect(readFileSync(join(folder, 'out/app.yaml'), 'utf8')).toBe([
      'apiVersion: core.oam.dev/v1alpha2', 'kind: ApplicationConfiguration', 'metadata:', '  name: app', '  namespace: ns', 'spec:', '  components:', '    - componentName: a', '',
    ].join('\n'));
    // and read again
    const again = collectManifests([join(folder, 'out')]);
    expect(again.documents.map(({ value }) => value)).toEqual(manifests.documents.map(({ value }) => value));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
