import { bad, Check, FINE, found, saying } from '../../findings/finding';
import { Shown } from '../../findings/shown';

/** The oldest version for which the Prometheus Operator writes the configuration. */
const OLDEST = [2, 45];

const VERSION = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/** A version in the form of the tags of Prometheus images. */
export function taggedVersion(version: string): string {
  return `v${version.replace(/^v/, '')}`;
}

/** Checks that a version is one for which the operator writes the configuration. */
export const versionCheck: Check = (value, field) => {
  const [, ...parts] = typeof value === 'string' && VERSION.exec(value) || [];
  if (parts.length === 0) {
    return bad('invalid-value', saying('must be a version such as "3.14.0"', 'write three numbers'), field, value);
  }
  const [major, minor] = parts.map(Number);
  if (major > OLDEST[0] || major === OLDEST[0] && minor >= OLDEST[1]) return FINE;
  return found('invalid-value', field, { reason: 'old-version', version: `${OLDEST.join('.')}.0`, value: Shown.of(value) });
};
