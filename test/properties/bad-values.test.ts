import * as fc from 'fast-check';
import { junk, MARKER, secretHolders } from './arbitraries-junk';
import { Case, constructs, kubernetesPlatform } from './constructs';
import { parsed } from './parsed';
import { isScalar, Place, placesOf, valueAt } from './places';
import { PATIENCE, runs } from './runs';
import { ERRORS } from '../../src/findings/catalogue/all';
import { ModelError } from '../../src/private/errors';
import { changed } from '../support/changed';
import { OamPlatform, Platform } from 'cdk8s-oam';

/** Findings about an object as a whole; all others name a field. */
const WHOLE = ['duplicate-trait', 'metrics-not-scrapeable'];

/** A construct's properties with something else at one place. */
interface BadCase {
  readonly construct: Case;
  readonly place: Place;
  readonly value: any;
}

/** Puts a value at any place of any construct: in place of what is there, or as a field that nobody knows. */
function bad(values: fc.Arbitrary<any>, fits: (there: any) => boolean, extra: boolean): fc.Arbitrary<BadCase> {
  return fc.tuple(constructs, fc.nat(), values, fc.nat({ max: 9 })).map(([construct, n, value, also]) => {
    const places = placesOf(construct.props).filter(place => fits(valueAt(construct.props, place)));
    const place = places[n % Math.max(1, places.length)] ?? ['extra'];
    const at = extra && also === 0 ? [...place.slice(0, -1), 'extra'] : place;
    const shown = () => `${construct.name} at ${at.join('.')}: ${fc.stringify(value).slice(0, 500)} in ${fc.stringify(construct.props).slice(0, 2000)}`;
    return { construct, value, place: at, [fc.toStringMethod]: shown };
  });
}

/** Why the properties were refused, if they were; else they are read and rendered, and nothing must be thrown then. */
function refused({ construct: { props, make }, place, value }: BadCase, on?: Platform): ModelError | undefined {
  let render;
  try {
    render = make(changed(props, place, value), on);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  let yaml;
  try {
    yaml = render();
  } catch (error) {
    if (isReport(error)) return undefined;
    throw error;
  }
  parsed(yaml);
  return undefined;
}

/** Whether an error is the report of the checks of the tree: what was put in may clash with something else. */
function isReport(error: any): boolean {
  const [title, ...lines] = String(error?.message).split('\n');
  return title === 'Validation failed with the following errors:' && lines.every(line => (/^ {2}\[[^\]]+\] ([-a-z]+): /.exec(line)?.[1] ?? '') in ERRORS);
}

test.each<[string, () => Platform]>([
  ['an OAM platform', () => OamPlatform.verrazzano()], ['Kubernetes', kubernetesPlatform],
])('anything at any place is rendered for %s, or refused with a code and a field', (_, platform) => {
  const on = platform();
  fc.assert(fc.property(bad(junk, () => true, true), given => {
    const error = refused(given, on);
    if (!error) return;
    expect(error.subject).not.toBe('');
    expect(error.findings).not.toHaveLength(0);
    for (const { code, path } of error.findings) {
      expect(ERRORS).toHaveProperty([code]);
      // the empty key has no name that could be told
      if (!WHOLE.includes(code) && !given.place.includes('')) expect([code, ...path]).not.toEqual([code]);
    }
  }), { numRuns: runs(2000) });
}, PATIENCE);

test('a secret inside of what is refused is not shown', () => {
  fc.assert(fc.property(bad(secretHolders, isScalar, false), given => {
    for (const on of [undefined, kubernetesPlatform()]) expect(refused(given, on)?.message ?? '').not.toContain(MARKER);
  }), { numRuns: runs(1000) });
}, PATIENCE);
