import { reportOf, Report } from '../../../src/cli/validate';
import { describeLocated, LocatedFinding, ReadManifests, readManifests } from '../../../src/files/reading';
import { mergedManifests } from '../../../src/files/reading/manifest-files';
import { unspoken } from '../../support/findings';

/** What is passed of a finding that a check has made: its place, and its field and words unless those of `checked()` will do. */
export type Checked = Omit<Partial<LocatedFinding>, 'path'> & Pick<LocatedFinding, 'line' | 'column'> & {
  readonly field?: string;
  readonly problem?: string;
  readonly remedy?: string;
};

/** A finding that a check has made. */
export function checked(found: Checked): LocatedFinding {
  const { parameters = {}, problem = 'must be a port', ...others } = found;
  const whole = parameters.value === undefined ? problem : `${problem}, got {value}`;
  const remedy = 'give the number of the port; a named port is not supported here';
  const own = unspoken({ code: 'invalid-port', file: 'f.yaml', field: 'spec.port', problem: whole, remedy, ...others });
  return { ...own, parameters: { ...parameters, ...own.parameters } };
}

/** Texts that were read, and the report of them. */
export interface Read {
  readonly report: Report;
  readonly manifests: ReadManifests;
}

/** The report of texts by file, with what checks have found in them. */
export function reported(texts: Readonly<Record<string, string>>, found: readonly Checked[] = [], options: { strict?: boolean } = {}): Read {
  const manifests = mergedManifests(Object.entries(texts).map(([file, text]) => readManifests(text, file)));
  return { manifests, report: reportOf(manifests, found.map(checked), options) };
}

/** One line for each finding of a report. */
export function linesOf({ findings }: Report): string[] {
  return findings.map(({ level, parameters: _, path: __, ...found }) => describeLocated(unspoken({ ...found, isWarning: level === 'warning' })));
}

/** An object of three lines. */
export const OBJECT = 'apiVersion: v1\nkind: X\n';
