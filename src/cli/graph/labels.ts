import { printable } from '../../findings/shown';
import { asObject } from '../../private/check';
import type { TypedManifest } from '../../private/oam-kind';
import { shownName } from '../../private/written';

/** A longer line of a label is cut. */
const LONGEST = 120;

/** A text of a label, on one line and not too long. */
export function label(text: string): string {
  const characters = [...printable(text)];
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

/** An object that says something of another one; with its namespace, if that is not the same. */
export function titleOf({ kind, metadata }: TypedManifest, beside?: TypedManifest): string {
  const { namespace, name } = asObject(metadata);
  const isBeside = beside === undefined || namespace === undefined || asObject(beside.metadata).namespace === namespace;
  return `${shownName(kind)} ${isBeside ? '' : `${shownName(namespace)}/`}${shownName(name)}`;
}

const REGEXES: readonly string[] = ['Regex', 'PartRegex', 'RegularExpression'];

/** A path as it is matched: `/a/…` is all below `/a`, `~` a regular expression. */
export function pathLabel(path: string, type: string): string {
  if (REGEXES.includes(type)) return `~ ${path}`;
  if (type === 'TextPrefix') return `${path}…`;
  return type === 'Prefix' ? `${path.replace(/\/$/, '')}/…` : path;
}

/** The port and the path of metrics. */
export function placeLabel({ port, path }: { readonly port?: number; readonly path?: string }): string {
  return `:${port ?? '?'}${path ?? ''}`;
}
