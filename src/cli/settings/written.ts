import { lstatSync, statSync } from 'node:fs';
import { checkSettings, SettingsValue } from './fields';
import { SETTINGS_FILE } from './flags';
import type { SettingsFinding } from './settings-error';
import { Finding, found } from '../../findings/finding';
import { collectManifests, LocatedFinding, YamlDocument } from '../../manifest/reading';
import { isObject } from '../../private/check';

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
  return { value: (value ?? {}) as SettingsValue, findings: value == null ? [] : checkSettings(value), tell: each => each };
}

/** Settings of a file; without a name, of the one in the working directory, if there is one. */
export function writtenFile(name?: string): Written {
  if (name !== undefined) return readFile(name);
  return lstatSync(SETTINGS_FILE, { throwIfNoEntry: false }) ? readFile(SETTINGS_FILE) : nothing(SETTINGS_FILE);
}

function readFile(file: string): Written {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    return nothing(file, found('manifest-not-readable', '', { reason: 'settings-folder' }).map(each => ({ ...each, file })));
  }
  // a dash alone would be standard input, which belongs to the manifests
  const { yaml, unread } = collectManifests([file === '-' ? './-' : file]);
  if (unread.length > 0) return nothing(file, unread);
  const [document, second] = yaml;
  if (second) return nothing(file, locate(second, found('invalid-type', '', { reason: 'second-settings' })));
  return document ? ofDocument(document) : nothing(file);
}

function ofDocument(document: YamlDocument): Written {
  const { value, file } = document;
  return {
    value: isObject(value) ? value : {},
    findings: locate(document, checkSettings(value)),
    file,
    tell: each => locate(document, [each])[0],
  };
}

function locate(document: YamlDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(each => ({ ...each, file: document.file, ...document.locate(each.path) }));
}

function nothing(file: string, findings: readonly LocatedFinding[] = []): Written {
  return { value: {}, findings, file, tell: each => each };
}
