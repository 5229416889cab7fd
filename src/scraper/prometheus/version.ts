import { bad, Check, FINE, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';

/** The oldest version for which the Prometheus Operator writes the configuration. */
export const OPERATED_VERSION = '2.45.0';

/** The oldest version that reads user names from files, and reloads its configuration by itself. */
export const PLAIN_VERSION = '3.0.0';

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/** The version that the tag of an image names. */
export function versionIn(image: string): string | undefined {
  const [, tag] = /:([^:/@]+)(@.*)?$/.exec(image) ?? [];
  return tag !== undefined && VERSION.test(tag) ? tag : undefined;
}

/** A version in the form of the tags of Prometheus images. */
export function taggedVersion(version: string): string {
  return `v${version.replace(/^v/, '')}`;
}

/** Whether a version is at least another one. Suffixes of prereleases are ignored. */
export function isAtLeast(version: string, least: string): boolean {
  const [own, other] = [version, least].map(each => VERSION.exec(each)!.slice(1, 4).map(Number));
  const first = own.findIndex((part, i) => part !== other[i]);
  return first < 0 || own[first] > other[first];
}

/** Checks that a version is at least the given one. */
export function versionCheck(least: string): Check {
  return (value, field) => {
    if (typeof value !== 'string' || !VERSION.test(value)) return bad('invalid-prometheus', 'version', field, value);
    return isAtLeast(value, least) ? FINE
      : found('invalid-prometheus', field, { reason: 'old-version', version: least, value: Shown.of(value) });
  };
}
