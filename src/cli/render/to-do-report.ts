import { printable } from '../../findings/shown';
import { RenderedManifests, ToDo } from '../../manifest';
import { Reported, documentationOf, reported, thisTool } from '../validate/report';

/** The to-do list as text: each item that is not rendered, followed by the reasons and remedies. */
export function humanToDo(toDo: readonly ToDo[]): string {
  const reasonsOf = ({ reasons }: ToDo) => reasons.map(found => `  ${printable(reasonOf(reported(found)))}`);
  const items = toDo.map(each => [`- ${printable(subjectOf(each))}`, ...reasonsOf(each)]);
  return [`${count(toDo.length)} not rendered. To do:`, ...items.flat()].join('\n');
}

function reasonOf(found: Reported): string {
  const { code, problem, remedy } = found;
  return `${[placeOf(found), code].filter(each => each !== '').join(': ')}: ${subject(found)}${problem}; ${remedy}`;
}

/** The to-do list as data for other programs. */
export function jsonToDo({ toDo, warnings }: RenderedManifests): object {
  const tool = thisTool();
  const told = (found: ToDo['reasons'][number]) => ({ ...reported(found), documentation: documentationOf(tool, found.code) });
  const list = toDo.map(({ reasons, ...each }) => ({ ...each, reasons: reasons.map(told) }));
  return { complete: toDo.length === 0, toDo: list, warnings: warnings.map(told) };
}

/** The to-do list as Markdown, for an issue or a merge request. */
export function markdownToDo({ toDo }: RenderedManifests): string {
  if (toDo.length === 0) return '# To do\n\nEverything is rendered.\n';
  const rows = toDo.flatMap(each => each.reasons.map(found => {
    const own = reported(found);
    const reason = `${own.code}: ${subject(own)}${own.problem}`;
    const { application = '', component = '', object = '', trait = object } = each;
    return [application, component, trait, each.with.join(', '), placeOf(own), reason, own.remedy];
  }));
  const header = ['Application', 'Component', 'Trait or object', 'Not rendered with it', 'Place', 'Reason', 'Remedy'];
  const lines = [header, header.map(() => '---'), ...rows.map(row => row.map(escaped))].map(row => `| ${row.join(' | ')} |\n`);
  return `# To do\n\n${count(toDo.length)} not rendered.\n\n${lines.join('')}`;
}

/** `component "cart" of application "shop" in namespace "shop", with MetricsTrait`. */
function subjectOf({ application, namespace, component, trait, object, with: others, reasons: [{ file }] }: ToDo): string {
  const named = Object.entries({ component, application }).map(([kind, name]) => name && `${kind} ${JSON.stringify(name)}`);
  const parts = [trait, object, ...named].filter(each => each);
  const what = parts.length > 0 ? parts.join(' of ') : `an object in ${file}`;
  const where = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
  return `${what}${where}${others.length > 0 ? `, with ${others.join(', ')}` : ''}`;
}

function subject({ field }: Reported): string {
  return field && `'${field}' `;
}

function placeOf({ file, line, column }: Reported): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

function count(number: number): string {
  return number === 1 ? '1 part of the manifests is' : `${number} parts of the manifests are`;
}

/** Escapes foreign text, so that Markdown and HTML do not interpret it. */
function escaped(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/[\\`*_[\]|~#!]/g, '\\$&');
}
