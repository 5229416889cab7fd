import { parseAllDocuments } from 'yaml';
import { TokenPart, shownPattern } from '../../../src/cluster/authorization/condition';
import { allowedBy, decide, Guard } from '../../../src/cluster/authorization/guard';
import type { SignedToken } from '../../../src/cluster/authorization/guard';
import { showPath } from '../../../src/base/findings/finding';
import type { TypedManifest } from '../../../src/base/oam-kind';

/** The objects of YAML. */
export const objectsOf = (yaml: string): TypedManifest[] => parseAllDocuments(yaml).map(document => document.toJS());

const literalText = (literal: TokenPart): string => literal.is === 'unknown' ? `? ${showPath(literal.path)}`
  : `${literal.claim.join('.')}${literal.isNot ? ' not' : ''} ${literal.values.map(shownPattern).join('|')}`;

/** What a token has to have, in words: an alternative each. */
export const alternativesIn = (alternatives: readonly (readonly TokenPart[])[] | undefined): string[] | undefined =>
  alternatives?.map(each => each.map(literalText).join(' & '));

/** Who may, in words. */
export const mayOf = (guard: Guard): string[] | undefined => alternativesIn(allowedBy(guard));

/** What becomes of a request: the answer, and who decides. */
export function told(guard: Guard, token?: SignedToken): string {
  const { isAllowed, by } = decide(guard, token);
  const deciders = by.map(({ object, path, effect }) => `${String(object.metadata?.name)} ${showPath(path)} ${effect}`);
  return [isAllowed === undefined ? 'unknown' : isAllowed ? 'allowed' : 'denied', ...deciders].join('; ');
}
