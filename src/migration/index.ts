export {
  collectManifests, describeLocated, ManifestDocument, ManifestError, readManifestFiles, readManifests,
  RefusedManifestsError, YamlDocument,
} from '../files/reading';
export type { LocatedFinding, ReadManifests, Position } from '../files/reading';
export { validateManifests } from './validate';
export type { DeclarationOptions } from './model/context';
export { includeManifests, renderManifests } from './render-manifests';
export type { IncludeOptions, RenderedFile, RenderedManifests, RenderOptions, ToDo } from './render-manifests';
export { replaceFiles } from '../files/writing/write-output';
export { writeYaml } from '../files/write-yaml';
