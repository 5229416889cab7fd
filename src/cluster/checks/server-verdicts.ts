import type { ServerCause, ServerRules, ServerVerdict } from './server-rules';
import { Finding, found, Path, Step, Shown } from '../../base/findings/finding';
import { PlainFields } from '../../base/check';
import { isPlaceholder, Place, withoutCredentials } from '../../base/hidden';
import { isSubstituted } from '../../base/substitution';

/** What a verdict says of an object. */
export function refusals(object: PlainFields, { verdict, stage, causes = [] }: ServerVerdict, { version }: ServerRules): Finding[] {
  return causes.flatMap(cause => {
    const path = stage === 'kind' ? ['apiVersion'] : pathOfCause(cause);
    if (isFilledIn(object, path)) return [];
    const answer = answerTo(object, path, cause);
    return verdict === 'failed' ? found('not-judged-by-server', path, { reason: 'failed', answer })
      : found('refused-by-server', path, { version, answer });
  });
}

// For an invalid value, the API server reports the field, the value and the problem. For an object that it cannot read, it reports a
// sentence, which may contain the field.

/** The sentence of a decoder on an unknown or duplicate field. */
const NAMED = /^(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"$/s;

/** The sentence of a decoder on a value of a wrong type: its actual type, and the fields that lead to it, without indexes. */
const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.(\S+) of type/;

/** The path of the field to which a cause refers; empty for the object as a whole, such as on a value of a wrong type. */
export function pathOfCause({ field, message }: ServerCause): Path {
  const place = field ?? NAMED.exec(message)?.[1];
  return place === undefined ? [] : pathIn(place);
}

const STEP = /\[([^[\]]*)\]|([^.[\]]+)/g;

/** The steps of `spec.ports[0].port`; `<nil>` and `[]` are the object itself. */
function pathIn(text: string): Path {
  return [...text.matchAll(STEP)].map(([, inBrackets, name]): Step => /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets ?? name)
    .filter(step => step !== '' && step !== '<nil>');
}

/** Whether a value contains a placeholder that is substituted before the object is applied. */
function isFilledIn(object: unknown, path: Path): boolean {
  const value = valueAt(object, path);
  return typeof value === 'string' && isSubstituted(value);
}

const valueAt = (object: unknown, path: Path): unknown => path.reduce((value: any, step) => value?.[step], object);

/** The start of each of its sentences on a field: the kind of problem. */
const KIND_OF_CAUSE = /^(?:(?:Duplicate|Invalid|Required|Unsupported) value|Forbidden|Internal error|Not found|Too (?:few|long|many))(?=:)/;

/** The end of a sentence on an immutable field, which contains no value. */
const FIXED = /: field is immutable(?: when `immutable` is set)?$/;

/** A reason after a list or a map, which contains no part of it. */
const REASON = /(?<=[}\]"]): [^"{}[\]]*$/;

/** Shorter values may be any word of a sentence. */
const SHORTEST = 4;

/** The message of the API server, without values of the object that may be passwords. */
export function answerTo(object: unknown, path: Path, { field, message }: ServerCause): Shown {
  if (field === undefined) return Shown.inWords(readingAnswer(message));
  const [value, place] = [valueAt(object, path), Place.at(object, path)];
  const [kind = 'it is not valid'] = KIND_OF_CAUSE.exec(message) ?? [];
  if (place.isClosed || place.hides(value)) return Shown.inWords(`${kind}${FIXED.exec(message)?.[0] ?? ''}`);
  const text = withoutCredentials(hiddenIn(object).reduce((shown, each) => shown.replaceAll(each, '…'), message));
  // the message repeats the whole list or map, in the syntax of Go or in JSON, or names its type alone
  const isWhole = typeof value === 'object' && value !== null && /["{[\n]/.test(message) && !/^[\w ]+: "(?:array|object)": /.test(message);
  return Shown.inWords(isWhole ? `${kind}: …${REASON.exec(text)?.[0] ?? ''}` : text);
}

/** The values of an object that are hidden, the longest first. */
function hiddenIn(value: unknown, place = Place.OBJECT): string[] {
  if (typeof value === 'object' && value !== null) {
    const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, each]) => hiddenIn(each, place.within(value, step))).sort((a, b) => b.length - a.length);
  }
  const text = String(value);
  return place.hides(value) && text.length >= SHORTEST && !isPlaceholder(text) ? [text] : [];
}

/** The message on an object that cannot be read: of what it quotes, only the names of fields are no values. */
function readingAnswer(message: string): string {
  if (NAMED.test(message)) return message;
  const text = message.replace(/(cannot unmarshal \w+) \d\S* into/, '$1 into');
  return MISTYPED.test(text) ? text : text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '"…"');
}
