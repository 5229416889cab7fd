export { describeLocated } from './located-finding';
export type { LocatedFinding, Position } from './located-finding';
export { locateFindings, ManifestDocument } from './documents';
export { isManifestError, ManifestError, RefusedManifestsError } from './located-finding';
export { collectManifests, readBytes, readManifestFiles, together } from './manifest-files';
export { readManifests } from './read-manifests';
export type { ReadManifests } from './read-manifests';
export { YamlDocument } from './documents';
