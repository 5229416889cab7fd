import { lstatSync } from 'node:fs';
import { SettingsValue, Target, checkSettings, ignoredFields } from './fields';
import { Given, isForKubernetes, readFlags, SETTINGS_FILE, SettingsFlags } from './flags';
import { VENDOR, fieldOf, platformOf } from './platform-of';
import { readSchemas } from '../../cluster/checks/given-schemas';
import type { ManifestChecksOptions } from '../../cluster/checks/manifest-checks';
import { allRead } from '../../base/definitions/type';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import { WAYS } from '../../base/findings/catalogue/values';
import {
  Finding, found, movedTo, saying, isWithin, pathOf, showPath, Step, printable,
} from '../../base/findings/finding';
import { Audience, describeTo } from '../../base/findings/words';
import { collectManifests, describeLocated, LocatedFinding } from '../../files/reading';
import { inOrder } from '../../files/reading/located-finding';
import type { AcceptedInManifests } from '../../migration/model/context';
import type { Platform } from '../../model/platform/platform';
import { asObject, isObject } from '../../base/check';
import { ModelError, isModelError } from '../../base/brand';

/** The settings of a command, and the platform that they describe. */
export interface Settings {
  readonly target: Target;
  readonly platform: Platform;
  /** The namespace of objects without one. */
  readonly defaultNamespace?: string;
  /** The name of the cluster, if it is set. */
  readonly clusterName?: string;
  readonly vendor: string;
  /** How objects are checked against the schemas of their kinds. */
  readonly schemaChecks: ManifestChecksOptions;
  /** The findings that are accepted. */
  readonly accepted: readonly AcceptedInManifests[];
  /** The settings as written: the fields of the file, overridden by flags. */
  readonly written: SettingsValue;
}

/**
 * Reads the settings of a command from its flags, and from the file that `--settings` names or `cdk8s-oam.yaml`. Flags take precedence
 * over the fields of the file.
 *
 * @throws SettingsError with all findings
 */
export function settingsOf(flags: SettingsFlags, defaultTarget?: Target): Settings {
  return new SettingsSource('cdk8s-oam', writtenFile(flags.settings || undefined), flags).settings(defaultTarget);
}

/**
 * Reads settings from plain data with the same fields as a file. `subject` names the data in error messages.
 *
 * @throws SettingsError with all findings
 */
export function settingsOfValue(value: unknown, subject: string, flags: SettingsFlags = {}, defaultTarget?: Target): Settings {
  const findings = value == null ? [] : checkSettings(value);
  const written: Written = { value: (value ?? {}) as SettingsValue, findings, tell: each => each };
  return new SettingsSource(subject, written, flags).settings(defaultTarget);
}

/** The settings that describe a platform, or how it is used. */
type OfPlatform = 'platform' | 'defaultNamespace' | 'vendor' | 'workloadKindPrefix' | 'kubernetes' | 'oam';

/** A source of settings. Findings name what the user wrote: a flag, or a field of the file or the data. */
class SettingsSource {
  private readonly given: readonly Given[];
  private readonly value: SettingsValue;

  public constructor(private readonly subject: string, private readonly written: Written, flags: SettingsFlags) {
    const { given, findings } = readFlags(flags);
    this.refuse([...written.findings, ...findings]);
    this.given = given;
    this.value = given.reduce<SettingsValue>((value, each) => withValue(value, pathOf(each.field), each.value), written.value);
  }

  /** Without a default target, the field `platform` is required. */
  public settings(defaultTarget?: Target): Settings {
    const { kubernetes, oam, defaultNamespace, vendor = VENDOR } = this.value;
    // what describes one platform alone is about that one
    const usual = defaultTarget && kubernetes && !oam ? 'kubernetes' : defaultTarget;
    const { platform: target = usual } = this.value;
    this.refuse(target ? this.meaningless(target)
      : found('missing-field', 'platform', { reason: 'required', way: 'platform' }).map(this.written.tell));
    const platform = this.platform(target!);
    const schemaChecks = this.schemaChecks();
    const accepted = this.accepted();
    const clusterName = kubernetes?.clusterName;
    return { target: target!, platform, defaultNamespace, clusterName, vendor, schemaChecks, accepted, written: this.value };
  }

  private accepted(): AcceptedInManifests[] {
    const { accept = [], insecureAccept = [] } = this.value;
    return Object.entries({ accept, insecureAccept }).flatMap(([field, all]) =>
      all.map((each, i) => ({ ...each, code: each.code as ErrorCode, at: [field, i], file: this.written.file ?? SETTINGS_FILE })));
  }

