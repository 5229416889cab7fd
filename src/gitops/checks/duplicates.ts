import { whyGeneratedAlike } from './generated-names';
import type { CheckedKind } from './known-kinds';
import { Member, Place, speakerOf } from './members';
import { FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';

/** Finds objects that are one object in the cluster: of one group, kind, namespace and name. */
export class Duplicates {
  /** By kind, namespace and name. */
  private readonly met = new Map<CheckedKind, Map<string, Map<string, Place>>>();

  /** What there is to say about an object, after those before it. */
  public meet(member: Member, kind: CheckedKind): Finding[] {
    const { construct, chart, at, json: { metadata } } = member;
    const name = metadata?.name;
    if (typeof name !== 'string' || name === '') return FINE;
    const neighbours = this.neighbours(kind, namespaceOf(metadata, kind));
    const first = neighbours.get(name);
    if (first) return alike(member, first, kind);
    neighbours.set(name, { construct, chart, at });
    return FINE;
  }

  private neighbours(kind: CheckedKind, namespace: string): Map<string, Place> {
    let ofKind = this.met.get(kind);
    if (!ofKind) this.met.set(kind, ofKind = new Map());
    let found = ofKind.get(namespace);
    if (!found) ofKind.set(namespace, found = new Map());
    return found;
  }
}

/** An object without a namespace may land in any: whether it is the one in `default` is known to nobody here. */
function namespaceOf({ namespace }: any, { isClusterScoped }: CheckedKind): string {
  return isClusterScoped || typeof namespace !== 'string' ? '' : namespace;
}

function alike(member: Member, first: Place, { kind, isClusterScoped }: CheckedKind): Finding[] {
  const { name, namespace } = member.json.metadata;
  const where = isClusterScoped ? '' : namespace ? ` in namespace ${JSON.stringify(namespace)}` : ' without a namespace';
  const why = whyGeneratedAlike(name, first, member);
  return finding('duplicate-object', '', `${kind} ${JSON.stringify(name)}${where} is also made by ${makerOf(first, member)}${why ? `: ${why.reason}` : ''}`,
    why?.remedy ?? `rename one of them${isClusterScoped ? '' : ', or put it into another namespace'}`);
}

/** What made the first, in words that tell it from the other. */
function makerOf(first: Place, other: Place): string {
  const { node: { path } } = speakerOf(first) === speakerOf(other) ? first.construct : speakerOf(first);
  return first.at ? `'${first.at}' of '${path}'` : `'${path}'`;
}
