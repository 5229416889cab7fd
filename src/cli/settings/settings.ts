import { SettingsValue, Target } from './fields';
import type { SettingsFlags } from './flags';
import { fieldOf, platformOf, VENDOR } from './platform-of';
import { Given, readFlags } from './read-flags';
import { missingField, missingFlag, requiredAt, RequiredField } from './required';
import { SettingsError, SettingsFinding } from './settings-error';
import { Written, writtenFile, writtenValue } from './written';
import { Finding, found, movedTo } from '../../findings/finding';
import { isWithin, Path, pathOf, Step } from '../../findings/path';
import type { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { isModelError } from '../../private/errors';

/** What commands are told of the platform. */
export interface Settings {
  readonly target: Target;
  readonly platform: Platform;
  /** The namespace of what is declared without one. */
  readonly defaultNamespace?: string;
  /** The name of the cluster, if it was given one. */
  readonly clusterName?: string;
  readonly vendor: string;
  /** The settings as they are written, by flags and in the file. */
  readonly written: SettingsValue;
}

/** What holds where nothing is said. */
export interface SettingsDefaults {
  /** What is rendered for; without it, it is required. */
  readonly defaultTarget?: Target;
}

/**
 * The settings of a command: those of its flags, and of the file that a flag names or `cdk8s-oam.yaml`. Flags go before the fields of the file.
 *
 * @throws SettingsError with all that is wrong
 */
export function settingsOf(flags: SettingsFlags, defaults: SettingsDefaults = {}): Settings {
  return new SettingsSource('cdk8s-oam', writtenFile(flags.settings || undefined), flags).settings(defaults);
}

/**
 * The settings of plain data, with the same fields as in a file; `subject` is what has them.
 *
 * @throws SettingsError with all that is wrong
 */
export function settingsOfValue(value: unknown, subject: string, flags: SettingsFlags = {}, defaults: SettingsDefaults = {}): Settings {
  return new SettingsSource(subject, writtenValue(value), flags).settings(defaults);
}

/** Where settings come from: findings are told in the words of whoever wrote them. */
class SettingsSource {
  private readonly given: readonly Given[];
  private readonly value: SettingsValue;

  public constructor(private readonly subject: string, private readonly written: Written, flags: SettingsFlags) {
    const { given, findings } = readFlags(flags);
    this.refuse([...written.findings, ...findings]);
    this.given = given;
    this.value = given.reduce<any>((value, each) => withValue(value, pathOf(each.field), each.value), written.value);
  }

  public settings({ defaultTarget }: SettingsDefaults): Settings {
    const { platform: target = defaultTarget, defaultNamespace, vendor = VENDOR, kubernetes } = this.value;
    this.refuse(target ? this.meaningless(target) : this.missing('platform'));
    const { clusterName } = kubernetes ?? {};
    return { target: target!, platform: this.platform(target!), defaultNamespace, clusterName, vendor, written: this.value };
  }

  private platform(target: Target): Platform {
    try {
      return platformOf(target, this.value);
    } catch (error) {
      if (!isModelError(error)) throw error;
      throw this.error(onceEach(error.findings.flatMap(each => this.told(movedTo(fieldOf(each.path, target), each)))));
    }
  }

  /** What a platform says of a field, told of the flag or the place that the field comes from. */
  private told(each: Finding): SettingsFinding[] {
    const { code, path, parameters } = each;
    const given = this.given.find(({ field }) => isWithin(path, pathOf(field)));
    if (given) return [movedTo([given.flag.flag], each)];
    const required = code === 'missing-field' ? requiredAt(path) : undefined;
    if (required) return this.missing(required);
    const isMade = parameters.reason === 'kind-prefix' && !has(this.written.value, path);
    return [this.written.tell(isMade ? this.made(each) : each)];
  }

  /** The prefix of workload kinds is made of the vendor where nobody has written it. */
  private made(each: Finding): Finding {
    const { file } = this.written;
    const parameters = file === undefined ? { reason: 'made-kind-prefix' } : { reason: 'kind-prefix-of-file', file };
    return { ...each, parameters: { ...each.parameters, ...parameters } };
  }

  /** A required field: told of the map that lacks it, or, where there is none, of its flag. */
  private missing(field: RequiredField): SettingsFinding[] {
    const { value, file, tell } = this.written;
    const around = pathOf(field).slice(0, -1);
    if (file !== undefined && !(around.length > 0 && has(value, around))) return missingFlag(field, file);
    return missingField(field).map(tell);
  }

  /** Flags that would be ignored. */
  private meaningless(target: Target): Finding[] {
    const flags = target === 'oam' ? this.given.map(({ flag }) => flag).filter(({ forKubernetes }) => forKubernetes) : [];
    return [...new Set(flags)].flatMap(({ flag }) =>
      found('usage', flag, { reason: 'for-kubernetes' }));
  }

  /** Plain data are those of a program. */
  private error(findings: readonly SettingsFinding[]): SettingsError {
    return new SettingsError(this.subject, findings, this.written.file === undefined ? 'program' : 'manifests');
  }

  private refuse(findings: readonly SettingsFinding[]): void {
    if (findings.length > 0) throw this.error(findings);
  }
}

/** Whether a field is written. */
function has(value: unknown, path: Path): boolean {
  const there = path.reduce<any>((each, step) => isObject(each) && Object.hasOwn(each, step) ? each[step] : undefined, value);
  return there !== undefined;
}

function withValue(target: any, [name, ...rest]: readonly Step[], value: unknown): Record<string, unknown> {
  return { ...target, [name]: rest.length > 0 ? withValue(target?.[name], rest, value) : value };
}

/** One flag may give several of the fields that are missing. */
function onceEach(findings: readonly SettingsFinding[]): SettingsFinding[] {
  const texts = findings.map(each => JSON.stringify(each));
  return findings.filter((_, i) => texts.indexOf(texts[i]) === i);
}
