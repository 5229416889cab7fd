import { isFilled, isObject, listOf, PlainFields } from '../../private/check';
import type { ServerCause } from '../validate/server-rules';

/** The message of a decoder on unknown and duplicate fields. It lists all of them in one sentence. */
const STRICT = /strict decoding error: ([^]*?)$/;
const STRICT_FIELD = /(?:unknown|duplicate) field "(?:[^"\\]|\\.)*"/g;

/** The message on an applied object that does not match the schema of its kind. */
const UNTYPED = /^failed to create typed patch object \([^]*?\): ([^]*)$/;
const UNTYPED_FIELD = /^\s*(\.\S[^]*?): ([^]*)$/;

/** The message of a decoder on a value of the wrong type. The object may precede it. */
const MISTYPED = /json: cannot unmarshal [^"]*$/;

/** What the API server says, if it says anything. */
export const messageOf = (message: unknown) => isFilled(message) ? message : 'no reason is given';

/** Whether the schema rejects an object. A decoder would report more details. */
export function isUntyped({ message }: PlainFields): boolean {
  return UNTYPED.test(String(message));
}

/** The causes for which the API server rejects an object: one for each field, if it names them. */
export function causesOf(object: unknown, { message, details }: PlainFields): ServerCause[] {
  const text = messageOf(message);
  const fields = STRICT.exec(text)?.[1].match(STRICT_FIELD);
  if (fields) return fields.map(each => ({ message: each }));
  const untyped = UNTYPED.exec(text)?.[1];
  if (untyped !== undefined) {
    return untyped.split('\n').filter(line => !/^(errors:)?\s*$/.test(line)).map(line => untypedCause(object, line));
  }
  const mistyped = MISTYPED.exec(text);
  if (mistyped) return [{ message: mistyped[0] }];
  // the value of the field `patch` would be the whole object
  const all = listOf<PlainFields>(isObject(details) ? details.causes : []).filter(isObject);
  const causes = all.filter(each => each.field !== 'patch' && [each.field, each.message].some(isFilled));
  if (causes.length === 0) return [{ message: all.some(each => each.field === 'patch') ? 'it cannot be read' : firstLine(text) }];
  return causes.map(each => ({ field: isFilled(each.field) ? each.field : undefined, message: firstLine(messageOf(each.message)) }));
}

/** The first line of a message. The other lines of a message on a Pod contain all differences, with their values. */
const firstLine = (text: string) => text.split('\n')[0];

/** Parses `.spec.containers[name="a"].env: duplicate entries for key [name="A"]`. Omits a value at the end. */
function untypedCause(object: unknown, line: string): ServerCause {
  const [, path, reason] = UNTYPED_FIELD.exec(line) ?? [];
  if (path === undefined) return { message: line };
  return { field: withIndexes(object, path), message: reason.replace(/, got &value\.[^]*$/, ', got another type') };
}

const STEP = /\.([^.[\]]+)|\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g;
const KEY = /(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)/g;

/** Replaces the keys by which the server identifies the elements of lists in a path by their indexes. */
function withIndexes(object: unknown, path: string): string {
  let value = object;
  let text = '';
  for (const [, name, keys] of path.matchAll(STEP)) {
    const step = keys === undefined ? name : indexOf(value, keys);
    if (step === undefined) break;
    value = (Object(value) as PlainFields)[step];
    text += keys === undefined ? `.${step}` : `[${step}]`;
  }
  return text.replace(/^\./, '');
}

function indexOf(list: unknown, keys: string): string | undefined {
  if (/^\d+$/.test(keys)) return keys;
  const wanted = [...keys.matchAll(KEY)].map(([, key, value]) => [key, value.replace(/^"|"$/g, '')]);
  const index = listOf<PlainFields>(list).findIndex(each => wanted.every(([key, value]) => String(each?.[key]) === value));
  return index < 0 ? undefined : String(index);
}
