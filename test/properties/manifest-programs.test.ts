import * as fc from 'fast-check';
import { models, portables } from './arbitraries-models';
import { build, buildPlatform, kubernetes } from './build';
import { ModelRecipe } from './recipe';
import { BAD, refusedProgram } from './refused-programs';
import { PATIENCE, runs } from './runs';
import { parsed, same } from './values';
import { describeLocated, LocatedFinding, readManifests } from '../../src/files/reading';
import { renderManifests } from '../../src/migration/render-manifests';
import { validateManifests } from '../../src/migration/validate';
import { ModelError } from '../../src/base/brand';
import { unfit } from '../migration/support';

const byIdentity = (objects: readonly any[]) => Object.fromEntries(objects.map(o => [`${o.kind} ${o.metadata.namespace ?? ''} ${o.metadata.name}`, o]));

/** The objects in a text, without a negative zero, which Kubernetes does not know. */
const objectsIn = (yaml: string): any[] => JSON.parse(JSON.stringify(parsed(yaml)));

/** Whether a number is whole and so large that readers of manifests differ on it, and ours refuses it. */
const isTooLarge = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value);

function holds(value: any, what: (each: unknown) => boolean): boolean {
  return what(value) || typeof value === 'object' && value !== null && Object.entries(value).flat().some(each => holds(each, what));
}

/** Whether manifests say all that a program says: for one platform, and with nothing that only a program knows. */
function isTold({ charts }: ModelRecipe): boolean {
  const isOfOne = charts.every(({ platform, components }) => !platform && components.every(({ workload }) => !workload?.metricsDefaults));
  return isOfOne && !holds(charts, isTooLarge);
}

function readWhole(yaml: string) {
  const manifests = readManifests(yaml, 'f.yaml');
  same(manifests.findings.map(describeLocated), [], 'findings of reading');
  return manifests;
}

test('what a program writes for an OAM platform has no errors there, and stays what it is', () => {
  fc.assert(fc.property(models().filter(isTold), model => {
    const yaml = build(model).app.synthYaml();
    const manifests = readWhole(yaml);
    const platform = buildPlatform(model.platform);
    const found = validateManifests(manifests, { platform });
    // of the volumes that the platform does not make, a program's pages tell; what a parameter's value makes of a field, it does not look at
    const isOfManifests = ({ code, path }: LocatedFinding) => code === 'dangling-volume' || path.at(-1) === 'value' && path.at(-3) === 'parameterValues';
    same(found.filter(each => !each.isWarning && !isOfManifests(each)).map(describeLocated), [], 'errors');
    same(found.flatMap(unfit), [], 'words');
    const { files: [{ objects }] } = renderManifests(manifests, { platform });
    same(objects, objectsIn(yaml), 'rendered');
  }), { numRuns: runs(80) });
}, PATIENCE);

test('what a program writes for an OAM platform is rendered for Kubernetes as the program is', () => {
  fc.assert(fc.property(portables.filter(({ model }) => isTold(model)), ({ model, target }) => {
    const manifests = readWhole(build(model).app.synthYaml());
    const platform = kubernetes(target)(model.platform);
    const { files, warnings } = renderManifests(manifests, { platform });
    same(warnings.flatMap(unfit), [], 'words');
    same(byIdentity(files.flatMap(({ objects }) => objects)), byIdentity(objectsIn(build(model, kubernetes(target)).app.synthYaml())), 'rendered');
  }), { numRuns: runs(80) });
}, PATIENCE);

/** What is written for an OAM platform, unless something is wrong there too. */
function withoutErrors(model: ModelRecipe): string | undefined {
  try {
    return build(model).app.synthYaml();
  } catch (error) {
    if (!(error instanceof ModelError) && !(error as Error).message.startsWith('Validation failed')) throw error;
    return undefined;
  }
}

test('what Kubernetes cannot have of a program is told of its manifests for an OAM platform too', () => {
  const one = fc.record({ bad: fc.constantFrom(...BAD), chart: fc.nat({ max: 9 }), isTraited: fc.boolean() });
  const chosen = fc.array(one, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(portables.filter(({ model }) => isTold(model)), chosen, (good, bad) => {
    const { model, target } = refusedProgram(good, bad, false);
    const yaml = withoutErrors(model);
    fc.pre(yaml !== undefined);
    const found = validateManifests(readWhole(yaml), { platform: kubernetes(target)(model.platform) });
    same(found.flatMap(unfit), [], 'words');
    const expected: string[] = bad.flatMap(({ bad: { refused } }) => refused.map(({ code }) => code)).sort();
    // a path without a type is a warning of its own
    const told = found.filter(({ isWarning, code, path }) => !isWarning || expected.includes(code) && code !== 'invalid-value' && path.at(-1) !== 'pathType');
    same(told.map(({ code }) => code).sort(), expected, told.map(describeLocated).join('\n'));
    const kept = renderManifests(readWhole(yaml), { platform: kubernetes(target)(model.platform), keepGoing: true });
    same(kept.toDo.length > 0, found.some(({ isWarning }) => !isWarning), 'to-do');
    same(kept.toDo.flatMap(({ reasons }) => reasons).flatMap(unfit), [], 'words of the to-do list');
  }), { numRuns: runs(40) });
}, PATIENCE);
