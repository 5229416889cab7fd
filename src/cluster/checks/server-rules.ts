import { attempt } from '../../base/attempt';
import { ModelError } from '../../base/brand';
import { asObject, isObject, PlainFields } from '../../base/check';
import { Finding, found, Path, Shown, Step } from '../../base/findings/finding';
import { isPlaceholder, Place, withoutCredentials } from '../../base/masking';
import { isSubstituted } from '../../base/substitution';

/** The package with the rules of the API server: no dependency, since it is large, and few users need it. */
const PACKAGE = 'cdk8s-oam-server-rules';

/** The verdict of the rules on an object. */
interface ServerVerdict {
  readonly verdict: 'accepted' | 'refused' | 'unknown' | 'failed';
  readonly stage?: 'kind' | 'decode' | 'validate';
  /** The reasons; `field` is `undefined` if the object is rejected while it is read. */
  readonly causes?: readonly { readonly field?: string; readonly message: string }[];
}

/** The part of the package that is used here. */
export interface ServerRules {
  /** The version of Kubernetes. */
  readonly version: string;
  judge(objects: readonly unknown[], options: { readonly crds: readonly unknown[] }): readonly ServerVerdict[];
}

/**
 * Loads the rules. Fails with a remedy if they are wanted and not there; else they are loaded if those of the given
 * minor version of Kubernetes are installed.
 */
export function serverRules(isWanted: boolean | undefined, minor: string | undefined): ServerRules | undefined {
  // a module of the project in the working directory, or from next to this package
  const load = (module: string): unknown =>
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(require.resolve(module, { paths: [process.cwd(), __dirname] }));
  const { version } = asObject(attempt(() => load(`${PACKAGE}/package.json`)));
  if (!isWanted && (minor === undefined || !String(version).startsWith(`${minor}.`))) return undefined;
  try {
    return (load(PACKAGE) as { load(): ServerRules }).load();
  } catch (error) {
    // whether the package itself is missing, and not one of its dependencies
    const { code, message } = error as NodeJS.ErrnoException;
    const isAbsent = isObject(error) && code === 'MODULE_NOT_FOUND' && message.includes(`'${PACKAGE}'`);
    const reason = { reason: 'server-rules', what: PACKAGE, message: isAbsent ? undefined : message } as const;
    throw new ModelError('cdk8s-oam validate', found('usage', ['--as-server'], reason), 'manifests');
  }
}

// For an invalid value, the API server reports the field, the value and the problem. For an object that it cannot read,
// it reports a sentence, which may contain the field.

/** The sentence of a decoder on an unknown or duplicate field. */
const NAMED = /^(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"$/s;

/** The sentence of a decoder on a value of a wrong type: its type, and the fields that lead to it, without indexes. */
const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.(\S+) of type/;
/** A step of a path such as `spec.ports[0].port`. */
const STEP = /\[([^[\]]*)\]|([^.[\]]+)/g;

/** Reports the verdict on an object, except on fields with a placeholder that is substituted before it is applied. */
export function serverFindings(
  object: PlainFields, { verdict, stage, causes = [] }: ServerVerdict, { version }: ServerRules,
): Finding[] {
  return causes.flatMap(cause => {
    // the object as a whole is `<nil>` or `[]`, or meant on a value of a wrong type
    const place = cause.field ?? NAMED.exec(cause.message)?.[1] ?? '';
    const steps = [...place.matchAll(STEP)].map(([, inBrackets, name]): Step =>
      /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets ?? name);
    const path = stage === 'kind' ? ['apiVersion'] : steps.filter(step => step !== '' && step !== '<nil>');
    const value = path.reduce((outer: any, step) => outer?.[step], object) as unknown;
    if (typeof value === 'string' && isSubstituted(value)) return [];
    const answer = Shown.inWords(shownAnswer(object, path, value, cause));
    return verdict === 'failed' ? found('not-judged-by-server', path, { reason: 'failed', answer })
      : found('refused-by-server', path, { version, answer });
  });
}

/** The start of each of its sentences on a field: the kind of problem. */
const KIND_OF_CAUSE =
  /^(?:(?:Duplicate|Invalid|Required|Unsupported) value|Forbidden|Internal error|Not found|Too (?:few|long|many))(?=:)/;

/** The end of a sentence on an immutable field, which contains no value. */
const FIXED = /: field is immutable(?: when `immutable` is set)?$/;
/** A reason after a list or a map, which contains no part of it. */
const REASON = /(?<=[}\]"]): [^"{}[\]]*$/;
/** Shorter values may be any word of a sentence. */
const SHORTEST = 4;

/** The message of the API server, without values of the object that may be passwords. */
function shownAnswer(
  object: PlainFields, path: Path, value: unknown, { field, message }: NonNullable<ServerVerdict['causes']>[number],
): string {
  if (field === undefined) {
    if (NAMED.test(message)) return message;
    // the object cannot be read: of what the message quotes, only the names of fields are no values
    const text = message.replace(/(cannot unmarshal \w+) \d\S* into/, '$1 into');
    return MISTYPED.test(text) ? text : text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '"…"');
  }
  const place = Place.at(object, path);
  const [kind = 'it is not valid'] = KIND_OF_CAUSE.exec(message) ?? [];
  if (place.isClosed || place.hides(value)) return `${kind}${FIXED.exec(message)?.[0] ?? ''}`;
  const text = withoutCredentials(hiddenIn(object).reduce((shown, each) => shown.replaceAll(each, '…'), message));
  // the message repeats the whole list or map, in the syntax of Go or in JSON, or names its type alone
  const isWhole = typeof value === 'object' && value !== null && /["{[\n]/.test(message)
    && !/^[\w ]+: "(?:array|object)": /.test(message);
  return isWhole ? `${kind}: …${REASON.exec(text)?.[0] ?? ''}` : text;
}

/** The values of an object that are hidden, the longest first. */
function hiddenIn(value: unknown, place = Place.OBJECT): string[] {
  if (typeof value === 'object' && value !== null) {
    const steps: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, each]) => hiddenIn(each, place.within(value, step)))
      .sort((a, b) => b.length - a.length);
  }
  const text = String(value);
  return place.hides(value) && text.length >= SHORTEST && !isPlaceholder(text) ? [text] : [];
}
