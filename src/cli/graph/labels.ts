import { asObject } from '../../private/check';
import type { TypedManifest } from '../../private/oam-kind';

/** The kind and the name of an object, with its namespace if that differs from the namespace of `beside`. */
export function titleOf({ kind, metadata }: TypedManifest, beside?: TypedManifest): string {
  const { namespace, name } = asObject(metadata);
  const isBeside = beside === undefined || namespace === undefined || asObject(beside.metadata).namespace === namespace;
  return `${String(kind)} ${isBeside ? '' : `${String(namespace)}/`}${String(name)}`;
}

const REGEXES: readonly string[] = ['Regex', 'PartRegex', 'RegularExpression'];

/** A path without its query, which may contain a token. */
function withoutQuery(path: string): string {
  const [bare, query] = path.split('?');
  return query === undefined ? path : `${bare}?…`;
}

/** A path with its type: `/a/…` is a prefix of whole segments, `/a…` a prefix of the text, and `~` marks a regular expression. */
export function pathLabel(given: string, type: string): string {
  // `?` is a quantifier in a regular expression
  if (REGEXES.includes(type)) return `~ ${given}`;
  const path = withoutQuery(given);
  if (type === 'TextPrefix') return `${path}…`;
  return type === 'Prefix' ? `${path.replace(/\/$/, '')}/…` : path;
}

/** The label of a metrics endpoint: its port and path. */
export function placeLabel({ port, path }: { readonly port?: number; readonly path?: string }): string {
  return `:${port ?? '?'}${withoutQuery(path ?? '')}`;
}
