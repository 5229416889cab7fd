import { Excerpt, excerptOf } from './excerpt';
import type { Report, Reported } from './report';
import { printable } from '../../findings/shown';
import type { ReadManifests } from '../../manifest/reading';
import { describePlace } from '../../manifest/reading/located-finding';
import type { Paint } from '../paint';

/** The report as text: for each finding, a line that starts with a position that editors recognize, its source line, and the remedy. */
export function humanReport({ findings }: Report, sources: ReadManifests['sources'], paint: Paint): string {
  return findings.map(found => {
    const source = sources.get(found.file);
    const excerpt = source && excerptOf(found, source);
    const lines = [headOf(found, paint), ...excerpt ? linesOf(excerpt, found.line!, paint) : []];
    return [...lines, `      ${paint.faint('fix:')} ${printable(found.remedy)}`].map(line => `${line}\n`).join('');
  }).join('');
}

function headOf({ file, line, column, level, code, field, problem }: Reported, paint: Paint): string {
  const place = paint.strong(describePlace({ file, line, column }));
  return `${place}: ${paint[level](level)} ${code}: ${field && `'${printable(field)}' `}${printable(problem)}`;
}

/** The source line, and a second line that marks a part of it. */
function linesOf({ text, start, length }: Excerpt, line: number, paint: Paint): string[] {
  const number = String(line).padStart(5);
  const marks = `${' '.repeat(start)}${'^'.repeat(Math.max(1, length))}`;
  return [`${paint.faint(`${number} |`)} ${text}`, `${paint.faint(`${' '.repeat(number.length)} |`)} ${paint.strong(marks)}`];
}
