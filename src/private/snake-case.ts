import { isObject } from './check';

/** As Prometheus spells the names of fields, at any depth. */
export function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) =>
    [name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`), snakeCase(each)]));
}
