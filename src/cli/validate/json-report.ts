import type { Report } from './report';
import { documentationOf, Tool } from './tool';
import { ExitCode } from '../exit-codes';

/** The report as data for other programs. */
export function jsonReport({ findings, errors, warnings, files, exitCode }: Report, tool: Tool): object {
  return {
    valid: exitCode === ExitCode.FINE,
    errors,
    warnings,
    files,
    findings: findings.map(found => ({ ...found, documentation: documentationOf(tool, found.code) })),
  };
}
