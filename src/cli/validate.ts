import { createHash } from 'node:crypto';
import { relative, sep, isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, Option } from 'commander';
import { grouped } from '../base/check';
import type { ErrorCode } from '../base/findings/catalogue/all';
import { documentationOf, DRIVER, errorReference } from './error-reference';
import { Parameters, printable, Shown, Finding, found, ownWords, showPath } from '../base/findings/finding';
import { counted } from '../base/findings/sentence';
import { problemOf, remedyOf } from '../base/findings/words';
import { serverRules } from '../cluster/checks/server-rules';
import { collectManifests, ReadManifests, LocatedFinding } from '../files/reading';
import { describePlace, listedFindings } from '../files/reading/located-finding';
import { validateManifests } from '../migration';
import { serverVerdicts } from '../migration/server-verdicts';
import { ExitCode, Guarded, Paint, paintFor, printToStdout, printJson, printToStderr } from './output';
import { SettingsFlags, settingsOfFlags, withSettings } from './settings';

/** The flags of the command `validate`. */
type ValidateFlags = SettingsFlags
  & { readonly [F in 'json' | 'sarif' | 'strict' | 'asServer' | 'environments']?: boolean };

// All formats report the same findings, in the same order, with the same words.

/** Adds the command `validate`. */
export function addValidate(program: Command, guarded: Guarded): void {
  withSettings(program.command('validate'))
    .description('Check manifests: OAM and Kubernetes objects, their schemas, and references between them.')
    .argument('<paths...>', 'files and folders of manifests; - reads standard input')
    .option('--strict', 'treat warnings as errors')
    .option('--as-server',
      'fail unless the rules of an API server are applied too, from the package cdk8s-oam-server-rules')
    .option('--environments', 'check each environment that Environments has written into the folders separately')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF').conflicts('json'))
    .action((paths: string[], flags: ValidateFlags) => guarded(flags, async () => {
      const settings = settingsOfFlags(flags, 'oam');
      const rules = serverRules(flags.asServer, settings.schemaChecks.kubernetesVersion);
      const manifests = collectManifests(paths);
      const parts = flags.environments ? byEnvironment(manifests, paths) : [manifests];
      const checked = parts.flatMap(each => validateManifests(each, settings));
      const refused = rules
        ? serverVerdicts(manifests, rules, [...manifests.findings, ...checked], settings.written.schemas) : [];
      const unneeded = checked.filter(({ code, parameters: { reason } }) =>
        code === 'no-effect' && reason === 'acceptance');
      const accepted = settings.accepted.length - unneeded.length;
      const report = reportOf(manifests, [...checked, ...refused], { ...flags, accepted });
      if (flags.json) printJson(jsonReport(report));
      else if (flags.sarif) printJson(sarifReport(report));
      else printToStdout(humanReport(report, manifests.sources, paintFor(process.stdout)));
      printToStderr(reportSummary(report));
      return report.exitCode;
    }));
}

/**
 * Splits the manifests by environment, each with the objects that deliver it: `Environments` writes
 * `<folder>/<environment>/…`, `<folder>/_<tool>/<environment>/…` and `<folder>/_<tool>/<environment>.yaml`.
 * Environments cannot conflict with each other.
 */
function byEnvironment(manifests: ReadManifests, folders: readonly string[]): ReadManifests[] {
  const environmentOf = ({ file }: { readonly file: string }) => {
    const folder = folders.find(each => !relative(each, file).startsWith('..')) ?? '';
    const [first, second = ''] = relative(folder, file).split(sep);
    return [`${folder}:${(first.startsWith('_') ? second : first).replace(/\.ya?ml$/, '')}`];
  };
  const documents = grouped(manifests.documents, environmentOf);
  return [...grouped(manifests.yaml, environmentOf)]
    .map(([environment, yaml]) => ({ ...manifests, documents: documents.get(environment) ?? [], yaml }));
}

/** A finding as all formats report it. */
export interface Reported extends Omit<LocatedFinding, 'isWarning'> {
  readonly level: 'error' | 'warning' | 'note';
  /** The field, with indexes; empty for a whole document or file. */
  readonly field: string;
  readonly problem: string;
  /** How to fix the problem. */
  readonly remedy: string;
}

