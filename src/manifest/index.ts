export {
  collectManifests, describeLocated, ManifestDocument, ManifestError, readManifestFiles, readManifests, RefusedManifestsError, YamlDocument,
} from './reading';
export type { LocatedFinding, ReadManifests, Position } from './reading';
export { validateManifests } from './validate';
export type { DeclarationOptions } from './model/context';
export { includeManifests } from './render-manifests';
export type { IncludeOptions } from './render-manifests';
export { renderManifests } from './render-manifests';
export type { RenderedFile, RenderedManifests, RenderOptions } from './render-manifests';
export type { ToDo } from './render-manifests';
export { replaceFiles } from './write-yaml';
export { writeYaml } from './write-yaml';
