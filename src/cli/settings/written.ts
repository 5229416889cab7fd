import { lstatSync, statSync } from 'node:fs';
import { checkSettings, SettingsValue } from './fields';
import { SETTINGS_FILE } from './flags';
import type { SettingsFinding } from './settings-error';
import { collectManifests, LocatedFinding, YamlDocument } from '../../manifest/reading';
import { isObject } from '../../private/check';
import { Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';

/** Settings that are written somewhere, beside those of flags. */
export interface Written {
  /** Good as far as there are no findings. */
  readonly value: SettingsValue;
  readonly findings: readonly SettingsFinding[];
  /** The file that has them, or would have them; nothing where they are plain data. */
  readonly file?: string;
  /** A finding about a field, with its place. */
  readonly tell: (found: Finding) => SettingsFinding;
}

/** Settings that are plain data already. */
export function writtenValue(value: unknown): Written {
  return { value: (value ?? {}) as SettingsValue, findings: value == null ? [] : checkSettings(value), tell: found => found };
}

/** Settings of a file; without a name, of the one in the working directory, if there is one. */
export function writtenFile(name?: string): Written {
  if (name !== undefined) return readFile(name);
  return lstatSync(SETTINGS_FILE, { throwIfNoEntry: false }) ? readFile(SETTINGS_FILE) : nothing(SETTINGS_FILE);
}

function readFile(file: string): Written {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return nothing(file, [{ ...finding('manifest-not-readable', '', 'is a folder', 'name the file with the settings')[0], file }]);
  }
  // a dash alone would be standard input, which belongs to the manifests
  const { yaml, unread } = collectManifests([file === '-' ? './-' : file]);
  if (unread.length > 0) return nothing(file, unread);
  const [document, second] = yaml;
  if (second) return nothing(file, locate(second, finding('invalid-type', '', 'is a second document, and settings are one', 'leave it out')));
  return document ? ofDocument(document) : nothing(file);
}

function ofDocument(document: YamlDocument): Written {
  const { value, file } = document;
  return {
    value: isObject(value) ? value : {},
    findings: locate(document, checkSettings(value)),
    file,
    tell: found => locate(document, [found])[0],
  };
}

function locate(document: YamlDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(found => ({ ...found, file: document.file, ...document.locate(found.path) }));
}

function nothing(file: string, findings: readonly LocatedFinding[] = []): Written {
  return { value: {}, findings, file, tell: found => found };
}
