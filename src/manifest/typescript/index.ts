export { importManifests, OAM_CODE } from './import-manifests';
export type { ImportedProject, ImportOptions } from './import-manifests';
