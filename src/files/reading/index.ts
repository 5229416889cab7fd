export { locateFindings, ManifestDocument, YamlDocument } from './documents';
export { describeLocated, isManifestError, ManifestError, RefusedManifestsError } from './located-finding';
export type { LocatedFinding, Position } from './located-finding';
export { collectManifests, readBytes, readManifestFiles, mergedManifests } from './manifest-files';
export { readManifests } from './read-manifests';
export type { ReadManifests } from './read-manifests';