/** Combines the findings of reading and of the checks. `strict` turns warnings into errors. */
export function reportOf(
  manifests: ReadManifests, checked: readonly LocatedFinding[], { strict = false, accepted = 0 } = {},
) {
  const { sources, yaml, findings: ofReading } = manifests;
  const [file] = sources.keys();
  // if there is no object at all: otherwise, manifests that someone forgot to render would pass
  const empty = file === undefined || yaml.length > 0 || ofReading.length > 0 ? [] : found('no-objects', '', ownWords(
    'holds no Kubernetes object, so that nothing is checked', 'check the path, and what has written the file',
  )).map(each => ({ ...each, file, isWarning: true }));
  const all: readonly LocatedFinding[] = [...ofReading, ...checked, ...empty];
  // files that cannot be read are not among the sources, and come first
  const unread = all.map(each => each.file).filter(each => !sources.has(each));
  const order = new Map([...new Set([...unread, ...sources.keys()])].map((each, i) => [each, i]));
  const distinct = new Map(all.map(each =>
    [JSON.stringify([each.file, each.line, each.column, each.code, each.path, each.parameters]), each]));
  const findings = listedFindings([...distinct.values()]).map(each => reported(each, strict)).sort((a, b) =>
    order.get(a.file)! - order.get(b.file)! || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const [errors, warnings, notes] = (['error', 'warning', 'note'] as const).map(each =>
    findings.filter(({ level }) => level === each).length);
  const exitCode = exitCodeOf(findings, errors > 0 ? ExitCode.NOT_FINE : ExitCode.FINE);
  return {
    /** In the order of the files and of the positions in them. Findings on a whole file come first. */
    findings,
    errors,
    warnings,
    /** What cannot be judged. */
    notes,
    /** The acceptances in the settings that a finding needs. */
    accepted,
    /** The number of files, including those that cannot be read. */
    files: order.size,
    exitCode,
  };
}

/** All findings. */
export type Report = ReturnType<typeof reportOf>;

/** A finding in the form of reports. */
export function reported(given: LocatedFinding, strict = false): Reported {
  const { file, line, column, code, path, parameters, isWarning = false } = given;
  const [problem, remedy] = [problemOf(given), remedyOf(given, 'manifests')];
  const level = code === 'cannot-judge' ? 'note' : isWarning && !strict ? 'warning' : 'error';
  return { file, line, column, level, code, field: showPath(path), path, parameters, problem, remedy };
}

/** The codes of findings because of which a text is not read at all, so that the answer is neither yes nor no. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-not-readable', 'manifest-too-large', 'no-manifests', 'yaml-alias', 'yaml-document',
  'yaml-syntax', 'yaml-too-deep',
]);

/**
 * The exit code of a command: `NOT_DONE` if something was not read, or the code of Kubernetes failed on it, or else
 * `otherwise`.
 */
export function exitCodeOf(findings: readonly Pick<Finding, 'code' | 'parameters'>[], otherwise: ExitCode): ExitCode {
  return findings.some(({ code, parameters }) =>
    UNREADABLE.has(code) || code === 'not-judged-by-server' && parameters.reason === 'failed')
    ? ExitCode.NOT_DONE : otherwise;
}

/** The last line of the output: the numbers of findings and files. */
export function reportSummary({ errors, warnings, notes, accepted, files }: Report): string {
  const countsOf = (numbers: Readonly<Record<string, number>>) =>
    Object.entries(numbers).filter(([, number]) => number > 0).map(([what, number]) => counted(number, what));
  const counts = countsOf({ error: errors, warning: warnings });
  const others = countsOf({ note: notes, acceptance: accepted }).map(each => `; ${each}`).join('');
  return `${counts.join(' and ') || 'nothing wrong'} in ${counted(files, 'file')}${others}`;
}

/**
 * The report as text: for each finding, a line that starts with a position that editors recognize, its source line with
 * a second line that marks a part of it, and the remedy.
 */
export function humanReport({ findings }: Report, sources: ReadManifests['sources'], paint: Paint): string {
  return findings.map(each => {
    const { file, line, level, code, field, problem, remedy } = each;
    const source = sources.get(file);
    const excerpt = source && excerptOf(each, source);
    const place = paint.strong(describePlace(each));
    const words = `${field && `'${printable(field)}' `}${printable(problem)}`;
    const lines = [`${place}: ${paint[level](level)} ${code}: ${words}`];
    if (excerpt) {
      const { text, start, length } = excerpt;
      const number = String(line).padStart(5);
      const marks = `${' '.repeat(start)}${'^'.repeat(Math.max(1, length))}`;
      lines.push(`${paint.faint(`${number} |`)} ${text}`);
      lines.push(`${paint.faint(`${' '.repeat(number.length)} |`)} ${paint.strong(marks)}`);
    }
    return [...lines, `      ${paint.faint('fix:')} ${printable(remedy)}`].map(text => `${text}\n`).join('');
  }).join('');
}

// A line of a manifest may contain a password. So an excerpt shows of a line only its indentation, the dashes of lists,
// a key that looks like a field or that the finding names, and a value that the finding itself shows. `HIDDEN` replaces
// everything else.

const HIDDEN = '…';

/** The codes of findings on a text in which keys and values are not known yet. */
const OF_TEXT: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
]);

