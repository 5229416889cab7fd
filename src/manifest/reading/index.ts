export { describeLocated } from './located-finding';
export type { LocatedFinding, Position } from './located-finding';
export { locateFindings, ManifestDocument } from './manifest-document';
export { isManifestError, ManifestError, RefusedManifestsError } from './manifest-error';
export { collectManifests, readBytes, readManifestFiles, together } from './manifest-files';
export { readManifests } from './read-manifests';
export type { Manifests } from './read-manifests';
export { YamlDocument } from './yaml-document';
