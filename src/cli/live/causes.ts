import { isObject, listOf, PlainFields } from '../../private/check';
import type { ServerCause } from '../validate/server-rules';

/** Fields that a decoder does not know, or finds twice: all of them in one sentence. */
const STRICT = /strict decoding error: ([^]*?)$/;
const STRICT_FIELD = /(?:unknown|duplicate) field "(?:[^"\\]|\\.)*"/g;

/** What is said of an applied object that does not fit the schema of its kind. */
const UNTYPED = /^failed to create typed patch object \([^]*?\): ([^]*)$/;
const UNTYPED_FIELD = /^\s*(\.\S[^]*?): ([^]*)$/;

/** What a decoder says of a value of another type, behind the object or not. */
const MISTYPED = /json: cannot unmarshal [^"]*$/;

/** Whether the schema refuses an object, of which a decoder would say more. */
export function isUntyped({ message }: PlainFields): boolean {
  return UNTYPED.test(String(message));
}

/** Why the API server refuses an object: a cause for each field, if it says which. */
export function causesOf(object: unknown, { message, details }: PlainFields): ServerCause[] {
  const text = String(message ?? 'no reason is given');
  const fields = STRICT.exec(text)?.[1].match(STRICT_FIELD);
  if (fields) return fields.map(each => ({ message: each }));
  const untyped = UNTYPED.exec(text)?.[1];
  if (untyped !== undefined) {
    return untyped.split('\n').filter(line => !/^(errors:)?\s*$/.test(line)).map(line => untypedCause(object, line));
  }
  const mistyped = MISTYPED.exec(text);
  if (mistyped) return [{ message: mistyped[0] }];
  // the whole object would be the value of the field `patch`
  const causes = listOf<PlainFields>(isObject(details) ? details.causes : []).filter(each => isObject(each) && each.field !== 'patch');
  if (causes.length === 0) return [{ message: details?.causes ? 'it cannot be read' : firstLine(text) }];
  return causes.map(each => ({ field: typeof each.field === 'string' ? each.field : undefined, message: firstLine(each.message) }));
}

/** Below that of a Pod is all that differs, with its values. */
const firstLine = (text: unknown) => String(text).split('\n')[0];

/** `.spec.containers[name="a"].env: duplicate entries for key [name="A"]`; a value at the end is left out. */
function untypedCause(object: unknown, line: string): ServerCause {
  const [, path, reason] = UNTYPED_FIELD.exec(line) ?? [];
  if (path === undefined) return { message: line };
  return { field: withIndexes(object, path), message: reason.replace(/, got &value\.[^]*$/, ', got another type') };
}

const STEP = /\.([^.[\]]+)|\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g;
const KEY = /(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)/g;

/** A path in which the index of an element is in place of the names by which the server knows it. */
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
