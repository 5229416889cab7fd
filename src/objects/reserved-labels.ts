import { FINE, Finding, found } from '../findings/finding';
import { At, joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { isObject } from '../private/check';

/** The user's own labels must not say anything else than those of OAM. */
export function reservedLabels(own: unknown, reserved: Readonly<Record<string, string>>, at: At): Finding[] {
  if (!isObject(own)) return FINE;
  return Object.entries(reserved).filter(([key, expected]) => own[key] != null && own[key] !== expected).flatMap(([key, expected]) =>
    found('reserved-label', joinPath(at, [key]), { reason: 'other-value', expected, value: Shown.of(own[key]) }));
}
