import { ApiObject, Names } from 'cdk8s';
import type { Place } from './members';

/** Why two objects got one name that nobody wrote, and what to do. */
export function whyGeneratedAlike(name: string, first: Place, second: Place): { reason: string; remedy: string } | undefined {
  const objects = [first, second].map(place => generated(name, place));
  if (!objects.every(object => object !== undefined)) return undefined;
  const most = objects[0].kind === 'CronJob' ? 52 : 63;
  return objects.some(object => isCut(name, object, most))
    ? { reason: `both names are generated, and cut at ${most} characters`, remedy: `shorten the ids, ${OTHERWISE}` }
    : { reason: 'both names are generated', remedy: `choose another id, ${OTHERWISE}` };
}

const OTHERWISE = 'give one of them a \'metadata.name\', or do not disable the hashes of names';

/** Whether a chart has made the name of the path of an object. */
export function isGenerated(name: unknown, place: Place): boolean {
  return generated(name, place) !== undefined;
}

/** The object, if its chart has made this name of its path. */
function generated(name: unknown, { construct, chart, at }: Place): ApiObject | undefined {
  return at === '' && ApiObject.isApiObject(construct) && chart.generateObjectName(construct) === name ? construct : undefined;
}

/** Whether a name is what cdk8s has left of a longer one. */
function isCut(name: string, object: ApiObject, most: number): boolean {
  const made = (maxLen: number) => Names.toDnsLabel(object, { includeHash: false, maxLen });
  return made(most) === name && made(Number.MAX_SAFE_INTEGER) !== name;
}
