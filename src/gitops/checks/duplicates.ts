import { ApiObject, Names } from 'cdk8s';
import { MemberWithFields, ObjectPlace, speakerOf } from './members';
import type { CheckedKind } from './scopes';
import { FINE, Finding, found } from '../../findings/finding';
import { Maker } from '../../findings/sentence';
import { identityKey, identityOf } from '../../private/kinds/identity';

/** Finds objects that are the same object in the cluster. */
export class Duplicates {
  private readonly met = new Map<string, ObjectPlace>();

  /** The findings about an object, after all objects met before it. */
  public meet(member: MemberWithFields, kind: CheckedKind): Finding[] {
    const { construct, chart, at, json } = member;
    const identity = identityOf(json, { isClusterScoped: () => kind.isClusterScoped });
    if (typeof identity.name !== 'string' || identity.name === '') return FINE;
    const key = identityKey(identity);
    const first = this.met.get(key);
    if (first) return alike(member, first, kind);
    this.met.set(key, { construct, chart, at });
    return FINE;
  }
}

function alike(member: MemberWithFields, first: ObjectPlace, { kind, isClusterScoped }: CheckedKind): Finding[] {
  const { name, namespace } = member.json.metadata as object as { readonly name: string; readonly namespace?: string };
  const known = { kind, name, namespace: namespace || undefined, maker: makerOf(first, member) };
  const scope = isClusterScoped ? 'cluster-' : '';
  const why = whyGeneratedAlike(name, first, member);
  if (why?.max !== undefined) return found('duplicate-object', '', { reason: `${scope}cut`, ...known, max: why.max });
  if (why) return found('duplicate-object', '', { reason: `${scope}generated`, ...known });
  return first.at.length > 0
    ? found('duplicate-object', '', { reason: `${scope}list`, ...known, at: first.at })
    : found('duplicate-object', '', { reason: `${scope}tree`, ...known });
}

/** The construct that made the first object, named so that it differs from that of the other. */
function makerOf(first: ObjectPlace, other: ObjectPlace): Maker {
  const { node } = speakerOf(first) === speakerOf(other) ? first.construct : speakerOf(first);
  return { construct: node.path };
}

/** Whether two objects have the same name because it was generated, and, if the name is cut, its maximum length. */
function whyGeneratedAlike(name: string, first: ObjectPlace, second: ObjectPlace): { readonly max?: number } | undefined {
  const objects = [first, second].map(place => generated(name, place));
  if (!objects.every(object => object !== undefined)) return undefined;
  const max = objects[0].kind === 'CronJob' ? 52 : 63;
  return objects.some(object => isCut(name, object, max)) ? { max } : {};
}

/** Whether a chart has generated the name from the path of an object. */
export function isGenerated(name: unknown, place: ObjectPlace): boolean {
  return generated(name, place) !== undefined;
}

/** The object, if its chart has generated this name from the object's path. */
function generated(name: unknown, { construct, chart, at }: ObjectPlace): ApiObject | undefined {
  return at.length === 0 && ApiObject.isApiObject(construct) && chart.generateObjectName(construct) === name ? construct : undefined;
}

/** Whether cdk8s has cut a longer name to this one. */
function isCut(name: string, object: ApiObject, most: number): boolean {
  const made = (maxLen: number) => Names.toDnsLabel(object, { includeHash: false, maxLen });
  return made(most) === name && made(Number.MAX_SAFE_INTEGER) !== name;
}
