import { ApiObject, Names } from 'cdk8s';
import type { ObjectPlace } from './members';

/** Whether two objects got one name that nobody wrote, and, if that is what is left of a longer one, its greatest length. */
export function whyGeneratedAlike(name: string, first: ObjectPlace, second: ObjectPlace): { readonly max?: number } | undefined {
  const objects = [first, second].map(place => generated(name, place));
  if (!objects.every(object => object !== undefined)) return undefined;
  const max = objects[0].kind === 'CronJob' ? 52 : 63;
  return objects.some(object => isCut(name, object, max)) ? { max } : {};
}

/** Whether a chart has made the name of the path of an object. */
export function isGenerated(name: unknown, place: ObjectPlace): boolean {
  return generated(name, place) !== undefined;
}

/** The object, if its chart has made this name of its path. */
function generated(name: unknown, { construct, chart, at }: ObjectPlace): ApiObject | undefined {
  return at.length === 0 && ApiObject.isApiObject(construct) && chart.generateObjectName(construct) === name ? construct : undefined;
}

/** Whether a name is what cdk8s has left of a longer one. */
function isCut(name: string, object: ApiObject, most: number): boolean {
  const made = (maxLen: number) => Names.toDnsLabel(object, { includeHash: false, maxLen });
  return made(most) === name && made(Number.MAX_SAFE_INTEGER) !== name;
}
