import { whyGeneratedAlike } from './generated-names';
import type { CheckedKind } from './known-kinds';
import { RenderedMember, ObjectPlace, speakerOf } from './members';
import { Finding, FINE, found } from '../../findings/finding';
import { Maker } from '../../findings/sentence';
import { identityKey, identityOf } from '../../private/kinds/identity';

/** Finds objects that are one object in the cluster. */
export class Duplicates {
  private readonly met = new Map<string, ObjectPlace>();

  /** What there is to say about an object, after those before it. */
  public meet(member: RenderedMember, kind: CheckedKind): Finding[] {
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

function alike(member: RenderedMember, first: ObjectPlace, { kind, isClusterScoped }: CheckedKind): Finding[] {
  const { name, namespace }: { name: string; namespace?: string } = member.json.metadata;
  const known = { kind, name, namespace: namespace || undefined, maker: makerOf(first, member) };
  const scope = isClusterScoped ? 'cluster-' : '';
  const why = whyGeneratedAlike(name, first, member);
  if (why?.max !== undefined) return found('duplicate-object', '', { reason: `${scope}cut`, ...known, max: why.max });
  if (why) return found('duplicate-object', '', { reason: `${scope}generated`, ...known });
  return first.at.length > 0
    ? found('duplicate-object', '', { reason: `${scope}list`, ...known, at: first.at })
    : found('duplicate-object', '', { reason: `${scope}tree`, ...known });
}

/** What made the first, and differs from what made the other. */
function makerOf(first: ObjectPlace, other: ObjectPlace): Maker {
  const { node } = speakerOf(first) === speakerOf(other) ? first.construct : speakerOf(first);
  return { construct: node.path };
}
