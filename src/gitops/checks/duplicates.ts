import { whyGeneratedAlike } from './generated-names';
import type { CheckedKind } from './known-kinds';
import { Member, Place, speakerOf } from './members';
import { FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import { identityKey, identityOf } from '../../private/kinds/identity';

/** Finds objects that are one object in the cluster. */
export class Duplicates {
  private readonly met = new Map<string, Place>();

  /** What there is to say about an object, after those before it. */
  public meet(member: Member, kind: CheckedKind): Finding[] {
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
