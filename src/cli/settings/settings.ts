import { lstatSync } from 'node:fs';
import { SettingsValue, Target, checkSettings, ignoredFields } from './fields';
import { readFlags, SETTINGS_FILE, SettingsFlags } from './flags';
import { platformBy, settingsPathOf, VENDOR } from './platform-of';
import { ModelError, isModelError } from '../../base/brand';
import { asObject, isObject } from '../../base/check';
import { allRead } from '../../base/definitions/type';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import { WAYS } from '../../base/findings/catalogue/values';
import { Finding, found, movedTo, ownWords, isWithin, pathOf, showPath, Step } from '../../base/findings/finding';
import { describeTo } from '../../base/findings/words';
import { readSchemas } from '../../cluster/checks/given-schemas';
import type { ManifestChecksOptions } from '../../cluster/checks/manifest-checks';
import { collectManifests, describeLocated, LocatedFinding } from '../../files/reading';
import { byPosition } from '../../files/reading/located-finding';
import type { AcceptedInManifests } from '../../migration/model/context';
import type { Platform } from '../../model/platform/platform';

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
 * Reads the settings of a command from its flags, and from the file that `--settings` names or `cdk8s-oam.yaml`. Flags
 * take precedence over the fields of the file. Without a default target, the field `platform` is required.
 *
 * @throws ModelError with all findings
 */
export function settingsOfFlags(flags: SettingsFlags, defaultTarget?: Target): Settings {
  return settingsFrom(writtenFile(flags.settings || undefined), flags, defaultTarget);
}

/** Settings that a file has, or would have if it existed. */
interface Written {
  readonly file: string;
  /** Only valid if there are no findings. */
  readonly value: SettingsValue;
  readonly findings: readonly Finding[];
  /** Adds the position in the file to a finding on a field. */
  readonly locate: (finding: Finding) => Finding;
}

/** Reads a settings file; without a name, the one in the working directory, if it exists. */
export function writtenFile(name?: string): Written {
  const file = name ?? SETTINGS_FILE;
  const none: Written = { value: {}, findings: [], file, locate: each => each };
  if (name === undefined && !lstatSync(file, { throwIfNoEntry: false })) return none;
  const { yaml: [document, second], unread } = collectManifests([file]);
  const words = ownWords('is a second document, but settings are a single one', 'leave it out');
  if (unread.length > 0) return { ...none, findings: unread };
  if (second) return { ...none, findings: second.located(found('invalid-type', '', words)) };
  if (!document) return none;
  const { value } = document;
  const findings = document.located(checkSettings(value));
  return { value: isObject(value) ? value : {}, findings, file, locate: each => document.located([each])[0] };
}

/** Findings name what the user wrote: a flag, or a field of the file. */
export function settingsFrom(source: Written, flags: SettingsFlags, defaultTarget?: Target): Settings {
  const { given, findings } = readFlags(flags);
  refuseSettings([...source.findings, ...findings]);
  const written = given.reduce<SettingsValue>(
    (value, each) => withValue(value, pathOf(each.field), each.value), source.value);
  const {
    platform: chosen, defaultNamespace, vendor = VENDOR, workloadKindPrefix: _, kubernetes, oam, accept = [],
    insecureAccept = [], kubernetesVersion, schemas = [], requireSchemas, uncheckedKinds, ...others
  } = written;
  allRead(others);

  // what describes one platform alone is about that one
  const target = chosen ?? (defaultTarget && kubernetes && !oam ? 'kubernetes' : defaultTarget);
  if (target === undefined) {
    refuseSettings(found('missing-field', 'platform', { reason: 'required', way: 'platform' }).map(source.locate));
  }
  // flags that would be ignored
  const unused = target !== 'oam' ? [] : given.map(({ flag }) => flag).filter(({ fields: [field] }) =>
    field.startsWith('kubernetes.') && field !== 'kubernetes.clusterName');
  refuseSettings([...new Set(unused)].flatMap(({ flag }) => found('usage', flag, ownWords(
    'is for platform kubernetes, and the platform is oam', 'leave it out, or give --platform kubernetes'))));

  // moves the finding of a platform on a field to the flag or the position from which the field comes
  const traced = (each: Finding): Finding => {
    const { code, path, parameters } = each;
    const own = given.find(({ field }) => isWithin(path, pathOf(field)));
    if (own) return movedTo([own.flag.flag], each);
    const field = showPath(path);
    const isRequired = code === 'missing-field' && Object.hasOwn(WAYS, field);
    return source.locate(!isRequired ? each
      : { ...each, parameters: { ...parameters, reason: 'required', way: field } });
  };
  const ingress = target === 'kubernetes' ? kubernetes?.ingress : undefined;
  if (ingress) refuseSettings(ignoredFields(ingress).map(traced));
  let platform: Platform;
  try {
    platform = platformBy(target!, written);
  } catch (error) {
    if (!isModelError(error)) throw error;
    refuseSettings(error.findings.map(each => traced(movedTo(settingsPathOf(each.path, target!, written), each))));
  }
  const { sets, findings: ofSchemas } = readSchemas(schemas, 'schemas');
  refuseSettings(ofSchemas.map(traced));
  return {
    target: target!,
    platform: platform!,
    defaultNamespace,
    clusterName: kubernetes?.clusterName,
    vendor,
    schemaChecks: { kubernetesVersion, schemas: sets, requireSchemas, uncheckedKinds },
    accepted: Object.entries({ accept, insecureAccept }).flatMap(([field, all]) => all.map((each, i) =>
      ({ ...each, code: each.code as ErrorCode, at: [field, i], file: source.file }))),
    written,
  };
}

/** A copy of a map with a value at a path in it. */
function withValue(target: unknown, [name, ...rest]: readonly Step[], value: unknown): Record<string, unknown> {
  const fields = asObject(target);
  return { ...fields, [name]: rest.length > 0 ? withValue(fields[name], rest, value) : value };
}

/**
 * Throws all findings: those on the file in its order, then those on flags. If all are on the file, the message starts
 * with a position, as for manifests, which editors recognize.
 */
function refuseSettings(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const isLocated = (finding: Finding): finding is LocatedFinding => 'file' in finding;
  const located = findings.filter(isLocated).sort(byPosition);
  const others = findings.filter(each => !isLocated(each));
  const error = new ModelError('cdk8s-oam', [...located, ...others], 'manifests');
  const lines = [...located.map(describeLocated), ...others.map(each => describeTo('manifests', each))];
  const head = others.length === 0 ? '' : '[cdk8s-oam] ';
  error.message = head + (lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
  throw error;
}
