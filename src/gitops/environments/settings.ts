import { bad, Check, FINE, Finding, found } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { isObject, PlainFields } from '../../private/check';
import { isPlainObject } from '../../private/plain';

/** The settings of an environment. A value of another type may be a password, and is not shown. */
export const plainSettings: Check = (value, field) => isRecord(value) ? FINE : bad('invalid-type', 'object', field, value);

function isRecord(value: unknown): value is PlainFields {
  return isObject(value) && isPlainObject(value);
}

/**
 * A copy of a plain object that records which of its fields are read, at any depth. Lists and instances of classes stay as they were given,
 * and count as read with everything in them when they are accessed.
 */
export class NoticedSettings {
  /** The copy, which cannot be changed. */
  public readonly value: PlainFields;
  /** The fields that have not been read. */
  private readonly left: Set<string>;
  private readonly inner: ReadonlyMap<string, NoticedSettings>;

  /** @param around the objects that contain the given one: one that occurs again contains itself */
  public constructor(given: PlainFields, around: readonly object[] = []) {
    const holders = [...around, given];
    const fields = Object.entries(given).filter(([, value]) => value !== undefined);
    this.left = new Set(fields.map(([name]) => name));
    this.inner = new Map(fields.flatMap(([name, value]) => isRecord(value) && !holders.includes(value)
      ? [[name, new NoticedSettings(value, holders)]] : []));
    const copy = Object.fromEntries(fields.map(([name, value]) => [name, this.inner.get(name)?.value ?? value]));
    this.value = new Proxy(Object.freeze(copy), {
      get: (target, name, receiver) => Reflect.get(target, this.noticed(name), receiver),
      has: (target, name) => Reflect.has(target, this.noticed(name)),
    });
  }

  /** The fields that were never read, without the fields in them. */
  public unread(at: Path): Finding[] {
    const inside = [...this.inner].filter(([name]) => !this.left.has(name));
    return [
      ...[...this.left].flatMap(name => found('no-effect', [...at, name], { reason: 'unread-setting' })),
      ...inside.flatMap(([name, each]) => each.unread([...at, name])),
    ];
  }

  private noticed(name: string | symbol): string | symbol {
    this.left.delete(name as string);
    return name;
  }
}
