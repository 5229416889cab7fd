export { SETTINGS_FILE, withSettings } from './flags';
export type { SettingsFlags } from './flags';
export type { Target } from './fields';
export { settingsOf, settingsOfValue } from './settings';
export type { Settings, SettingsDefaults } from './settings';
export { SettingsError } from './settings';
export type { SettingsFinding } from './settings';
