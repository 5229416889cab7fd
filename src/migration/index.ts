export {
  collectManifests, describeLocated, ManifestDocument, ManifestError, readManifestFiles, readManifests,
  RefusedManifestsError, YamlDocument,
} from '../files/reading';
export type { LocatedFinding, ReadManifests, Position } from '../files/reading';
export { validateManifests } from './validate';
export type { DeclarationOptions } from './model/context';
export { includeManifests } from './render-manifests';
export type { IncludeOptions } from './render-manifests';
export { renderManifests } from './render-manifests';
export type { RenderedFile, RenderedManifests, RenderOptions } from './render-manifests';
export type { ToDo } from './render-manifests';
export { replaceFiles } from '../files/write-yaml';
export { writeYaml } from '../files/write-yaml';
