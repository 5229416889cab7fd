import { isObject } from './check';

/** Converts the names of fields to the spelling of Prometheus, at any depth. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) =>
    [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), snakeCase(each)]));
}
