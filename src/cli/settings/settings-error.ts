import { Finding } from '../../findings/finding';
import { printable } from '../../findings/shown';
import { Audience, describeTo } from '../../findings/words';
import { describeLocated, LocatedFinding } from '../../manifest/reading';
import { ModelError } from '../../private/errors';

/** A finding about a flag, or about a field of plain data; or one about a file, with its place. */
export type SettingsFinding = Finding | LocatedFinding;

/**
 * All findings about settings: those about a file in its order, then the others. Where they are all about a file, the message begins as that of
 * manifests does, with a place that editors know.
 */
export class SettingsError extends ModelError {
  public constructor(subject: string, findings: readonly SettingsFinding[], audience: Audience) {
    const located = findings.filter(isLocated).sort(byPlace);
    const sorted = [...located, ...findings.filter(found => !isLocated(found))];
    super(subject, sorted, audience);
    this.name = 'SettingsError';
    const lines = sorted.map(found => isLocated(found) ? describeLocated(found) : describeTo(audience, found));
    const head = located.length === sorted.length ? '' : `[${printable(subject)}] `;
    this.message = head + (lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
  }
}

function isLocated(found: SettingsFinding): found is LocatedFinding {
  return 'file' in found;
}

/** All are about one file; one about it as a whole stands alone. */
function byPlace(a: LocatedFinding, b: LocatedFinding): number {
  return a.line! - b.line! || a.column! - b.column!;
}