  private schemaChecks(): ManifestChecksOptions {
    const given: Omit<SettingsValue, OfPlatform | 'accept' | 'insecureAccept'> = this.value;
    const { kubernetesVersion, schemas: paths = [], requireSchemas, uncheckedKinds, ...others } = given;
    allRead(others);
    const { sets, findings } = readSchemas(paths, 'schemas');
    if (findings.length > 0) throw this.error(findings.map(each => this.told(each)));
    return { kubernetesVersion, schemas: sets, requireSchemas, uncheckedKinds };
  }

  private platform(target: Target): Platform {
    const { ingress } = target === 'kubernetes' && this.value.kubernetes || {};
    if (ingress) this.refuse(ignoredFields(ingress).map(each => this.told(each)));
    try {
      return platformOf(target, this.value);
    } catch (error) {
      if (!isModelError(error)) throw error;
      throw this.error(error.findings.map(each => this.told(movedTo(fieldOf(each.path, target, this.value), each))));
    }
  }

  /** Moves the finding of a platform on a field to the flag or the position from which the field comes. */
  private told(each: Finding): SettingsFinding {
    const { code, path, parameters } = each;
    const given = this.given.find(({ field }) => isWithin(path, pathOf(field)));
    if (given) return movedTo([given.flag.flag], each);
    const field = showPath(path);
    const isRequired = code === 'missing-field' && Object.hasOwn(WAYS, field);
    return this.written.tell(isRequired ? { ...each, parameters: { ...parameters, reason: 'required', way: field } } : each);
  }

  /** Finds flags that would be ignored. */
  private meaningless(target: Target): Finding[] {
    const flags = target === 'oam' ? this.given.map(({ flag }) => flag).filter(isForKubernetes) : [];
    return [...new Set(flags)].flatMap(({ flag }) => found('usage', flag, saying('is for platform kubernetes, and the platform is oam',
      'leave it out, or give --platform kubernetes')));
  }

  /** Messages on plain data address the author of a program. */
  private error(findings: readonly SettingsFinding[]): SettingsError {
    return new SettingsError(this.subject, findings, this.written.file === undefined ? 'program' : 'manifests');
  }

  private refuse(findings: readonly SettingsFinding[]): void {
    if (findings.length > 0) throw this.error(findings);
  }
}

function withValue(target: unknown, [name, ...rest]: readonly Step[], value: unknown): Record<string, unknown> {
  const fields = asObject(target);
  return { ...fields, [name]: rest.length > 0 ? withValue(fields[name], rest, value) : value };
}

/** A finding on a flag or on a field of plain data, or a finding on a file with its position. */
export type SettingsFinding = Finding | LocatedFinding;

/**
 * All findings on settings: those on a file in its order, then the others. If all are on a file, the message starts with a position, as
 * for manifests, which editors recognize.
 */
export class SettingsError extends ModelError {
  public constructor(subject: string, findings: readonly SettingsFinding[], audience: Audience) {
    const located = findings.filter(isLocated).sort(inOrder);
    const sorted = [...located, ...findings.filter(each => !isLocated(each))];
    super(subject, sorted, audience);
    this.name = 'SettingsError';
    const lines = sorted.map(each => isLocated(each) ? describeLocated(each) : describeTo(audience, each));
    const head = located.length === sorted.length ? '' : `[${printable(subject)}] `;
    this.message = head + (lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
  }
}

function isLocated(finding: SettingsFinding): finding is LocatedFinding {
  return 'file' in finding;
}

/** Settings from a file or from plain data, as opposed to flags. */
interface Written {
  /** Only valid if there are no findings. */
  readonly value: SettingsValue;
  readonly findings: readonly SettingsFinding[];
  /** The file that contains them, or would if it existed; `undefined` for plain data. */
  readonly file?: string;
  /** Adds the position in the file to a finding on a field. */
  readonly tell: (found: Finding) => SettingsFinding;
}

/** Reads a settings file; without a name, the one in the working directory, if it exists. */
export function writtenFile(name?: string): Written {
  if (name !== undefined) return readFile(name);
  return lstatSync(SETTINGS_FILE, { throwIfNoEntry: false }) ? readFile(SETTINGS_FILE) : nothing(SETTINGS_FILE);
}

function readFile(file: string): Written {
  const { yaml, unread } = collectManifests([file]);
  if (unread.length > 0) return nothing(file, unread);
  const [document, second] = yaml;
  if (second) {
    return nothing(file, second.located(found('invalid-type', '', saying('is a second document, but settings are a single one',
      'leave it out'))));
  }
  if (!document) return nothing(file);
  const { value } = document;
  const findings = document.located(checkSettings(value));
  return { value: isObject(value) ? value : {}, findings, file, tell: each => document.located([each])[0] };
}

function nothing(file: string, findings: readonly LocatedFinding[] = []): Written {
  return { value: {}, findings, file, tell: each => each };
}
