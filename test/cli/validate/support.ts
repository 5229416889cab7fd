import { reportOf, Report } from '../../../src/cli/validate/report';
import { describeLocated, LocatedFinding, Manifests, readManifests } from '../../../src/manifest/reading';
import { together } from '../../../src/manifest/reading/manifest-files';

/** What is passed of a finding that a check has made. */
export type Checked = Partial<LocatedFinding> & Pick<LocatedFinding, 'line' | 'column'>;

/** A finding that a check has made. */
export function checked(found: Checked): LocatedFinding {
  return { code: 'invalid-port', file: 'f.yaml', field: 'spec.port', problem: 'must be a port', ...found };
}

/** Texts that were read, and the report of them. */
export interface Read {
  readonly report: Report;
  readonly manifests: Manifests;
}

/** The report of texts by file, with what checks have found in them. */
export function reported(texts: Readonly<Record<string, string>>, found: readonly Checked[] = [], options: { strict?: boolean } = {}): Read {
  const manifests = together(Object.entries(texts).map(([file, text]) => readManifests(text, file)));
  return { manifests, report: reportOf(manifests, found.map(checked), options) };
}

/** One line for each finding of a report. */
export function linesOf({ findings }: Report): string[] {
  return findings.map(({ level, ...found }) => describeLocated({ ...found, isWarning: level === 'warning' }));
}

/** An object of three lines. */
export const OBJECT = 'apiVersion: v1\nkind: X\n';
