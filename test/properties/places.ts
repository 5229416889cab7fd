import { isPlainObject } from './arbitraries-values';

/** The way to a field. */
export type Place = (string | number)[];

/** The places in a value, its own excepted: of each field and element of plain objects and lists. */
export function placesOf(value: any, at: Place = []): Place[] {
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.keys(value).flatMap(key => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesOf(value[key], place)];
  });
}

/** What is at a place. */
export function valueAt(value: any, place: Place): any {
  return place.reduce((inner, key) => inner[key], value);
}

/** Whether a value has no parts. */
export function isScalar(value: any): boolean {
  return typeof value !== 'object' || value === null;
}
