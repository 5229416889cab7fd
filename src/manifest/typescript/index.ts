export { importManifests } from './import-manifests';
export type { ImportedProject } from './import-manifests';
