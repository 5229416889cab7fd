export { SETTINGS_FILE, withSettings } from './flags';
export type { SettingsFlags } from './flags';
export type { Target } from './fields';
export { SettingsError, settingsOfFlags, settingsOfValue } from './settings';
export type { Settings, SettingsFinding } from './settings';
