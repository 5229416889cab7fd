import { realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FINE, found } from '../../findings/finding';
import { ImagesFile, WrittenEnvironment, WrittenString } from '../../gitops/environments/images';
import { resolvePlain } from '../../manifest/reading/scalar';
import { attempt } from '../../private/attempt';
import { refuse } from '../../private/errors';
import { OWN_PREFIX } from '../../writing/names';
import { throwSystemError } from '../../writing/places';
import { stage } from '../../writing/write-output';

/** An image of an environment whose version changes, or that is added. */
export interface ImageChange {
  readonly name: string;
  readonly version: string;
  readonly before?: WrittenString;
}

/** The replacement of a part of a text. */
interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly by: string;
}

/**
 * Changes versions of images of an environment in the text of a file. The rest stays unchanged: quotes, comments, line breaks.
 *
 * @throws ModelError if no line can be added, for example between braces
 */
export function edited(images: ImagesFile, environment: string, changes: readonly ImageChange[], subject: string): string {
  const { text, file } = images;
  const added = changes.filter(({ before }) => !before);
  const edits = changes.flatMap(({ version, before }) => before ? [replacement(text, before, version)] : []);
  const additions = added.length > 0 ? additionsTo(images, environment, added) : [];
  // from the end, so that the offsets of the other edits stay valid
  const result = [...edits, ...additions].sort((a, b) => b.offset - a.offset)
    .reduce((all, { offset, length, by }) => all.slice(0, offset) + by + all.slice(offset + length), text);
  const meant = versionsOf(images);
  meant.set(environment, new Map([...meant.get(environment) ?? [], ...changes.map(({ name, version }) => [name, version] as const)]));
  const isMeant = isDeepStrictEqual(attempt(() => versionsOf(ImagesFile.of(result, file))), meant);
  refuse(subject, isMeant ? FINE : added.flatMap(({ name }) => found('invalid-value', [name], { reason: 'no-line', file })));
  return result;
}

function versionsOf({ environments }: ImagesFile): Map<string, Map<string, string>> {
  const ofEach = ({ images }: WrittenEnvironment) => new Map([...images].map(([name, { version }]) => [name, version.text]));
  return new Map([...environments].map(([key, environment]) => [key, ofEach(environment)]));
}

function replacement(text: string, written: WrittenString, version: string): Edit {
  const [quote] = /^["']?/.exec(written.raw)!;
  return { offset: offsetOf(text, written), length: written.raw.length, by: quote + version + quote };
}

/** Adds lines after the last image of an environment or after its name; a new environment goes to the end of the file. */
function additionsTo({ text, environments }: ImagesFile, environment: string, added: readonly ImageChange[]): Edit[] {
  const written = environments.get(environment);
  const column = (written ?? [...environments.values()][0])?.key.column ?? 1;
  const last = [...written?.images.values() ?? []].at(-1);
  const offset = written ? startOf(text, (last?.version ?? written.key).line + 1) : text.length;
  const indentation = ' '.repeat((last?.key.column ?? column + 2) - 1);
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = [
    ...written ? [] : [`${' '.repeat(column - 1)}${scalar(environment)}:`],
    ...added.map(({ name, version }) => `${indentation}${scalar(name)}: ${scalar(version)}`),
  ];
  const isOpen = offset > 0 && offset === text.length && !text.endsWith('\n');
  const by = (isOpen ? lineBreak : '') + lines.map(line => line + lineBreak).join('');
  return [...written ? emptyMap(text, written.key) : [], { offset, length: 0, by }];
}

/** Removes the braces of `name: {}`, so that lines can follow. */
function emptyMap(text: string, key: WrittenString): Edit[] {
  const end = offsetOf(text, key) + key.raw.length;
  const [braces] = /^[ \t]*:[ \t]+\{[ \t]*\}/.exec(text.slice(end)) ?? [];
  return braces === undefined ? [] : [{ offset: end, length: braces.length, by: ':' }];
}

function offsetOf(text: string, { line, column }: WrittenString): number {
  const mark = line === 1 && text.startsWith('\ufeff') ? 1 : 0;
  return startOf(text, line) + mark + column - 1;
}

/** A YAML scalar, quoted if a reader may not take it for a string but, for example, for a number. */
function scalar(text: string): string {
  const plain = resolvePlain(text);
  return 'value' in plain && typeof plain.value === 'string' ? text : JSON.stringify(text);
}

/** The offset at which a line starts; the end of the text for a line after the last one. */
function startOf(text: string, line: number): number {
  const lines = text.split('\n').slice(0, line - 1);
  return Math.min(lines.reduce((sum, { length }) => sum + length + 1, 0), text.length);
}

/**
 * Replaces a file atomically, while its folder is locked. A symbolic link to it stays.
 *
 * @throws ModelError if it cannot be written
 */
export function replace(file: string, text: string, subject: string): void {
  const target = realpathSync(file);
  const temporary = join(dirname(target), `${OWN_PREFIX}new`);
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  try {
    // what a killed run has left
    remove();
    stage(text, temporary, target);
    renameSync(temporary, target);
  } catch (error) {
    attempt(remove);
    throwSystemError(error, target, subject, 'not-written');
  }
}