/** A key with its colon, and the text before it on its line. */
const BEHIND_KEY = /^( *(?:- +)*)([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*|"[^"\\]*"|'[^']*') *: +$/u;

/** A key at the beginning of a text, without or with quotes. */
const KEY = /^(?:([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*) *:(?=\s|$)|("[^"\\]*"|'[^']*') *:)/u;

/**
 * The visible part of the line of a finding, with the range to mark; `undefined` if it would show nothing, or if the
 * text cannot be parsed.
 */
export function excerptOf(
  { line, column, code, path, parameters }: Reported, source: { readonly line: (line: number) => string },
) {
  if (line === undefined || column === undefined || OF_TEXT.has(code)) return undefined;
  // a key as it is shown; `undefined` if it may be anything
  const shownKey = (key: string) => {
    const name = /^["']/.test(key) ? key.slice(1, -1) : key;
    return /^[A-Za-z]+$/.test(name) || path.includes(name) ? printable(key) : undefined;
  };
  const whole = source.line(line);
  let before = whole.slice(0, column - 1);
  if (!/^ *(?:- +)*$/.test(before)) {
    // the key of the value or, within brackets, anything
    const behind = BEHIND_KEY.exec(before);
    const name = behind && shownKey(behind[2]);
    before = name ? `${behind[1]}${name}: ` : `${/^ */.exec(before)![0]}${HIDDEN} `;
  }
  // a finding is at a key, or at a value without one
  const rest = whole.slice(column - 1);
  const key = KEY.exec(rest);
  const name = key && shownKey(key[1] ?? key[2]);
  const value = !key ? shownValue(rest, parameters) || HIDDEN
    : name ? shownValue(rest.slice(key[0].length), parameters) : HIDDEN;
  const text = before + (name ? `${name}:${value && ` ${value}`}` : value);
  // an excerpt with only signs and dashes does not help
  return /[^ \-…]/.test(text) ? { text, start: before.length, length: (name || value).length } : undefined;
}

/**
 * The visible part of the text after a key: the value if the finding shows exactly this value, `HIDDEN` for another
 * value, and an empty string if there is none or only a comment.
 */
function shownValue(rest: string, { reason: _, ...parameters }: Parameters): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  // other numbers and booleans in the parameters describe what is allowed
  const spellings = Object.values(parameters).flatMap(parameter => {
    const value = typeof parameter === 'string' ? Shown.of(parameter) : parameter;
    const exact = Shown.is(value) ? value.exact : undefined;
    if (typeof exact !== 'string') return exact === undefined ? [] : String(exact);
    // a value with line breaks or control characters is not written like this
    if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(exact)) return [];
    return [JSON.stringify(exact), `'${exact.replaceAll('\'', '\'\'')}'`, ...exact === '' ? [] : [exact]];
  });
  const value = spellings.find(each => text.startsWith(each) && /^(?:$|[\s,}\]])/.test(text.charAt(each.length)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** The report as data for other programs. */
export function jsonReport({ findings, exitCode, ...counts }: Report): object {
  return {
    valid: exitCode === ExitCode.FINE,
    ...counts,
    findings: findings.map(each => ({ ...each, documentation: documentationOf(each.code) })),
  };
}

/** The folder in which the command runs. Readers of SARIF take it for the root of the repository. */
const ROOT = 'SRCROOT';

/**
 * The report in SARIF 2.1.0 (Static Analysis Results Interchange Format), which code hosts and editors show next to the
 * code.
 */
export function sarifReport({ findings: all, exitCode }: Pick<Report, 'findings' | 'exitCode'>): object {
  // what cannot be judged is nothing to fix
  const findings = all.filter(({ level }) => level !== 'note');
  // a finding on a whole file means that it was not read or is empty: a notification of the run, not a result in the
  // file
  const [inFiles, onFiles] = [findings.filter(each => each.line), findings.filter(each => !each.line)];
  const [ruleCodes, noteCodes] = [inFiles, onFiles].map(own => [...new Set(own.map(({ code }) => code))].sort());
  // the texts are ours, and quote nothing of a manifest; results and notifications refer to them by index
  const reference = errorReference();
  const [rules, notifications] = [ruleCodes, noteCodes].map(codes => codes.map(code => {
    const { cause, remedy } = reference.get(code)!;
    return {
      id: code,
      shortDescription: { text: cause },
      fullDescription: { text: cause },
      help: { text: `${cause} ${remedy}`, markdown: `${cause}\n\n${remedy}` },
      helpUri: documentationOf(code),
    };
  }));
  const messageOf = ({ level, file, line, column, field, problem, remedy }: Reported, subject = '') => ({
    level,
    // `[text](address)` would be a link in a foreign text. Braces have no meaning in a message without arguments, and
    // the existing viewers show them unchanged
    message: {
      text: printable(`${subject}${field && `'${field}' `}${problem}. Fix: ${remedy}`).replaceAll('](', '] ('),
    },
    locations: [{
      physicalLocation: {
        artifactLocation: artifactLocation(file), ...line && { region: { startLine: line, startColumn: column } },
      },
    }],
  });
  // the data of a message, in a property bag: arguments of a SARIF message are strings for the numbered placeholders of
  // a text, and our messages have none
  const propertiesOf = ({ path, parameters }: Reported) => ({ path, parameters });
  const toolExecutionNotifications = onFiles.map(each => ({
    descriptor: { id: each.code, index: noteCodes.indexOf(each.code) },
    ...messageOf(each, `${each.file} `),
    properties: propertiesOf(each),
  }));
  const fingerprints = new Map<string, number>();
  const results = inFiles.map(each => {
    // identifies a finding across runs, wherever in the file it moves to; equal findings are numbered in order
    const identity = JSON.stringify([each.code, artifactLocation(each.file).uri, each.field]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const number = (fingerprints.get(hash) ?? 0) + 1;
    fingerprints.set(hash, number);
    return {
      ruleId: each.code,
      ruleIndex: ruleCodes.indexOf(each.code),
      ...messageOf(each),
      partialFingerprints: { 'cdk8sOamFinding/v1': `${hash}:${number}` },
      properties: propertiesOf(each),
    };
  });
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { ...DRIVER, rules, notifications } },
      originalUriBaseIds: { [ROOT]: { description: { text: 'The folder in which the command was run.' } } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: exitCode !== ExitCode.NOT_DONE, exitCode, toolExecutionNotifications }],
      results,
    }],
  };
}

/**
 * The location of a file in SARIF: relative to the root, without the paths of the machine; outside it, its file URL.
 */
function artifactLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = relative(process.cwd(), resolve(file));
  const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  if (isOutside) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/') || '.', uriBaseId: ROOT };
}
