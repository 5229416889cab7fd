import type { Reported } from './report';
import { printable } from '../../findings/shown';

/** Formats findings as workflow commands, one on each line, from which GitHub creates annotations. */
export function annotations(findings: readonly Reported[]): string {
  return findings.map(({ level, file, line, column, code, field, problem, remedy }) => {
    const properties = { file, line, col: column, title: code };
    const told = Object.entries(properties).flatMap(([name, value]) => value === undefined ? [] : [`${name}=${property(String(value))}`]);
    return `::${level} ${told.join(',')}::${data(`${field && `'${field}' `}${problem}. Fix: ${remedy}`)}\n`;
  }).join('');
}

/** Escapes a text, so that it can neither end the command nor start another one. */
function data(text: string): string {
  return printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
