import type { SnapshotOptions } from './snapshot-options';
import { bad, Finding, FINE, saying } from '../findings/finding';
import { Path, pathOf, Step } from '../findings/path';
import { LAST_APPLIED } from '../manifest/model/server-fields';
import { closed, flag, isObject, list, PlainFields } from '../private/check';
import { refuse } from '../private/errors';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

const REDACTED = '<redacted>';
const CHECKSUM = '<checksum>';
const TAG = '<tag>';

/** A step to every element of a list. */
const EACH = '[]';

/** A path that is redacted, in objects of one kind or of all. */
interface RedactedPath {
  readonly kind?: string;
  readonly steps: Path;
}

/** Replaces values in objects by their position alone, never by their form. */
export class Redaction {
  private readonly paths: readonly RedactedPath[];
  private readonly withoutImageTags: boolean;

  public constructor(subject: string, options: SnapshotOptions) {
    refuse(subject, closed({ redact: list(redactable), withoutImageTags: flag })(options, 'options'));
    this.paths = (options.redact ?? []).map(redactedPath);
    this.withoutImageTags = options.withoutImageTags ?? false;
  }

  /** An object as a snapshot shows it. */
  public of(object: TypedManifest): unknown {
    const own = this.paths.filter(({ kind = object.kind }) => kind === object.kind);
    return own.reduce<unknown>((value, { steps }) => replaced(value, steps), this.cleared(object, ''));
  }

  /** A copy with the replacements that apply to every object; `name` is that of the field that holds the value. */
  private cleared(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map(each => this.cleared(each, name));
    if (!isObject(value)) return value;
    const fields = Object.entries(value).map(([key, each]) => [key, this.field(value, name, key, each)] as const);
    return Object.fromEntries(fields);
  }

  private field(around: PlainFields, aroundName: string, key: string, value: unknown): unknown {
    if (isKind(around, '/Secret') && (key === 'data' || key === 'stringData')) return withoutValues(value);
    if (aroundName === 'annotations' && key.startsWith('checksum/')) return CHECKSUM;
    // it holds the whole object, including the values of a Secret
    if (aroundName === 'annotations' && key === LAST_APPLIED) return REDACTED;
    if (this.withoutImageTags && key === 'image' && typeof value === 'string') return withoutTag(value);
    return this.cleared(value, key);
  }
}

/** The keys of a Secret without their values. A value that is not a map may be a password as a whole. */
function withoutValues(data: unknown): unknown {
  return isObject(data) ? Object.fromEntries(Object.keys(data).map(key => [key, REDACTED])) : REDACTED;
}

/** An image with a placeholder for its tag and digest. The port of a registry precedes a slash, and stays. */
function withoutTag(image: string): string {
  const tag = /(:[\w.-]+)?(@[\w:.+-]+)?$/.exec(image)!;
  return tag[0] === '' ? image : `${image.slice(0, tag.index)}:${TAG}`;
}

function replaced(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return REDACTED;
  if (Array.isArray(value)) return value.map((each, i) => step === EACH || step === i ? replaced(each, rest) : each);
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === step ? replaced(each, rest) : each]));
}

function redactedPath(text: string): RedactedPath {
  const [, kind, path] = /^(?:([A-Z]\w*)\/)?(.*)$/s.exec(text)!;
  return { kind, steps: path.split(EACH).flatMap((part, i): Step[] => [...i > 0 ? [EACH] : [], ...pathOf(part)]) };
}

/** Rejects an empty path, and one of `apiVersion` or `kind`, without which nobody would know what the snapshot shows. */
function redactable(text: unknown, field: string): Finding[] {
  const steps = typeof text === 'string' ? redactedPath(text).steps : [];
  const [first] = steps;
  return first === undefined || typeof first === 'number' || first === EACH || ['apiVersion', 'kind'].includes(first)
    ? bad('invalid-value', saying('must be the path of a field other than apiVersion and kind, such as "spec.rules[].host"'), field, text)
    : FINE;
}
