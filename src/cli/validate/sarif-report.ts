import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Tool, documentationOf, type Report, type Reported } from './report';
import { ERRORS, ErrorCode } from '../../findings/catalogue/all';
import { printable } from '../../findings/shown';
import { ExitCode } from '../exit';

/** The report in SARIF 2.1.0 (Static Analysis Results Interchange Format), which code hosts and editors show next to the code. */
export function sarifReport({ findings: all, exitCode }: Pick<Report, 'findings' | 'exitCode'>, tool: Tool): object {
  // a finding on a whole file means that it was not read or is empty: a notification of the run, not a result in the file
  // what cannot be judged is nothing to fix
  const told = all.filter(({ level }) => level !== 'note');
  const [results, notifications] = [told.filter(({ line }) => line !== undefined), told.filter(({ line }) => line === undefined)];
  const [rules, notes] = [results, notifications].map(findings => [...new Set(findings.map(({ code }) => code))].sort());
  const descriptors = [rules, notes].map(codes => codes.map(code => descriptorOf(code, tool)));
  const toolExecutionNotifications = notifications.map(found => ({
    descriptor: { id: found.code, index: notes.indexOf(found.code) },
    ...toldOf(found, `${found.file} `),
    properties: dataOf(found),
  }));
  const seen = new Map<string, number>();
  return sarifLog(tool, descriptors, { exitCode, toolExecutionNotifications }, results.map(found => ({
    ruleId: found.code,
    ruleIndex: rules.indexOf(found.code),
    ...toldOf(found),
    partialFingerprints: { 'cdk8sOamFinding/v1': fingerprintOf(found, seen) },
    properties: dataOf(found),
  })));
}

/** A log with the descriptors to which results and notifications refer by index, and with notifications on the run as a whole. */
function sarifLog(
  tool: Tool, [rules, notifications]: readonly object[][],
  { exitCode, ...notes }: { readonly exitCode: ExitCode; readonly [notes: string]: unknown }, results: readonly object[],
): object {
  const driver = { name: tool.name, version: tool.version, informationUri: tool.home, rules, notifications };
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver },
      originalUriBaseIds: { [ROOT]: { description: { text: 'The folder in which the command was run.' } } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: exitCode !== ExitCode.NOT_DONE, exitCode, ...notes }],
      results,
    }],
  };
}

/** Describes a code. The texts are ours, and quote nothing of a manifest. */
function descriptorOf(code: ErrorCode, tool: Tool): object {
  const { cause, remedy } = ERRORS[code];
  return {
    id: code,
    shortDescription: { text: cause },
    fullDescription: { text: cause },
    help: { text: `${cause} ${remedy}`, markdown: `${cause}\n\n${remedy}` },
    helpUri: documentationOf(tool, code),
  };
}

function toldOf({ level, file, line, column, field, problem, remedy }: Reported, subject = ''): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return {
    level,
    message: { text: plain(`${subject}${field && `'${field}' `}${problem}. Fix: ${remedy}`) },
    locations: [{ physicalLocation: { artifactLocation: artifactLocation(file), ...region } }],
  };
}

/**
 * Escapes a message that may quote foreign text. `[text](address)` would be a link. Braces have no meaning in a message
 * without arguments, and the existing viewers show them unchanged.
 */
function plain(text: string): string {
  return printable(text).replaceAll('](', '] (');
}

/**
 * The data of the message, in a property bag: arguments of a SARIF message are strings for the numbered placeholders of a text, and our
 * messages have none.
 */
function dataOf({ path, parameters }: Reported): object {
  return { path, parameters };
}

/**
 * Identifies a finding across runs, wherever in the file it moves to. Equal findings are numbered in order; `seen` counts
 * them.
 */
function fingerprintOf({ code, file, field }: Reported, seen: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify([code, artifactLocation(file).uri, field])).digest('hex').slice(0, 32);
  const number = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, number);
  return `${hash}:${number}`;
}

/** The folder in which the command runs. Readers of SARIF take it for the root of the repository. */
const ROOT = 'SRCROOT';

/** The location of a file in SARIF: relative to the root, without the paths of the machine; outside the root, its file URL. */
function artifactLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = relative(process.cwd(), resolve(file));
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/') || '.', uriBaseId: ROOT };
}
