import * as api from '../../src';
import { OamPlatform, Scraper } from '../../src';
import { specOf } from '../../src/definitions/type';
import { TYPED_TRAITS } from '../../src/manifest/typescript/trait-code';
import { OAM_TRAITS, oamTraitNamed, oamTraitOn } from '../../src/traits/all';
import { checkOf } from '../../src/traits/trait';

const NAMES = OAM_TRAITS.map(({ name }) => name);
const ACME = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.of('acme', 'prometheus') });

test('each has a class of its name and code for import', () => {
  expect(NAMES.filter(name => typeof (api as Record<string, unknown>)[name] !== 'function')).toEqual([]);
  expect([...TYPED_TRAITS.values()].map(({ name }) => name)).toEqual(NAMES);
});

test.each(OAM_TRAITS)('$name is found by its type on a platform', trait => {
  const type = ACME._typeOf(trait.kind);

  expect(type.kind).toBe(trait.name);
  expect(oamTraitOn(type, ACME)).toBe(trait);
  expect(oamTraitOn(type, OamPlatform.verrazzano())).toBe(type.apiVersion === 'core.oam.dev/v1alpha2' ? trait : undefined);
});

test.each(OAM_TRAITS)('$name is found by its name in both groups', trait => {
  const found = ['core.oam.dev/v1alpha2', 'oam.acme.io/v1alpha1', 'oam.verrazzano.io/v1alpha1'].map(apiVersion =>
    oamTraitNamed({ apiVersion, kind: trait.name }, ACME)?.name);

  expect(found).toEqual([trait.name, trait.name, undefined]);
});

test.each(OAM_TRAITS)('$name refuses a spec with a field of another type', trait => {
  const { props } = specOf(trait);
  expect(props.flatMap(field => checkOf(trait)({ [field]: 5.5 }, '')).length).toBeGreaterThanOrEqual(props.length);
});
