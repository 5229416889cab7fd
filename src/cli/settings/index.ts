export { SETTINGS_FILE, withSettings } from './flags';
export type { SettingsFlags } from './flags';
export type { Target } from './fields';
export { settingsOfFlags } from './settings';
export type { Settings } from './settings';
