import type { Step } from './compare';
import { isSecretKey, isSecretVariable, withoutCredentials } from './credentials';
import { isObject } from '../../private/check';

/** What stands in the place of a value that is not shown. */
class Hidden {
  public toJSON(): null {
    return null;
  }
}

export const HIDDEN = new Hidden();

/** What is known of the maps around a value, as far as it says whether the value may be shown. */
export interface Surroundings {
  /** It is the object itself. */
  readonly isRoot?: boolean;
  /** Nothing of it is shown. */
  readonly isHidden?: boolean;
  /** It is in an object of a kind whose name ends in `Secret`. */
  readonly isOfSecret?: boolean;
  /** It is the data of a ConfigMap or the like. */
  readonly isData?: boolean;
}

/** A value as it may be shown. */
export interface Masked {
  readonly value: unknown;
  /** Whether something of it is hidden. */
  readonly isHidden: boolean;
}

/** What is around the value at a path in an object. */
export function surroundingsAt(root: any, path: readonly Step[]): Surroundings {
  let around: Surroundings = { isRoot: true };
  let value = root;
  for (const step of path) {
    around = surroundingsOf(around, value, step);
    value = value[step];
  }
  return around;
}

/** A copy of a value without what looks like a password. */
export function mask(value: unknown, around: Surroundings): Masked {
  if (Array.isArray(value)) return together(value.map((element, i) => mask(element, surroundingsOf(around, value, i))));
  if (isObject(value)) {
    const keys = Object.keys(value);
    const { value: values, isHidden } = together(keys.map(key => mask(value[key], surroundingsOf(around, value, key))));
    return { value: Object.fromEntries(keys.map((key, i) => [key, values[i]])), isHidden };
  }
  if (around.isHidden) return { value: HIDDEN, isHidden: true };
  const shown = typeof value === 'string' ? withoutCredentials(value) : value;
  return { value: shown, isHidden: shown !== value };
}

function together(parts: readonly Masked[]): Masked & { readonly value: unknown[] } {
  return { value: parts.map(({ value }) => value), isHidden: parts.some(({ isHidden }) => isHidden) };
}

/** What a Secret has that anybody may see. */
const OPEN = ['apiVersion', 'kind', 'metadata', 'type', 'immutable'];
const DATA = ['data', 'stringData', 'binaryData'];
/** A copy of the object as it was applied, with all that is hidden in it. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function surroundingsOf(around: Surroundings, parent: any, step: Step): Surroundings {
  // an element of a list is as open as the list
  if (typeof step === 'number') return { ...around, isRoot: false };
  const value: unknown = parent[step];
  const kind = typeof parent.kind === 'string' ? parent.kind : '';
  const isOfSecret = around.isOfSecret || kind.endsWith('Secret');
  const isData = DATA.includes(step) && isObject(value);
  const isHidden = around.isHidden || isOfSecret && isData || isClosed(around, parent, step) || isPassword(around, parent, step);
  return { isOfSecret, isData, isHidden };
}

/**
 * Whether a field of a Secret, alone or in another object, may hold a password: any but those that are known, since one may be
 * misspelled. What has no metadata is a mere reference.
 */
function isClosed({ isRoot }: Surroundings, parent: any, key: string): boolean {
  if (parent.kind !== 'Secret') return false;
  return isRoot || Object.hasOwn(parent, 'metadata') ? !OPEN.includes(key) : DATA.includes(key);
}

function isPassword({ isData }: Surroundings, parent: any, key: string): boolean {
  const value: unknown = parent[key];
  if (typeof value !== 'string' && typeof value !== 'number' && !Array.isArray(value)) return false;
  if (key === LAST_APPLIED || isSecretKey(key, isData ?? false)) return true;
  return key === 'value' && typeof parent.name === 'string' && isSecretVariable(parent.name);
}
