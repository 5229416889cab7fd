import * as fc from 'fast-check';
import { portablePairs, portables } from './arbitraries-models';
import * as Building from './build';
import { PortableRecipe } from './recipe';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { ownModules } from '../support/own-modules';

type Library = typeof Building;

/** A copy of the library that has rendered nothing yet. */
function untouched(): Library {
  return ownModules(() => jest.requireActual('./build'));
}

const onOam = ({ build }: Library, { model }: PortableRecipe): string => build(model).app.synthYaml();
const onKubernetes = ({ build, kubernetes }: Library, { model, target }: PortableRecipe): string =>
  build(model, kubernetes(target)).app.synthYaml();

test('both platforms in one process give the bytes that each gives alone, in either order, twice as once', () => {
  const [oamAlone, kubernetesAlone, both] = [untouched(), untouched(), untouched()];
  expect(both.buildPlatform).not.toBe(oamAlone.buildPlatform);
  fc.assert(fc.property(portables, fc.boolean(), (recipe, isOamFirst) => {
    const oam = onOam(oamAlone, recipe);
    const plain = onKubernetes(kubernetesAlone, recipe);
    const order = isOamFirst ? [onOam, onKubernetes, onKubernetes, onOam] : [onKubernetes, onOam, onOam, onKubernetes];
    order.forEach((render, i) => same(render(both, recipe), render === onOam ? oam : plain, `rendering ${i}`));
  }), { numRuns: runs(40) });
}, PATIENCE);

test('programs that are built at one time do not change one another', () => {
  const { build } = Building;
  fc.assert(fc.property(portables, portables, (a, b) => {
    const makers = [a, b].flatMap(({ model, target }) => [() => build(model), () => build(model, Building.kubernetes(target))]);
    const alone = makers.map(make => make().app.synthYaml());
    const together = makers.map(make => make().app);
    same(together.map(app => app.synthYaml()), alone, 'built at one time');
    same(together.reverse().map(app => app.synthYaml()).reverse(), alone, 'rendered again');
  }), { numRuns: runs(20) });
}, PATIENCE);

test('platforms that several Apps share give what each gives with its own', () => {
  const { build, buildPlatform } = Building;
  fc.assert(fc.property(portablePairs, ({ a, b, target }) => {
    const programs = [a, b, a];
    for (const make of [buildPlatform, Building.kubernetes(target)]) {
      const shared = Building.shared(make);
      const apps = programs.map(model => build(model, shared).app);
      same(apps.map(app => app.synthYaml()), programs.map(model => build(model, make).app.synthYaml()), 'shared');
      same(apps[0].synthYaml(), apps[2].synthYaml(), 'the same program twice');
    }
  }), { numRuns: runs(20) });
}, PATIENCE);
