import { FIELDS, SettingsValue, Target } from './fields';
import type { SettingsFlags } from './flags';
import { fieldOf, platformOf, VENDOR } from './platform-of';
import { Given, readFlags } from './read-flags';
import { isRequired, missingField, missingFlag } from './required';
import { SettingsError, SettingsFinding } from './settings-error';
import { Written, writtenFile, writtenValue } from './written';
import type { Platform } from '../../platform/platform';
import { isObject } from '../../private/check';
import { ModelError } from '../../private/errors';
import { Finding, movedTo } from '../../findings/finding';
import { finding, withRemedy } from '../../findings/unsaid';
import { showPath } from '../../findings/path';

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
  return new Source('cdk8s-oam', writtenFile(flags.settings || undefined), flags).settings(defaults);
}

/**
 * The settings of plain data, with the same fields as in a file; `subject` is what has them.
 *
 * @throws SettingsError with all that is wrong
 */
export function settingsOfValue(value: unknown, subject: string, flags: SettingsFlags = {}, defaults: SettingsDefaults = {}): Settings {
  return new Source(subject, writtenValue(value), flags).settings(defaults);
}

/** Where settings come from: findings are told in the words of whoever wrote them. */
class Source {
  private readonly given: readonly Given[];
  private readonly value: SettingsValue;

  public constructor(private readonly subject: string, private readonly written: Written, flags: SettingsFlags) {
    const { given, findings } = readFlags(flags);
    this.refuse([...written.findings, ...findings]);
    this.given = given;
    this.value = given.reduce<any>((value, each) => withValue(value, each.field.split('.'), each.value), written.value);
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
      if (!(error instanceof ModelError)) throw error;
      throw new SettingsError(this.subject, onceEach(error.findings.flatMap(found => this.told(movedTo(fieldOf(showPath(found.path), target), found)))));
    }
  }

  /** What a platform says of a field, told of the flag or the place that the field comes from. */
  private told(found: Finding): SettingsFinding[] {
    const field = showPath(found.path);
    const flag = this.given.find(each => isWithin(field, each.field));
    if (flag) return [movedTo([flag.flag.flag], found)];
    if (found.code === 'missing-field' && isRequired(field)) return this.missing(field);
    // what nobody has written was made of another field
    const isMade = FIELDS.includes(field) && !has(this.written.value, field);
    return [this.written.tell(isMade ? withRemedy(found, `give ${field}${this.inFile}`) : found)];
  }

  /** A required field: told of the map that lacks it, or, where there is none, of its flag. */
  private missing(field: string): SettingsFinding[] {
    const { value, file, tell } = this.written;
    const [around] = field.match(/^.*(?=\.)/) ?? [''];
    if (file !== undefined && !(around && has(value, around))) return missingFlag(field, file);
    return missingField(field, file !== undefined).map(tell);
  }

  private get inFile(): string {
    return this.written.file === undefined ? '' : ` in ${this.written.file}`;
  }

  /** Flags that would be ignored. */
  private meaningless(target: Target): Finding[] {
    const flags = target === 'oam' ? this.given.map(({ flag }) => flag).filter(({ forKubernetes }) => forKubernetes) : [];
    return [...new Set(flags)].flatMap(({ flag }) =>
      finding('usage', flag, 'is for platform kubernetes, and the platform is oam', 'leave it out, or give --platform kubernetes'));
  }

  private refuse(findings: readonly SettingsFinding[]): void {
    if (findings.length > 0) throw new SettingsError(this.subject, findings);
  }
}

/** Whether a field is another one, or something in it. */
function isWithin(field: string, other: string): boolean {
  return field.startsWith(other) && /^$|^[.[]/.test(field.slice(other.length));
}

/** Whether a field is written. */
function has(value: unknown, field: string): boolean {
  const found = field.split('.').reduce<any>((each, name) => isObject(each) && Object.hasOwn(each, name) ? each[name] : undefined, value);
  return found !== undefined;
}

function withValue(target: any, [name, ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  return { ...target, [name]: rest.length > 0 ? withValue(target?.[name], rest, value) : value };
}

/** One flag may give several of the fields that are missing. */
function onceEach(findings: readonly SettingsFinding[]): SettingsFinding[] {
  const texts = findings.map(found => JSON.stringify(found));
  return findings.filter((_, i) => texts.indexOf(texts[i]) === i);
}
