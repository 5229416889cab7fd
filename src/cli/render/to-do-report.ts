import { RenderedManifests, ToDo } from '../../manifest';
import { printable } from '../../private/printable';
import { Reported, reported } from '../validate/report';
import { documentationOf, thisTool } from '../validate/tool';

/** What is not rendered, for people: what it is, and below it why and what to do. */
export function humanToDo(toDo: readonly ToDo[]): string {
  const items = toDo.map(each => [`- ${printable(subjectOf(each))}`, ...each.reasons.map(found => `  ${printable(reasonOf(reported(found)))}`)]);
  return [`${count(toDo.length)} not rendered. To do:`, ...items.flat()].join('\n');
}

function reasonOf(found: Reported): string {
  const { code, problem, remedy } = found;
  return `${[placeOf(found), code].filter(each => each !== '').join(': ')}: ${subject(found)}${problem}; ${remedy}`;
}

/** The same as data for other programs. */
export function jsonToDo({ toDo, warnings }: RenderedManifests): object {
  const tool = thisTool();
  const told = (found: ToDo['reasons'][number]) => ({ ...reported(found), documentation: documentationOf(tool, found.code) });
  return { complete: toDo.length === 0, toDo: toDo.map(({ reasons, ...each }) => ({ ...each, reasons: reasons.map(told) })), warnings: warnings.map(told) };
}

/** The same as Markdown, for an issue or a merge request. */
export function markdownToDo({ toDo }: RenderedManifests): string {
  if (toDo.length === 0) return '# To do\n\nEverything is rendered.\n';
  const rows = toDo.flatMap(each => each.reasons.map(found => {
    const own = reported(found);
    const reason = `${own.code}: ${subject(own)}${own.problem}`;
    return [each.application ?? '', each.component ?? '', each.trait ?? each.object ?? '', each.with.join(', '), placeOf(own), reason, own.remedy];
  }));
  const header = ['Application', 'Component', 'Trait or object', 'Not rendered with it', 'Place', 'Reason', 'Remedy'];
  const lines = [header, header.map(() => '---'), ...rows.map(row => row.map(escaped))].map(row => `| ${row.join(' | ')} |\n`);
  return `# To do\n\n${count(toDo.length)} not rendered.\n\n${lines.join('')}`;
}

/** `component "cart" of application "shop" in namespace "shop", with MetricsTrait`. */
function subjectOf({ application, namespace, component, trait, object, with: others, reasons: [{ file }] }: ToDo): string {
  const parts = [trait, object, component && `component ${JSON.stringify(component)}`, application && `application ${JSON.stringify(application)}`].filter(each => each);
  const what = parts.length > 0 ? parts.join(' of ') : `an object in ${file}`;
  return `${what}${namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`}${others.length > 0 ? `, with ${others.join(', ')}` : ''}`;
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

/** Text of others as text: what Markdown or HTML would take for something else is escaped. */
function escaped(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replace(/[\\`*_[\]|~#!]/g, '\\$&');
}
